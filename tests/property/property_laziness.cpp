// Under Haskell's semantics every pass and every pipeline keeps what can be seen of every result:
// values, failures and where they stand, with parts of the inputs undefined.
//
// So that there is something to see, operands of the random program are made undefined at random:
// arguments, fields and what branches return become `error`.
#include "driver/pipelines.hpp"
#include "eval/lazy/compare.hpp"
#include "ir/traverse.hpp"
#include "properties.hpp"
#include "random.hpp"
#include "text/print.hpp"

namespace deforest::property {
namespace {

using ir::Semantics;

class Spoiler {
 public:
  Spoiler(ir::Program& program, ir::Function& function, Random& random)
      : program_(program), function_(function), random_(random) {}

  void block(ir::Block& block) {
    std::vector<ir::Binding> bindings;
    for (ir::Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](ir::Block& inner) { this->block(inner); });
      const bool takes = std::holds_alternative<ir::Call>(binding.operation) ||
                         std::holds_alternative<ir::Construct>(binding.operation);
      if (takes) {
        ir::forEachAtom(binding.operation, [&](ir::Atom& atom) { spoil(atom, bindings); });
      }
      bindings.push_back(std::move(binding));
    }
    block.bindings = std::move(bindings);
  }

 private:
  void spoil(ir::Atom& atom, std::vector<ir::Binding>& before) {
    if (!random_.chance(6)) return;
    const ir::VarId failed = function_.fresh(ir::typeOf(program_, function_, atom), "undefined'");
    before.push_back({{failed}, ir::Fail{"spoilt"}, {}});
    atom = failed;
  }

  ir::Program& program_;
  ir::Function& function_;
  Random& random_;
};

ir::Program spoilt(ir::Program program, Random& random) {
  for (ir::Function& function : program.functions) {
    Spoiler(program, function, random).block(function.body);
  }
  return program;
}

eval::Comparison compareAll(const ir::Program& before, const ir::Program& after,
                            std::size_t inputs) {
  eval::CompareOptions options;
  options.inputs = inputs;
  options.largest = 30;
  options.limits.calls = 10'000;
  options.limits.bytes = std::size_t{64} << 20U;
  options.constantCalls = 10'000;
  options.shrinkings = 200;
  return eval::compareLazily(before, after, options);
}

std::optional<Violation> difference(const std::string& step, const ir::Program& before,
                                    const ir::Program& after, std::size_t inputs) {
  const eval::Comparison comparison = compareAll(before, after, inputs);
  if (comparison.equal()) return std::nullopt;
  return Violation{differenceOf(comparison) + " after " + step,
                   comparison.describe() + "\n-- before:\n" + text::print(before) + "\n-- after " +
                       step + ":\n" + text::print(after)};
}

std::optional<Violation> violationLaziness(Subject& subject) {
  Random random(subject.seed());
  ir::Program program = subject.program();
  if (random.chance(70)) program = spoilt(std::move(program), random);
  engine::Options options;
  options.semantics = Semantics::Haskell;
  for (const engine::Stage stage :
       {engine::Stage::None, engine::Stage::Tupling, engine::Stage::Redundancy}) {
    options.stopAfter = stage;
    options.limits.glue = random.chance(30) ? 3 : 0;
    options.limits.cap = random.chance(30) ? 2 : 1;
    const Compiled compiled = compile(driver::defaultPipeline(options), program);
    auto wrong =
        difference("stage " + std::string(stageName(stage)), program, compiled.program, 12);
    if (wrong) return wrong;
  }
  return std::nullopt;
}

}  // namespace

Property laziness() {
  return {"laziness", "under Haskell's semantics neither more nor less is evaluated",
          violationLaziness};
}

}  // namespace deforest::property
