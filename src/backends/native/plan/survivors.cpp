#include "backends/native/plan/survivors.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

#include "backends/native/cells/compact.hpp"
#include "backends/native/facts.hpp"
#include "backends/native/plan/bits.hpp"
#include "ir/printing.hpp"
#include "ir/reading.hpp"
#include "ir/tail.hpp"
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
        binding.operation, [](const ir::Fail&) {},
        [&](const ir::Foreign& foreign) {
          if (foreign.name == ir::fileTextCall) make();
          if (ir::isInputCall(foreign)) go(ir::inputOf(foreign), results[0]);
        },
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

// Which functions lose cells that they make in their destination: such as become no part of the
// results on any way through the function, or on some.
class Losses {
 public:
  Losses(const ir::Program& program, const CppLayout& layout, const CppFacts& facts,
         const std::vector<bool>& moves, const ScratchPlans& scratch)
      : program_(program),
        facts_(facts),
        moves_(moves),
        scratch_(scratch),
        lost_(findCompact(program, layout, facts, [&](FunId id, const Binding& binding) {
                return onScratch(id, binding);
              }).wasteful) {}

  std::vector<bool> run() {
    dropped_.resize(program_.functions.size());
    for (const auto& component : facts_.components) {
      bool any = false;
      for (const FunId id : component) {
        if (facts_.emitted[id.value]) any = loses(id) || lost_[id.value] || any;
      }
      for (const FunId id : component) lost_[id.value] = any;
    }
    return std::move(lost_);
  }

 private:
  [[nodiscard]] bool onScratch(FunId id, const Binding& binding) const {
    return scratch_.serial[id.value].sites.contains(binding.results[0]);
  }

  [[nodiscard]] bool loses(FunId id) {
    const ir::Function& function = program_.function(id);
    bool found = false;
    std::set<VarId> made;
    ir::forEachReturning(function.body, [&](const Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      const auto* construct = std::get_if<ir::Construct>(&binding.operation);
      const bool makes = call != nullptr ? facts_.allocates[call->callee.value]
                                         : construct != nullptr && !construct->fields.empty();
      if (!makes || onScratch(id, binding)) return;
      found = found || (call != nullptr && lost_[call->callee.value]);
      made.insert(binding.results.begin(), binding.results.end());
    });
    std::set<VarId> known(function.parameters.begin(), function.parameters.end());
    drop(function, function.body, known);
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      if (gone_.contains(function.parameters[i])) dropped_[id.value].insert(i);
    }
    found = found || std::any_of(gone_.begin(), gone_.end(),
                                 [&](VarId variable) { return made.contains(variable); });
    gone_.clear();
    return found;
  }

  // Finds which variables known in the block, and bound in it, are needed in some branches only, or
  // by functions that need them in some.
  void drop(const ir::Function& function, const Block& block, std::set<VarId> known) {
    for (const Binding& binding : block.bindings) {
      if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
        for (const std::size_t i : dropped_[call->callee.value]) {
          if (const VarId* given = ir::variableOf(call->arguments[i])) gone_.insert(*given);
        }
      }
      std::vector<std::set<VarId>> read;
      ir::forEachBlock(binding.operation, [&](const Block& inner) {
        drop(function, inner, known);
        const bool fails = !inner.bindings.empty() &&
                           std::holds_alternative<ir::Fail>(inner.bindings.back().operation);
        if (!fails) read.push_back(readIn(inner));
      });
      for (const VarId variable : known) {
        const auto count = std::count_if(read.begin(), read.end(), [&](const auto& variables) {
          return variables.contains(variable);
        });
        if (count != 0 && static_cast<std::size_t>(count) != read.size()) gone_.insert(variable);
      }
      for (const VarId result : binding.results) {
        if (moves_[function.variables[result.value].type.value]) known.insert(result);
      }
    }
  }

  [[nodiscard]] static std::set<VarId> readIn(const Block& block) {
    std::set<VarId> found;
    for (const Binding& binding : block.bindings) {
      for (const VarId read : variablesRead(binding.operation)) found.insert(read);
    }
    for (const Atom& atom : block.results) {
      if (const VarId* variable = ir::variableOf(atom)) found.insert(*variable);
    }
    return found;
  }

  const ir::Program& program_;
  const CppFacts& facts_;
  const std::vector<bool>& moves_;
  const ScratchPlans& scratch_;
  std::vector<bool> lost_;
  std::vector<std::set<std::size_t>> dropped_;  // by function: parameters
  std::set<VarId> gone_;                        // of one function
};

// Whether a round makes cells, as `makes` tells of bindings, and goes on to the next. `made`: it
// has before the block.
bool goesOnWithCells(const Block& block, const LoopPlan& loop,
                     const std::function<bool(const Binding&)>& makes, bool made = false) {
  for (const Binding& binding : block.bindings) {
    if (loop.jumps.contains(binding.results[0])) return made;
    if (&binding == &block.bindings.back() && ir::endsInLast(block)) {
      bool found = false;
      ir::forEachBlock(binding.operation, [&](const Block& inner) {
        found = found || goesOnWithCells(inner, loop, makes, made);
      });
      return found;
    }
    made = made || makes(binding);
    ir::forEachBlock(binding.operation, [&](const Block& inner) {
      ir::forEachBinding(inner, [&](const Binding& each) { made = made || makes(each); });
    });
  }
  return false;
}

// A loop loses what it makes if not all of it gets into its results, and the numbers that it takes
// along.
void planRounds(const ir::Program& program, const ir::Function& function, const LoopPlan& loop,
                const std::vector<bool>& moves, bool loses,
                const std::function<bool(const Binding&)>& makes, SurvivorPlan& plan) {
  plan.carried = Carried(function, loop, moves).run();
  const bool fills =
      std::any_of(loop.results.begin(), loop.results.end(),
                  [](const LoopResult& result) { return result.kind == LoopResult::Kind::Hole; });
  const bool numbers = std::any_of(plan.carried.begin(), plan.carried.end(), [&](std::size_t at) {
    const TypeId type = function.variables[function.parameters[at].value].type;
    return program.type(type).kind == ir::TypeKind::Integer;
  });
  plan.betweenRounds = numbers || (loses && (fills || !plan.carried.empty()));
  plan.freesRounds = !fills && plan.carried.empty() && goesOnWithCells(function.body, loop, makes);
}

// By function: the most recursions, none of which it is a part of, that it is called from within.
std::vector<std::size_t> recursionsAround(const ir::Program& program, const CppFacts& facts) {
  std::vector<std::size_t> around(program.functions.size());
  for (std::size_t c = facts.components.size(); c-- > 0;) {
    const auto& component = facts.components[c];
    std::size_t known = 0;
    for (const FunId id : component) known = std::max(known, around[id.value]);
    for (const FunId id : component) {
      around[id.value] = known;
      if (!facts.emitted[id.value]) continue;
      ir::forEachBinding(program.function(id).body, [&](const Binding& binding) {
        const auto* call = std::get_if<ir::Call>(&binding.operation);
        if (call == nullptr || facts.component[call->callee.value] == c) return;
        std::size_t& inside = around[call->callee.value];
        inside = std::max(inside, known + (facts.recursive[id.value] ? 1 : 0));
      });
    }
  }
  return around;
}

// Whether the function makes a call, jumps aside, of a function of which `holds` does.
bool anyCall(const ir::Function& function, const LoopPlan& loop,
             const std::function<bool(std::uint32_t)>& holds) {
  bool found = false;
  ir::forEachBinding(function.body, [&](const Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    found = found || (call != nullptr && !loop.jumps.contains(binding.results[0]) &&
                      holds(call->callee.value));
  });
  return found;
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
                                        const ScratchPlans& scratch, bool everywhere) {
  const std::vector<bool> moves = typesThatMove(program, layout);
  const std::vector<bool> loses = Losses(program, layout, facts, moves, scratch).run();
  const std::vector<std::size_t> around = recursionsAround(program, facts);
  const auto takesLong = [&](std::uint32_t callee) { return bool(facts.heavy[callee]); };
  const auto makesMuch = [&](std::uint32_t callee) {
    return facts.heavy[callee] && scratch.grows[callee];
  };
  std::vector<SurvivorPlan> plans(program.functions.size());
  for (std::uint32_t i = 0; i < plans.size(); ++i) {
    if (!facts.emitted[i]) continue;
    const ir::Function& function = program.functions[i];
    const LoopPlan& loop = loops[i];
    if (loop.loops() && scratch.grows[i]) {
      const auto makes = [&](const Binding& binding) {
        if (scratch.serial[i].sites.contains(binding.results[0])) return false;
        const auto* call = std::get_if<ir::Call>(&binding.operation);
        if (call != nullptr) return bool(scratch.grows[call->callee.value]);
        const auto* construct = std::get_if<ir::Construct>(&binding.operation);
        return construct != nullptr ? layout.allocates(construct->ctor)
                                    : makesInteger(program, function, binding);
      };
      planRounds(program, function, loop, moves, loses[i], makes, plans[i]);
      const bool often = around[i] > 1 || (around[i] == 1 && !anyCall(function, loop, takesLong));
      if (often) plans[i].betweenRounds = false;
      if (everywhere && !plans[i].freesRounds) plans[i].betweenRounds = true;
    }
    const auto isWithin = [&](std::uint32_t callee) {
      return facts.recursive[i] && facts.component[callee] == facts.component[i];
    };
    // Whether a turn of the recursion may lose much: it goes several ways, or makes much besides.
    const bool turnsLose = facts.recursive[i] && around[i] <= 1 &&
                           (waysDown(function.body, facts, loop, i) > 1 ||
                            anyCall(function, loop, [&](std::uint32_t callee) {
                              return !isWithin(callee) && makesMuch(callee);
                            }));
    ir::forEachBinding(function.body, [&](const Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || loop.jumps.contains(binding.results[0])) return;
      const std::uint32_t callee = call->callee.value;
      const bool rare = isWithin(callee) ? turnsLose : around[i] == 0 && !facts.recursive[i];
      if ((makesMuch(callee) && loses[callee] && rare) || (everywhere && scratch.grows[callee])) {
        plans[i].calls.insert(binding.results[0]);
      }
    });
  }
  return plans;
}

}  // namespace deforest::backends
