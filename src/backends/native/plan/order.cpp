#include "backends/native/plan/order.hpp"

#include <algorithm>
#include <map>

#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

class OrderFinder {
 public:
  OrderFinder(const ir::Program& program, FunId id, const LoopPlan& loops, const CppLayout& layout,
              const CppFacts& facts)
      : function_(program.function(id)), id_(id), loops_(loops), layout_(layout), facts_(facts) {}

  [[nodiscard]] std::vector<VarId> find() {
    const auto& parameters = function_.parameters;
    for (std::uint32_t i = 0; i < parameters.size(); ++i) places_[parameters[i]] = {i};
    backwards_.resize(parameters.size());
    Places latest(parameters.size());
    visit(function_.body, latest);
    std::vector<VarId> found;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (backwards_[i] && isCell(parameters[i])) found.push_back(parameters[i]);
    }
    return found;
  }

 private:
  // Where a value is in the tree: the number of a parameter, then those of the fields that lead to
  // it.
  using Place = std::vector<std::size_t>;
  using Places = std::vector<Place>;

  // `latest`: by parameter, the latest place visited before; and after.
  void visit(const Block& block, Places& latest) {
    const LoopJump* jump = loops_.jumpIn(block);
    const Binding* last = jump == nullptr ? nullptr : &block.bindings[jump->call];
    for (const auto& binding : block.bindings) {
      if (&binding != last) visit(binding, latest);
    }
    if (last != nullptr) visit(*last, latest);
  }

  void visit(const Binding& binding, Places& latest) {
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      if (facts_.recursive[id_.value] &&
          facts_.component[call->callee.value] == facts_.component[id_.value]) {
        visitChildren(call->arguments, latest);
      }
    } else if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
      enter(unpack->scrutinee, binding.results);
    } else if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      const Places before = latest;
      for (const auto& alternative : match->alternatives) {
        enter(match->scrutinee, alternative.fields);
        visitBranch(alternative.body, before, latest);
      }
    } else if (const auto* conditional = std::get_if<ir::Conditional>(&binding.operation)) {
      const Places before = latest;
      visitBranch(conditional->whenTrue, before, latest);
      visitBranch(conditional->whenFalse, before, latest);
    }
  }

  void visitBranch(const Block& block, Places before, Places& latest) {
    visit(block, before);
    for (std::size_t i = 0; i < latest.size(); ++i) latest[i] = std::max(latest[i], before[i]);
  }

  void visitChildren(const std::vector<Atom>& arguments, Places& latest) {
    const Places before = latest;
    for (const auto& argument : arguments) {
      const Place* place = placeOf(argument);
      if (place == nullptr || place->size() < 2) continue;
      if (!isCell(std::get<VarId>(argument))) continue;
      const std::size_t parameter = place->front();
      if (isBefore(*place, before[parameter])) backwards_[parameter] = true;
      latest[parameter] = std::max(latest[parameter], *place);
    }
  }

  // What is no cell lies nowhere.
  [[nodiscard]] bool isCell(VarId variable) const {
    return layout_[function_.variables[variable.value].type].form == CppForm::Pointer;
  }

  // Whether one comes before the other, and neither is inside the other.
  static bool isBefore(const Place& place, const Place& other) {
    const auto [mine, others] =
        std::mismatch(place.begin(), place.end(), other.begin(), other.end());
    return mine != place.end() && others != other.end() && *mine < *others;
  }

  void enter(const Atom& value, const std::vector<VarId>& fields) {
    const Place* outer = placeOf(value);
    if (outer == nullptr) return;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      Place place = *outer;
      place.push_back(i);
      places_[fields[i]] = std::move(place);
    }
  }

  [[nodiscard]] const Place* placeOf(const Atom& atom) const {
    const VarId* variable = ir::variableOf(atom);
    if (variable == nullptr) return nullptr;
    const auto found = places_.find(*variable);
    return found == places_.end() ? nullptr : &found->second;
  }

  const ir::Function& function_;
  const FunId id_;
  const LoopPlan& loops_;
  const CppLayout& layout_;
  const CppFacts& facts_;
  std::map<VarId, Place> places_;
  std::vector<bool> backwards_;
};

}  // namespace

std::vector<VarId> readBackwards(const ir::Program& program, FunId id, const LoopPlan& loops,
                                 const CppLayout& layout, const CppFacts& facts) {
  return OrderFinder(program, id, loops, layout, facts).find();
}

}  // namespace deforest::backends
