// Local values that are defined by themselves, where evaluation is Haskell's, and lists where they
// are made as they are read (backends/native/suspension/delay_lists.hpp).
//
//     let table = listArray (0, n) [cell i | i <- [0 .. n]]
//         cell i = ... table ! (i - 1) ...
//     in table ! n
//  =>
//     let table = fix (\table -> let cell i = ... table ! (i - 1) ...
//                                in listArray (0, n) [cell i | i <- [0 .. n]])
//         cell i = ... table ! (i - 1) ...
//     in table ! n
//
// What a pattern binds is defined by itself in the same way: where `(a, b) = e`, the function has
// the parameter `~(a, b)`.
//
// So there is one function in which a variable stands for what is only being computed
// (`tyingLibrary`), and everywhere else what a binding needs comes before it. What such a value
// needs of its own group, and what needs it, is written a second time, within: a function costs
// nothing by that, another value is computed twice. So there may be few of those.
//
// A function that is written without its parameters is none of these (choices.cpp).
#include <algorithm>
#include <map>
#include <set>

#include "text/scopes/components.hpp"
#include "text/scopes/free_names.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

constexpr std::size_t mostValues = 4;  // that are defined by each other

/// A value, or a function: its declarations.
struct Part {
  std::vector<const ast::Declaration*> declarations;
  std::set<std::string> names;
  bool isValue = false;
  bool isNamed = false;  ///< A value that is a variable.
};

std::vector<Part> partsIn(const std::vector<const ast::Declaration*>& declarations,
                          const std::set<std::string>& withoutParameters) {
  std::vector<Part> parts;
  std::map<std::string, std::size_t> functions;
  for (const ast::Declaration* declaration : declarations) {
    if (const auto* binding = std::get_if<ast::PatternBinding>(&declaration->node)) {
      parts.push_back({{declaration}, boundNames(binding->pattern), true, false});
      continue;
    }
    const auto* clause = std::get_if<ast::Clause>(&declaration->node);
    if (clause == nullptr) continue;
    const bool isValue = clause->patterns.empty() && !withoutParameters.contains(clause->name);
    const auto [known, isNew] = functions.try_emplace(clause->name, parts.size());
    if (isNew || isValue) {
      parts.push_back({{declaration}, {clause->name}, isValue, isValue});
    } else {
      parts[known->second].declarations.push_back(declaration);
    }
  }
  return parts;
}

}  // namespace

std::vector<Resolver::Tie> Resolver::tiesOf(
    const std::vector<const ast::Declaration*>& declarations,
    const std::vector<Equations>& functions) const {
  std::vector<Tie> ties;
  if (!module_.tiesValues() || inPrelude_) return ties;
  std::set<std::string> withoutParameters;
  for (const Equations& function : functions) withoutParameters.insert(function.name);
  const std::vector<Part> parts = partsIn(declarations, withoutParameters);
  std::set<std::string> names;
  std::map<std::string, std::size_t> byName;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const std::string& name : parts[i].names) {
      names.insert(name);
      byName.emplace(name, i);
    }
  }
  const std::size_t most = module_.keepsOpaque ? 1 : mostValues;
  std::vector<std::vector<std::size_t>> edges(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const ast::Declaration* declaration : parts[i].declarations) {
      for (const std::string& name : freeNames(*declaration, names)) {
        edges[i].push_back(byName.at(name));
      }
    }
  }
  const auto isCyclic = [&](const std::vector<std::size_t>& component) {
    const std::size_t first = component[0];
    return component.size() > 1 || std::ranges::find(edges[first], first) != edges[first].end();
  };
  for (bool more = true; more;) {
    more = false;
    for (const std::vector<std::size_t>& component : components(edges)) {
      const auto values = static_cast<std::size_t>(
          std::ranges::count_if(component, [&](std::size_t i) { return parts[i].isValue; }));
      auto tied = std::ranges::find_if(component, [&](std::size_t i) { return parts[i].isNamed; });
      if (tied == component.end()) {
        tied = std::ranges::find_if(component, [&](std::size_t i) { return parts[i].isValue; });
      }
      if (!isCyclic(component) || tied == component.end() || values > most) continue;
      const bool hasTable = std::ranges::any_of(component, [&](std::size_t i) {
        return parts[i].isValue && tables_.at.contains(parts[i].declarations[0]);
      });
      if (hasTable) continue;
      Tie tie{parts[*tied].declarations[0], {}};
      std::set<std::string> others;
      for (const std::size_t i : component) {
        if (i == *tied) continue;
        tie.others.insert(tie.others.end(), parts[i].declarations.begin(),
                          parts[i].declarations.end());
        others.insert(parts[i].names.begin(), parts[i].names.end());
      }
      for (const ast::Declaration* declaration : declarations) {
        const auto* signature = std::get_if<ast::Signature>(&declaration->node);
        const bool within =
            signature != nullptr && std::ranges::all_of(signature->names, [&](const auto& name) {
              return others.contains(name);
            });
        if (within) tie.others.push_back(declaration);
      }
      ties.push_back(std::move(tie));
      std::erase_if(edges[*tied], [&](std::size_t i) {
        return std::ranges::find(component, i) != component.end();
      });
      more = true;
      break;
    }
  }
  return ties;
}

// `fix (\x -> let others in e)` for `x = e`.
resolved::Rhs Resolver::tiedRhs(const Tie& tie) {
  const auto* clause = std::get_if<ast::Clause>(&tie.value->node);
  const auto* binding = std::get_if<ast::PatternBinding>(&tie.value->node);
  const Span span = tie.value->span;
  const auto parameter = [&](Bound& bound) {
    if (clause == nullptr) {
      resolved::Pattern made = pattern(binding->pattern, bound);
      made.bang = false;
      made.irrefutable = true;
      return made;
    }
    resolved::Pattern made;
    made.span = span;
    made.node = resolved::VariablePattern{bindLocal(clause->name, span, bound)};
    return made;
  };
  Term call = open(span);
  const FunctionId fix = libraryFunction(tyingLibrary(), "fix");
  module_.fixOfFunctions = preludeFunction("fixFunction");
  noteFunction(fix, call.begin);
  Term function = open(span);
  const FunctionId made = lambda(span, parameter, [&] {
    resolved::Rhs inner;
    if (!tie.others.empty()) inner.where = group(tie.others);
    resolved::GuardedTerm alternative;
    alternative.span = span;
    alternative.body = open(span);
    alternative.body.node =
        resolved::GuardedIf{rhs(clause != nullptr ? clause->rhs : binding->rhs)};
    alternative.body = close(std::move(alternative.body));
    inner.alternatives.push_back(std::move(alternative));
    return inner;
  });
  callLambda(made, {}, function);
  resolved::FunctionCall node{fix, {}, {}};
  node.arguments.push_back(close(std::move(function)));
  call.node = std::move(node);
  resolved::Rhs result;
  resolved::GuardedTerm alternative;
  alternative.span = span;
  alternative.body = close(std::move(call));
  result.alternatives.push_back(std::move(alternative));
  return result;
}

bool Resolver::fixesFunction(const Operands& operands) {
  // `flip fix n $ \loop n -> ...`, not applied itself, is the usual way to write a loop.
  if (operands.size() != 1) return true;
  if (operands[0].expr == nullptr) return false;
  const Spine spine = spineOf(*operands[0].expr, operands[0].arguments);
  const std::size_t given = spine.operands.size();
  if (!spine.section.empty()) return false;
  std::size_t parameters = 0;
  const ast::Expr* body = spine.head;
  while (const auto* lambda = std::get_if<ast::Lambda>(&body->node)) {
    parameters += lambda->parameters.size();
    body = lambda->body.get();
  }
  if (parameters != 0) return parameters > given + 1;
  const auto* variable = std::get_if<ast::Variable>(&spine.head->node);
  if (variable == nullptr) return false;
  // What is not seen to be a function may be a value, but not where evaluation is strict.
  if (!module_.lazy) return true;
  const Meaning meaning = lookup(variable->name, spine.head->span);
  const auto* function = std::get_if<FunctionId>(&meaning);
  return function != nullptr && module_.function(*function).arity > given + 1;
}

}  // namespace deforest::text
