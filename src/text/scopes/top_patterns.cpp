#include "text/scopes/top_patterns.hpp"

#include <set>
#include <utility>

#include "text/parsing/expression_parts.hpp"
#include "text/scopes/free_names.hpp"

namespace deforest::text {
namespace {

using ast::Declaration;
using ast::Expr;
using support::Span;

Expr variable(const std::string& name, Span span) {
  return {span, ast::Variable{name}};
}

Declaration constant(const std::string& name, Expr body) {
  const Span span = body.span;
  return {span, {}, ast::Clause{name, {}, rightSide(std::move(body))}};
}

// All of them, or the one.
Expr together(const std::vector<std::string>& names, Span span) {
  if (names.size() == 1) return variable(names[0], span);
  ast::Tuple tuple;
  for (const std::string& name : names) tuple.elements.push_back(variable(name, span));
  return {span, std::move(tuple)};
}

Expr part(const std::string& whole, std::size_t index, const std::vector<std::string>& names,
          Span span) {
  if (names.size() == 1) return variable(whole, span);
  ast::TuplePattern tuple;
  for (std::size_t i = 0; i < names.size(); ++i) {
    ast::Pattern element{span, ast::WildcardPattern{}};
    if (i == index) element.node = ast::VariablePattern{names[i]};
    tuple.elements.push_back(std::move(element));
  }
  ast::Case match;
  match.scrutinee = std::make_unique<Expr>(variable(whole, span));
  match.alternatives.push_back(
      {span, ast::Pattern{span, std::move(tuple)}, rightSide(variable(names[index], span))});
  return {span, std::move(match)};
}

}  // namespace

void nameTopPatterns(ast::Module& module) {
  std::set<std::string> used;
  for (const Declaration& declaration : module.declarations) {
    if (const auto* clause = std::get_if<ast::Clause>(&declaration.node)) used.insert(clause->name);
  }
  std::vector<Declaration> result;
  for (Declaration& declaration : module.declarations) {
    const auto* binding = std::get_if<ast::PatternBinding>(&declaration.node);
    if (binding == nullptr) {
      result.push_back(std::move(declaration));
      continue;
    }
    const std::set<std::string> bound = boundNames(binding->pattern);
    const std::vector<std::string> names(bound.begin(), bound.end());
    if (names.empty()) continue;
    const Span span = declaration.span;
    std::string whole;
    for (const std::string& name : names) whole += (whole.empty() ? "" : "_") + name;
    while (!used.insert(whole).second || bound.contains(whole)) whole += "'";
    ast::Let let;
    let.declarations.push_back(std::move(declaration));
    let.body = std::make_unique<Expr>(together(names, span));
    result.push_back(constant(whole, {span, std::move(let)}));
    for (std::size_t i = 0; i < names.size(); ++i) {
      result.push_back(constant(names[i], part(whole, i, names, span)));
    }
  }
  module.declarations = std::move(result);
}

}  // namespace deforest::text
