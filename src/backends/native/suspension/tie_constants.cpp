#include "backends/native/suspension/tie_constants.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/float_constants.hpp"
#include "backends/native/suspension/lists.hpp"
#include "graph/call_graph.hpp"
#include "graph/eager_failures.hpp"
#include "ir/alpha.hpp"
#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

class TiedConstant {
 public:
  TiedConstant(ir::Program& program, FunId constant)
      : program_(program), constant_(constant), graph_(graph::callGraph(program)) {}

  void run() {
    findNeedy();
    const bool tied = needs(constant_);
    if (!mayChange() || (!tied && !isWorthIt())) return;
    if (tied && ir::tiesCall(program_.function(constant_))) return;
    if (tied) tie();
    const std::size_t count = needy_.size();  // what ties it is behind these
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!needy_[i] || FunId{i} == constant_) continue;
      if (isRoot(FunId{i})) {
        makeIn(program_.functions[i]);
      } else {
        giveTo(program_.functions[i]);
      }
    }
  }

 private:
  [[nodiscard]] bool isRoot(FunId id) const {
    return std::ranges::find(program_.roots, id) != program_.roots.end();
  }

  // Whether it leads to a call of the constant.
  [[nodiscard]] bool needs(FunId id) const { return needy_[id.value]; }

  void findNeedy() {
    needy_.assign(program_.functions.size(), false);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < needy_.size(); ++i) {
        if (needy_[i]) continue;
        needy_[i] = std::ranges::any_of(graph_.callees[i], [&](FunId callee) {
          return callee == constant_ || needy_[callee.value];
        });
        changed = changed || needy_[i];
      }
    }
  }

  [[nodiscard]] bool mayChange() const {
    for (std::size_t i = 0; i < needy_.size(); ++i) {
      if (needy_[i] && ir::isClosed(program_.functions[i])) return false;
      for (const FunId callee : graph_.callees[i]) {
        if (needy_[callee.value] && isRoot(callee)) return false;
      }
    }
    return true;
  }

  // Whether it is used more than once, and more than a call.
  [[nodiscard]] bool isWorthIt() const {
    const ir::Function& constant = program_.function(constant_);
    if (constant.body.bindings.size() < 2 && !ir::tiesCall(constant)) return false;
    std::size_t uses = 0;
    for (std::size_t i = 0; i < needy_.size(); ++i) {
      for (const auto& [callee, count] : graph::callSites(program_.functions[i])) {
        if (callee == constant_) uses += isRoot(FunId{static_cast<std::uint32_t>(i)}) ? count : 2;
      }
    }
    return uses > 1;
  }

  void tie() {
    const FunId made{static_cast<std::uint32_t>(program_.functions.size())};
    ir::Function body = program_.function(constant_);
    const std::string name = simplify::Names(program_).unique(body.name);
    body.name = name;
    giveTo(body);
    program_.functions.push_back(std::move(body));
    ir::Function& constant = program_.functions[constant_.value];
    constant.variables.clear();
    const VarId whole = constant.fresh(constant.resultTypes[0], constant.name);
    constant.body = {{{{whole}, ir::Call{made, {whole}}, constant.position}}, {whole}};
    constant.library = ir::LibraryName{"Data.Function", "fix", {{name, {}, 1, {}}}};
  }

  void giveTo(ir::Function& function) {
    const VarId given = function.fresh(program_.function(constant_).resultTypes[0],
                                       program_.function(constant_).name);
    use(function, given);
    function.parameters.push_back(given);
    // It is not what its library has under that name any more.
    if (ir::tiesCall(function)) {
      function.library->arguments[0].after.push_back(
          static_cast<std::uint32_t>(function.parameters.size() - 1));
    } else if (function.library) {
      function.library = ir::LibraryName{function.library->module, {}, {}};
    }
  }

  void makeIn(ir::Function& function) {
    const VarId made = function.fresh(program_.function(constant_).resultTypes[0],
                                      program_.function(constant_).name);
    use(function, made);
    function.body.bindings.insert(function.body.bindings.begin(),
                                  Binding{{made}, ir::Call{constant_, {}}, function.position});
  }

  void use(ir::Function& function, VarId list) {
    ir::Substitution made(function);
    useIn(function.body, list, made);
    ir::substitute(function.body, made);
  }

  // In place of what is computed in the block, and as an argument of those that want it.
  void useIn(Block& block, VarId list, ir::Substitution& made) {
    std::erase_if(block.bindings, [&](const Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      const bool same = call != nullptr && call->callee == constant_;
      if (same) made.set(binding.results.front(), list);
      return same;
    });
    for (Binding& binding : block.bindings) {
      auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr && needs(call->callee)) call->arguments.emplace_back(list);
      ir::forEachBlock(binding.operation, [&](Block& inner) { useIn(inner, list, made); });
    }
  }

  ir::Program& program_;
  FunId constant_;
  const graph::CallGraph graph_;
  std::vector<bool> needy_;  // by function
};

// What never ends, and is made of nothing that the function is given; and what is made of that.
void floatEndless(ir::Program& program) {
  const std::vector<bool> ends = graph::functionsWithValues(program);
  std::set<std::pair<const ir::Function*, VarId>> endless;
  floatConstants(program, [&](const ir::Function& function, const Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call == nullptr || ir::isTied(binding) || binding.results.size() != 1) return false;
    if (!listCtors(program, function.variables[binding.results[0].value].type)) return false;
    const bool found = !ends[call->callee.value] ||
                       std::ranges::any_of(call->arguments, [&](const ir::Atom& argument) {
                         const VarId* variable = ir::variableOf(argument);
                         return variable != nullptr && endless.contains({&function, *variable});
                       });
    if (found) endless.emplace(&function, binding.results[0]);
    return found && !call->arguments.empty();
  });
}

}  // namespace

void tieConstants(ir::Program& program) {
  floatEndless(program);
  const std::vector<bool> ends = graph::functionsWithValues(program);
  for (std::uint32_t i = 0; i < ends.size(); ++i) {
    const ir::Function& function = program.functions[i];
    const bool isConstant = function.parameters.empty() && function.resultTypes.size() == 1 &&
                            std::ranges::find(program.roots, FunId{i}) == program.roots.end();
    if (ends[i] || !isConstant) continue;
    if (listCtors(program, function.resultTypes[0])) TiedConstant(program, FunId{i}).run();
  }
}

}  // namespace deforest::backends
