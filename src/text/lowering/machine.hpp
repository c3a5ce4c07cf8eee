// The machinery of elaboration; only its own files include this.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "text/lowering/body.hpp"
#include "text/lowering/choices.hpp"
#include "text/lowering/function.hpp"
#include "text/matching/tree.hpp"

namespace deforest::text {

/// Names a value while a function is elaborated: a local of the source, or an occurrence of a
/// match (numbered from above the locals).
using Key = std::uint32_t;
using Names = std::vector<std::string>;
using LocalSet = std::vector<resolved::LocalId>;  ///< Ascending.

/// A function of the program being written: the instance itself, or a piece of it that several of
/// its branches share. A piece sees the values of the function around it by taking parameters.
struct Frame {
  Frame* outer = nullptr;
  BodyWriter writer;
  std::unordered_map<Key, ir::Atom> values;
  std::vector<Key> trail;     ///< What to forget when a branch is left, in order.
  std::vector<Key> captures;  ///< What its parameters stand for outside.
  /// Further values that a parameter stands for: they are what `captures` has there.
  std::vector<std::pair<Key, Key>> aliases;
  std::vector<Key> forced;  ///< Bindings it evaluated itself.
  /// Values with functions inside that were used, and what was known of them.
  std::vector<std::pair<Key, ShapeId>> known = {};
  /// What is evaluated after the current term, as intervals of numbers.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> later;
};

/// A value while a function is elaborated: one atom, or, if it has functions inside, the leaves of
/// its shape.
struct Value {
  Atoms atoms;
  ShapeId shape = {};  ///< Invalid: one atom of first order.
};
using Values = std::vector<Value>;

/// What the branches that result in one value with functions inside agree upon.
struct Join {
  ShapeId shape;                 ///< Invalid before there is one.
  const void* origin = nullptr;  ///< What they are branches of.
};

/// Code that several branches go on with. What is large and used more than once becomes a function.
struct Shared {
  std::function<Atoms()> write;
  std::size_t size = 0;
  std::size_t uses = 0;
  struct Variant {
    ir::FunId function;
    std::vector<Key> captures;
    std::vector<std::pair<Key, Key>> aliases;
    std::vector<Key> forced;
    std::vector<std::pair<Key, ShapeId>> known;
  };
  std::vector<Variant> variants;
};

/// Code at most this large, in numbers of terms, is written again rather than named and called.
inline constexpr std::size_t smallCode = 8;

class FunctionElaborator {
 public:
  /// `choices`: the places where branches of different shapes meet.
  FunctionElaborator(ProgramBuilder& builder, const Instance& instance, ir::FunId target,
                     std::unordered_set<const void*> choices);
  void run();
  /// Of a function without equations.
  void runForeign();

 private:
  using Term = resolved::Term;
  using LocalId = resolved::LocalId;
  using Write = std::function<Atoms()>;

  /// What a term results in: types, names that its results should have, where it stands.
  struct Goal {
    std::vector<ir::TypeId> types;
    Names names;
    ir::Position position;
    std::vector<Key> extra = {};  ///< Its value is applied to these.
    Join* join = nullptr;         ///< Not null: what that results in has functions inside.
  };

  // ---------------------------------------------------------------------------------- values.cpp

  [[nodiscard]] bool has(Key key) const { return locate(key).first != nullptr; }
  /// The frame that has a value, and the value there; no frame if it has not been evaluated.
  [[nodiscard]] std::pair<const Frame*, ir::Atom> locate(Key key,
                                                         const Frame* from = nullptr) const;
  [[nodiscard]] bool fits(const Shared::Variant& variant) const;
  ir::Atom lookup(Key key) { return lookupIn(*frame_, key); }
  ir::Atom lookupIn(Frame& frame, Key key);
  void set(Key key, ir::Atom atom);
  void set(Key key, const Value& value);
  [[nodiscard]] Value valueOf(Key key);
  [[nodiscard]] ir::TypeId typeOf(Frame& frame, const ir::Atom& atom) const;
  ir::Block branch(const Write& write);
  Atoms use(Shared& shared, const Goal& goal);
  Shared::Variant makeVariant(const Shared& shared, const Goal& goal);
  Atoms callVariant(const Shared::Variant& variant, const Goal& goal);
  Atoms conditional(const ir::Atom& condition, const Write& whenTrue, const Write& whenFalse,
                    const Goal& goal);
  /// `bare`: without a call stack, as what the compiler says of a program.
  Atoms fail(std::string message, const Goal& goal, Atoms computed = {}, bool bare = true);
  std::optional<ir::Atom> forcedOf(ir::Atom atom, ir::Position position);
  void markForced(const ir::Atom& atom, ir::Position position);
  [[nodiscard]] bool forces(bool byBang) const;
  /// The results, of which each forces the atom first. Where that matters.
  Atoms forcing(const ir::Atom& atom, Atoms results, const Goal& goal);
  [[nodiscard]] std::string temporaryName(ir::TypeId type) const;
  Names namesFor(const std::vector<ir::TypeId>& types, const Names& wanted) const;
  Atoms bind(ir::Operation operation, const Goal& goal);
  ir::Atom bindOne(ir::Operation operation, ir::TypeId type, const std::string& name,
                   ir::Position position);

  // ---------------------------------------------------------------------------------- demand.cpp

  /// Bindings with a bang are evaluated; what follows them ends at number `end`.
  void enterGroup(const resolved::LetGroup& group, std::uint32_t end);
  void forceCertain(const resolved::LetGroup& group, const LocalSet& certain);
  /// What stands behind the bangs of the group, in order, which is forced by who takes it.
  Atoms takeBanged(const resolved::LetGroup& group);
  /// Returns the results of what follows the bindings; those with a bang are forced before.
  Atoms leaveGroup(const resolved::LetGroup& group, Atoms results, const Goal& goal);
  void force(LocalId local);
  void evaluate(const resolved::ValueBinding& binding);
  Atoms bindPatterns(const resolved::Pattern& pattern, const LocalSet& locals, const Values& values,
                     Span span);
  void bindPattern(const resolved::Pattern& pattern, const Value& value);
  [[nodiscard]] bool isPending(LocalId local) const;
  /// Before the branches of a construct, whose code is [begin, end): evaluates what all of it
  /// needs, and what would be evaluated again after it.
  void settle(std::uint32_t begin, std::uint32_t end, const LocalSet& certain);
  void forceAll(const LocalSet& locals);
  [[nodiscard]] LocalSet pendingIn(std::uint32_t begin, std::uint32_t end) const;
  [[nodiscard]] bool usedLater(LocalId local, std::vector<LocalId>& seen) const;
  void certainly(const Term& term, LocalSet& found);
  const LocalSet& certainOfBranching(const Term& term);
  /// What evaluating the binding needs in any case.
  const LocalSet& certainOfBinding(const resolved::ValueBinding& binding);
  LocalSet certainOfRhs(const resolved::Rhs& rhs, bool mayGoOn);
  /// What the alternatives from the given guard on need in any case; nothing at all if they
  /// certainly fail. `mayGoOn`: after them other code follows.
  std::optional<LocalSet> certainFrom(const resolved::Rhs& rhs, std::size_t alternative,
                                      std::size_t guard, bool mayGoOn);
  void closeOver(const resolved::LetGroup& group, LocalSet& found);
  void leaveScopeOf(const resolved::LetGroup& group, LocalSet& found) const;
  LocalSet certainOfLetBody(const resolved::LetTerm& let);
  LocalSet certainUnderWhere(const resolved::Rhs& rhs, bool mayGoOn);

  // ------------------------------------------------------------------------------------- rhs.cpp

  /// The bodies of a clause, per alternative. Where patterns of the clause open types, they are
  /// written for each of those.
  struct Bodies {
    std::size_t uses = 0;
    bool opens = false;
    std::map<std::vector<ir::TypeId>, std::vector<std::unique_ptr<Shared>>> written = {};
  };
  /// A right-hand side being written. It is part of a construct that ends at number `end`; if all
  /// its guards fail, `otherwise` goes on, or nothing does if `mayGoOn` is false.
  struct RhsContext {
    const resolved::Rhs* rhs = nullptr;
    std::uint32_t end = 0;
    Shared* otherwise = nullptr;
    bool mayGoOn = false;
    Bodies* bodies = nullptr;  ///< Null: written in place.
    const Goal* goal = nullptr;
  };
  Atoms rhs(const RhsContext& context);
  /// A right-hand side that stands alone: its guards must not all fail.
  Atoms soleRhs(const resolved::Rhs& source, std::uint32_t end, const std::string& failure,
                const Goal& goal);
  Atoms alternatives(const RhsContext& context, std::size_t index);
  Atoms guards(const RhsContext& context, std::size_t index, std::size_t guard, Shared& refused);
  Atoms body(const RhsContext& context, std::size_t index);
  [[nodiscard]] std::size_t refusals(const RhsContext& context, std::size_t index,
                                     std::size_t size);
  /// Goes on with one of two pieces of code, as `condition` says; part of a construct that ends at
  /// number `end`, in whose rest the variables `certain` are needed in any case.
  Atoms test(const Term& condition, std::uint32_t end, const LocalSet& certain, Shared& whenTrue,
             Shared& whenFalse, const Goal& goal);
  [[nodiscard]] bool splits(const Term& condition, std::size_t sizeTrue, std::size_t sizeFalse);
  [[nodiscard]] std::size_t exits(const Term& condition, bool answer, std::size_t sizeTrue,
                                  std::size_t sizeFalse);
  Atoms ifTerm(const Term& source, const resolved::IfTerm& node, const Goal& goal);

  // ----------------------------------------------------------------------- matching/emission.cpp

  struct Match {
    const std::vector<resolved::Clause>* clauses = nullptr;
    MatchTree tree;
    bool binds = false;          ///< Its variables are seen behind it, and not in its leaf alone.
    Key firstKey = 0;            ///< Occurrence i has the key firstKey + i.
    std::size_t scrutinees = 0;  ///< The first occurrences; the others are what is inside of them.
    std::uint32_t end = 0;
    Shared* failure = nullptr;
    const Goal* goal = nullptr;
    std::vector<Bodies> bodies;  ///< Per clause.
    Write leaf;                  ///< Instead of clauses: what to do at the only leaf.
    /// Trees that stand in several places, by what has been opened there.
    std::map<std::pair<const Tree*, std::vector<ir::TypeId>>, Shared> shared;
    std::unordered_map<const Tree*, std::size_t> sizes;
  };
  Atoms matchClauses(const std::vector<resolved::Clause>& clauses, MatchTree tree,
                     const Values& values, std::uint32_t end, std::string failure,
                     const Goal& goal);
  Atoms writeMatch(const std::vector<resolved::Clause>& clauses, MatchTree tree,
                   const Values& values, std::uint32_t end, std::string failure, const Goal& goal);
  [[nodiscard]] MatchTree treeOf(const std::vector<TreeRow>& rows, std::size_t scrutinees,
                                 Span span) const;
  [[nodiscard]] MatchTree treeOfOne(const resolved::Pattern& pattern, bool now = false) const;
  [[nodiscard]] std::vector<TreeRow> rowsOf(const std::vector<resolved::Clause>& clauses,
                                            std::size_t scrutinees) const;
  void startMatch(Match& match, const Values& values);
  Atoms writeTree(Match& match, const Tree& tree);
  Atoms writeNode(Match& match, const Tree& tree);
  Atoms writeLeaf(Match& match, const TreeLeaf& leaf);
  /// What is written for one constructor. `own`: the types that it is at, if it is generalised.
  struct WrittenArm {
    const TreeArm* arm = nullptr;
    ir::CtorId ctor;
    const GroundConstructor* own = nullptr;
  };
  [[nodiscard]] std::vector<WrittenArm> armsOf(const TreeSwitch& node, ir::TypeId type) const;
  Atoms writeArm(Match& match, const WrittenArm& arm);
  /// `own`: what the own type variables of the constructor stand for there.
  Atoms writeOpened(Match& match, const TreeArm& arm, const std::vector<ir::TypeId>& own,
                    bool isOneOfSeveral);
  Atoms writeSwitch(Match& match, const TreeSwitch& node);
  Atoms writeKnown(Match& match, const TreeSwitch& node, const Value& scrutinee);
  [[nodiscard]] bool hasFixedWidth(const ir::Type& type) const;
  Atoms writeTest(Match& match, const TreeTest& node);
  Atoms writeView(Match& match, const TreeView& node);
  [[nodiscard]] std::size_t sizeOf(Match& match, const Tree& tree) const;
  Atoms matchTerm(const Term& source, const resolved::MatchTerm& node, const Goal& goal);
  Atoms patternGuard(const resolved::PatternGuard& guard, const Values& values,
                     const Write& matched, Shared& refused, const Goal& goal);

  // ----------------------------------------------------------------------------------- terms.cpp

  Atoms term(const Term& source, const Names& names = {});
  Atoms term(const Term& source, const Goal& goal);
  ir::Atom value(const Term& source, const std::string& name = {});
  Atoms termNode(const Term& source, const Names& names);
  std::vector<ir::Atom> operands(const std::vector<Term>& terms, std::uint32_t end);
  ir::Atom operandBefore(const Term& operand, std::uint32_t end);
  Atoms call(const Term& source, const resolved::FunctionCall& node, const Goal& goal);
  /// The function that a method is at these types, if the instance has it.
  std::optional<Instance> method(resolved::FunctionId id, std::vector<ir::TypeId> types, Span span);
  std::vector<ir::TypeId> ownTypes(const resolved::ConstructTerm& node, Span span);
  ir::Atom construct(const Term& source, const resolved::ConstructTerm& node, const Names& names);
  ir::Atom literal(const resolved::Literal& literal, TypeRef type, Span span, const Names& names);
  ir::Atom string(const std::u32string& text, const Names& names, ir::Position position);
  ir::Atom list(const Term& source, const resolved::ListTerm& node, const Names& names);
  Atoms select(const Term& source, const resolved::SelectTerm& node, const Names& names);
  Atoms update(const Term& source, const resolved::UpdateTerm& node, const Names& names);
  Atoms let(const Term& source, const resolved::LetTerm& node, const Goal& goal);
  Atoms failure(const resolved::FailTerm& node, const Goal& goal);

  // ----------------------------------------------------------------------------------- choices.cpp

  using WriteKnown = std::function<Atoms(const Value&)>;
  /// Of branches that result in a value of that type.
  [[nodiscard]] Join joinOf(const void* origin, ir::TypeId type);
  void close(const Join& join);
  Value tagged(const Value& value, ShapeId choice, const Goal& goal);
  Atoms choose(const Value& value, const Goal& goal, const WriteKnown& write);

  // ---------------------------------------------------------------------------------- closures.cpp

  /// Whether values of the type have functions inside.
  [[nodiscard]] bool isHigher(TypeRef type, Span span);
  /// Whether the term is of a newtype of functions: its constructor is nothing at run time.
  [[nodiscard]] bool isFunctionNewtype(const Term& source);
  /// The value of a term of whatever type, but for unboxed tuples.
  Value known(const Term& source, const Names& names = {});
  /// What is matched: the elements of an unboxed tuple, or one value.
  Values scrutinees(const Term& source, const Names& names = {});
  Values knownOperands(const std::vector<Term>& terms, std::uint32_t end);
  /// A term whose value is applied, or has functions inside.
  Atoms knownTerm(const Term& source, const Goal& goal);
  Atoms forcedBefore(const ir::Atom& forced, const Goal& goal,
                     const std::function<Atoms(const Goal&)>& write);
  Atoms knownBuiltin(const Term& source, const resolved::BuiltinCall& node, const Goal& goal);
  Value knownConstruct(const resolved::ConstructTerm& node, const Term& source);
  Value knownList(const resolved::ListTerm& node, const Term& source);
  Value knownField(const resolved::SelectTerm& node, const Value& record, Span span);
  Atoms knownUpdate(const resolved::UpdateTerm& node, const Term& source, const Goal& goal);
  /// The value applied to the extra arguments of the goal, as its result.
  Atoms deliver(const Value& value, const Goal& goal, Span span);
  Atoms apply(const Value& function, Values arguments, const Goal& goal, Span span);
  Atoms applyDatum(const ir::Atom& function, const Values& arguments, const Goal& goal, Span span);
  Atoms invoke(resolved::FunctionId function, std::vector<ir::TypeId> types, Values captures,
               Values arguments, const Goal& goal, Span span);
  [[nodiscard]] Values extraOf(const Goal& goal);
  [[nodiscard]] std::vector<ir::TypeId> typesOf(const Goal& goal) const;
  [[nodiscard]] ShapeId shapeOf(const Value& value);
  /// A value of that shape, which may be plain.
  [[nodiscard]] Value valueOf(Atoms atoms, ShapeId shape) const;
  /// The value, of which nothing is known but its type: where functions are data, that datum.
  Value plain(const Value& value, ir::Position position);
  [[nodiscard]] Values partsOf(const Value& value);
  Value addParameter(Frame& frame, ShapeId shape, const std::string& name);
  [[noreturn]] void refuseGrowth(resolved::FunctionId function, Span span);

  // -------------------------------------------------------------------------------- builtins.cpp

  ir::Atom builtin(const Term& source, const resolved::BuiltinCall& node, const std::string& name);
  /// The operation as an instance that the module declares has it; nothing if it declares none.
  std::optional<ir::Atom> ownBuiltin(const Term& source, const resolved::BuiltinCall& node,
                                     const std::string& name);
  std::optional<ir::Atom> ownConversion(const Term& source, const resolved::BuiltinCall& node,
                                        const std::string& name);
  ir::Atom wholeOf(const ir::Atom& value, ir::TypeId type, ir::Position position);
  ir::Atom noMethod(std::string_view name, ir::TypeId type, ir::Position position);
  std::optional<ir::Atom> ownNumber(const resolved::NumberLiteral& number, ir::TypeId type,
                                    Span span, const std::string& name);
  ir::Atom realToFrac(const Term& source, const resolved::BuiltinCall& node,
                      const std::string& name);
  ir::Atom openRange(const Term& source, const resolved::BuiltinCall& node,
                     const std::string& name);
  ir::Atom compare(const Term& source, const resolved::BuiltinCall& node, const std::string& name);
  ir::Atom component(const Term& source, const resolved::BuiltinCall& node,
                     const std::string& name);
  ir::Atom primitive(const Term& source, const resolved::BuiltinCall& node,
                     const std::string& name);
  /// The operation that a builtin stands for on operands of that type.
  [[nodiscard]] ir::PrimOp operationOf(const Builtin& builtin, ir::TypeId operand) const;
  ir::Atom junction(const Term& source, const resolved::BuiltinCall& node, const std::string& name);
  ir::Atom fromEnum(const Term& source, const resolved::BuiltinCall& node, const std::string& name);
  ir::Atom toEnum(const Term& source, const resolved::BuiltinCall& node, const std::string& name);
  ir::Atom bound(ir::TypeId id, bool greatest, const std::string& name, ir::Position position);
  /// Up to where `[x ..]` and `[x, y ..]` go.
  ir::Atom lastFrom(const Term& source, const resolved::BuiltinCall& node, const std::string& name);
  ir::Atom rangeEnd(ir::TypeId id, Span span, Builtin::Kind kind, const std::string& name);
  ir::Atom exponent(const ir::Atom& value, ir::Position position);
  ir::Atom divide(const Term& source, const resolved::BuiltinCall& node, const std::string& name);
  ir::Atom show(const Term& source, const resolved::BuiltinCall& node, const std::string& name);
  const resolved::BuiltinCall* shownFirst(const resolved::FunctionCall& node);
  ir::Atom shownBefore(const Term& source, const resolved::BuiltinCall& shown, const Term& rest,
                       const std::string& name);
  [[nodiscard]] bool isPrinted(const Term& source) const;
  void showBeforePrinting(std::vector<ir::TypeId>& types);
  Atoms printed(const resolved::UnboxedTerm& node, std::uint32_t end);
  [[nodiscard]] bool isTotalNow(const Term& term) const;

  // ------------------------------------------------------------------------------------- helpers

  [[nodiscard]] ir::TypeId ground(TypeRef type, Span span);
  [[noreturn]] void refuseUnboxed(Span span);
  [[nodiscard]] std::vector<ir::TypeId> results(TypeRef type, Span span);
  [[nodiscard]] const resolved::Local& local(LocalId id) const { return module_.local(id); }
  /// Where something stands in the user's file, as GHC has it, and as its messages begin.
  [[nodiscard]] std::string place(Span span) const;
  [[nodiscard]] std::string at(Span span) const { return place(span) + ": "; }
  [[noreturn]] void error(Span span, std::string message, std::string hint);
  /// Runs `write` while [begin, end) is known to be evaluated later.
  template <class Run>
  auto before(std::uint32_t begin, std::uint32_t end, Run&& run) {
    frame_->later.emplace_back(begin, end);
    auto result = run();
    frame_->later.pop_back();
    return result;
  }

  ProgramBuilder& builder_;
  resolved::Module& module_;
  const resolved::Function& source_;
  resolved::FunctionId sourceId_;
  ir::FunId target_;
  const Instance instance_;
  Substitution substitution_;
  /// For which of several constructors, by their own types, the current branch is written.
  std::vector<ir::TypeId> opened_;
  Frame* frame_ = nullptr;
  Key nextKey_;
  /// Of values with functions inside: the shape, and the key of the first leaf.
  std::unordered_map<Key, std::pair<ShapeId, Key>> higher_;
  std::unordered_set<std::uint32_t> active_;  // locals whose bindings have been entered
  std::size_t pendingCount_ = 0;
  std::unordered_map<const void*, LocalSet> certain_;
  /// What a binding with a bang forces, where that matters.
  std::unordered_map<const resolved::ValueBinding*, ir::Atom> banged_;
  std::size_t depth_ = 0;
  const std::unordered_set<const void*> choices_;
};

}  // namespace deforest::text
