#include "backends/native/record_updates.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "backends/native/facts.hpp"
#include "ir/measure.hpp"
#include "ir/tail.hpp"
#include "simplify/put_in_place.hpp"
#include "simplify/reachable.hpp"

namespace deforest::backends {
namespace {

// The largest function, in bindings, that is put where it is called.
constexpr std::size_t largestUpdate = 12;

bool isUpdate(const ir::Program& program, const ir::Function& function) {
  const ir::Block& body = function.body;
  if (function.library || function.resultTypes.size() != 1 ||
      body.bindings.size() > largestUpdate ||
      std::ranges::any_of(body.bindings, [](const ir::Binding& binding) {
        return ir::branches(binding.operation) ||
               std::holds_alternative<ir::Fail>(binding.operation);
      })) {
    return false;
  }
  const ir::TypeId record = function.resultTypes[0];
  const ir::Type& type = program.type(record);
  if (type.kind != ir::TypeKind::Data || type.constructors.size() != 1) return false;
  const bool made = std::ranges::any_of(body.bindings, [&](const ir::Binding& binding) {
    return std::holds_alternative<ir::Construct>(binding.operation) &&
           body.results[0] == ir::Atom(binding.results[0]);
  });
  const std::vector<unsigned> uses = ir::countUses(function);
  return made && std::ranges::any_of(function.parameters, [&](ir::VarId parameter) {
           const auto apart = std::ranges::count_if(body.bindings, [&](const ir::Binding& binding) {
             const auto* unpack = std::get_if<ir::Unpack>(&binding.operation);
             return unpack != nullptr && unpack->scrutinee == ir::Atom(parameter);
           });
           return function.variables[parameter.value].type == record && apart != 0 &&
                  uses[parameter.value] == static_cast<unsigned>(apart);
         });
}

// Whether there were any.
bool putUpdatesInPlace(ir::Program& program, pipeline::Context& context) {
  const CppFacts facts = cppFacts(program);
  std::vector<bool> updates;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    updates.push_back(facts.emitted[i] && !facts.recursive[i] &&
                      isUpdate(program, program.functions[i]));
  }
  const std::vector<bool> called = simplify::putInPlace(program, updates, ir::Semantics::Strict);
  for (std::size_t i = 0; i < called.size(); ++i) {
    const ir::Function& function = program.functions[i];
    if (!called[i]) continue;
    context.add({pipeline::Decision::Kind::Native, true, function.name, "record update",
                 "it is put where it is called", function.position});
  }
  program = simplify::dropUnreachable(std::move(program));
  return std::ranges::find(called, true) != called.end();
}

}  // namespace

pipeline::Pass recordUpdates() {
  return {.name = "record-updates",
          .description = "put functions that make a record of a record where they are called",
          .makes = pipeline::Form::Free,
          .run = [](ir::Program program, pipeline::Context& context) {
            // What calls some of them may have become one.
            while (putUpdatesInPlace(program, context)) {
            }
            return program;
          }};
}

}  // namespace deforest::backends
