#include "backends/native/suspension/rests.hpp"

#include <algorithm>
#include <utility>

#include "backends/native/suspension/lists.hpp"
#include "ir/alpha.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::VarId;

std::set<VarId> resultsOf(const Binding& binding) {
  return {binding.results.begin(), binding.results.end()};
}

// Where the only binding that reads the results is a branching, and what it branches on is another.
Binding* onlyBranching(Block& block, std::size_t index) {
  const std::set<VarId> results = resultsOf(block.bindings[index]);
  const bool given = std::ranges::any_of(results, [&](VarId result) {
    return std::ranges::find(block.results, Atom(result)) != block.results.end();
  });
  if (given) return nullptr;
  Binding* found = nullptr;
  for (std::size_t i = index + 1; i < block.bindings.size(); ++i) {
    Binding& reader = block.bindings[i];
    if (countReads(reader.operation, results) == 0) continue;
    if (found != nullptr || !ir::branches(reader.operation) ||
        readsItself(reader.operation, results) != 0) {
      return nullptr;
    }
    found = &reader;
  }
  return found;
}

void copyInto(Block& inner, const Binding& binding, ir::Function& function) {
  const std::set<VarId> made = resultsOf(binding);
  if (countReads(inner, made) == 0) return;
  const auto place = std::ranges::find_if(
      inner.bindings, [&](const Binding& each) { return countReads(each.operation, made) != 0; });
  const auto before = place - inner.bindings.begin();
  const std::vector<Atom> results(binding.results.begin(), binding.results.end());
  ir::Substitution by(function);
  Block copy = ir::freshCopy({{binding}, results}, by, function, function);
  ir::substitute(inner, by);
  inner.bindings.insert(inner.bindings.begin() + before, std::move(copy.bindings.front()));
}

// Whether each of the branches reads what the binding makes.
bool readsAlways(const ir::Operation& branching, const Binding& binding) {
  bool always = true;
  ir::forEachBlock(branching, [&](const Block& inner) {
    always = always && leastReads(inner, resultsOf(binding)) != 0;
  });
  return always;
}

// `saving`: only where a branch does without it.
void sinkIn(Block& block, ir::Function& function, bool saving,
            const std::function<bool(const Binding&)>& moves) {
  for (std::size_t i = block.bindings.size(); i-- > 0;) {
    if (!moves(block.bindings[i])) continue;
    Binding* branching = onlyBranching(block, i);
    if (branching == nullptr || (saving && readsAlways(branching->operation, block.bindings[i]))) {
      continue;
    }
    const Binding binding = block.bindings[i];
    ir::forEachBlock(branching->operation,
                     [&](Block& inner) { copyInto(inner, binding, function); });
    block.bindings.erase(block.bindings.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (Binding& binding : block.bindings) {
    ir::forEachBlock(binding.operation,
                     [&](Block& inner) { sinkIn(inner, function, saving, moves); });
  }
}

// The variables that are read in the bindings and not bound there, in order.
class FreeVariables {
 public:
  void visit(const Block& block) {
    for (const Binding& binding : block.bindings) visit(binding);
    for (const Atom& atom : block.results) read(atom);
  }
  void visit(const Binding& binding) {
    ir::forEachAtom(binding.operation, [&](const Atom& atom) { read(atom); });
    if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      for (const ir::Alternative& alternative : match->alternatives) {
        bound_.insert(alternative.fields.begin(), alternative.fields.end());
      }
    }
    ir::forEachBlock(binding.operation, [&](const Block& inner) { visit(inner); });
    bound_.insert(binding.results.begin(), binding.results.end());
  }
  [[nodiscard]] const std::vector<VarId>& found() const { return found_; }

 private:
  void read(const Atom& atom) {
    const VarId* variable = ir::variableOf(atom);
    if (variable != nullptr && bound_.insert(*variable).second) found_.push_back(*variable);
  }
  std::set<VarId> bound_;
  std::vector<VarId> found_;
};

class CopyResolver {
 public:
  void visit(Block& block) {
    std::vector<Binding> kept;
    for (Binding& binding : block.bindings) {
      if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
        for (std::size_t i = 0; i < copy->atoms.size(); ++i) {
          by_.set(binding.results[i], by_(copy->atoms[i]));
        }
        continue;
      }
      ir::forEachAtom(binding.operation, [&](Atom& atom) { atom = by_(atom); });
      ir::forEachBlock(binding.operation, [&](Block& inner) { visit(inner); });
      kept.push_back(std::move(binding));
    }
    block.bindings = std::move(kept);
    for (Atom& atom : block.results) atom = by_(atom);
  }

 private:
  ir::Substitution by_;
};

class RestFinder {
 public:
  explicit RestFinder(ir::Program& program) : program_(program), names_(program) {}

  void run() {
    // Those that are made on the way are gone through as well.
    for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
      if (program_.functions[i].library) continue;
      function_ = std::move(program_.functions[i]);
      resolveCopies(function_);
      sinkIntoReaders(function_, [this](const Binding& binding) { return isWork(binding); });
      results_ = function_.resultTypes.size() == 1;
      visit(function_.body, results_);
      program_.functions[i] = std::move(function_);
      for (ir::Function& each : made_) program_.functions.push_back(std::move(each));
      made_.clear();
    }
  }

 private:
  [[nodiscard]] std::optional<ListCtors> listOf(VarId variable) const {
    return listCtors(program_, function_.variables[variable.value].type);
  }
  [[nodiscard]] bool isListCell(const Binding& binding) const {
    const auto* cell = std::get_if<ir::Construct>(&binding.operation);
    return cell != nullptr && cell->fields.size() == 2 && listOf(binding.results[0]);
  }
  [[nodiscard]] static bool isWorkItself(const Binding& binding) {
    return std::holds_alternative<ir::Call>(binding.operation) ||
           std::holds_alternative<ir::Foreign>(binding.operation) ||
           std::holds_alternative<ir::Conditional>(binding.operation);
  }
  [[nodiscard]] bool isWork(const Binding& binding) const {
    return isWorkItself(binding) || isListCell(binding);
  }

  void visit(Block& block, bool results) {
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      Binding& binding = block.bindings[i];
      const bool ends = results && i + 1 == block.bindings.size() && binding.results.size() == 1 &&
                        block.results[0] == Atom(binding.results[0]);
      if (std::holds_alternative<ir::Conditional>(binding.operation) && !ends &&
          binding.results.size() == 1 && listOf(binding.results[0])) {
        outline(block, {i});
        continue;
      }
      ir::forEachBlock(binding.operation, [&](Block& inner) { visit(inner, ends); });
    }
    for (std::size_t i = block.bindings.size(); i-- > 0;) {
      if (i < block.bindings.size() && isListCell(block.bindings[i])) isolateTail(block, i);
    }
  }

  [[nodiscard]] static bool makes(const Binding& binding, const Atom& atom) {
    const VarId* variable = ir::variableOf(atom);
    return variable != nullptr && resultsOf(binding).contains(*variable);
  }

  // What only the tail of the cell at `index` needs, if that is more than a call.
  void isolateTail(Block& block, std::size_t index) {
    const Atom tail = std::get<ir::Construct>(block.bindings[index].operation).fields[1];
    std::size_t last = 0;
    while (last < index && !makes(block.bindings[last], tail)) ++last;
    if (last == index || !std::holds_alternative<ir::Call>(block.bindings[last].operation) ||
        countReads(function_.body, resultsOf(block.bindings[last])) != 1) {
      return;
    }
    const std::vector<std::size_t> needed = neededBy(function_, block, last);
    // What is no work is done before, unless it needs some.
    std::vector<std::size_t> kept;
    std::set<VarId> made;
    for (const std::size_t each : needed) {
      const Binding& binding = block.bindings[each];
      if (!isWorkItself(binding) && countReads(binding.operation, made) == 0) continue;
      kept.push_back(each);
      made.insert(binding.results.begin(), binding.results.end());
    }
    if (kept.size() > 1) outline(block, kept);
  }

  // Makes the bindings, of which the last is a list, a call.
  void outline(Block& block, const std::vector<std::size_t>& indices) {
    const auto id = static_cast<std::uint32_t>(program_.functions.size() + made_.size());
    made_.push_back(
        moveOut(block, indices, function_, names_.unique(function_.name + "_rest"), ir::FunId{id}));
  }

  ir::Program& program_;
  simplify::Names names_;
  ir::Function function_;
  bool results_ = false;
  std::vector<ir::Function> made_;
};

}  // namespace

Outlined outlined(const ir::Function& from, const std::vector<Binding>& bindings,
                  std::string name) {
  FreeVariables free;
  for (const Binding& binding : bindings) free.visit(binding);
  const VarId result = bindings.back().results[0];
  Outlined made{{}, free.found()};
  ir::Function& function = made.function;
  function.name = std::move(name);
  function.position = bindings.back().position;
  function.origin = from.origin.empty() ? std::vector{from.name} : from.origin;
  function.resultTypes = {from.variables[result.value].type};
  ir::Substitution by;
  for (const VarId variable : made.captured) {
    const ir::Variable& known = from.variables[variable.value];
    function.parameters.push_back(function.fresh(known.type, known.name));
    by.set(variable, function.parameters.back());
  }
  function.body = ir::freshCopy({bindings, {result}}, by, from, function);
  return made;
}

ir::Function moveOut(Block& block, const std::vector<std::size_t>& indices,
                     const ir::Function& from, std::string name, ir::FunId id) {
  std::vector<Binding> part;
  for (const std::size_t index : indices) part.push_back(block.bindings[index]);
  Outlined made = outlined(from, part, std::move(name));
  block.bindings[indices.back()].operation =
      ir::Call{id, {made.captured.begin(), made.captured.end()}};
  for (std::size_t i = indices.size() - 1; i-- > 0;) {
    block.bindings.erase(block.bindings.begin() + static_cast<std::ptrdiff_t>(indices[i]));
  }
  return std::move(made.function);
}

std::vector<std::size_t> neededBy(const ir::Function& function, const Block& block,
                                  std::size_t last) {
  std::vector<std::size_t> needed = {last};
  for (std::size_t i = last; i-- > 0;) {
    std::size_t within = 0;
    for (const std::size_t each : needed) {
      within += countReads(block.bindings[each].operation, resultsOf(block.bindings[i]));
    }
    if (within > 0 && within == countReads(function.body, resultsOf(block.bindings[i]))) {
      needed.push_back(i);
    }
  }
  std::ranges::reverse(needed);
  return needed;
}

void resolveCopies(ir::Function& function) {
  CopyResolver().visit(function.body);
}

ir::Program restsAsCalls(ir::Program program) {
  RestFinder(program).run();
  return program;
}

void sinkIntoBranches(ir::Function& function, const std::function<bool(ir::FunId)>& moves) {
  sinkIn(function.body, function, true, [&](const Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    return call != nullptr && moves(call->callee);
  });
}

void callWhereRead(Block& block, ir::Function& function, VarId variable, const ir::Call& call,
                   const std::function<bool(ir::Operation&)>& handsOn) {
  std::vector<std::size_t> readers;
  for (std::size_t i = 0; i < block.bindings.size(); ++i) {
    if (countReads(block.bindings[i].operation, {variable}) != 0) readers.push_back(i);
  }
  const bool isResult = std::ranges::find(block.results, Atom(variable)) != block.results.end();
  if (readers.empty() && !isResult) return;
  if (readers.size() == 1 && !isResult) {
    ir::Operation& reader = block.bindings[readers[0]].operation;
    if (readsItself(reader, {variable}) == 0) {
      ir::forEachBlock(
          reader, [&](Block& inner) { callWhereRead(inner, function, variable, call, handsOn); });
      return;
    }
    if (handsOn(reader)) return;
  }
  const ir::Variable known = function.variables[variable.value];
  const VarId made = function.fresh(known.type, known.name);
  ir::Substitution by(function);
  by.set(variable, made);
  ir::substitute(block, by);
  const std::size_t before = readers.empty() ? block.bindings.size() : readers[0];
  const ir::Position position =
      readers.empty() ? function.position : block.bindings[before].position;
  block.bindings.insert(block.bindings.begin() + static_cast<std::ptrdiff_t>(before),
                        {{made}, call, position});
}

void sinkIntoReaders(ir::Function& function, const std::function<bool(const Binding&)>& moves) {
  sinkIn(function.body, function, false, moves);
}

}  // namespace deforest::backends
