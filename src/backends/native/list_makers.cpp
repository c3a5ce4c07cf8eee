#include "backends/native/list_makers.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "backends/native/suspension/lists.hpp"
#include "ir/measure.hpp"
#include "ir/printing.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Call;
using ir::Function;
using ir::FunId;
using ir::VarId;

// The largest function, in bindings, whose reading of a list is put in place of a call.
constexpr std::size_t largestReader = 32;

using Definitions = std::map<VarId, const Binding*>;

Definitions definitionsOf(const Function& function) {
  Definitions result;
  ir::forEachBinding(function.body, [&](const Binding& binding) {
    for (const VarId each : binding.results) result[each] = &binding;
  });
  return result;
}

const Binding* definitionOf(const Definitions& definitions, const Atom& atom) {
  const VarId* variable = ir::variableOf(atom);
  const auto found = variable == nullptr ? definitions.end() : definitions.find(*variable);
  return found == definitions.end() ? nullptr : found->second;
}

bool isListMaker(const ir::Program& program, const Function& function) {
  return !function.library && function.resultTypes.size() == 1 &&
         listCtors(program, function.resultTypes[0]).has_value();
}

// Whether everything that a function does with a parameter is to have it at the end of its result,
// given which functions do that with which of theirs.
class AtEnd {
 public:
  AtEnd(const Function& function, VarId rest, const std::vector<std::optional<std::size_t>>& others)
      : definitions_(definitionsOf(function)), rest_(rest), others_(others) {
    holds_ = follow(function.body.results[0]);
    const std::vector<unsigned> uses = ir::countUses(function);
    for (const auto& [variable, found] : found_) {
      holds_ = holds_ && uses[variable.value] == found;
    }
    holds_ = holds_ && found_.contains(rest);
  }

  [[nodiscard]] bool holds() const { return holds_; }

 private:
  bool follow(const Atom& atom) {
    const VarId* variable = ir::variableOf(atom);
    if (variable == nullptr) return false;
    ++found_[*variable];
    if (*variable == rest_) return true;
    const Binding* binding = definitionOf(definitions_, atom);
    if (binding == nullptr || binding->results.size() != 1) return false;
    if (!followed_.insert(binding).second) return true;
    if (const auto* cell = std::get_if<ir::Construct>(&binding->operation)) {
      return cell->fields.size() == 2 && follow(cell->fields[1]);
    }
    if (const auto* call = std::get_if<Call>(&binding->operation)) {
      const auto parameter = others_[call->callee.value];
      return parameter && follow(call->arguments[*parameter]);
    }
    if (std::holds_alternative<ir::Fail>(binding->operation)) return true;
    bool all = ir::branches(binding->operation);
    ir::forEachBlock(binding->operation,
                     [&](const Block& inner) { all = all && follow(inner.results[0]); });
    return all;
  }

  Definitions definitions_;
  VarId rest_;
  const std::vector<std::optional<std::size_t>>& others_;
  std::map<VarId, unsigned> found_;
  std::set<const Binding*> followed_;
  bool holds_ = false;
};

// Whether some leaf of what is bound there is a cell, or a call of one of the functions.
template <class Calls>
bool leadsTo(const Definitions& definitions, const Atom& atom, const Calls& calls) {
  const Binding* binding = definitionOf(definitions, atom);
  if (binding == nullptr || binding->results.size() != 1) return false;
  if (const auto* cell = std::get_if<ir::Construct>(&binding->operation)) {
    return cell->fields.size() == 2;
  }
  if (const auto* call = std::get_if<Call>(&binding->operation)) return calls(call->callee);
  bool some = false;
  ir::forEachBlock(binding->operation, [&](const Block& inner) {
    some = some || leadsTo(definitions, inner.results[0], calls);
  });
  return some;
}

// The list that branches end in.
class CommonEnd {
 public:
  CommonEnd(const Function& function, const ListMakers& makers, const Binding& branches)
      : makers_(makers), uses_(ir::countUses(function)) {
    visit(branches);
  }

  [[nodiscard]] std::optional<VarId> find(const Binding& branches) {
    bool all = true;
    ir::forEachBlock(branches.operation,
                     [&](const Block& inner) { all = all && follow(inner.results[0]); });
    if (!all || !end_ || uses_[end_->value] != found_) return std::nullopt;
    return end_;
  }

 private:
  void visit(const Binding& binding) {
    if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      for (const ir::Alternative& alternative : match->alternatives) {
        for (const VarId field : alternative.fields) made_[field] = nullptr;
      }
    }
    ir::forEachBlock(binding.operation, [&](const Block& inner) {
      for (const Binding& each : inner.bindings) {
        for (const VarId result : each.results) made_[result] = &each;
        visit(each);
      }
    });
  }

  bool follow(const Atom& atom) {
    const VarId* variable = ir::variableOf(atom);
    if (variable == nullptr) return false;
    const auto made = made_.find(*variable);
    if (made == made_.end()) {
      if (end_ && *end_ != *variable) return false;
      end_ = *variable;
      ++found_;
      return true;
    }
    const Binding* binding = made->second;
    if (binding == nullptr || binding->results.size() != 1 || uses_[variable->value] != 1) {
      return false;
    }
    if (std::holds_alternative<ir::Fail>(binding->operation)) return true;
    if (const auto* copy = std::get_if<ir::Copy>(&binding->operation)) {
      return follow(copy->atoms[0]);
    }
    if (const auto* cell = std::get_if<ir::Construct>(&binding->operation)) {
      return cell->fields.size() == 2 && follow(cell->fields[1]);
    }
    if (const auto* call = std::get_if<Call>(&binding->operation)) {
      const auto rest = makers_.rest(call->callee);
      return rest && follow(call->arguments[*rest]);
    }
    bool all = ir::branches(binding->operation);
    ir::forEachBlock(binding->operation,
                     [&](const Block& inner) { all = all && follow(inner.results[0]); });
    return all;
  }

  const ListMakers& makers_;
  const std::vector<unsigned> uses_;
  std::map<VarId, const Binding*> made_;  // within the branches; null: a field of a cell
  std::optional<VarId> end_;
  unsigned found_ = 0;
};

bool isAppend(const Function& function, FunId id, const ir::Case& match, std::size_t parameter) {
  if (function.parameters.size() != 2) return false;
  const Atom rest = function.parameters[1 - parameter];
  for (const ir::Alternative& alternative : match.alternatives) {
    const Block& body = alternative.body;
    if (alternative.fields.empty()) {
      if (!body.bindings.empty() || body.results[0] != rest) return false;
      continue;
    }
    if (body.bindings.size() != 2) return false;
    const auto* call = std::get_if<Call>(&body.bindings[0].operation);
    const auto* cell = std::get_if<ir::Construct>(&body.bindings[1].operation);
    const bool same =
        call != nullptr && cell != nullptr && call->callee == id &&
        call->arguments[parameter] == Atom(alternative.fields[1]) &&
        call->arguments[1 - parameter] == rest &&
        cell->fields == std::vector<Atom>{alternative.fields[0], body.bindings[0].results[0]} &&
        body.results[0] == Atom(body.bindings[1].results[0]);
    if (!same) return false;
  }
  return true;
}

// What a function that results in a list, and is nothing but a match, matches on.
struct Matched {
  const ir::Case* match;
  std::size_t parameter;
  ir::TypeId type;
};

std::optional<Matched> matchedIn(const ir::Program& program, const Function& function) {
  const ir::Case* match = ir::soleCase(function);
  if (match == nullptr || !isListMaker(program, function)) return std::nullopt;
  const auto given = std::ranges::find_if(
      function.parameters, [&](VarId each) { return match->scrutinee == Atom(each); });
  return Matched{match, static_cast<std::size_t>(given - function.parameters.begin()),
                 function.variables[given->value].type};
}

// The parameter of `++` that comes in front; none of any other function.
std::optional<std::size_t> appendedAt(const ir::Program& program, FunId id) {
  const Function& function = program.function(id);
  const auto matched = matchedIn(program, function);
  if (!matched || matched->type != function.resultTypes[0] ||
      !isAppend(function, id, *matched->match, matched->parameter)) {
    return std::nullopt;
  }
  return matched->parameter;
}

// Whether the elements of the list are read once each, as the list that another is put behind, and
// what follows is read once at most, by a call.
bool putsInFront(const ir::Program& program, const Function& function,
                 const ir::Alternative& alternative) {
  const std::vector<unsigned> uses = ir::countUses(function);
  const VarId head = alternative.fields[0];
  const VarId tail = alternative.fields[1];
  if (uses[head.value] != 1 || uses[tail.value] > 1) return false;
  bool front = false;
  bool given = uses[tail.value] == 0;
  ir::forEachBinding(alternative.body, [&](const Binding& binding) {
    const auto* call = std::get_if<Call>(&binding.operation);
    if (call == nullptr) return;
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      given = given || call->arguments[i] == Atom(tail);
      if (call->arguments[i] != Atom(head)) continue;
      front = appendedAt(program, call->callee) == i;
    }
  });
  return front && given;
}

// write [] out = out; write (x : xs) out = write xs (.. out ..)
std::optional<ListReader> printer(const ir::Program& program, const Function& function, FunId id) {
  const ir::Case* match = ir::soleCase(function);
  if (match == nullptr || function.resultTypes.size() != 1 ||
      !ir::isOutput(program, function.resultTypes[0]) || ir::size(function.body) > largestReader) {
    return std::nullopt;
  }
  const std::vector<unsigned> uses = ir::countUses(function);
  ListReader reader;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const VarId parameter = function.parameters[i];
    if (ir::isOutput(program, function.variables[parameter.value].type)) reader.output = i;
    if (match->scrutinee == Atom(parameter)) reader.parameter = i;
  }
  const VarId list = function.parameters[reader.parameter];
  if (!reader.output || uses[list.value] != 1 ||
      !listCtors(program, function.variables[list.value].type)) {
    return std::nullopt;
  }
  for (const ir::Alternative& alternative : match->alternatives) {
    const Block& body = alternative.body;
    if (alternative.fields.empty()) {
      if (body.results[0] != Atom(function.parameters[*reader.output])) return std::nullopt;
      continue;
    }
    const auto* call =
        body.bindings.empty() ? nullptr : std::get_if<Call>(&body.bindings.back().operation);
    if (call == nullptr || call->callee != id || !ir::endsInLast(body) ||
        uses[alternative.fields[1].value] != 1) {
      return std::nullopt;
    }
    reader.plain = body.bindings.size() == 2;
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      const VarId same = i == reader.parameter ? alternative.fields[1] : function.parameters[i];
      if (i != *reader.output && call->arguments[i] != Atom(same)) return std::nullopt;
    }
  }
  return reader;
}

}  // namespace

std::optional<ListReader> listReader(const ir::Program& program, FunId id) {
  const Function& function = program.function(id);
  if (const auto reader = printer(program, function, id)) return reader;
  const auto matched = matchedIn(program, function);
  if (!matched || !listCtors(program, matched->type)) return std::nullopt;
  const auto& [match, parameter, type] = *matched;
  const ir::TypeId made = function.resultTypes[0];
  if (appendedAt(program, id)) return ListReader{parameter, true, 1 - parameter};
  if (program.type(type).arguments.empty() || program.type(type).arguments[0] != made ||
      ir::size(function.body) > largestReader ||
      ir::countUses(function)[function.parameters[parameter].value] != 1) {
    return std::nullopt;
  }
  for (const ir::Alternative& alternative : match->alternatives) {
    if (alternative.fields.size() == 2 && !putsInFront(program, function, alternative)) {
      return std::nullopt;
    }
  }
  return ListReader{parameter, false, 0};
}

ListMakers::ListMakers(const ir::Program& program, const CppFacts& facts)
    : rest_(program.functions.size()),
      cells_(program.functions.size()),
      front_(program.functions.size()) {
  // Callees first, so that most is known after one round.
  std::vector<std::uint32_t> order;
  for (const auto& component : facts.components) {
    for (const FunId id : component) {
      if (isListMaker(program, program.function(id))) order.push_back(id.value);
    }
  }
  // The largest set of such parameters, so that recursion counts: of each function the last one,
  // until nothing is wrong.
  const auto candidate = [&](const Function& function, std::size_t before) {
    while (before > 0) {
      --before;
      const VarId parameter = function.parameters[before];
      if (function.variables[parameter.value].type == function.resultTypes[0]) {
        return std::optional(before);
      }
    }
    return std::optional<std::size_t>();
  };
  for (const std::uint32_t i : order) {
    rest_[i] = candidate(program.functions[i], program.functions[i].parameters.size());
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t i : order) {
      const Function& function = program.functions[i];
      if (!rest_[i] || AtEnd(function, function.parameters[*rest_[i]], rest_).holds()) {
        continue;
      }
      rest_[i] = candidate(function, *rest_[i]);
      changed = true;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t i : order) {
      const Function& function = program.functions[i];
      const Definitions definitions = definitionsOf(function);
      const Atom& result = function.body.results[0];
      if (!cells_[i] &&
          leadsTo(definitions, result, [&](FunId called) { return cells_[called.value]; })) {
        cells_[i] = changed = true;
      }
      if (!front_[i] && leadsTo(definitions, result, [&](FunId called) {
            return front_[called.value] || rest_[called.value].has_value();
          })) {
        front_[i] = changed = true;
      }
    }
  }
}

std::optional<VarId> commonEnd(const Function& function, const ListMakers& makers,
                               const Binding& branches) {
  return CommonEnd(function, makers, branches).find(branches);
}

void ListMakers::add(std::optional<std::size_t> rest, bool cells, bool front) {
  rest_.push_back(rest);
  cells_.push_back(cells);
  front_.push_back(front);
}

}  // namespace deforest::backends
