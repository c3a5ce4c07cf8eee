#include "test_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "driver/usage.hpp"

namespace deforest::golden {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view expectLine = "-- expect:";

struct Directive {
  std::string name;
  std::string value;
};

// `-- name: value`; without a name for any other line.
Directive directiveOf(const std::string& line) {
  if (!line.starts_with("-- ")) return {};
  const std::size_t colon = line.find(':');
  if (colon == std::string::npos) return {};
  const std::string name = line.substr(3, colon - 3);
  const bool isName = std::all_of(name.begin(), name.end(),
                                  [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
  if (name.empty() || !isName) return {};
  const std::size_t value = line.find_first_not_of(' ', colon + 1);
  return {name, value == std::string::npos ? "" : line.substr(value)};
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TestFile::TestFile(fs::path path, const std::vector<std::string_view>& known)
    : path_(std::move(path)) {
  std::ifstream file(path_, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path_.string());
  std::stringstream content;
  content << file.rdbuf();
  const std::vector<std::string> lines = linesOf(content.str());
  if (lines.empty() || !lines[0].starts_with("-- ") || !directiveOf(lines[0]).name.empty()) {
    throw std::runtime_error(path_.string() + ": the first line must say why the file exists");
  }
  for (const std::string& line : lines) {
    if (!expects_ && line == expectLine) {
      expects_ = true;
      continue;
    }
    (expects_ ? expected_ : program_) += line + "\n";
    // Prose may have a colon, too; a directive is misspelt if it is nearly one.
    const std::string name = expects_ ? "" : directiveOf(line).name;
    const bool isKnown = std::find(known.begin(), known.end(), name) != known.end();
    if (!name.empty() && !isKnown && !driver::nearest(name, known).empty()) {
      throw std::runtime_error(path_.string() + ": unknown directive '" + name + "'" +
                               driver::didYouMean(name, known));
    }
  }
}

std::vector<std::string> TestFile::all(std::string_view directive) const {
  std::vector<std::string> values;
  for (const std::string& line : linesOf(program_)) {
    const Directive found = directiveOf(line);
    if (found.name == directive) values.push_back(found.value);
  }
  return values;
}

void TestFile::blessExpected(std::string text) {
  expects_ = true;
  expected_ = std::move(text);
  write();
}

void TestFile::blessAll(std::string_view directive, const std::vector<std::string>& values) {
  std::string block;
  for (const std::string& value : values) {
    block += "-- " + std::string(directive) + ": " + value + "\n";
  }
  std::string rewritten;
  bool placed = false;
  for (const std::string& line : linesOf(program_)) {
    if (directiveOf(line).name != directive) {
      rewritten += line + "\n";
    } else if (!placed) {
      rewritten += block;
      placed = true;
    }
  }
  program_ = rewritten + (placed ? "" : block);
  write();
}

void TestFile::write() const {
  std::ofstream file(path_, std::ios::binary);
  file << program_;
  if (expects_) file << expectLine << '\n' << expected_;
}

std::vector<std::string> testFiles(const fs::path& directory) {
  std::vector<std::string> files;
  if (!fs::exists(directory)) return files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file() && entry.path().extension() == ".ir") {
      files.push_back(fs::relative(entry.path(), directory).string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string caseName(const std::string& file) {
  std::string name = file.substr(0, file.find(".hs.ir"));
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}

bool blessing() {
  const char* value = std::getenv("DEFOREST_BLESS");
  return value != nullptr && std::string_view(value) == "1";
}

std::vector<std::string> words(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

}  // namespace deforest::golden
