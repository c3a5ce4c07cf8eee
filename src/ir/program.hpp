// What a program is.
//
// A-normal form, as plain values: a block is a sequence of bindings and the atoms it results in;
// a binding names *all* results of one operation, so a call or a conditional may have several.
// Nodes are held by containment; `==` is defaulted; nothing points at anything.
//
//     flip :: Tree -> Tree                        Function flip, parameter t
//     flip t = case t of                            Case t
//       E       -> E                                  E:        r0 = Construct E
//       B x l r -> let l1 = flip l                    B x l r:  l1 = Call flip [l]
//                      r1 = flip r                              r1 = Call flip [r]
//                  in B x r1 l1                                 r2 = Construct B [x, r1, l1]
//
// Meaning: strict, bindings evaluated in order. A pass may drop or reorder pure bindings as
// docs/LANGUAGE.md allows; it may never run a `Fail` or a partial primitive that a branch guarded.
// Under Haskell's semantics every binding is a `let`, carried out when a result of it is wanted
// (eval/lazy/machine.hpp); what is evaluated beyond that, a `Seq` says.
//
// Normal form (established by simplify/split_matches, expected by the fragment engine): a `Case`
// stands only as the sole binding of a function's outermost block, on one of its parameters, and
// the block results in exactly the Case's results. Everything else branches by `Conditional`.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/diagnostic.hpp"
#include "support/ids.hpp"

namespace deforest::ir {

using support::Position;

using TypeId = support::Id<struct TypeTag>;
using CtorId = support::Id<struct CtorTag>;
using FunId = support::Id<struct FunTag>;
/// Names a variable of one function: an index into `Function::variables`.
using VarId = support::Id<struct VarTag>;

// ---------------------------------------------------------------------------------------- types

enum class TypeKind : std::uint8_t { Int, Word, Double, Float, Char, Bool, Integer, Data };

/// How the constructors of a data type are written in Haskell; those of a library's type are not.
enum class DataShape : std::uint8_t { Declared, List, Tuple, Builtin, Library };

/// A type without type variables. Every instance of a parametric type (`[Int]`, `(Int, T)`,
/// `Maybe Int`) is an entry of its own, with constructors of its own.
struct Type {
  TypeKind kind = TypeKind::Data;
  DataShape shape = DataShape::Declared;  ///< Data only. Builtin: Ordering, Maybe, Either.
  bool isNewtype = false;
  std::string name;  ///< As Haskell writes it: `Int`, `[Int]`, `(Int, T)`, `Maybe Int`.
  std::vector<TypeId> arguments;  ///< Elements of a list or tuple, arguments of an instance.
  /// Of an instance for type constructors, by parameter: the constructor (`Maybe`, `Either Int`), or
  /// nothing where it is the next of `arguments`. Empty: there is none.
  std::vector<std::string> constructorArguments;
  std::vector<CtorId> constructors;   ///< In order of declaration; empty unless Data.
  std::vector<std::string> deriving;  ///< Class names, as written.
  std::string module;                 ///< Library: that it is of, `Data.Map`.
  Position position;                  ///< Not part of equality.
  bool operator==(const Type& other) const {
    return kind == other.kind && shape == other.shape && isNewtype == other.isNewtype &&
           name == other.name && arguments == other.arguments &&
           constructorArguments == other.constructorArguments &&
           constructors == other.constructors && deriving == other.deriving &&
           module == other.module;
  }
};

struct Field {
  TypeId type;
  std::string label;  ///< Record label; empty for a positional field.
  bool strict = false;
  bool operator==(const Field&) const = default;
};

struct Constructor {
  std::string name;  ///< `Node`, `:`, `[]`, `(,)`, `()`.
  TypeId type;
  std::uint32_t tag = 0;  ///< Index in `Type::constructors`.
  std::vector<Field> fields;
  /// It was declared between its two fields, as in `a :+ b` or a `Foo` b, and is shown there.
  bool infix = false;
  bool operator==(const Constructor&) const = default;
};

// ---------------------------------------------------------------------------------------- atoms

/// A scalar constant. `bits` holds the two's complement, the code point, 0/1, the IEEE double (of
/// a Float, the same value) or the word of an Integer (ir/integer.hpp), so that equality is
/// equality of representation (-0.0 differs from 0.0, a NaN equals itself).
struct Literal {
  TypeKind kind = TypeKind::Int;  ///< Never Data.
  std::uint64_t bits = 0;  ///< Of an Integer, one that `integer::constant` and the like made.
  bool operator==(const Literal&) const = default;
  /// Integers by value, others by their bits.
  std::strong_ordering operator<=>(const Literal& other) const;
};

using Atom = std::variant<VarId, Literal>;

// ----------------------------------------------------------------------------------- operations

/// Primitive operations on scalars. The operand type selects the instruction; `FromIntegral` and
/// the like take their result type from the binder. `src/ir/primitives.hpp` has the facts.
enum class PrimOp : std::uint8_t {
  Add,
  Sub,
  Mul,
  Negate,
  Abs,
  Signum,
  Min,
  Max,
  Div,
  Mod,
  Quot,
  Rem,  // Int, Word, Integer; a zero divisor is an error
  Gcd,  // Integer
  FDiv,
  Pow,
  Sqrt,
  Exp,
  Log,
  Sin,
  Cos,
  Tan,
  Asin,
  Acos,
  Atan,
  Sinh,
  Cosh,
  Tanh,
  Asinh,
  Acosh,
  Atanh,   // Double, Float; Pow is **
  IntPow,  // base of any numeric type, exponent Int or Integer: ^
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,  // any scalar
  And,
  Or,
  Not,  // Bool; both operands evaluated (&& and || of the
        // language are conditionals unless the right side
        // cannot fail)
  Even,
  Odd,
  FromIntegral,
  Truncate,
  Floor,
  Ceiling,
  Round,
  RealToFrac,  // between Double and Float
  Ord,
  Chr,
  BitAnd,
  BitOr,
  BitXor,
  Complement,
  ShiftL,
  ShiftR,
  PopCount,
  TestBit,  // Int, Word, Integer
  IsUpper,
  IsLower,
  IsAlpha,
  IsAlphaNum,
  IsNumber,
  IsMark,
  IsPunctuation,
  IsSymbol,
  IsSeparator,
  IsPrint,
  ToUpper,
  ToLower,  // Char
  Seq,      // any type, any type: the second; the first is
            // evaluated (matters to Haskell's semantics only)
};

/// The results are the arguments. Simplification removes every copy.
struct Copy {
  std::vector<Atom> atoms;
  bool operator==(const Copy&) const = default;
};

struct Primitive {
  PrimOp op = PrimOp::Add;
  std::vector<Atom> arguments;
  bool operator==(const Primitive&) const = default;
};

struct Construct {
  CtorId ctor;
  std::vector<Atom> fields;
  bool operator==(const Construct&) const = default;
};

/// The saturated call of a top-level function; as many results as the callee has.
struct Call {
  FunId callee;
  std::vector<Atom> arguments;
  bool operator==(const Call&) const = default;
};

/// Takes apart a value of a type with exactly one constructor: no branch. The results are all
/// its fields.
struct Unpack {
  CtorId ctor;
  Atom scrutinee;
  bool operator==(const Unpack&) const = default;
};

/// `error message`, a pattern that no clause matches, ... Has as many results as are wanted of it.
struct Fail {
  std::string message;               ///< What is known of it beforehand; dots for what is not.
  std::vector<Atom> arguments = {};  ///< None, or the String that is the message.
  std::vector<Atom> printed = {};    ///< None, or what has been printed before (ir/printing.hpp).
  bool bare = false;                 ///< Haskell's `errorWithoutStackTrace`, as base uses it.
  bool operator==(const Fail&) const = default;
};

/// Calls a function of which nothing but its type is known: its definition is in another module, or
/// was not understood. The result is a function of the arguments, which need not evaluate them, and
/// may fail or not end. There is one result.
struct Foreign {
  std::string name;  ///< As written, `M.parse`; behind it what else decides the result.
  std::vector<Atom> arguments;
  bool operator==(const Foreign&) const = default;
};

struct Conditional;
struct Case;

// ---------------------------------------------------------------------------- blocks, functions

struct Binding;

struct Block {
  std::vector<Binding> bindings;
  std::vector<Atom> results;
  bool operator==(const Block&) const;
};

/// `condition` is of type Bool. Both branches have as many results as the binding.
struct Conditional {
  Atom condition;
  Block whenTrue;
  Block whenFalse;
  bool operator==(const Conditional&) const = default;
};

struct Alternative {
  CtorId ctor;
  std::vector<VarId> fields;  ///< Bound here, one per field of the constructor.
  Block body;
  bool operator==(const Alternative&) const = default;
};

/// Branches on the constructor of an evaluated datum. One alternative per constructor of the
/// type, in order of declaration, at least two (a single constructor is an `Unpack`).
struct Case {
  Atom scrutinee;
  std::vector<Alternative> alternatives;
  bool operator==(const Case&) const = default;
};

/// Adding an alternative here is a compile error wherever it is not yet handled. The order is
/// part of the archive format (ir/archive.cpp).
using Operation =
    std::variant<Copy, Primitive, Construct, Call, Unpack, Fail, Conditional, Case, Foreign>;

struct Binding {
  std::vector<VarId> results;
  Operation operation;
  Position position;  ///< Of the expression this stems from. Not part of equality.
  bool operator==(const Binding& other) const {
    return results == other.results && operation == other.operation;
  }
};

inline bool Block::operator==(const Block& other) const {
  return bindings == other.bindings && results == other.results;
}

struct Variable {
  TypeId type;
  std::string name;  ///< A hint for printing; need not be unique. Not part of equality.
  bool operator==(const Variable& other) const { return type == other.type; }
};

/// What a function of a library is called in Haskell, where it is called and not looked into: no
/// pass but those that leave what it takes and gives as it is changes it, and none unfolds it.
struct LibraryName {
  /// An argument of the call: a parameter, a text in quotes, or a function of the program of which
  /// it is an instance, applied to the parameters `before` and, behind `open` others, `after`.
  struct Argument {
    std::string function;  ///< Empty: the parameter `before` alone. A text begins with a quote.
    std::vector<std::uint32_t> before;
    std::uint32_t open = 0;
    std::vector<std::uint32_t> after;
    bool operator==(const Argument&) const = default;
  };
  std::string module;  ///< `Data.Map`; empty: the name is written as it stands here.
  std::string name;    ///< Empty: a part of others, which alone call it.
  std::vector<Argument> arguments;
  bool operator==(const LibraryName&) const = default;
};

struct Function {
  std::string name;
  std::vector<VarId> parameters;
  std::vector<TypeId> resultTypes;  ///< At least one.
  Block body;
  std::vector<Variable> variables;  ///< Indexed by VarId; may have entries no longer bound.
  Position position;                ///< Not part of equality.
  std::string documentation;        ///< The Haddock comment above it, verbatim, or empty.
  std::vector<std::string> origin;  ///< Source functions it is made of; empty: it is one itself.
  /// Made of calls, of one function or several, though it may have the name of one. Not part of
  /// equality.
  bool composed = false;
  /// A match that stood inside another function's body. Not part of equality.
  bool inner = false;
  /// Unless it is composed: text that says what it does, in the source or in a library, is to stay
  /// where nothing comes of it, so what it takes and gives must stay. Not part of equality.
  bool asWritten = false;
  std::optional<LibraryName> library;  ///< Of a library that is not looked into.

  /// Whether text that calls it would have to be written anew if it took or gave something else.
  [[nodiscard]] bool staysAsWritten() const { return asWritten && !composed; }

  /// A new variable of this function.
  VarId fresh(TypeId type, std::string name) {
    variables.push_back({type, std::move(name)});
    return VarId{static_cast<std::uint32_t>(variables.size() - 1)};
  }
  bool operator==(const Function& other) const {
    return name == other.name && parameters == other.parameters &&
           resultTypes == other.resultTypes && body == other.body && variables == other.variables &&
           library == other.library;
  }
};

// -------------------------------------------------------------------------------------- program

/// What `main` does with the results of the function `main`, in order. Written: nothing, since the
/// function itself has printed it (native code). PutEach: put the texts of a list, one after the
/// other, so that those before one that fails are seen (Haskell).
enum class Output : std::uint8_t { Print, PutStrLn, PutStr, PutEach, Written };

/// What the Haskell backend keeps of the source module and the engine does not look at.
struct Module {
  std::string name;                    ///< Empty: the file has no module header.
  std::optional<std::string> exports;  ///< The text between the parentheses, if there are any.
  std::vector<std::string> pragmas;    ///< File-header pragmas, verbatim.
  std::vector<std::string> imports;    ///< Import declarations, verbatim.
  std::vector<std::string> types;  ///< data / newtype / type / fixity declarations, canonical text.
  std::vector<std::string> untouched;  ///< Regions marked `-- deforest: off`, verbatim.
  bool operator==(const Module&) const = default;
};

/// A file of which the lines have numbers that begin behind those of others.
struct SourceFile {
  std::string name;
  std::uint32_t before = 0;  ///< The last line that is none of it.
};
/// Where something is, as messages say it.
struct Place {
  std::string file;
  Position position;
};

struct Program {
  std::string file;                  ///< For positions in messages. Not part of equality.
  std::vector<SourceFile> imported;  ///< Files of other modules, in order of their lines; likewise.
  Module module;
  std::vector<Type> types;
  std::vector<Constructor> constructors;
  std::vector<Function> functions;
  std::vector<FunId> roots;     ///< Keep name, type and meaning. In order of definition.
  std::vector<Output> outputs;  ///< One per result of the function `main`, if there is one.
  bool operator==(const Program& other) const {
    return module == other.module && types == other.types && constructors == other.constructors &&
           functions == other.functions && roots == other.roots && outputs == other.outputs;
  }

  [[nodiscard]] Place placeOf(Position position) const {
    Place place{file, position};
    for (const SourceFile& each : imported) {
      if (each.before >= position.line) break;
      place = {each.name, {position.line - each.before, position.column}};
    }
    return place;
  }
  [[nodiscard]] const Function& function(FunId id) const { return functions[id.value]; }
  [[nodiscard]] const Constructor& constructor(CtorId id) const { return constructors[id.value]; }
  [[nodiscard]] const Type& type(TypeId id) const { return types[id.value]; }
  [[nodiscard]] std::optional<FunId> find(std::string_view name) const {
    for (std::uint32_t i = 0; i < functions.size(); ++i) {
      if (functions[i].name == name) return FunId{i};
    }
    return std::nullopt;
  }
};

}  // namespace deforest::ir
