#include "hunt.hpp"

#include <algorithm>
#include <chrono>
#include <ostream>
#include <set>
#include <sstream>

#include "generate_program.hpp"
#include "isolate.hpp"
#include "reduce_program.hpp"
#include "support/check.hpp"
#include "text/print.hpp"

namespace deforest::property {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What a child says of one property of one program: the kind and, after a line break, the detail;
// nothing if the property holds.
std::string tryProperty(const Property& property, Subject& subject) {
  const auto wrong = violationOf(property, subject);
  return wrong ? wrong->kind + "\n" + wrong->detail : "";
}

std::string kindOf(const Isolated& outcome) {
  if (!outcome.failure.empty()) return outcome.failure;
  return outcome.output.substr(0, outcome.output.find('\n'));
}

// What a child says of the costs of one program, in numbers.
std::string measure(Subject& subject) {
  using engine::Stage;
  const auto size = [&](Stage stage) {
    return static_cast<double>(subject.after(stage).report.sizeAfter);
  };
  eval::Counts before;
  eval::Counts after;
  std::uint64_t inputs = 0;
  std::uint64_t undefined = 0;
  bool visits = false;
  bool matches = false;
  bool allocations = false;
  bool words = false;
  for (const eval::RootReport& root : subject.comparison(Stage::Redundancy).roots) {
    inputs += root.inputs;
    undefined += root.undefined;
    before += root.before();
    after += root.after();
    for (const eval::Sample& sample : root.samples) {
      visits = visits || sample.after.visits > sample.before.visits;
      matches = matches || sample.after.cases > sample.before.cases;
      allocations = allocations || sample.after.allocations > sample.before.allocations;
      words = words || sample.after.words > sample.before.words;
    }
  }
  std::ostringstream out;
  out << inputs << ' ' << undefined << ' ' << visits << ' ' << matches << ' ' << allocations << ' '
      << words;
  for (const eval::Counts& counts : {before, after}) {
    out << ' ' << counts.visits << ' ' << counts.matches << ' ' << counts.calls << ' '
        << counts.allocations << ' ' << counts.words;
  }
  out << ' ' << size(Stage::Redundancy) / size(Stage::None);
  return out.str();
}

void addMeasures(const std::string& text, Tally& tally) {
  std::istringstream in(text);
  std::uint64_t inputs = 0;
  std::uint64_t undefined = 0;
  bool visits = false;
  bool matches = false;
  bool allocations = false;
  bool words = false;
  if (!(in >> inputs >> undefined >> visits >> matches >> allocations >> words)) return;
  tally.inputs += inputs;
  tally.undefined += undefined;
  tally.moreVisits += visits ? 1 : 0;
  tally.moreMatches += matches ? 1 : 0;
  tally.moreAllocations += allocations ? 1 : 0;
  tally.moreWords += words ? 1 : 0;
  for (eval::Counts* sum : {&tally.before, &tally.after}) {
    eval::Counts counts;
    in >> counts.visits >> counts.matches >> counts.calls >> counts.allocations >> counts.words;
    *sum += counts;
  }
  double growth = 1;
  if (in >> growth) tally.growth.push_back(growth);
}

class Hunter {
 public:
  Hunter(const HuntOptions& options, std::ostream& progress)
      : options_(options), progress_(progress) {}

  HuntResult run() {
    const auto start = Clock::now();
    double next = 10;
    for (std::uint64_t i = 0; i < options_.programs; ++i) {
      const double elapsed = secondsSince(start);
      if (options_.seconds > 0 && elapsed > options_.seconds) break;
      if (elapsed > next) {
        next += 10;
        progress_ << i << " programs in " << static_cast<int>(elapsed) << " s, "
                  << result_.tally.violations.size() << " kinds of failures\n"
                  << std::flush;
      }
      tryProgram(options_.seed + i);
    }
    std::sort(result_.tally.growth.begin(), result_.tally.growth.end());
    return std::move(result_);
  }

 private:
  void tryProgram(std::uint64_t seed) {
    ++result_.tally.programs;
    // The fast way: everything in one process, one line per property.
    const Isolated all = isolated(
        [&] {
          Subject subject(generateProgram(seed), seed);
          std::string out;
          bool measurable = true;
          for (const Property& property : options_.properties) {
            const std::string wrong = tryProperty(property, subject);
            measurable = measurable && wrong.substr(0, 5) != "error";
            out += wrong.substr(0, wrong.find('\n')) + "\n";
          }
          if (!measurable) return out;
          try {
            out += measure(subject);
          } catch (const support::LimitError&) {
            return out;
          }
          return out;
        },
        options_.timeout);
    if (!all.failure.empty()) return findCrash(seed);
    std::istringstream lines(all.output);
    std::string line;
    std::set<std::string> errors;
    for (const Property& property : options_.properties) {
      std::getline(lines, line);
      // The compiler's own errors hit one property after the other.
      const bool again = line.substr(0, 5) == "error" && !errors.insert(line).second;
      if (!line.empty() && !again) note(property, line, seed);
    }
    if (std::getline(lines, line)) addMeasures(line, result_.tally);
  }

  Isolated tryAlone(const Property& property, const ir::Program& program, std::uint64_t seed) {
    return isolated(
        [&] {
          Subject subject(program, seed);
          return tryProperty(property, subject);
        },
        options_.timeout);
  }

  void findCrash(std::uint64_t seed) {
    for (const Property& property : options_.properties) {
      const Isolated alone = tryAlone(property, generateProgram(seed), seed);
      const std::string kind = kindOf(alone);
      if (!kind.empty()) note(property, kind, seed);
    }
  }

  void note(const Property& property, const std::string& kind, std::uint64_t seed) {
    const std::string name = std::string(property.name) + ": " + kind;
    if (++result_.tally.violations[name] > options_.perKind) return;
    const auto start = Clock::now();
    const ir::Program reduced = reduce(generateProgram(seed), [&](const ir::Program& candidate) {
      if (secondsSince(start) > options_.reduceSeconds) return false;
      return kindOf(tryAlone(property, candidate, seed)) == kind;
    });
    Found found{std::string(property.name), kind, seed, ""};
    const Isolated last = tryAlone(property, reduced, seed);
    found.report = "property " + found.property + ": " + kind + "\nreproduce: --seed " +
                   std::to_string(seed) + " --programs 1 --property " + found.property +
                   "\n-- reduced program:\n" + text::print(reduced) + "-- " +
                   (last.failure.empty() ? last.output : last.failure) + "\n";
    progress_ << found.report << std::flush;
    result_.found.push_back(std::move(found));
  }

  const HuntOptions& options_;
  std::ostream& progress_;
  HuntResult result_;
};

}  // namespace

HuntResult hunt(const HuntOptions& options, std::ostream& progress) {
  return Hunter(options, progress).run();
}

std::string describe(const Tally& tally) {
  std::ostringstream out;
  out << tally.programs << " programs, " << tally.inputs << " inputs, of which " << tally.undefined
      << " without a value\n";
  const auto ratio = [](std::uint64_t after, std::uint64_t before) {
    return before == 0 ? 1.0 : static_cast<double>(after) / static_cast<double>(before);
  };
  out << "stage redundancy: visits x" << ratio(tally.after.visits, tally.before.visits)
      << ", matches x" << ratio(tally.after.matches, tally.before.matches) << ", allocations x"
      << ratio(tally.after.allocations, tally.before.allocations) << ", words x"
      << ratio(tally.after.words, tally.before.words) << "\n"
      << "programs with an input that costs more: visits " << tally.moreVisits << ", matches "
      << tally.moreMatches << ", allocations " << tally.moreAllocations << ", words "
      << tally.moreWords << "\n";
  if (!tally.growth.empty()) {
    const auto quantile = [&](double part) {
      const auto last = static_cast<double>(tally.growth.size() - 1);
      return tally.growth[static_cast<std::size_t>(part * last)];
    };
    out << "code growth: median " << quantile(0.5) << ", 90 % " << quantile(0.9) << ", 99 % "
        << quantile(0.99) << ", most " << quantile(1) << "\n";
  }
  for (const auto& [kind, count] : tally.violations) out << count << " x " << kind << "\n";
  return out.str();
}

}  // namespace deforest::property
