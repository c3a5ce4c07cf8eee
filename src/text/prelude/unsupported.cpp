// The names that the libraries have and the language does not: a program that uses one is told that
// it is not supported, and not that there is no such name.
#include <algorithm>
#include <vector>

#include "text/prelude/source.hpp"

namespace deforest::text {
namespace {

struct Unsupported {
  std::string_view module;
  std::string_view names;  // separated by blanks
};

constexpr Unsupported unsupported[] = {
    {"Data.List", "unzip4 unzip5 unzip6 unzip7 zip6 zip7 zipWith6 zipWith7"},
    {"Data.Char", "generalCategory isTitle lexLitChar readLitChar showLitChar toTitle"},
    {"Data.Semigroup", "sconcat"},
    {"System.IO",
     "hGetChar hGetLine hIsEOF hPutChar hSetEcho hSetEncoding isEOF openFile withFile "
     "ReadWriteMode utf8 latin1 char8 utf16 utf32 mkTextEncoding hSetBinaryMode hGetBuffering "
     "hFileSize hSeek hTell"},
    {"System.Exit", "die"},
};

}  // namespace

std::vector<std::string_view> wordsOf(std::string_view names) {
  std::vector<std::string_view> words;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    words.push_back(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return words;
}

std::vector<UnsupportedName> unsupportedNames() {
  std::vector<UnsupportedName> found;
  for (const Unsupported& library : unsupported) {
    for (const std::string_view name : wordsOf(library.names)) {
      found.push_back({name, library.module});
    }
  }
  return found;
}

}  // namespace deforest::text
