#include "fusion/drive.hpp"

#include <algorithm>

#include "fusion/inlining.hpp"
#include "fusion/run.hpp"
#include "graph/dependence.hpp"
#include "ir/alpha.hpp"
#include "ir/primitives.hpp"
#include "ir/printing.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "simplify/binding.hpp"
#include "simplify/dead_bindings.hpp"
#include "support/check.hpp"
#include "support/match.hpp"

namespace deforest::fusion {
namespace {

// Known arguments larger than this are compared as equally large.
constexpr unsigned sizeBound = 2000;

}  // namespace

ir::Block Driver::drive(Agenda agenda, simplify::Knowledge knowledge) {
  Run run(*this, std::move(agenda), std::move(knowledge));
  run.proceed();
  ir::Block block = std::move(run).finish();
  simplify::removeDeadBindings(block, semantics_);
  hoistCommonCalls(target_, block);
  return block;
}

void Driver::Run::proceed() {
  while (!agenda_.work.empty() && !failure_ && !wanted_) {
    Work next = std::move(agenda_.work.back());
    agenda_.work.pop_back();
    step(std::move(next));
  }
  if (driver_.lazy_ && agenda_.work.empty() && !failure_ && !wanted_) noticeFailure();
}

ir::Block Driver::Run::finish() && {
  ir::Block block;
  for (Item& item : out_) {
    block.bindings.push_back(asWork(std::move(item)).binding);
  }
  if (failure_) {
    block.results = failWithAll(target_, resultTypes(agenda_.results), *failure_, block.bindings);
  } else {
    block.results = known_.resolve(agenda_.results);
  }
  return block;
}

void Driver::Run::step(Work next) {
  ir::Binding& binding = next.binding;
  support::match(
      binding.operation, [&](ir::Copy&) { keep(std::move(binding), next.unfolding); },
      [&](ir::Primitive&) { keep(std::move(binding), next.unfolding); },
      [&](ir::Construct&) { keep(std::move(binding), next.unfolding); },
      [&](ir::Foreign&) { keep(std::move(binding), next.unfolding); },
      [&](ir::Unpack& unpack) { driveUnpack(binding, unpack, next.unfolding); },
      [&](ir::Call& call) { driveCall(binding, call, next.unfolding); },
      [&](ir::Fail&) { driveFail(std::move(binding), next.unfolding); },
      [&](ir::Conditional& conditional) { driveConditional(binding, conditional, next.unfolding); },
      [&](ir::Case& match) { driveCase(binding, match, next.unfolding); });
}

void Driver::Run::emit(ir::Binding binding, const Unfolding* unfolding) {
  out_.push_back({std::move(binding), unfolding, nullptr});
}

// Keeps a binding without branches, or learns what it stands for.
void Driver::Run::keep(ir::Binding binding, const Unfolding* unfolding) {
  for (ir::Binding& kept : simplify::simplifyBinding(driver_.source_, target_, std::move(binding),
                                                     known_, driver_.lazy_)) {
    emit(std::move(kept), unfolding);
  }
}

void Driver::Run::driveUnpack(ir::Binding& binding, ir::Unpack& unpack,
                              const Unfolding* unfolding) {
  unpack.scrutinee = known_.resolve(unpack.scrutinee);
  if (known_.shape(unpack.scrutinee) == nullptr && open(unpack.scrutinee, binding, unfolding)) {
    return;
  }
  keep(std::move(binding), unfolding);
}

// Where evaluation is Haskell's, an error that is all there is.
void Driver::Run::noticeFailure() {
  if (out_.size() != 1 || out_.front().split != nullptr) return;
  ir::Block block;
  block.bindings.push_back(out_.front().binding);
  block.results = known_.resolve(agenda_.results);
  if (!ir::endsInFailure(block)) return;
  failure_ = std::move(out_.front().binding);
  out_.clear();
}

// The last of what stands for what has been printed (ir/printing.hpp) that is made here.
std::vector<ir::Atom> Driver::Run::printedBefore() const {
  for (auto item = out_.rbegin(); item != out_.rend(); ++item) {
    for (const ir::VarId result : item->results()) {
      if (ir::holdsOutput(driver_.source_, target_.variables[result.value].type)) return {result};
    }
  }
  return {};
}

// Nothing after an error is reached; where evaluation is Haskell's, it is if nobody wants it.
void Driver::Run::driveFail(ir::Binding binding, const Unfolding* unfolding) {
  if (driver_.lazy_) {
    keep(std::move(binding), unfolding);
    return;
  }
  auto& failure = std::get<ir::Fail>(binding.operation);
  failure.arguments = known_.resolve(failure.arguments);
  failure.printed = known_.resolve(failure.printed);
  if (failure.printed.empty()) failure.printed = printedBefore();
  failure_ = std::move(binding);
}

std::vector<ir::TypeId> Driver::Run::resultTypes(const std::vector<ir::Atom>& atoms) const {
  std::vector<ir::TypeId> types;
  for (const ir::Atom& atom : atoms) {
    types.push_back(ir::typeOf(driver_.source_, target_, atom));
  }
  return types;
}

// --------------------------------------------------------------------------------- calls

void Driver::Run::driveCall(ir::Binding& binding, ir::Call& call, const Unfolding* unfolding) {
  call.arguments = known_.resolve(call.arguments);
  if (undo(binding, call)) return;
  const graph::FunctionFacts& facts = driver_.facts_[call.callee.value];
  if (passSeq(binding, call, facts, unfolding)) return;
  const auto inner = driver_.unfoldingOf(binding, call, facts, known_, unfolding);
  if (inner) {
    unfold(binding, call, *inner);
    return;
  }
  if (facts.traversed && open(call.arguments[*facts.traversed], binding, unfolding)) return;
  if (promote(binding, call, facts, unfolding)) return;
  keep(std::move(binding), unfolding);
}

// SEQ: f (seq x (g t)) becomes seq x (f (g t)), where all results of f evaluate its argument
// (graph/facts.hpp): they have no value unless x has one, before and after, and f finds the call
// that makes its argument.
bool Driver::Run::passSeq(const ir::Binding& binding, const ir::Call& call,
                          const graph::FunctionFacts& facts, const Unfolding* unfolding) {
  if (!driver_.lazy_ || !facts.traversed || facts.single) return false;
  const auto* seq = known_.seqOf(call.arguments[*facts.traversed]);
  if (seq == nullptr || known_.callOf(seq->value) == nullptr) return false;
  ir::Block block;
  ir::Call passed = call;
  passed.arguments[*facts.traversed] = seq->value;
  ir::Binding made{{}, std::move(passed), binding.position};
  for (const ir::VarId result : binding.results) {
    const ir::Variable variable = target_.variables[result.value];
    made.results.push_back(target_.fresh(variable.type, variable.name));
    block.results.emplace_back(made.results.back());
  }
  block.bindings.push_back(std::move(made));
  evaluateWith(seq->forced, binding, block);
  continueWith(binding, std::move(block), unfolding);
  return true;
}

// UNDO: f (g t), where f undoes g, is t.
bool Driver::Run::undo(const ir::Binding& binding, const ir::Call& call) {
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
bool Driver::Run::promote(const ir::Binding& binding, const ir::Call& call,
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
  agenda_.work.push_back({ir::Binding{{folded}, std::move(inner), binding.position}, unfolding});
  return true;
}

// Whether anything but the binding now driven reads what `tree` stands for.
bool Driver::Run::readElsewhere(const ir::Atom& tree) const {
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

void Driver::Run::unfold(const ir::Binding& binding, const ir::Call& call, const Unfolding* inner) {
  const ir::Function& callee = driver_.source_.function(call.callee);
  // A type with one constructor is taken apart here, for the callee to find it known.
  const graph::FunctionFacts& facts = driver_.facts_[call.callee.value];
  if (facts.traversed && facts.single) unpackKnown(call.arguments[*facts.traversed], inner);
  continueWith(binding, inlined(driver_.source_, callee, call.arguments, known_, target_), inner);
}

void Driver::Run::unpackKnown(const ir::Atom& atom, const Unfolding* unfolding) {
  const auto* variable = ir::variableOf(atom);
  if (variable == nullptr || known_.shape(atom) != nullptr) return;
  const ir::Type& type = driver_.source_.type(target_.variables[variable->value].type);
  const ir::CtorId ctor = type.constructors.front();
  ir::Binding binding{{}, ir::Unpack{ctor, atom}, {}};
  simplify::Shape shape{ctor, {}};
  if (driver_.lazy_) shape.state = simplify::Shape::State::Selected;
  shape.byReading = !driver_.lazy_;
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

void Driver::Run::driveCase(const ir::Binding& binding, ir::Case& match,
                            const Unfolding* unfolding) {
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
void Driver::Run::evaluateWith(const ir::Atom& forced, const ir::Binding& binding,
                               ir::Block& body) {
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
void Driver::Run::continueWith(const ir::Binding& binding, ir::Block block,
                               const Unfolding* unfolding) {
  agenda_.work.push_back(
      {ir::Binding{binding.results, ir::Copy{std::move(block.results)}, binding.position},
       unfolding});
  agenda_.push(std::move(block.bindings), unfolding);
}

void Driver::Run::driveConditional(ir::Binding& binding, ir::Conditional& conditional,
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
  driven_ = &whole;
  split->branches = {branch(condition, true, conditional.whenTrue, unfolding),
                     branch(condition, false, conditional.whenFalse, unfolding)};
  driven_ = nullptr;
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
ir::Binding Driver::Run::resolved(ir::Binding binding) const {
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
std::unique_ptr<Driver::Run> Driver::Run::branch(const ir::Atom& condition, bool holds,
                                                 ir::Block& body, const Unfolding* unfolding) {
  simplify::Knowledge knowledge = known_;
  knowledge.assume(condition, holds);
  Agenda agenda;
  agenda.results = std::move(body.results);
  agenda.push(std::move(body.bindings), unfolding);
  auto run = std::make_unique<Run>(driver_, std::move(agenda), std::move(knowledge), this);
  run->proceed();
  return run;
}

// The unfolding that the call begins; none: the call stays.
std::optional<const Unfolding*> Driver::unfoldingOf(const ir::Binding& binding,
                                                    const ir::Call& call,
                                                    const graph::FunctionFacts& facts,
                                                    const simplify::Knowledge& known,
                                                    const Unfolding* outer) {
  Unfolding inner{call.callee, {}, 0, outer, history_.size()};
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

Driven drive(const ir::Program& source, const graph::Facts& facts, const Laws& laws,
             const engine::Options& options, ir::Function& target, Region region,
             simplify::Knowledge knowledge) {
  Driver driver(source, facts, laws, options, target, region.forced);
  Agenda agenda;
  agenda.results = std::move(region.results);
  agenda.push(std::move(region.bindings), nullptr);
  ir::Block block = driver.drive(std::move(agenda), std::move(knowledge));
  return {std::move(block), driver.outOfFuel()};
}

}  // namespace deforest::fusion
