#include "backends/native/suspension/lazy_types.hpp"

#include <utility>

namespace deforest::backends {

using ir::Atom;
using ir::CtorId;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

LazyLists::LazyLists(ir::Program& program) : program_(program), additions_(program) {}

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
  made.cells = additions_.addType("Cells");
  made.rest = additions_.addType("Rest");
  made.end = additions_.addCtor(made.cells, "End", {});
  made.item = additions_.addCtor(made.cells, "Item", {element, made.rest});
  made.made = additions_.addCtor(made.rest, "Made", {list});
  made.ready = additions_.addCtor(made.rest, "Ready", {made.cells});
  made.force = additions_.addFunction("force", made.rest, made.cells);
  made.open = additions_.addFunction("open", list, made.cells);
  made.whole = additions_.addFunction("whole", made.cells, list);
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
      each.body.results = {bindIn(open, each.body, list.cells, "c", ir::Construct{list.end, {}})};
    } else {
      const VarId rest =
          bindIn(open, each.body, list.rest, "rest", ir::Construct{list.made, {each.fields[1]}});
      each.body.results = {bindIn(open, each.body, list.cells, "c",
                                  ir::Construct{list.item, {each.fields[0], rest}})};
    }
    alternatives.push_back(std::move(each));
  }
  makeMatch(open, std::move(alternatives));
}

void LazyLists::defineWhole(const LazyList& list) {
  ir::Function& whole = program_.functions[list.whole.value];
  const TypeId type = whole.resultTypes[0];
  const TypeId element = program_.constructor(list.item).fields[0].type;
  ir::Alternative end{list.end, {}, {}};
  end.body.results = {bindIn(whole, end.body, type, "xs", ir::Construct{list.strict.nil, {}})};
  ir::Alternative item{list.item, {whole.fresh(element, "x"), whole.fresh(list.rest, "rest")}, {}};
  const VarId next =
      bindIn(whole, item.body, list.cells, "next", ir::Call{list.force, {item.fields[1]}});
  const VarId rest = bindIn(whole, item.body, type, "xs", ir::Call{list.whole, {next}});
  item.body.results = {bindIn(whole, item.body, type, "xs",
                              ir::Construct{list.strict.cons, {item.fields[0], rest}})};
  makeMatch(whole, {std::move(end), std::move(item)});
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
  const CtorId ctor = additions_.addCall(types.rest, source.name, fields);
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
      bindIn(force, made.body, list.cells, "c", ir::Call{list.open, {made.fields[0]}})};
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
            bindIn(force, each.body, other.cells, "cells", ir::Call{other.force, {field}});
      }
    }
    each.body.results = {
        bindIn(force, each.body, list.cells, "c", ir::Call{callee, std::move(arguments)})};
    alternatives.push_back(std::move(each));
  }
  makeMatch(force, std::move(alternatives));
}

void LazyLists::finish() {
  for (const auto& [type, list] : lists_) defineForce(list);
}

}  // namespace deforest::backends
