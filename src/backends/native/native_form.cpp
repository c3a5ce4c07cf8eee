#include "backends/native/native_form.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "ir/alpha.hpp"
#include "ir/traverse.hpp"
#include "pipeline/parallel.hpp"
#include "simplify/dead_bindings.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;

// Drops what follows an error in its block: it is never reached.
void cutAfterFailures(const ir::Program& program, ir::Function& function, Block& block) {
  for (std::size_t i = 0; i < block.bindings.size(); ++i) {
    Binding& binding = block.bindings[i];
    ir::forEachBlock(binding.operation,
                     [&](Block& inner) { cutAfterFailures(program, function, inner); });
    if (!std::holds_alternative<ir::Fail>(binding.operation)) continue;
    binding.results.clear();
    for (Atom& result : block.results) {
      binding.results.push_back(function.fresh(ir::typeOf(program, function, result), "unreached"));
      result = binding.results.back();
    }
    block.bindings.resize(i + 1);
  }
}

// What a binding only hands on; null if it does something.
const Atom* handedOn(const ir::Operation& operation, std::size_t result) {
  if (const auto* copy = std::get_if<ir::Copy>(&operation)) return &copy->atoms[result];
  const ir::Primitive* seq = simplify::seqOf(operation);
  return seq != nullptr ? &seq->arguments[1] : nullptr;
}

// Behind what makes the variable, and so in front of a call that ends the function.
void mark(ir::Function& function, ir::VarId forced, ir::Position position,
          std::vector<Binding>& before) {
  const auto isMaker = [&](const Binding& each) {
    return std::ranges::find(each.results, forced) != each.results.end();
  };
  const auto maker = std::ranges::find_if(before, isMaker);
  const ir::VarId made = function.fresh(function.variables[forced.value].type, "forced");
  before.insert(maker == before.end() ? before.begin() : maker + 1,
                {{made}, ir::Primitive{ir::PrimOp::Seq, {forced, forced}}, position});
}

void removeCopies(ir::Function& function, Block& block, ir::Substitution& by) {
  std::vector<Binding> kept;
  for (auto& binding : block.bindings) {
    ir::forEachAtom(binding.operation, [&](Atom& atom) { atom = by(atom); });
    bool copies = false;
    for (std::size_t i = 0; i < binding.results.size(); ++i) {
      const Atom* same = handedOn(binding.operation, i);
      copies = same != nullptr;
      if (copies) by.set(binding.results[i], *same);
    }
    const ir::Primitive* seq = simplify::seqOf(binding.operation);
    if (const auto* forced = seq != nullptr ? ir::variableOf(seq->arguments[0]) : nullptr) {
      mark(function, *forced, binding.position, kept);
    }
    if (copies) continue;
    ir::forEachBlock(binding.operation, [&](Block& inner) { removeCopies(function, inner, by); });
    kept.push_back(std::move(binding));
  }
  block.bindings = std::move(kept);
  for (auto& atom : block.results) atom = by(atom);
}

}  // namespace

pipeline::Pass nativeForm() {
  return {.name = "native-form",
          .description = "drop copies, `seq`, and what follows an error",
          .makes = pipeline::Form::Native,
          .run = [](ir::Program program, pipeline::Context&) {
            pipeline::forEachFunction(program, [&](ir::Function& function) {
              cutAfterFailures(program, function, function.body);
              ir::Substitution by(function);
              removeCopies(function, function.body, by);
            });
            return program;
          }};
}

}  // namespace deforest::backends
