#include "eval/sample_inputs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <set>

#include "eval/inputs.hpp"
#include "eval/readings.hpp"
#include "ir/main_action.hpp"
#include "ir/measure.hpp"

namespace deforest::eval {
namespace {

// The smallest values come to this part of the candidates.
constexpr std::size_t partOfSmallest = 4;
constexpr std::int64_t largestSize = 5000;
// What is changed is not larger than this, in nodes.
constexpr std::size_t largestChanged = 200;
// For the dearest of what a `main` reads, of all calls of this root.
constexpr std::uint64_t partOfReading = 3;
// How many inputs are changed in turn.
constexpr std::size_t bases = 24;
// The cost of an input that shows most and takes no time: bits of the number of its calls. (The
// logarithms of different libraries differ in their last digits, and so might choices.)
constexpr int middleCost = 9;

// So many roots do not share.
constexpr std::size_t fewRoots = 48;
// What each needs.
constexpr std::size_t leastCandidates = 40;
constexpr std::size_t leastChanges = 80;

struct Candidate {
  SampledInput input;
  std::vector<std::uint32_t> points;
};

std::vector<bool> reachedFrom(const ir::Program& program, ir::FunId function) {
  std::vector<bool> found(program.functions.size(), false);
  std::vector<ir::FunId> pending = {function};
  found[function.value] = true;
  while (!pending.empty()) {
    const ir::FunId id = pending.back();
    pending.pop_back();
    for (const ir::FunId callee : ir::callees(program.function(id).body)) {
      if (found[callee.value]) continue;
      found[callee.value] = true;
      pending.push_back(callee);
    }
  }
  return found;
}

// Which points lie in these functions, where not all that come by fail.
std::vector<std::size_t> pointsIn(const std::vector<Point>& points,
                                  const std::vector<bool>& functions) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].fails && functions[points[i].function.value]) result.push_back(i);
  }
  return result;
}

// Those of `wanted` that have not been reached, as a report needs them.
std::vector<Point> missing(const std::vector<Point>& points, const std::vector<std::size_t>& wanted,
                           const std::vector<bool>& reached) {
  std::vector<Point> result;
  for (const std::size_t i : wanted) {
    if (!reached[i] && (points[i].entry || reached[points[i].function.value])) {
      result.push_back(points[i]);
    }
  }
  return result;
}

void include(std::vector<bool>& all, const std::vector<bool>& more) {
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] || more[i];
}

// Keeps a few of many.
class Choice {
 public:
  Choice(std::vector<Candidate>& candidates, std::size_t points)
      : candidates_(candidates), covered_(points, 0), taken_(candidates.size(), false) {}

  std::vector<SampledInput> run(std::size_t wanted) {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i].input.given) take(i);
    }
    for (std::size_t i = 0; i < wanted; ++i) {
      const std::optional<std::size_t> next = best();
      if (!next) break;
      take(*next);
    }
    std::vector<SampledInput> result;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (taken_[i]) result.push_back(std::move(candidates_[i].input));
    }
    std::ranges::stable_sort(result, [](const SampledInput& a, const SampledInput& b) {
      if (a.given || b.given) return a.given && !b.given;
      return a.counts.inCalls() < b.counts.inCalls();
    });
    return result;
  }

 private:
  static std::size_t magnitudeOf(const Candidate& candidate) {
    return static_cast<std::size_t>(std::bit_width(candidate.input.counts.inCalls())) / 2;
  }

  void take(std::size_t index) {
    taken_[index] = true;
    for (const std::uint32_t point : candidates_[index].points) ++covered_[point];
    ++byMagnitude_[magnitudeOf(candidates_[index])];
  }

  // A point that has been come by often is worth little, one of no candidate kept most. Among
  // candidates of equal worth those of middle cost, but not all of one cost.
  [[nodiscard]] double worth(const Candidate& candidate) const {
    double sum = 0.01;
    for (const std::uint32_t point : candidate.points) {
      sum += std::ldexp(1.0, -static_cast<int>(std::min(2 * covered_[point], 60U)));
    }
    const auto bits = static_cast<int>(std::bit_width(candidate.input.counts.inCalls()));
    const int distance = std::abs(bits - middleCost);
    const auto alike = static_cast<double>(byMagnitude_[magnitudeOf(candidate)]);
    return sum * (0.5 + 1 / (1 + distance / 3.0)) / (1 + alike / 4);
  }

  [[nodiscard]] std::optional<std::size_t> best() const {
    std::optional<std::size_t> found;
    double most = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (taken_[i]) continue;
      const double value = worth(candidates_[i]);
      if (found && value <= most) continue;
      found = i;
      most = value;
    }
    return found;
  }

  std::vector<Candidate>& candidates_;
  std::vector<unsigned> covered_;  // by point: by how many of those taken
  std::vector<bool> taken_;
  std::array<unsigned, 65> byMagnitude_{};
};

// Finds the candidates of one root.
class Search {
 public:
  Search(const ir::Program& program, const SampleOptions& options, const Inputs& inputs,
         Coverage& coverage, ir::FunId function, RootSamples& report)
      : program_(program),
        options_(options),
        inputs_(inputs),
        coverage_(coverage),
        function_(function),
        report_(report),
        callable_(reachedFrom(program, function)),
        wanted_(pointsIn(coverage.points(), callable_)),
        seen_(coverage.points().size(), false),
        seenWithValue_(coverage.points().size(), false),
        callsLeft_(options.callsPerRoot) {}

  void evaluateGiven(const GivenInput& given) {
    const Outcome::Kind kind = attempt(given.arguments, options_.givenCalls, true);
    if (!Outcome::ended(kind)) report_.refused.push_back(given.text + ": " + report_.message);
  }

  void evaluateConstant() { (void)attempt({}, options_.constantCalls, false); }

  // What a `main` reads. With nothing to read it is as good as a constant.
  void evaluateReadings(std::vector<Arguments> all) {
    std::size_t tooDear = 0;
    const std::uint64_t left = callsLeft_ / partOfReading;
    for (std::size_t i = 0; i < all.size() && tooDear <= 4 && goOn(left); ++i) {
      known_.insert(keyOf(all[i]));
      const std::uint64_t most = i == 0 ? options_.constantCalls : options_.calls;
      const Kind kind = attempt(std::move(all[i]), std::min(most, left), false);
      tooDear += kind == Kind::Limit ? 1 : 0;
    }
    readTooMuch_ = tooDear > 0;
  }

  // Where all that takes long was given up, inputs with which next to nothing is done tell nothing.
  void dropTrifles() {
    constexpr std::uint64_t trifle = 50;
    const bool trifles = std::ranges::all_of(candidates_, [&](const Candidate& candidate) {
      return !candidate.input.given && candidate.input.counts.inCalls() < options_.calls / trifle;
    });
    if (readTooMuch_ && trifles) candidates_.clear();
  }

  void run() {
    for (Arguments& each : inputs_.smallest(options_.candidates / partOfSmallest)) {
      if (!goOn(callsLeft_ / 2)) break;
      evaluate(std::move(each));
    }
    trySizes();
    // What is left is shared by the magnitudes and the changes.
    std::size_t parts = options_.magnitudes.size() + 1;
    for (std::size_t i = 0; i < options_.magnitudes.size(); ++i, --parts) {
      if (!tryMagnitude(i, callsLeft_ - callsLeft_ / parts)) break;
    }
    change();
  }

  std::vector<Candidate>& candidates() { return candidates_; }
  [[nodiscard]] std::vector<Point> unreached() const {
    return missing(coverage_.points(), wanted_, seenWithValue_);
  }
  [[nodiscard]] const std::vector<bool>& reached() const { return seenWithValue_; }
  [[nodiscard]] const std::vector<bool>& callable() const { return callable_; }

 private:
  using Kind = Outcome::Kind;

  // Whether the budget lasts, of which so much is to be left.
  [[nodiscard]] bool goOn(std::uint64_t left) const { return callsLeft_ > left; }

  // Within the budget; nothing if the input is known already.
  std::optional<Kind> evaluate(Arguments arguments) {
    if (callsLeft_ == 0) return std::nullopt;
    if (!known_.insert(keyOf(arguments)).second) return std::nullopt;
    return attempt(std::move(arguments), std::min(options_.calls, callsLeft_), false);
  }

  Kind attempt(Arguments arguments, std::uint64_t calls, bool given) {
    for (Term& argument : arguments) argument = settled(program_, std::move(argument));
    const Visit visit = coverage_.evaluate(function_, arguments, calls);
    ++report_.tried;
    report_.effort += visit.effort;
    if (!given) callsLeft_ -= std::min(callsLeft_, visit.effort);
    bool isNew = false;
    for (const std::uint32_t point : visit.points) {
      isNew = isNew || !seen_[point];
      seen_[point] = true;
      if (visit.ok()) seenWithValue_[point] = true;
    }
    if (!visit.ok()) report_.message = visit.message;
    const std::size_t nodes = nodesOf(arguments);
    const bool changeable = isNew && visit.kind != Kind::Limit && nodes <= largestChanged;
    if (changeable) addBase(arguments);
    if (visit.ok()) {
      candidates_.push_back({{std::move(arguments), nodes, visit.counts, given}, visit.points});
    } else if (visit.kind == Kind::Error) {
      ++report_.failed;
    } else {
      ++report_.tooDear;
    }
    return visit.kind;
  }

  // What came by something new is worth changing; the latest such inputs are.
  void addBase(const Arguments& arguments) {
    if (bases_.size() < bases) {
      bases_.push_back(arguments);
    } else {
      bases_[nextBase_++ % bases] = arguments;
    }
  }

  void trySizes() {
    std::size_t tooDear = 0;
    const std::uint64_t left = callsLeft_ / 2;
    for (Arguments& each : inputs_.sizes(largestSize)) {
      if (!goOn(left) || tooDear > 4) break;
      if (evaluate(std::move(each)) == Kind::Limit) ++tooDear;
    }
  }

  // False: larger ones would be too dear.
  bool tryMagnitude(std::size_t index, std::uint64_t left) {
    const std::size_t magnitude = options_.magnitudes[index];
    std::size_t tried = 0;
    std::size_t tooDear = 0;
    const auto count = [&](std::optional<Kind> kind) {
      tried += kind ? 1 : 0;
      tooDear += kind == Kind::Limit ? 1 : 0;
      return kind == Kind::Limit;
    };
    const std::size_t share = options_.candidates / (options_.magnitudes.size() + 1);
    const std::size_t paths = index == 0 ? inputs_.paths() : std::min(inputs_.paths(), share);
    const bool growing = magnitude > 30;
    for (std::size_t i = 0; i < std::max(paths, share) && goOn(left); ++i) {
      if (i < paths) {
        const std::size_t path = (i + index * share) % inputs_.paths();
        if (count(evaluate(inputs_.along(path, index, magnitude))) && !growing) {
          (void)evaluate(inputs_.along(path, index, 1));
        }
      }
      if (i >= share || !goOn(left)) continue;
      if (count(evaluate(inputs_.at(i, magnitude))) && growing) {
        count(evaluate(inputs_.at(i, magnitude / 3)));
      }
      if (tooDear > 6 && 2 * tooDear > tried) return false;
    }
    return true;
  }

  // Whether some branch has not been seen that could be, or few inputs have values.
  [[nodiscard]] bool wantsMore() const {
    if (candidates_.size() < options_.wanted) return true;
    return std::ranges::any_of(wanted_, [&](std::size_t point) { return !seenWithValue_[point]; });
  }

  void change() {
    for (std::size_t i = 0; i < options_.changes && !bases_.empty() && goOn(0); ++i) {
      if (!wantsMore()) return;
      // The latest ones more often: they got furthest.
      const std::size_t index = i % 2 == 0 ? bases_.size() - 1 - (i / 2) % ((bases_.size() + 3) / 4)
                                           : (i / 2) % bases_.size();
      evaluate(inputs_.changed(bases_[index], i));
    }
  }

  const ir::Program& program_;
  const SampleOptions& options_;
  const Inputs& inputs_;
  Coverage& coverage_;
  const ir::FunId function_;
  RootSamples& report_;
  const std::vector<bool> callable_;       // by function
  const std::vector<std::size_t> wanted_;  // points
  std::vector<bool> seen_;                 // by point
  std::vector<bool> seenWithValue_;
  std::uint64_t callsLeft_;
  std::set<std::vector<std::uint64_t>> known_;
  std::vector<Candidate> candidates_;
  std::vector<Arguments> bases_;
  std::size_t nextBase_ = 0;
  bool readTooMuch_ = false;  // Something that a `main` read was too dear.
};

// Of one root of the program.
std::uint64_t callsOf(const SampleOptions& options, const ir::Program& program) {
  const std::uint64_t roots = std::max<std::size_t>(program.roots.size(), 1);
  return std::min(options.callsPerRoot, options.callsInAll / roots);
}

Uncounted reasonOf(const RootSamples& samples) {
  if (!samples.inputs.empty()) return Uncounted::Counted;
  if (samples.tried == 0) return Uncounted::NoInput;
  return samples.tooDear > 0 ? Uncounted::TooDear : Uncounted::EveryInputFails;
}

std::string describePoint(const ir::Program& program, const Point& point) {
  std::string text = "`" + program.function(point.function).name + "`";
  if (point.entry) return text;
  text = "a branch of " + text;
  if (point.position.known()) text += " (line " + std::to_string(point.position.line) + ")";
  return text;
}

std::string describeCounts(const RootSamples& root) {
  std::string text;
  switch (root.uncounted) {
    case Uncounted::Counted:
      text = std::to_string(root.inputs.size()) + " inputs";
      break;
    case Uncounted::NoInput:
      return "not counted: there is no input";
    case Uncounted::EveryInputFails:
      text = "not counted: every input fails (" + root.message + ")";
      break;
    case Uncounted::TooDear:
      text = "not counted: every input is too dear or fails (" + root.message + ")";
      break;
  }
  text += " of " + std::to_string(root.tried);
  if (root.failed > 0) text += ", " + std::to_string(root.failed) + " failed";
  if (root.tooDear > 0) text += ", " + std::to_string(root.tooDear) + " too dear";
  return text;
}

}  // namespace

std::size_t shareOfRoot(std::size_t amount, std::size_t least, std::size_t roots) {
  if (roots <= fewRoots) return amount;
  return std::max(std::min(amount, least), amount * fewRoots / roots);
}

std::uint64_t callsOfFirstReading(const SampleOptions& options, const ir::Program& program) {
  const bool reads = std::ranges::any_of(program.roots, [&](ir::FunId root) {
    const ir::Function& function = program.function(root);
    return ir::isMainAction(program, function) && !function.parameters.empty();
  });
  // Seeing by which branches an evaluation comes takes calls, too.
  constexpr std::uint64_t forBranches = 2;
  return reads ? callsOf(options, program) / partOfReading / forBranches
               : std::numeric_limits<std::uint64_t>::max();
}

InputSampler::InputSampler(const ir::Program& program, SampleOptions options)
    : program_(program),
      options_(std::move(options)),
      vocabulary_(vocabularyOf(program)),
      coverage_(program, options_.lazy),
      reached_(coverage_.points().size(), false),
      callable_(program.functions.size(), false) {}

std::vector<Point> InputSampler::unreached() const {
  return missing(coverage_.points(), pointsIn(coverage_.points(), callable_), reached_);
}

RootSamples InputSampler::sample(ir::FunId function, const std::vector<GivenInput>& given,
                                 bool generated) {
  RootSamples result;
  result.function = function;
  result.root = program_.function(function).name;
  const Inputs inputs(program_, vocabulary_, function, options_.seed);
  Search search(program_, options_, inputs, coverage_, function, result);
  for (const GivenInput& each : given) {
    if (each.function == function) search.evaluateGiven(each);
  }
  const bool constant = program_.function(function).parameters.empty();
  if (generated && constant && result.tried == 0) search.evaluateConstant();
  const ir::Function& sampled = program_.function(function);
  if (generated && ir::isMainAction(program_, sampled)) {
    search.evaluateReadings(readings(program_, function));
  }
  if (generated && !constant && inputs.any()) search.run();
  search.dropTrifles();
  result.unreached = search.unreached();
  include(reached_, search.reached());
  include(callable_, search.callable());
  result.inputs = Choice(search.candidates(), coverage_.points().size()).run(options_.wanted);
  result.uncounted = reasonOf(result);
  return result;
}

Samples sampleInputs(const ir::Program& program, const SampleOptions& options,
                     const std::vector<GivenInput>& given) {
  SampleOptions shared = options;
  const std::size_t roots = std::max<std::size_t>(program.roots.size(), 1);
  shared.callsPerRoot = callsOf(options, program);
  shared.candidates = shareOfRoot(options.candidates, leastCandidates, roots);
  shared.changes = shareOfRoot(options.changes, leastChanges, roots);
  InputSampler sampler(program, shared);
  Samples result;
  for (const ir::FunId root : program.roots) result.roots.push_back(sampler.sample(root, given));
  const auto sampled = [&](ir::FunId function) {
    return std::ranges::find(result.roots, function, &RootSamples::function) != result.roots.end();
  };
  for (const GivenInput& each : given) {
    if (!sampled(each.function))
      result.roots.push_back(sampler.sample(each.function, given, false));
  }
  result.unreached = sampler.unreached();
  return result;
}

std::vector<FunctionInputs> Samples::inputs() const {
  std::vector<FunctionInputs> result;
  for (const RootSamples& root : roots) {
    if (root.inputs.empty()) continue;
    FunctionInputs& made = result.emplace_back();
    made.function = root.function;
    for (const SampledInput& input : root.inputs) made.inputs.push_back(input.arguments);
  }
  return result;
}

std::string Samples::describe(const ir::Program& program) const {
  constexpr std::size_t mostPoints = 5;
  std::string text = "inputs\n";
  for (const RootSamples& root : roots) {
    text += "  " + root.root + ": " + describeCounts(root) + "\n";
    for (const std::string& refused : root.refused) text += "    not counted: " + refused + "\n";
    for (std::size_t i = 0; i < std::min(mostPoints, root.unreached.size()); ++i) {
      text += "    never reached: " + describePoint(program, root.unreached[i]) + "\n";
    }
    if (root.unreached.size() > mostPoints) {
      text += "    and " + std::to_string(root.unreached.size() - mostPoints) + " more\n";
    }
  }
  return text;
}

}  // namespace deforest::eval
