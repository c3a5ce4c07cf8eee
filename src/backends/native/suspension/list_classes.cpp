#include "backends/native/suspension/list_classes.hpp"

#include <variant>

#include "backends/native/suspension/lists.hpp"
#include "ir/library_calls.hpp"
#include "ir/slots.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::Atom;
using ir::CtorId;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

namespace {

// By function: whether what it takes and gives must stay: of roots, of what a library is given by
// its name, and of what is closed. Other functions of libraries are compiled like all
// (native/library_functions.hpp).
std::vector<bool> outsideOf(const ir::Program& program) {
  std::vector<bool> outside(program.functions.size(), false);
  for (const FunId root : program.roots) outside[root.value] = true;
  const std::vector<std::vector<FunId>> given = ir::givenFunctions(program);
  for (std::size_t i = 0; i < given.size(); ++i) {
    const ir::Function& function = program.functions[i];
    if (ir::tiesCall(function)) continue;
    if (!given[i].empty() || ir::isClosed(function)) outside[i] = true;
    for (const FunId id : given[i]) outside[id.value] = true;
  }
  return outside;
}

}  // namespace

ListClasses::ListClasses(const ir::Program& program) : program_(program) {
  std::size_t next = 1;
  for (std::uint32_t i = 0; i < program.types.size(); ++i) {
    lists_.push_back(listCtors(program, TypeId{i}).has_value());
  }
  for (const ir::Constructor& ctor : program.constructors) {
    fields_.push_back(next);
    next += ctor.fields.size();
  }
  for (const ir::Function& function : program.functions) {
    variables_.push_back(next);
    next += function.variables.size();
    results_.push_back(next);
    next += function.resultTypes.size();
  }
  for (std::size_t i = 0; i < next; ++i) of_.push_back(i);
  const std::vector<bool> isOutside = outsideOf(program);
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    const ir::Function& function = program.functions[i];
    std::vector<std::size_t> results;
    for (std::size_t r = 0; r < function.resultTypes.size(); ++r) {
      results.push_back(results_[i] + r);
    }
    visit(FunId{i}, function.body, results);
    if (!isOutside[i]) continue;
    for (const VarId parameter : function.parameters) joinVariable(FunId{i}, parameter, 0);
    for (std::size_t r = 0; r < results.size(); ++r) {
      if (isList(function.resultTypes[r])) join(results[r], 0);
    }
  }
  for (const FunId root : program.roots) {
    const ir::Function& function = program.function(root);
    for (const VarId parameter : function.parameters) {
      keepWithin(function.variables[parameter.value].type);
    }
    for (const TypeId result : function.resultTypes) keepWithin(result);
  }
}

// Lists in what a root is given, gives or prints are outside, too.
void ListClasses::keepWithin(TypeId type) {
  if (!kept_.insert(type).second) return;
  for (const CtorId ctor : program_.type(type).constructors) {
    const std::vector<ir::Field>& fields = program_.constructor(ctor).fields;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (isList(fields[i].type) && !isRest(ctor, i)) join(fields_[ctor.value] + i, 0);
      keepWithin(fields[i].type);
    }
  }
}

std::size_t ListClasses::ofVariable(FunId function, VarId variable) const {
  return find(variables_[function.value] + variable.value);
}

std::size_t ListClasses::ofResult(FunId function, std::size_t result) const {
  return find(results_[function.value] + result);
}

std::size_t ListClasses::ofField(CtorId ctor, std::size_t field) const {
  return find(fields_[ctor.value] + field);
}

std::size_t ListClasses::find(std::size_t place) const {
  while (of_[place] != place) {
    of_[place] = of_[of_[place]];
    place = of_[place];
  }
  return place;
}

void ListClasses::join(std::size_t a, std::size_t b) {
  of_[find(a)] = find(b);
}

void ListClasses::joinVariable(FunId function, const Atom& atom, std::size_t place) {
  const auto* variable = ir::variableOf(atom);
  if (variable == nullptr) return;
  if (!isList(program_.function(function).variables[variable->value].type)) return;
  join(variables_[function.value] + variable->value, place);
}

bool ListClasses::isRest(CtorId ctor, std::size_t field) const {
  return field == 1 && isList(program_.constructor(ctor).type);
}

void ListClasses::visit(FunId function, const ir::Block& block,
                        const std::vector<std::size_t>& results) {
  for (const ir::Binding& binding : block.bindings) visit(function, binding);
  for (std::size_t i = 0; i < results.size(); ++i) {
    joinVariable(function, block.results[i], results[i]);
  }
}

void ListClasses::visit(FunId function, const ir::Binding& binding) {
  const std::size_t first = variables_[function.value];
  std::vector<std::size_t> results;
  for (const VarId result : binding.results) results.push_back(first + result.value);
  if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      joinVariable(function, copy->atoms[i], results[i]);
    }
  } else if (const auto* made = std::get_if<ir::Construct>(&binding.operation)) {
    for (std::size_t i = 0; i < made->fields.size(); ++i) {
      const bool isOfList = isRest(made->ctor, i);
      joinVariable(function, made->fields[i],
                   isOfList ? results[0] : fields_[made->ctor.value] + i);
    }
  } else if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
    const ir::Function& callee = program_.function(call->callee);
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      joinVariable(function, call->arguments[i],
                   variables_[call->callee.value] + callee.parameters[i].value);
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
      joinVariable(function, binding.results[i], results_[call->callee.value] + i);
    }
  } else if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
    bindFields(function, unpack->ctor, unpack->scrutinee, binding.results);
  } else if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
    visitAlternatives(function, *match, results);
  } else if (const auto* choice = std::get_if<ir::Conditional>(&binding.operation)) {
    visit(function, choice->whenTrue, results);
    visit(function, choice->whenFalse, results);
  } else if (const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
             primitive != nullptr && primitive->op == ir::PrimOp::Seq) {
    joinVariable(function, primitive->arguments[1], results[0]);
  } else {
    ir::forEachAtom(binding.operation, [&](const Atom& atom) { joinVariable(function, atom, 0); });
    for (const VarId result : binding.results) {
      if (!std::holds_alternative<ir::Fail>(binding.operation)) joinVariable(function, result, 0);
    }
  }
}

void ListClasses::visitAlternatives(FunId function, const ir::Case& match,
                                    const std::vector<std::size_t>& results) {
  for (const ir::Alternative& each : match.alternatives) {
    bindFields(function, each.ctor, match.scrutinee, each.fields);
    visit(function, each.body, results);
  }
}

void ListClasses::bindFields(FunId function, CtorId ctor, const Atom& whole,
                             const std::vector<VarId>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (isRest(ctor, i)) {
      joinVariable(function, whole, variables_[function.value] + fields[i].value);
    } else {
      joinVariable(function, fields[i], fields_[ctor.value] + i);
    }
  }
}

}  // namespace deforest::backends
