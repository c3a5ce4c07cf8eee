#include "simplify/split_matches.hpp"

#include <algorithm>
#include <set>

#include "graph/dependence.hpp"
#include "ir/alpha.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"

namespace deforest::simplify {
namespace {

class Splitter {
 public:
  explicit Splitter(ir::Program& program) : program_(program), names_(program) {}

  void run() {
    // New functions are appended and split in turn.
    for (std::size_t i = 0; i < program_.functions.size(); ++i) {
      ir::Function function = std::move(program_.functions[i]);
      splitFunction(function);
      program_.functions[i] = std::move(function);
    }
  }

 private:
  void splitFunction(ir::Function& function) {
    if (ir::soleCase(function) != nullptr) {
      auto& match = std::get<ir::Case>(function.body.bindings.front().operation);
      for (ir::Alternative& alternative : match.alternatives) {
        splitBlock(function, alternative.body);
      }
      return;
    }
    splitBlock(function, function.body);
  }

  void splitBlock(ir::Function& function, ir::Block& block) {
    for (ir::Binding& binding : block.bindings) {
      if (std::holds_alternative<ir::Case>(binding.operation)) {
        outline(function, binding);
      } else {
        ir::forEachBlock(binding.operation, [&](ir::Block& inner) { splitBlock(function, inner); });
      }
    }
  }

  // Replaces the match by a call of a new function.
  void outline(const ir::Function& function, ir::Binding& binding) {
    auto& match = std::get<ir::Case>(binding.operation);
    const auto* scrutinee = ir::variableOf(match.scrutinee);
    std::vector<ir::VarId> free;
    if (scrutinee != nullptr) free.push_back(*scrutinee);
    for (const ir::VarId variable : graph::freeVariables(binding.operation)) {
      if (scrutinee == nullptr || variable != *scrutinee) free.push_back(variable);
    }
    ir::Function outlined;
    const std::string on =
        scrutinee == nullptr ? std::string() : function.variables[scrutinee->value].name;
    outlined.name = names_.unique(joinNames(function.name, on));
    outlined.position = binding.position;
    outlined.inner = true;
    if (function.library) outlined.library = ir::LibraryName{function.library->module, {}, {}};
    ir::Substitution substitution;
    ir::Call call;
    call.callee = {static_cast<std::uint32_t>(program_.functions.size())};
    for (const ir::VarId variable : free) {
      const ir::Variable& old = function.variables[variable.value];
      outlined.parameters.push_back(outlined.fresh(old.type, old.name));
      substitution.set(variable, outlined.parameters.back());
      call.arguments.emplace_back(variable);
    }
    ir::Block body;
    ir::Binding moved{binding.results, std::move(binding.operation), binding.position};
    for (const ir::VarId result : binding.results) {
      body.results.emplace_back(result);
      outlined.resultTypes.push_back(function.variables[result.value].type);
    }
    body.bindings.push_back(std::move(moved));
    outlined.body = ir::freshCopy(body, substitution, function, outlined);
    binding.operation = std::move(call);
    program_.functions.push_back(std::move(outlined));
  }

  ir::Program& program_;
  Names names_;
};

}  // namespace

pipeline::Pass splitMatches() {
  return {.name = "split-matches",
          .description = "make every nested match a function of its own",
          .makes = pipeline::Form::Normal,
          .run = [](ir::Program program, pipeline::Context&) {
            Splitter(program).run();
            return program;
          }};
}

}  // namespace deforest::simplify
