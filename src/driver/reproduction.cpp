#include "driver/reproduction.hpp"

#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "driver/files.hpp"
#include "ir/archive.hpp"

namespace deforest::driver {
namespace {

// FNV-1a; the name of the file is the same for the same failure.
std::string digest(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return std::string(digits, 8);
}

std::string commented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out += "-- " + std::string(text.substr(0, end)) + "\n";
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

}  // namespace

std::string shellQuoted(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ' ';
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
      out += word;
      continue;
    }
    out += '\'';
    for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
    out += '\'';
  }
  return out;
}

Reproduction reproduction(const std::vector<std::string>& words, std::string_view input) {
  return reproduction(words, input, "", "");
}

Reproduction reproduction(const std::vector<std::string>& words, std::string_view input,
                          std::string_view error, std::string_view before) {
  Reproduction result;
  result.content = commented("An internal error of deforest " DEFOREST_VERSION
                             ", which failed on the program below, run as\n  deforest " +
                             shellQuoted(words));
  if (input.starts_with(ir::archiveMagic) && input.find('\0') != std::string_view::npos) {
    result.content += commented("The input is a binary program and is not shown here.");
  } else {
    result.content += input;
    if (!input.ends_with('\n')) result.content += '\n';
  }
  if (!error.empty()) result.content += commented(error);
  if (!before.empty()) {
    result.content += commented("The program before the pass that failed:");
    result.content += commented(before);
  }
  result.path = "deforest-failure-" + digest(result.content) + ".hs.ir";
  return result;
}

std::string writeReproduction(const Reproduction& reproduction) {
  std::error_code error;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
  for (const std::string& path : {reproduction.path, (temporary / reproduction.path).string()}) {
    try {
      writeFile(path, reproduction.content);
      return "deforest: please report this with the file '" + path + "', which reproduces it\n";
    } catch (const std::exception&) {
      continue;
    }
  }
  return "deforest: please report this with the input and the command line\n";
}

}  // namespace deforest::driver
