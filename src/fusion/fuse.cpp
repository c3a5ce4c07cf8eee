#include "fusion/fuse.hpp"

#include "ir/measure.hpp"
#include "simplify/split_matches.hpp"

namespace deforest::fusion {
namespace {

Laws lawsOf(ir::Program& program, pipeline::Context& context) {
  Laws laws;
  const pipeline::Options& options = context.options;
  if (options.semantics == pipeline::Semantics::Strict &&
      options.stopAfter != pipeline::Stage::Fusion && options.limits.fusionDepth > 0) {
    laws.inverses = deriveInverses(program, context);
    // Adds compositions to the program.
    laws.promotions = derivePromotions(program);
  }
  if (options.semantics == pipeline::Semantics::Haskell) laws.demands = graph::demandsOf(program);
  return laws;
}

// What is built may make further fragments known.
void follow(const std::set<std::string>& plan, Derivation& derivation) {
  derivation.leaveWaiting();
  for (std::uint32_t i = 0; i < derivation.program().functions.size(); ++i) {
    const ir::FunId fragment{i};
    if (!plan.contains(derivation.textOf(fragment))) continue;
    if (const pipeline::Refused* refused = derivation.refusal(fragment)) {
      derivation.refuse(fragment, *refused);
      continue;
    }
    derivation.build(fragment);
    derivation.leaveWaiting();
  }
}

}  // namespace

ir::Program fuse(ir::Program program, pipeline::Context& context, Laws laws) {
  if (context.originalSize == 0) context.originalSize = ir::size(program);
  Derivation derivation(std::move(program), context, std::move(laws));
  derivation.buildAll();
  return std::move(derivation).finish();
}

ir::Program fuse(ir::Program program, pipeline::Context& context, Judge* judge) {
  if (context.originalSize == 0) context.originalSize = ir::size(program);
  // Nothing happens to a program in normal form.
  program = simplify::splitMatches().run(std::move(program), context);
  Laws laws = lawsOf(program, context);
  Derivation derivation(std::move(program), context, std::move(laws));
  const std::size_t run = context.fuseRuns++;
  if (judge != nullptr) {
    judge->settle(derivation);
  } else if (const auto& plan = context.options.plan) {
    follow(run < plan->size() ? (*plan)[run] : std::set<std::string>{}, derivation);
  } else {
    derivation.buildAll();
  }
  return std::move(derivation).finish();
}

pipeline::Pass fusePass(Judge* judge) {
  return {"fuse", "fuse and tuple: every group of calls on one tree becomes one function",
          [judge](ir::Program program, pipeline::Context& context) {
            return fuse(std::move(program), context, judge);
          }};
}

}  // namespace deforest::fusion
