#include "text/printing/lexicon.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "ir/primitives.hpp"
#include "support/operator_symbols.hpp"

namespace deforest::text {
namespace {

template <std::size_t size>
bool contains(const std::array<std::string_view, size>& sorted, std::string_view word) {
  return std::binary_search(sorted.begin(), sorted.end(), word);
}

constexpr auto reservedWhenPrinted = std::to_array<std::string_view>(
    {"_",        "case",    "class", "data",   "default", "deriving", "do",      "else",
     "forall",   "foreign", "if",    "import", "in",      "infix",    "infixl",  "infixr",
     "instance", "let",     "mdo",   "module", "newtype", "of",       "pattern", "proc",
     "rec",      "static",  "then",  "type",   "where"});
static_assert(std::is_sorted(reservedWhenPrinted.begin(), reservedWhenPrinted.end()));

constexpr auto preludeWords = std::to_array<std::string_view>({"!!",
                                                               "$",
                                                               "$!",
                                                               "&&",
                                                               "*",
                                                               "**",
                                                               "*>",
                                                               "+",
                                                               "++",
                                                               "-",
                                                               ".",
                                                               "/",
                                                               "/=",
                                                               "<",
                                                               "<$",
                                                               "<$>",
                                                               "<*",
                                                               "<*>",
                                                               "<=",
                                                               "<>",
                                                               "=<<",
                                                               "==",
                                                               ">",
                                                               ">=",
                                                               ">>",
                                                               ">>=",
                                                               "Applicative",
                                                               "Bool",
                                                               "Bounded",
                                                               "Char",
                                                               "Double",
                                                               "EQ",
                                                               "Either",
                                                               "Enum",
                                                               "Eq",
                                                               "False",
                                                               "FilePath",
                                                               "Float",
                                                               "Floating",
                                                               "Foldable",
                                                               "Fractional",
                                                               "Functor",
                                                               "GT",
                                                               "IO",
                                                               "IOError",
                                                               "Int",
                                                               "Integer",
                                                               "Integral",
                                                               "Just",
                                                               "LT",
                                                               "Left",
                                                               "Maybe",
                                                               "Monad",
                                                               "MonadFail",
                                                               "Monoid",
                                                               "Nothing",
                                                               "Num",
                                                               "Ord",
                                                               "Ordering",
                                                               "Rational",
                                                               "Read",
                                                               "ReadS",
                                                               "Real",
                                                               "RealFloat",
                                                               "RealFrac",
                                                               "Right",
                                                               "Semigroup",
                                                               "Show",
                                                               "ShowS",
                                                               "String",
                                                               "Traversable",
                                                               "True",
                                                               "Word",
                                                               "^",
                                                               "^^",
                                                               "abs",
                                                               "acos",
                                                               "acosh",
                                                               "all",
                                                               "and",
                                                               "any",
                                                               "appendFile",
                                                               "asTypeOf",
                                                               "asin",
                                                               "asinh",
                                                               "atan",
                                                               "atan2",
                                                               "atanh",
                                                               "break",
                                                               "ceiling",
                                                               "compare",
                                                               "concat",
                                                               "concatMap",
                                                               "const",
                                                               "cos",
                                                               "cosh",
                                                               "curry",
                                                               "cycle",
                                                               "decodeFloat",
                                                               "div",
                                                               "divMod",
                                                               "drop",
                                                               "dropWhile",
                                                               "either",
                                                               "elem",
                                                               "encodeFloat",
                                                               "enumFrom",
                                                               "enumFromThen",
                                                               "enumFromThenTo",
                                                               "enumFromTo",
                                                               "error",
                                                               "errorWithoutStackTrace",
                                                               "even",
                                                               "exp",
                                                               "exponent",
                                                               "fail",
                                                               "filter",
                                                               "flip",
                                                               "floatDigits",
                                                               "floatRadix",
                                                               "floatRange",
                                                               "floor",
                                                               "fmap",
                                                               "foldMap",
                                                               "foldl",
                                                               "foldl'",
                                                               "foldl1",
                                                               "foldr",
                                                               "foldr1",
                                                               "fromEnum",
                                                               "fromInteger",
                                                               "fromIntegral",
                                                               "fromRational",
                                                               "fst",
                                                               "gcd",
                                                               "getChar",
                                                               "getContents",
                                                               "getLine",
                                                               "head",
                                                               "id",
                                                               "init",
                                                               "interact",
                                                               "ioError",
                                                               "isDenormalized",
                                                               "isIEEE",
                                                               "isInfinite",
                                                               "isNaN",
                                                               "isNegativeZero",
                                                               "iterate",
                                                               "last",
                                                               "lcm",
                                                               "length",
                                                               "lex",
                                                               "liftA2",
                                                               "lines",
                                                               "log",
                                                               "logBase",
                                                               "lookup",
                                                               "map",
                                                               "mapM",
                                                               "mapM_",
                                                               "mappend",
                                                               "max",
                                                               "maxBound",
                                                               "maximum",
                                                               "maybe",
                                                               "mconcat",
                                                               "mempty",
                                                               "min",
                                                               "minBound",
                                                               "minimum",
                                                               "mod",
                                                               "negate",
                                                               "not",
                                                               "notElem",
                                                               "null",
                                                               "odd",
                                                               "or",
                                                               "otherwise",
                                                               "pi",
                                                               "pred",
                                                               "print",
                                                               "product",
                                                               "properFraction",
                                                               "pure",
                                                               "putChar",
                                                               "putStr",
                                                               "putStrLn",
                                                               "quot",
                                                               "quotRem",
                                                               "read",
                                                               "readFile",
                                                               "readIO",
                                                               "readList",
                                                               "readLn",
                                                               "readParen",
                                                               "reads",
                                                               "readsPrec",
                                                               "realToFrac",
                                                               "recip",
                                                               "rem",
                                                               "repeat",
                                                               "replicate",
                                                               "return",
                                                               "reverse",
                                                               "round",
                                                               "scaleFloat",
                                                               "scanl",
                                                               "scanl1",
                                                               "scanr",
                                                               "scanr1",
                                                               "seq",
                                                               "sequence",
                                                               "sequenceA",
                                                               "sequence_",
                                                               "show",
                                                               "showChar",
                                                               "showList",
                                                               "showParen",
                                                               "showString",
                                                               "shows",
                                                               "showsPrec",
                                                               "significand",
                                                               "signum",
                                                               "sin",
                                                               "sinh",
                                                               "snd",
                                                               "span",
                                                               "splitAt",
                                                               "sqrt",
                                                               "subtract",
                                                               "succ",
                                                               "sum",
                                                               "tail",
                                                               "take",
                                                               "takeWhile",
                                                               "tan",
                                                               "tanh",
                                                               "toEnum",
                                                               "toInteger",
                                                               "toRational",
                                                               "traverse",
                                                               "truncate",
                                                               "uncurry",
                                                               "undefined",
                                                               "unlines",
                                                               "until",
                                                               "unwords",
                                                               "unzip",
                                                               "unzip3",
                                                               "userError",
                                                               "words",
                                                               "writeFile",
                                                               "zip",
                                                               "zip3",
                                                               "zipWith",
                                                               "zipWith3",
                                                               "||"});
static_assert(std::is_sorted(preludeWords.begin(), preludeWords.end()));

// Bytes of letters beyond ASCII count as letters.
bool isLetterOrDigit(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '\'' || c >= 0x80;
}

// The first code point of valid UTF-8 of two or three bytes; 0 for anything else.
std::uint32_t wideCodePoint(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) : 0;
  };
  if (byte(0) >= 0xC0 && byte(0) < 0xE0) return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
  if (byte(0) >= 0xE0 && byte(0) < 0xF0) {
    return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  }
  return 0;
}

}  // namespace

bool isReservedWord(std::string_view word) {
  return contains(reservedWhenPrinted, word);
}

bool inPrelude(std::string_view name) {
  return contains(preludeWords, name);
}

bool isSymbolic(std::string_view name) {
  if (name.empty()) return false;
  if (support::operatorSymbols.find(name[0]) != std::string_view::npos) return true;
  // The signs of Latin-1, arrows and the blocks of mathematical signs.
  const std::uint32_t c = wideCodePoint(name);
  const bool latin = c >= 0xA1 && c <= 0xBF && c != 0xAA && c != 0xB5 && c != 0xBA;
  return latin || c == 0xD7 || c == 0xF7 || (c >= 0x2190 && c <= 0x2BFF);
}

std::string_view unqualified(std::string_view name) {
  while (!name.empty() && name[0] >= 'A' && name[0] <= 'Z') {
    std::size_t end = 1;
    while (end < name.size() && isLetterOrDigit(static_cast<unsigned char>(name[end]))) ++end;
    if (end + 1 >= name.size() || name[end] != '.') break;
    name.remove_prefix(end + 1);
  }
  return name;
}

bool isVariableName(std::string_view name) {
  if (name.empty() || isReservedWord(name)) return false;
  if (name[0] >= 'A' && name[0] <= 'Z') return false;
  if ((name[0] >= '0' && name[0] <= '9') || name[0] == '\'' || isSymbolic(name)) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return isLetterOrDigit(static_cast<unsigned char>(c)); });
}

bool isUsedByPrinter(std::string_view name) {
  if (name == "error" || name == "errorWithoutStackTrace" || name == "print" ||
      name == "putStrLn" || name == "putStr" || name == "return") {
    return true;
  }
  return ir::primitiveNamed(name).has_value();
}

}  // namespace deforest::text
