#include "fusion/drive.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <set>

#include "fusion/agenda.hpp"
#include "fusion/conditionals.hpp"
#include "fusion/inlining.hpp"
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
        lazy_(options.semantics == pipeline::Semantics::Lazy),
        unfoldings_(options.limits.unfoldings),
        pushes_(options.limits.pushes),
        restarts_(options.limits.pushes) {}

  ir::Block drive(Agenda agenda, simplify::Knowledge knowledge) {
    Run run(*this, std::move(agenda), std::move(knowledge));
    run.proceed();
    ir::Block block = std::move(run).finish();
    simplify::removeDeadBindings(block, semantics_);
    hoistCommonCalls(target_, block);
    return block;
  }

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

    void proceed() {
      while (!agenda_.work.empty() && !failure_ && !wanted_) {
        Work next = std::move(agenda_.work.back());
        agenda_.work.pop_back();
        step(std::move(next));
      }
    }

    ir::Block finish() && {
      if (failure_) {
        return failingBlock(target_, resultTypes(agenda_.results),
                            std::get<ir::Fail>(failure_->operation), failure_->position);
      }
      ir::Block block;
      for (Item& item : out_) {
        block.bindings.push_back(asWork(std::move(item)).binding);
      }
      block.results = known_.resolve(agenda_.results);
      return block;
    }

   private:
    void step(Work next) {
      ir::Binding& binding = next.binding;
      support::match(
          binding.operation, [&](ir::Copy&) { keep(std::move(binding), next.unfolding); },
          [&](ir::Primitive&) { keep(std::move(binding), next.unfolding); },
          [&](ir::Construct&) { keep(std::move(binding), next.unfolding); },
          [&](ir::Unpack& unpack) { driveUnpack(binding, unpack, next.unfolding); },
          [&](ir::Call& call) { driveCall(binding, call, next.unfolding); },
          // Nothing after an error is reached.
          [&](ir::Fail&) { failure_ = std::move(binding); },
          [&](ir::Conditional& conditional) {
            driveConditional(binding, conditional, next.unfolding);
          },
          [&](ir::Case& match) { driveCase(binding, match, next.unfolding); });
    }

    void emit(ir::Binding binding, const Unfolding* unfolding) {
      out_.push_back({std::move(binding), unfolding, nullptr});
    }

    // Keeps a binding without branches, or learns what it stands for.
    void keep(ir::Binding binding, const Unfolding* unfolding) {
      auto kept = simplify::simplifyBinding(driver_.source_, target_, std::move(binding), known_,
                                            driver_.lazy_);
      if (kept) emit(std::move(*kept), unfolding);
    }

    void driveUnpack(ir::Binding& binding, ir::Unpack& unpack, const Unfolding* unfolding) {
      unpack.scrutinee = known_.resolve(unpack.scrutinee);
      if (known_.shape(unpack.scrutinee) == nullptr && open(unpack.scrutinee, binding, unfolding)) {
        return;
      }
      keep(std::move(binding), unfolding);
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
      if (facts.traversed && open(call.arguments[*facts.traversed], binding, unfolding)) return;
      if (promote(binding, call, facts, unfolding)) return;
      keep(std::move(binding), unfolding);
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
      const auto readsAny = [&](const std::set<ir::VarId>& free) {
        return std::any_of(free.begin(), free.end(), reads);
      };
      return std::ranges::any_of(agenda_.results, reads) ||
             std::ranges::any_of(out_, [&](const Item& item) { return readsAny(readBy(item)); }) ||
             std::ranges::any_of(agenda_.work, [&](const Work& work) {
               return readsAny(graph::freeVariables(work.binding.operation));
             });
    }

    // What is read by the item, from outside it if it has branches.
    static std::set<ir::VarId> readBy(const Item& item) {
      if (item.split == nullptr) return graph::freeVariables(item.binding.operation);
      std::set<ir::VarId> read;
      if (const auto* condition = ir::variableOf(item.split->condition)) read.insert(*condition);
      for (const auto& branch : item.split->branches) read.merge(branch->readsFromOutside());
      return read;
    }

    [[nodiscard]] std::set<ir::VarId> readsFromOutside() const {
      std::set<ir::VarId> read;
      if (failure_) return read;
      for (const ir::Atom& atom : known_.resolve(agenda_.results)) {
        if (const auto* variable = ir::variableOf(atom)) read.insert(*variable);
      }
      for (auto item = out_.rbegin(); item != out_.rend(); ++item) {
        for (const ir::VarId result : item->results()) read.erase(result);
        read.merge(readBy(*item));
      }
      return read;
    }

    void unfold(const ir::Binding& binding, const ir::Call& call, const Unfolding* inner) {
      const ir::Function& callee = driver_.source_.function(call.callee);
      // A type with one constructor is taken apart here, for the callee to find it known.
      const graph::FunctionFacts& facts = driver_.facts_[call.callee.value];
      if (facts.traversed && facts.single) unpackKnown(call.arguments[*facts.traversed], inner);
      continueWith(binding, inlined(driver_.source_, callee, call.arguments, known_, target_),
                   inner);
    }

    void unpackKnown(const ir::Atom& atom, const Unfolding* unfolding) {
      const auto* variable = ir::variableOf(atom);
      if (variable == nullptr || known_.shape(atom) != nullptr) return;
      const ir::Type& type = driver_.source_.type(target_.variables[variable->value].type);
      const ir::CtorId ctor = type.constructors.front();
      ir::Binding binding{{}, ir::Unpack{ctor, atom}, {}};
      simplify::Shape shape{ctor, {}};
      for (const ir::Field& field : driver_.source_.constructor(ctor).fields) {
        const std::string name =
            field.label.empty() ? target_.variables[variable->value].name : field.label;
        binding.results.push_back(target_.fresh(field.type, name));
        shape.fields.emplace_back(binding.results.back());
      }
      known_.learn(*variable, std::move(shape));
      emit(std::move(binding), unfolding);
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
      continueWith(binding, std::move(body), unfolding);
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
      ir::Binding whole = binding;
      const unsigned unfoldings = driver_.unfoldings_;
      const unsigned pushes = driver_.pushes_;
      auto split = std::make_shared<Split>();
      split->condition = condition;
      split->results = binding.results;
      split->position = binding.position;
      split->begun = driver_.history_.size();
      split->branches = {branch(condition, true, conditional.whenTrue, unfolding),
                         branch(condition, false, conditional.whenFalse, unfolding)};
      for (const std::unique_ptr<Run>& run : split->branches) {
        run->around_ = nullptr;
        if (!run->wanted_) continue;
        driver_.unfoldings_ = unfoldings;
        driver_.pushes_ = pushes;
        wanted_ = run->wanted_;
        if (!splits_.contains(*wanted_)) return;
        ir::Binding again = resolved(std::move(whole));
        open(*std::exchange(wanted_, std::nullopt), again, unfolding);
        return;
      }
      out_.push_back({{}, unfolding, split});
      learnResults(split, 0);
    }

    // The binding, reading what its variables are known to stand for.
    ir::Binding resolved(ir::Binding binding) const {
      ir::Substitution substitution;
      for (const ir::VarId variable : graph::freeVariables(binding.operation)) {
        substitution.set(variable, known_.resolve(variable));
      }
      ir::Block block;
      block.bindings.push_back(std::move(binding));
      ir::substitute(block, substitution);
      return std::move(block.bindings.front());
    }

    // One branch of a conditional, driven.
    std::unique_ptr<Run> branch(const ir::Atom& condition, bool holds, ir::Block& body,
                                const Unfolding* unfolding) {
      simplify::Knowledge knowledge = known_;
      if (const auto* variable = ir::variableOf(condition)) {
        knowledge.alias(*variable, ir::boolLiteral(holds));
      }
      Agenda agenda;
      agenda.results = std::move(body.results);
      agenda.push(std::move(body.bindings), unfolding);
      auto run = std::make_unique<Run>(driver_, std::move(agenda), std::move(knowledge), this);
      run->proceed();
      return run;
    }

    // What is known of the results of a conditional from the `first` on.
    void learnResults(const std::shared_ptr<Split>& split, std::size_t first) {
      if (driver_.lazy_) return;
      auto learned = addCommonShapes(driver_.source_, target_, split->results, first,
                                     {split->branches[0]->end(), split->branches[1]->end()});
      for (std::size_t i = first; i < split->results.size(); ++i) {
        splits_[split->results[i]] = split;
      }
      for (auto& [variable, shape] : learned) {
        // What is made of values from outside might also be made before the conditional.
        const bool fresh = std::ranges::any_of(shape.fields, [&](const ir::Atom& field) {
          const auto* read = ir::variableOf(field);
          return read != nullptr && splits_.contains(*read);
        });
        if (fresh) {
          known_.learn(variable, std::move(shape));
        } else {
          known_.expect(variable, std::move(shape));
        }
      }
    }

    BranchEnd end() { return {agenda_.results, known_, failure_.has_value()}; }

    // PUSH: if `atom` is the result of a conditional, the binding that reads it goes on in its
    // branches. If that is a conditional before the one around, all of that goes there.
    bool open(const ir::Atom& atom, ir::Binding& binding, const Unfolding* unfolding) {
      const auto* variable = ir::variableOf(atom);
      if (variable == nullptr || driver_.lazy_) return false;
      const auto found = splits_.find(*variable);
      if (found == splits_.end()) {
        for (const Run* run = around_; run != nullptr; run = run->around_) {
          const auto outer = run->splits_.find(*variable);
          if (outer == run->splits_.end()) continue;
          if (!outer->second->opened && driver_.pushes_ == 0) return false;
          if (driver_.restarts_ == 0) return false;
          --driver_.restarts_;
          wanted_ = *variable;
          return true;
        }
        return false;
      }
      const std::shared_ptr<Split> split = found->second;
      if (!split->opened) {
        if (driver_.pushes_ == 0) return false;
        --driver_.pushes_;
        split->opened = true;
      }
      std::vector<Work> pushed = takeWhatNeeds(*split, binding);
      pushed.push_back({std::move(binding), unfolding});
      push(split, std::move(pushed));
      return true;
    }

    // Takes what stands between the conditional and the binding that reads it, and is read by that
    // and reads the conditional. The conditional now stands behind all that does not read it.
    std::vector<Work> takeWhatNeeds(const Split& split, const ir::Binding& binding) {
      const auto at =
          std::ranges::find_if(out_, [&](const Item& item) { return item.split.get() == &split; });
      support::check(at != out_.end(), "a conditional that is not there");
      std::vector<Item> before, after;
      std::set<ir::VarId> reads(split.results.begin(), split.results.end());
      for (auto item = std::next(at); item != out_.end(); ++item) {
        const bool depends = std::ranges::any_of(
            readBy(*item), [&](ir::VarId variable) { return reads.contains(variable); });
        if (depends) reads.insert(item->results().begin(), item->results().end());
        (depends ? after : before).push_back(std::move(*item));
      }
      Item opened = std::move(*at);
      out_.erase(at, out_.end());
      std::ranges::move(before, std::back_inserter(out_));
      out_.push_back(std::move(opened));
      std::set<ir::VarId> wanted = graph::freeVariables(binding.operation);
      std::vector<Work> taken;
      std::vector<Item> rest;
      for (auto item = after.rbegin(); item != after.rend(); ++item) {
        const bool needed = std::ranges::any_of(
            item->results(), [&](ir::VarId variable) { return wanted.contains(variable); });
        if (!needed) {
          rest.push_back(std::move(*item));
          continue;
        }
        wanted.merge(readBy(*item));
        taken.push_back(asWork(std::move(*item)));
      }
      std::move(rest.rbegin(), rest.rend(), std::back_inserter(out_));
      std::ranges::reverse(taken);
      return taken;
    }

    Work asWork(Item item) {
      if (item.split == nullptr) return {std::move(item.binding), item.unfolding};
      Split& split = *item.split;
      ir::Conditional conditional{split.condition, std::move(*split.branches[0]).finish(),
                                  std::move(*split.branches[1]).finish()};
      return {{std::move(split.results), std::move(conditional), split.position}, item.unfolding};
    }

    // Drives the work at the end of both branches; the conditional then has its results, too.
    void push(const std::shared_ptr<Split>& split, std::vector<Work> work) {
      ir::Block code;
      for (Work& next : work) {
        for (const ir::VarId result : next.binding.results) code.results.emplace_back(result);
        code.bindings.push_back(std::move(next.binding));
      }
      std::set<ir::VarId> read = graph::freeVariables({code.bindings, {}});
      for (const ir::VarId result : split->results) read.erase(result);
      for (const std::unique_ptr<Run>& branch : split->branches) {
        Agenda& agenda = branch->agenda_;
        if (branch->failure_) {
          agenda.results.insert(agenda.results.end(), code.results.begin(), code.results.end());
          continue;
        }
        ir::Substitution substitution;
        for (std::size_t i = 0; i < split->results.size(); ++i) {
          substitution.set(split->results[i], branch->known_.resolve(agenda.results[i]));
        }
        for (const ir::VarId variable : read) teach(*branch, variable);
        ir::Block copy = ir::freshCopy(code, substitution, target_, target_);
        agenda.results.insert(agenda.results.end(), copy.results.begin(), copy.results.end());
        for (std::size_t i = copy.bindings.size(); i-- > 0;) {
          agenda.work.push_back(
              {std::move(copy.bindings[i]), begunBefore(split->begun, work[i].unfolding)});
        }
        branch->proceed();
      }
      const std::size_t first = split->results.size();
      for (const ir::Atom& result : code.results) {
        split->results.push_back(std::get<ir::VarId>(result));
      }
      learnResults(split, first);
    }

    // Tells a branch what has become known of a variable since it was begun.
    void teach(Run& branch, ir::VarId variable) const {
      const ir::Atom atom{variable};
      const auto* call = known_.callOf(atom);
      if (call != nullptr && branch.known_.callOf(atom) == nullptr) {
        branch.known_.remember(*call, {variable});
      }
      const simplify::Shape* shape = known_.shape(atom);
      if (shape == nullptr || branch.known_.shape(atom) != nullptr) return;
      branch.known_.learn(variable, *shape);
      for (const ir::Atom& field : shape->fields) {
        const ir::Atom resolved = known_.resolve(field);
        if (const auto* inner = ir::variableOf(resolved)) teach(branch, *inner);
      }
    }

    Driver& driver_;
    ir::Function& target_;
    Agenda agenda_;
    simplify::Knowledge known_;
    std::vector<Item> out_;
    std::map<ir::VarId, std::shared_ptr<Split>> splits_;  // By what they result in.
    std::optional<ir::Binding> failure_;                  // Nothing is driven after it.
    Run* around_;
    std::optional<ir::VarId> wanted_;  // A result of a conditional of one around.
  };

  // The unfolding that the call begins; none: the call stays.
  std::optional<const Unfolding*> unfoldingOf(const ir::Binding& binding, const ir::Call& call,
                                              const graph::FunctionFacts& facts,
                                              const simplify::Knowledge& known,
                                              const Unfolding* outer) {
    Unfolding inner{call.callee, {}, 0, outer, history_.size()};
    if (forced_ && !binding.results.empty() && binding.results.front() == *forced_) {
      forced_.reset();
    } else if (!facts.traversed) {
      const ir::Function& callee = source_.function(call.callee);
      if (facts.recursive || !worthInlining(source_, facts, callee, plainAround(outer))) {
        return std::nullopt;
      }
    } else {
      const ir::Atom& tree = call.arguments[*facts.traversed];
      const simplify::Shape* shape = known.shape(tree);
      if (shape == nullptr && !(facts.single && !lazy_)) return std::nullopt;
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
  unsigned restarts_;  // Conditionals driven anew, inside another one.
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
  ir::Block block = driver.drive(std::move(agenda), std::move(knowledge));
  return {std::move(block), driver.outOfFuel()};
}

}  // namespace deforest::fusion
