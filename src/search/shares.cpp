#include "search/shares.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "eval/apply.hpp"
#include "eval/compare.hpp"
#include "eval/readings.hpp"
#include "eval/tally.hpp"
#include "ir/main_action.hpp"
#include "search/profile.hpp"
#include "search/short_main.hpp"

namespace deforest::search {
namespace {

// The longest run of `main` that came to its end, of what it was tried on: nothing, and what
// programs read.
class Runs {
 public:
  Runs(const ir::Program& program, ir::FunId main, std::uint64_t calls)
      : machine_(program, limits(calls)), left_(4 * calls) {
    const ir::Function& function = program.function(main);
    consider(machine_.call(main, nothingFor(function)));
    for (const eval::Arguments& arguments : eval::readings(program, main)) {
      if (left_ == 0) break;
      machine_.clearHits();
      consider(eval::apply(machine_, main, arguments));
    }
  }

  [[nodiscard]] const eval::Tally& longest() const { return longest_; }

 private:
  static eval::Limits limits(std::uint64_t calls) {
    eval::Limits limits = eval::CompareOptions{}.limits;
    limits.calls = calls;
    return limits;
  }

  void consider(const eval::Outcome& outcome) {
    left_ -= std::min(left_, outcome.counts.inCalls() + 1);
    // What takes longer than it may shows what comes first, and only that.
    const bool ended = outcome.ended();
    if (!ended && outcome.kind != eval::Outcome::Kind::Limit) return;
    if (std::pair(ended, outcome.counts.calls) < std::pair(ended_, most_)) return;
    ended_ = ended;
    most_ = outcome.counts.calls;
    longest_ = eval::tallyOf(machine_);
  }

  eval::LazyMachine machine_;
  std::uint64_t left_;
  bool ended_ = false;
  std::uint64_t most_ = 0;
  eval::Tally longest_;
};

}  // namespace

std::map<std::string, double> sharesOfMain(const ir::Program& program, std::uint64_t calls) {
  const std::optional<ir::Program> smaller = withShortMain(program, calls, calls, true);
  const ir::Program& short_ = smaller ? *smaller : program;
  const auto main = std::ranges::find_if(
      short_.functions, [&](const ir::Function& each) { return ir::isMainAction(short_, each); });
  if (main == short_.functions.end()) return {};
  const ir::FunId id{static_cast<std::uint32_t>(main - short_.functions.begin())};
  const Runs runs(short_, id, calls);
  const Profile profile = profileOf({{&runs.longest(), 1.0}}, short_.functions.size());
  std::map<std::string, double> shares;
  const double all = profile[id.value].inclusive;
  for (std::size_t i = 0; all > 0 && i < profile.size(); ++i) {
    const double share = profile[i].inclusive / all;
    if (share > 0) shares.emplace(short_.functions[i].name, std::min(share, 1.0));
  }
  return shares;
}

}  // namespace deforest::search
