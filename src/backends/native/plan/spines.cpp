#include "backends/native/plan/spines.hpp"

#include <algorithm>

#include "ir/measure.hpp"
#include "ir/printing.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Block;
using ir::FunId;
using ir::VarId;

// Finds out whether a parameter is a sum that the function's loops only add to.
class SumFinder {
 public:
  SumFinder(const ir::Program& program, FunId id, const LoopPlan& loops, std::size_t parameter)
      : program_(program),
        function_(program.function(id)),
        loops_(loops),
        parameter_(parameter),
        reads_(ir::countUses(function_)),
        definitions_(function_.variables.size()) {}

  /// The result it is part of.
  [[nodiscard]] std::optional<std::size_t> find() {
    const VarId sum = function_.parameters[parameter_];
    const ir::TypeId type = function_.variables[sum.value].type;
    const auto kind = program_.type(type).kind;
    if (ir::isOutput(program_, type)) return 0;
    if (kind != ir::TypeKind::Int && kind != ir::TypeKind::Word) return std::nullopt;
    ir::forEachBinding(function_.body, [&](const ir::Binding& binding) {
      for (const VarId result : binding.results) definitions_[result.value] = &binding.operation;
    });
    if (!visit(function_.body) || used_ != reads_[sum.value] || !result_) return std::nullopt;
    const bool plain = loops_.results[*result_].kind == LoopResult::Kind::Same;
    return plain ? result_ : std::nullopt;
  }

 private:
  // A block whose results are those of the function, or the arguments of its next round: whether
  // the sum goes into one of them, and what is added to it.
  bool visit(const Block& block) {
    if (const LoopJump* jump = loops_.jumpIn(block)) {
      const auto& call = std::get<ir::Call>(block.bindings[jump->call].operation);
      return addsTo(call.arguments[parameter_]);
    }
    if (ir::endsInBranches(block)) {
      bool all = true;
      ir::forEachBlock(block.bindings.back().operation,
                       [&](const Block& inner) { all = all && visit(inner); });
      return all;
    }
    for (std::size_t i = 0; i < block.results.size(); ++i) {
      if (!addsTo(block.results[i])) continue;
      if (result_ && *result_ != i) return false;
      result_ = i;
      return true;
    }
    return false;
  }

  // Whether the atom is the sum, or the sum and something else; the use is counted.
  bool addsTo(const Atom& atom) {
    const VarId* variable = ir::variableOf(atom);
    if (variable == nullptr) return false;
    if (*variable == function_.parameters[parameter_]) {
      ++used_;
      return true;
    }
    const ir::Operation* definition = definitions_[variable->value];
    if (definition == nullptr || reads_[variable->value] != 1) return false;
    const auto* primitive = std::get_if<ir::Primitive>(definition);
    if (primitive == nullptr) return false;
    const auto& arguments = primitive->arguments;
    if (primitive->op == ir::PrimOp::Sub) return addsTo(arguments[0]);
    if (primitive->op != ir::PrimOp::Add) return false;
    return addsTo(arguments[0]) || addsTo(arguments[1]);
  }

  const ir::Program& program_;
  const ir::Function& function_;
  const LoopPlan& loops_;
  std::size_t parameter_;
  std::vector<unsigned> reads_;
  std::vector<const ir::Operation*> definitions_;
  unsigned used_ = 0;
  std::optional<std::size_t> result_;
};

class SpineFinder {
 public:
  SpineFinder(const ir::Program& program, FunId id, const LoopPlan& loops, const CppFacts& facts)
      : program_(program), function_(program.function(id)), id_(id), loops_(loops), facts_(facts) {}

  [[nodiscard]] std::optional<SpinePlan> find() {
    const bool actsOnFiles = facts_.usesFiles && facts_.prints[id_.value];
    if (!loops_.loops() || actsOnFiles || callsItself() || function_.body.bindings.size() != 1) {
      return std::nullopt;
    }
    const auto* match = std::get_if<ir::Case>(&function_.body.bindings[0].operation);
    if (match == nullptr) return std::nullopt;
    const auto& parameters = function_.parameters;
    const auto place = std::find_if(parameters.begin(), parameters.end(),
                                    [&](ir::VarId v) { return match->scrutinee == Atom(v); });
    if (place == parameters.end()) return std::nullopt;
    SpinePlan plan{static_cast<std::size_t>(place - parameters.begin()), {}, {}};
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (i == plan.parameter) continue;
      const auto result = SumFinder(program_, id_, loops_, i).find();
      if (result) plan.sums.emplace(i, *result);
    }
    sums_ = plan.sums;
    bool heavy = false;
    for (const auto& alternative : match->alternatives) {
      if (!steady(alternative.body, alternative, plan.parameter)) return std::nullopt;
      const auto step = stepOf(alternative.body, alternative, plan.parameter);
      if (!step) continue;
      plan.steps.emplace(alternative.ctor, *step);
      heavy = heavy || isHeavy(alternative.body);
    }
    // What is heavy at the end alone is no reason to look ahead.
    if (!heavy) return std::nullopt;
    return plan;
  }

 private:
  // Otherwise than by jumps.
  [[nodiscard]] bool callsItself() const {
    std::size_t own = 0;
    ir::forEachBinding(function_.body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      own += call != nullptr && call->callee == id_ ? 1 : 0;
    });
    return own != loops_.jumps.size();
  }

  // Whether something is called that is worth a thread.
  [[nodiscard]] bool isHeavy(const Block& block) const {
    bool heavy = false;
    ir::forEachBinding(block, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      heavy = heavy || (call != nullptr && call->callee != id_ && facts_.heavy[call->callee.value]);
    });
    return heavy;
  }

  // Which field of the alternative a jump goes on with, if nothing else changes.
  [[nodiscard]] std::optional<std::size_t> stepOf(const LoopJump& jump, const Block& block,
                                                  const ir::Alternative& alternative,
                                                  std::size_t parameter) const {
    const auto& arguments = std::get<ir::Call>(block.bindings[jump.call].operation).arguments;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const bool same = arguments[i] == Atom(function_.parameters[i]);
      if (i != parameter && !same && !sums_.contains(i)) return std::nullopt;
    }
    const auto& fields = alternative.fields;
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](ir::VarId v) { return arguments[parameter] == Atom(v); });
    if (field == fields.end()) return std::nullopt;
    return static_cast<std::size_t>(field - fields.begin());
  }

  // The same for a block that jumps whatever happens in it.
  [[nodiscard]] std::optional<std::size_t> stepOf(const Block& block,
                                                  const ir::Alternative& alternative,
                                                  std::size_t parameter) const {
    if (const LoopJump* jump = loops_.jumpIn(block)) {
      return stepOf(*jump, block, alternative, parameter);
    }
    if (block.bindings.empty()) return std::nullopt;
    std::optional<std::size_t> common;
    bool same = true;
    bool first = true;
    ir::forEachBlock(block.bindings.back().operation, [&](const Block& inner) {
      const auto step = stepOf(inner, alternative, parameter);
      same = same && step && (first || step == common);
      common = step;
      first = false;
    });
    return same && !first ? common : std::nullopt;
  }

  // Whether all jumps in the block go on along the list.
  [[nodiscard]] bool steady(const Block& block, const ir::Alternative& alternative,
                            std::size_t parameter) const {
    if (const LoopJump* jump = loops_.jumpIn(block)) {
      return stepOf(*jump, block, alternative, parameter).has_value();
    }
    bool all = true;
    for (const auto& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](const Block& inner) {
        all = all && steady(inner, alternative, parameter);
      });
    }
    return all;
  }

  const ir::Program& program_;
  const ir::Function& function_;
  FunId id_;
  const LoopPlan& loops_;
  const CppFacts& facts_;
  std::map<std::size_t, std::size_t> sums_;
};

}  // namespace

std::optional<SpinePlan> findSpine(const ir::Program& program, ir::FunId id, const LoopPlan& loops,
                                   const CppFacts& facts) {
  return SpineFinder(program, id, loops, facts).find();
}

}  // namespace deforest::backends
