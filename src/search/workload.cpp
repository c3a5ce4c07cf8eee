#include "search/workload.hpp"

#include <algorithm>
#include <functional>

#include "eval/evaluate.hpp"
#include "eval/generate.hpp"
#include "eval/lazy/machine.hpp"
#include "eval/term.hpp"

namespace deforest::search {
namespace {

constexpr std::size_t heapBytes = std::size_t{512} << 20U;

// A candidate that needs so many times the calls of the program as it was read has no chance.
constexpr std::uint64_t patience = 20;

template <class Machine>
eval::Outcome evaluate(Machine& machine, const ir::Program& program, ir::FunId function,
                       const eval::Arguments& arguments,
                       const eval::Correspondence* correspondence) {
  machine.clear();
  std::vector<eval::Value> values;
  for (const eval::Term& term : arguments) {
    values.push_back(eval::build(machine.heap(), program, term, correspondence));
  }
  return machine.call(function, values);
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

// Of a root that has no value on any input that was chosen where evaluation is strict: generated
// inputs on which it has one.
std::vector<eval::Arguments> inputsByNeed(const ir::Program& source,
                                          const eval::RootSamples& samples,
                                          const WorkloadOptions& options) {
  const ir::Function& function = source.function(samples.function);
  std::vector<ir::TypeId> types;
  for (const ir::VarId parameter : function.parameters) {
    types.push_back(function.variables[parameter.value].type);
  }
  eval::LazyMachine machine(source, {options.calls, heapBytes, 0});
  std::vector<eval::Arguments> found;
  std::uint64_t left = options.calls;
  constexpr std::size_t tried = 100;
  for (eval::Arguments& arguments : eval::generate(source, types, {tried, 1, 60})) {
    const eval::Outcome outcome = evaluate(machine, source, samples.function, arguments, nullptr);
    if (!outcome.ok() || outcome.counts.calls > left) continue;
    left -= outcome.counts.calls;
    found.push_back(std::move(arguments));
  }
  return found;
}

// What the inputs of a root cost together.
template <class Machine>
double costOf(const ir::Program& source, const std::string& root,
              const std::vector<eval::Arguments>& inputs) {
  Machine machine(source, {patience * 5'000'000, heapBytes, 0});
  eval::Profiler profiler(source);
  for (const eval::Arguments& arguments : inputs) {
    (void)evaluate(machine, source, *source.find(root), arguments, nullptr);
  }
  profiler.add(machine, 1);
  return profiler.finish().total;
}

}  // namespace

Workload::Workload(const ir::Program& source, const std::vector<eval::GivenInput>& given,
                   const WorkloadOptions& options)
    : source_(source),
      lazy_(options.lazy),
      samples_(eval::sampleInputs(source, options.samples, given)) {
  for (const eval::RootSamples& samples : samples_.roots) {
    Root root{samples.root, counted(samples, options.calls), 1};
    if (root.inputs.empty() && lazy_) root.inputs = inputsByNeed(source, samples, options);
    if (!root.inputs.empty()) roots_.push_back(std::move(root));
  }
  // What every root costs as it was read weighs one.
  for (Root& root : roots_) {
    const double base = lazy_ ? costOf<eval::LazyMachine>(source, root.name, root.inputs)
                              : costOf<eval::Machine>(source, root.name, root.inputs);
    root.weight = base > 0 ? 1 / base : 0;
  }
  std::erase_if(roots_, [](const Root& root) { return root.weight == 0; });
}

template <class Machine>
Measurement Workload::measureBy(const ir::Program& program,
                                const std::function<bool(ir::FunId)>& isLine) const {
  const eval::Correspondence correspondence = eval::correspond(source_, program);
  Machine machine(program, {patience * 5'000'000, heapBytes, 0});
  eval::Profiler profiler(program);
  Measurement result;
  for (const Root& root : roots_) {
    const std::optional<ir::FunId> function = program.find(root.name);
    if (!function) return result;
    machine.clearHits();
    for (const eval::Arguments& arguments : root.inputs) {
      if (!evaluate(machine, program, *function, arguments, &correspondence).ok()) return result;
    }
    profiler.add(machine, root.weight);
  }
  result.valid = true;
  result.profile = profiler.finish();
  result.cost = result.profile.total;
  if (isLine) {
    for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
      if (isLine(ir::FunId{i})) result.cost -= result.profile.functions[i].calls;
    }
  }
  return result;
}

Measurement Workload::measure(const ir::Program& program,
                              const std::function<bool(ir::FunId)>& isLine) const {
  return lazy_ ? measureBy<eval::LazyMachine>(program, isLine)
               : measureBy<eval::Machine>(program, isLine);
}

}  // namespace deforest::search
