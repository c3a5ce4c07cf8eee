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

using engine::Options;
using engine::Stage;
using ir::Semantics;
using pipeline::leaveOut;
using pipeline::Pass;
using pipeline::Phase;
using pipeline::Pipeline;

// What a function knows of a tree inside its match, and what it has called before it, is lost to a
// function that is split off; so it is used before. And once more at the end: what the rounds made
// is forced anyway in other places than what they began with.
Phase tidying(Semantics semantics) {
  return {{simplify::forcedAnyway(semantics), simplify::simplify(semantics)}};
}

Phase normalisation(Semantics semantics) {
  Phase phase{{
      // First: everything else expects one match per function.
      simplify::splitMatches(),
      // What the front end and splitting leave unread or known would count as uses.
      simplify::simplify(semantics),
      // Functions that nobody calls are not worth a fragment.
      simplify::dropUnreachablePass(),
  }};
  // Where evaluation is strict, hardly any `seq` is needed, and each hides what it stands before.
  if (semantics == Semantics::Strict) {
    phase.passes.insert(phase.passes.begin(), simplify::forcedAnyway(semantics));
  }
  return phase;
}

Phase fusion(const Options& options, fusion::Judge* judge) {
  const Semantics semantics = options.semantics;
  return {{
      // Before fusion: a tuple that is returned only to be taken apart hides what flows
      // through it.
      simplify::unboxResults(semantics),
      simplify::simplify(semantics),
      // A match inside another function may hide behind what forces it.
      simplify::forcedAnyway(semantics),
      fusion::fusePass(options, judge),
      // Driving leaves bindings behind whose readers were unfolded.
      simplify::simplify(semantics),
      // Last: fusion keeps the functions it started from.
      simplify::dropUnreachablePass(),
  }};
}

Phase fusionAndRedundancy(const Options& options, fusion::Judge* judge) {
  const Semantics semantics = options.semantics;
  return {{
              simplify::unboxResults(semantics),
              simplify::simplify(semantics),
              // A match inside another function may hide behind what forces it.
              simplify::forcedAnyway(semantics),
              fusion::fusePass(options, judge),
              simplify::simplify(semantics),
              // After fusion, which brings together the calls whose results are equal.
              redundancy::facts(semantics),
              // Facts leave results unread and calls unneeded: first the bindings, then what is
              // left of the functions.
              simplify::simplify(semantics),
              // Parameters that always agree become one, and the others unused.
              redundancy::sharedInputs(),
              redundancy::unused(semantics),
              // Functions that differed only in what is now gone become equal.
              redundancy::mergeFunctions(),
              simplify::dropUnreachablePass(),
          },
          // A fact may make two calls one, and then a fragment smaller.
          options.limits.rounds};
}

// Whatever was done, what is left with one caller goes there.
Phase assembly(Semantics semantics) {
  return {{simplify::inlineOnce(semantics)}};
}

// What fusion left in pieces, and a loop in place of a recursion that adds on the way back.
Phase loops(const Options& options) {
  const Semantics semantics = options.semantics;
  return {{
      simplify::shortenLoops(semantics, options.limits.maxGrowth),
      // Calls can go into a conditional that ends a function.
      simplify::joinConditionals(semantics),
      // What fusion moved in front of branches, and no pass wants there any more.
      simplify::sinkCalls(semantics),
      simplify::accumulate(semantics),
  }};
}

}  // namespace

std::vector<Pass> allPasses(const Options& options) {
  const Semantics semantics = options.semantics;
  return {
      simplify::splitMatches(),
      simplify::simplify(semantics),
      simplify::forcedAnyway(semantics),
      simplify::deadBindings(semantics),
      simplify::dropUnreachablePass(),
      simplify::unboxResults(semantics),
      fusion::fusePass(options),
      redundancy::facts(semantics),
      redundancy::sharedInputs(),
      redundancy::unused(semantics),
      redundancy::mergeFunctions(),
      simplify::inlineOnce(semantics),
      simplify::shortenLoops(semantics, options.limits.maxGrowth),
      simplify::joinConditionals(semantics),
      simplify::sinkCalls(semantics),
      simplify::accumulate(semantics),
  };
}

Pipeline preparation(const Options& options) {
  return leaveOut(options.without, {tidying(options.semantics), normalisation(options.semantics)});
}

Pipeline transformation(const Options& options, fusion::Judge* judge) {
  switch (options.stopAfter) {
    case Stage::None:
      return {};
    // How calls are grouped in these two stages is the option's effect inside `fuse`.
    case Stage::Fusion:
    case Stage::Tupling:
      return leaveOut(options.without, {fusion(options, judge), tidying(options.semantics)});
    case Stage::Redundancy:
      return leaveOut(options.without,
                      {fusionAndRedundancy(options, judge), tidying(options.semantics)});
  }
  return {};
}

Pipeline withoutFusion(const Options& options) {
  return leaveOut({"fuse"}, transformation(options));
}

Pipeline completion(const Options& options) {
  Pipeline pipeline = {assembly(options.semantics)};
  if (options.stopAfter != Stage::None) pipeline.push_back(loops(options));
  return leaveOut(options.without, std::move(pipeline));
}

Pipeline defaultPipeline(const Options& options, fusion::Judge* judge) {
  Pipeline pipeline = preparation(options);
  for (Phase& phase : transformation(options, judge)) pipeline.push_back(std::move(phase));
  for (Phase& phase : completion(options)) pipeline.push_back(std::move(phase));
  return pipeline;
}

}  // namespace deforest::search
