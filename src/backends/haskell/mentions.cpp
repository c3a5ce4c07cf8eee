#include "backends/haskell/mentions.hpp"

#include <utility>

#include "ir/main_action.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "text/printing/module.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Function;
using ir::Semantics;
using text::ResultForm;

// Which variables the text mentions by name.
class Mentions {
 public:
  Mentions(const ir::Program& program, const Function& function, const Plan& plan,
           Semantics semantics)
      : program_(program),
        function_(function),
        plan_(plan),
        semantics_(semantics),
        mentioned_(function.variables.size(), false) {}

  // Those that a block reads, except to take them apart in the head of an equation. `results` says
  // whether what it results in directly is among them.
  void block(const Block& block, bool results) {
    for (const auto& binding : block.bindings) {
      if (!plan_.absorbed.contains(&binding)) {
        ir::forEachAtom(binding.operation, [&](const Atom& atom) { mark(atom); });
      }
      ir::forEachBlock(binding.operation, [&](const Block& inner) { this->block(inner, false); });
    }
    // Either form may be that of the block: the results are named if they are in one of them.
    const bool unnamed = !results && isLast(program_, block, ResultForm::Boxed, semantics_) &&
                         (semantics_ == Semantics::Haskell ||
                          isLast(program_, block, ResultForm::Unboxed, semantics_));
    if (unnamed) return;
    for (const auto& atom : block.results) mark(atom);
  }

  // Those of the function. Of one in equations, what the equations match on is not among them.
  void function(bool action) {
    if (const auto* match = action ? nullptr : ir::soleCase(function_)) {
      for (const auto& alternative : match->alternatives) block(alternative.body, false);
    } else {
      block(function_.body, action);
    }
    // A failure that nothing uses is a definition all the same.
    ir::forEachBinding(function_.body, [&](const Binding& binding) {
      if (std::holds_alternative<ir::Fail>(binding.operation)) mark(Atom(binding.results[0]));
    });
  }

  [[nodiscard]] std::vector<bool> take() { return std::move(mentioned_); }

 private:
  void mark(const Atom& atom) {
    const auto* variable = ir::variableOf(atom);
    if (variable == nullptr || plan_.inlined[variable->value] != nullptr) return;
    mentioned_[variable->value] = true;
  }

  const ir::Program& program_;
  const Function& function_;
  const Plan& plan_;
  Semantics semantics_;
  std::vector<bool> mentioned_;
};

}  // namespace

ResultForm formOf(const Function& function, Semantics semantics) {
  const bool boxed = semantics == Semantics::Haskell || function.parameters.empty();
  return boxed ? ResultForm::Boxed : ResultForm::Unboxed;
}

bool isLast(const ir::Program& program, const Block& block, ResultForm form, Semantics semantics) {
  if (!endsInOperation(block)) return false;
  const auto* call = std::get_if<ir::Call>(&block.bindings.back().operation);
  return call == nullptr || block.results.size() == 1 ||
         formOf(program.function(call->callee), semantics) == form;
}

std::vector<bool> mentionedIn(const ir::Program& program, const Function& function,
                              const Block& block, const Plan& plan, Semantics semantics) {
  Mentions mentions(program, function, plan, semantics);
  mentions.block(block, false);
  return mentions.take();
}

std::vector<bool> namedVariables(const ir::Program& program, const Function& function,
                                 const Plan& plan, Semantics semantics) {
  Mentions mentions(program, function, plan, semantics);
  mentions.function(ir::isMainAction(program, function));
  return mentions.take();
}

}  // namespace deforest::backends
