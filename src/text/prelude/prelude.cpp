// The table of names.
#include "text/prelude/prelude.hpp"

#include <algorithm>

#include "support/check.hpp"
#include "text/parsing/parser.hpp"
#include "text/prelude/parsed_source.hpp"
#include "text/prelude/source.hpp"

namespace deforest::text {
namespace {

// Functions of Data.List that are called here as they are there.
constexpr std::string_view ofLists =
    "delete inits insert intercalate intersperse isInfixOf isPrefixOf isSuffixOf nub sort "
    "tails deleteBy dropWhileEnd elemIndex elemIndices findIndex findIndices group groupBy "
    "insertBy intersect intersectBy isSubsequenceOf nubBy partition permutations sortBy "
    "sortOn stripPrefix subsequences transpose uncons unfoldr union unionBy zipWith4 zip4 "
    "zipWith5 zip5 unsnoc deleteFirstsBy singleton genericTake genericDrop genericSplitAt "
    "genericReplicate genericIndex";

using ir::PrimOp;
using Kind = Builtin::Kind;

PreludeName primitive(std::string_view name, PrimOp op, std::string_view scheme,
                      std::string_view module = "Prelude") {
  return {name, module, Builtin{name, Kind::Primitive, op, scheme}};
}

PreludeName builtin(std::string_view name, Kind kind, std::string_view scheme,
                    std::string_view module = "Prelude") {
  return {name, module, Builtin{name, kind, PrimOp::Add, scheme}};
}

PreludeName special(std::string_view name, SpecialName meaning,
                    std::string_view module = "Prelude") {
  return {name, module, meaning};
}

PreludeName function(std::string_view name, std::string_view definition,
                     std::string_view module = "Prelude") {
  return {name, module, PreludeFunction{definition}};
}

PreludeName absent(std::string_view name, std::string_view why, std::string_view instead,
                   std::string_view module = "Prelude") {
  return {name, module, NotInLanguage{why, instead}};
}

void addPrimitives(std::vector<PreludeName>& names) {
  constexpr std::string_view arithmetic = "Num a: a a -> a";
  constexpr std::string_view number = "Num a: a -> a";
  constexpr std::string_view integral = "Integral a: a a -> a";
  constexpr std::string_view fraction = "Fractional a: a a -> a";
  constexpr std::string_view analytic = "Floating a: a -> a";
  constexpr std::string_view equality = "Eq a: a a -> Bool";
  constexpr std::string_view order = "Ord a: a a -> Bool";
  constexpr std::string_view choice = "Ord a: a a -> a";
  constexpr std::string_view toWhole = "RealFrac a, Integral b: a -> b";
  constexpr std::string_view bits = "Bits a: a a -> a";
  constexpr std::string_view shift = "Bits a: a Int -> a";
  const std::vector<PreludeName> table = {
      primitive("+", PrimOp::Add, arithmetic),
      primitive("-", PrimOp::Sub, arithmetic),
      primitive("*", PrimOp::Mul, arithmetic),
      primitive("negate", PrimOp::Negate, number),
      primitive("abs", PrimOp::Abs, number),
      primitive("signum", PrimOp::Signum, number),
      primitive("min", PrimOp::Min, choice),
      primitive("max", PrimOp::Max, choice),
      primitive("div", PrimOp::Div, integral),
      primitive("mod", PrimOp::Mod, integral),
      primitive("quot", PrimOp::Quot, integral),
      primitive("rem", PrimOp::Rem, integral),
      primitive("/", PrimOp::FDiv, fraction),
      primitive("**", PrimOp::Pow, "Floating a: a a -> a"),
      primitive("^", PrimOp::IntPow, "Num a, Integral b: a b -> a"),
      primitive("tan", PrimOp::Tan, analytic),
      primitive("asin", PrimOp::Asin, analytic),
      primitive("acos", PrimOp::Acos, analytic),
      primitive("atan", PrimOp::Atan, analytic),
      primitive("sinh", PrimOp::Sinh, analytic),
      primitive("cosh", PrimOp::Cosh, analytic),
      primitive("tanh", PrimOp::Tanh, analytic),
      primitive("asinh", PrimOp::Asinh, analytic),
      primitive("acosh", PrimOp::Acosh, analytic),
      primitive("atanh", PrimOp::Atanh, analytic),
      primitive("sqrt", PrimOp::Sqrt, analytic),
      primitive("exp", PrimOp::Exp, analytic),
      primitive("log", PrimOp::Log, analytic),
      primitive("sin", PrimOp::Sin, analytic),
      primitive("cos", PrimOp::Cos, analytic),
      primitive("==", PrimOp::Eq, equality),
      primitive("/=", PrimOp::Ne, equality),
      primitive("<", PrimOp::Lt, order),
      primitive("<=", PrimOp::Le, order),
      primitive(">", PrimOp::Gt, order),
      primitive(">=", PrimOp::Ge, order),
      primitive("not", PrimOp::Not, "Bool -> Bool"),
      primitive("even", PrimOp::Even, "Integral a: a -> Bool"),
      primitive("odd", PrimOp::Odd, "Integral a: a -> Bool"),
      primitive("fromIntegral", PrimOp::FromIntegral, "Integral a, Num b: a -> b"),
      primitive("fromInteger", PrimOp::FromIntegral, "Num a: Integer -> a"),
      primitive("toInteger", PrimOp::FromIntegral, "Integral a: a -> Integer"),
      primitive("truncate", PrimOp::Truncate, toWhole),
      primitive("floor", PrimOp::Floor, toWhole),
      primitive("ceiling", PrimOp::Ceiling, toWhole),
      primitive("round", PrimOp::Round, toWhole),
      primitive("seq", PrimOp::Seq, "a b -> b"),
      primitive("ord", PrimOp::Ord, "Char -> Int", "Data.Char"),
      primitive("chr", PrimOp::Chr, "Int -> Char", "Data.Char"),
      primitive("isUpper", PrimOp::IsUpper, "Char -> Bool", "Data.Char"),
      primitive("isLower", PrimOp::IsLower, "Char -> Bool", "Data.Char"),
      primitive("isAlpha", PrimOp::IsAlpha, "Char -> Bool", "Data.Char"),
      primitive("isAlphaNum", PrimOp::IsAlphaNum, "Char -> Bool", "Data.Char"),
      primitive("isNumber", PrimOp::IsNumber, "Char -> Bool", "Data.Char"),
      primitive("isMark", PrimOp::IsMark, "Char -> Bool", "Data.Char"),
      primitive("isPunctuation", PrimOp::IsPunctuation, "Char -> Bool", "Data.Char"),
      primitive("isSymbol", PrimOp::IsSymbol, "Char -> Bool", "Data.Char"),
      primitive("isSeparator", PrimOp::IsSeparator, "Char -> Bool", "Data.Char"),
      primitive("isPrint", PrimOp::IsPrint, "Char -> Bool", "Data.Char"),
      primitive("isLetter", PrimOp::IsAlpha, "Char -> Bool", "Data.Char"),
      primitive("toUpper", PrimOp::ToUpper, "Char -> Char", "Data.Char"),
      primitive("toLower", PrimOp::ToLower, "Char -> Char", "Data.Char"),
      primitive(".&.", PrimOp::BitAnd, bits, "Data.Bits"),
      primitive(".|.", PrimOp::BitOr, bits, "Data.Bits"),
      primitive("xor", PrimOp::BitXor, bits, "Data.Bits"),
      primitive("complement", PrimOp::Complement, "Bits a: a -> a", "Data.Bits"),
      primitive("shiftL", PrimOp::ShiftL, shift, "Data.Bits"),
      primitive("shiftR", PrimOp::ShiftR, shift, "Data.Bits"),
      primitive("unsafeShiftL", PrimOp::ShiftL, shift, "Data.Bits"),
      primitive("unsafeShiftR", PrimOp::ShiftR, shift, "Data.Bits"),
      primitive("popCount", PrimOp::PopCount, "Bits a: a -> Int", "Data.Bits"),
      primitive("testBit", PrimOp::TestBit, "Bits a: a Int -> Bool", "Data.Bits"),
      primitive(".+.", PrimOp::Add, "Float Float -> Float", "Gibbon.Prim"),
      primitive(".-.", PrimOp::Sub, "Float Float -> Float", "Gibbon.Prim"),
      primitive(".*.", PrimOp::Mul, "Float Float -> Float", "Gibbon.Prim"),
      primitive("./.", PrimOp::FDiv, "Float Float -> Float", "Gibbon.Prim"),
      primitive(".==.", PrimOp::Eq, "Float Float -> Bool", "Gibbon.Prim"),
      primitive(".<.", PrimOp::Lt, "Float Float -> Bool", "Gibbon.Prim"),
      primitive(".>.", PrimOp::Gt, "Float Float -> Bool", "Gibbon.Prim"),
      primitive(".<=.", PrimOp::Le, "Float Float -> Bool", "Gibbon.Prim"),
      primitive(".>=.", PrimOp::Ge, "Float Float -> Bool", "Gibbon.Prim"),
      primitive("*==*", PrimOp::Eq, "Char Char -> Bool", "Gibbon.Prim"),
      primitive("intToFloat", PrimOp::FromIntegral, "Int -> Float", "Gibbon.Prim"),
      primitive("floatToInt", PrimOp::Truncate, "Float -> Int", "Gibbon.Prim"),
  };
  names.insert(names.end(), table.begin(), table.end());
}

void addBuiltins(std::vector<PreludeName>& names) {
  const std::vector<PreludeName> table = {
      builtin("&&", Kind::And, "Bool Bool -> Bool"),
      builtin("||", Kind::Or, "Bool Bool -> Bool"),
      builtin("compare", Kind::Compare, "Ord a: a a -> Ordering"),
      builtin("fromEnum", Kind::FromEnum, "Enum a: a -> Int"),
      builtin("toEnum", Kind::ToEnum, "Enum a: Int -> a"),
      builtin("divMod", Kind::DivMod, "Integral a: a a -> (a, a)"),
      builtin("quotRem", Kind::QuotRem, "Integral a: a a -> (a, a)"),
      builtin("fst", Kind::Fst, "(a, b) -> a"),
      builtin("snd", Kind::Snd, "(a, b) -> b"),
      builtin("minBound", Kind::MinBound, "Bounded a: -> a"),
      builtin("maxBound", Kind::MaxBound, "Bounded a: -> a"),
      builtin("lastFrom", Kind::LastFrom, "Enum a: a a -> a", ""),  // For the Prelude alone.
      builtin("enumFrom", Kind::EnumFrom, "Enum a: a -> [a]"),
      builtin("enumFromThen", Kind::EnumFromThen, "Enum a: a a -> [a]"),
      builtin("pi", Kind::Pi, "Floating a: -> a"),
      builtin("realToFrac", Kind::RealToFrac, "Real a, Fractional b: a -> b"),
      builtin("show", Kind::Show, "Show a: a -> String"),
      builtin("shows", Kind::Shows, "Show a: a String -> String"),
      builtin("showsPrec", Kind::ShowsPrec, "Show a: Int a String -> String"),
      builtin("showList", Kind::ShowList, "Show a: [a] String -> String"),
      special("error", SpecialName::Error),
      special("errorWithoutStackTrace", SpecialName::BareError),
      special("undefined", SpecialName::Undefined),
      special("otherwise", SpecialName::Otherwise),
      special("$", SpecialName::ApplyOperator),
      special("$!", SpecialName::ApplyOperator),
      special(".", SpecialName::ComposeOperator),
      special("print", SpecialName::Output),
      special("putStrLn", SpecialName::Output),
      special("putStr", SpecialName::Output),
      special(">>=", SpecialName::Bind),
      special("<$>", SpecialName::Map),
      special("fmap", SpecialName::Map),
      special("<*>", SpecialName::Apply),
      special("printf", SpecialName::Format, "Text.Printf"),
      special("hPrintf", SpecialName::Output, "Text.Printf"),
      special("when", SpecialName::When, "Control.Monad"),
      special("unless", SpecialName::Unless, "Control.Monad"),
      special("getArgs", SpecialName::Output, "System.Environment"),
      special("getLine", SpecialName::Output),
      special("getContents", SpecialName::Output),
      special("interact", SpecialName::Output),
      special("hFlush", SpecialName::Output, "System.IO"),
      special("hSetBuffering", SpecialName::Output, "System.IO"),
  };
  names.insert(names.end(), table.begin(), table.end());
}

void addFunctions(std::vector<PreludeName>& names) {
  const std::vector<PreludeName> table = {
      function("++", "append"),
      function("!!", "elementAt"),
      function("showString", "append"),
      function("showChar", "consChar"),
      function("showParen", "inParentheses"),
      function("const", "first"),
      function("id", "identity"),
      function("enumFromTo", "enumFromTo"),
      function("enumFromThenTo", "enumFromThenTo"),
      function("^^", "powerSigned"),
      function("iterate", "iterateForever"),
      function("repeat", "repeatForever"),
      function("cycle", "cycleForever"),
      function("read", "readValue"),
      function("readParen", "readParen"),
      function("lex", "lexeme"),
      function("readMaybe", "readWhole", "Text.Read"),
      function("showFloat", "showFloatShortest", "Numeric"),
      function("readEither", "readEither", "Text.Read"),
      // For derived instances alone.
      function("constructorFrom", "constructorFrom", ""),
      function("readOperand", "readOperand", ""),
      function("readWord", "readWord", ""),
      function("readSymbol", "readSymbol", ""),
      function("readMark", "readMark", ""),
      function("sectionOf", "sectionOf", ""),
      function("placeAmong", "placeAmong", ""),
      function("isAmong", "isAmong", ""),
      function("isAsciiUpper", "charIsAsciiUpper", "Data.Char"),
      function("isAsciiLower", "charIsAsciiLower", "Data.Char"),
      function("isLatin1", "charIsLatin1", "Data.Char"),
      function("succ", "successor"),
      function("pred", "predecessor"),
      function("subtract", "subtract"),
      function("gcd", "gcd"),
      function("lcm", "lcm"),
      function("catMaybes", "catMaybes", "Data.Maybe"),
      function("fromJust", "fromJust", "Data.Maybe"),
      function("fromMaybe", "fromMaybe", "Data.Maybe"),
      function("isJust", "isJust", "Data.Maybe"),
      function("isNothing", "isNothing", "Data.Maybe"),
      function("lines", "linesOf"),
      function("unlines", "unlinesOf"),
      function("words", "wordsOf"),
      function("unwords", "unwordsOf"),
      function("digitToInt", "charDigit", "Data.Char"),
      function("intToDigit", "digitChar", "Data.Char"),
      function("isDigit", "charIsDigit", "Data.Char"),
      function("isOctDigit", "charIsOctDigit", "Data.Char"),
      function("isHexDigit", "charIsHexDigit", "Data.Char"),
      function("isSpace", "charIsSpace", "Data.Char"),
      function("isAscii", "charIsAscii", "Data.Char"),
      function("isControl", "charIsControl", "Data.Char"),
      function("swap", "swapPair", "Data.Tuple"),
      function("break", "breakAt"),
      function("&", "applyBack", "Data.Function"),
      function("on", "on", "Data.Function"),
      function("comparing", "comparing", "Data.Ord"),
      function("\\\\", "difference", "Data.List"),
      function("scanl'", "scanlStrict", "Data.List"),
      function("genericLength", "genericLength", "Data.List"),
      function("bit", "bit", "Data.Bits"),
      function("setBit", "setBit", "Data.Bits"),
      function("clearBit", "clearBit", "Data.Bits"),
      function("zeroBits", "zeroBits", "Data.Bits"),
      function("shift", "shift", "Data.Bits"),
      function("finiteBitSize", "finiteBitSize", "Data.Bits"),
      function("rotate", "rotate", "Data.Bits"),
      function("rotateL", "rotateL", "Data.Bits"),
      function("rotateR", "rotateR", "Data.Bits"),
      function("countLeadingZeros", "countLeadingZeros", "Data.Bits"),
      function("countTrailingZeros", "countTrailingZeros", "Data.Bits"),
      function("complementBit", "complementBit", "Data.Bits"),
  };
  names.insert(names.end(), table.begin(), table.end());
  for (const std::string_view same :
       {"drop",    "head",      "init",     "last",  "lookup",    "replicate", "reverse",
        "splitAt", "tail",      "take",     "unzip", "zip",       "zip3",      "curry",
        "either",  "dropWhile", "filter",   "flip",  "map",       "maybe",     "scanl",
        "scanl1",  "scanr",     "scanr1",   "span",  "takeWhile", "uncurry",   "until",
        "unzip3",  "zipWith",   "zipWith3", "reads", "asTypeOf"}) {
    names.push_back(function(same, same));
  }
  for (const std::string_view same : wordsOf(ofLists)) {
    names.push_back(function(same, same, "Data.List"));
  }
  for (const std::string_view same :
       {"showFFloat", "showEFloat", "showGFloat", "showHex", "showOct", "showBin", "showIntAtBase",
        "readHex", "readOct", "readDec", "readInt", "readSigned", "lexDigits", "showSigned"}) {
    names.push_back(function(same, same, "Numeric"));
  }
  names.push_back(function("showInt", "showWhole", "Numeric"));
  names.push_back(function("iterate'", "iterateStrictly", "Data.List"));
  names.push_back(function("applyWhen", "applyWhen", "Data.Function"));
  names.push_back(function("clamp", "clamp", "Data.Ord"));
  names.push_back(function("%", "ratioOf", "Data.Ratio"));
  for (const std::string_view same : {"numerator", "denominator", "approxRational"}) {
    names.push_back(function(same, same, "Data.Ratio"));
  }
  for (const std::string_view same :
       {"realPart", "imagPart", "conjugate", "mkPolar", "cis", "polar", "magnitude", "phase"}) {
    names.push_back(function(same, same, "Data.Complex"));
  }
  for (const std::string_view same : {"listToMaybe", "mapMaybe", "maybeToList"}) {
    names.push_back(function(same, same, "Data.Maybe"));
  }
  for (const std::string_view same :
       {"fromLeft", "fromRight", "isLeft", "isRight", "lefts", "partitionEithers", "rights"}) {
    names.push_back(function(same, same, "Data.Either"));
  }
}

// What modules that are read with a program are made of (mutable_source.cpp).
void addCells(std::vector<PreludeName>& names) {
  for (const std::string_view same :
       {"emptyHeap", "ownHeap", "newCell", "readCell", "writeCell", "onHeap", "unsetElement",
        "unboxedOfAll", "integerAsPrinted", "wordAsPrinted"}) {
    names.push_back(function(same, same, "Deforest.Cells"));
  }
}

void addAbsent(std::vector<PreludeName>& names) {
  for (const std::string_view name : {"spawn", "sync", "par", "pseq"}) {
    names.push_back(absent(name, "says what may run at the same time, which nobody has to say",
                           "leave it out: emitted C++ finds that by itself", "Gibbon.Prim"));
  }
  constexpr std::string_view io = "reads or does something outside";
  for (const std::string_view name : {"readFile", "writeFile", "appendFile", "readLn", "readIO",
                                      "ioError", "userError", "getChar", "putChar"}) {
    names.push_back(absent(name, io,
                           "`main` may print, and read what it is given: `getArgs`, "
                           "`getLine`, `getContents`"));
  }
  for (const std::string_view name : {"exitWith", "exitFailure", "exitSuccess"}) {
    names.push_back(
        absent(name, "is not supported yet", "print what is wrong, and end", "System.Exit"));
  }
  for (const std::string_view name : {"getProgName", "lookupEnv", "getEnvironment"}) {
    names.push_back(absent(name, "is not supported yet", "use `getArgs`", "System.Environment"));
  }
  for (const std::string_view name : {"hPutStrLn", "hPutStr", "hPrint", "hGetLine", "hGetContents",
                                      "hClose", "stderr", "stdout", "stdin"}) {
    names.push_back(
        absent(name, "is not supported yet", "use `putStr` and `getContents`", "System.IO"));
  }
}

// Names that only Gibbon's modules see.
std::vector<PreludeName> makeGibbonNames() {
  constexpr std::string_view gibbon = "Gibbon.Prim";
  std::vector<PreludeName> names = {
      // Of whole numbers too: C's division, which elaboration chooses by the type.
      primitive("/", PrimOp::FDiv, "Num a: a a -> a", gibbon),
      function("sizeParam", "sizeParam", gibbon),
      // These measure time and copy representations.
      function("iterate", "identity", gibbon),
      function("timeit", "identity", gibbon),
      function("copyPacked", "identity", gibbon),
      absent("quote", "makes one of Gibbon's symbols, which are not in the language",
             "use the constructors of a `data` type", gibbon),
  };
  for (const std::string_view name :
       {"printint", "printfloat", "printchar", "printbool", "printsym", "printPacked",
        "print_space", "print_newline", "printParen"}) {
    names.push_back(absent(name,
                           "is Gibbon's: it prints while the program is evaluated, which the "
                           "language has no way to say",
                           "drop it: the value of `gibbon_main` is printed in any case", gibbon));
  }
  for (const std::string_view name : {"travPacked", "bench", "readPackedFile", "writePackedFile"}) {
    names.push_back(absent(name,
                           "is Gibbon's: it works on the bytes of packed data, which the language "
                           "does not show",
                           "drop it, or write the function on the tree itself", gibbon));
  }
  std::ranges::sort(names, {}, &PreludeName::name);
  return names;
}

void addMethods(std::vector<PreludeName>& names) {
  const auto add = [&](std::string_view className, std::string_view module,
                       std::initializer_list<std::string_view> methods) {
    for (const std::string_view name : methods) {
      names.push_back({name, module, PreludeMethod{className}});
    }
  };
  add("Semigroup", "Prelude", {"<>"});
  add("Semigroup", "Data.Semigroup", {"stimes"});
  add("Real", "Prelude", {"toRational"});
  add("Fractional", "Prelude", {"recip", "fromRational"});
  add("RealFrac", "Prelude", {"properFraction"});
  add("Floating", "Prelude", {"logBase"});
  add("RealFloat", "Prelude",
      {"floatRadix", "floatDigits", "floatRange", "decodeFloat", "encodeFloat", "exponent",
       "significand", "scaleFloat", "isNaN", "isInfinite", "isDenormalized", "isNegativeZero",
       "isIEEE", "atan2"});
  add("Monoid", "Prelude", {"mempty", "mappend", "mconcat"});
  add("Read", "Prelude", {"readsPrec", "readList"});
  // Of no module: only the Prelude's own source sees it.
  add("Ix", "", {"ixOffset", "ixInside", "ixSize"});
  add("Unboxed", "", {"unboxedZero"});
  add("Ix", "Data.Ix", {"range", "index", "inRange", "rangeSize"});
  add("PrintfAny", "", {"printfAny", "printfEach"});
  add("PrintfResult", "", {"printfResult"});
  add("PrintfCharacter", "", {"printfCharacter"});
  add("PrintfNothing", "", {"printfNothing"});
  add("Functor", "Prelude", {"<$"});
  add("Applicative", "Prelude", {"pure", "*>", "<*"});
  add("Applicative", "Control.Applicative", {"liftA2", "liftA3"});
  add("Applicative", "", {"liftA4", "liftA5"});
  add("Monad", "Prelude", {">>", "return"});
  add("MonadFail", "Prelude", {"fail"});
  add("Alternative", "Control.Applicative", {"empty", "<|>", "many", "some"});
  add("Foldable", "Prelude",
      {"foldMap", "foldr", "foldl", "foldr1", "foldl1", "null", "length", "elem", "notElem",
       "maximum", "minimum", "sum", "product", "and", "or", "any", "all", "concat", "concatMap"});
  add("Foldable", "Data.Foldable", {"fold", "foldr'", "toList"});
  add("Foldable", "Data.List", {"foldl'", "foldl1'", "find", "maximumBy", "minimumBy"});
  add("Traversable", "Prelude", {"traverse", "sequenceA", "mapM", "sequence"});
  add("Traversable", "Data.List", {"mapAccumL", "mapAccumR"});
}

// What is made of the classes of type constructors.
void addMonadic(std::vector<PreludeName>& names) {
  const std::vector<PreludeName> table = {
      function("mapM_", "traverseUnit"),
      function("sequence_", "sequenceUnit"),
      function("=<<", "bindBack"),
      function("forM_", "forUnit", "Control.Monad"),
      function("forM", "forTraversable", "Control.Monad"),
      function("foldM", "foldM", "Control.Monad"),
      function("foldlM", "foldM", "Data.Foldable"),
      function("foldrM", "foldrM", "Data.Foldable"),
      function("foldM_", "foldUnit", "Control.Monad"),
      function("replicateM", "replicateM", "Control.Monad"),
      function("replicateM_", "replicateUnit", "Control.Monad"),
      function("zipWithM", "zipWithM", "Control.Monad"),
      function("zipWithM_", "zipWithUnit", "Control.Monad"),
      function("filterM", "filterM", "Control.Monad"),
      function("mfilter", "mfilter", "Control.Monad"),
      function("join", "join", "Control.Monad"),
      function("liftM", "liftM", "Control.Monad"),
      function("liftM2", "liftM2", "Control.Monad"),
      function("liftM3", "liftM3", "Control.Monad"),
      function("<$!>", "mapStrictly", "Control.Monad"),
      function("foldMap'", "foldMapStrictly", "Data.Foldable"),
      function("ap", "ap", "Control.Monad"),
      function(">=>", "composeTo", "Control.Monad"),
      function("<=<", "composeBack", "Control.Monad"),
      function("forever", "forever", "Control.Monad"),
      function("void", "void", "Data.Functor"),
      function("guard", "guard", "Control.Monad"),
      function("mzero", "mzero", "Control.Monad"),
      function("mplus", "mplus", "Control.Monad"),
      function("msum", "asum", "Control.Monad"),
      function("<&>", "mapBack", "Data.Functor"),
      function("$>", "replaceBack", "Data.Functor"),
      function("optional", "optional", "Control.Applicative"),
      function("liftA", "liftA", "Control.Applicative"),
      function("<**>", "applyBehind", "Control.Applicative"),
      function("mapAndUnzipM", "mapAndUnzipM", "Control.Monad"),
      function("unzip", "unzipFunctor", "Data.Functor"),
      function("fmapDefault", "fmapDefault", "Data.Traversable"),
      function("foldMapDefault", "foldMapDefault", "Data.Traversable"),
      function("asum", "asum", "Data.Foldable"),
      function("traverse_", "traverseUnit", "Data.Foldable"),
      function("for_", "forUnit", "Data.Foldable"),
      function("sequenceA_", "sequenceUnit", "Data.Foldable"),
      function("for", "forTraversable", "Data.Traversable"),
  };
  names.insert(names.end(), table.begin(), table.end());
}

std::vector<PreludeName> makeNames() {
  std::vector<PreludeName> names = {{"fix", "Data.Function", LibraryFunction{}}};
  addMethods(names);
  addMonadic(names);
  addPrimitives(names);
  addBuiltins(names);
  addFunctions(names);
  addCells(names);
  addAbsent(names);
  for (const UnsupportedName& unsupported : unsupportedNames()) {
    const auto isNamed = [&](const PreludeName& name) { return name.name == unsupported.name; };
    if (std::ranges::any_of(names, isNamed)) continue;
    names.push_back(absent(unsupported.name, "is not supported yet",
                           "write a function of your own that does it", unsupported.module));
  }
  std::ranges::sort(names, {}, &PreludeName::name);
  return names;
}

// Among sorted names.
const PreludeName* find(std::span<const PreludeName> names, std::string_view name) {
  const auto found = std::ranges::lower_bound(names, name, {}, &PreludeName::name);
  return found != names.end() && found->name == name ? &*found : nullptr;
}

}  // namespace

std::span<const PreludeName> preludeNames() {
  static const std::vector<PreludeName> names = makeNames();
  return names;
}

const PreludeName* findPreludeName(std::string_view name) {
  return find(preludeNames(), name);
}

const PreludeName* findGibbonName(std::string_view name) {
  static const std::vector<PreludeName> names = makeGibbonNames();
  return find(names, name);
}

const PreludeName* findPreludeFunction(std::string_view function) {
  for (const PreludeName& name : preludeNames()) {
    const auto* meaning = std::get_if<PreludeFunction>(&name.meaning);
    if (meaning != nullptr && meaning->function == function) return &name;
  }
  for (const ListMethod& method : listMethods()) {
    if (method.function == function) return findPreludeName(method.name);
  }
  return nullptr;
}

bool isReexported(std::string_view module, const PreludeName& name) {
  struct Reexport {
    std::string_view module;
    std::initializer_list<std::string_view> names;
  };
  static const Reexport reexports[] = {
      {"Data.Foldable",
       {"foldl'",    "find",   "maximumBy", "minimumBy", "forM_",  "foldMap", "foldr",
        "foldl",     "length", "sum",       "product",   "elem",   "null",    "mapM_",
        "sequence_", "any",    "all",       "and",       "or",     "concat",  "concatMap",
        "foldr1",    "foldl1", "maximum",   "minimum",   "notElem"}},
      {"Data.Traversable",
       {"forM", "traverse", "sequenceA", "mapM", "sequence", "mapAccumL", "mapAccumR"}},
      {"Control.Monad",
       {"void", "fmap", "mapM", "mapM_", "sequence", "sequence_", "=<<", ">>=", ">>"}},
      {"Data.Functor", {"fmap", "<$>", "<$"}},
      {"Control.Applicative", {"<$>", "<$", "<*>", "pure", "*>", "<*", "asum"}},
      {"Data.Monoid", {"<>", "mempty", "mappend", "mconcat"}},
      {"Data.Semigroup", {"<>"}},
      {"Data.Array", {"range", "index", "inRange", "rangeSize"}},
      {"Data.Array.Unboxed", {"range", "index", "inRange", "rangeSize"}},
  };
  return std::ranges::any_of(reexports, [&](const Reexport& reexport) {
    return reexport.module == module && std::find(reexport.names.begin(), reexport.names.end(),
                                                  name.name) != reexport.names.end();
  });
}

std::string preludeSource() {
  return std::string(classSource()) + std::string(fractionSource()) + std::string(complexSource()) +
         std::string(functorSource()) + std::string(identitySource()) + newtypeNumbersSource() +
         std::string(sequenceViewSource()) + std::string(listSource()) +
         std::string(characterSource()) + std::string(streamSource()) + std::string(showSource()) +
         std::string(functionsSource()) + std::string(readSource()) +
         std::string(readDataSource()) + std::string(formatSource()) + std::string(cellSource()) +
         std::string(actionSource()) + std::string(indexSource()) + std::string(tableSource()) +
         std::string(keptListSource());
}

const ast::Module& preludeModule() {
  static ParsedSource source(preludeSource);
  return source.module();
}

}  // namespace deforest::text
