#include "tupling/naive.hpp"

#include <map>
#include <set>

#include "ir/traverse.hpp"

namespace deforest::tupling {
namespace {

class Duplicator {
 public:
  Duplicator(const Site& site, ir::Function& target) : site_(site), target_(target) {}

  void run(ir::Block& region) {
    for (ir::Binding& binding : region.bindings) {
      if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
        if (ir::Atom* tree = traversed(*call)) {
          if (const auto* variable = ir::variableOf(*tree)) *tree = ownCopy(*variable);
        }
        for (const ir::VarId result : binding.results) producers_[result] = binding;
      }
      bindings_.push_back(std::move(binding));
    }
    region.bindings = std::move(bindings_);
  }

 private:
  ir::Atom* traversed(ir::Call& call) const {
    const auto& position = site_.facts[call.callee.value].traversed;
    return position ? &call.arguments[*position] : nullptr;
  }

  // The tree itself for its first consumer, a copy made by copies of its producers for others.
  ir::VarId ownCopy(ir::VarId tree) {
    const auto found = producers_.find(tree);
    if (found == producers_.end() || consumed_.insert(tree).second) return tree;
    ir::Binding copy = found->second;
    ir::VarId result = tree;
    for (ir::VarId& bound : copy.results) {
      const ir::Variable variable = target_.variables[bound.value];
      const ir::VarId fresh = target_.fresh(variable.type, variable.name);
      if (bound == tree) result = fresh;
      bound = fresh;
    }
    if (ir::Atom* input = traversed(std::get<ir::Call>(copy.operation))) {
      if (const auto* variable = ir::variableOf(*input)) *input = ownCopy(*variable);
    }
    bindings_.push_back(std::move(copy));
    return result;
  }

  const Site& site_;
  ir::Function& target_;
  std::map<ir::VarId, ir::Binding> producers_;
  std::set<ir::VarId> consumed_;
  std::vector<ir::Binding> bindings_;
};

}  // namespace

void duplicateProducers(const Site& site, ir::Function& target, ir::Block& region) {
  Duplicator(site, target).run(region);
}

}  // namespace deforest::tupling
