#include "backends/native/code_checker.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "ir/checker.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

class Checker {
 public:
  Checker(const NativeCode& code, std::vector<std::string>& faults)
      : code_(code), faults_(faults) {}

  void run() {
    const std::size_t count = code_.program.functions.size();
    for (const std::size_t size :
         {code_.versionOf.size(), code_.loops.size(), code_.spines.size(), code_.reuse.size(),
          code_.left.size(), code_.writesInPlace.size(), code_.backwards.size(),
          code_.forked.size(), code_.parallel.size(), code_.forkedLoops.size(),
          code_.absorbed.size(), code_.survivors.size(), code_.scratch.serial.size(),
          code_.scratch.parallel.size()}) {
      if (size != count) faults_.emplace_back("something is not decided of every function");
    }
    if (!faults_.empty()) return;
    checkRoots();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!code_.facts.emitted[i]) continue;
      id_ = FunId{i};
      checkFunction();
    }
    if (std::ranges::count(code_.parallel, true) > 0) checkForks();
  }

 private:
  void fault(const std::string& what) {
    const std::string& name = code_.program.function(id_).name;
    faults_.push_back("native code of '" + name + "': " + what);
  }

  [[nodiscard]] std::string name(VarId variable) const {
    return "'" + code_.program.function(id_).variables[variable.value].name + "'";
  }

  void checkRoots() {
    const auto& roots = code_.program.roots;
    if (code_.consumed.size() != roots.size() || code_.fresh.size() != roots.size()) {
      faults_.emplace_back("it is not said of every root what it consumes and makes");
      return;
    }
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const ir::Function& root = code_.program.function(roots[i]);
      if (code_.consumed[i].size() != root.parameters.size() ||
          code_.fresh[i].size() != root.resultTypes.size()) {
        faults_.push_back("it is not said of all of '" + root.name +
                          "' what it consumes and makes");
      }
      if (code_.absorbed[roots[i].value]) {
        faults_.push_back("the root '" + root.name + "' is a part of its caller");
      }
    }
  }

  void checkFunction() {
    const ir::Function& function = code_.program.function(id_);
    bindings_.clear();
    ir::forEachBinding(function.body, [&](const Binding& binding) {
      if (!binding.results.empty()) bindings_[binding.results[0]] = &binding;
    });
    checkLoops(function, code_.loops[id_.value]);
    checkLoops(code_.forked[id_.value], code_.forkedLoops[id_.value]);
    checkSpine(function);
    std::set<VarId> taken;
    std::set<VarId> apart;
    checkReuse(function.body, apart, taken);
    for (const auto& [made, old] : code_.reuse[id_.value].taken) {
      if (!bindings_.contains(made)) fault("what is written into an old cell is not made");
    }
    for (const VarId tree : code_.backwards[id_.value]) {
      if (std::ranges::count(function.parameters, tree) == 0) {
        fault("what is read from its end is no parameter");
      } else if (code_.layout &&
                 (*code_.layout)[function.variables[tree.value].type].form != CppForm::Pointer) {
        fault("what is read from its end is no cell");
      }
    }
    if (code_.absorbed[id_.value] && !code_.loops[id_.value].loops()) {
      fault("it is a part of its caller, and no loop");
    }
    checkScratch(function.body, code_.scratch.serial[id_.value], true);
    checkScratch(code_.forked[id_.value].body, code_.scratch.parallel[id_.value], true);
    checkSurvivors(function);
  }

  // ------------------------------------------------------------------------------------- loops

  void checkLoops(const ir::Function& function, const LoopPlan& loop) {
    if (!loop.loops()) return;
    if (loop.results.size() != function.resultTypes.size())
      fault("a result of the loop is missing");
    std::set<VarId> found;
    findJumps(function.body, loop, found);
    for (const auto& [call, jump] : loop.jumps) {
      if (!found.contains(call)) fault("a jump is no call of itself at the end of a branch");
    }
  }

  // Jumps where they may stand: in blocks that the function ends in.
  void findJumps(const Block& block, const LoopPlan& loop, std::set<VarId>& found) {
    if (const LoopJump* jump = loop.jumpIn(block)) {
      const Binding& binding = block.bindings[jump->call];
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr && call->callee == id_) found.insert(binding.results[0]);
      for (const auto& chain : jump->chains) {
        for (const std::size_t at : chain) {
          if (at <= jump->call || at >= block.bindings.size()) fault("a jump leads past the block");
        }
      }
    }
    if (!ir::endsInLast(block)) return;
    ir::forEachBlock(block.bindings.back().operation,
                     [&](const Block& inner) { findJumps(inner, loop, found); });
  }

  void checkSpine(const ir::Function& function) {
    const auto& spine = code_.spines[id_.value];
    if (!spine) return;
    if (!code_.loops[id_.value].loops()) fault("it hands out a list, and is no loop");
    if (spine->parameter >= function.parameters.size()) fault("it hands out no parameter");
    for (const auto& [ctor, field] : spine->steps) {
      if (field >= code_.program.constructor(ctor).fields.size()) {
        fault("it goes on with a field that there is not");
      }
    }
  }

  // ------------------------------------------------------------------------------------- cells

  // `apart`: what has been taken apart on the way to the block; `taken`: whose cells are gone.
  void checkReuse(const Block& block, std::set<VarId> apart, std::set<VarId>& taken) {
    for (const Binding& binding : block.bindings) {
      const auto old =
          code_.reuse[id_.value].taken.find(binding.results.empty() ? VarId{} : binding.results[0]);
      const auto* construct = std::get_if<ir::Construct>(&binding.operation);
      if (!binding.results.empty() && old != code_.reuse[id_.value].taken.end()) {
        if (construct == nullptr || !code_.layout->allocates(construct->ctor)) {
          fault(name(old->first) + " has no cell to be written into an old one");
        }
        if (!apart.contains(old->second)) {
          fault("the cell of " + name(old->second) + " is taken before it is taken apart");
        }
        if (!taken.insert(old->second).second) {
          fault("the cell of " + name(old->second) + " is taken twice");
        }
      }
      if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
        if (const VarId* value = ir::variableOf(unpack->scrutinee)) apart.insert(*value);
      }
      std::set<VarId> after = taken;
      const auto branch = [&](const Block& inner, const ir::Atom* scrutinee) {
        std::set<VarId> known = apart;
        const VarId* value = scrutinee == nullptr ? nullptr : ir::variableOf(*scrutinee);
        if (value != nullptr) known.insert(*value);
        std::set<VarId> here = taken;
        checkReuse(inner, std::move(known), here);
        after.merge(here);
      };
      const auto* match = std::get_if<ir::Case>(&binding.operation);
      ir::forEachBlock(binding.operation, [&](const Block& inner) {
        branch(inner, match != nullptr ? &match->scrutinee : nullptr);
      });
      taken = std::move(after);
    }
  }

  // ----------------------------------------------------------------------------------- regions

  [[nodiscard]] bool mayMakeCells(const Binding& binding) const {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    return call != nullptr ? code_.facts.allocates[call->callee.value]
                           : makesCell(code_, id_, binding);
  }

  // A cell that is given back is no part of what stays, as far as one look can tell: no result, no
  // argument of the next round, and no field of a cell that is not given back. What a call makes
  // may lie on scratch, and what it returns elsewhere: in cells that it was given. And of a cell
  // that is written again, as something else perhaps, nobody needs the fields that it was made
  // with.
  void checkScratch(const Block& block, const ScratchPlan& plan, bool tail) {
    if (ir::endsInFailure(block)) return;  // Nothing is given back there.
    const auto stays = [&](const ir::Atom& atom, const std::string& what) {
      const VarId* variable = ir::variableOf(atom);
      if (variable == nullptr || !plan.sites.contains(*variable)) return;
      const auto made = bindings_.find(*variable);
      const bool cell =
          made != bindings_.end() && std::holds_alternative<ir::Construct>(made->second->operation);
      if (cell) fault(name(*variable) + " is given back, and is " + what);
    };
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      const Binding& binding = block.bindings[i];
      const bool last = tail && ir::endsIn(block, i);
      ir::forEachBlock(binding.operation,
                       [&](const Block& inner) { checkScratch(inner, plan, last); });
      if (binding.results.empty()) continue;
      const VarId made = binding.results[0];
      if (plan.sites.contains(made) && !mayMakeCells(binding)) {
        fault(name(made) + " is on scratch, and is no new cell");
      }
      const auto* construct = std::get_if<ir::Construct>(&binding.operation);
      if (construct == nullptr || plan.sites.contains(made)) continue;
      if (!code_.layout->allocates(construct->ctor) || code_.writesInPlace[id_.value]) continue;
      for (const ir::Atom& field : construct->fields) stays(field, "a field of " + name(made));
    }
    if (!tail) return;
    for (const ir::Atom& result : block.results) stays(result, "a result");
    for (const VarId pocket : plan.pockets) {
      if (!plan.sites.contains(pocket))
        fault(name(pocket) + " has a pocket, and is not given back");
    }
    const bool forks = &plan == &code_.scratch.parallel[id_.value];
    const LoopPlan& loop = forks ? code_.forkedLoops[id_.value] : code_.loops[id_.value];
    const LoopJump* jump = loop.jumpIn(block);
    if (jump != nullptr) {
      const auto& call = std::get<ir::Call>(block.bindings[jump->call].operation);
      for (const ir::Atom& argument : call.arguments) stays(argument, "needed by the next round");
    }
  }

  void checkSurvivors(const ir::Function& function) {
    const SurvivorPlan& plan = code_.survivors[id_.value];
    if ((plan.betweenRounds || plan.freesRounds) && !code_.loops[id_.value].loops())
      fault("there are no rounds");
    if (plan.freesRounds && !plan.carried.empty()) fault("the next round needs what is given back");
    for (const std::size_t at : plan.carried) {
      if (at >= function.parameters.size()) fault("what is taken along is no parameter");
    }
    for (const VarId result : plan.calls) {
      const auto found = bindings_.find(result);
      const bool call = found != bindings_.end() &&
                        std::holds_alternative<ir::Call>(found->second->operation) &&
                        !code_.loops[id_.value].jumps.contains(result);
      if (!call) fault("what survives is made by no call that comes back");
    }
  }

  // ------------------------------------------------------------------------------------- forks

  // Functions with calls side by side are functions of the program, and have the same bindings.
  void checkForks() {
    ir::Program forked = code_.program;
    forked.functions = code_.forked;
    for (const std::string& each : ir::check(forked, {.nativeForm = true})) {
      faults_.push_back("with calls side by side: " + each);
    }
    for (std::uint32_t i = 0; i < code_.forked.size(); ++i) {
      id_ = FunId{i};
      if (bound(code_.forked[i]) != bound(code_.program.functions[i])) {
        fault("side by side there are other calls");
      }
      if (code_.parallel[i] && code_.options.serial) fault("it runs in parallel, and nothing may");
    }
  }

  static std::multiset<VarId> bound(const ir::Function& function) {
    std::multiset<VarId> results;
    ir::forEachBinding(function.body, [&](const Binding& binding) {
      results.insert(binding.results.begin(), binding.results.end());
    });
    return results;
  }

  const NativeCode& code_;
  std::vector<std::string>& faults_;
  FunId id_{};
  std::map<VarId, const Binding*> bindings_;  // by first result
};

}  // namespace

std::vector<std::string> faultsOf(const NativeCode& code) {
  std::vector<std::string> faults;
  Checker(code, faults).run();
  return faults;
}

}  // namespace deforest::backends
