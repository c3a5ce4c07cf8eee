#include "simplify/unbox_results.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "ir/traverse.hpp"
#include "simplify/names.hpp"
#include "simplify/simplify.hpp"
#include "simplify/unbox_choice.hpp"
#include "simplify/value_flow.hpp"
#include "support/check.hpp"

namespace deforest::simplify {
namespace {

using Flags = std::vector<std::vector<bool>>;

// Puts `parts` in the place of element `index`.
template <class T, class U>
void splice(std::vector<T>& all, std::size_t index, const std::vector<U>& parts) {
  const auto place = all.erase(all.begin() + static_cast<std::ptrdiff_t>(index));
  all.insert(place, parts.begin(), parts.end());
}

class Unboxer {
 public:
  Unboxer(ir::Program& program, pipeline::Context& context, ir::Semantics semantics)
      : program_(program), context_(context), semantics_(semantics), names_(program) {}

  // The fields of what was unboxed may be worth the same.
  void run() {
    UnboxChoice choice = chooseUnboxed(program_);
    for (; choice.any(); choice = chooseUnboxed(program_)) {
      explainTaken(choice.unboxed);
      unboxLevel(choice.unboxed);
    }
    for (const KeptWhole& kept : choice.refused) explain(kept.slot, false, kept.reason);
  }

 private:
  void unboxLevel(Flags& unboxed) {
    splitRoots(unboxed);
    for (std::size_t i = 0; i < program_.functions.size(); ++i) {
      ir::Function function = std::move(program_.functions[i]);
      adaptCalls(function, function.body, unboxed);
      program_.functions[i] = std::move(function);
    }
    for (std::size_t i = 0; i < unboxed.size(); ++i) unbox(program_.functions[i], unboxed[i]);
    for (ir::Function& function : program_.functions) {
      simplifyFunction(program_, function, semantics_);
    }
  }

  void explainTaken(const Flags& unboxed) {
    for (std::uint32_t f = 0; f < unboxed.size(); ++f) {
      for (std::uint32_t i = 0; i < unboxed[f].size(); ++i) {
        if (unboxed[f][i]) explain({{f}, i}, true, "every branch builds it");
      }
    }
  }

  void explain(Slot slot, bool taken, std::string reason) {
    const ir::Function& function = program_.function(slot.function);
    context_.add({pipeline::Decision::Kind::Simplify, taken, function.name,
                  "unbox result " + std::to_string(slot.result) + ", a " +
                      program_.type(function.resultTypes[slot.result]).name,
                  std::move(reason), function.position});
  }

  // The root keeps its name and type and calls a new function, which everybody else calls.
  void splitRoots(Flags& unboxed) {
    std::map<std::uint32_t, std::uint32_t> moved;
    for (const ir::FunId root : program_.roots) {
      std::vector<bool>& flags = unboxed[root.value];
      if (std::find(flags.begin(), flags.end(), true) == flags.end()) continue;
      ir::Function worker = program_.functions[root.value];
      worker.name = names_.unique(joinNames(worker.name, "parts"));
      moved[root.value] = static_cast<std::uint32_t>(program_.functions.size());
      program_.functions.push_back(std::move(worker));
      std::vector<bool> whole(flags.size());
      whole.swap(flags);
      unboxed.push_back(std::move(whole));
    }
    for (ir::Function& function : program_.functions) {
      ir::forEachBinding(function.body, [&](ir::Binding& binding) {
        auto* call = std::get_if<ir::Call>(&binding.operation);
        if (call == nullptr) return;
        const auto found = moved.find(call->callee.value);
        if (found != moved.end()) call->callee = {found->second};
      });
    }
    for (const auto& [root, worker] : moved) {
      ir::Function& wrapper = program_.functions[root];
      ir::Call call{ir::FunId{worker}, {}};
      call.arguments.assign(wrapper.parameters.begin(), wrapper.parameters.end());
      std::vector<ir::VarId> results;
      for (const ir::TypeId type : wrapper.resultTypes) results.push_back(wrapper.fresh(type, "r"));
      wrapper.body = {{{results, std::move(call), wrapper.position}},
                      {results.begin(), results.end()}};
    }
  }

  // Calls of unboxed functions give fields; the value is rebuilt behind them for whoever wants it.
  void adaptCalls(ir::Function& function, ir::Block& block, const Flags& unboxed) {
    std::vector<ir::Binding> bindings;
    for (ir::Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation,
                       [&](ir::Block& inner) { adaptCalls(function, inner, unboxed); });
      std::vector<ir::Binding> rebuilt;
      if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
        const std::vector<bool>& flags = unboxed[call->callee.value];
        for (std::size_t i = flags.size(); i-- > 0;) {
          if (!flags[i]) continue;
          const ir::VarId value = binding.results[i];
          const std::vector<ir::VarId> parts = partsFor(function, value);
          splice(binding.results, i, parts);
          rebuilt.push_back(rebuild(function, value, parts, binding.position));
        }
      }
      bindings.push_back(std::move(binding));
      for (ir::Binding& again : rebuilt) bindings.push_back(std::move(again));
    }
    block.bindings = std::move(bindings);
  }

  ir::CtorId constructorOf(ir::TypeId type) const {
    return program_.type(type).constructors.front();
  }

  // Fresh variables for the fields of a value.
  std::vector<ir::VarId> partsFor(ir::Function& function, ir::VarId value) const {
    std::vector<ir::VarId> result;
    const ir::Variable whole = function.variables[value.value];
    for (const ir::Field& field : program_.constructor(constructorOf(whole.type)).fields) {
      result.push_back(function.fresh(field.type, whole.name));
    }
    return result;
  }

  ir::Binding rebuild(const ir::Function& function, ir::VarId value,
                      const std::vector<ir::VarId>& parts, ir::Position position) const {
    ir::Construct construct{constructorOf(function.variables[value.value].type), {}};
    construct.fields.assign(parts.begin(), parts.end());
    return {{value}, std::move(construct), position};
  }

  // From the last result to the first, so that none moves before its turn.
  void unbox(ir::Function& function, const std::vector<bool>& flags) {
    if (std::find(flags.begin(), flags.end(), true) == flags.end()) return;
    cells_.clear();
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      if (const auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
        cells_[binding.results.front()] = construct->fields;
      }
    });
    for (std::size_t i = flags.size(); i-- > 0;) {
      if (!flags[i]) continue;
      std::vector<ir::TypeId> types;
      for (const ir::Field& field :
           program_.constructor(constructorOf(function.resultTypes[i])).fields) {
        types.push_back(field.type);
      }
      splice(function.resultTypes, i, types);
      expand(function, function.body, i);
    }
  }

  // Replaces result `index` of the block, a value that the block builds, by its fields.
  void expand(ir::Function& function, ir::Block& block, std::size_t index) {
    const std::vector<ir::Atom> parts =
        partsIn(function, block, std::get<ir::VarId>(block.results[index]));
    splice(block.results, index, parts);
  }

  // The fields of a value that the block builds. A binding that has it from its branches is made
  // to have the fields instead, and the value is rebuilt behind it for whoever wants it.
  std::vector<ir::Atom> partsIn(ir::Function& function, ir::Block& block, ir::VarId value) {
    const ir::Binding* definition = definitionIn(block, value);
    if (definition == nullptr || std::holds_alternative<ir::Construct>(definition->operation)) {
      const auto cell = cells_.find(value);
      support::check(cell != cells_.end(), "a value that is not built where it is returned");
      return cell->second;
    }
    const std::ptrdiff_t place = definition - block.bindings.data();
    ir::Binding& binding = block.bindings[static_cast<std::size_t>(place)];
    const std::uint32_t inner = placeIn(binding.results, value);
    ir::forEachBlock(binding.operation,
                     [&](ir::Block& branch) { expand(function, branch, inner); });
    const std::vector<ir::VarId> parts = partsFor(function, value);
    splice(binding.results, inner, parts);
    std::vector<ir::Atom> atoms(parts.begin(), parts.end());
    cells_[value] = atoms;
    block.bindings.insert(block.bindings.begin() + place + 1,
                          rebuild(function, value, parts, binding.position));
    return atoms;
  }

  ir::Program& program_;
  pipeline::Context& context_;
  ir::Semantics semantics_;
  Names names_;
  // The fields of what is built in the function at hand.
  std::map<ir::VarId, std::vector<ir::Atom>> cells_;
};

}  // namespace

pipeline::Pass unboxResults(ir::Semantics semantics) {
  return {.name = "unbox-results",
          .description = "functions that build a value of one constructor return its fields",
          .run = [semantics](ir::Program program, pipeline::Context& context) {
            if (semantics == ir::Semantics::Haskell) return program;
            Unboxer(program, context, semantics).run();
            return program;
          }};
}

}  // namespace deforest::simplify
