#include "backends/cpp/plan/survivors.hpp"

#include <algorithm>

#include "backends/cpp/cells/compact.hpp"
#include "backends/cpp/plan/bits.hpp"
#include "ir/traverse.hpp"
#include "support/match.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

// Which parameters of a loop may hold what was made in it.
class Carried {
 public:
  Carried(const ir::Function& function, const LoopPlan& loop, const std::vector<bool>& moves)
      : function_(function), loop_(loop), moves_(moves), fresh_(function.parameters.size()) {}

  std::set<std::size_t> run() {
    std::set<std::size_t> carried;
    for (std::size_t before = 1; before != carried.size();) {
      before = carried.size();
      from_.assign(function_.variables.size(), Bits(fresh_ + 1));
      for (std::size_t i = 0; i < fresh_; ++i) {
        from_[function_.parameters[i].value].insert(carried.contains(i) ? fresh_ : i);
      }
      visit(function_.body);
      for (const ir::Call* jump : jumps_) {
        for (std::size_t i = 0; i < fresh_; ++i) {
          const VarId* given = ir::variableOf(jump->arguments[i]);
          const bool has = given != nullptr && moves_[typeOf(*given).value];
          if (has && from_[given->value].contains(fresh_)) carried.insert(i);
        }
      }
      jumps_.clear();
      if (carried.empty()) break;
    }
    return carried;
  }

 private:
  [[nodiscard]] TypeId typeOf(VarId variable) const {
    return function_.variables[variable.value].type;
  }

  void go(const Atom& atom, VarId target) {
    if (const VarId* variable = ir::variableOf(atom)) {
      from_[target.value].unite(from_[variable->value]);
    }
  }

  void visit(const Block& block) {
    for (const Binding& binding : block.bindings) visit(binding);
  }

  void visit(const Binding& binding) {
    const auto& results = binding.results;
    const auto make = [&] {
      for (const VarId result : results) from_[result.value].insert(fresh_);
    };
    const auto join = [&](const Block& block) {
      visit(block);
      for (std::size_t i = 0; i < results.size(); ++i) go(block.results[i], results[i]);
    };
    support::match(
        binding.operation, [](const ir::Fail&) {}, [](const ir::Foreign&) {},
        [&](const ir::Copy& copy) {
          for (std::size_t i = 0; i < results.size(); ++i) go(copy.atoms[i], results[i]);
        },
        [&](const ir::Primitive&) { make(); },
        [&](const ir::Construct& construct) {
          if (!construct.fields.empty()) make();
        },
        [&](const ir::Call& call) {
          make();
          if (loop_.jumps.contains(results[0])) jumps_.push_back(&call);
        },
        [&](const ir::Unpack& unpack) {
          for (const VarId field : results) go(unpack.scrutinee, field);
        },
        [&](const ir::Conditional& conditional) {
          join(conditional.whenTrue);
          join(conditional.whenFalse);
        },
        [&](const ir::Case& match) {
          for (const auto& alternative : match.alternatives) {
            for (const VarId field : alternative.fields) go(match.scrutinee, field);
            join(alternative.body);
          }
        });
  }

  const ir::Function& function_;
  const LoopPlan& loop_;
  const std::vector<bool>& moves_;
  const std::size_t fresh_;  // stands for what is made in the loop
  std::vector<Bits> from_;   // by variable: parameters that it may be a part of
  std::vector<const ir::Call*> jumps_;
};

// A loop loses what it makes if not all of it gets into its results, and the numbers that it takes
// along.
void planRounds(const ir::Program& program, const ir::Function& function, const LoopPlan& loop,
                const std::vector<bool>& moves, bool wasteful, SurvivorPlan& plan) {
  plan.carried = Carried(function, loop, moves).run();
  const bool fills =
      std::any_of(loop.results.begin(), loop.results.end(), [](const LoopResult& result) {
        return result.kind == LoopResult::Kind::Hole;
      });
  const bool numbers = std::any_of(plan.carried.begin(), plan.carried.end(), [&](std::size_t at) {
    const TypeId type = function.variables[function.parameters[at].value].type;
    return program.type(type).kind == ir::TypeKind::Integer;
  });
  plan.betweenRounds = numbers || (wasteful && (fills || !plan.carried.empty()));
}

// The most calls of its own recursion, jumps aside, on a way through a block of function `id`.
std::size_t waysDown(const Block& block, const CppFacts& facts, const LoopPlan& loop,
                     std::uint32_t id) {
  std::size_t ways = 0;
  for (const Binding& binding : block.bindings) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    const bool goesOn = call != nullptr &&
                        facts.component[call->callee.value] == facts.component[id] &&
                        !loop.jumps.contains(binding.results[0]);
    std::size_t most = goesOn ? 1 : 0;
    ir::forEachBlock(binding.operation, [&](const Block& inner) {
      most = std::max(most, waysDown(inner, facts, loop, id));
    });
    ways += most;
  }
  return ways;
}

}  // namespace

std::vector<bool> typesThatMove(const ir::Program& program, const CppLayout& layout) {
  std::vector<bool> found = typesWithCells(program, layout);
  for (std::uint32_t i = 0; i < found.size(); ++i) {
    if (program.types[i].kind == ir::TypeKind::Integer) found[i] = true;
  }
  for (const TypeId type : layout.order()) {
    if (layout[type].form != CppForm::Value) continue;
    const auto& fields = program.constructor(program.type(type).constructors[0]).fields;
    for (const auto& field : fields) {
      if (found[field.type.value]) found[type.value] = true;
    }
  }
  return found;
}

std::vector<SurvivorPlan> planSurvivors(const ir::Program& program, const CppLayout& layout,
                                        const CppFacts& facts, const std::vector<LoopPlan>& loops,
                                        const ScratchPlans& scratch) {
  const std::vector<bool> moves = typesThatMove(program, layout);
  const CompactFacts compact =
      findCompact(program, layout, facts, [&](FunId id, const Binding& binding) {
        return scratch.serial[id.value].sites.contains(binding.results[0]);
      });
  std::vector<SurvivorPlan> plans(program.functions.size());
  for (std::uint32_t i = 0; i < plans.size(); ++i) {
    if (!facts.emitted[i]) continue;
    const ir::Function& function = program.functions[i];
    const LoopPlan& loop = loops[i];
    if (loop.loops() && scratch.grows[i] && !scratch.writes[i]) {
      planRounds(program, function, loop, moves, compact.wasteful[i], plans[i]);
    }
    const bool divides = facts.recursive[i] && waysDown(function.body, facts, loop, i) > 1;
    ir::forEachBinding(function.body, [&](const Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || loop.jumps.contains(binding.results[0])) return;
      const std::uint32_t callee = call->callee.value;
      const bool loses = facts.heavy[callee] && scratch.grows[callee] && compact.wasteful[callee];
      const bool inside = facts.recursive[i] && facts.component[callee] == facts.component[i];
      if (loses && !scratch.writes[callee] && (!inside || divides)) {
        plans[i].calls.insert(binding.results[0]);
      }
    });
  }
  return plans;
}

}  // namespace deforest::backends
