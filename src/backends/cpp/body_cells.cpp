// Cells: when they are allocated, and how they are filled.
//
// A cell is allocated just before the first call whose result it holds, directly or in a cell of
// its own, so that what is made later lies behind it; of several, the outermost comes first. Fields
// that are known then are set at once, the others as soon as they are.
#include <algorithm>
#include <functional>
#include <iterator>

#include "backends/cpp/body.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::backends {

using ir::Atom;
using ir::VarId;

// The position of the earliest cell in the block that the binding's results are made from, at most
// its own. Numbers that it holds have no place in the order of the tree.
std::size_t CppBody::cellPosition(Scope& scope, std::size_t at) const {
  constexpr auto unknown = static_cast<std::size_t>(-1);
  if (scope.position[at] != unknown) return scope.position[at];
  scope.position[at] = at;
  const ir::Operation& operation = scope.block.bindings[at].operation;
  const auto* construct = std::get_if<ir::Construct>(&operation);
  const auto* unpack = std::get_if<ir::Unpack>(&operation);
  const auto* call = std::get_if<ir::Call>(&operation);
  std::vector<Atom> parts;
  if (construct != nullptr) parts = construct->fields;
  if (unpack != nullptr) parts = {unpack->scrutinee};
  // What is written in place comes from where the old one was made.
  if (call != nullptr && !context_.code.facts.heavy[call->callee.value] &&
      !context_.code.reuse[call->callee.value].taken.empty()) {
    parts = call->arguments;
  }
  std::size_t earliest = at;
  for (const auto& atom : parts) {
    const auto* variable = std::get_if<VarId>(&atom);
    if (variable == nullptr ||
        !context_.code.cells[function_.variables[variable->value].type.value]) {
      continue;
    }
    const auto maker = scope.makers.find(variable->value);
    if (maker == scope.makers.end() || maker->second >= at) continue;
    earliest = std::min(earliest, cellPosition(scope, maker->second));
  }
  scope.position[at] = earliest;
  return earliest;
}

void CppBody::planCells(Scope& scope) const {
  const auto& bindings = scope.block.bindings;
  scope.position.assign(bindings.size(), static_cast<std::size_t>(-1));
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    for (const VarId result : bindings[i].results) scope.makers.emplace(result.value, i);
  }
  for (std::size_t i = 0; i < bindings.size(); ++i) static_cast<void>(cellPosition(scope, i));
  // A cell that takes another one waits until that one has been taken apart.
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    if (!std::holds_alternative<ir::Construct>(bindings[i].operation)) continue;
    const auto taken = reuse_.taken.find(bindings[i].results[0]);
    if (taken == reuse_.taken.end()) continue;
    for (std::size_t j = 0; j < i; ++j) {
      const auto* unpack = std::get_if<ir::Unpack>(&bindings[j].operation);
      const bool frees = unpack != nullptr && unpack->scrutinee == Atom(taken->second);
      if (frees) scope.position[i] = std::max(scope.position[i], j + 1);
    }
  }
  planTexts(scope);
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const auto* construct = std::get_if<ir::Construct>(&bindings[i].operation);
    if (construct == nullptr || !context_.layout.allocates(construct->ctor)) continue;
    if (!scope.withinText[i]) scope.cellsAt[scope.position[i]].push_back(i);
  }
}

// What follows in a cell that holds a known character and is nothing but a part of a list; null: it
// is no such cell.
const VarId* CppBody::afterLetter(const Scope& scope, std::size_t at) const {
  const ir::Binding& binding = scope.block.bindings[at];
  const auto* construct = std::get_if<ir::Construct>(&binding.operation);
  if (construct == nullptr || construct->fields.size() != 2 || scope.chained[at]) return nullptr;
  const ir::TypeId type = context_.code.program.constructor(construct->ctor).type;
  if (!context_.layout.allocates(construct->ctor) || context_.layout[type].tagged) return nullptr;
  if (reuse_.taken.contains(binding.results[0]) || plan_.pockets.contains(binding.results[0])) {
    return nullptr;
  }
  const auto* letter = std::get_if<ir::Literal>(&construct->fields[0]);
  const VarId* rest = ir::variableOf(construct->fields[1]);
  if (letter == nullptr || letter->kind != ir::TypeKind::Char || rest == nullptr) return nullptr;
  // Half of a pair of UTF-16 is a Char, but none of C++.
  if (letter->bits >= 0xd800 && letter->bits < 0xe000) return nullptr;
  return function_.variables[rest->value].type == type ? rest : nullptr;
}

// Where a call makes what a text ends in, its cells come before the call as any others do, and the
// last one is set behind the call. A text that ends in cells that others end in, too, comes behind
// these.
void CppBody::planTexts(Scope& scope) const {
  constexpr std::size_t least = 2;
  const auto& bindings = scope.block.bindings;
  scope.withinText.assign(bindings.size(), false);
  if (!profile_.empty()) return;  // Cells are counted where they are made.
  const auto isThere = [&](const VarId& rest, std::size_t maker) {
    const auto* construct = std::get_if<ir::Construct>(&bindings[maker].operation);
    return construct != nullptr && (!context_.layout.allocates(construct->ctor) || reads(rest) > 1);
  };
  std::map<std::size_t, std::vector<std::size_t>> texts;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    const VarId* rest = afterLetter(scope, i);
    if (rest == nullptr) continue;
    const auto maker = scope.makers.find(rest->value);
    const auto after = maker == scope.makers.end() ? texts.end() : texts.find(maker->second);
    if (after != texts.end() && reads(*rest) == 1 &&
        onScratch(bindings[i]) == onScratch(bindings[after->first])) {
      std::vector<std::size_t> cells = std::move(after->second);
      texts.erase(after);
      cells.push_back(i);
      texts.emplace(i, std::move(cells));
    } else {
      texts.emplace(i, std::vector{i});
    }
  }
  for (auto& [first, cells] : texts) {
    if (cells.size() < least) continue;
    const VarId& rest = *afterLetter(scope, cells[0]);
    const auto maker = scope.makers.find(rest.value);
    if (maker == scope.makers.end() || isThere(rest, maker->second)) {
      scope.position[first] = cells[0];
    }
    for (std::size_t i = 0; i + 1 < cells.size(); ++i) scope.withinText[cells[i]] = true;
    scope.texts.emplace(first, std::move(cells));
  }
}

// In pieces that fit in a line, the last one first. Where nothing is known yet of what follows it,
// that one is left open.
void CppBody::writeText(Scope& scope, std::size_t at) {
  constexpr std::size_t widest = 48;
  const std::vector<std::size_t>& cells = scope.texts.at(at);
  const auto constructOf = [&](std::size_t cell) -> const ir::Construct& {
    return std::get<ir::Construct>(scope.block.bindings[cell].operation);
  };
  std::string worker;
  for (const std::size_t cell : cells) worker = place(scope.block.bindings[cell]);
  const CppCtor& ctor = context_.layout[constructOf(at).ctor];
  const VarId result = scope.block.bindings[at].results[0];
  const VarId after = std::get<VarId>(constructOf(cells[0]).fields[1]);
  std::string rest = exprs_[after.value].text.empty() ? "" : expr(after).operand();
  std::u32string text;
  for (const std::size_t cell : cells) {
    const auto& letter = std::get<ir::Literal>(constructOf(cell).fields[0]);
    text.insert(text.begin(), static_cast<char32_t>(letter.bits));
    if (cell != at && cppText(text).size() < widest) continue;
    const std::string name = local(result);
    const std::string members =
        "&" + ctor.cell + "::" + ctor.fields[0] + ", &" + ctor.cell + "::" + ctor.fields[1];
    const std::string letters = worker + ", " + cppText(text);
    if (rest.empty()) {
      out_.declare("const auto " + name, "deforest::openText<" + members + ">", letters);
      scope.cells[cells[0]] = {name + ".last", {true, false}};
      rest = name + ".first";
    } else {
      out_.declare("const auto* " + name, "deforest::text<" + members + ">", letters + ", " + rest);
      rest = name;
    }
    text.clear();
  }
  tickDue_ = false;
  exprs_[result.value] = {rest, false, true, {}};
}

// The cell that a new value takes, if it takes one.
const CppBody::Old* CppBody::oldFor(VarId made) const {
  const auto taken = reuse_.taken.find(made);
  if (taken == reuse_.taken.end()) return nullptr;
  const auto old = old_.find(taken->second);
  return old == old_.end() ? nullptr : &old->second;
}

// Whether something made in the block takes the cell of `old`.
bool CppBody::takes(const ir::Block& block, VarId old) const {
  bool found = false;
  ir::forEachBinding(block, [&](const ir::Binding& binding) {
    if (!std::holds_alternative<ir::Construct>(binding.operation)) return;
    const auto taken = reuse_.taken.find(binding.results[0]);
    found = found || (taken != reuse_.taken.end() && taken->second == old);
  });
  return found;
}

// Allocates the cells that belong before the binding.
void CppBody::allocateCells(Scope& scope, std::size_t before) {
  const auto cells = scope.cellsAt.find(before);
  if (cells == scope.cellsAt.end()) return;
  std::vector<std::size_t> found;
  std::ranges::copy_if(cells->second, std::back_inserter(found),
                       [&](std::size_t at) { return at > before; });
  std::ranges::sort(found, std::greater());
  for (const std::size_t at : found) allocate(scope, at);
}

void CppBody::allocate(Scope& scope, std::size_t at) {
  if (scope.texts.contains(at)) {
    writeText(scope, at);
    return;
  }
  const auto& binding = scope.block.bindings[at];
  const auto& construct = std::get<ir::Construct>(binding.operation);
  const CppCtor& ctor = context_.layout[construct.ctor];
  const std::string name = local(binding.results[0]);
  const Old* old = oldFor(binding.results[0]);
  const bool same = old != nullptr && old->ctor == construct.ctor;
  made_.insert(binding.results[0]);
  const std::string worker = old == nullptr ? place(binding) : std::string();
  if (old == nullptr && makeWhole(scope, at, name, worker)) return;
  const CppType& type = context_.layout[context_.code.program.constructor(construct.ctor).type];
  const std::string reuse = profile_.empty() ? "deforest::reuse" : profile_ + ".reuse";
  bool tagged = same;
  if (same) {
    out_.line("auto* " + name + " = " + reuse + "(" + old->cell.text + ");");
  } else if (old != nullptr) {
    out_.line("auto* " + name + " = " + reuse + "As<" + ctor.cell + ">(" + old->cell.text + ");");
  } else {
    tagged = writeMake(name, ctor.cell + tagOf(construct.ctor), worker, "");
    if (!tagged) (void)writeMake(name, ctor.cell, worker, "", false);
    tickDue_ = false;
  }
  if (type.tagged && !tagged) {
    out_.line(name + "->tag = " + type.name + "::Tag::" + ctor.name + ";");
  }
  scope.cells[at] = {name, std::vector<bool>(construct.fields.size())};
  for (std::size_t i = 0; same && i < construct.fields.size(); ++i) {
    scope.cells[at].filled[i] = construct.fields[i] == Atom((*old->fields)[i]);
  }
  exprs_[binding.results[0].value] = {name, false, true, {}, ctor.cell};
  fill(scope, at);
}

// What the template that makes a cell is given besides its type.
std::string CppBody::tagOf(ir::CtorId id) const {
  const CppType& type = context_.layout[context_.code.program.constructor(id).type];
  return type.tagged ? ", " + type.name + "::Tag::" + context_.layout[id].name : "";
}

// A cell, made with these fields; false, and nothing is written, if it must fit on a line and does
// not. Where cells are counted the text is longer, and what stands on a line is the same.
bool CppBody::writeMake(const std::string& name, const std::string& cell, const std::string& worker,
                        const std::string& fields, bool mustFit) {
  const std::string head = "auto* " + name + " = ";
  const std::string plain = head + worker + ".make<" + cell + ">(" + fields + ");";
  if (mustFit && !out_.fits(plain)) return false;
  const std::string given = worker + (fields.empty() ? "" : ", ") + fields;
  out_.line(profile_.empty() ? plain : head + profile_ + ".make<" + cell + ">(" + given + ");");
  return true;
}

// The cell with all of its fields, on one line, if they are known by now and it has room for them.
bool CppBody::makeWhole(Scope& scope, std::size_t at, const std::string& name,
                        const std::string& worker) {
  const auto& binding = scope.block.bindings[at];
  const auto& construct = std::get<ir::Construct>(binding.operation);
  const CppCtor& ctor = context_.layout[construct.ctor];
  const CppType& type = context_.layout[context_.code.program.constructor(construct.ctor).type];
  // A host may have its fields in another order.
  if (!type.host.empty()) return false;
  std::string fields;
  for (const std::size_t i : ctor.order) {
    const auto* variable = std::get_if<VarId>(&construct.fields[i]);
    if (variable != nullptr && exprs_[variable->value].text.empty()) return false;
    fields += (fields.empty() ? "" : ", ") + expr(construct.fields[i], true).text;
  }
  if (!writeMake(name, ctor.cell + tagOf(construct.ctor), worker, fields)) return false;
  tickDue_ = false;
  scope.cells[at] = {name, std::vector<bool>(construct.fields.size(), true)};
  exprs_[binding.results[0].value] = {name, false, true, {}, ctor.cell};
  return true;
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
  const CppType& type = context_.layout[context_.code.program.constructor(construct.ctor).type];
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
  if (scope.texts.contains(at) || scope.withinText[at]) {
    if (scope.cells.contains(at)) fill(scope, at);
    return;
  }
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
