#include "fusion/drive.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>

#include "fusion/conditionals.hpp"
#include "fusion/inlining.hpp"
#include "graph/demand.hpp"
#include "graph/dependence.hpp"
#include "ir/alpha.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "simplify/binding.hpp"
#include "simplify/dead_bindings.hpp"
#include "support/check.hpp"

namespace deforest::fusion {
namespace {

// Known arguments larger than this are compared as equally large.
constexpr unsigned sizeBound = 2000;

// One unfolding on the way to a binding.
struct Unfolding {
  ir::FunId callee;
  ir::CtorId ctor;  // Of the traversed argument.
  unsigned size;    // Of what was known of it.
  const Unfolding* outer;
};

// A binding still to be driven.
struct Work {
  ir::Binding binding;
  const Unfolding* unfolding = nullptr;
};

// Bindings still to be driven, the next one last, and the results wanted in the end.
struct Agenda {
  std::vector<Work> work;
  std::vector<ir::Atom> results;

  void push(std::vector<ir::Binding> bindings, const Unfolding* unfolding) {
    for (auto binding = bindings.rbegin(); binding != bindings.rend(); ++binding) {
      work.push_back({std::move(*binding), unfolding});
    }
  }
};

class Driver {
 public:
  Driver(const ir::Program& source, const graph::Facts& facts, const Laws& laws,
         const pipeline::Options& options, ir::Function& target, std::optional<ir::VarId> forced)
      : source_(source),
        facts_(facts),
        laws_(laws),
        target_(target),
        forced_(forced),
        semantics_(options.semantics),
        lazy_(options.semantics == pipeline::Semantics::Haskell),
        unfoldings_(options.limits.unfoldings),
        pushes_(options.limits.pushes) {}

  ir::Block drive(Agenda agenda, simplify::Knowledge& knowledge) {
    return Run(*this, std::move(agenda), knowledge).run();
  }

  [[nodiscard]] bool outOfFuel() const { return outOfFuel_; }

 private:
  // What is needed to go back to a conditional and open it.
  struct Snapshot {
    std::size_t length;  // Of the code emitted before it.
    simplify::Knowledge knowledge;
    std::vector<Work> work;  // What came after it.
    std::vector<ir::VarId> results;
    ir::Atom condition;
    ir::Conditional conditional;
    const Unfolding* unfolding;
  };

  // Drives one agenda to its end.
  class Run {
   public:
    Run(Driver& driver, Agenda agenda, simplify::Knowledge& knowledge)
        : driver_(driver), target_(driver.target_), agenda_(std::move(agenda)), known_(knowledge) {}

    ir::Block run() {
      while (!agenda_.work.empty() && !finished_) {
        Work next = std::move(agenda_.work.back());
        agenda_.work.pop_back();
        step(std::move(next));
      }
      if (finished_) return std::move(*finished_);
      return {std::move(out_), known_.resolve(agenda_.results)};
    }

   private:
    void step(Work next) {
      ir::Binding& binding = next.binding;
      support::match(
          binding.operation, [&](ir::Copy&) { keep(std::move(binding)); },
          [&](ir::Primitive&) { keep(std::move(binding)); },
          [&](ir::Construct&) { keep(std::move(binding)); },
          [&](ir::Unpack& unpack) { driveUnpack(binding, unpack); },
          [&](ir::Call& call) { driveCall(binding, call, next.unfolding); },
          [&](ir::Fail& fail) { driveFail(binding, fail); },
          [&](ir::Conditional& conditional) {
            driveConditional(binding, conditional, next.unfolding);
          },
          [&](ir::Case& match) { driveCase(binding, match, next.unfolding); });
    }

    void emit(ir::Binding binding) { out_.push_back(std::move(binding)); }

    // Keeps a binding without branches, or learns what it stands for.
    void keep(ir::Binding binding) {
      for (ir::Binding& kept : simplify::simplifyBinding(
               driver_.source_, target_, std::move(binding), known_, driver_.lazy_)) {
        emit(std::move(kept));
      }
    }

    void driveUnpack(ir::Binding& binding, const ir::Unpack& unpack) {
      const ir::Atom scrutinee = known_.resolve(unpack.scrutinee);
      if (known_.shape(scrutinee) == nullptr && open(scrutinee)) return;
      keep(std::move(binding));
    }

    // Nothing after an error is reached; where evaluation is Haskell's, it is if nobody wants it.
    void driveFail(ir::Binding& binding, const ir::Fail& fail) {
      if (driver_.lazy_) {
        emit(std::move(binding));
      } else {
        finished_ = failingBlock(target_, resultTypes(agenda_.results), fail, binding.position);
      }
    }

    std::vector<ir::TypeId> resultTypes(const std::vector<ir::Atom>& atoms) const {
      std::vector<ir::TypeId> types;
      for (const ir::Atom& atom : atoms) {
        types.push_back(ir::typeOf(driver_.source_, target_, atom));
      }
      return types;
    }

    // --------------------------------------------------------------------------------- calls

    void driveCall(ir::Binding& binding, ir::Call& call, const Unfolding* unfolding) {
      call.arguments = known_.resolve(call.arguments);
      if (undo(binding, call)) return;
      const graph::FunctionFacts& facts = driver_.facts_[call.callee.value];
      const auto inner = driver_.unfoldingOf(binding, call, facts, known_, unfolding);
      if (inner) {
        unfold(binding, call, *inner);
        return;
      }
      if (facts.traversed && open(call.arguments[*facts.traversed])) return;
      if (promote(binding, call, facts, unfolding)) return;
      keep(std::move(binding));
    }

    // UNDO: f (g t), where f undoes g, is t.
    bool undo(const ir::Binding& binding, const ir::Call& call) {
      if (driver_.laws_.inverses.empty() || call.arguments.size() != 1) return false;
      const auto* made = known_.callOf(call.arguments.front());
      if (made == nullptr ||
          !driver_.laws_.inverses.contains({call.callee, ir::FunId{made->operation}})) {
        return false;
      }
      known_.alias(binding.results.front(), made->arguments.front());
      return true;
    }

    // PROMOTE: h (g t c) becomes gh t (h c), driven from the inside.
    bool promote(const ir::Binding& binding, const ir::Call& call,
                 const graph::FunctionFacts& facts, const Unfolding* unfolding) {
      if (driver_.lazy_ || !facts.traversed) return false;
      const ir::Atom& tree = call.arguments[*facts.traversed];
      const auto* made = known_.callOf(tree);
      if (made == nullptr) return false;
      const auto found = driver_.laws_.promotions.find({call.callee, ir::FunId{made->operation}});
      if (found == driver_.laws_.promotions.end() || readElsewhere(tree)) return false;
      const Promotion& promotion = found->second;
      // Of a hole about which nothing is known, h would have to be left as it is.
      const ir::Atom hole = known_.resolve(made->arguments[promotion.hole]);
      if (known_.callOf(hole) == nullptr && known_.shape(hole) == nullptr) return false;
      const ir::VarId folded =
          target_.fresh(target_.variables[binding.results.front().value].type, "s");
      ir::Call outer{promotion.function, {}};
      for (const Promotion::Source& source : promotion.sources) {
        switch (source.kind) {
          case Promotion::Source::Kind::Inner:
            outer.arguments.push_back(made->arguments[source.index]);
            break;
          case Promotion::Source::Kind::Outer:
            outer.arguments.push_back(call.arguments[source.index]);
            break;
          case Promotion::Source::Kind::Hole:
            outer.arguments.emplace_back(folded);
            break;
        }
      }
      ir::Call inner = call;
      inner.arguments[*facts.traversed] = made->arguments[promotion.hole];
      agenda_.work.push_back(
          {ir::Binding{binding.results, std::move(outer), binding.position}, unfolding});
      agenda_.work.push_back(
          {ir::Binding{{folded}, std::move(inner), binding.position}, unfolding});
      return true;
    }

    // Whether anything but the binding now driven reads what `tree` stands for.
    bool readElsewhere(const ir::Atom& tree) const {
      const auto reads = [&](const ir::Atom& atom) { return known_.resolve(atom) == tree; };
      const auto readsAny = [&](const ir::Binding& binding) {
        const auto free = graph::freeVariables(binding.operation);
        return std::any_of(free.begin(), free.end(), reads);
      };
      return std::any_of(agenda_.results.begin(), agenda_.results.end(), reads) ||
             std::any_of(out_.begin(), out_.end(), readsAny) ||
             std::any_of(agenda_.work.begin(), agenda_.work.end(),
                         [&](const Work& work) { return readsAny(work.binding); });
    }

    void unfold(const ir::Binding& binding, const ir::Call& call, const Unfolding* inner) {
      const ir::Function& callee = driver_.source_.function(call.callee);
      // A type with one constructor is taken apart here, for the callee to find it known.
      const graph::FunctionFacts& facts = driver_.facts_[call.callee.value];
      if (facts.traversed && facts.single) unpackKnown(call.arguments[*facts.traversed]);
      ir::Block body = ir::instantiate(callee, call.arguments, target_);
      agenda_.work.push_back(
          {ir::Binding{binding.results, ir::Copy{std::move(body.results)}, binding.position},
           inner});
      agenda_.push(std::move(body.bindings), inner);
    }

    void unpackKnown(const ir::Atom& atom) {
      const auto* variable = ir::variableOf(atom);
      if (variable == nullptr || known_.shape(atom) != nullptr) return;
      const ir::Type& type = driver_.source_.type(target_.variables[variable->value].type);
      const ir::CtorId ctor = type.constructors.front();
      ir::Binding binding{{}, ir::Unpack{ctor, atom}, {}};
      simplify::Shape shape{ctor, {}};
      if (driver_.lazy_) shape.state = simplify::Shape::State::Selected;
      for (const ir::Field& field : driver_.source_.constructor(ctor).fields) {
        const std::string name =
            field.label.empty() ? target_.variables[variable->value].name : field.label;
        binding.results.push_back(target_.fresh(field.type, name));
        shape.fields.emplace_back(binding.results.back());
      }
      known_.learn(*variable, std::move(shape));
      emit(std::move(binding));
    }

    // ---------------------------------------------------------------------------- branching

    void driveCase(const ir::Binding& binding, ir::Case& match, const Unfolding* unfolding) {
      const ir::Atom scrutinee = known_.resolve(match.scrutinee);
      const simplify::Shape* shape = known_.shape(scrutinee);
      // In normal form a Case stands at the top of a function, which is unfolded only when the
      // constructor is known.
      support::check(shape != nullptr, "a match on an unknown constructor inside a region");
      const ir::Alternative& alternative =
          match.alternatives[driver_.source_.constructor(shape->ctor).tag];
      ir::Substitution substitution;
      for (std::size_t i = 0; i < alternative.fields.size(); ++i) {
        substitution.set(alternative.fields[i], shape->fields[i]);
      }
      ir::Block body = alternative.body;
      ir::substitute(body, substitution);
      if (shape->state != simplify::Shape::State::Evaluated) {
        evaluateWith(scrutinee, binding, body);
      }
      continueWith(binding, std::move(body), unfolding);
    }

    // Lets the results of the block evaluate the atom.
    void evaluateWith(const ir::Atom& forced, const ir::Binding& binding, ir::Block& body) {
      std::vector<ir::VarId> results;
      for (const ir::VarId result : binding.results) {
        const ir::Variable variable = target_.variables[result.value];
        results.push_back(target_.fresh(variable.type, variable.name));
      }
      for (ir::Binding& seq :
           simplify::evaluatedWith(forced, results, body.results, binding.position)) {
        body.bindings.push_back(std::move(seq));
      }
      body.results.assign(results.begin(), results.end());
    }

    // The block takes the place of the binding.
    void continueWith(const ir::Binding& binding, ir::Block block, const Unfolding* unfolding) {
      agenda_.work.push_back(
          {ir::Binding{binding.results, ir::Copy{std::move(block.results)}, binding.position},
           unfolding});
      agenda_.push(std::move(block.bindings), unfolding);
    }

    void driveConditional(ir::Binding& binding, ir::Conditional& conditional,
                          const Unfolding* unfolding) {
      const ir::Atom condition = known_.resolve(conditional.condition);
      if (const auto* literal = std::get_if<ir::Literal>(&condition)) {
        continueWith(binding, literal->bits != 0 ? conditional.whenTrue : conditional.whenFalse,
                     unfolding);
        return;
      }
      std::shared_ptr<Snapshot> snapshot;
      if (mayBeOpened(binding)) {
        snapshot = std::make_shared<Snapshot>(Snapshot{
            out_.size(), known_, agenda_.work, binding.results, condition, conditional, unfolding});
      }
      ++driver_.depth_;
      std::array<Branch, 2> branches{driveBranch(condition, true, conditional, unfolding),
                                     driveBranch(condition, false, conditional, unfolding)};
      --driver_.depth_;
      std::vector<ir::VarId> results = binding.results;
      std::vector<std::pair<ir::VarId, simplify::Shape>> learned =
          addCommonShapes(driver_.source_, target_, results, branches, driver_.lazy_);
      const std::vector<bool> values = evaluatedInBoth(branches);
      emitConditional(condition, branches, results, binding.position);
      for (auto& [variable, shape] : learned) known_.learn(variable, std::move(shape));
      for (std::size_t i = 0; i < results.size(); ++i) {
        if (driver_.lazy_ && values[i]) known_.learnForcing(results[i], condition);
      }
      if (snapshot == nullptr) return;
      for (const ir::VarId result : results) snapshots_[result] = snapshot;
    }

    // By result of a conditional: its value is there as soon as the condition is.
    static std::vector<bool> evaluatedInBoth(const std::array<Branch, 2>& branches) {
      std::vector<bool> evaluated;
      for (std::size_t i = 0; i < branches[0].block.results.size(); ++i) {
        evaluated.push_back(std::ranges::all_of(branches, [&](const Branch& branch) {
          return !branch.knowledge.forcing(branch.knowledge.resolve(branch.block.results[i]));
        }));
      }
      return evaluated;
    }

    // Whether a consumer may want to open the conditional later: it makes a tree, and is not so
    // deep in others that the fuel for it would be used up before.
    bool mayBeOpened(const ir::Binding& conditional) const {
      constexpr unsigned deepest = 16;
      if (driver_.pushes_ == 0 || driver_.depth_ >= deepest) return false;
      return std::ranges::any_of(conditional.results, [&](ir::VarId result) {
        return graph::isTree(driver_.source_, target_.variables[result.value].type);
      });
    }

    // Drives one branch of a conditional.
    Branch driveBranch(const ir::Atom& condition, bool whenTrue, ir::Conditional& conditional,
                       const Unfolding* unfolding) {
      Branch branch;
      branch.knowledge = known_;
      assume(condition, whenTrue, branch);
      ir::Block& body = whenTrue ? conditional.whenTrue : conditional.whenFalse;
      Agenda agenda;
      agenda.results = std::move(body.results);
      agenda.push(std::move(body.bindings), unfolding);
      branch.block = driver_.drive(std::move(agenda), branch.knowledge);
      return branch;
    }

    static void assume(const ir::Atom& condition, bool holds, Branch& branch) {
      if (const auto* variable = ir::variableOf(condition)) {
        branch.knowledge.alias(*variable, ir::boolLiteral(holds));
      }
    }

    // Drives one branch of a conditional that is opened, followed by `rest`.
    Branch driveOpened(const Snapshot& snapshot, bool whenTrue, std::vector<Work> rest,
                       const std::vector<ir::Atom>& restResults) {
      Branch branch;
      branch.knowledge = snapshot.knowledge;
      assume(snapshot.condition, whenTrue, branch);
      ir::Substitution substitution;
      ir::Block body =
          ir::freshCopy(whenTrue ? snapshot.conditional.whenTrue : snapshot.conditional.whenFalse,
                        substitution, target_, target_);
      Agenda agenda;
      copyRest(rest, restResults, agenda, snapshot.results, body.results);
      agenda.push(std::move(body.bindings), snapshot.unfolding);
      branch.block = driver_.drive(std::move(agenda), branch.knowledge);
      return branch;
    }

    // The work after a conditional, with fresh variables, reading `actual` for `formal`.
    void copyRest(std::vector<Work>& rest, const std::vector<ir::Atom>& results, Agenda& agenda,
                  const std::vector<ir::VarId>& formal, const std::vector<ir::Atom>& actual) {
      ir::Block code;
      std::vector<const Unfolding*> unfoldings;
      for (auto work = rest.rbegin(); work != rest.rend(); ++work) {
        code.bindings.push_back(std::move(work->binding));
        unfoldings.push_back(work->unfolding);
      }
      code.results = results;
      ir::Substitution substitution;
      for (std::size_t i = 0; i < formal.size(); ++i) substitution.set(formal[i], actual[i]);
      ir::Block fresh = ir::freshCopy(code, substitution, target_, target_);
      for (std::size_t i = fresh.bindings.size(); i-- > 0;) {
        agenda.work.push_back({std::move(fresh.bindings[i]), unfoldings[i]});
      }
      agenda.results = std::move(fresh.results);
    }

    // PUSH: if `atom` is the result of a conditional, the rest of the region goes into its
    // branches and this run is finished.
    bool open(const ir::Atom& atom) {
      const auto* variable = ir::variableOf(atom);
      if (variable == nullptr) return false;
      const auto found = snapshots_.find(*variable);
      if (found == snapshots_.end() || driver_.pushes_ == 0) return false;
      if (driver_.lazy_ && !wantedByAll(*found->second)) return false;
      --driver_.pushes_;
      const std::shared_ptr<Snapshot> snapshot = found->second;
      out_.erase(out_.begin() + static_cast<std::ptrdiff_t>(snapshot->length), out_.end());
      std::array<Branch, 2> branches{
          driveOpened(*snapshot, true, snapshot->work, agenda_.results),
          driveOpened(*snapshot, false, snapshot->work, agenda_.results)};
      std::vector<ir::VarId> results;
      for (const ir::TypeId type : resultTypes(agenda_.results)) {
        results.push_back(target_.fresh(type, "r"));
      }
      emitConditional(snapshot->condition, branches, results, {});
      ir::Block block{std::move(out_), {}};
      block.results.assign(results.begin(), results.end());
      finished_ = std::move(block);
      return true;
    }

    // Whether each result of the region, when it is evaluated, certainly evaluates a result of the
    // conditional, and with it the condition: then everything may wait for the condition.
    bool wantedByAll(const Snapshot& snapshot) const {
      ir::Block rest;
      for (auto work = snapshot.work.rbegin(); work != snapshot.work.rend(); ++work) {
        rest.bindings.push_back(work->binding);
      }
      rest.results = agenda_.results;
      std::vector<graph::VariableSet> known(target_.variables.size(),
                                            graph::VariableSet(target_.variables.size()));
      for (const ir::VarId result : snapshot.results) known[result.value].insert(result);
      const auto evaluated =
          graph::evaluatedWithResults(driver_.source_, rest, driver_.laws_.demands, known);
      return std::ranges::all_of(evaluated, [&](const graph::VariableSet& set) {
        return std::ranges::any_of(snapshot.results,
                                   [&](ir::VarId result) { return set.contains(result); });
      });
    }

    void emitConditional(const ir::Atom& condition, std::array<Branch, 2>& branches,
                         std::vector<ir::VarId> results, ir::Position position) {
      for (Branch& branch : branches) {
        simplify::removeDeadBindings(branch.block, driver_.semantics_);
      }
      for (ir::Binding& hoisted : hoistCommonCalls(target_, branches)) {
        const auto& call = std::get<ir::Call>(hoisted.operation);
        known_.remember({simplify::OperationKey::Kind::Call, call.callee.value, {}, call.arguments},
                        hoisted.results);
        emit(std::move(hoisted));
      }
      emit({std::move(results),
            ir::Conditional{condition, std::move(branches[0].block), std::move(branches[1].block)},
            position});
    }

    Driver& driver_;
    ir::Function& target_;
    Agenda agenda_;
    simplify::Knowledge& known_;
    std::vector<ir::Binding> out_;
    std::map<ir::VarId, std::shared_ptr<Snapshot>> snapshots_;
    std::optional<ir::Block> finished_;
  };

  // The unfolding that the call begins; none: the call stays.
  std::optional<const Unfolding*> unfoldingOf(const ir::Binding& binding, const ir::Call& call,
                                              const graph::FunctionFacts& facts,
                                              const simplify::Knowledge& known,
                                              const Unfolding* outer) {
    Unfolding inner{call.callee, {}, 0, outer};
    // A constant of the module is evaluated once, wherever it is used.
    const bool constant = lazy_ && call.arguments.empty();
    if (forced_ && !binding.results.empty() && binding.results.front() == *forced_) {
      forced_.reset();
    } else if (!facts.traversed) {
      if (constant || facts.recursive ||
          !worthInlining(source_, facts, source_.function(call.callee))) {
        return std::nullopt;
      }
    } else {
      const ir::Atom& tree = call.arguments[*facts.traversed];
      const simplify::Shape* shape = known.shape(tree);
      if (shape == nullptr && !facts.single) return std::nullopt;
      if (shape != nullptr) inner.ctor = shape->ctor;
      inner.size = shape == nullptr ? sizeBound : known.knownSize(tree, sizeBound);
      if (shape == nullptr) {
        const ir::Function& callee = source_.function(call.callee);
        inner.ctor = source_.type(callee.variables[callee.parameters[*facts.traversed].value].type)
                         .constructors.front();
      }
      for (const Unfolding* earlier = outer; earlier != nullptr; earlier = earlier->outer) {
        if (earlier->callee == call.callee && earlier->ctor == inner.ctor &&
            earlier->size <= inner.size) {
          return std::nullopt;
        }
      }
    }
    // The region's own calls are always unfolded: a fragment that left them would call itself.
    if (outer != nullptr) {
      if (unfoldings_ == 0) {
        outOfFuel_ = true;
        return std::nullopt;
      }
      --unfoldings_;
    }
    history_.push_back(inner);
    return &history_.back();
  }

  const ir::Program& source_;
  const graph::Facts& facts_;
  const Laws& laws_;
  ir::Function& target_;
  std::optional<ir::VarId> forced_;
  pipeline::Semantics semantics_;
  bool lazy_;
  unsigned unfoldings_;
  unsigned pushes_;
  unsigned depth_ = 0;  // Conditionals around what is driven.
  bool outOfFuel_ = false;
  std::deque<Unfolding> history_;  // Stable addresses.
};

}  // namespace

Driven drive(const ir::Program& source, const graph::Facts& facts, const Laws& laws,
             const pipeline::Options& options, ir::Function& target, Region region,
             simplify::Knowledge knowledge) {
  Driver driver(source, facts, laws, options, target, region.forced);
  Agenda agenda;
  agenda.results = std::move(region.results);
  agenda.push(std::move(region.bindings), nullptr);
  ir::Block block = driver.drive(std::move(agenda), knowledge);
  return {std::move(block), driver.outOfFuel()};
}

}  // namespace deforest::fusion
