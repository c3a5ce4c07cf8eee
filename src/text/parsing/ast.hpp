// The source module as written: what the parser makes and the elaborator reads. Names are strings,
// operators are resolved by fixity after parsing (text/scopes/fixity), nothing is typed.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "support/diagnostic.hpp"

namespace deforest::text::ast {

using support::Position;
using support::Span;

/// An owned node; never null once parsed.
template <class T>
using Box = std::unique_ptr<T>;

// ---------------------------------------------------------------------------------------- types

struct TypeExpr;

struct TypeVariable {
  std::string name;
};
struct TypeName {
  std::string name;
};  // Int, Tree, M.Tree
struct TypeApply {
  Box<TypeExpr> head;
  std::vector<TypeExpr> arguments;
};
struct TypeList {
  Box<TypeExpr> element;
};
struct TypeTuple {
  std::vector<TypeExpr> elements;
  bool unboxed = false;
};  // none: ()
struct TypeArrow {
  Box<TypeExpr> from;
  Box<TypeExpr> to;
};
/// `forall f. Functor f => type` within a type; its context says nothing that its uses do not.
struct TypeForall {
  std::vector<std::string> variables;
  Box<TypeExpr> type;
};

struct TypeExpr {
  Span span;
  std::variant<TypeVariable, TypeName, TypeApply, TypeList, TypeTuple, TypeArrow, TypeForall> node;
};

// ------------------------------------------------------------------------------------- literals

struct IntegerLiteral {
  std::string digits;
};  // as written: 12, 0x1F, 1_000
struct FractionalLiteral {
  std::string digits;
};
struct CharLiteral {
  char32_t value;
};
struct StringLiteral {
  std::u32string value;
};
using LiteralNode = std::variant<IntegerLiteral, FractionalLiteral, CharLiteral, StringLiteral>;

// ------------------------------------------------------------------------------------- patterns

struct Pattern;
struct FieldPattern;

struct WildcardPattern {};
struct VariablePattern {
  std::string name;
};
struct LiteralPattern {
  LiteralNode literal;
  bool negative = false;
};
struct ConstructorPattern {
  std::string name;  // `:` too
  Span nameSpan;
  std::vector<Pattern> arguments;
};
struct RecordPattern {
  std::string constructor;
  Span constructorSpan;
  std::vector<FieldPattern> fields;  // a pun `{x}` is x = VariablePattern x
  bool rest = false;                 // `..`
};
struct TuplePattern {
  std::vector<Pattern> elements;
  bool unboxed = false;
};  // none: ()
struct ListPattern {
  std::vector<Pattern> elements;
};
struct AsPattern {
  std::string name;
  Box<Pattern> pattern;
};
struct BangPattern {
  Box<Pattern> pattern;
};
struct LazyPattern {
  Box<Pattern> pattern;
};
struct TypedPattern {
  Box<Pattern> pattern;
  TypeExpr type;
};
/// p1 `op` p2 `op` p3, before fixity resolution; gone after it.
struct InfixPattern {
  std::vector<Pattern> operands;
  std::vector<std::pair<std::string, Span>> operators;
};

struct Pattern {
  Span span;
  std::variant<WildcardPattern, VariablePattern, LiteralPattern, ConstructorPattern, RecordPattern,
               TuplePattern, ListPattern, AsPattern, BangPattern, LazyPattern, TypedPattern,
               InfixPattern>
      node;
};

struct FieldPattern {
  std::string label;
  Pattern pattern;
};

// ---------------------------------------------------------------------------------- expressions

struct Expr;
struct FieldExpr;
struct Declaration;

/// `= e`, or guards `| g, p <- e = e'` in order, with the `where` bindings they share.
struct Guard;  // a Boolean expression, a pattern guard or a let
struct GuardedExpr;
struct Rhs {
  std::vector<GuardedExpr> alternatives;  // an unguarded right-hand side has one, with no guards
  std::vector<Declaration> where;
};

/// x, M.x, (+)
struct Variable {
  std::string name;
  std::vector<TypeExpr> types = {};  ///< That it is given: read @Int. `_` is none.
};
/// Just, (:), True, ()
struct ConstructorName {
  std::string name;
  std::vector<TypeExpr> types = {};
};
struct LiteralExpr {
  LiteralNode literal;
};
struct Apply {
  Box<Expr> function;
  std::vector<Expr> arguments;
};  // at least one argument
struct Negate {
  Box<Expr> operand;
};
/// e1 op e2 op e3 with possible unary minus, before fixity resolution; gone after it: an operator
/// application is then an Apply of a Variable or ConstructorName to two arguments, a minus a
/// Negate.
struct Infix {
  std::vector<Expr> operands;
  std::vector<bool> negated;  // one per operand: a prefix minus stands before it
  std::vector<std::pair<std::string, Span>> operators;
};
struct If {
  Box<Expr> condition;
  Box<Expr> whenTrue;
  Box<Expr> whenFalse;
};
struct MultiIf {
  std::vector<GuardedExpr> alternatives;
};
struct CaseAlternative;
struct Case {
  Box<Expr> scrutinee;
  std::vector<CaseAlternative> alternatives;
};
struct Let {
  std::vector<Declaration> declarations;
  Box<Expr> body;
};
struct Tuple {
  std::vector<Expr> elements;
  bool unboxed = false;
};  // none: ()
struct List {
  std::vector<Expr> elements;
};
struct Range {
  Box<Expr> from;
  Box<Expr> next;
  Box<Expr> to;
};  // next, to may be null
struct LeftSection {
  Box<Expr> operand;
  std::string op;
};  // (e op)
struct RightSection {
  std::string op;
  Box<Expr> operand;
};  // (op e)
struct RecordConstruction {
  std::string constructor;
  std::vector<FieldExpr> fields;
  bool rest = false;  // `..`
};
struct RecordUpdate {
  Box<Expr> record;
  std::vector<FieldExpr> fields;
};
struct Typed {
  Box<Expr> expression;
  TypeExpr type;
};
struct Lambda {
  std::vector<Pattern> parameters;
  Box<Expr> body;
};
struct Statement;
struct Do {
  std::vector<Statement> statements;
};

struct Expr {
  Span span;
  std::variant<Variable, ConstructorName, LiteralExpr, Apply, Negate, Infix, If, MultiIf, Case, Let,
               Tuple, List, Range, LeftSection, RightSection, RecordConstruction, RecordUpdate,
               Typed, Lambda, Do>
      node;
};

struct FieldExpr {
  std::string label;
  Expr expression;
};

struct BooleanGuard {
  Expr condition;
};
struct PatternGuard {
  Pattern pattern;
  Expr expression;
};
struct LetGuard {
  std::vector<Declaration> declarations;
};
struct Guard {
  std::variant<BooleanGuard, PatternGuard, LetGuard> node;
};
struct GuardedExpr {
  Span span;
  std::vector<Guard> guards;
  Expr body;
};

struct CaseAlternative {
  Span span;
  Pattern pattern;
  Rhs rhs;
};

struct ExprStatement {
  Expr expression;
};
struct BindStatement {
  Pattern pattern;
  Expr expression;
};
struct LetStatement {
  std::vector<Declaration> declarations;
};
struct Statement {
  Span span;
  std::variant<ExprStatement, BindStatement, LetStatement> node;
};

// --------------------------------------------------------------------------------- declarations

struct Signature {
  std::vector<std::string> names;
  TypeExpr type;
  bool constrained = false;
  std::vector<TypeExpr> context;            // each a class applied to types
  std::vector<std::string> variables = {};  ///< Behind `forall` at its beginning.
};
/// What qualifies the Prelude's names in what the compiler writes itself: derived instances,
/// comprehensions.
inline constexpr std::string_view preludeQualifier = "Prelude'";

/// One equation. Equations of one function are adjacent declarations.
struct Clause {
  std::string name;
  std::vector<Pattern> patterns;
  Rhs rhs;
};
struct PatternBinding {
  Pattern pattern;
  Rhs rhs;
};
enum class Associativity { Left, Right, None };
struct Fixity {
  Associativity associativity;
  int precedence;
  std::vector<std::string> operators;
};

struct ConstructorField {
  std::string label;
  bool strict = false;
  TypeExpr type;
};
struct ConstructorDeclaration {
  Span span;
  std::string name;
  bool record = false;
  bool infix = false;  ///< It stands between its fields.
  std::vector<ConstructorField> fields;
  std::vector<std::string> variables = {};  ///< Of its own: those of a `forall`.
  /// What parameters of its type are, by their places: the first is Int in `One :: Int -> E Int`.
  std::vector<std::pair<std::size_t, TypeExpr>> equalities = {};

  /// Whether values of the type that it makes are not of one form for all types.
  [[nodiscard]] bool isGeneralised() const { return !variables.empty() || !equalities.empty(); }
};
struct DataDeclaration {
  bool isNewtype = false;
  std::string name;
  std::vector<std::string> parameters;
  std::vector<ConstructorDeclaration> constructors;
  std::vector<std::string> deriving;
  std::vector<TypeExpr> derivingApplied;  ///< Classes at types: `MonadState Int`.

  /// Whether some constructor has type variables of its own, or says what a parameter is.
  [[nodiscard]] bool isGeneralised() const {
    return std::ranges::any_of(constructors, &ConstructorDeclaration::isGeneralised);
  }
};
struct TypeSynonym {
  std::string name;
  std::vector<std::string> parameters;
  TypeExpr type;
};

/// `class context => Name variable where declarations`: signatures, fixities, default methods.
/// Of several variables, `class Name s m | m -> s`, one decides what the others are.
struct ClassDeclaration {
  std::vector<TypeExpr> context;
  std::string name;
  std::string variable;
  std::size_t place = 0;            ///< Of the variable among all of them.
  std::vector<std::string> others;  ///< The others, in order.
  bool scopesVariables = false;     ///< As in an instance.
  bool mayBeAmbiguous = false;      ///< A method need not mention the variable.
  std::vector<Declaration> declarations;
};
/// `instance context => Name type where declarations`.
struct InstanceDeclaration {
  std::vector<TypeExpr> context;
  std::string className;
  Span classSpan;
  TypeExpr type;
  std::vector<TypeExpr> more;    ///< Of a class of several types: those behind the first.
  bool scopesVariables = false;  ///< Its type variables are seen by the types inside.
  bool overlappable = false;     ///< As a pragma says.
  bool overlapping = false;
  std::vector<Declaration> declarations;
};

/// `deriving instance context => Name type`.
struct DerivingDeclaration {
  std::vector<TypeExpr> context;
  std::string className;
  TypeExpr type;
};

/// The type constructor that a type is of, as it is written; empty if that is none with a name.
[[nodiscard]] inline std::string headOf(const TypeExpr& type) {
  const auto* apply = std::get_if<TypeApply>(&type.node);
  const auto* head = std::get_if<TypeName>(apply == nullptr ? &type.node : &apply->head->node);
  return head == nullptr ? std::string() : head->name;
}

struct Declaration {
  Span span;
  std::string documentation;  // Haddock comment before it, verbatim, or empty
  std::variant<Signature, Clause, PatternBinding, Fixity, DataDeclaration, TypeSynonym,
               ClassDeclaration, InstanceDeclaration, DerivingDeclaration>
      node;
};

/// What an import or export list names: `f`, `T`, `T(A, b)`, `T(..)`.
struct Entity {
  std::string name;
  std::vector<std::string> parts;  ///< Constructors and labels, or methods, by their names.
  bool allParts = false;
};

struct Import {
  std::string text;
  std::string module;
  bool qualified = false;
  std::string alias;
  bool hiding = false;
  std::optional<std::vector<std::string>> names;  // `T(A, ..)` names T and A
  Span span = {};
  std::vector<Entity> entities = {};  // the same, by what they belong to
};

struct Export : Entity {
  std::string text;
  Span span = {};
};  // `module M`: name M

/// A declaration of which nothing but its extent is known: its text stays as it is, and nobody
/// looks into it.
struct OpaqueDeclaration {
  Span span;
  support::Diagnostic reason;      // what is not understood
  std::vector<std::string> names;  // variables and operators that it may define
  std::vector<std::string> types;  // types and classes that it may define
  std::vector<std::string> constructors;
  std::vector<std::string> mentions;  // variables and operators in it, without qualifiers
};

struct Module {
  std::string name;  // empty: no header
  bool exportsListed = false;
  std::vector<Export> exports;
  std::string exportText;
  std::vector<std::string> pragmas;  // file-header pragmas, verbatim
  /// Extensions that its package turns on, `?X` one that may be on.
  std::vector<std::string> extensions;
  std::vector<Import> imports;
  bool namesNaturals = false;  // natural numbers are types in it
  std::vector<Declaration> declarations;
  /// How many of them the module has written, where those of other modules follow; none: all.
  std::optional<std::size_t> ownDeclarations;
  std::vector<std::string> untouched;  // regions between `-- deforest: off` and `-- deforest: on`
  std::vector<std::string>
      untouchedIdentifiers;  // lower-case identifiers and operators in those regions
  bool keepsOpaque = false;  // declarations that are not understood are opaque, and no errors
  std::vector<OpaqueDeclaration> opaque;

  /// Whether it has equations of a function, or of a value, of that name.
  [[nodiscard]] bool defines(std::string_view function) const {
    return std::ranges::any_of(declarations, [&](const Declaration& declaration) {
      const auto* clause = std::get_if<Clause>(&declaration.node);
      return clause != nullptr && clause->name == function;
    });
  }
  /// The opaque declaration that defines a variable, a type or a constructor; null: none does.
  [[nodiscard]] const OpaqueDeclaration* opaqueName(std::string_view wanted) const {
    return opaqueThat(&OpaqueDeclaration::names, wanted);
  }
  [[nodiscard]] const OpaqueDeclaration* opaqueType(std::string_view wanted) const {
    return opaqueThat(&OpaqueDeclaration::types, wanted);
  }
  [[nodiscard]] const OpaqueDeclaration* opaqueConstructor(std::string_view wanted) const {
    return opaqueThat(&OpaqueDeclaration::constructors, wanted);
  }

 private:
  [[nodiscard]] const OpaqueDeclaration* opaqueThat(
      std::vector<std::string> OpaqueDeclaration::*defined, std::string_view wanted) const {
    for (const OpaqueDeclaration& declaration : opaque) {
      for (const std::string& name : declaration.*defined) {
        if (name == wanted) return &declaration;
      }
    }
    return nullptr;
  }
};

/// What is written before the type, if there is one.
[[nodiscard]] inline const Expr& withoutType(const Expr& source) {
  const auto* typed = std::get_if<Typed>(&source.node);
  return typed == nullptr ? source : *typed->expression;
}

/// A number, with a sign or a type or neither. Of ranges that begin with one it is known that they
/// have no end.
[[nodiscard]] inline bool isNumberLiteral(const Expr& source) {
  if (const auto* typed = std::get_if<Typed>(&source.node)) {
    return isNumberLiteral(*typed->expression);
  }
  if (const auto* negated = std::get_if<Negate>(&source.node)) {
    return isNumberLiteral(*negated->operand);
  }
  const auto* literal = std::get_if<LiteralExpr>(&source.node);
  return literal != nullptr && std::holds_alternative<IntegerLiteral>(literal->literal);
}

}  // namespace deforest::text::ast
