#include "search/workload.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "eval/apply.hpp"
#include "eval/readings.hpp"
#include "ir/main_action.hpp"
#include "search/inlined.hpp"

namespace deforest::search {
namespace {

constexpr std::size_t heapBytes = std::size_t{512} << 20U;

// A candidate that needs so many times the calls of the program as it was read has no chance. In
// normal form every nested match is a call, so that a few times is nothing.
constexpr std::uint64_t patience = 100;

// Small inputs may cost a loop its way in.
constexpr std::uint64_t anyway = 10'000;

eval::Limits limitsFor(const eval::SampledInput& input) {
  return {patience * input.counts.inCalls() + anyway, heapBytes, 0};
}

using InputGroup = std::vector<const eval::SampledInput*>;

// Of the inputs those that fit, large ones first: small ones tell what can happen, large ones what it
// comes to. Where only trifles fit, the next is taken, too.
std::vector<eval::SampledInput> counted(InputGroup order, std::uint64_t calls) {
  const bool given = !order.empty() && order[0]->given;
  std::ranges::stable_sort(order, std::greater<>{},
                           [](const eval::SampledInput* input) { return input->counts.inCalls(); });
  std::vector<eval::SampledInput> result;
  std::uint64_t left = calls;
  const eval::SampledInput* next = nullptr;  // The least that does not fit.
  for (const eval::SampledInput* input : order) {
    if (input->counts.inCalls() > left && !given) {
      next = input;
      continue;
    }
    left -= std::min(left, input->counts.inCalls());
    result.push_back(*input);
  }
  constexpr std::uint64_t trifle = 10;
  if (next != nullptr && left > calls - calls / trifle) result.push_back(*next);
  return result;
}

std::uint64_t workOf(const eval::Tally& tally) {
  std::uint64_t sum = 0;
  for (const eval::FunctionTally& function : tally) sum += function.work;
  return sum;
}

// The same without the calls that the target does not make.
std::uint64_t workOf(const eval::Tally& tally, const std::vector<bool>& inlined) {
  std::uint64_t sum = workOf(tally);
  for (const eval::FunctionTally& function : tally) {
    for (const auto& [callee, calls] : function.callees) {
      if (inlined[callee.value]) sum -= calls;
    }
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

// What takes so many times less than the rest is not made more of.
constexpr std::uint64_t trifling = 50;

// Whether words say what is done, and numerals beside them how much; words that were made up do not.
bool decides(const std::vector<std::string>& words, const InputGroup& group, std::uint64_t most) {
  const auto cheaper = [](const eval::SampledInput* a, const eval::SampledInput* b) {
    return a->counts.inCalls() < b->counts.inCalls();
  };
  const auto [least, greatest] = std::ranges::minmax_element(group, cheaper);
  const std::uint64_t calls = (*greatest)->counts.inCalls();
  return !words.empty() && calls > 2 * (*least)->counts.inCalls() && calls * trifling >= most;
}

// The inputs that somebody gave, if there are some, and else all; of a `main` those apart that have
// a word among them which decides, and first of all the others.
std::vector<InputGroup> groupsOf(const ir::Program& program, const eval::RootSamples& root,
                                 bool isMain) {
  const bool given = std::ranges::any_of(root.inputs, &eval::SampledInput::given);
  std::map<std::vector<std::string>, InputGroup> byWords;
  std::uint64_t most = 0;
  for (const eval::SampledInput& input : root.inputs) {
    if (input.given != given) continue;
    const bool apart = isMain && !given;
    byWords[apart ? eval::wordsAmong(program, input.arguments) : std::vector<std::string>()]
        .push_back(&input);
    most = std::max(most, input.counts.inCalls());
  }
  std::vector<InputGroup> groups(1);
  for (const auto& [words, group] : byWords) {
    if (decides(words, group, most)) {
      groups.push_back(group);
    } else {
      groups[0].insert(groups[0].end(), group.begin(), group.end());
    }
  }
  return groups;
}

template <class Machine>
eval::Tally tallyOf(Machine& machine, ir::FunId root,
                    const std::vector<eval::SampledInput>& inputs) {
  machine.clearHits();
  for (const eval::SampledInput& input : inputs) {
    machine.setLimits(limitsFor(input));
    (void)eval::apply(machine, root, input.arguments);
  }
  return eval::tallyOf(machine);
}

// How often what costs so much is counted beside what costs most.
std::uint64_t timesOf(double cost, double dearest) {
  const double times = cost > 0 ? std::round(dearest / cost) : 1;
  return times > static_cast<double>(trifling) ? 1 : static_cast<std::uint64_t>(times);
}

}  // namespace

Workload::Workload(const ir::Program& source, const std::vector<eval::GivenInput>& given,
                   const WorkloadOptions& options)
    : source_(source),
      lazy_(options.samples.lazy),
      samples_(eval::sampleInputs(source, options.samples, given)) {
  constexpr std::uint64_t leastCalls = 5000;
  // What hardly runs is not worth a look.
  constexpr double leastShare = 0.01;
  const auto shareOf = [&](const std::string& name) {
    if (options.shares.empty()) return 1.0;
    const auto known = options.shares.find(name);
    return known == options.shares.end() || known->second < leastShare ? 0.0 : known->second;
  };
  const std::uint64_t calls = eval::shareOfRoot(options.calls, leastCalls, samples_.roots.size());
  for (const eval::RootSamples& samples : samples_.roots) {
    // Other functions, for which the user gave inputs, need not be there in the end.
    if (std::ranges::find(source.roots, samples.function) == source.roots.end()) continue;
    const bool isMain = ir::isMainAction(source, source.function(samples.function));
    const std::uint64_t most = isMain ? std::max(calls, options.callsOfMain) : calls;
    Root root{samples.root, {}, shareOf(samples.root), 1};
    const auto groups = groupsOf(source, samples, isMain);
    for (std::size_t i = 0; i < groups.size(); ++i) {
      Way way{counted(groups[i], most / groups.size()), i > 0};
      if (!way.inputs.empty()) root.ways.push_back(std::move(way));
    }
    if (!root.ways.empty()) roots_.push_back(std::move(root));
  }
  // What every root costs as it was read weighs one.
  std::optional<eval::Machine> strict;
  std::optional<eval::LazyMachine> byNeed;
  if (lazy_) {
    byNeed.emplace(source);
  } else {
    strict.emplace(source);
  }
  const std::vector<bool> unfolded = inlined(source, [](ir::FunId) { return false; });
  for (Root& root : roots_) {
    const ir::FunId function = *source.find(root.name);
    double base = 0;
    std::vector<double> costs;
    for (const Way& way : root.ways) {
      const eval::Tally tally =
          lazy_ ? tallyOf(*byNeed, function, way.inputs) : tallyOf(*strict, function, way.inputs);
      costs.push_back(static_cast<double>(workOf(tally, unfolded)));
    }
    const double dearest = *std::ranges::max_element(costs);
    for (std::size_t i = 0; i < costs.size(); ++i) {
      if (root.ways[i].decided) root.ways[i].times = timesOf(costs[i], dearest);
      base += static_cast<double>(root.ways[i].times) * costs[i];
    }
    root.weight = base > 0 ? root.share / base : 0;
  }
  std::erase_if(roots_, [](const Root& root) { return root.weight == 0; });
}

std::vector<eval::FunctionInputs> Workload::guarded() const {
  constexpr std::uint64_t few = 5000;
  std::vector<eval::FunctionInputs> result;
  for (const eval::RootSamples& samples : samples_.roots) {
    eval::FunctionInputs chosen{samples.function, {}};
    const auto root = std::ranges::find(roots_, samples.root, &Root::name);
    if (root != roots_.end()) {
      for (const Way& way : root->ways) {
        for (const eval::SampledInput& input : way.inputs) chosen.inputs.push_back(input.arguments);
      }
    }
    for (const eval::SampledInput& input : samples.inputs) {
      if (!input.given && input.counts.inCalls() > few) continue;
      if (std::ranges::find(chosen.inputs, input.arguments) != chosen.inputs.end()) continue;
      chosen.inputs.push_back(input.arguments);
    }
    if (!chosen.inputs.empty()) result.push_back(std::move(chosen));
  }
  return result;
}

double Workload::weight() const {
  double sum = 0;
  for (const Root& root : roots_) sum += root.share;
  return sum;
}

Measurement Workload::measure(const ir::Program& program) const {
  return Gauge(*this, program).measure({}, inlined(program, [](ir::FunId) { return false; }));
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
      tallies_(workload.roots_.size()) {
  if (workload.lazy_) {
    byNeed_.emplace(program);
  } else {
    strict_.emplace(program);
  }
}

template <class Machine>
std::shared_ptr<const eval::Tally> Gauge::evaluateBy(Machine& machine, const Workload::Root& root) {
  const std::optional<ir::FunId> function = program_.find(root.name);
  if (!function) return nullptr;
  std::vector<std::pair<eval::Tally, std::uint64_t>> runs;
  for (const Workload::Way& way : root.ways) {
    machine.clearHits();
    for (const eval::SampledInput& input : way.inputs) {
      machine.setLimits(limitsFor(input));
      const eval::Outcome outcome =
          eval::apply(machine, *function, input.arguments, &correspondence_);
      calls_ += outcome.effort;
      if (!outcome.ended()) return nullptr;
    }
    runs.emplace_back(eval::tallyOf(machine), way.times);
  }
  return std::make_shared<const eval::Tally>(eval::together(runs));
}

// Null: some evaluation has no value.
std::shared_ptr<const eval::Tally> Gauge::evaluate(const Workload::Root& root) {
  return strict_ ? evaluateBy(*strict_, root) : evaluateBy(*byNeed_, root);
}

void Gauge::update(const std::vector<ir::FunId>& changed) {
  if (strict_) {
    strict_->update(changed);
  } else {
    byNeed_->update(changed);
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

Measurement Gauge::measure(const std::vector<ir::FunId>& changed, const std::vector<bool>& unfolded,
                           double most) {
  if (!changed.empty()) update(changed);
  forget(changed);
  const auto costOf = [&](std::size_t i) {
    return workload_.roots_[i].weight * static_cast<double>(workOf(*tallies_[i], unfolded));
  };
  calls_ = 0;
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
    result.steps = workload_.stepsPerCall() * calls_;
    if (tallies_[i] == nullptr) return result;
    atLeast += costOf(i);
  }
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    result.costs.push_back(costOf(i));
    result.cost += result.costs.back();
  }
  result.valid = true;
  result.tallies = tallies_;
  return result;
}

}  // namespace deforest::search
