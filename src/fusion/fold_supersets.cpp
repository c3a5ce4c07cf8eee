#include "fusion/fold_supersets.hpp"

#include <algorithm>

#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "tupling/superset.hpp"

namespace deforest::fusion {
namespace {

// What a call of one fragment's function becomes.
struct Replacement {
  ir::FunId function;
  tupling::Embedding embedding;
};

// The arguments of a call in the order of the key's inputs.
std::vector<ir::Atom> inputsOf(const ir::Call& call, const tupling::Key& key, bool wholeFunction) {
  if (!wholeFunction) return call.arguments;
  std::vector<ir::Atom> inputs(call.arguments.size());
  const auto& arguments = key.members.front().arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    inputs[arguments[i].index] = call.arguments[i];
  }
  return inputs;
}

void replace(ir::Binding& binding, ir::Call& call, const std::vector<ir::Atom>& inputs,
             const Replacement& replacement, ir::Function& caller, const ir::Program& program) {
  std::vector<ir::Atom> arguments;
  for (const std::uint32_t mine : replacement.embedding.inputs) arguments.push_back(inputs[mine]);
  const auto& types = program.functions[replacement.function.value].resultTypes;
  std::vector<ir::VarId> results(types.size());
  for (std::size_t i = 0; i < binding.results.size(); ++i) {
    results[replacement.embedding.outputs[i]] = binding.results[i];
  }
  for (std::size_t j = 0; j < results.size(); ++j) {
    if (!results[j].valid()) results[j] = caller.fresh(types[j], "unused");
  }
  call = ir::Call{replacement.function, std::move(arguments)};
  binding.results = std::move(results);
}

// Whether a fragment was built, rather than left as a line of calls on account of a limit: such a
// line makes the very calls that would give way to it.
bool isBuilt(const ir::Function& function) {
  const auto& bindings = function.body.bindings;
  return std::any_of(bindings.begin(), bindings.end(), [](const ir::Binding& binding) {
    return std::holds_alternative<ir::Case>(binding.operation) ||
           std::holds_alternative<ir::Unpack>(binding.operation);
  });
}

}  // namespace

void foldSupersets(ir::Program& program, const graph::Facts& facts, const Composition& composition,
                   const Memo& memo) {
  std::vector<const tupling::Key*> keys(program.functions.size());
  for (const auto& [key, function] : memo) keys[function.value] = &key;
  std::vector<bool> isRoot(keys.size());
  for (const ir::FunId root : program.roots) isRoot[root.value] = true;
  std::vector<std::optional<Replacement>> replacements(keys.size());
  for (std::uint32_t small = 0; small < keys.size(); ++small) {
    if (isRoot[small]) continue;
    for (const ir::FunId large : ir::callees(program.functions[small].body)) {
      if (!isBuilt(program.functions[large.value])) continue;
      if (const auto embedding = tupling::embed(facts, *keys[small], *keys[large.value])) {
        replacements[small] = Replacement{large, *embedding};
        break;
      }
    }
  }
  for (ir::Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](ir::Binding& binding) {
      auto* call = std::get_if<ir::Call>(&binding.operation);
      while (call != nullptr && replacements[call->callee.value]) {
        const tupling::Key& key = *keys[call->callee.value];
        const Replacement& replacement = *replacements[call->callee.value];
        replace(binding, *call, inputsOf(*call, key, composition.isWholeFunction(key)), replacement,
                function, program);
      }
    });
  }
}

}  // namespace deforest::fusion
