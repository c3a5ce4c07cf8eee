#include "backends/haskell/strict.hpp"

#include <algorithm>

#include "ir/traverse.hpp"
#include "support/match.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::PrimOp;
using Variables = std::vector<bool>;

class StrictAnalysis {
 public:
  StrictAnalysis(const ir::Program& program, const ir::Function& function, const Plan& plan,
                 const std::vector<Variables>& used, bool line)
      : program_(program),
        function_(function),
        plan_(plan),
        used_(used),
        count_(function.variables.size()),
        stored_(count_, false),
        computed_(count_, false),
        line_(line),
        recursive_(std::ranges::any_of(function.body.bindings, [&](const Binding& binding) {
          return calls(binding,
                       [&](ir::FunId id) { return program.function(id).name == function.name; });
        })) {}

  Evaluation run(const Block& block) {
    Evaluation result;
    result.evaluated = this->block(block);
    result.waiting = std::move(waiting_);
    return result;
  }

 private:
  Variables block(const Block& block) {
    Variables evaluated(count_, false);
    if (line_) noteComputed(block);
    // Several results are not passed on unevaluated: who takes them apart asks for all.
    Variables wanted(count_, false);
    for (const Atom& result : block.results) mark(wanted, result);
    if (block.results.size() == 1) evaluated = wanted;
    for (auto binding = block.bindings.rbegin(); binding != block.bindings.rend(); ++binding) {
      // What became part of an expression is evaluated if the expression is.
      const bool part =
          binding->results.size() == 1 && plan_.inlined[binding->results[0].value] == &*binding;
      const bool asked = std::ranges::any_of(binding->results, [&](ir::VarId result) {
        return evaluated[result.value] || wanted[result.value];
      });
      const bool waits = !part && !asked && mayWait(*binding);
      if (waits) waiting_.insert(&*binding);
      if ((part && !evaluated[binding->results[0].value]) || waits) {
        Variables later(count_, false);
        operation(later, binding->operation);
      } else {
        operation(evaluated, binding->operation);
      }
    }
    return evaluated;
  }

  // Whether the operation, or a block within it, calls such a function.
  template <class Such>
  static bool calls(const Binding& binding, const Such& such) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    bool found = call != nullptr && such(call->callee);
    ir::forEachBlock(binding.operation, [&](const Block& block) {
      for (const Binding& inner : block.bindings) found = found || calls(inner, such);
    });
    return found;
  }

  // What takes calls, or is computed from that, and is not passed on with other results.
  void noteComputed(const Block& block) {
    for (const Binding& binding : block.bindings) {
      if (binding.results.size() != 1) continue;
      bool computed = calls(binding, [](ir::FunId) { return true; });
      ir::forEachAtom(binding.operation, [&](const Atom& atom) {
        const auto* variable = ir::variableOf(atom);
        computed = computed || (variable != nullptr && computed_[variable->value]);
      });
      computed_[binding.results[0].value] = computed;
    }
  }

  // Whether it is worth being put off.
  [[nodiscard]] bool mayWait(const Binding& binding) const {
    if (binding.results.size() != 1) return false;
    if (line_) return computed_[binding.results[0].value];
    if (!calls(binding, [](ir::FunId) { return true; })) return false;
    const ir::VarId result = binding.results[0];
    const ir::TypeId type = function_.variables[result.value].type;
    return program_.type(type).kind == ir::TypeKind::Data ||
           (!recursive_ && !stored_[result.value]);
  }

  static void mark(Variables& evaluated, const Atom& atom) {
    if (const auto* variable = std::get_if<ir::VarId>(&atom)) evaluated[variable->value] = true;
  }

  static void meet(Variables& all, const Variables& other) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] && other[i];
  }

  static void join(Variables& all, const Variables& other) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] || other[i];
  }

  void operation(Variables& evaluated, const ir::Operation& operation) {
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
            mark(stored_, construct.fields[i]);
          }
        },
        [&](const ir::Call& call) {
          const auto& used = used_[call.callee.value];
          for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            if (used[i]) mark(evaluated, call.arguments[i]);
          }
        },
        [&](const ir::Unpack& unpack) { mark(evaluated, unpack.scrutinee); },
        [&](const ir::Foreign&) {}, [&](const ir::Fail&) { evaluated.assign(count_, true); },
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
  const ir::Function& function_;
  const Plan& plan_;
  const std::vector<Variables>& used_;
  std::size_t count_;
  Variables stored_;    // in some cell
  Variables computed_;  // by calls; in a line of calls
  bool line_;
  bool recursive_;
  std::unordered_set<const Binding*> waiting_;
};

}  // namespace

Evaluation evaluationOf(const ir::Program& program, const ir::Function& function,
                        const ir::Block& block, const Plan& plan,
                        const std::vector<std::vector<bool>>& used, bool line) {
  return StrictAnalysis(program, function, plan, used, line).run(block);
}

}  // namespace deforest::backends
