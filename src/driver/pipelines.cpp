#include "driver/pipelines.hpp"

#include <algorithm>

#include "driver/usage.hpp"
#include "fusion/fuse.hpp"
#include "redundancy/apply_facts.hpp"
#include "redundancy/merge.hpp"
#include "redundancy/shared_inputs.hpp"
#include "redundancy/unused.hpp"
#include "simplify/accumulate.hpp"
#include "simplify/dead_bindings.hpp"
#include "simplify/inline_once.hpp"
#include "simplify/reachable.hpp"
#include "simplify/shorten_loops.hpp"
#include "simplify/simplify.hpp"
#include "simplify/split_matches.hpp"
#include "simplify/unbox_results.hpp"

namespace deforest::driver {
namespace {

using pipeline::Pass;
using pipeline::Phase;
using pipeline::Pipeline;
using pipeline::Stage;

// What a function knows of a tree inside its match, and what it has called before it, is lost to a
// function that is split off; so it is used before.
Phase tidying() {
  return {{simplify::simplify()}, /*repeated=*/false, /*normalForm=*/false};
}

Phase normalisation() {
  return {{
              // First: everything else expects one match per function.
              simplify::splitMatches(),
              // What the front end and splitting leave unread or known would count as uses.
              simplify::simplify(),
              // Functions that nobody calls are not worth a fragment.
              simplify::dropUnreachablePass(),
          },
          /*repeated=*/false,
          /*normalForm=*/true};
}

Phase fusion() {
  return {{
              // Before fusion: a tuple that is returned only to be taken apart hides what flows
              // through it.
              simplify::unboxResults(),
              simplify::simplify(),
              fusion::fusePass(),
              // Driving leaves bindings behind whose readers were unfolded.
              simplify::simplify(),
              // Last: fusion keeps the functions it started from.
              simplify::dropUnreachablePass(),
          },
          /*repeated=*/false,
          /*normalForm=*/true};
}

Phase fusionAndRedundancy() {
  return {{
              simplify::unboxResults(),
              simplify::simplify(),
              fusion::fusePass(),
              simplify::simplify(),
              // After fusion, which brings together the calls whose results are equal.
              redundancy::facts(),
              // Facts leave results unread and calls unneeded: first the bindings, then what is
              // left of the functions.
              simplify::simplify(),
              // Parameters that always agree become one, and the others unused.
              redundancy::sharedInputs(),
              redundancy::unused(),
              // Functions that differed only in what is now gone become equal.
              redundancy::mergeFunctions(),
              simplify::dropUnreachablePass(),
          },
          // A fact may make two calls one, and then a fragment smaller.
          /*repeated=*/true,
          /*normalForm=*/true};
}

// Whatever was done, what is left with one caller goes there.
Phase assembly() {
  return {{simplify::inlineOnce()}, /*repeated=*/false, /*normalForm=*/false};
}

// What fusion left in pieces, and a loop in place of a recursion that adds on the way back.
Phase loops() {
  return {{simplify::shortenLoops(), simplify::accumulate()},
          /*repeated=*/false,
          /*normalForm=*/false};
}

}  // namespace

std::vector<Pass> allPasses() {
  return {
      simplify::splitMatches(), simplify::simplify(),
      simplify::deadBindings(), simplify::dropUnreachablePass(),
      simplify::unboxResults(), fusion::fusePass(),
      redundancy::facts(),      redundancy::sharedInputs(),
      redundancy::unused(),     redundancy::mergeFunctions(),
      simplify::inlineOnce(),   simplify::shortenLoops(),
      simplify::accumulate(),
  };
}

Pipeline defaultPipeline(Stage stage) {
  switch (stage) {
    case Stage::None:
      return {tidying(), normalisation(), assembly()};
    // How calls are grouped in these two stages is the option's effect inside `fuse`.
    case Stage::Fusion:
    case Stage::Tupling:
      return {tidying(), normalisation(), fusion(), assembly(), loops()};
    case Stage::Redundancy:
      return {tidying(), normalisation(), fusionAndRedundancy(), assembly(), loops()};
  }
  return {};
}

Pipeline pipelineOf(const std::vector<std::string>& names) {
  const std::vector<Pass> passes = allPasses();
  Phase phase;
  for (const std::string& name : names) {
    const auto found = std::find_if(passes.begin(), passes.end(),
                                    [&](const Pass& pass) { return pass.name == name; });
    if (found == passes.end()) {
      std::vector<std::string_view> known;
      for (const Pass& pass : passes) known.push_back(pass.name);
      throw UsageError("there is no pass '" + name + "'" + didYouMean(name, known) +
                       "; --list-passes shows them");
    }
    phase.passes.push_back(*found);
  }
  return {phase};
}

std::string listPasses() {
  std::string out;
  std::size_t width = 0;
  for (const Pass& pass : allPasses()) width = std::max(width, pass.name.size());
  for (const Pass& pass : allPasses()) {
    out += std::string(pass.name) + std::string(width + 2 - pass.name.size(), ' ') +
           std::string(pass.description) + "\n";
  }
  return out;
}

}  // namespace deforest::driver
