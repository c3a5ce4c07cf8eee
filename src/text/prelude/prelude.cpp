// The table of names.
#include "text/prelude/prelude.hpp"

#include <algorithm>

#include "support/check.hpp"
#include "text/parsing/parser.hpp"
#include "text/prelude/parsed_source.hpp"
#include "text/prelude/source.hpp"

namespace deforest::text {
namespace {

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
  constexpr std::string_view analytic = "Fractional a: a -> a";
  constexpr std::string_view equality = "Eq a: a a -> Bool";
  constexpr std::string_view order = "Ord a: a a -> Bool";
  constexpr std::string_view choice = "Ord a: a a -> a";
  constexpr std::string_view toWhole = "Fractional a, Integral b: a -> b";
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
      primitive("**", PrimOp::Pow, fraction),
      primitive("^", PrimOp::IntPow, "Num a, Integral b: a b -> a"),
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
      primitive(".&.", PrimOp::BitAnd, bits, "Data.Bits"),
      primitive(".|.", PrimOp::BitOr, bits, "Data.Bits"),
      primitive("xor", PrimOp::BitXor, bits, "Data.Bits"),
      primitive("complement", PrimOp::Complement, "Bits a: a -> a", "Data.Bits"),
      primitive("shiftL", PrimOp::ShiftL, shift, "Data.Bits"),
      primitive("shiftR", PrimOp::ShiftR, shift, "Data.Bits"),
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
      builtin("pi", Kind::Pi, "Fractional a: -> a"),
      builtin("show", Kind::Show, "Show a: a -> String"),
      builtin("shows", Kind::Shows, "Show a: a String -> String"),
      builtin("showsPrec", Kind::ShowsPrec, "Show a: Int a String -> String"),
      builtin("showList", Kind::ShowList, "Show a: [a] String -> String"),
      special("error", SpecialName::Error),
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
      function("!!", "index"),
      function("showString", "append"),
      function("showChar", "consChar"),
      function("showParen", "inParentheses"),
      function("const", "first"),
      function("id", "identity"),
      function("enumFromTo", "enumFromTo"),
      function("enumFromThenTo", "enumFromThenTo"),
      function("^^", "powerSigned"),
      function("read", "readValue"),
      function("readMaybe", "readWhole", "Text.Read"),
      function("showFloat", "showFloatShortest", "Numeric"),
      function("readEither", "readEither", "Text.Read"),
      function("constructorFrom", "constructorFrom", ""),  // For derived instances alone.
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
      function("isUpper", "charIsUpper", "Data.Char"),
      function("isLower", "charIsLower", "Data.Char"),
      function("isAlpha", "charIsAlpha", "Data.Char"),
      function("isLetter", "charIsAlpha", "Data.Char"),
      function("isAlphaNum", "charIsAlphaNum", "Data.Char"),
      function("isPunctuation", "charIsPunctuation", "Data.Char"),
      function("toUpper", "charToUpper", "Data.Char"),
      function("toLower", "charToLower", "Data.Char"),
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
      function("complementBit", "complementBit", "Data.Bits"),
  };
  names.insert(names.end(), table.begin(), table.end());
  for (const std::string_view same :
       {"drop",       "head",           "init",          "last",      "lookup",  "replicate",
        "reverse",    "splitAt",        "tail",          "take",      "unzip",   "zip",
        "zip3",       "curry",          "either",        "dropWhile", "filter",  "flip",
        "map",        "maybe",          "scanl",         "scanl1",    "scanr",   "scanr1",
        "span",       "takeWhile",      "uncurry",       "until",     "unzip3",  "zipWith",
        "zipWith3",   "reads",          "asTypeOf",      "recip",     "logBase", "isNaN",
        "isInfinite", "isNegativeZero", "properFraction"}) {
    names.push_back(function(same, same));
  }
  for (const std::string_view same : {"delete",         "inits",           "insert",
                                      "intercalate",    "intersperse",     "isInfixOf",
                                      "isPrefixOf",     "isSuffixOf",      "nub",
                                      "sort",           "tails",           "deleteBy",
                                      "dropWhileEnd",   "elemIndex",       "elemIndices",
                                      "findIndex",      "findIndices",     "group",
                                      "groupBy",        "insertBy",        "intersect",
                                      "intersectBy",    "isSubsequenceOf", "mapAccumL",
                                      "mapAccumR",      "nubBy",           "partition",
                                      "permutations",   "sortBy",          "sortOn",
                                      "stripPrefix",    "subsequences",    "transpose",
                                      "uncons",         "unfoldr",         "union",
                                      "unionBy",        "zipWith4",        "zip4",
                                      "deleteFirstsBy", "singleton",       "genericTake",
                                      "genericDrop",    "genericSplitAt",  "genericReplicate",
                                      "genericIndex"}) {
    names.push_back(function(same, same, "Data.List"));
  }
  for (const std::string_view same :
       {"showFFloat", "showEFloat", "showGFloat", "showHex", "showOct", "showBin", "showIntAtBase",
        "readHex", "readOct", "readDec"}) {
    names.push_back(function(same, same, "Numeric"));
  }
  for (const std::string_view same : {"listToMaybe", "mapMaybe", "maybeToList"}) {
    names.push_back(function(same, same, "Data.Maybe"));
  }
  for (const std::string_view same :
       {"fromLeft", "fromRight", "isLeft", "isRight", "lefts", "partitionEithers", "rights"}) {
    names.push_back(function(same, same, "Data.Either"));
  }
}

void addAbsent(std::vector<PreludeName>& names) {
  for (const std::string_view name : {"spawn", "sync", "par", "pseq"}) {
    names.push_back(absent(name, "says what may run at the same time, which nobody has to say",
                           "leave it out: emitted C++ finds that by itself", "Gibbon.Prim"));
  }
  names.push_back(absent("fix", "makes a function by applying one to itself",
                         "write a function that calls itself by its name", "Data.Function"));
  constexpr std::string_view infinite = "makes an infinite list, and the language is strict";
  for (const std::string_view name : {"repeat", "cycle", "iterate", "enumFrom", "enumFromThen"}) {
    names.push_back(absent(name, infinite,
                           "give the list an end: `replicate n x`, `[a .. b]`, or let `take`, "
                           "`takeWhile` or `zip` say right there how much of it is needed"));
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
  for (const std::string_view name : {"toRational", "fromRational"}) {
    names.push_back(absent(name, "needs fractions of whole numbers, which are not supported yet",
                           "use `fromIntegral` between whole numbers and `Double`"));
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
  add("Monoid", "Prelude", {"mempty", "mappend", "mconcat"});
  // Of no module: only the Prelude's own source sees it.
  add("Read", "", {"readsFrom"});
  add("PrintfAny", "", {"printfAny", "printfEach"});
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
      function("foldM_", "foldUnit", "Control.Monad"),
      function("replicateM", "replicateM", "Control.Monad"),
      function("replicateM_", "replicateUnit", "Control.Monad"),
      function("zipWithM", "zipWithM", "Control.Monad"),
      function("zipWithM_", "zipWithUnit", "Control.Monad"),
      function("filterM", "filterM", "Control.Monad"),
      function("join", "join", "Control.Monad"),
      function("liftM", "liftM", "Control.Monad"),
      function("liftM2", "liftM2", "Control.Monad"),
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
      function("asum", "asum", "Data.Foldable"),
      function("traverse_", "traverseUnit", "Data.Foldable"),
      function("for_", "forUnit", "Data.Foldable"),
      function("sequenceA_", "sequenceUnit", "Data.Foldable"),
      function("for", "forTraversable", "Data.Traversable"),
  };
  names.insert(names.end(), table.begin(), table.end());
}

std::vector<PreludeName> makeNames() {
  std::vector<PreludeName> names;
  addMethods(names);
  addMonadic(names);
  addPrimitives(names);
  addBuiltins(names);
  addFunctions(names);
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

std::span<const ListMethod> listMethods() {
  static const std::vector<ListMethod> methods = {
      {"foldr", "foldr"},
      {"foldl", "foldl"},
      {"foldr'", "foldr"},
      {"foldl'", "foldl"},
      {"foldr1", "foldr1"},
      {"foldl1", "foldl1"},
      {"foldl1'", "foldl1"},
      {"null", "null"},
      {"length", "length"},
      {"elem", "elem"},
      {"notElem", "notElem"},
      {"maximum", "maximum"},
      {"minimum", "minimum"},
      {"sum", "sum"},
      {"product", "product"},
      {"and", "andAll"},
      {"or", "orAny"},
      {"any", "any"},
      {"all", "all"},
      {"concat", "concat"},
      {"concatMap", "concatMap"},
      {"find", "find"},
      {"maximumBy", "maximumBy"},
      {"minimumBy", "minimumBy"},
  };
  return methods;
}

std::span<const IntegerVersion> integerVersions() {
  static constexpr IntegerVersion versions[] = {
      {"enumFromTo", "integersFromTo"},
      {"enumFromThenTo", "integersFromThenTo"},
      {"successor", "integerAfter"},
      {"predecessor", "integerBefore"},
  };
  return versions;
}

std::span<const ShowFunction> showFunctions() {
  static const std::vector<ShowFunction> functions = {
      {"showInt", "show", {true}},
      {"showWord", "show", {true}},
      {"showInteger", "show", {true}},
      {"showBool", "show", {true}},
      {"showDouble", "show", {true}},
      {"showFloat", "show", {true}},
      {"showsInt", "showsPrec", {false, true, false}},
      {"showsWord", "showsPrec", {false, true, false}},
      {"showsInteger", "showsPrec", {false, true, false}},
      {"showsBool", "showsPrec", {false, true, false}},
      {"showsChar", "showsPrec", {false, true, false}},
      {"showsDouble", "showsPrec", {false, true, false}},
      {"showsFloat", "showsPrec", {false, true, false}},
      {"showsText", "", {}},
      {"showListOf", "", {}},
      {"openIf", "", {}},
      {"closeIf", "", {}},
  };
  return functions;
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
  };
  return std::ranges::any_of(reexports, [&](const Reexport& reexport) {
    return reexport.module == module && std::find(reexport.names.begin(), reexport.names.end(),
                                                  name.name) != reexport.names.end();
  });
}

std::span<const std::string_view> modulesOfPreludeType(std::string_view name) {
  static constexpr std::string_view both[] = {"Data.Monoid", "Data.Semigroup"};
  static constexpr std::string_view monoid[] = {"Data.Monoid"};
  static constexpr std::string_view semigroup[] = {"Data.Semigroup"};
  static constexpr std::string_view order[] = {"Data.Ord"};
  static constexpr std::string_view identity[] = {"Data.Functor.Identity"};
  for (const std::string_view known : {"Sum", "Product", "Any", "All", "Endo", "Dual"}) {
    if (known == name) return both;
  }
  if (name == "First" || name == "Last") return monoid;
  if (name == "Min" || name == "Max") return semigroup;
  if (name == "Down") return order;
  if (name == "Identity") return identity;
  return {};
}

std::string preludeSource() {
  return std::string(classSource()) + std::string(functorSource()) + std::string(listSource()) +
         std::string(streamSource()) + std::string(showSource()) + std::string(functionsSource()) +
         std::string(readSource()) + std::string(formatSource());
}

const ast::Module& preludeModule() {
  static ParsedSource source(preludeSource);
  return source.module();
}

}  // namespace deforest::text
