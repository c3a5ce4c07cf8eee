#include "backends/native/suspension/lazy_types.hpp"

#include <cctype>
#include <utility>

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Block;
using ir::CtorId;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

std::string unusedName(std::set<std::string>& taken, const std::string& name) {
  std::string candidate = name;
  for (unsigned i = 2; !taken.insert(candidate).second; ++i) {
    candidate = name + "_" + std::to_string(i);
  }
  return candidate;
}

// As a constructor is spelt.
std::string capitalised(const std::string& function) {
  std::string name = simplify::joinNames(function, "waits");
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return std::isupper(static_cast<unsigned char>(name[0])) != 0 ? name : "W" + name;
}

// One binding behind the others.
VarId bind(ir::Function& function, Block& block, TypeId type, const std::string& name,
           ir::Operation operation) {
  const VarId result = function.fresh(type, name);
  block.bindings.push_back({{result}, std::move(operation), function.position});
  return result;
}

// The function is a match on its only parameter.
void match(ir::Function& function, std::vector<ir::Alternative> alternatives) {
  const VarId result = function.fresh(function.resultTypes[0], "r");
  function.body = {
      {{{result}, ir::Case{function.parameters[0], std::move(alternatives)}, function.position}},
      {result}};
}

}  // namespace

LazyLists::LazyLists(ir::Program& program) : program_(program), names_(program) {
  for (const ir::Type& type : program.types) typeNames_.insert(type.name);
  for (const ir::Constructor& ctor : program.constructors) ctorNames_.insert(ctor.name);
}

TypeId LazyLists::addType(const std::string& name) {
  ir::Type type;
  type.name = unusedName(typeNames_, name);
  program_.types.push_back(std::move(type));
  return TypeId{static_cast<std::uint32_t>(program_.types.size() - 1)};
}

CtorId LazyLists::addCtor(TypeId type, const std::string& name, const std::vector<TypeId>& fields) {
  ir::Constructor ctor;
  ctor.name = unusedName(ctorNames_, name);
  ctor.type = type;
  std::vector<CtorId>& constructors = program_.types[type.value].constructors;
  ctor.tag = static_cast<std::uint32_t>(constructors.size());
  for (const TypeId field : fields) ctor.fields.push_back({field, "", false});
  const CtorId id{static_cast<std::uint32_t>(program_.constructors.size())};
  constructors.push_back(id);
  program_.constructors.push_back(std::move(ctor));
  return id;
}

FunId LazyLists::addFunction(const std::string& name, TypeId parameter, TypeId result) {
  ir::Function function;
  function.name = names_.unique(name);
  function.parameters = {function.fresh(parameter, "xs")};
  function.resultTypes = {result};
  function.composed = true;
  program_.functions.push_back(std::move(function));
  return FunId{static_cast<std::uint32_t>(program_.functions.size() - 1)};
}

TypeId LazyLists::typeOf(TypeId list, ListForm form) {
  if (form == ListForm::Whole) return list;
  const LazyList& types = of(list);
  return form == ListForm::Cell ? types.cells : types.rest;
}

LazyList& LazyLists::of(TypeId list) {
  if (const auto known = lists_.find(list); known != lists_.end()) return known->second;
  LazyList made;
  made.strict = *listCtors(program_, list);
  const TypeId element = program_.constructor(made.strict.cons).fields[0].type;
  made.cells = addType("Cells");
  made.rest = addType("Rest");
  made.end = addCtor(made.cells, "End", {});
  made.item = addCtor(made.cells, "Item", {element, made.rest});
  made.made = addCtor(made.rest, "Made", {list});
  made.ready = addCtor(made.rest, "Ready", {made.cells});
  made.force = addFunction("force", made.rest, made.cells);
  made.open = addFunction("open", list, made.cells);
  made.whole = addFunction("whole", made.cells, list);
  defineOpen(made);
  defineWhole(made);
  return lists_.emplace(list, std::move(made)).first->second;
}

void LazyLists::defineOpen(const LazyList& list) {
  ir::Function& open = program_.functions[list.open.value];
  const TypeId type = open.variables[open.parameters[0].value].type;
  std::vector<ir::Alternative> alternatives;
  for (const CtorId ctor : program_.type(type).constructors) {
    ir::Alternative each{ctor, {}, {}};
    for (const ir::Field& field : program_.constructor(ctor).fields) {
      each.fields.push_back(open.fresh(field.type, each.fields.empty() ? "x" : "ys"));
    }
    if (each.fields.empty()) {
      each.body.results = {bind(open, each.body, list.cells, "c", ir::Construct{list.end, {}})};
    } else {
      const VarId rest =
          bind(open, each.body, list.rest, "rest", ir::Construct{list.made, {each.fields[1]}});
      each.body.results = {
          bind(open, each.body, list.cells, "c", ir::Construct{list.item, {each.fields[0], rest}})};
    }
    alternatives.push_back(std::move(each));
  }
  match(open, std::move(alternatives));
}

void LazyLists::defineWhole(const LazyList& list) {
  ir::Function& whole = program_.functions[list.whole.value];
  const TypeId type = whole.resultTypes[0];
  const TypeId element = program_.constructor(list.item).fields[0].type;
  ir::Alternative end{list.end, {}, {}};
  end.body.results = {bind(whole, end.body, type, "xs", ir::Construct{list.strict.nil, {}})};
  ir::Alternative item{list.item, {whole.fresh(element, "x"), whole.fresh(list.rest, "rest")}, {}};
  const VarId next =
      bind(whole, item.body, list.cells, "next", ir::Call{list.force, {item.fields[1]}});
  const VarId rest = bind(whole, item.body, type, "xs", ir::Call{list.whole, {next}});
  item.body.results = {
      bind(whole, item.body, type, "xs", ir::Construct{list.strict.cons, {item.fields[0], rest}})};
  match(whole, {std::move(end), std::move(item)});
}

CtorId LazyLists::suspend(const ListVariant& variant, FunId made, const ir::Function& source) {
  const TypeId list = source.resultTypes[0];
  if (const auto known = of(list).suspended.find(variant); known != of(list).suspended.end()) {
    return known->second;
  }
  std::vector<TypeId> fields;
  for (std::size_t i = 0; i < source.parameters.size(); ++i) {
    const TypeId type = source.variables[source.parameters[i].value].type;
    const bool whole = variant.parameters[i] == ListForm::Whole;
    fields.push_back(whole ? type : of(type).rest);
  }
  LazyList& types = of(list);
  const CtorId ctor = addCtor(types.rest, capitalised(source.name), fields);
  types.suspended.emplace(variant, ctor);
  types.calls.emplace_back(variant, made);
  return ctor;
}

void LazyLists::defineForce(const LazyList& list) {
  ir::Function& force = program_.functions[list.force.value];
  std::vector<ir::Alternative> alternatives;
  ir::Alternative made{
      list.made, {force.fresh(program_.constructor(list.made).fields[0].type, "xs")}, {}};
  made.body.results = {
      bind(force, made.body, list.cells, "c", ir::Call{list.open, {made.fields[0]}})};
  alternatives.push_back(std::move(made));
  ir::Alternative ready{list.ready, {force.fresh(list.cells, "cells")}, {}};
  ready.body.results = {ready.fields[0]};
  alternatives.push_back(std::move(ready));
  for (const auto& [variant, callee] : list.calls) {
    const ir::Constructor& ctor = program_.constructor(list.suspended.at(variant));
    const ir::Function& called = program_.function(callee);
    ir::Alternative each{list.suspended.at(variant), {}, {}};
    std::vector<Atom> arguments;
    for (std::size_t i = 0; i < ctor.fields.size(); ++i) {
      const std::string name = called.variables[called.parameters[i].value].name;
      const VarId field = force.fresh(ctor.fields[i].type, name);
      each.fields.push_back(field);
      arguments.emplace_back(field);
      if (variant.parameters[i] != ListForm::Cell) continue;
      for (const auto& [type, other] : lists_) {
        if (other.rest != ctor.fields[i].type) continue;
        arguments.back() =
            bind(force, each.body, other.cells, "cells", ir::Call{other.force, {field}});
      }
    }
    each.body.results = {
        bind(force, each.body, list.cells, "c", ir::Call{callee, std::move(arguments)})};
    alternatives.push_back(std::move(each));
  }
  match(force, std::move(alternatives));
}

void LazyLists::finish() {
  for (const auto& [type, list] : lists_) defineForce(list);
}

}  // namespace deforest::backends
