#include "backends/native/apart_from_slots.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "backends/native/slot_users.hpp"
#include "backends/native/suspension/lists.hpp"
#include "backends/native/suspension/rests.hpp"
#include "graph/call_graph.hpp"
#include "ir/slots.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::VarId;

class SlotSeparation {
 public:
  explicit SlotSeparation(ir::Program& program)
      : program_(program),
        withSlots_(typesWithSlots(program)),
        users_(slotUsers(program, graph::callGraph(program).components)),
        names_(program) {}

  // The functions of which a part was taken out.
  std::vector<ir::FunId> run() {
    std::vector<ir::FunId> changed;
    for (std::uint32_t i = 0; i < users_.size(); ++i) {
      if (!users_[i]) continue;
      function_ = std::move(program_.functions[i]);
      const std::size_t before = made_.size();
      visit(function_.body);
      if (made_.size() > before) changed.emplace_back(ir::FunId{i});
      program_.functions[i] = std::move(function_);
    }
    for (ir::Function& each : made_) program_.functions.push_back(std::move(each));
    return changed;
  }

 private:
  void visit(Block& block) {
    for (Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](Block& inner) { visit(inner); });
    }
    for (std::size_t i = block.bindings.size(); i-- > 0;) {
      if (i >= block.bindings.size() || !isCall(block.bindings[i])) continue;
      const std::vector<std::size_t> part = partOf(block, i);
      const auto liesBetween = [&](std::size_t each) {
        const Binding& binding = block.bindings[each];
        return each != i && isCall(binding) && holdsCells(binding.results[0]);
      };
      if (std::ranges::any_of(part, liesBetween)) moveApart(block, part);
    }
  }

  [[nodiscard]] bool isCall(const Binding& binding) const {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    return call != nullptr && binding.results.size() == 1 && knowsNoSlots(binding);
  }

  [[nodiscard]] bool holdsSlots(VarId variable) const {
    return withSlots_[function_.variables[variable.value].type.value];
  }

  [[nodiscard]] bool holdsCells(VarId variable) const {
    const ir::Type& type = program_.type(function_.variables[variable.value].type);
    return std::ranges::any_of(type.constructors, [&](ir::CtorId ctor) {
      return !program_.constructor(ctor).fields.empty();
    });
  }

  // Whether neither it nor what it reads has to do with slots.
  [[nodiscard]] bool knowsNoSlots(const Binding& binding) const {
    if (std::ranges::any_of(binding.results, [&](VarId each) { return holdsSlots(each); })) {
      return false;
    }
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call != nullptr && users_[call->callee.value]) return false;
    if (std::holds_alternative<ir::Foreign>(binding.operation)) return false;
    bool none = true;
    ir::forEachAtom(binding.operation, [&](const ir::Atom& atom) {
      const VarId* variable = ir::variableOf(atom);
      none = none && (variable == nullptr || !holdsSlots(*variable));
    });
    ir::forEachBlock(binding.operation, [&](const Block& inner) {
      none = none && std::ranges::all_of(inner.bindings,
                                         [&](const Binding& each) { return knowsNoSlots(each); });
    });
    return none;
  }

  // The bindings that only the last needs and that know no slots, and that one: in order.
  [[nodiscard]] std::vector<std::size_t> partOf(const Block& block, std::size_t last) const {
    const std::vector<std::size_t> needed = neededBy(function_, block, last);
    std::vector<std::size_t> part = needed;
    const auto staysFor = [&](std::size_t each) {
      const auto& results = block.bindings[each].results;
      const std::set<VarId> made(results.begin(), results.end());
      return std::ranges::any_of(needed, [&](std::size_t other) {
        return std::ranges::find(part, other) == part.end() &&
               countReads(block.bindings[other].operation, made) != 0;
      });
    };
    std::erase_if(part, [&](std::size_t each) { return !knowsNoSlots(block.bindings[each]); });
    while (std::erase_if(part, [&](std::size_t each) { return staysFor(each); }) > 0) {
    }
    return part;
  }

  void moveApart(Block& block, const std::vector<std::size_t>& part) {
    const auto id = static_cast<std::uint32_t>(program_.functions.size() + made_.size());
    made_.push_back(
        moveOut(block, part, function_, names_.unique(function_.name + "_apart"), ir::FunId{id}));
  }

  ir::Program& program_;
  const std::vector<bool> withSlots_;
  const std::vector<bool> users_;
  simplify::Names names_;
  ir::Function function_;
  std::vector<ir::Function> made_;
};

}  // namespace

pipeline::Pass apartFromSlots() {
  return {.name = "apart-from-slots",
          .description = "what has nothing to do with slots is computed in functions of its own",
          .needs = pipeline::Form::Native,
          .run = [](ir::Program program, pipeline::Context& context) {
            for (const ir::FunId id : SlotSeparation(program).run()) {
              const ir::Function& changed = program.function(id);
              context.add({pipeline::Decision::Kind::Native, true, changed.name, "apart-from-slots",
                           "a part of it that knows no slots gives back what it makes on the way",
                           changed.position});
            }
            return program;
          }};
}

}  // namespace deforest::backends
