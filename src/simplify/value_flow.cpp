#include "simplify/value_flow.hpp"

#include <algorithm>

#include "ir/traverse.hpp"

namespace deforest::simplify {
namespace {

class FlowOf {
 public:
  explicit FlowOf(const ir::Function& function) : function_(function) {}

  ValueFlow run() {
    visit(function_.body);
    for (std::uint32_t i = 0; i < function_.body.results.size(); ++i) {
      if (const auto* variable = ir::variableOf(function_.body.results[i])) {
        flow_.uses[*variable].returnedAs.insert(i);
      }
    }
    for (std::uint32_t i = 0; i < function_.body.results.size(); ++i) {
      ReturnPath path;
      path.built = follow(function_.body, i, path);
      flow_.paths.push_back(std::move(path));
    }
    return std::move(flow_);
  }

 private:
  void visit(const ir::Block& block) {
    for (const ir::Binding& binding : block.bindings) {
      for (const ir::VarId result : binding.results) definitions_[result] = &binding;
      const bool unpacks = std::holds_alternative<ir::Unpack>(binding.operation);
      ir::forEachAtom(binding.operation, [&](const ir::Atom& atom) {
        const auto* variable = ir::variableOf(atom);
        if (variable == nullptr) return;
        Uses& uses = flow_.uses[*variable];
        (unpacks ? uses.unpacked : uses.kept) = true;
      });
      ir::forEachBlock(binding.operation, [&](const ir::Block& inner) {
        visit(inner);
        for (std::size_t i = 0; i < inner.results.size(); ++i) {
          if (const auto* variable = ir::variableOf(inner.results[i])) {
            flow_.uses[*variable].handedTo.insert(binding.results[i]);
          }
        }
      });
    }
  }

  // Adds to `path` where result `index` of the block comes from; whether all of it is built.
  bool follow(const ir::Block& block, std::size_t index, ReturnPath& path) const {
    const auto* variable = ir::variableOf(block.results[index]);
    if (variable == nullptr) return false;
    path.variables.insert(*variable);
    const ir::Binding* definition = definitionIn(block, *variable);
    const bool here = definition != nullptr;
    if (!here) {
      const auto found = definitions_.find(*variable);
      if (found == definitions_.end()) return false;
      definition = found->second;
    }
    const ir::Operation& operation = definition->operation;
    const std::uint32_t place = placeIn(definition->results, *variable);
    if (std::holds_alternative<ir::Construct>(operation)) return true;
    if (const auto* call = std::get_if<ir::Call>(&operation)) {
      path.calls.insert({call->callee, place});
      return true;
    }
    // Of what is bound further out only the fields of a cell are at hand here.
    if (!here) return false;
    if (std::holds_alternative<ir::Fail>(operation)) return true;
    bool all = false;
    bool any = false;
    ir::forEachBlock(operation, [&](const ir::Block& branch) {
      const bool built = follow(branch, place, path);
      all = (!any || all) && built;
      any = true;
    });
    return all;
  }

  const ir::Function& function_;
  ValueFlow flow_;
  std::map<ir::VarId, const ir::Binding*> definitions_;
};

}  // namespace

const Uses& ValueFlow::usesOf(ir::VarId variable) const {
  static const Uses none;
  const auto found = uses.find(variable);
  return found == uses.end() ? none : found->second;
}

ValueFlow valueFlow(const ir::Function& function) {
  return FlowOf(function).run();
}

const ir::Binding* definitionIn(const ir::Block& block, ir::VarId variable) {
  for (const ir::Binding& binding : block.bindings) {
    const auto& results = binding.results;
    if (std::find(results.begin(), results.end(), variable) != results.end()) return &binding;
  }
  return nullptr;
}

std::uint32_t placeIn(const std::vector<ir::VarId>& results, ir::VarId variable) {
  return static_cast<std::uint32_t>(std::find(results.begin(), results.end(), variable) -
                                    results.begin());
}

}  // namespace deforest::simplify
