#include "fusion/fuse.hpp"

#include "ir/measure.hpp"
#include "tupling/rules.hpp"

namespace deforest::fusion {
namespace {

pipeline::Composition compositionOf(const ir::Program& program,
                                    const std::pair<ir::FunId, ir::FunId>& pair,
                                    const Promotion& promotion, std::size_t run) {
  const auto& [outer, inner] = pair;
  const auto typeOf = [&](ir::FunId function) {
    return program.type(program.function(function).resultTypes.front()).name;
  };
  return {run,
          program.function(promotion.function).name,
          {{program.function(inner).name, {}, false, typeOf(inner)},
           {program.function(outer).name, {0}, true, typeOf(outer)}},
          true,
          true};
}

Laws lawsOf(ir::Program& program, const engine::Options& options, pipeline::Context& context) {
  Laws laws;
  if (options.semantics == ir::Semantics::Strict && tupling::rulesOf(options).usesLaws &&
      options.limits.allowsFusion(1)) {
    laws.inverses = deriveInverses(program, options, context);
    // Adds compositions to the program.
    const std::size_t given = program.functions.size();
    laws.promotions = derivePromotions(program);
    for (const auto& [pair, promotion] : laws.promotions) {
      if (promotion.function.value < given) continue;
      context.compositions.push_back(compositionOf(program, pair, promotion, context.fuseRuns));
    }
  }
  if (options.semantics == ir::Semantics::Haskell) laws.demands = graph::demandsOf(program);
  return laws;
}

// Growth and steps are measured against what is there before the first run.
void begin(const ir::Program& program, const engine::Options& options, pipeline::Context& context) {
  if (context.originalSize == 0) context.originalSize = ir::size(program);
  if (context.steps.bounded()) return;
  constexpr std::size_t tokensPerBinding = 3;
  context.steps = pipeline::Steps(options.steps.value_or(
      engine::stepsFor(options.limits, tokensPerBinding * context.originalSize)));
}

// What is built may make further fragments known.
void follow(const Choice& choice, Derivation& derivation) {
  derivation.leaveWaiting();
  for (std::uint32_t i = 0; i < derivation.program().functions.size(); ++i) {
    const ir::FunId fragment{i};
    const std::string text = derivation.textOf(fragment);
    if (!choice.built.contains(text)) {
      const auto reason = choice.whyLeft.find(text);
      if (reason != choice.whyLeft.end()) derivation.explainLeft(fragment, reason->second);
      continue;
    }
    if (const engine::Refused* refused = derivation.refusal(fragment)) {
      derivation.refuse(fragment, *refused);
      continue;
    }
    derivation.build(fragment);
    derivation.leaveWaiting();
  }
}

}  // namespace

ir::Program fuse(ir::Program program, const engine::Options& options, pipeline::Context& context,
                 Laws laws) {
  begin(program, options, context);
  Derivation derivation(std::move(program), options, context, std::move(laws));
  derivation.buildAll();
  return std::move(derivation).finish();
}

ir::Program fuse(ir::Program program, const engine::Options& options, pipeline::Context& context,
                 Judge* judge) {
  begin(program, options, context);
  Laws laws = lawsOf(program, options, context);
  const std::size_t run = context.fuseRuns++;
  std::optional<Choice> chosen;
  if (judge != nullptr) {
    Derivation trial(program, options, context, laws);
    chosen = judge->choose(trial);
  } else if (const auto& plan = options.plan) {
    chosen = Choice{run < plan->size() ? (*plan)[run] : std::set<std::string>{},
                    run < options.whyLeft.size() ? options.whyLeft[run]
                                                 : std::map<std::string, engine::Left>{}};
  }
  Derivation derivation(std::move(program), options, context, std::move(laws));
  if (chosen) {
    follow(*chosen, derivation);
  } else {
    derivation.buildAll();
  }
  return std::move(derivation).finish();
}

pipeline::Pass fusePass(const engine::Options& options, Judge* judge) {
  return {.name = "fuse",
          .description = "fuse and tuple: every group of calls on one tree becomes one function",
          .needs = pipeline::Form::Normal,
          .run = [options, judge](ir::Program program, pipeline::Context& context) {
            return fuse(std::move(program), options, context, judge);
          }};
}

}  // namespace deforest::fusion
