// What the scope phase speaks of while it resolves names: operands, equations, groups, and lists
// without an end. Only the Resolver's own files include this.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "text/parsing/ast.hpp"
#include "text/scopes/names.hpp"
#include "text/scopes/tree.hpp"
#include "text/scopes/types.hpp"

namespace deforest::text {

using resolved::Box;
using resolved::FunctionId;
using resolved::LocalId;
using resolved::Term;

struct Vocabulary {
  /// What an expression is applied to: an expression, itself applied, or a variable.
  struct Operand {
    const ast::Expr* expr = nullptr;
    std::vector<Operand> arguments = {};
    LocalId local = {};
    bool asStream = false;  ///< A list without an end, as what makes it.
    bool asKept = false;    ///< One whose cells are kept (kept_lists.cpp).
    bool forced = false;    ///< Evaluated before the application is: it stands behind `$!`.
  };
  using Operands = std::vector<Operand>;

  /// The variables of patterns that are bound together.
  struct Bound {
    std::vector<LocalId> locals;
    std::set<std::string> names;
  };

  /// Type variables that the types inside a function see, by name; and those that are given to the
  /// name that is applied next (scoped_types.cpp).
  struct ScopedTypes {
    std::map<std::uint32_t, std::map<std::string, TypeRef>> ofFunctions;
    std::map<std::string, TypeRef> inScope;
    const std::vector<ast::TypeExpr>* given = nullptr;
  };

  /// What the variables of a class stand for, and which variables stand before all others.
  struct ClassVariables {
    std::map<std::string, TypeRef> meaning;
    std::vector<TypeRef> quantified;
    std::vector<Dependence> dependences;
    std::map<std::string, TypeRef> scoped;  ///< What the types inside see.
  };

  /// An instance whose head has been entered.
  struct OpenInstance {
    const ast::InstanceDeclaration* declared;
    Span span;
    Classes classes;
    TypeRef type;                            ///< Its variables are rigid.
    std::vector<TypeRef> variables;          ///< Those, in order.
    std::optional<std::size_t> narrow = {};  ///< Of some types of its constructor: its place.
    bool derived = false;
    std::vector<TypeRef> others = {};          ///< Of a class of several types.
    std::vector<Dependence> dependences = {};  ///< What its context says by such classes.
  };

  struct LabelName {
    const Label* label;
  };
  struct Unbound {};
  using Meaning = std::variant<Unbound, LocalId, FunctionId, LabelName, const PreludeName*>;
  using Entity = std::variant<LocalId, FunctionId>;

  /// The equations of a function, or of a constant.
  struct Equations {
    std::string name;
    std::vector<const ast::Declaration*> declarations;
    /// Parameters that are not written: operands that the right side of its one equation takes.
    std::size_t missing = 0;
    /// They are those of a function that makes a list without an end, for its step
    /// (corecursion.cpp).
    bool asStep = false;
    /// Which of their parameters are lists without an end (stream_arguments.cpp).
    std::vector<std::size_t> streams = {};
    std::vector<std::size_t> kept = {};  ///< Of those, which keep their cells (kept_lists.cpp).
  };

  /// A group of declarations being resolved: who uses whom.
  struct OpenGroup {
    std::vector<std::vector<std::size_t>> edges;
    std::size_t current = 0;
    bool open = true;
    std::vector<std::size_t> late = {};  ///< Versions of its functions, made when it is not open,
    std::size_t depth = 0;               ///< and how many of them are being resolved.
  };
  struct Member {
    OpenGroup* group;
    std::size_t index;
  };
  struct CallSite {
    std::uint32_t number;
    FunctionId caller;
    FunctionId callee;
    const resolved::ValueBinding* inside;
  };
  using Signatures =
      std::map<std::string, std::pair<const ast::Signature*, const ast::Declaration*>>;

  /// Null: there is none of that name.
  static const ast::Signature* signatureIn(const Signatures& signatures, const std::string& name) {
    const auto found = signatures.find(name);
    return found == signatures.end() ? nullptr : found->second.first;
  }

  /// What a text in the language defines by equations.
  struct Definitions {
    Signatures signatures;
    std::map<std::string, Equations, std::less<>> equations;
  };

  /// What is applied, to what: an expression or, if `section` is not empty, the operator of one.
  struct Spine {
    const ast::Expr* head;
    Operands operands;
    std::string section;
  };

  // ------------------------------------------------------ values that are defined by themselves

  /// A value that is defined by itself, and what is on the way, with its signatures.
  struct Tie {
    const ast::Declaration* value;
    std::vector<const ast::Declaration*> others;
  };

  /// An array, a map or a list that is defined by itself.
  struct Table {
    const ast::Declaration* value;
    std::string_view type;                        ///< `Array`; of a list none.
    std::vector<const ast::Declaration*> within;  ///< Functions on the way, with their signatures.
    std::vector<const ast::Declaration*> before;  ///< What its right side binds besides.
    bool isTied = false;                          ///< Whether it is defined by itself.
  };
  /// What makes an element of one.
  struct LaterElement {
    enum class Kind : std::uint8_t { Element, List, Function };
    const Table* table;  ///< Null while it is resolved.
    Kind kind;
  };

  struct Tables {
    std::deque<Table> known;
    std::map<const ast::Declaration*, const Table*> at;  ///< By the value.
    std::map<const ast::Expr*, LaterElement> elements;
    std::map<std::uint32_t, std::string_view> locals;     ///< That are tables: of which type.
    std::map<std::uint32_t, std::string_view> functions;  ///< Likewise.
    std::set<std::uint32_t> within;                       ///< Locals of elements.
    const ast::Expr* read = nullptr;                      ///< A table, where some of it is read.
    bool asTable = false;                                 ///< The one to be resolved next is.
  };

  /// Lists without an end whose elements are computed once.
  struct KeptLists {
    static constexpr std::string_view ofTied = "streamOfKept";
    static constexpr std::string_view ofNodes = "streamOfNodes";
    std::map<const ast::Declaration*, Table> at;          ///< By the value.
    std::map<std::uint32_t, std::string_view> locals;     ///< What makes a stream of each.
    std::map<std::uint32_t, std::string_view> functions;  ///< The same of constants of the module.
    std::set<Position> others;  ///< Where those stand that are bound locally and made at each use.
  };

  // ------------------------------------------------------------------------------------- main

  /// What `main` is given: variables for the arguments and for the text that is yet to be read.
  struct MainInput {
    bool open = false;  ///< Here `main` may read.
    LocalId arguments;
    LocalId text;           ///< None: all of it has been taken.
    bool unknown = false;   ///< A branch has read, and which one is run is not known here.
    bool branches = false;  ///< A branch of the conditional at hand has read.
  };

  /// An action for the values of a constructor: a function of its field, if it has one.
  struct ActionChoice {
    ConId constructor;
    Operand action;
    bool hasField = false;
  };

  // --------------------------------------------------------------------- lists without an end

  /// A function whose every way ends in an element and itself, or in itself (corecursion.cpp).
  struct Corecursion {
    Equations equations;  ///< As a step.
    std::size_t arity = 0;
    std::vector<const ast::Expr*> ends;
    bool makes = false;  ///< Whether any of its ways makes an element.
    [[nodiscard]] bool isItself(const Spine& spine) const;
  };
  /// Where a function is defined: at the top level, or in a local group with the names in scope
  /// there.
  struct Home {
    Equations equations;
    const ast::Signature* signature = nullptr;
    FunctionId parent = {};
    resolved::LetGroup* group = nullptr;
    OpenGroup* open = nullptr;
    std::size_t scope = 0;
  };
  /// A function of the module that results in such a list when it has so many operands.
  struct StreamFunction {
    std::vector<const ast::Declaration*> declarations = {};
    const ast::Signature* signature = nullptr;
    std::size_t arity = 0;
    FunctionId made = {};  ///< The function that results in what makes the list, or takes a step.
    std::optional<Corecursion> steps = {};  ///< If it is made step by step.
    const Home* home = nullptr;  ///< Where it belongs, if it is given lists without an end,
    std::vector<std::size_t> streams = {};  ///< and which of its operands are those.
  };

  /// A variable that is a list without an end while it is asked what is made of it.
  static constexpr LocalId assumedStream{LocalId::none - 1};

  /// A function, which of its operands are such lists, and how many operands it has.
  using GivenStreams = std::tuple<FunctionId, std::vector<std::size_t>, std::size_t>;

  /// Of the function that is being resolved as one that makes lists: how many there are to choose
  /// between, and how many of them have been met.
  struct StreamEnds {
    std::size_t count = 0;
    std::size_t next = 0;
  };

  /// What a pattern calls a list without an end, and what it takes from it.
  struct TakenApart {
    std::string name;
    std::vector<const ast::Declaration*> pieces = {};
  };

  struct Streams {
    /// And what they are applied to.
    std::unordered_map<std::uint32_t, std::size_t> locals = {{assumedStream.value, 0}};
    std::map<std::string, StreamFunction> functions;  ///< Of the module, by name.
    std::vector<const StreamFunction*> work;          ///< Used, and not yet resolved.
    std::unordered_map<std::uint32_t, StreamFunction> localFunctions;  ///< By that of the list.
    /// Ends of ways through functions, and the step that each belongs to with what it is given.
    std::map<std::pair<const ast::Expr*, FunctionId>, Equations> stepEnds;
    FunctionId step;                                ///< That is being resolved.
    std::unordered_map<std::uint32_t, Home> homes;  ///< By the function.
    std::map<GivenStreams, FunctionId> versions;
    std::map<GivenStreams, StreamFunction> steps;
    std::vector<std::function<void()>> versionWork;  ///< Resolves those of the module.
    std::deque<ast::Declaration> pieces;
    StreamEnds ends;
    std::size_t takenApart = 0;
    std::uint32_t pretended = 0;  ///< Functions that are only pretended (pretended.hpp).
  };
};

/// The right side, if it is an expression and nothing else; else null.
[[nodiscard]] const ast::Expr* soleExpression(const ast::Rhs& rhs);

/// How many operands a builtin takes, by its scheme.
[[nodiscard]] std::size_t builtinArity(const Builtin& builtin);

}  // namespace deforest::text
