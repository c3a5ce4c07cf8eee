// The names the language has without anybody defining them, and what each of them is: a primitive
// operation, a function written in the language itself (prelude/source.cpp), or a name that is
// known only to say why it is not there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ir/program.hpp"
#include "support/diagnostic.hpp"
#include "text/parsing/ast.hpp"

namespace deforest::text {

/// An operation that elaboration expands itself.
struct Builtin {
  enum class Kind : std::uint8_t {
    Primitive,  ///< `op`; comparisons, `min` and `max` of data types too
    And,
    Or,
    Compare,
    FromEnum,
    ToEnum,
    DivMod,
    QuotRem,
    Fst,
    Snd,
    MinBound,
    MaxBound,
    RangeLast,      ///< Of `[x ..]`, of whole numbers too; of Integers, which have none, any.
    RangeLeast,     ///< What `[x, y ..]` does not go beyond, of whole numbers too.
    RangeGreatest,  ///< The same if y is greater than x.
    LastFrom,       ///< Of x and the last one of `[x ..]` that; of Integers one that is not met.
    EnumFrom,       ///< `[x ..]` as a list
    EnumFromThen,   ///< `[x, y ..]`
    Pi,
    RealToFrac,
    Show,
    Shows,
    ShowsPrec,
    ShowList
  };
  std::string_view name;
  Kind kind = Kind::Primitive;
  ir::PrimOp op = ir::PrimOp::Add;
  /// `Num a: a a -> a`: contexts, operand types, result type.
  std::string_view scheme;

  /// Whether it is a method of a class, or calls one: what it does depends on a type.
  [[nodiscard]] bool isOverloaded() const { return scheme.find(':') != std::string_view::npos; }
  /// That type is the result's, and not that of the first operand.
  [[nodiscard]] bool resultDecides() const {
    return kind == Kind::ToEnum || kind == Kind::MinBound || kind == Kind::MaxBound ||
           kind == Kind::RangeLast || kind == Kind::RangeLeast || kind == Kind::RangeGreatest ||
           kind == Kind::Pi || op == ir::PrimOp::FromIntegral;
  }

  [[nodiscard]] bool isComparison() const {
    return kind == Kind::Compare ||
           (kind == Kind::Primitive && ((op >= ir::PrimOp::Eq && op <= ir::PrimOp::Ge) ||
                                        op == ir::PrimOp::Min || op == ir::PrimOp::Max));
  }
};

/// What the scope phase treats by its name.
enum class SpecialName : std::uint8_t {
  Error,
  BareError,  ///< `errorWithoutStackTrace`
  Undefined,
  Otherwise,
  ApplyOperator,    ///< `$` and `$!`
  ComposeOperator,  ///< `.`
  Output,           ///< `print`, `putStrLn`, `putStr`
  Format,           ///< `printf`
  Bind,             ///< `>>=`
  Map,              ///< `<$>`, `fmap`
  Apply,            ///< `<*>`
  When,
  Unless,
};

/// Written in the language's own Prelude under the name `function`.
struct PreludeFunction {
  std::string_view function;
};
/// A method of that class of the language's own Prelude.
struct PreludeMethod {
  std::string_view className;
};
/// Written in the language under the same name, in the library of the name's module
/// (libraries.hpp).
struct LibraryFunction {};
/// Takes or makes functions, or does more than the language can; `instead` is the hint.
struct NotInLanguage {
  std::string_view why;
  std::string_view instead;
};

struct PreludeName {
  std::string_view name;
  std::string_view module;  ///< `Prelude`, `Data.Bits`, ...; `Gibbon.Prim`.
  std::variant<Builtin, SpecialName, PreludeFunction, PreludeMethod, LibraryFunction, NotInLanguage>
      meaning;
};

/// The meaning of a name, whichever module it is from; null if the language does not know it.
[[nodiscard]] const PreludeName* findPreludeName(std::string_view name);
/// What the name means in the modules of Gibbon, if it is another thing there than in Haskell, or
/// one that Haskell does not have.
[[nodiscard]] const PreludeName* findGibbonName(std::string_view name);
/// The name under which Haskell's libraries have the function that prelude/source.cpp calls
/// `function`; null if none does.
[[nodiscard]] const PreludeName* findPreludeFunction(std::string_view function);
/// A method of `Foldable`, and the function of the list library that it is for lists.
struct ListMethod {
  std::string_view name;
  std::string_view function;
};
[[nodiscard]] std::span<const ListMethod> listMethods();
/// A function of prelude/source.cpp that `show` is made of.
struct ShowFunction {
  std::string_view function;
  /// What Haskell calls it at this type; empty if it does not have it, or cannot tell the type of
  /// an empty list there.
  std::string_view name;
  std::vector<bool> open;  ///< Which of its parameters are of that type.
};
[[nodiscard]] std::span<const ShowFunction> showFunctions();
/// Enumerations go by way of `Int`; of numbers that it is too small for, another function takes the
/// place of the one of prelude/source.cpp.
struct ScalarVersion {
  std::string_view function;
  ir::TypeKind type;
  std::string_view ofType;  ///< The same at that type.
  /// Only where a program is read as a whole: natively, and where it is run, what has no end is to
  /// be seen to have none; the list that Haskell has ends with the last number.
  bool ofWhole = false;
};
[[nodiscard]] std::span<const ScalarVersion> scalarVersions();
/// A function of prelude/source.cpp that is a primitive operation at a type of numbers.
struct PrimitiveVersion {
  std::string_view function;
  ir::TypeKind type;
  ir::PrimOp op;
};
[[nodiscard]] std::span<const PrimitiveVersion> primitiveVersions();
/// A function of prelude/source.cpp that is, of types with an instance of their own, a method of
/// that class.
struct MethodVersion {
  std::string_view function;
  std::string_view className;
  std::string_view method;
};
[[nodiscard]] std::span<const MethodVersion> methodVersions();
/// The function of prelude/action_source.cpp that an action of that name is; empty if there is
/// none.
[[nodiscard]] std::string_view actionFunction(std::string_view name);
/// Every name, sorted.
[[nodiscard]] std::span<const PreludeName> preludeNames();
/// Whether modules of this name are part of the language (so that imports of it mean something).
[[nodiscard]] bool isLibraryModule(std::string_view name);

/// Whether that module has the name besides the one that it is said to be of.
[[nodiscard]] bool isReexported(std::string_view module, const PreludeName& name);
/// The modules that have the type which the Prelude's source declares under that name.
[[nodiscard]] std::span<const std::string_view> modulesOfPreludeType(std::string_view name);

/// The one that has its constructors.
[[nodiscard]] std::string_view moduleOfConstructors(std::string_view name);

/// The functions of the language written in itself (prelude/parsed_source.hpp).
[[nodiscard]] const ast::Module& preludeModule();
/// Their text.
[[nodiscard]] std::string preludeSource();

}  // namespace deforest::text
