#include "backends/native/child_order.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "backends/native/facts.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::VarId;

// Fields in scope, each with its place in the tree: the numbers of the fields that lead to it from
// a parameter. What is in an earlier child, however deep, comes before a later child.
using Place = std::vector<std::size_t>;
using Fields = std::vector<std::pair<VarId, Place>>;

const Place* placeOf(const Atom& atom, const Fields& fields) {
  const VarId* variable = ir::variableOf(atom);
  if (variable == nullptr) return nullptr;
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const auto& field) { return field.first == *variable; });
  return found == fields.end() ? nullptr : &found->second;
}

// Adds the fields of a value.
void enter(const Atom& value, const std::vector<VarId>& inside, Fields& fields) {
  const Place* place = placeOf(value, fields);
  const Place outer = place == nullptr ? Place{} : *place;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    fields.emplace_back(inside[i], outer);
    fields.back().second.push_back(i);
  }
}

// The place of the child that a call visits; nothing if it visits none.
std::optional<Place> childOf(const Binding& binding, const Fields& fields) {
  const auto* call = std::get_if<ir::Call>(&binding.operation);
  if (call == nullptr) return std::nullopt;
  for (const auto& argument : call->arguments) {
    if (const Place* place = placeOf(argument, fields)) return *place;
  }
  return std::nullopt;
}

bool reads(const Binding& binding, const Binding& other) {
  const auto read = variablesRead(binding.operation);
  return std::any_of(other.results.begin(), other.results.end(), [&](VarId variable) {
    return std::find(read.begin(), read.end(), variable) != read.end();
  });
}

// Where the call at `at` needs what stands between it and a call on a later child, that one goes
// behind it instead, if nothing up to there needs its results.
void deferLater(std::vector<Binding>& bindings, std::size_t at, const Place& child,
                const Fields& fields) {
  for (std::size_t j = at; j-- > 0;) {
    const auto other = childOf(bindings[j], fields);
    if (!other || *other <= child) continue;
    bool needed = false;
    for (std::size_t k = j + 1; k <= at; ++k) needed = needed || reads(bindings[k], bindings[j]);
    if (needed) continue;
    const auto begin = bindings.begin();
    std::rotate(begin + static_cast<long>(j), begin + static_cast<long>(j) + 1,
                begin + static_cast<long>(at) + 1);
    --at;
  }
}

// Moves every call on an earlier child up past calls on later ones, where it does not depend on
// what it passes.
void orderCalls(Block& block, Fields fields) {
  auto& bindings = block.bindings;
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    if (const auto* unpack = std::get_if<ir::Unpack>(&bindings[i].operation)) {
      enter(unpack->scrutinee, bindings[i].results, fields);
    }
    const auto child = childOf(bindings[i], fields);
    if (!child) continue;
    std::size_t to = i;
    for (std::size_t j = i; j-- > 0;) {
      if (reads(bindings[i], bindings[j])) break;
      const auto other = childOf(bindings[j], fields);
      if (other && *other > *child) to = j;
    }
    std::rotate(bindings.begin() + static_cast<long>(to), bindings.begin() + static_cast<long>(i),
                bindings.begin() + static_cast<long>(i) + 1);
    if (to == i) deferLater(bindings, i, *child, fields);
  }
  for (auto& binding : bindings) {
    if (auto* match = std::get_if<ir::Case>(&binding.operation)) {
      for (auto& alternative : match->alternatives) {
        Fields inner = fields;
        enter(match->scrutinee, alternative.fields, inner);
        orderCalls(alternative.body, std::move(inner));
      }
    } else if (auto* conditional = std::get_if<ir::Conditional>(&binding.operation)) {
      orderCalls(conditional->whenTrue, fields);
      orderCalls(conditional->whenFalse, fields);
    }
  }
}

}  // namespace

pipeline::Pass childOrder() {
  return {.name = "child-order",
          .description = "make independent calls in the order of the children they visit",
          .needs = pipeline::Form::Native,
          .run = [](ir::Program program, pipeline::Context& context) {
            for (ir::Function& function : program.functions) {
              const Block before = function.body;
              orderCalls(function.body, {});
              if (function.body == before) continue;
              context.add({pipeline::Decision::Kind::Native, true, function.name, "child order",
                           "its calls on earlier children are made first", function.position});
            }
            return program;
          }};
}

}  // namespace deforest::backends
