#include "backends/native/suspension/list_facts.hpp"

#include <algorithm>

#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {

using ir::FunId;
using ir::VarId;
using Kind = ListUse::Kind;

ListFacts::ListFacts(const ir::Program& program)
    : program_(program), calls_(graph::callGraph(program)), heavy_(program.functions.size()) {
  for (std::uint32_t i = 0; i < program.types.size(); ++i) {
    isList_.push_back(listCtors(program, ir::TypeId{i}).has_value());
  }
  uses_.reserve(program.functions.size());
  for (const ir::Function& function : program.functions) uses_.emplace_back(program, function);
  induce(takes_, true, [this](FunId f, std::size_t i) { return holdsTakes(f, i); });
  induce(drops_, false, [this](FunId f, std::size_t i) { return holdsDrops(f, i); });
  induce(takenApart_, false, [this](FunId f, std::size_t i) { return holdsTakenApart(f, i); });
  induce(flows_, false, [this](FunId f, std::size_t i) { return holdsFlows(f, i); });
  induce(cells_, false, [this](FunId f, std::size_t i) { return holdsCell(f, i); });
  findNested();
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
      if (heavy_[i] || !holdsHeavy(FunId{i})) continue;
      heavy_[i] = changed = true;
    }
  }
}

// The largest set of parameters for which it holds, or the smallest.
template <class Holds>
void ListFacts::induce(Table& table, bool start, Holds holds) {
  for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
    std::vector<bool> row;
    for (std::size_t i = 0; i < program_.functions[f].parameters.size(); ++i) {
      row.push_back(start && isListParameter(FunId{f}, i));
    }
    table.push_back(std::move(row));
  }
  for (bool changed = true; changed;) {
    changed = false;
    // Callees come first.
    for (const std::vector<FunId>& component : calls_.components) {
      for (const FunId f : component) {
        for (std::size_t i = 0; i < table[f.value].size(); ++i) {
          if (!isListParameter(f, i) || table[f.value][i] != start || holds(f, i) == start) {
            continue;
          }
          table[f.value][i] = !start;
          changed = true;
        }
      }
    }
  }
}

bool ListFacts::isListParameter(FunId function, std::size_t parameter) const {
  const ir::Function& f = program_.function(function);
  return !f.library && isList(f.variables[f.parameters[parameter].value].type);
}

bool ListFacts::givesLazily(FunId function) const {
  const ir::Function& f = program_.function(function);
  return !f.library && f.resultTypes.size() == 1 && isList(f.resultTypes[0]);
}

// The parameter, and what follows its first element where the function takes it apart.
std::vector<VarId> ListFacts::parts(FunId function, std::size_t parameter) const {
  const VarId variable = program_.function(function).parameters[parameter];
  std::vector<VarId> parts = {variable};
  if (const auto tail = uses(function).tailOf(variable)) parts.push_back(*tail);
  return parts;
}

bool ListFacts::holdsTakes(FunId function, std::size_t parameter) const {
  const VarId variable = program_.function(function).parameters[parameter];
  const ListUses& uses = this->uses(function);
  if (!uses.isLinear(variable)) return false;
  for (const VarId part : parts(function, parameter)) {
    for (const ListUse& use : uses.of(part)) {
      if (use.kind == Kind::Other) return false;
      if (use.kind == Kind::Scrutinee && part != variable) return false;
      if (use.kind == Kind::Argument && !takesLazily(use.callee, use.parameter)) return false;
    }
  }
  return true;
}

bool ListFacts::holdsDrops(FunId function, std::size_t parameter) const {
  const VarId variable = program_.function(function).parameters[parameter];
  const ListUses& uses = this->uses(function);
  if (uses.isDropped(variable)) return true;
  for (const VarId part : parts(function, parameter)) {
    for (const ListUse& use : uses.of(part)) {
      if (use.kind == Kind::Argument && drops(use.callee, use.parameter)) return true;
    }
  }
  return false;
}

// Whether what is made of a list is in the result, cell by cell.
bool ListFacts::flowsOn(FunId function, VarId variable) const {
  for (const ListUse& use : uses(function).of(variable)) {
    if (use.kind == Kind::Result) return true;
    if (!use.made || *use.made == variable) continue;
    if (use.kind == Kind::Tail && uses(function).isResult(*use.made)) return true;
    if (use.kind != Kind::Argument) continue;
    // What follows in a cell of the result, or is put behind a list of it, waits as a whole.
    const bool waits = std::ranges::any_of(uses(function).of(*use.made), [&](const ListUse& next) {
      if (!next.made || !uses(function).isResult(*next.made)) return false;
      if (next.kind == Kind::Tail) return true;
      return next.kind == Kind::Argument && flows(next.callee, next.parameter) &&
             !takenApart_[next.callee.value][next.parameter];
    });
    if (waits) return true;
    if (flows(use.callee, use.parameter) && flowsOn(function, *use.made)) return true;
  }
  return false;
}

bool ListFacts::holdsFlows(FunId function, std::size_t parameter) const {
  if (!givesLazily(function)) return false;
  return std::ranges::any_of(parts(function, parameter),
                             [&](VarId part) { return flowsOn(function, part); });
}

// Whether the function, or one to which it hands the list, branches on it.
bool ListFacts::holdsTakenApart(FunId function, std::size_t parameter) const {
  const VarId variable = program_.function(function).parameters[parameter];
  const ListUses& uses = this->uses(function);
  return uses.matchOn(variable) != nullptr ||
         std::ranges::any_of(uses.of(variable), [&](const ListUse& use) {
           return use.kind == Kind::Argument && takenApart_[use.callee.value][use.parameter];
         });
}

bool ListFacts::holdsCell(FunId function, std::size_t parameter) const {
  const ir::Function& f = program_.function(function);
  const VarId variable = f.parameters[parameter];
  const ListUses& uses = this->uses(function);
  if (uses.matchOn(variable) != nullptr) return true;
  if (ir::soleCase(f) != nullptr || uses.of(variable).size() != 1) return false;
  const ListUse& use = uses.of(variable)[0];
  if (use.kind != Kind::Argument || !use.made || use.block != &f.body) return false;
  const bool now = !isList(f.variables[use.made->value].type) ||
                   (f.body.results.size() == 1 && f.body.results[0] == ir::Atom(*use.made));
  return now && cells_[use.callee.value][use.parameter];
}

void ListFacts::findNested() {
  for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
    const FunId function{i};
    if (!calls_.recursive[i]) continue;
    ir::forEachBinding(program_.functions[i].body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || !isWithin(function, call->callee) || !givesLazily(call->callee)) {
        return;
      }
      const bool nested =
          std::ranges::any_of(uses(function).of(binding.results[0]), [&](const ListUse& use) {
            return use.kind == Kind::Argument && flows(use.callee, use.parameter) &&
                   takenApart_[use.callee.value][use.parameter];
          });
      if (!nested) return;
      for (const FunId member : calls_.components[calls_.componentOf[i]]) {
        heavy_[member.value] = heavy_[member.value] || givesLazily(member);
      }
    });
  }
}

bool ListFacts::isHeavyHere(FunId function, const ir::Atom& list) const {
  const VarId* variable = ir::variableOf(list);
  if (variable == nullptr) return false;
  const ir::Operation* made = uses(function).definition(*variable);
  if (made == nullptr) return false;
  if (const auto* call = std::get_if<ir::Call>(made)) {
    if (isHeavy(call->callee)) return true;
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      if (flows(call->callee, i) && isHeavyHere(function, call->arguments[i])) return true;
    }
    return false;
  }
  const auto* cell = std::get_if<ir::Construct>(made);
  return cell != nullptr && cell->fields.size() == 2 && isHeavyHere(function, cell->fields[1]);
}

bool ListFacts::holdsHeavy(FunId function) const {
  if (!givesLazily(function)) return false;
  const ir::Function& f = program_.function(function);
  for (std::uint32_t i = 0; i < f.variables.size(); ++i) {
    if (uses(function).isResult(VarId{i}) && isHeavyHere(function, VarId{i})) return true;
  }
  return false;
}

}  // namespace deforest::backends
