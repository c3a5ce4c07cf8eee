#include "backends/native/suspension/own_copies.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "backends/native/suspension/lists.hpp"
#include "graph/call_graph.hpp"
#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"

namespace deforest::backends {
namespace {

using ir::FunId;

class Copying {
 public:
  Copying(ir::Program& program, std::size_t most)
      : program_(program), most_(most), names_(program), fixed_(ir::fixedFunctions(program)) {}

  // Callers come before what they call: what a copy calls is looked at after it.
  void run() {
    const graph::CallGraph graph = graph::callGraph(program_);
    const auto isFixed = [&](FunId id) { return bool(fixed_[id.value]); };
    for (std::size_t i = graph.components.size(); i-- > 0;) {
      const std::vector<FunId>& component = graph.components[i];
      const bool takes = std::ranges::any_of(component, [&](FunId id) { return takesLists(id); });
      if (takes && std::ranges::none_of(component, isFixed)) copyForCalls(component);
    }
  }

 private:
  [[nodiscard]] bool takesLists(FunId id) const {
    const ir::Function& function = program_.function(id);
    const auto isList = [&](ir::TypeId type) { return listCtors(program_, type).has_value(); };
    return std::ranges::any_of(function.resultTypes, isList) ||
           std::ranges::any_of(function.parameters, [&](ir::VarId parameter) {
             return isList(function.variables[parameter.value].type);
           });
  }

  // The first call from outside keeps the functions themselves.
  void copyForCalls(const std::vector<FunId>& component) {
    bool isFirst = true;
    const std::size_t callers = program_.functions.size();
    for (std::uint32_t caller = 0; caller < callers; ++caller) {
      if (std::ranges::find(component, FunId{caller}) != component.end()) continue;
      ir::Function function = std::move(program_.functions[caller]);
      ir::forEachBinding(function.body, [&](ir::Binding& binding) {
        auto* call = std::get_if<ir::Call>(&binding.operation);
        if (call == nullptr || std::ranges::find(component, call->callee) == component.end()) {
          return;
        }
        if (std::exchange(isFirst, false)) return;
        if (program_.functions.size() + component.size() > most_) return;
        call->callee = copyOf(component).at(call->callee);
      });
      program_.functions[caller] = std::move(function);
    }
  }

  std::map<FunId, FunId> copyOf(const std::vector<FunId>& component) {
    std::map<FunId, FunId> copies;
    for (const FunId id : component) {
      copies.emplace(id, FunId{static_cast<std::uint32_t>(program_.functions.size())});
      ir::Function copy = program_.function(id);
      copy.name = names_.unique(copy.name);
      program_.functions.push_back(std::move(copy));
      fixed_.push_back(false);
    }
    for (const auto& [original, copy] : copies) {
      ir::forEachBinding(program_.functions[copy.value].body, [&](ir::Binding& binding) {
        auto* call = std::get_if<ir::Call>(&binding.operation);
        if (call == nullptr) return;
        const auto found = copies.find(call->callee);
        if (found != copies.end()) call->callee = found->second;
      });
    }
    return copies;
  }

  ir::Program& program_;
  std::size_t most_;
  simplify::Names names_;
  std::vector<bool> fixed_;
};

}  // namespace

ir::Program withOwnCopies(ir::Program program, std::size_t most) {
  Copying(program, most).run();
  return program;
}

}  // namespace deforest::backends
