#include "backends/native/suspension/failure_facts.hpp"

#include <algorithm>

#include "graph/call_graph.hpp"
#include "ir/primitives.hpp"
#include "ir/printing.hpp"
#include "ir/slots.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

bool mayFailLate(const ir::Operation& operation) {
  if (std::holds_alternative<ir::Fail>(operation)) return true;
  const auto* primitive = std::get_if<ir::Primitive>(&operation);
  return primitive != nullptr && ir::isDivision(primitive->op) &&
         !ir::isTotal(primitive->op, primitive->arguments);
}

FailureFacts::FailureFacts(const ir::Program& program, const CertainFields& certain,
                           const std::set<FieldPlace>& places, Failing which)
    : program_(program), certain_(certain), places_(places), which_(which), within_(program) {
  findFailing();
  findStoring();
}

bool FailureFacts::canTry(FunId id) const {
  const ir::Function& function = program_.function(id);
  return function.resultTypes.size() == 1 && !ir::isClosed(function) &&
         !isPlace(function.resultTypes[0]);
}

bool FailureFacts::isRecursive(TypeId type) const {
  const std::vector<ir::CtorId>& ctors = program_.type(type).constructors;
  return std::ranges::any_of(ctors, [&](ir::CtorId ctor) {
    return std::ranges::any_of(program_.constructor(ctor).fields, [&](const ir::Field& field) {
      return within_.of(field.type).contains(type);
    });
  });
}

bool FailureFacts::isPlace(TypeId type) const {
  return ir::holdsOutput(program_, type) || std::ranges::any_of(within_.of(type), [&](TypeId each) {
           return program_.type(each).module.starts_with(ir::printingLibrary);
         });
}

void FailureFacts::findFailing() {
  const graph::CallGraph calls = graph::callGraph(program_);
  failing_.resize(program_.functions.size());
  for (const auto& component : calls.components) {
    bool fails = false;
    for (const FunId id : component) {
      const bool counts = !isExempt(program_.function(id));
      ir::forEachBinding(program_.function(id).body, [&](const Binding& binding) {
        const bool failure = counts && std::holds_alternative<ir::Fail>(binding.operation) &&
                             mayFailLate(binding.operation);
        fails = fails || failure || readsPlace(binding.operation);
      });
      for (const FunId callee : calls.callees[id.value]) {
        fails = fails || failing_[callee.value];
      }
    }
    for (const FunId id : component) failing_[id.value] = fails;
  }
}

// Whether failures of calls of it are disregarded: of functions of the Prelude from numbers to
// numbers, as `succ`, or of all but `read`.
bool FailureFacts::isExempt(const ir::Function& function) const {
  if (function.position.known()) return false;
  if (which_ == Failing::Own) return !function.name.starts_with("read");
  const auto isNumber = [&](TypeId type) { return program_.type(type).kind != ir::TypeKind::Data; };
  return std::ranges::all_of(function.resultTypes, isNumber) &&
         std::ranges::all_of(function.parameters, [&](VarId parameter) {
           return isNumber(function.variables[parameter.value].type);
         });
}

bool FailureFacts::readsPlace(const ir::Operation& operation) const {
  const auto holds = [&](ir::CtorId ctor) {
    const auto first = places_.lower_bound({ctor, 0});
    return first != places_.end() && first->ctor == ctor;
  };
  if (const auto* unpack = std::get_if<ir::Unpack>(&operation)) return holds(unpack->ctor);
  const auto* match = std::get_if<ir::Case>(&operation);
  return match != nullptr &&
         std::ranges::any_of(match->alternatives,
                             [&](const ir::Alternative& each) { return holds(each.ctor); });
}

// A parameter that is put into fields that hold failures, and handed on to be, and never read.
void FailureFacts::findStoring() {
  for (const ir::Function& function : program_.functions) {
    stores_.emplace_back(function.parameters.size(), !function.library);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 0; i < stores_.size(); ++i) {
      const ir::Function& function = program_.functions[i];
      for (std::size_t p = 0; p < stores_[i].size(); ++p) {
        if (!stores_[i][p] || isStored(function.body, function.parameters[p])) continue;
        stores_[i][p] = false;
        changed = true;
      }
    }
  }
}

bool FailureFacts::isStored(const Block& block, VarId variable) const {
  bool stored = std::ranges::count(block.results, Atom(variable)) == 0;
  for (const Binding& binding : block.bindings) {
    if (const auto* made = std::get_if<ir::Construct>(&binding.operation)) {
      for (std::size_t i = 0; i < made->fields.size(); ++i) {
        const bool holds = certain_.mayBeDropped({made->ctor, i});
        stored = stored && (holds || made->fields[i] != Atom(variable));
      }
    } else if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        stored = stored && (stores_[call->callee.value][i] || call->arguments[i] != Atom(variable));
      }
    } else {
      ir::forEachAtom(binding.operation,
                      [&](const Atom& atom) { stored = stored && atom != Atom(variable); });
    }
    ir::forEachBlock(binding.operation,
                     [&](const Block& inner) { stored = stored && isStored(inner, variable); });
  }
  return stored;
}

}  // namespace deforest::backends
