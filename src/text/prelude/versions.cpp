// What the functions and types of the Prelude's source are in Haskell, where their names do not say
// it: methods at lists, other functions at some types, parts of `show`, types of other modules.
#include <algorithm>
#include <utility>

#include "text/prelude/prelude.hpp"

namespace deforest::text {

std::span<const ListMethod> listMethods() {
  static const std::vector<ListMethod> methods = {
      {"foldr", "foldr"},
      {"foldl", "foldl"},
      {"foldr'", "foldr"},
      {"foldl'", "foldl"},
      {"foldr1", "foldr1"},
      {"foldl1", "foldl1"},
      {"foldl1'", "foldl1'"},
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
      {"mapAccumL", "mapAccumL"},
      {"mapAccumR", "mapAccumR"},
  };
  return methods;
}

std::span<const ScalarVersion> scalarVersions() {
  using ir::TypeKind;
  static constexpr ScalarVersion versions[] = {
      {"enumFromTo", TypeKind::Integer, "integersFromTo"},
      {"enumFromThenTo", TypeKind::Integer, "integersFromThenTo"},
      {"successor", TypeKind::Int, "intAfter"},
      {"predecessor", TypeKind::Int, "intBefore"},
      {"successor", TypeKind::Integer, "integerAfter"},
      {"predecessor", TypeKind::Integer, "integerBefore"},
      {"rotate", TypeKind::Integer, "integerRotate"},
      {"enumFromLast", TypeKind::Int, "intsFrom", true},
      {"enumFromThenLast", TypeKind::Int, "intsFromThen", true},
      {"enumFromLast", TypeKind::Word, "intsFrom"},
      {"enumFromThenLast", TypeKind::Word, "intsFromThen"},
      {"enumFromLast", TypeKind::Integer, "integersFrom"},
      {"enumFromThenLast", TypeKind::Integer, "integersFromThen"},
      {"enumFromLast", TypeKind::Double, "fractionsFrom"},
      {"enumFromThenLast", TypeKind::Double, "fractionsFromThen"},
      {"enumFromLast", TypeKind::Float, "fractionsFrom"},
      {"enumFromThenLast", TypeKind::Float, "fractionsFromThen"},
      {"streamFromThen", TypeKind::Integer, "streamOfIntegers"},
      {"streamFrom", TypeKind::Double, "streamOfFractions"},
      {"streamFromThen", TypeKind::Double, "streamOfSteps"},
      {"streamFrom", TypeKind::Float, "streamOfFractions"},
      {"streamFromThen", TypeKind::Float, "streamOfSteps"},
      {"enumFromTo", TypeKind::Double, "fractionsFromTo"},
      {"enumFromThenTo", TypeKind::Double, "fractionsFromThenTo"},
      {"successor", TypeKind::Double, "fractionAfter"},
      {"predecessor", TypeKind::Double, "fractionBefore"},
      {"enumFromTo", TypeKind::Float, "fractionsFromTo"},
      {"enumFromThenTo", TypeKind::Float, "fractionsFromThenTo"},
      {"successor", TypeKind::Float, "fractionAfter"},
      {"predecessor", TypeKind::Float, "fractionBefore"},
  };
  return versions;
}

std::span<const MethodVersion> methodVersions() {
  static constexpr MethodVersion versions[] = {
      {"enumFromTo", "Enum", "enumFromTo"},
      {"enumFromThenTo", "Enum", "enumFromThenTo"},
      {"successor", "Enum", "succ"},
      {"predecessor", "Enum", "pred"},
      {"finiteBitSize", "Bits", "finiteBitSize"},
      {"rotate", "Bits", "rotate"},
      {"countLeadingZeros", "Bits", "countLeadingZeros"},
  };
  return versions;
}

std::span<const PrimitiveVersion> primitiveVersions() {
  static constexpr PrimitiveVersion versions[] = {
      {"gcd", ir::TypeKind::Integer, ir::PrimOp::Gcd},
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

std::span<const std::string_view> modulesOfPreludeType(std::string_view name) {
  static constexpr std::string_view both[] = {"Data.Monoid", "Data.Semigroup"};
  static constexpr std::string_view monoid[] = {"Data.Monoid"};
  static constexpr std::string_view semigroup[] = {"Data.Semigroup"};
  static constexpr std::string_view order[] = {"Data.Ord"};
  static constexpr std::string_view complex[] = {"Data.Complex"};
  static constexpr std::string_view ratio[] = {"Data.Ratio", "GHC.Real"};
  static constexpr std::string_view identity[] = {"Data.Functor.Identity"};
  static constexpr std::string_view constant[] = {"Data.Functor.Const", "Control.Applicative"};
  static constexpr std::string_view zipped[] = {"Control.Applicative"};
  static constexpr std::string_view sequence[] = {"Data.Sequence"};
  static constexpr std::string_view actions[] = {"Prelude", "System.IO"};
  static constexpr std::string_view handles[] = {"System.IO"};
  static constexpr std::string_view codes[] = {"System.Exit"};
  static constexpr std::string_view errors[] = {"Prelude", "System.IO.Error"};
  static constexpr std::string_view cells[] = {"Deforest.Cells"};
  for (const std::string_view known : {"Sum", "Product", "Any", "All", "Endo", "Dual"}) {
    if (known == name) return both;
  }
  if (name == "First" || name == "Last") return monoid;
  if (name == "Min" || name == "Max") return semigroup;
  if (name == "Down") return order;
  if (name == "Ratio") return ratio;
  if (name == "Complex") return complex;
  if (name == "Identity") return identity;
  if (name == "Const") return constant;
  if (name == "ZipList") return zipped;
  if (name == "ViewL" || name == "ViewR") return sequence;
  if (name == "IO") return actions;
  for (const std::string_view known : {"Handle", "IOMode", "BufferMode", "TextEncoding"}) {
    if (known == name) return handles;
  }
  if (name == "ExitCode") return codes;
  if (name == "IOError") return errors;
  if (name == "CellHeap" || name == "CellContent" || name == "CellRead") return cells;
  return {};
}

std::string_view actionFunction(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> actions[] = {
      {"putStr", "putText"},       {"putStrLn", "putLine"},          {"putChar", "putCharacter"},
      {"print", "printValue"},     {"getArgs", "givenArguments"},    {"getContents", "restOfInput"},
      {"getLine", "lineOfInput"},  {"getChar", "characterOfInput"},  {"readLn", "valueOfInput"},
      {"isEOF", "isInputAtEnd"},   {"interact", "interactBy"},       {"stdin", "inputHandle"},
      {"stdout", "outputHandle"},  {"stderr", "errorHandle"},        {"hPutStr", "putOn"},
      {"hPutStrLn", "putLineOn"},  {"hPutChar", "putCharacterOn"},   {"hPrint", "printOn"},
      {"hGetContents", "restOf"},  {"hGetLine", "lineOf"},           {"hGetChar", "characterOf"},
      {"hIsEOF", "isAtEnd"},       {"getProgName", "nameOfProgram"}, {"exitWith", "endsWith"},
      {"exitFailure", "fails"},    {"exitSuccess", "succeeds"},      {"die", "dies"},
      {"ioError", "raisesError"},  {"userError", "userError"},       {"readFile", "readsFile"},
      {"writeFile", "writesFile"}, {"appendFile", "appendsFile"},    {"openFile", "opensFile"},
      {"withFile", "usesFile"},    {"hClose", "closesHandle"},       {"utf8", "utf8Encoding"},
  };
  const auto* found =
      std::ranges::find(actions, name, &std::pair<std::string_view, std::string_view>::first);
  return found == std::end(actions) ? std::string_view() : found->second;
}

std::string_view moduleOfConstructors(std::string_view name) {
  return name == "Ratio" ? "GHC.Real" : modulesOfPreludeType(name).front();
}

}  // namespace deforest::text
