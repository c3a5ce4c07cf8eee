// The names that the libraries have and the language does not: a program that uses one is told that
// it is not supported, and not that there is no such name.
#include <algorithm>
#include <vector>

#include "text/prelude/source.hpp"

namespace deforest::text {
namespace {

struct Library {
  std::string_view module;
  std::string_view names;  // separated by blanks
};

constexpr Library libraries[] = {
    {"Prelude",
     "acos acosh asin asinh asTypeOf atan atan2 atanh cosh decodeFloat encodeFloat "
     "errorWithoutStackTrace exponent floatDigits floatRadix floatRange isDenormalized isIEEE "
     "isInfinite isNaN isNegativeZero lex logBase properFraction realToFrac recip readList "
     "readParen "
     "reads readsPrec scaleFloat significand sinh tan tanh"},
    {"Data.List",
     "deleteFirstsBy genericDrop genericIndex genericReplicate genericSplitAt "
     "genericTake iterate' singleton unsnoc unzip4 unzip5 zip4 zip5 zipWith4 "
     "zipWith5"},
    {"Data.Char",
     "generalCategory isAsciiLower isAsciiUpper isLatin1 isMark isNumber isPrint isSeparator "
     "isSymbol isTitle showLitChar toTitle"},
    {"Data.Either", "fromLeft fromRight"},
    {"Data.Function", "applyWhen"},
    {"Data.Ord", "clamp"},
    {"Data.Foldable", "foldMap' foldlM foldrM msum"},
    {"Data.Traversable", "fmapDefault foldMapDefault mapAccumL mapAccumR"},
    {"Data.Functor", "unzip"},
    {"Control.Monad",
     "mapAndUnzipM mfilter mplus "
     "msum mzero"},
    {"Control.Applicative", "<**> getZipList"},
    {"Data.Bits",
     "countLeadingZeros countTrailingZeros finiteBitSize rotate rotateL "
     "rotateR shift unsafeShiftL unsafeShiftR zeroBits"},
    {"Data.Semigroup", "sconcat stimes"},
    {"System.IO",
     "hGetChar hGetLine hIsEOF hPutChar hSetEcho hSetEncoding isEOF openFile withFile writeFile"},
    {"System.Exit", "die"},
    {"Text.Read", "readEither"},
};

}  // namespace

std::vector<UnsupportedName> unsupportedNames() {
  std::vector<UnsupportedName> found;
  for (const Library& library : libraries) {
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
