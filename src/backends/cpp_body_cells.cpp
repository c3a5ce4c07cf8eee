// Cells: when they are allocated, and how they are filled.
//
// A cell is allocated just before the first call whose result it holds, directly or in a cell of
// its own, so that what is made later lies behind it; of several, the outermost comes first. Fields
// that are known then are set at once, the others as soon as they are.
#include <algorithm>

#include "backends/cpp_body.hpp"
#include "support/check.hpp"

namespace deforest::backends {

using ir::Atom;
using ir::VarId;

// The position of the earliest call in the block that the binding's results are made from, at most
// its own.
std::size_t CppBody::cellPosition(Scope& scope, std::size_t at) const {
  constexpr auto unknown = static_cast<std::size_t>(-1);
  if (scope.position[at] != unknown) return scope.position[at];
  scope.position[at] = at;
  const ir::Operation& operation = scope.block.bindings[at].operation;
  const auto* construct = std::get_if<ir::Construct>(&operation);
  const auto* unpack = std::get_if<ir::Unpack>(&operation);
  std::vector<Atom> parts;
  if (construct != nullptr) parts = construct->fields;
  if (unpack != nullptr) parts = {unpack->scrutinee};
  std::size_t earliest = at;
  for (const auto& atom : parts) {
    const auto* variable = std::get_if<VarId>(&atom);
    if (variable == nullptr || typeOf(*variable).form == CppForm::Scalar) continue;
    for (std::size_t i = 0; i < at; ++i) {
      const auto& results = scope.block.bindings[i].results;
      if (std::find(results.begin(), results.end(), *variable) == results.end()) continue;
      earliest = std::min(earliest, cellPosition(scope, i));
    }
  }
  scope.position[at] = earliest;
  return earliest;
}

void CppBody::planCells(Scope& scope) const {
  scope.position.assign(scope.block.bindings.size(), static_cast<std::size_t>(-1));
  for (std::size_t i = 0; i < scope.block.bindings.size(); ++i) {
    static_cast<void>(cellPosition(scope, i));
  }
}

// Allocates the cells that belong before the bindings `from` ... `from + count - 1`.
void CppBody::allocateCells(Scope& scope, std::size_t from, std::size_t count) {
  for (std::size_t i = scope.block.bindings.size(); i-- > from + count;) {
    const auto* construct = std::get_if<ir::Construct>(&scope.block.bindings[i].operation);
    if (construct == nullptr || !context_.layout.allocates(construct->ctor)) continue;
    const std::size_t position = scope.position[i];
    if (position >= from && position < from + count && position < i) allocate(scope, i);
  }
}

void CppBody::allocate(Scope& scope, std::size_t at) {
  const auto& binding = scope.block.bindings[at];
  const auto& construct = std::get<ir::Construct>(binding.operation);
  const CppCtor& ctor = context_.layout[construct.ctor];
  const std::string name = local(binding.results[0]);
  out_.line("auto* " + name + " = worker.make<" + ctor.cell + ">();");
  const CppType& type = context_.layout[context_.program.constructor(construct.ctor).type];
  if (type.tagged) out_.line(name + "->tag = " + type.name + "::Tag::" + ctor.name + ";");
  scope.cells[at] = {name, std::vector<bool>(construct.fields.size())};
  exprs_[binding.results[0].value] = {name, false, true, {}};
  fill(scope, at);
}

// Sets the fields whose values are known by now.
void CppBody::fill(Scope& scope, std::size_t at) {
  const auto& construct = std::get<ir::Construct>(scope.block.bindings[at].operation);
  const CppCtor& ctor = context_.layout[construct.ctor];
  Cell& cell = scope.cells.at(at);
  for (const std::size_t i : ctor.order) {
    const auto* variable = std::get_if<VarId>(&construct.fields[i]);
    const bool known = variable == nullptr || !exprs_[variable->value].text.empty();
    if (cell.filled[i] || !known) continue;
    cell.filled[i] = true;
    out_.line(cell.name + "->" + ctor.fields[i] + " = " + expr(construct.fields[i]).text + ";");
  }
}

// The field of a waiting cell that is the only place where the variable goes; empty if there is
// none.
std::string CppBody::holeFor(Scope& scope, VarId variable) const {
  if (reads(variable) != 1) return "";
  for (auto& [at, cell] : scope.cells) {
    const auto& construct = std::get<ir::Construct>(scope.block.bindings[at].operation);
    for (std::size_t i = 0; i < construct.fields.size(); ++i) {
      if (cell.filled[i] || construct.fields[i] != Atom(variable)) continue;
      cell.filled[i] = true;
      return cell.name + "->" + context_.layout[construct.ctor].fields[i];
    }
  }
  return "";
}

CppExpr CppBody::valueOf(const ir::Construct& construct) const {
  const CppCtor& ctor = context_.layout[construct.ctor];
  const CppType& type = context_.layout[context_.program.constructor(construct.ctor).type];
  if (type.form == CppForm::Enumeration) return {type.name + "::" + ctor.name, false, false, {}};
  if (type.null == construct.ctor) return {"nullptr", false, false, {}};
  if (type.form == CppForm::Pointer) return {"&" + ctor.constant, false, false, {}};
  CppExpr value{"", false, false, {}};
  std::vector<std::string> names;
  std::vector<std::string> fields;
  for (const std::size_t i : ctor.order) {
    const CppExpr field = expr(construct.fields[i]);
    names.push_back(ctor.fields[i]);
    fields.push_back(field.text);
    value.parameters.insert(value.parameters.end(), field.parameters.begin(),
                            field.parameters.end());
  }
  value.text = type.name + cppAggregate(names, fields);
  return value;
}

void CppBody::writeConstruct(Scope& scope, std::size_t at) {
  const auto& binding = scope.block.bindings[at];
  const auto& construct = std::get<ir::Construct>(binding.operation);
  const VarId result = binding.results[0];
  if (context_.layout.allocates(construct.ctor)) {
    if (scope.cells.contains(at)) {
      fill(scope, at);
    } else {
      allocate(scope, at);
    }
    return;
  }
  if (reads(result) == 0) return;
  const CppExpr value = valueOf(construct);
  if (construct.fields.empty() || reads(result) == 1) {
    exprs_[result.value] = value;
  } else {
    define(result, value.text);
  }
}

}  // namespace deforest::backends
