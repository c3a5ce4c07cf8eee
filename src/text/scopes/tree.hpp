// The module with every name resolved: what the scope phase makes of the syntax tree, what type
// inference annotates, and what elaboration turns into the program.
//
// Terms are numbered: a term spans the numbers from `begin` up to `end`, those of its parts lie
// inside, and what is evaluated later in the source has larger numbers. Every use of a variable
// has a number too, so "is x used in this term" and "is x used after it" are comparisons.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "text/line_origins.hpp"
#include "text/parsing/ast.hpp"
#include "text/prelude/libraries.hpp"
#include "text/types/types.hpp"

namespace deforest::text::resolved {

/// A value variable: a parameter, or bound by a pattern or a `let`.
using LocalId = support::Id<struct LocalTag>;
/// A function or constant of the module, of the language's Prelude, or local to another function.
using FunctionId = support::Id<struct SourceFunctionTag>;

template <class T>
using Box = std::unique_ptr<T>;

struct ValueBinding;
struct Term;
struct Pattern;
struct LetGroup;

// ------------------------------------------------------------------------------------- literals

/// A number as written, the sign folded in. Integer literals are of any numeric type.
struct NumberLiteral {
  std::string digits;
  bool fractional = false;
  bool negative = false;
};
struct CharLiteral {
  char32_t value = 0;
};
struct StringLiteral {
  std::u32string value;
  bool placed = false;  ///< Behind it stands ` at ` and where it is.
};
using Literal = std::variant<NumberLiteral, CharLiteral, StringLiteral>;

// ------------------------------------------------------------------------------------- patterns

struct WildcardPattern {};
struct VariablePattern {
  LocalId local;
};
struct ConstructorPattern {
  ConId con;
  std::vector<Pattern> arguments;
  /// What it calls the constructor's own type variables, rigid ones; made by inference.
  std::vector<TypeRef> variables = {};
};
struct LiteralPattern {
  Literal literal;
};
struct AsPattern {
  LocalId local;
  Box<Pattern> pattern;
};
struct UnboxedPattern {
  std::vector<Pattern> elements;
};
/// What the function makes of the value matches the pattern. The function is a library's, of a type
/// of that library with one parameter.
struct ViewPattern {
  FunctionId function;
  Box<Pattern> pattern;
  TypeRef element = nullptr;  ///< What the parameter stands for; found by inference.
};

struct Pattern {
  Span span;
  std::variant<WildcardPattern, VariablePattern, ConstructorPattern, LiteralPattern, AsPattern,
               UnboxedPattern, ViewPattern>
      node;
  TypeRef type = nullptr;        ///< Found by inference.
  TypeRef annotation = nullptr;  ///< Of a typed pattern.
  bool bang = false;             ///< `!p`: forced before it is tested.
  bool irrefutable = false;      ///< `~p`: taken apart when what it binds is wanted.
};

// ---------------------------------------------------------------------------------------- terms

struct Guard;
struct GuardedTerm;

/// A right-hand side: the alternatives in order, over the bindings of `where`.
struct Rhs {
  Box<LetGroup> where;  ///< May be null.
  std::vector<GuardedTerm> alternatives;
};

struct LocalUse {
  LocalId local;
};
/// What is set aside for a call of a method of `Functor`, `Applicative` or `Monad`, which may come
/// to be a match (types/monads.cpp): two numbers for each argument, and where the call stands.
struct MonadicCall {
  std::uint32_t numbers = 0;
  FunctionId owner;
  const ValueBinding* inside = nullptr;
};
/// With fewer arguments than the function has parameters, a function of the others; never with
/// more.
struct FunctionCall {
  FunctionId callee;
  std::vector<Term> arguments;
  std::vector<TypeRef> instance = {};  ///< Found by inference: for each quantified variable a type.
  std::vector<TypeRef> given = {};     ///< Those of the first that are written; null: one is not.
  std::optional<MonadicCall> monadic = {};
};
/// A value that is a function, applied. The arguments are evaluated first.
struct ApplyTerm {
  Box<Term> function;
  std::vector<Term> arguments;
};
struct BuiltinCall {
  const Builtin* builtin = nullptr;
  std::vector<Term> arguments;
  std::vector<TypeRef> given = {};  ///< As of a function: for the variables of its scheme.
};
struct ConstructTerm {
  ConId con;
  std::vector<Term> fields;
  /// For each of the constructor's own type variables a type; found by inference.
  std::vector<TypeRef> variables = {};
  std::vector<TypeRef> given = {};  ///< As of a function: for the parameters of its type.
};
struct LiteralTerm {
  Literal literal;
  /// Of a text that may be no String: the function without parameters that makes it of its type.
  FunctionId constant = {};
};
struct IfTerm {
  Box<Term> condition;
  Box<Term> whenTrue;
  Box<Term> whenFalse;
};
struct Clause {
  Span span;
  std::vector<Pattern> patterns;
  Rhs rhs;
  std::uint32_t begin = 0, end = 0;
};
struct MatchTerm {
  Box<Term> scrutinee;
  std::vector<Clause> clauses;
  bool ofAction = false;  ///< Of what an action of IO gives, to the pattern of the only clause.
};
struct GuardedIf {
  Rhs rhs;
};  // if | g -> e | ...
struct LetTerm {
  Box<LetGroup> group;
  Box<Term> body;
};
struct UnboxedTerm {
  std::vector<Term> elements;
};
struct ListTerm {
  std::vector<Term> elements;
};
/// The field of that label, of whichever constructor has it.
struct SelectTerm {
  std::string label;
  TypeConId type;
  Box<Term> record;
};
struct FieldUpdate;
struct UpdateTerm {
  TypeConId type;
  Box<Term> record;
  std::vector<FieldUpdate> fields;
};
struct TypedTerm {
  Box<Term> term;
  TypeRef annotation;
};
/// `error`: the operand is typed, but never evaluated; null for `undefined` and the like.
struct FailTerm {
  std::string message;
  Box<Term> operand;
  bool bare = false;  ///< Without saying where it was called.
};
/// Stands for what is wrong and has been reported.
struct Hole {};

struct Term {
  Span span;
  std::uint32_t begin = 0, end = 0;
  TypeRef type = nullptr;  ///< Found by inference.
  std::variant<LocalUse, FunctionCall, ApplyTerm, BuiltinCall, ConstructTerm, LiteralTerm, IfTerm,
               MatchTerm, GuardedIf, LetTerm, UnboxedTerm, ListTerm, SelectTerm, UpdateTerm,
               TypedTerm, FailTerm, Hole>
      node;
};

struct FieldUpdate {
  std::string label;
  Term value;
};

struct PatternGuard {
  Pattern pattern;
  Term term;
};
struct Guard {
  std::variant<Term, PatternGuard, Box<LetGroup>> node;
  std::uint32_t begin = 0, end = 0;
};
struct GuardedTerm {
  Span span;
  std::vector<Guard> guards;
  Term body;
};

/// What the term ends in, if it is a `let`, or a match: of its first clause, as what has been read
/// is matched. Null of any other.
[[nodiscard]] inline const Term* endOf(const Term& term) {
  if (const auto* let = std::get_if<LetTerm>(&term.node)) return let->body.get();
  const auto* match = std::get_if<MatchTerm>(&term.node);
  return match == nullptr ? nullptr : &match->clauses[0].rhs.alternatives[0].body;
}

/// A right-hand side without guards and `where`.
inline Rhs onlyAlternative(Span span, Term body) {
  Rhs rhs;
  rhs.alternatives.push_back({span, {}, std::move(body)});
  return rhs;
}

/// `pattern = rhs`.
struct ValueBinding {
  Span span;
  Pattern pattern;
  Rhs rhs;
  bool bang = false;            ///< Evaluated where it stands, not where it is needed.
  bool tied = false;            ///< A call that is given the variable it defines.
  std::vector<LocalId> locals;  ///< What the pattern binds.
  std::uint32_t begin = 0, end = 0;
};

struct LetGroup {
  std::vector<Box<ValueBinding>> values;
  std::vector<FunctionId> functions;
  /// The components in order of dependence; an index below values.size() is a value, above it a
  /// function.
  std::vector<std::vector<std::size_t>> order;
};

// --------------------------------------------------------------------------- locals, functions

struct Use {
  std::uint32_t number = 0;
  const ValueBinding* inside = nullptr;  ///< The innermost binding whose right-hand side it is in.
};

struct Local {
  std::string name;
  Span span;
  FunctionId owner;
  ValueBinding* binding = nullptr;  ///< Null for parameters and variables of `case`.
  std::vector<Use> uses;            ///< In ascending order.
  TypeRef type = nullptr;           ///< Found by inference.
};

/// What is known of a function that is not understood, or is of another module, beside its type.
struct ForeignFunction {
  std::string name;  ///< As the module writes it: `parse`, `M.parse`.
  /// It does nothing before it has been given all the arguments that its type names.
  bool waits = false;
};

struct Function {
  std::string name;
  Span span;          ///< Of the name in the first equation.
  FunctionId parent;  ///< Of a local function.
  bool fromPrelude = false;
  const Library* library = nullptr;        ///< Of one, fromPrelude too.
  std::optional<ForeignFunction> foreign;  ///< It has no equations; fromPrelude too.
  bool isLambda = false;                   ///< Without a name: it stands where it is used.
  /// It stands for an action that chooses what it does, `\s -> (if c then m else n) s`; where the
  /// action is no function, for the action itself (types/monads.cpp).
  bool isDelayed = false;
  bool isShowS = false;  ///< Its signature ends in `ShowS`: it waits for the text that follows.
  std::size_t arity = 0;
  std::vector<Clause> clauses;
  std::string documentation;
  bool isMain = false;    ///< `main`: its equations are not terms; see `Module::outputs`.
  bool isAction = false;  ///< Its signature ends in `IO ()`: it results in what it prints.
  bool broken = false;    ///< An error was reported in it.
  std::uint32_t begin = 0, end = 0;

  // The signature, if there is one.
  bool hasSignature = false;
  bool hasOpenSignature = false;  ///< One that only narrows what is inferred.
  Span signatureSpan;
  std::vector<TypeRef> parameterTypes;  ///< Without a signature, found by inference.
  TypeRef resultType = nullptr;
  std::vector<TypeRef> quantified;  ///< Rigid variables, in the order of `FunctionCall::instance`.
  /// Those that patterns around it have opened, in the function that it is local to.
  std::vector<TypeRef> opened;

  /// What is known, or is asked, of its type variables by classes of several types.
  std::vector<Dependence> dependences;

  /// The class that it is a method of: what it does depends on what the first of its quantified
  /// variables stands for.
  Classes methodOf = noClasses;
  /// The method that it defines, of an instance (of that type) or as a default (of none).
  FunctionId implements;
  TypeConId instanceOf;

  std::vector<FunctionId> callees;  ///< Each once, in order of first use; in local functions too.
  std::vector<LocalId> captures;    ///< Locals of enclosing functions it needs, ascending.
};

/// A method as its class declares it, and the default; that may be absent.
struct Method {
  FunctionId function;
  FunctionId fallback;
};
using Methods = std::map<std::string, Method, std::less<>>;
/// The methods that an instance defines. The variables that they quantify are first those of the
/// instance's type, then those that the method has besides the class's.
using InstanceMethods = std::map<std::string, FunctionId, std::less<>>;

/// What is declared of a class at a type constructor: the instance of all of its types, if there is
/// one, and those of some of them, as `TypeCon::narrow` has them.
struct Instances {
  std::optional<InstanceMethods> ofAll;
  std::vector<InstanceMethods> narrow;
};

struct Module {
  TypeTable types;
  std::deque<Local> locals;
  std::deque<Function> functions;        ///< Those of the Prelude only as far as they are used.
  std::vector<FunctionId> topLevel;      ///< Of the module, in order of definition.
  std::vector<TypeConId> declaredTypes;  ///< In order of declaration.
  std::vector<ir::Output> outputs;       ///< Of `main`.
  LineOrigins lines;                     ///< Where the text comes from, if it was preprocessed.
  bool keepsOpaque = false;              ///< There may be declarations that are not here.
  bool gibbon = false;                   ///< One of Gibbon's: its numbers are Int and Float.
  bool lazy = false;                     ///< Evaluation is Haskell's: constants may be cyclic.
  /// Lists without an end are lists like others, where evaluation is strict, too: native code makes
  /// their cells as they are read (native/suspension/delay_lists.hpp).
  bool endlessAsLists = false;
  /// Whether they are what makes them, as far as that is known (scopes/streams.cpp).
  [[nodiscard]] bool hasStreams() const { return !lazy && !endlessAsLists; }
  /// Whether values may be defined by themselves (ties.cpp); lists only, if not lazy.
  [[nodiscard]] bool tiesValues() const { return lazy || endlessAsLists; }
  /// Actions are functions of the world (scopes/worlds.cpp), and not what `main` prints.
  bool hasWorlds = false;
  /// Whether functions of which too little is known are values at run time
  /// (lowering/run_time_functions).
  bool hasRunTimeFunctions = false;
  /// Arrays may be defined by themselves, their elements being functions (scopes/tables.cpp).
  bool mayHaveTables = false;
  /// Where local values stand that are functions and defined by themselves (scopes/choices.cpp).
  std::set<Position> selfDefined;
  /// Where that may be done without, lists without an end keep their elements.
  bool keepsLists = true;
  /// Where lists without an end are bound that a local function reads, each time it is called
  /// (scopes/kept_lists.cpp).
  std::set<Position> readAgain;
  /// Those that are defined by themselves, whether they are functions or not.
  std::vector<std::pair<LocalId, Position>> cyclicValues;
  /// `main` reads a line, and as a function of worlds no more than that.
  bool readsLines = false;
  /// Lines of `main` were refused: it may be a function of worlds.
  bool doesMoreThanPrint = false;
  bool defaultsToInteger = false;  ///< What a number is of which nothing says it; else Int.
  FunctionId call;                 ///< The additional function, if one was asked for.
  /// What `fix` is of functions that are known at run time only.
  std::optional<FunctionId> fixOfFunctions;
  /// The Prelude's function that evaluates a value before it applies a function, where something
  /// is forced.
  std::optional<FunctionId> forcedBefore;
  /// The Prelude's function for `^`, where an instance of Num is declared.
  std::optional<FunctionId> power;
  /// The Prelude's function for `realToFrac`, and the fraction of two Integers, where an instance
  /// of Real or of Fractional is declared.
  std::optional<FunctionId> realToFrac;
  std::optional<FunctionId> ratio;
  /// The Prelude's functions for ranges, where there are ranges without an end.
  std::optional<FunctionId> range;
  std::optional<FunctionId> steppedRange;
  std::map<Classes, Methods> classes;  ///< By the class: declared ones, as far as they are used.
  std::map<std::pair<Classes, TypeConId>, Instances> instances;  ///< Declared ones.
  /// The Prelude's functions that `show` is made of, by their name there, where it is used.
  std::map<std::string, FunctionId, std::less<>> showFunctions;
  /// Functions that do a conversion of `printf`, as formats have it: `%5.2f`.
  std::map<FunctionId, std::string> formats;
  /// Functions of the Prelude that have versions for types of numbers, and those.
  std::map<std::pair<FunctionId, ir::TypeKind>, FunctionId> versions;
  /// Functions of the Prelude that are primitives at types of numbers.
  std::map<std::pair<FunctionId, ir::TypeKind>, ir::PrimOp> primitives;
  /// Functions of the Prelude that are methods where an instance is declared.
  std::map<FunctionId, std::pair<Classes, std::string_view>> methodVersions;
  std::map<std::string, int> precedences;  ///< Of constructors, as the module declares them.
  std::vector<bool> callAt;                ///< By number: a call of a function stands there.
  /// Operations that may be calls, as their type says.
  struct Overloaded {
    std::uint32_t number = 0;
    const Builtin* builtin = nullptr;
    const Term* typed = nullptr;  ///< A term of that type.
  };
  std::vector<Overloaded> overloaded;
  std::vector<LocalId> useAt;  ///< By number: the local used there, or none.
  /// By number: the local of an enclosing function used there, and the innermost binding of the
  /// function whose right-hand side that is in.
  std::unordered_map<std::uint32_t, std::pair<LocalId, const ValueBinding*>> captureAt;
  /// By number: the local function called there, which needs the variables it captures.
  std::unordered_map<std::uint32_t, FunctionId> localCallAt;

  /// A function of which nothing is known yet.
  FunctionId addFunction() {
    functions.emplace_back();
    return FunctionId{static_cast<std::uint32_t>(functions.size() - 1)};
  }
  [[nodiscard]] const Function& function(FunctionId id) const { return functions[id.value]; }
  Function& function(FunctionId id) { return functions[id.value]; }
  [[nodiscard]] const Local& local(LocalId id) const { return locals[id.value]; }
  Local& local(LocalId id) { return locals[id.value]; }
  /// Whether it is of a module that the compiler has as text (prelude/written_modules).
  [[nodiscard]] bool isOfWrittenModule(FunctionId id) const;
};

}  // namespace deforest::text::resolved
