// The writer of one function's body; see function.hpp.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "backends/cpp/expression.hpp"
#include "backends/cpp/function.hpp"
#include "backends/native/plan/forks.hpp"
#include "ir/alpha.hpp"

namespace deforest::backends {

class CppBody {
 public:
  CppBody(const CppContext& context, ir::FunId id, CppVariant variant, CppText& out);

  /// The parameters as they are declared: type and name, the name left out if it is not used.
  [[nodiscard]] std::vector<std::string> parameters();

  void write();
  /// Whether what was written counts its visits.
  [[nodiscard]] bool ticked() const { return ticked_; }

 private:
  // Where the results of a block go: out of the function, or into variables.
  struct Target {
    std::vector<std::string> variables;  // empty: the function returns
    std::vector<std::string> values{};   // what the variables hold already; empty: nothing
    [[nodiscard]] bool returns() const { return variables.empty(); }
  };

  // A cell that was allocated before all of its fields are known.
  struct Cell {
    std::string name;
    std::vector<bool> filled;
  };

  // A cell that has been taken apart and may be written again.
  struct Old {
    CppExpr cell;
    ir::CtorId ctor;
    const std::vector<ir::VarId>* fields = nullptr;
  };

  // What is known of a block while it is written.
  struct Scope {
    const ir::Block& block;
    std::vector<std::size_t> position;  // of each binding: where its cell is allocated
    std::map<std::size_t, Cell> cells;  // by index of the binding that constructs
    const LoopJump* jump = nullptr;
    std::vector<bool> chained;                                  // part of the jump
    std::unordered_map<std::uint32_t, std::size_t> makers{};    // by variable: what binds it
    std::map<std::size_t, std::vector<std::size_t>> cellsAt{};  // by position: what constructs
    // By the first of the cells of a text that the program knows: all of them, the last one first.
    std::map<std::size_t, std::vector<std::size_t>> texts{};
    std::vector<bool> withinText{};  // a cell of one, but not its first
  };

  // What was made on scratch on the way to what is written now.
  struct Scratch {
    std::string worker;         // empty: none yet
    std::string mark;           // taken before
    std::set<ir::VarId> sites;  // not given back yet
    std::map<ir::VarId, std::string> pockets{};
    bool operator==(const Scratch&) const = default;
  };

  // Names that `named` gives are known no longer than this lives: in one block.
  class Naming {
   public:
    explicit Naming(CppBody& body) : body_(body), before_(body.unnamed_.size()) {}
    Naming(const Naming&) = delete;
    Naming& operator=(const Naming&) = delete;
    ~Naming() {
      for (auto& named = body_.unnamed_; named.size() > before_; named.pop_back()) {
        body_.exprs_[named.back().first.value] = std::move(named.back().second);
      }
    }

   private:
    CppBody& body_;
    std::size_t before_;
  };

  // What the text goes on with behind a block that writes nothing and leaves the function.
  struct Fall {
    const ir::Block* block = nullptr;
    Scratch scratch{};
  };

  // body.cpp
  void writeBlock(const ir::Block& block, const Target& target);
  bool writeBinding(Scope& scope, std::size_t at, const Target& target);
  void writeResults(const ir::Block& block, const Target& target);
  void writeTick();
  void writeFail(const ir::Binding& binding, const ir::Fail& failure);
  void writeOrder();
  void beginProfile();
  void returnValues(const ir::Block& block);
  void writeForeign(const ir::Binding& binding, const ir::Foreign& call);
  void writeInput(const ir::Binding& binding, const ir::Foreign& call);
  [[nodiscard]] std::string textType(const ir::Binding& binding) const;
  void writePut(const ir::Binding& binding, const ir::Foreign& call);
  CppExpr readNow(const ir::Atom& atom);
  void writeArray(const ir::Binding& binding, const ir::Foreign& call);
  void writeSlot(const ir::Binding& binding, const ir::Foreign& call);
  void writePrimitive(const ir::Binding& binding, const ir::Primitive& primitive);
  void writeUnpack(const ir::Binding& binding, const ir::Unpack& unpack);
  void writeRead(ir::VarId variable, const CppExpr& read);
  CppExpr named(const ir::Atom& atom);
  void finishReturn(std::vector<std::string> values, const ir::Block* block = nullptr);

  // body_calls.cpp
  [[nodiscard]] std::string callText(const ir::Call& call, CppVariant variant,
                                     const std::string& worker, const std::string& levels) const;
  void writeCall(Scope& scope, const ir::Binding& binding, const ir::Call& call,
                 const Target& target, bool last);
  void beginForks(const Scope& scope, std::size_t at);
  [[nodiscard]] std::string joined(const ir::Binding& binding);
  void bindResults(const ir::Binding& binding, const std::string& value, bool changes = false);
  void writeJump(Scope& scope);
  void stepHole(Scope& scope, std::size_t result, const std::vector<std::size_t>& chain);
  void fillWithCells(Scope& scope, std::size_t result, std::span<const std::size_t> cells);
  void fillByCall(const ir::Binding& binding, std::size_t result, ir::VarId rest);
  void stepNumber(const Scope& scope, std::size_t result, const std::vector<std::size_t>& chain);
  void updateParameters(const ir::Call& call);
  void startLoop();
  [[nodiscard]] std::string neutral(std::size_t result) const;

  [[nodiscard]] std::string levelsBelow(bool forked) const;

  // body_spines.cpp
  void startSpine();
  void writeSpineEnd();
  void writeStep(const std::string& place);
  [[nodiscard]] bool endsSpine(const ir::Case& match, const ir::Alternative& alternative) const;

  // body_cells.cpp
  void planCells(Scope& scope) const;
  [[nodiscard]] const ir::VarId* afterLetter(const Scope& scope, std::size_t at) const;
  void planTexts(Scope& scope) const;
  void writeText(Scope& scope, std::size_t at);
  [[nodiscard]] std::size_t cellPosition(Scope& scope, std::size_t at) const;
  void allocateCells(Scope& scope, std::size_t before);
  void allocate(Scope& scope, std::size_t at);
  [[nodiscard]] std::string tagOf(ir::CtorId id) const;
  bool writeMake(const std::string& name, const std::string& cell, const std::string& worker,
                 const std::string& fields, bool mustFit = true);
  bool makeWhole(Scope& scope, std::size_t at, const std::string& name, const std::string& worker);
  void fill(Scope& scope, std::size_t at);
  [[nodiscard]] std::string holeFor(Scope& scope, ir::VarId variable) const;
  void writeConstruct(Scope& scope, std::size_t at);
  [[nodiscard]] const Old* oldFor(ir::VarId made) const;
  [[nodiscard]] bool takes(const ir::Block& block, ir::VarId old) const;
  [[nodiscard]] CppExpr valueOf(const ir::Construct& construct) const;

  // body_scratch.cpp
  [[nodiscard]] std::string place(const ir::Binding& binding);
  void beginScratch();
  void beginScratchFor(const ir::Operation& operation);
  void endScratch();
  void endScratchUnless(const std::set<ir::VarId>& needed);
  [[nodiscard]] bool onScratch(const ir::Binding& binding) const;
  // Writes a branch; what it leaves on scratch is added to `left`.
  template <class Write>
  void writeBranch(const Target& target, std::set<ir::VarId>& left, Write write) {
    const Scratch before = scratch_;
    write();
    if (before.worker.empty() && !target.returns()) endScratch();
    left.merge(scratch_.sites);
    scratch_ = before;
  }

  // body_survivors.cpp
  [[nodiscard]] bool movesAfter(const ir::Binding& binding, const std::string& worker) const;
  std::string writeWatch(const std::string& worker, ir::FunId callee);
  void writeWatchOfRounds();
  void writeMoves(const std::string& worker, const std::string& watch,
                  const std::vector<ir::VarId>& variables, bool round = false);
  void writeMovesOfRound();

  // body_joins.cpp
  [[nodiscard]] bool sameText(const ir::Block& a, const ir::Block& b);
  [[nodiscard]] std::size_t endsWith(const ir::Block& block, const ir::Block& end);
  [[nodiscard]] bool fallsThrough(const ir::Block& block, const Target& target);
  void follow(const ir::Block& branch, const ir::Block& next);

  // body_branches.cpp
  void writeCase(const ir::Binding& binding, const ir::Case& match, const Target& target,
                 bool last);
  void writeConditional(const ir::Binding& binding, const ir::Conditional& conditional,
                        const Target& target, bool last);
  void nameResults(const ir::Binding& binding, const Target& target);
  void writeWays(const CppExpr& condition, const ir::Conditional& conditional, const Target& target,
                 std::set<ir::VarId>& left);
  using Group = std::vector<const ir::Alternative*>;
  std::vector<Group> groupsOf(const ir::Case& match);
  bool moveSharedEndLast(std::vector<Group>& groups);
  Target declareTargets(const ir::Binding& binding);
  [[nodiscard]] std::string constantIn(const ir::Block& block, std::size_t result) const;
  [[nodiscard]] std::string commonValue(const ir::Operation& operation, std::size_t result) const;
  [[nodiscard]] bool isDone(const ir::Block& block, const Target& target) const;
  void writeAlternative(const ir::Case& match, const ir::Alternative& alternative,
                        const CppExpr& scrutinee, const Target& target);
  [[nodiscard]] std::string test(ir::CtorId ctor, const CppExpr& scrutinee,
                                 bool holds = true) const;
  [[nodiscard]] bool calls(const ir::Block& block) const;

  // Shared.
  void dropIdle();
  [[nodiscard]] bool isUsed(ir::VarId parameter) const;
  [[nodiscard]] bool plainExit() const;
  [[nodiscard]] CppExpr expr(const ir::Atom& atom, bool typed = false) const;
  [[nodiscard]] const CppType& typeOf(const ir::Atom& atom) const;
  [[nodiscard]] const CppType& typeOf(ir::VarId variable) const;
  [[nodiscard]] ir::TypeKind kindOf(const ir::Atom& atom) const;
  std::string local(const std::string& hint);
  std::string local(ir::VarId variable) { return local(function_.variables[variable.value].name); }
  void define(ir::VarId variable, const std::string& value);
  [[nodiscard]] unsigned reads(ir::VarId variable) const { return reads_[variable.value]; }
  [[nodiscard]] static std::string autoFor(const CppType& type);

  const CppContext& context_;
  ir::FunId id_;
  CppVariant variant_;
  const ir::Function& function_;
  CppText& out_;
  CppNames names_;
  std::vector<unsigned> reads_;
  std::vector<CppExpr> exprs_;
  std::vector<std::pair<ir::VarId, CppExpr>>
      unnamed_;  // what had no name before, the last one last
  ir::BlockEquality sameBlock_;
  const CellReuse& reuse_;
  std::map<ir::VarId, Old> old_;  // by the value taken apart
  std::set<ir::VarId> made_;      // values that are declared as cells of their constructors
  const ScratchPlan& plan_;
  Scratch scratch_;
  Fall fall_;
  std::map<const ir::Block*, std::size_t> fallen_;  // How many blocks were left out for this one.
  const SpinePlan* spine_ = nullptr;                // of a parallel loop
  std::string spineName_;
  LevelShares shares_;                      // of a parallel function
  std::set<ir::VarId> beside_;              // calls beside which others wait, by first result
  std::map<ir::VarId, std::string> forks_;  // those that wait, and where
  std::string profile_;          // of a program that keeps one: what counts for this function
  const LoopPlan& plannedLoop_;  // of this variant
  bool loop_ = false;
  std::string roundWatch_;         // of a loop after whose rounds cells may move
  std::vector<std::string> seen_;  // and by result: the hole when they last did
  bool tickDue_ = false;           // what is written now has not counted its visit yet
  bool ticked_ = false;
  bool atLoopEnd_ = false;            // what is written now is the last thing in the loop
  std::vector<std::string> results_;  // by result: `result`, or the offset
  std::vector<std::string> seconds_;  // by result: `hole`, or the scale
};

}  // namespace deforest::backends
