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
    {"Data.List",
     "iterate' unsnoc unzip4 unzip5 unzip6 unzip7 zip5 zip6 zip7 zipWith5 zipWith6 zipWith7"},
    {"Data.Char", "generalCategory isTitle lexLitChar readLitChar showLitChar toTitle"},
    {"Data.Function", "applyWhen"},
    {"Data.Ord", "clamp"},
    {"Data.Traversable", "fmapDefault foldMapDefault"},
    {"Data.Functor", "unzip"},
    {"Control.Monad", "mapAndUnzipM"},
    {"Control.Applicative", "<**> getZipList"},
    {"Data.Semigroup", "sconcat"},
    {"System.IO",
     "hGetChar hGetLine hIsEOF hPutChar hSetEcho hSetEncoding isEOF openFile withFile "
     "ReadWriteMode utf8 latin1 char8 utf16 utf32 mkTextEncoding hSetBinaryMode hGetBuffering "
     "hFileSize hSeek hTell"},
    {"System.Exit", "die"},
};

}  // namespace

std::vector<UnsupportedName> unsupportedNames() {
  std::vector<UnsupportedName> found;
  for (const Unsupported& library : unsupported) {
    std::string_view rest = library.names;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      found.push_back({rest.substr(0, end), library.module});
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return found;
}

}  // namespace deforest::text
