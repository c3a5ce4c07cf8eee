#include "backends/native/suspension/single_use.hpp"

#include <algorithm>
#include <map>

#include "ir/measure.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Block;
using ir::VarId;

// How often values are used on the way through a block that uses them most.
using Uses = std::map<VarId, unsigned>;

class UseCounter {
 public:
  UseCounter(const ir::Function& function, const std::vector<bool>& carries,
             const std::function<bool(const FieldPlace&)>& matters)
      : function_(function), carries_(carries), matters_(matters) {}

  Uses of(const Block& block) {
    Uses uses;
    // What stands behind tells which fields are read.
    for (const Atom& atom : block.results) use(uses, atom);
    for (auto binding = block.bindings.rbegin(); binding != block.bindings.rend(); ++binding) {
      add(*binding, uses);
    }
    return uses;
  }

 private:
  [[nodiscard]] bool isCarrier(VarId variable) const {
    return carries_[function_.variables[variable.value].type.value];
  }
  void use(Uses& uses, const Atom& atom) const {
    const VarId* variable = ir::variableOf(atom);
    // Of fields that matter it is asked, too, whether they are read.
    if (variable != nullptr) ++uses[*variable];
  }
  // Whether one of these fields of a value is read, and matters.
  [[nodiscard]] bool takesApart(ir::CtorId ctor, const std::vector<VarId>& fields,
                                const Uses& uses) const {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if ((isCarrier(fields[i]) || matters_({ctor, i})) && uses.contains(fields[i])) return true;
    }
    return false;
  }

  void add(const ir::Binding& binding, Uses& uses) {
    if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
      if (takesApart(unpack->ctor, binding.results, uses)) use(uses, unpack->scrutinee);
      return;
    }
    if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      Uses most;
      for (const ir::Alternative& alternative : match->alternatives) {
        Uses inside = of(alternative.body);
        if (takesApart(alternative.ctor, alternative.fields, inside)) {
          use(inside, match->scrutinee);
        }
        takeMost(most, inside);
      }
      addAll(uses, most);
      return;
    }
    ir::forEachAtom(binding.operation, [&](const Atom& atom) { use(uses, atom); });
    Uses most;
    ir::forEachBlock(binding.operation, [&](const Block& inner) { takeMost(most, of(inner)); });
    addAll(uses, most);
  }
  static void takeMost(Uses& most, const Uses& other) {
    for (const auto& [variable, count] : other) most[variable] = std::max(most[variable], count);
  }
  static void addAll(Uses& uses, const Uses& more) {
    for (const auto& [variable, count] : more) uses[variable] += count;
  }

  const ir::Function& function_;
  const std::vector<bool>& carries_;
  const std::function<bool(const FieldPlace&)>& matters_;
};

}  // namespace

std::vector<bool> takenApartAgain(const ir::Program& program, const std::vector<bool>& carries,
                                  const std::function<bool(const FieldPlace&)>& matters) {
  std::vector<bool> again(program.types.size());
  const std::vector<bool> reached = ir::reachable(program);
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    const ir::Function& function = program.functions[i];
    if (!reached[i] || function.library) continue;
    const Uses uses = UseCounter(function, carries, matters).of(function.body);
    for (const auto& [variable, count] : uses) {
      const ir::TypeId type = function.variables[variable.value].type;
      if (count > 1 && carries[type.value]) again[type.value] = true;
    }
  }
  return again;
}

}  // namespace deforest::backends
