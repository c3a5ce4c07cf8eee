#include "fusion/fold_supersets.hpp"

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

void replace(ir::Binding& binding, ir::Call& call, const Replacement& replacement,
             ir::Function& caller, const ir::Program& program) {
  std::vector<ir::Atom> arguments;
  for (const std::uint32_t mine : replacement.embedding.inputs) {
    arguments.push_back(call.arguments[mine]);
  }
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

}  // namespace

void foldSupersets(ir::Program& program, const graph::Facts& facts, const Composition& composition,
                   const Memo& memo) {
  std::vector<const tupling::Key*> keys(program.functions.size());
  for (const auto& [key, function] : memo) keys[function.value] = &key;
  std::vector<bool> isRoot(keys.size());
  for (const ir::FunId root : program.roots) isRoot[root.value] = true;
  std::vector<std::optional<Replacement>> replacements(keys.size());
  for (std::uint32_t small = 0; small < keys.size(); ++small) {
    if (isRoot[small] || composition.isWholeFunction(*keys[small])) continue;
    for (const ir::FunId large : ir::callees(program.functions[small].body)) {
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
        replace(binding, *call, *replacements[call->callee.value], function, program);
      }
    });
  }
}

}  // namespace deforest::fusion
