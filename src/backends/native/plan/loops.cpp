#include "backends/native/plan/loops.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "backends/native/suspension/lists.hpp"
#include "ir/measure.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::PrimOp;
using ir::TypeKind;
using ir::VarId;
using Kind = LoopResult::Kind;

bool isAssociative(PrimOp op) {
  switch (op) {
    case PrimOp::Min:
    case PrimOp::Max:
    case PrimOp::BitAnd:
    case PrimOp::BitOr:
    case PrimOp::BitXor:
    case PrimOp::And:
    case PrimOp::Or:
      return true;
    default:
      return false;
  }
}

class LoopFinder {
 public:
  LoopFinder(const ir::Program& program, ir::FunId id, const ir::Function& function,
             const CppLayout& layout, const ListMakers& makers, const MayJump& mayJump)
      : program_(program),
        function_(function),
        id_(id),
        layout_(layout),
        makers_(makers),
        mayJump_(mayJump),
        reads_(ir::countUses(function_)) {
    plan_.results.resize(function_.resultTypes.size());
  }

  LoopPlan run() {
    visit(function_.body);
    return std::move(plan_);
  }

 private:
  // A block whose results are those of the function.
  void visit(const Block& block) {
    if (ir::endsInBranches(block)) {
      ir::forEachBlock(block.bindings.back().operation, [&](const Block& inner) { visit(inner); });
      return;
    }
    for (std::size_t i = block.bindings.size(); i-- > 0;) {
      const auto* call = std::get_if<ir::Call>(&block.bindings[i].operation);
      if (call == nullptr || call->callee != id_) continue;
      if (mayJump_(block, i)) consider(block, i);
      return;
    }
  }

  void consider(const Block& block, std::size_t at) {
    block_ = &block;
    depends_.assign(function_.variables.size(), false);
    for (const VarId result : block.bindings[at].results) depends_[result.value] = true;
    std::vector<bool> onChain(block.bindings.size());
    for (std::size_t i = at + 1; i < block.bindings.size(); ++i) {
      for (const VarId read : variablesRead(block.bindings[i].operation)) {
        if (depends_[read.value]) onChain[i] = true;
      }
      if (onChain[i]) {
        for (const VarId result : block.bindings[i].results) depends_[result.value] = true;
      }
    }
    LoopJump jump{at, {}};
    std::vector<LoopResult> results = plan_.results;
    std::size_t chained = 0;
    for (std::size_t j = 0; j < block.results.size(); ++j) {
      jump.chains.emplace_back();
      const VarId target = block.bindings[at].results[j];
      LoopResult here = plan_.jumps.empty() ? LoopResult{} : plan_.results[j];
      if (!follow(block.results[j], target, here, jump.chains.back())) return;
      chained += jump.chains.back().size();
      results[j] = here;
    }
    // Whatever else depends on the call would be needed before it is made.
    if (chained != static_cast<std::size_t>(std::count(onChain.begin(), onChain.end(), true))) {
      return;
    }
    plan_.results = results;
    plan_.jumps.emplace(block.bindings[at].results[0], std::move(jump));
  }

  [[nodiscard]] std::optional<std::size_t> bindingOf(VarId variable) const {
    for (std::size_t i = 0; i < block_->bindings.size(); ++i) {
      const auto& results = block_->bindings[i].results;
      if (std::find(results.begin(), results.end(), variable) != results.end()) return i;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool dependent(const Atom& atom) const {
    const VarId* variable = ir::variableOf(atom);
    return variable != nullptr && depends_[variable->value];
  }

  // Follows a result back to that of the call.
  bool follow(const Atom& result, VarId target, LoopResult& kind,
              std::vector<std::size_t>& chain) const {
    Atom at = result;
    while (true) {
      const VarId* variable = ir::variableOf(at);
      if (variable == nullptr || !depends_[variable->value] || reads_[variable->value] != 1) {
        return false;
      }
      if (*variable == target) return true;
      const auto index = bindingOf(*variable);
      if (!index) return false;
      const auto next = step(block_->bindings[*index].operation, kind);
      if (!next) return false;
      chain.push_back(*index);
      at = *next;
    }
  }

  // The operand of the operation that depends on the call, if the operation suits `kind`.
  [[nodiscard]] std::optional<Atom> step(const ir::Operation& operation, LoopResult& kind) const {
    const std::vector<Atom>* operands = nullptr;
    if (const auto* construct = std::get_if<ir::Construct>(&operation)) {
      if (!layout_.allocates(construct->ctor) || !become(kind, Kind::Hole)) return std::nullopt;
      operands = &construct->fields;
    } else if (const auto* primitive = std::get_if<ir::Primitive>(&operation)) {
      operands = &primitive->arguments;
      if (!arithmetic(*primitive, kind)) return std::nullopt;
    } else if (const auto* call = std::get_if<ir::Call>(&operation)) {
      const auto rest = makers_.rest(call->callee);
      if (!rest || !dependent(call->arguments[*rest]) || !endsInNull(call->callee) ||
          !become(kind, Kind::Hole)) {
        return std::nullopt;
      }
      operands = &call->arguments;
    } else {
      return std::nullopt;
    }
    std::optional<Atom> found;
    for (const auto& atom : *operands) {
      if (!dependent(atom)) continue;
      if (found) return std::nullopt;
      found = atom;
    }
    return found;
  }

  // Whether the list that the function results in ends in a null pointer.
  [[nodiscard]] bool endsInNull(ir::FunId callee) const {
    const ir::TypeId type = program_.function(callee).resultTypes[0];
    const auto ctors = listCtors(program_, type);
    return ctors && layout_[type].null == ctors->nil;
  }

  [[nodiscard]] bool arithmetic(const ir::Primitive& primitive, LoopResult& kind) const {
    const Atom& first = primitive.arguments[0];
    const VarId* variable = ir::variableOf(first);
    const TypeKind type = variable != nullptr
                              ? program_.type(function_.variables[variable->value].type).kind
                              : std::get<ir::Literal>(first).kind;
    if (type == TypeKind::Double || type == TypeKind::Float || type == TypeKind::Integer) {
      return false;
    }
    switch (primitive.op) {
      case PrimOp::Add:
        kind.offset = true;
        return become(kind, Kind::Affine);
      case PrimOp::Sub:
        kind.offset = true;
        kind.scale = kind.scale || dependent(primitive.arguments[1]);
        return become(kind, Kind::Affine);
      case PrimOp::Mul:
      case PrimOp::Negate:
        kind.scale = true;
        return become(kind, Kind::Affine);
      default:
        if (!isAssociative(primitive.op)) return false;
        if (kind.kind == Kind::Associative && kind.op != primitive.op) return false;
        kind.op = primitive.op;
        return become(kind, Kind::Associative);
    }
  }

  // A result that stays the same in one jump may be anything in another.
  static bool become(LoopResult& result, Kind kind) {
    if (result.kind != Kind::Same && result.kind != kind) return false;
    result.kind = kind;
    return true;
  }

  const ir::Program& program_;
  const ir::Function& function_;
  ir::FunId id_;
  const CppLayout& layout_;
  const ListMakers& makers_;
  const MayJump& mayJump_;
  std::vector<unsigned> reads_;
  const Block* block_ = nullptr;
  std::vector<bool> depends_;
  LoopPlan plan_;
};

}  // namespace

const LoopJump* LoopPlan::jumpIn(const ir::Block& block) const {
  if (jumps.empty()) return nullptr;
  for (const Binding& binding : block.bindings) {
    if (!std::holds_alternative<ir::Call>(binding.operation)) continue;
    const auto found = jumps.find(binding.results[0]);
    if (found != jumps.end()) return &found->second;
  }
  return nullptr;
}

bool LoopPlan::isChained(const ir::Block& block, std::size_t at) const {
  const LoopJump* jump = jumpIn(block);
  return jump != nullptr && std::ranges::any_of(jump->chains, [&](const auto& chain) {
           return std::ranges::find(chain, at) != chain.end();
         });
}

LoopPlan planLoops(const ir::Program& program, ir::FunId id, const CppLayout& layout,
                   const ListMakers& makers) {
  return planLoops(program, id, program.function(id), layout, makers,
                   [](const Block&, std::size_t) { return true; });
}

LoopPlan planLoops(const ir::Program& program, ir::FunId id, const ir::Function& function,
                   const CppLayout& layout, const ListMakers& makers, const MayJump& mayJump) {
  return LoopFinder(program, id, function, layout, makers, mayJump).run();
}

}  // namespace deforest::backends
