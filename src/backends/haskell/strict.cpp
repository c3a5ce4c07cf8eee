#include "backends/haskell/strict.hpp"

#include <algorithm>

#include "support/match.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::PrimOp;
using Variables = std::vector<bool>;

class Analysis {
 public:
  Analysis(const ir::Program& program, const ir::Function& function, const Plan& plan,
           const std::vector<Variables>& used)
      : program_(program), plan_(plan), used_(used), count_(function.variables.size()) {}

  Variables block(const Block& block) const {
    Variables evaluated(count_, false);
    if (block.results.size() == 1) mark(evaluated, block.results[0]);
    for (auto binding = block.bindings.rbegin(); binding != block.bindings.rend(); ++binding) {
      // What became part of an expression is evaluated if the expression is.
      const bool part =
          binding->results.size() == 1 && plan_.inlined[binding->results[0].value] == &*binding;
      if (part && !evaluated[binding->results[0].value]) continue;
      operation(evaluated, binding->operation);
    }
    return evaluated;
  }

 private:
  static void mark(Variables& evaluated, const Atom& atom) {
    if (const auto* variable = std::get_if<ir::VarId>(&atom)) evaluated[variable->value] = true;
  }

  static void meet(Variables& all, const Variables& other) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] && other[i];
  }

  static void join(Variables& all, const Variables& other) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] || other[i];
  }

  void operation(Variables& evaluated, const ir::Operation& operation) const {
    support::match(
        operation, [&](const ir::Copy&) {},
        [&](const ir::Primitive& primitive) {
          mark(evaluated, primitive.arguments[0]);
          const bool shortCut = primitive.op == PrimOp::And || primitive.op == PrimOp::Or;
          if (!shortCut) mark(evaluated, primitive.arguments.back());
        },
        [&](const ir::Construct& construct) {
          const auto& fields = program_.constructor(construct.ctor).fields;
          for (std::size_t i = 0; i < fields.size(); ++i) {
            if (fields[i].strict) mark(evaluated, construct.fields[i]);
          }
        },
        [&](const ir::Call& call) {
          const auto& used = used_[call.callee.value];
          for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            if (used[i]) mark(evaluated, call.arguments[i]);
          }
        },
        [&](const ir::Unpack& unpack) { mark(evaluated, unpack.scrutinee); },
        [&](const ir::Fail&) { evaluated.assign(count_, true); },
        [&](const ir::Conditional& conditional) {
          mark(evaluated, conditional.condition);
          Variables common = block(conditional.whenTrue);
          meet(common, block(conditional.whenFalse));
          join(evaluated, common);
        },
        [&](const ir::Case& match) {
          mark(evaluated, match.scrutinee);
          Variables common(count_, true);
          for (const auto& alternative : match.alternatives) {
            meet(common, block(alternative.body));
          }
          join(evaluated, common);
        });
  }

  const ir::Program& program_;
  const Plan& plan_;
  const std::vector<Variables>& used_;
  std::size_t count_;
};

}  // namespace

std::vector<bool> evaluatedBy(const ir::Program& program, const ir::Function& function,
                              const ir::Block& block, const Plan& plan,
                              const std::vector<std::vector<bool>>& used) {
  return Analysis(program, function, plan, used).block(block);
}

}  // namespace deforest::backends
