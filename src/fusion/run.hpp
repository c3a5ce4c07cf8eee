// One drive (fusion/drive.hpp) and its state: the bindings that have been driven, the conditionals
// among them whose branches may go on, and what is known where the next binding stands.
//
// Everything that PUSH needs is in push.cpp; drive.cpp has the rest.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "engine/options.hpp"
#include "fusion/agenda.hpp"
#include "fusion/conditionals.hpp"
#include "fusion/laws.hpp"
#include "graph/demand.hpp"
#include "graph/facts.hpp"
#include "simplify/knowledge.hpp"

namespace deforest::fusion {

class Driver {
 public:
  Driver(const ir::Program& source, const graph::Facts& facts, const Laws& laws,
         const engine::Options& options, ir::Function& target, std::optional<ir::VarId> forced)
      : source_(source),
        facts_(facts),
        laws_(laws),
        target_(target),
        forced_(forced),
        semantics_(options.semantics),
        lazy_(options.semantics == ir::Semantics::Haskell),
        unfoldings_(options.limits.unfoldings),
        pushes_(options.limits.pushes),
        restarts_(options.limits.pushes) {}

  ir::Block drive(Agenda agenda, simplify::Knowledge knowledge);

  [[nodiscard]] bool outOfFuel() const { return outOfFuel_; }

 private:
  class Run;

  // A conditional whose branches are driven, and may go on: what is pushed into it is driven at
  // the end of both.
  struct Split {
    ir::Atom condition;
    std::vector<ir::VarId> results;
    std::array<std::unique_ptr<Run>, 2> branches;
    ir::Position position;
    std::size_t begun = 0;  // Unfoldings before it.
    bool opened = false;
  };

  // What has been driven: a binding, or a conditional that may go on.
  struct Item {
    ir::Binding binding;
    const Unfolding* unfolding = nullptr;
    std::shared_ptr<Split> split;

    [[nodiscard]] const std::vector<ir::VarId>& results() const {
      return split == nullptr ? binding.results : split->results;
    }
  };

  // Drives one agenda to its end; more may be added then.
  class Run {
   public:
    /// `around`: whose conditional's branch this is, if it may still be driven elsewhere.
    Run(Driver& driver, Agenda agenda, simplify::Knowledge knowledge, Run* around = nullptr)
        : driver_(driver),
          target_(driver.target_),
          agenda_(std::move(agenda)),
          known_(std::move(knowledge)),
          around_(around) {}

    void proceed();
    ir::Block finish() &&;

   private:
    void step(Work next);
    void emit(ir::Binding binding, const Unfolding* unfolding);
    void keep(ir::Binding binding, const Unfolding* unfolding);
    void driveUnpack(ir::Binding& binding, ir::Unpack& unpack, const Unfolding* unfolding);
    void noticeFailure();
    void driveFail(ir::Binding binding, const Unfolding* unfolding);
    std::vector<ir::TypeId> resultTypes(const std::vector<ir::Atom>& atoms) const;
    void driveCall(ir::Binding& binding, ir::Call& call, const Unfolding* unfolding);
    bool undo(const ir::Binding& binding, const ir::Call& call);
    bool passSeq(const ir::Binding& binding, const ir::Call& call,
                 const graph::FunctionFacts& facts, const Unfolding* unfolding);
    bool promote(const ir::Binding& binding, const ir::Call& call,
                 const graph::FunctionFacts& facts, const Unfolding* unfolding);
    bool readElsewhere(const ir::Atom& tree) const;
    static std::set<ir::VarId> readBy(const Item& item);
    [[nodiscard]] std::set<ir::VarId> readsFromOutside() const;
    void unfold(const ir::Binding& binding, const ir::Call& call, const Unfolding* inner);
    void unpackKnown(const ir::Atom& atom, const Unfolding* unfolding);
    void driveCase(const ir::Binding& binding, ir::Case& match, const Unfolding* unfolding);
    [[nodiscard]] std::vector<ir::Atom> printedBefore() const;
    void evaluateWith(const ir::Atom& forced, const ir::Binding& binding, ir::Block& body);
    void continueWith(const ir::Binding& binding, ir::Block block, const Unfolding* unfolding);
    void driveConditional(ir::Binding& binding, ir::Conditional& conditional,
                          const Unfolding* unfolding);
    ir::Binding resolved(ir::Binding binding) const;
    std::unique_ptr<Run> branch(const ir::Atom& condition, bool holds, ir::Block& body,
                                const Unfolding* unfolding);
    void learnResults(const std::shared_ptr<Split>& split, std::size_t first);
    bool open(const ir::Atom& atom, ir::Binding& binding, const Unfolding* unfolding);
    bool mayPush(const Split& split, const ir::Binding& binding) const;
    void evaluateResults(const Item& item, std::vector<graph::VariableSet>& known) const;
    std::vector<Work> takeWhatNeeds(const Split& split, const ir::Binding& binding);
    Work asWork(Item item);
    void push(const std::shared_ptr<Split>& split, std::vector<Work> work);
    void teach(Run& branch, ir::VarId variable) const;
    BranchEnd end() { return {agenda_.results, known_, failure_.has_value()}; }

    Driver& driver_;
    ir::Function& target_;
    Agenda agenda_;
    simplify::Knowledge known_;
    std::vector<Item> out_;
    std::map<ir::VarId, std::shared_ptr<Split>> splits_;  // By what they result in.
    std::optional<ir::Binding> failure_;                  // Nothing is driven after it.
    Run* around_;
    const ir::Binding* driven_ = nullptr;  // The conditional whose branches are being driven.
    std::optional<ir::VarId> wanted_;      // A result of a conditional of one around.
  };

  std::optional<const Unfolding*> unfoldingOf(const ir::Binding& binding, const ir::Call& call,
                                              const graph::FunctionFacts& facts,
                                              const simplify::Knowledge& known,
                                              const Unfolding* outer);

  const ir::Program& source_;
  const graph::Facts& facts_;
  const Laws& laws_;
  ir::Function& target_;
  std::optional<ir::VarId> forced_;
  ir::Semantics semantics_;
  bool lazy_;
  unsigned unfoldings_;
  unsigned pushes_;
  unsigned restarts_;  // Conditionals driven anew, inside another one.
  bool outOfFuel_ = false;
  std::deque<Unfolding> history_;  // Stable addresses.
};

}  // namespace deforest::fusion
