// What a group of declarations is taken for while it is asked what is made of something in it,
// before the group is resolved: its functions are known by their equations, and its values that are
// lists without an end as such. Only the Resolver's own files include this.
#pragma once

#include "text/scopes/free_names.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {

/// As long as it lives, the names of the declarations are in scope, and those that are brought into
/// scope afterwards leave it with them.
class Resolver::Pretended {
 public:
  Pretended(Resolver& resolver, const std::vector<const ast::Declaration*>& declarations)
      : resolver_(resolver),
        first_(resolver.streams_.pretended),
        mark_(resolver.scopeMark()),
        around_(declarations) {
    std::vector<const ast::Declaration*> functions;
    for (const ast::Declaration* declaration : declarations) {
      for (const std::string& name : boundNames(*declaration)) {
        resolver.declareName(name, LocalId{});
      }
      const auto* clause = std::get_if<ast::Clause>(&declaration->node);
      if (clause != nullptr && !clause->patterns.empty()) functions.push_back(declaration);
    }
    resolver.around_.swap(around_);
    declareFunctions(resolver.collectEquations(functions));
    declareValues(declarations);
  }
  ~Pretended() {
    Streams& streams = resolver_.streams_;
    resolver_.around_.swap(around_);
    resolver_.leaveScope(mark_);
    while (streams.pretended > first_) {
      const FunctionId function{FunctionId::none - streams.pretended--};
      streams.homes.erase(function.value);
      streams.localFunctions.erase(function.value);
      auto given = streams.steps.lower_bound({function, {}, 0});
      while (given != streams.steps.end() && std::get<0>(given->first) == function) {
        given = streams.steps.erase(given);
      }
    }
  }
  Pretended(const Pretended&) = delete;
  Pretended& operator=(const Pretended&) = delete;

 private:
  // No function of the module has such a number.
  FunctionId fresh() { return FunctionId{FunctionId::none - 1 - resolver_.streams_.pretended++}; }

  void declareFunctions(const std::vector<Equations>& functions) {
    std::vector<FunctionId> ids;
    for (const Equations& equations : functions) {
      ids.push_back(fresh());
      resolver_.declareName(equations.name, ids.back());
    }
    Streams& streams = resolver_.streams_;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      Home home;
      home.equations = functions[i];
      home.scope = resolver_.scopeMark();
      streams.homes.insert_or_assign(ids[i].value, std::move(home));
    }
    for (std::size_t i = 0; i < ids.size(); ++i) {
      std::optional<Corecursion> steps = resolver_.corecursionOf(functions[i]);
      if (!steps) continue;
      const std::size_t arity = steps->arity;
      streams.localFunctions.insert_or_assign(
          ids[i].value, StreamFunction{{}, nullptr, arity, {}, std::move(steps)});
    }
  }

  // Until nothing changes: they are bound in any order. Where evaluation is Haskell's, or lists
  // without an end are lists like others, they are.
  void declareValues(std::vector<const ast::Declaration*> values) {
    if (!resolver_.module_.hasStreams()) return;
    const auto isEndless = [&](const ast::Declaration* declaration) {
      const auto* clause = std::get_if<ast::Clause>(&declaration->node);
      const bool isValue = clause != nullptr && clause->patterns.empty();
      const ast::Expr* body = isValue ? soleExpression(clause->rhs) : nullptr;
      if (body == nullptr || !resolver_.isStream({body}, true)) return false;
      resolver_.declareName(clause->name, assumedStream);
      return true;
    };
    while (std::erase_if(values, isEndless) > 0) {
    }
  }

  Resolver& resolver_;
  std::uint32_t first_;
  std::size_t mark_;
  std::vector<const ast::Declaration*> around_;
};

}  // namespace deforest::text
