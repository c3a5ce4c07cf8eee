#include "driver/native_preparation.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "backends/native/drop_unmade.hpp"
#include "backends/native/share_constants.hpp"
#include "backends/native/suspension/delay_lists.hpp"
#include "backends/native/suspension/suspension.hpp"
#include "backends/native/suspension/tied_elements.hpp"
#include "backends/native/write_accumulations.hpp"
#include "backends/native/write_actions.hpp"
#include "backends/native/write_arrays.hpp"
#include "backends/native/write_slots.hpp"
#include "driver/evaluated_in_vain.hpp"
#include "driver/session.hpp"
#include "driver/usage.hpp"
#include "ir/library_calls.hpp"
#include "redundancy/merge.hpp"
#include "search/eagerness.hpp"
#include "simplify/reachable.hpp"

namespace deforest::driver {
namespace {

// For what has no input.
constexpr std::uint64_t callsTried = 5'000'000;

// What a trial of these passes makes of the program, unseen and untold.
std::optional<ir::Program> onTrial(const ir::Program& program, const pipeline::Pipeline& passes) {
  pipeline::RunReport report;
  std::vector<pipeline::Decision> decisions;
  return backends::suspended(program, passes, {}, decisions, report);
}

}  // namespace

void keepListsIfWorth(ir::Program& program, text::Original& original, const std::string& path,
                      const std::string& content, text::ParseOptions reading) {
  if (backends::nodeReaders(program).empty()) return;
  reading.keepsLists = false;
  text::Original other;
  ir::Program again;
  try {
    again = load(path, content, reading, &other);
  } catch (const Failure&) {
    return;
  }
  const auto shared = [](const ir::Program& read) {
    pipeline::Context context;
    return backends::shareConstants(search::haveValues(callsOfTrials))
        .run(backends::writeSlots().run(read, context), context);
  };
  const ir::Program keeping = shared(program);
  if (search::saves(shared(again), keeping, search::Saving::Half, callsOfTrials,
                    backends::nodeReaders(keeping))) {
    return;
  }
  program = std::move(again);
  original = std::move(other);
}

ir::Program NativePreparation::run(const std::vector<pipeline::Pass>& passes, ir::Program program) {
  pipeline::Context context;
  program = pipeline::run(pipeline::leaveOut(without_, {{passes}}), std::move(program), context,
                          options_, report_);
  std::ranges::move(context.decisions, std::back_inserter(decisions_));
  return program;
}

// Unless that takes much more.
ir::Program NativePreparation::failingLate(ir::Program program) {
  for (const pipeline::Pipeline& each : backends::failingLate()) {
    const pipeline::Pipeline passes = pipeline::leaveOut(without_, each);
    const auto made = onTrial(program, passes);
    if (!made) break;
    if (search::takesMore(program, *made, callsOfTrials)) continue;
    return *backends::suspended(program, passes, options_, decisions_, report_);
  }
  return program;
}

// Where not everything has a value that may have one. Lists that are defined by themselves may need
// cells that are not made yet, unless it is seen that `main` has a value.
ir::Program NativePreparation::endlessAsRead(ir::Program program) {
  if (!backends::makesEndless(program)) return program;
  const pipeline::Pipeline passes = pipeline::leaveOut(
      without_,
      {{{backends::delayLists(), simplify::dropUnreachablePass(), redundancy::mergeFunctions()}}});
  std::vector<pipeline::Decision> decisions;
  auto made = backends::suspended(program, passes, options_, decisions, report_);
  if (!made) return program;
  if (backends::mayNeedOwnCells(program)) {
    const auto hasValue = search::haveValues(callsTried);
    const bool valued = std::ranges::all_of(made->roots, [&](ir::FunId root) {
      return made->function(root).parameters.empty() && hasValue(*made, root);
    });
    mayNeedOwnCells_ = !valued;
  }
  std::ranges::move(decisions, std::back_inserter(decisions_));
  return std::move(*made);
}

ir::Program NativePreparation::prepared(ir::Program program) {
  program = run({backends::writeActions(), backends::writeArrays(), backends::writeAccumulations(),
                 backends::writeSlots(), backends::dropUnmade()},
                std::move(program));
  program = endlessAsRead(std::move(program));
  // Nothing else is done to what has no value.
  if (std::ranges::any_of(program.functions, ir::tiesCall)) return program;
  program = failingLate(std::move(program));
  return run({backends::shareConstants(search::haveValues(callsTried))}, std::move(program));
}

ir::Program NativePreparation::putOff(ir::Program program) {
  for (const backends::Suspension& each : backends::suspensions(without_)) {
    const auto later = onTrial(program, each.passes);
    const auto least = each.rests ? search::Saving::Half : search::Saving::Some;
    if (!later ||
        !search::saves(program, *later, least, callsOfTrials, backends::lazyMakers(*later))) {
      continue;
    }
    program = *backends::suspended(program, each.passes, options_, decisions_, report_);
  }
  return program;
}

std::optional<ir::Program> NativePreparation::withEndlessAsRead(
    const std::string& path, const std::string& content, text::ParseOptions reading,
    std::vector<pipeline::Decision>& late) {
  NativePreparation again(without_, options_, late, report_);
  try {
    const ir::Program before = load(path, content, reading);
    reading.endlessAsLists = true;
    ir::Program program = load(path, content, reading);
    if (program == before || !backends::makesEndless(program)) return std::nullopt;
    program = again.prepared(std::move(program));
    refuseFailures(program, path, content);
    if (again.mayNeedOwnCells()) return std::nullopt;
    return again.putOff(std::move(program));
  } catch (const Failure&) {
    return std::nullopt;
  }
}

std::optional<ir::Program> NativePreparation::withListsPutOff(
    const ir::Program& program, std::vector<pipeline::Decision>& late) {
  const pipeline::Pipeline passes = backends::anyRests(without_);
  const auto later = onTrial(program, passes);
  if (!later || !search::saves(program, *later, search::Saving::Half, callsOfTrials, {})) {
    return std::nullopt;
  }
  return backends::suspended(program, passes, options_, late, report_);
}

}  // namespace deforest::driver
