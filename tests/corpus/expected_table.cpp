#include "expected_table.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace deforest::corpus {
namespace {

/// Undoes the escapes of the table: `\n` and `\\`.
std::string unescaped(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) {
      ++i;
      result += text[i] == 'n' ? '\n' : text[i];
    } else {
      result += text[i];
    }
  }
  return result;
}

}  // namespace

std::string readFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<ExpectedFile> readExpectations(const std::filesystem::path& table) {
  std::istringstream lines(readFile(table));
  std::vector<ExpectedFile> files;
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t first = line.find('\t');
    const std::size_t second = first == std::string::npos ? first : line.find('\t', first + 1);
    if (second == std::string::npos) throw std::runtime_error("not three columns: " + line);
    const std::string path = line.substr(0, first);
    if (files.empty() || files.back().path != path) files.push_back({path, {}});
    files.back().expectations.push_back(
        {line.substr(first + 1, second - first - 1), unescaped(line.substr(second + 1))});
  }
  return files;
}

}  // namespace deforest::corpus
