#include "search/variations.hpp"

#include <algorithm>
#include <utility>

#include "ir/measure.hpp"

namespace deforest::search {
namespace {

using engine::Options;

// Larger programs are tried with few settings only, or not with everything built.
constexpr std::size_t mostToVary = 800;
constexpr std::size_t mostToBuild = 300;

bool refusedBecause(const Attempt& attempt, pipeline::Limit limit) {
  return std::ranges::any_of(
      attempt.transformed.context.decisions,
      [&](const pipeline::Decision& decision) { return decision.limit == limit; });
}

// A call was kept out of a fragment by a cycle.
bool refusedByCycle(const Attempt& attempt) {
  return std::ranges::any_of(
      attempt.transformed.context.decisions, [](const pipeline::Decision& decision) {
        using Kind = pipeline::Decision::Kind;
        return !decision.taken && (decision.kind == Kind::Fuse || decision.kind == Kind::Tuple);
      });
}

}  // namespace

std::string nameOf(const Options& options, const Options& first) {
  const engine::Limits& limits = options.limits;
  const engine::Limits& given = first.limits;
  std::string name = options.price < first.price ? "everything, " : "";
  name += "cap " + std::to_string(limits.cap) + ", glue " + std::to_string(limits.glue);
  if (limits.fusionDepth != given.fusionDepth) {
    name += ", fusion depth " + std::to_string(limits.fusionDepth);
  }
  if (limits.width != given.width) name += ", width " + std::to_string(limits.width);
  if (options.usefulFirst) name += ", useful-first";
  return name;
}

std::vector<Options> variations(const ir::Program& input, const Options& options,
                                const Attempt& first, unsigned widest, bool everything) {
  std::vector<Options> result;
  const auto add = [&](auto change) {
    Options changed = options;
    changed.plan.reset();
    changed.whyLeft.clear();
    change(changed);
    result.push_back(std::move(changed));
  };
  if (options.price > 0) {
    // Long fragments save most at a time, and take partners from others that run more often.
    for (const unsigned fewer : {6U, 2U}) {
      if (fewer < widest) add([&](Options& changed) { changed.limits.width = fewer; });
    }
    // So do long chains. Of two calls at a time there are fewer fragments, that come to be known
    // elsewhere and are built of each other; what limit was given does not matter for that.
    if (options.limits.allowsFusion(2)) {
      add([](Options& changed) {
        changed.limits.fusionDepth = 1;
        changed.limits.demand = nullptr;
      });
    }
    // Where there is little to lose, all that can be built may be worth it, although no step on the
    // way is; but not unseen.
    if (everything && ir::size(input) <= mostToBuild) {
      struct More {
        unsigned cap;
        unsigned glue;
      };
      for (const More more : {More{0, 0}, {1, 0}, {2, 0}, {0, 2}, {0, 4}}) {
        add([&](Options& changed) {
          changed.price = 0;
          changed.limits.cap += more.cap;
          changed.limits.glue += more.glue;
        });
      }
    }
    if (ir::size(input) > mostToVary) return result;
  }
  // No room for all: the useful ones, or shorter ones, of which there is room for more. Longer ones
  // have none.
  if (options.price == 0 && (refusedBecause(first, pipeline::Limit::MaxGrowth) ||
                             refusedBecause(first, pipeline::Limit::MaxFunctions))) {
    add([](Options& changed) { changed.usefulFirst = true; });
    add([](Options& changed) { changed.limits.width = std::min(changed.limits.width, 2U); });
    return result;
  }
  if (refusedByCycle(first)) {
    for (const unsigned more : {2U, 4U}) {
      add([&](Options& changed) { changed.limits.glue += more; });
    }
  }
  if (refusedBecause(first, pipeline::Limit::Cap)) {
    for (const unsigned more : {1U, 2U}) {
      add([&](Options& changed) { changed.limits.cap += more; });
    }
  }
  // A chain that the user wrote is as long as it is.
  if (options.limits.fusionDepth > 0 && refusedBecause(first, pipeline::Limit::FusionDepth)) {
    add([](Options& changed) { changed.limits.fusionDepth *= 2; });
  }
  return result;
}

}  // namespace deforest::search
