#include "search/workload.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "eval/evaluate.hpp"
#include "eval/term.hpp"

namespace deforest::search {
namespace {

constexpr std::size_t heapBytes = std::size_t{512} << 20U;

// A candidate that needs so many times the calls of the program as it was read has no chance.
constexpr std::uint64_t patience = 20;

// One that needs few is let have some more: small inputs may cost a loop its way in.
constexpr std::uint64_t anyway = 10'000;

constexpr eval::Limits limitsOfOne{5'000'000, heapBytes, 0};

struct Result {
  eval::Outcome::Kind kind = eval::Outcome::Kind::Values;
  std::uint64_t calls = 0;
};

Result run(eval::Machine& machine, ir::FunId function, const std::vector<eval::Value>& values) {
  const eval::Outcome outcome = machine.call(function, values);
  return {outcome.kind, outcome.counts.calls};
}

Result run(eval::LazyMachine& machine, ir::FunId function, const std::vector<eval::Value>& values) {
  const auto seen = machine.observe(function, values, {}, eval::enoughSightings);
  return {seen.kind(), seen.counts.calls};
}

template <class Machine>
Result evaluate(Machine& machine, const ir::Program& program, ir::FunId function,
                const eval::Arguments& arguments, const eval::Correspondence* correspondence) {
  machine.clear();
  std::vector<eval::Value> values;
  for (const eval::Term& term : arguments) {
    values.push_back(eval::build(machine.heap(), program, term, correspondence));
  }
  return run(machine, function, values);
}

// The inputs given by the user if there are some; else those that fit, large ones first: small ones
// tell what can happen, large ones what it comes to. Where only trifles fit, the next is taken,
// too.
std::vector<eval::Arguments> counted(const eval::RootSamples& root, std::uint64_t calls) {
  const bool given =
      std::ranges::any_of(root.inputs, [](const eval::SampledInput& input) { return input.given; });
  std::vector<const eval::SampledInput*> order;
  for (const eval::SampledInput& input : root.inputs) {
    if (input.given == given) order.push_back(&input);
  }
  std::ranges::stable_sort(order, std::greater<>{},
                           [](const eval::SampledInput* input) { return input->counts.calls; });
  std::vector<eval::Arguments> result;
  std::uint64_t left = calls;
  const eval::SampledInput* next = nullptr;  // The least that does not fit.
  for (const eval::SampledInput* input : order) {
    if (input->counts.calls > left && !given) {
      next = input;
      continue;
    }
    left -= std::min(left, input->counts.calls);
    result.push_back(input->arguments);
  }
  constexpr std::uint64_t trifle = 10;
  if (next != nullptr && left > calls - calls / trifle) result.push_back(next->arguments);
  return result;
}

std::uint64_t workOf(const eval::Tally& tally) {
  std::uint64_t sum = 0;
  for (const eval::FunctionTally& function : tally) sum += function.work;
  return sum;
}

// How often functions were called that are lines.
std::uint64_t callsOf(const eval::Tally& tally, const std::function<bool(ir::FunId)>& isLine) {
  std::uint64_t sum = 0;
  for (const eval::FunctionTally& function : tally) {
    for (const auto& [callee, calls] : function.callees) sum += isLine(callee) ? calls : 0;
  }
  return sum;
}

// Whether a function that has changed was called, the root itself included.
bool cameBy(const eval::Tally& tally, ir::FunId root, const std::vector<bool>& hasChanged) {
  return hasChanged[root.value] ||
         std::ranges::any_of(tally, [&](const eval::FunctionTally& function) {
           return std::ranges::any_of(function.callees, [&](const auto& callee) {
             return hasChanged[callee.first.value];
           });
         });
}

// What the inputs of a root cost together, and how many calls one of them needs at most.
template <class Machine>
std::pair<double, std::uint64_t> costOf(Machine& machine, const ir::Program& source,
                                        const std::string& root,
                                        const std::vector<eval::Arguments>& inputs) {
  machine.clearHits();
  const ir::FunId function = *source.find(root);
  std::uint64_t most = 0;
  for (const eval::Arguments& arguments : inputs) {
    most = std::max(most, evaluate(machine, source, function, arguments, nullptr).calls);
  }
  return {static_cast<double>(workOf(eval::tallyOf(machine))), most};
}

}  // namespace

Workload::Workload(const ir::Program& source, const std::vector<eval::GivenInput>& given,
                   const WorkloadOptions& options)
    : source_(source),
      lazy_(options.samples.lazy),
      samples_(eval::sampleInputs(source, options.samples, given)) {
  constexpr std::uint64_t leastCalls = 5000;
  const std::uint64_t calls = eval::shareOfRoot(options.calls, leastCalls, samples_.roots.size());
  for (const eval::RootSamples& samples : samples_.roots) {
    Root root{samples.root, counted(samples, calls), 1, 0};
    if (!root.inputs.empty()) roots_.push_back(std::move(root));
  }
  // What every root costs as it was read weighs one.
  eval::Machine strict(source, limitsOfOne);
  eval::LazyMachine byNeed(source, limitsOfOne);
  for (Root& root : roots_) {
    const auto [base, calls] = lazy_ ? costOf(byNeed, source, root.name, root.inputs)
                                     : costOf(strict, source, root.name, root.inputs);
    root.weight = base > 0 ? 1 / base : 0;
    root.mostCalls = patience * calls + anyway;
  }
  std::erase_if(roots_, [](const Root& root) { return root.weight == 0; });
}

Profile Workload::profile(const Measurement& measurement, std::size_t functions) const {
  std::vector<Weighted> weighted;
  for (std::size_t i = 0; i < measurement.tallies.size(); ++i) {
    weighted.emplace_back(measurement.tallies[i].get(), roots_[i].weight);
  }
  return profileOf(weighted, functions);
}

Gauge::Gauge(const Workload& workload, const ir::Program& program)
    : workload_(workload),
      program_(program),
      correspondence_(eval::correspond(workload.source_, program)),
      strict_(program, limitsOfOne),
      tallies_(workload.roots_.size()) {}

template <class Machine>
std::shared_ptr<const eval::Tally> Gauge::evaluateBy(Machine& machine,
                                                     const Workload::Root& root) const {
  const std::optional<ir::FunId> function = program_.find(root.name);
  if (!function) return nullptr;
  machine.clearHits();
  machine.setLimits({root.mostCalls, heapBytes, 0});
  for (const eval::Arguments& arguments : root.inputs) {
    const Result result =
        search::evaluate(machine, program_, *function, arguments, &correspondence_);
    if (result.kind != eval::Outcome::Kind::Values) return nullptr;
  }
  return std::make_shared<const eval::Tally>(eval::tallyOf(machine));
}

// Null: some evaluation has no value.
std::shared_ptr<const eval::Tally> Gauge::evaluate(const Workload::Root& root) {
  if (!workload_.lazy_) return evaluateBy(strict_, root);
  if (!byNeed_) byNeed_.emplace(program_, limitsOfOne);
  return evaluateBy(*byNeed_, root);
}

// Of the lazy machine, the whole program is translated again.
void Gauge::update(const std::vector<ir::FunId>& changed) {
  if (workload_.lazy_) {
    byNeed_.reset();
  } else {
    strict_.update(changed);
  }
}

// The tallies of roots that came by one of these functions.
void Gauge::forget(const std::vector<ir::FunId>& changed) {
  std::vector<bool> hasChanged(program_.functions.size());
  for (const ir::FunId function : changed) hasChanged[function.value] = true;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    const Workload::Root& root = workload_.roots_[i];
    if (tallies_[i] != nullptr && cameBy(*tallies_[i], *program_.find(root.name), hasChanged)) {
      tallies_[i] = nullptr;
    }
  }
}

void Gauge::restore(const std::vector<ir::FunId>& changed, const Measurement& measurement) {
  update(changed);
  tallies_ = measurement.tallies;
}

Measurement Gauge::measure(const std::vector<ir::FunId>& changed,
                           const std::function<bool(ir::FunId)>& isLine, double most) {
  if (!changed.empty()) update(changed);
  forget(changed);
  const auto costOf = [&](std::size_t i) {
    const std::uint64_t work = workOf(*tallies_[i]) - callsOf(*tallies_[i], isLine);
    return workload_.roots_[i].weight * static_cast<double>(work);
  };
  Measurement result;
  // Added up in another order than the cost: equal costs are not to be taken for greater ones.
  constexpr double rounding = 1e-9;
  double atLeast = -rounding * (1 + std::abs(most));
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    if (tallies_[i] != nullptr) atLeast += costOf(i);
  }
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    if (tallies_[i] != nullptr) continue;
    if (atLeast > most) return result;
    tallies_[i] = evaluate(workload_.roots_[i]);
    if (tallies_[i] == nullptr) return result;
    atLeast += costOf(i);
  }
  for (std::size_t i = 0; i < tallies_.size(); ++i) result.cost += costOf(i);
  result.valid = true;
  result.tallies = tallies_;
  return result;
}

}  // namespace deforest::search
