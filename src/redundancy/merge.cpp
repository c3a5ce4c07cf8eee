#include "redundancy/merge.hpp"

#include <vector>

#include "ir/equal_functions.hpp"
#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"
#include "simplify/reachable.hpp"

namespace deforest::redundancy {
namespace {

ir::Program merge(ir::Program program, pipeline::Context& context) {
  std::vector<ir::FunId> standing = ir::equalFunctions(program);
  // What text knows by name stays, and what a library has, within it. So does what is as it is
  // written: a function that calls another instance than it did would have to be written anew.
  const std::vector<bool> fixed = ir::fixedFunctions(program);
  for (std::uint32_t i = 0; i < standing.size(); ++i) {
    const bool library = program.functions[i].library.has_value();
    const bool other = program.function(standing[i]).library.has_value() != library;
    const bool stays = (library && fixed[i]) || program.functions[i].staysAsWritten();
    if (other || stays) standing[i] = {i};
  }
  std::vector<bool> keep(program.functions.size());
  for (std::uint32_t i = 0; i < keep.size(); ++i) {
    const std::uint32_t chosen = standing[i].value;
    keep[i] = chosen == i || fixed[i];
    if (!keep[i]) {
      context.add({pipeline::Decision::Kind::Simplify, true, program.functions[i].name,
                   "the same function as " + program.functions[chosen].name, "their bodies agree",
                   program.functions[i].position});
    }
    ir::forEachBinding(program.functions[i].body, [&](ir::Binding& binding) {
      if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
        call->callee = standing[call->callee.value];
      }
    });
  }
  return simplify::keepFunctions(std::move(program), keep);
}

}  // namespace

pipeline::Pass mergeFunctions() {
  return {.name = "merge-functions",
          .description = "make functions that do the same one function",
          .run = [](ir::Program program, pipeline::Context& context) {
            return merge(std::move(program), context);
          }};
}

}  // namespace deforest::redundancy
