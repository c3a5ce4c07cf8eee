// Types while they are being inferred: variables, type constructors, unification.
//
// A type is a `TypeNode` that a `TypeTable` owns. A variable is flexible until it is linked to
// another type; a rigid variable stands for a type parameter (of a data type, of a signature, of a
// generalised function) and equals only itself. Which operations a variable's type must support is
// carried on it as a set of classes and checked when it is linked to a type.
//
// A function of several parameters has nested arrow types; that it has parameters of its own, which
// it is given all at once, is no matter of its type (`resolved::Function::arity`).
//
// A variable may stand for a type constructor: `f a` is the constructor `applyCon` at `f` and `a`,
// until it is known what `f` is. What `f` stands for is a type with arguments missing at its end:
// `Maybe`, `Either e`. `prune` then makes one type of both, so nothing else has to know of it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/program.hpp"
#include "support/diagnostic.hpp"
#include "support/ids.hpp"

namespace deforest::text {

using support::Position;
using support::Span;

using TypeConId = support::Id<struct TypeConTag>;
using ConId = support::Id<struct SourceConstructorTag>;

/// Sets of classes: those that the language knows by itself, and above them those that the module
/// and the libraries declare.
using Classes = std::uint64_t;
enum class Class : Classes {
  Eq = 1U << 0U,
  Ord = 1U << 1U,
  Num = 1U << 2U,
  Integral = 1U << 3U,
  Fractional = 1U << 4U,
  Bits = 1U << 5U,
  Enum = 1U << 6U,
  Bounded = 1U << 7U,
  Show = 1U << 8U,
  Real = 1U << 9U,
  Floating = 1U << 10U,
  RealFrac = 1U << 11U,
  RealFloat = 1U << 12U,
};
inline constexpr Classes noClasses = 0;
[[nodiscard]] constexpr Classes classSet(Class c) {
  return static_cast<Classes>(c);
}

/// Those whose types have fractions, and those whose types are numbers: a set may lack the
/// superclasses of its classes.
inline constexpr Classes fractionClasses = classSet(Class::Fractional) | classSet(Class::Floating) |
                                           classSet(Class::RealFrac) | classSet(Class::RealFloat);
inline constexpr Classes numberClasses =
    classSet(Class::Num) | classSet(Class::Integral) | classSet(Class::Real) | fractionClasses;

/// The names of the classes of the set that the language knows by itself, in the order of `Class`.
[[nodiscard]] std::vector<std::string_view> classNames(Classes classes);
/// The class of that Haskell name, if the language knows it.
[[nodiscard]] std::optional<Class> classNamed(std::string_view name);

struct TypeNode;
using TypeRef = TypeNode*;

/// What a class of several types says of some: the type decides what the others are, `m` in
/// `MonadState s m`.
struct Dependence {
  Classes classes = noClasses;
  TypeRef type = nullptr;
  std::vector<TypeRef> others;
};

/// The same of an instance: what the others are of a type with such arguments.
struct DecidedTypes {
  std::vector<TypeRef> arguments;
  std::vector<TypeRef> others;
  std::vector<Dependence> contexts;  ///< That say more of them.
};

struct TypeNode {
  TypeConId con;  ///< Invalid: a variable.
  std::vector<TypeRef> arguments;
  TypeRef link = nullptr;  ///< What a flexible variable was found to be; see `refine`.
  bool rigid = false;      ///< Of a variable.
  bool anyClass = false;   ///< A rigid variable of a signature with a context.
  bool opened = false;  ///< A rigid variable that a pattern has opened: known in its clause only.
  unsigned level = 0;   ///< Nesting depth of the declarations whose inference made it.
  Classes classes = noClasses;
  std::string name;  ///< Of a rigid variable, as written, or empty.
};

/// Scalars are `Scalar`; a signature of several results has an `Unboxed` result type.
enum class TypeShape : std::uint8_t {
  Scalar,
  Data,
  List,
  Tuple,
  Unboxed,
  Builtin,
  Function,
  Library
};

/// What the pragma of an instance says: a more specific one may be meant instead, `OVERLAPPABLE`;
/// it may be meant instead of a more general one, `OVERLAPPING`; both, `OVERLAPS`.
struct Overlap {
  bool overlappable = false;
  bool overlapping = false;
};

/// An instance of some of the types of a constructor: `[Char]`, `Map String v`. What its context
/// asks for is with its variables.
struct NarrowInstance {
  TypeRef type = nullptr;  ///< Its variables are rigid.
  Overlap overlap;
  DecidedTypes decided = {};  ///< Of a class of several types; its arguments are the variables.
};

struct TypeCon {
  std::string name;
  TypeShape shape = TypeShape::Data;
  std::string module;  ///< Of a library.
  ir::TypeKind kind = ir::TypeKind::Data;
  bool isNewtype = false;
  bool isUnknown = false;  ///< Of a module that is not read: nothing but its name is known.
  std::vector<TypeRef> parameters;  ///< Rigid variables that the fields mention.
  std::size_t hidden = 0;           ///< The first of them are of a `forall` in some field.
  std::vector<ConId> constructors;
  std::vector<std::string> deriving;
  Classes instances = noClasses;  ///< Those of all of its types.
  /// Of instances that are declared, by their class: what classes the arguments are of. Those that
  /// are derived or built in need the arguments to be of the same class.
  std::map<Classes, std::vector<Classes>> contexts;
  /// Instances of some of its types, by their class, beside those of all (types/instances.hpp).
  std::map<Classes, std::vector<NarrowInstance>> narrow;
  /// Of instances of all of its types, by their class: what pragmas say.
  std::map<Classes, Overlap> overlaps;
  /// Of instances of classes of several types.
  std::map<Classes, DecidedTypes> decided;
  Position position;
};

struct SourceField {
  std::string label;
  bool strict = false;
  TypeRef type = nullptr;
};

struct SourceConstructor {
  std::string name;
  TypeConId type;
  std::uint32_t tag = 0;
  std::vector<SourceField> fields;
  Span span;
  bool infix = false;  ///< A word in backquotes between its fields.
  /// Type variables of its own, rigid ones, and what parameters of its type are.
  std::vector<TypeRef> variables = {};
  std::vector<std::pair<TypeRef, TypeRef>> equalities = {};
  /// At which types the parameters and its own variables are where the program makes a value by it,
  /// as far as that is known (lowering/generalised.cpp).
  std::vector<std::vector<TypeRef>> madeAt = {};

  [[nodiscard]] bool isGeneralised() const { return !variables.empty() || !equalities.empty(); }
};

/// Why two types are not equal.
struct Mismatch {
  enum class Kind : std::uint8_t { Different, Infinite, Class, TooLarge };
  Kind kind = Kind::Different;
  TypeRef type = nullptr;       ///< Class: the type that is not an instance.
  Classes missing = noClasses;  ///< Class: of these.
};

class TypeTable {
 public:
  TypeTable();

  // ------------------------------------------------------------------------------------- classes

  /// Enters a class that is declared; `superclasses` are all of them. A limit if there are too
  /// many.
  Classes addClass(std::string name, Classes superclasses);
  /// The classes with their superclasses.
  [[nodiscard]] Classes withSuperclasses(Classes classes) const;
  /// The classes but those that others of the set have as superclasses.
  [[nodiscard]] Classes withoutSuperclasses(Classes classes) const;
  /// Those that the language does not know by itself.
  [[nodiscard]] static Classes declaredOnly(Classes classes);
  /// The name of the first class of the set; empty if it is empty.
  [[nodiscard]] std::string className(Classes classes) const;

  // -------------------------------------------------------------------------- type constructors

  [[nodiscard]] const TypeCon& con(TypeConId id) const { return cons_[id.value]; }
  TypeCon& con(TypeConId id) { return cons_[id.value]; }
  [[nodiscard]] std::size_t conCount() const { return cons_.size(); }
  [[nodiscard]] const SourceConstructor& constructor(ConId id) const {
    return constructors_[id.value];
  }
  SourceConstructor& constructor(ConId id) { return constructors_[id.value]; }
  TypeConId addCon(TypeCon con);
  /// Appends a constructor to its type.
  ConId addConstructor(SourceConstructor constructor);

  TypeConId intCon, wordCon, doubleCon, floatCon, charCon, boolCon, integerCon;
  TypeConId listCon, orderingCon, maybeCon, eitherCon, arrowCon;
  TypeConId applyCon;  ///< What a variable that stands for a type constructor is applied to.
  ConId nilCon, consCon, falseCon, trueCon, ltCon, eqCon, gtCon;
  ConId nothingCon, justCon, leftCon, rightCon;

  /// `()`, `(,)`, `(,,)`, ...: made when first asked for.
  TypeConId tupleCon(std::size_t arity);
  TypeConId unboxedCon(std::size_t arity);
  [[nodiscard]] ConId onlyConstructor(TypeConId id) const { return con(id).constructors[0]; }

  // -------------------------------------------------------------------------------------- types

  /// The level of variables that no declaration has claimed yet.
  static constexpr unsigned deepest = 1U << 30U;

  /// A new flexible variable.
  TypeRef fresh(unsigned level, Classes classes = noClasses);
  TypeRef rigid(std::string name, bool anyClass = false);
  TypeRef apply(TypeConId con, std::vector<TypeRef> arguments = {});
  TypeRef list(TypeRef element) { return apply(listCon, {element}); }
  TypeRef arrow(TypeRef from, TypeRef to) { return apply(arrowCon, {from, to}); }
  [[nodiscard]] bool isArrow(TypeRef type) const { return prune(type)->con == arrowCon; }
  /// Whether values of the type are functions, those inside newtypes too, or may be: actions of
  /// whatever monad.
  [[nodiscard]] bool mayBeFunction(TypeRef type) const;
  /// A variable for a type constructor, at one type after the other.
  TypeRef applied(TypeRef constructor, const std::vector<TypeRef>& arguments);
  /// Whether a value of this type is a function, or has one inside, as far as is known.
  [[nodiscard]] bool hasFunctions(TypeRef type) const;

  /// What a type is found to be: never a linked variable.
  [[nodiscard]] TypeRef prune(TypeRef type) const;

  /// `type` with its rigid variables replaced as `map` says; the others stay.
  TypeRef instantiate(TypeRef type, const std::unordered_map<TypeRef, TypeRef>& map);

  /// Makes two types equal, or says why they cannot be. What was linked before a mismatch was
  /// found stays linked.
  [[nodiscard]] std::optional<Mismatch> unify(TypeRef a, TypeRef b);

  /// Makes two types equal of which a pattern says that they are, until that is taken back: what
  /// rigid variables are is known then. Or says why they cannot be.
  [[nodiscard]] std::optional<Mismatch> refine(TypeRef a, TypeRef b);
  /// Of how many rigid variables it is known what they are.
  [[nodiscard]] std::size_t refinements() const { return refined_.size(); }
  /// Takes all but the first of them back.
  void keepRefinements(std::size_t count);

  /// Requires `type` to support `classes`, now or when it is known.
  [[nodiscard]] std::optional<Mismatch> require(TypeRef type, Classes classes);

  /// What has been required of `f a`, while nothing was known of `f`, and of a type of which too
  /// little was known to choose its instance, since this was asked last.
  [[nodiscard]] std::vector<std::pair<TypeRef, Classes>> takeDeferred();

  /// How often a variable has been required to be in a further class.
  [[nodiscard]] std::size_t classChanges() const { return classChanges_; }

  /// The flexible variables in `type` of a level deeper than `level`, in order of occurrence,
  /// appended to `found` unless they are there.
  void freeVariables(TypeRef type, unsigned level, std::vector<TypeRef>& found) const;

  /// The type as Haskell writes it; numeric variables as `a number`, others as letters.
  [[nodiscard]] std::string render(TypeRef type) const;
  /// The same as an argument of another type: in parentheses, if need be.
  [[nodiscard]] std::string renderArgument(TypeRef type) const;

 private:
  /// The same, but a rigid variable that is known everywhere stays one.
  [[nodiscard]] static TypeRef behindLinks(TypeRef type);
  /// `refines`: rigid variables may be linked, until that is taken back.
  std::optional<Mismatch> unifyWithin(TypeRef a, TypeRef b, std::size_t& fuel,
                                      bool refines = false);
  std::optional<Mismatch> linkRigid(TypeRef variable, TypeRef type, std::size_t& fuel);
  std::optional<Mismatch> link(TypeRef variable, TypeRef type, std::size_t& fuel);
  std::optional<Mismatch> unifyApplied(TypeRef applied, TypeRef type, std::size_t& fuel,
                                       bool refines);
  [[nodiscard]] static Classes neededOf(const TypeCon& head, std::size_t argument, Classes classes);
  std::optional<Mismatch> requireWithin(TypeRef type, Classes classes, std::size_t& fuel);
  std::optional<Mismatch> requireNarrow(TypeRef type, Classes ofClass, std::size_t& fuel);
  TypeRef instantiateWithin(TypeRef type, const std::unordered_map<TypeRef, TypeRef>& map,
                            std::size_t& fuel);
  void freeWithin(TypeRef type, unsigned level, std::vector<TypeRef>& found,
                  std::size_t& fuel) const;
  bool occurs(TypeRef variable, TypeRef type, std::size_t& fuel);
  TypeConId scalar(std::string name, ir::TypeKind kind, Classes instances);

  std::deque<TypeNode> nodes_;
  std::deque<TypeCon> cons_;
  std::deque<SourceConstructor> constructors_;
  std::map<std::size_t, TypeConId> tuples_;
  std::map<std::size_t, TypeConId> unboxed_;
  std::size_t classChanges_ = 0;
  std::vector<TypeRef> refined_;  // rigid variables with links, in the order in which they were set
  std::vector<std::pair<TypeRef, Classes>> deferred_;
  struct DeclaredClass {
    std::string name;
    Classes superclasses = noClasses;
  };
  std::vector<DeclaredClass> classes_;
};

}  // namespace deforest::text
