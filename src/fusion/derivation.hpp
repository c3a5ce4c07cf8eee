// A derivation: the fragments that a program leads to, each with two bodies to choose from.
//
//     shift (sum x)        F0 = { t = sum x; r = shift t | r }
//       x = Cons v c:  c' = sum c; h = head c'; s = shift c'     one group on c: { sum, head, shift
//       | head, shift } = F1
//  built:  shift_sum (Cons v c)      = let (h, s) = shift_head_sum c in Cons h s
//          shift_head_sum (Cons v c) = let (h, s) = shift_head_sum c in (v + h, Cons h s)
//  left:   shift_sum x = shift (sum x)
//
// A fragment is *built* by splitting it on the constructor of its root (or unfolding its
// generator), driving each alternative (fusion/drive), moving into branches what only they use
// (tupling/sink), partitioning the calls that remain into groups (tupling/grouping), and replacing
// each group by one call of its fragment. Equal fragments are one function: recursion folds back. A
// fragment that is *left* is the line of its calls, one after the other, in which those that take
// the same tree are again a fragment; a function of the source that is left stays as it is written.
// Every fragment can be left, and taken up again, without regard to the others: so what to build is
// a choice, and may be made by measuring.
//
// Right, because a fragment's function computes exactly the fragment's line of calls, by unfolding
// definitions, and every call of it stands for such a line. Never slower, because the calls of a
// region are partitioned: each is made once, inside exactly one group. `checkPartition` asserts it
// after every region. Finite, because of the whistle, the width and the depth limits: when one of
// them refuses a join, the call roots a group of its own, the tree between is materialised, and the
// result is still correct.
//
// Thesis section 4.4.2 (fusion) and 4.4.3 (tupling).
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/options.hpp"
#include "fusion/budget.hpp"
#include "fusion/composition.hpp"
#include "fusion/drive.hpp"
#include "fusion/laws.hpp"
#include "fusion/memo.hpp"
#include "fusion/usefulness.hpp"
#include "graph/facts.hpp"
#include "pipeline/pass.hpp"
#include "simplify/names.hpp"
#include "tupling/grouping.hpp"

namespace deforest::fusion {

class Derivation {
 public:
  /// `source` is in normal form, and `laws` are its own. `context` is read and written to.
  Derivation(ir::Program source, const engine::Options& options, pipeline::Context& context,
             Laws laws);

  /// Builds all fragments, from the roots on, first in, first out, for as long as there is room
  /// (fusion/budget); those that find none are left.
  void buildAll();

  /// Builds what waits of the functions of the source, and leaves what waits otherwise.
  void leaveWaiting();

  /// Gives `fragment` the body that is built, or the one that is left. What it calls and has not
  /// been seen before waits.
  void build(ir::FunId fragment);
  void leave(ir::FunId fragment);

  [[nodiscard]] bool isBuilt(ir::FunId fragment) const { return units_[fragment.value].isBuilt; }

  /// Just one function of the source, rather than a composition.
  [[nodiscard]] bool isWholeFunction(ir::FunId fragment) const {
    return units_[fragment.value].whole;
  }

  /// Built, it is what it is when it is left.
  [[nodiscard]] bool gainsNothing(ir::FunId fragment) const {
    return units_[fragment.value].gainsNothing;
  }

  /// A composition with a match that stood inside another function's body: what led to that body
  /// leads to it.
  [[nodiscard]] bool goesOnInside(ir::FunId fragment) const;

  /// Why it must not be built; null if it may.
  [[nodiscard]] const engine::Refused* refusal(ir::FunId fragment) const;

  /// The fragment in words (tupling::textOf).
  [[nodiscard]] std::string textOf(ir::FunId fragment) const;

  /// All fragments seen so far, each with its present body. Those that nothing calls are included.
  [[nodiscard]] const ir::Program& program() const { return result_; }

  /// Fragments that were given a body, or another one, since this was last asked; ascending.
  [[nodiscard]] std::vector<ir::FunId> takeChanges();

  /// Says in the explanation why `fragment` is left.
  void explain(ir::FunId fragment, pipeline::Decision decision) {
    units_[fragment.value].reasons = {std::move(decision)};
  }
  void refuse(ir::FunId fragment, const engine::Refused& refused);
  /// The same, for want of worth.
  void explainLeft(ir::FunId fragment, const engine::Left& left);

  /// What was decided about joins in building it: what was refused, and what is lost when it is
  /// left, for this reason (empty: nothing).
  [[nodiscard]] std::vector<pipeline::Decision> refusedIn(ir::FunId fragment,
                                                          const std::string& reason) const;

  /// The program that was chosen: calls that a larger fragment makes anyway are its calls
  /// (fusion/fold_supersets), and what nothing calls is dropped. Lines stand where they were
  /// called, unless `buildAll` left them for want of room.
  [[nodiscard]] ir::Program finish() &&;

 private:
  // A decision; of a join that was taken, the fragment that it led to.
  struct Made {
    pipeline::Decision decision;
    std::optional<ir::FunId> fragment = {};
  };
  // What is known of a fragment.
  struct Unit {
    tupling::Key key;
    tupling::Ancestry ancestry;
    bool whole = false;
    bool isBuilt = false;
    bool gainsNothing = false;
    std::optional<ir::Function> built;
    std::optional<ir::Function> left;
    std::vector<Made> decisions;              // In building it.
    std::vector<pipeline::Decision> reasons;  // Why it is left.
  };
  // What building a function adds to: it can be undone.
  struct Checkpoint {
    std::size_t functions;
    std::size_t waiting;
    Budget budget;
  };

  static Budget budgetOf(const ir::Program& source, const engine::Options& options,
                         const pipeline::Context& context);

  void seed(ir::FunId root);
  ir::FunId declare(const std::string& name);
  ir::FunId declareFixed(const std::string& name);
  void enqueue(ir::FunId function, tupling::Key key, tupling::Ancestry ancestry);
  ir::FunId functionOf(const tupling::Key& key, const tupling::Ancestry& caller);
  ir::FunId takeNext();

  void buildWithinBudget(ir::FunId next);
  void complete(ir::FunId next, bool built);
  [[nodiscard]] ir::Function begun(ir::FunId fragment) const;
  [[nodiscard]] bool isOfLibrary(ir::FunId fragment) const;
  [[nodiscard]] std::size_t cheapestSize(const tupling::Key& key) const;
  void makeBuilt(ir::FunId fragment);
  void makeLeft(ir::FunId fragment);
  ir::Function composed(ir::FunId fragment);
  ir::Function asLine(ir::FunId fragment);
  ir::Function asWritten(ir::FunId fragment);
  void callWholeFunctions(ir::Function& target, const tupling::Ancestry& ancestry);
  [[nodiscard]] Checkpoint checkpoint() const;
  void restore(const Checkpoint& before);

  ir::Block unfolded(const tupling::Key& key, const tupling::Ancestry& ancestry,
                     const std::vector<ir::VarId>& inputs, ir::Function& target);
  ir::Block split(const tupling::Key& key, const tupling::Ancestry& ancestry,
                  const std::vector<ir::VarId>& inputs, ir::Function& target);
  ir::Block driveAndGroup(Region region, simplify::Knowledge knowledge, ir::Function& target,
                          const tupling::Ancestry& ancestry);
  ir::Block group(ir::Block region, ir::Function& target, const tupling::Rules& rules,
                  const tupling::Ancestry& ancestry);
  [[nodiscard]] tupling::Site siteOf(const ir::Function& target, const tupling::Rules& rules,
                                     const tupling::Ancestry& ancestry) const;
  ir::Binding callOf(const ir::Block& region, const graph::Readers& readers,
                     const tupling::Group& group, const ir::Function& target,
                     const tupling::Ancestry& ancestry);
  void keepAllResults(const ir::Binding& binding, tupling::Fragment& fragment) const;
  void tell(ir::FunId fragment);
  [[nodiscard]] pipeline::Composition compositionOf(ir::FunId fragment) const;
  void dissolveLines();

  const engine::Options& options_;
  Budget budget_;
  const Laws laws_;
  const ir::Program source_;
  const graph::Facts facts_;
  const std::vector<std::vector<ir::FunId>> given_;  // By FunId of `source_`.
  const std::vector<bool> fixed_;                    // The same.
  const Composition composition_;
  const Usefulness usefulness_;
  const tupling::Rules rules_;
  pipeline::Context& context_;
  ir::Program result_;
  Memo memo_;
  simplify::Names names_;
  std::vector<Unit> units_;  // By FunId of `result_`.
  std::deque<ir::FunId> waiting_;
  std::set<ir::FunId> changed_;
  std::vector<ir::FunId> completed_;  // By `buildAll`, in this order.
  std::vector<Made> decisions_;       // Of the fragment that is being built.
};

}  // namespace deforest::fusion
