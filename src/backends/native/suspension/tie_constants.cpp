#include "backends/native/suspension/tie_constants.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/constant_users.hpp"
#include "backends/native/float_constants.hpp"
#include "backends/native/suspension/lists.hpp"
#include "graph/call_graph.hpp"
#include "graph/eager_failures.hpp"
#include "ir/library_calls.hpp"
#include "simplify/names.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::FunId;
using ir::VarId;

class TiedConstant {
 public:
  TiedConstant(ir::Program& program, FunId constant)
      : program_(program),
        constant_(constant),
        graph_(graph::callGraph(program)),
        users_(usersOf(graph_, constant)) {}

  void run() {
    const bool tied = users_[constant_.value];
    if (!mayChange() || (!tied && !isWorthIt())) return;
    if (tied && ir::tiesCall(program_.function(constant_))) return;
    if (tied) tie();
    const std::size_t count = users_.size();  // what ties it is behind these
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!users_[i] || FunId{i} == constant_) continue;
      if (isRoot(FunId{i})) {
        makeIn(program_.functions[i]);
      } else {
        giveConstant(program_, program_.functions[i], constant_, users_);
      }
    }
  }

 private:
  [[nodiscard]] bool isRoot(FunId id) const {
    return std::ranges::find(program_.roots, id) != program_.roots.end();
  }

  [[nodiscard]] bool mayChange() const {
    for (std::size_t i = 0; i < users_.size(); ++i) {
      if (users_[i] && ir::isClosed(program_.functions[i])) return false;
      for (const FunId callee : graph_.callees[i]) {
        if (users_[callee.value] && isRoot(callee)) return false;
      }
    }
    return true;
  }

  // Whether it is used more than once, and more than a call.
  [[nodiscard]] bool isWorthIt() const {
    const ir::Function& constant = program_.function(constant_);
    if (constant.body.bindings.size() < 2 && !ir::tiesCall(constant)) return false;
    std::size_t uses = 0;
    for (std::size_t i = 0; i < users_.size(); ++i) {
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
    giveConstant(program_, body, constant_, users_);
    program_.functions.push_back(std::move(body));
    ir::Function& constant = program_.functions[constant_.value];
    constant.variables.clear();
    const VarId whole = constant.fresh(constant.resultTypes[0], constant.name);
    constant.body = {{{{whole}, ir::Call{made, {whole}}, constant.position}}, {whole}};
    constant.library = ir::LibraryName{"Data.Function", "fix", {{name, {}, 1, {}}}};
  }

  void makeIn(ir::Function& function) {
    const VarId made = function.fresh(program_.function(constant_).resultTypes[0],
                                      program_.function(constant_).name);
    useConstant(function, constant_, made, users_);
    function.body.bindings.insert(function.body.bindings.begin(),
                                  Binding{{made}, ir::Call{constant_, {}}, function.position});
  }

  ir::Program& program_;
  FunId constant_;
  const graph::CallGraph graph_;
  const std::vector<bool> users_;  // by function
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
