#include "backends/haskell/list_loop.hpp"

#include <algorithm>

#include "ir/measure.hpp"
#include "ir/tail.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Function;
using ir::VarId;

class ComprehensionFinder {
 public:
  ComprehensionFinder(const ir::Program& program, ir::FunId id, const Plan& plan)
      : program_(program), id_(id), function_(program.function(id)), plan_(plan) {}

  std::optional<ListLoop> find() {
    const ir::Case* match = ir::soleCase(function_);
    if (match == nullptr || match->alternatives.size() != 2 || function_.resultTypes.size() != 1 ||
        !isList(function_.resultTypes[0])) {
      return std::nullopt;
    }
    const VarId* list = ir::variableOf(match->scrutinee);
    if (list == nullptr || !isList(function_.variables[list->value].type)) return std::nullopt;
    const ir::Alternative& end = match->alternatives[0];
    const ir::Alternative& cell = match->alternatives[1];
    if (!end.fields.empty() || cell.fields.size() != 2) return std::nullopt;
    loop_.list = *list;
    loop_.element = cell.fields[0];
    rest_ = cell.fields[1];
    const std::vector<unsigned> uses = ir::countUses(function_);
    // The list is read by the match, and perhaps where it is the end of what is made.
    const bool keptEnd = end.body.bindings.empty() && end.body.results[0] == match->scrutinee &&
                         function_.variables[list->value].type == function_.resultTypes[0];
    if (uses[list->value] != (keptEnd ? 2U : 1U)) return std::nullopt;
    if (!keptEnd && !isEmpty(end.body)) return std::nullopt;
    if (!goesAlong(cell.body, uses)) return std::nullopt;
    return loop_;
  }

 private:
  [[nodiscard]] bool isList(ir::TypeId type) const {
    return program_.type(type).shape == ir::DataShape::List &&
           program_.type(type).kind == ir::TypeKind::Data;
  }

  static const Binding* soleBinding(const Block& block) {
    return block.bindings.size() == 1 ? &block.bindings.front() : nullptr;
  }

  static bool isEmpty(const Block& block) {
    const Binding* binding = soleBinding(block);
    const auto* made =
        binding == nullptr ? nullptr : std::get_if<ir::Construct>(&binding->operation);
    return made != nullptr && made->fields.empty() && block.results[0] == Atom(binding->results[0]);
  }

  // The call for the rest of the list, with everything else as it is.
  [[nodiscard]] bool isRest(const Binding& binding) const {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call == nullptr || call->callee != id_) return false;
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      const VarId parameter = function_.parameters[i];
      const Atom wanted = parameter == loop_.list ? Atom(rest_) : Atom(parameter);
      if (call->arguments[i] != wanted) return false;
    }
    return true;
  }

  static const Binding* definitionOf(const Block& block, const Atom& atom) {
    const VarId* variable = ir::variableOf(atom);
    const auto found = std::ranges::find_if(block.bindings, [&](const Binding& binding) {
      return variable != nullptr && binding.results.size() == 1 && binding.results[0] == *variable;
    });
    return found == block.bindings.end() ? nullptr : &*found;
  }

  // Whether the block makes a cell of what becomes of the element, and the rest after it.
  bool makesCell(const Block& block, const std::vector<unsigned>& uses) {
    const Binding* last = definitionOf(block, block.results[0]);
    const auto* cell = last == nullptr ? nullptr : std::get_if<ir::Construct>(&last->operation);
    if (cell == nullptr || cell->fields.size() != 2 || uses[last->results[0].value] != 1) {
      return false;
    }
    const Binding* rest = definitionOf(block, cell->fields[1]);
    if (rest == nullptr || !isRest(*rest) || uses[rest->results[0].value] != 1) return false;
    loop_.made = cell->fields[0];
    for (const Binding& binding : block.bindings) {
      if (&binding != last && &binding != rest && !addDefinition(binding)) return false;
    }
    return true;
  }

  // What has branches has no place in a comprehension.
  bool addDefinition(const Binding& binding) {
    if (std::holds_alternative<ir::Conditional>(binding.operation) ||
        std::holds_alternative<ir::Case>(binding.operation)) {
      return false;
    }
    if (plan_.absorbed.contains(&binding)) return false;
    if (plan_.isDefined(binding)) loop_.definitions.push_back(&binding);
    return true;
  }

  bool goesAlong(const Block& body, const std::vector<unsigned>& uses) {
    const Binding* last = definitionOf(body, body.results[0]);
    const auto* choice = last == nullptr ? nullptr : std::get_if<ir::Conditional>(&last->operation);
    if (choice == nullptr) return uses[rest_.value] == 1 && makesCell(body, uses);
    // The rest is gone on with in each of the branches.
    if (uses[last->results[0].value] != 1 || uses[rest_.value] != 2) return false;
    for (const Binding& binding : body.bindings) {
      if (&binding != last && !addDefinition(binding)) return false;
    }
    loop_.condition = choice->condition;
    const auto drops = [&](const Block& block) {
      const Binding* sole = soleBinding(block);
      return sole != nullptr && isRest(*sole) && block.results[0] == Atom(sole->results[0]);
    };
    loop_.negated = drops(choice->whenTrue);
    if (!loop_.negated && !drops(choice->whenFalse)) return false;
    loop_.before = loop_.definitions.size();
    return makesCell(loop_.negated ? choice->whenFalse : choice->whenTrue, uses);
  }

  const ir::Program& program_;
  ir::FunId id_;
  const Function& function_;
  const Plan& plan_;
  ListLoop loop_;
  VarId rest_;
};

}  // namespace

std::optional<ListLoop> listLoopOf(const ir::Program& program, ir::FunId id, const Plan& plan) {
  return ComprehensionFinder(program, id, plan).find();
}

}  // namespace deforest::backends
