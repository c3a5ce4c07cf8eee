#include "search/stages.hpp"

#include "fusion/fuse.hpp"
#include "redundancy/apply_facts.hpp"
#include "redundancy/merge.hpp"
#include "redundancy/shared_inputs.hpp"
#include "redundancy/unused.hpp"
#include "simplify/accumulate.hpp"
#include "simplify/dead_bindings.hpp"
#include "simplify/forced_anyway.hpp"
#include "simplify/inline_once.hpp"
#include "simplify/join_conditionals.hpp"
#include "simplify/reachable.hpp"
#include "simplify/shorten_loops.hpp"
#include "simplify/simplify.hpp"
#include "simplify/sink_calls.hpp"
#include "simplify/split_matches.hpp"
#include "simplify/unbox_results.hpp"

namespace deforest::search {
namespace {

using pipeline::Pass;
using pipeline::Phase;
using pipeline::Pipeline;
using pipeline::Stage;

// What a function knows of a tree inside its match, and what it has called before it, is lost to a
// function that is split off; so it is used before.
Phase tidying() {
  return {{simplify::forcedAnyway(), simplify::simplify()}};
}

Phase normalisation() {
  return {{
      // First: everything else expects one match per function.
      simplify::splitMatches(),
      // What the front end and splitting leave unread or known would count as uses.
      simplify::simplify(),
      // Functions that nobody calls are not worth a fragment.
      simplify::dropUnreachablePass(),
  }};
}

Phase fusion(fusion::Judge* judge) {
  return {{
      // Before fusion: a tuple that is returned only to be taken apart hides what flows
      // through it.
      simplify::unboxResults(),
      simplify::simplify(),
      // A match inside another function may hide behind what forces it.
      simplify::forcedAnyway(),
      fusion::fusePass(judge),
      // Driving leaves bindings behind whose readers were unfolded.
      simplify::simplify(),
      // Last: fusion keeps the functions it started from.
      simplify::dropUnreachablePass(),
  }};
}

Phase fusionAndRedundancy(fusion::Judge* judge) {
  return {{
              simplify::unboxResults(),
              simplify::simplify(),
              // A match inside another function may hide behind what forces it.
              simplify::forcedAnyway(),
              fusion::fusePass(judge),
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
          /*repeated=*/true};
}

// Whatever was done, what is left with one caller goes there.
Phase assembly() {
  return {{simplify::inlineOnce()}};
}

// What fusion left in pieces, and a loop in place of a recursion that adds on the way back.
Phase loops() {
  return {{
      simplify::shortenLoops(),
      // Calls can go into a conditional that ends a function.
      simplify::joinConditionals(),
      // What fusion moved in front of branches, and no pass wants there any more.
      simplify::sinkCalls(),
      simplify::accumulate(),
  }};
}

}  // namespace

std::vector<Pass> allPasses() {
  return {
      simplify::splitMatches(),
      simplify::simplify(),
      simplify::forcedAnyway(),
      simplify::deadBindings(),
      simplify::dropUnreachablePass(),
      simplify::unboxResults(),
      fusion::fusePass(),
      redundancy::facts(),
      redundancy::sharedInputs(),
      redundancy::unused(),
      redundancy::mergeFunctions(),
      simplify::inlineOnce(),
      simplify::shortenLoops(),
      simplify::joinConditionals(),
      simplify::sinkCalls(),
      simplify::accumulate(),
  };
}

Pipeline preparation() {
  return {tidying(), normalisation()};
}

Pipeline transformation(Stage stage, fusion::Judge* judge) {
  switch (stage) {
    case Stage::None:
      return {};
    // How calls are grouped in these two stages is the option's effect inside `fuse`.
    case Stage::Fusion:
    case Stage::Tupling:
      return {fusion(judge)};
    case Stage::Redundancy:
      return {fusionAndRedundancy(judge)};
  }
  return {};
}

Pipeline withoutFusion(Stage stage) {
  Pipeline pipeline = transformation(stage);
  for (Phase& phase : pipeline) {
    std::erase_if(phase.passes, [](const Pass& pass) { return pass.name == "fuse"; });
  }
  return pipeline;
}

Pipeline completion(Stage stage) {
  if (stage == Stage::None) return {assembly()};
  return {assembly(), loops()};
}

Pipeline defaultPipeline(Stage stage, fusion::Judge* judge) {
  Pipeline pipeline = preparation();
  for (Phase& phase : transformation(stage, judge)) pipeline.push_back(std::move(phase));
  for (Phase& phase : completion(stage)) pipeline.push_back(std::move(phase));
  return pipeline;
}

}  // namespace deforest::search
