#include "ir/library_calls.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "ir/measure.hpp"

namespace deforest::ir {
namespace {

bool callsLibraries(const Program& program) {
  return std::ranges::any_of(program.functions,
                             [](const Function& function) { return function.library.has_value(); });
}

}  // namespace

std::vector<std::vector<FunId>> givenFunctions(const Program& program) {
  std::vector<std::vector<FunId>> given(program.functions.size());
  if (!callsLibraries(program)) return given;
  std::unordered_map<std::string_view, FunId> byName;
  for (std::uint32_t i = 0; i < given.size(); ++i) {
    byName.emplace(program.functions[i].name, FunId{i});
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!program.functions[i].library) continue;
    for (const LibraryName::Argument& argument : program.functions[i].library->arguments) {
      const auto found = byName.find(argument.function);
      if (found != byName.end()) given[i].push_back(found->second);
    }
  }
  return given;
}

std::vector<bool> fixedFunctions(const Program& program) {
  std::vector<bool> fixed(program.functions.size());
  for (const FunId root : program.roots) fixed[root.value] = true;
  const std::vector<std::vector<FunId>> given = givenFunctions(program);
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    const auto& library = program.functions[i].library;
    if (library && !library->name.empty()) fixed[i] = true;
    for (const FunId function : given[i]) fixed[function.value] = true;
  }
  return fixed;
}

std::vector<bool> fixedInterfaces(const Program& program) {
  std::vector<bool> fixed = fixedFunctions(program);
  for (std::size_t i = 0; i < fixed.size(); ++i) {
    fixed[i] = fixed[i] || program.functions[i].staysAsWritten();
  }
  return fixed;
}

std::vector<bool> definedFunctions(const Program& program) {
  std::vector<bool> defined(program.functions.size(), true);
  if (!callsLibraries(program)) return defined;
  defined.assign(defined.size(), false);
  const std::vector<std::vector<FunId>> given = givenFunctions(program);
  std::vector<FunId> waiting = program.roots;
  while (!waiting.empty()) {
    const FunId next = waiting.back();
    waiting.pop_back();
    if (defined[next.value]) continue;
    const Function& function = program.function(next);
    const bool called = function.library && !function.library->name.empty();
    const std::vector<FunId> reached = called ? given[next.value] : callees(function.body);
    waiting.insert(waiting.end(), reached.begin(), reached.end());
    defined[next.value] = true;
  }
  for (std::size_t i = 0; i < defined.size(); ++i) {
    defined[i] = defined[i] && !program.functions[i].library;
  }
  return defined;
}

bool tiesCall(const Function& function) {
  return function.library && function.library->name == "fix";
}

bool isTied(const Binding& binding) {
  const auto* call = std::get_if<Call>(&binding.operation);
  return call != nullptr && std::ranges::any_of(call->arguments, [&](const Atom& argument) {
           const auto* variable = std::get_if<VarId>(&argument);
           return variable != nullptr &&
                  std::ranges::find(binding.results, *variable) != binding.results.end();
         });
}

}  // namespace deforest::ir
