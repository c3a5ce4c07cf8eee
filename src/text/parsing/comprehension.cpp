// List comprehensions, which the parser writes out as local recursive functions:
//
//     [e | p <- xs, c]        let each1 [] = []
//                                 each1 (p : rest1) = if c then e : each1 rest1 else each1 rest1
//                                 each1 (_ : rest1) = each1 rest1
//                             in each1 xs
//
// A second generator stands in place of `e : each1 rest1`, and its list ends with `each1 rest1`
// where the one of the first ends with []. So one cell is made per element of the result, and no
// list in between. What begins with `x <- [1 ..]` has no end, and becomes `map` or `concatMap` of a
// function that makes the rest for one element, of which others take what they need
// (scopes/streams.cpp). Actions may be functions, of which there should be no list:
//
//     sequence_ [e | p <- xs]        sequence_ (map (\\(x, y) -> e) [(x, y) | p <- xs])
//
// where x and y are what the qualifiers bind. Branches side by side (ParallelListComp) are one
// generator, of what `zip` makes of them. (P. Wadler, chapter 7 of S. Peyton Jones, "The
// Implementation of Functional Programming Languages", 1987.)
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "support/match.hpp"
#include "text/parsing/parser_impl.hpp"
#include "text/scopes/free_names.hpp"

namespace deforest::text {
namespace {

using ast::Expr;
using ast::Pattern;

// `R {..}`, anywhere: what it binds is known when the declaration of R is.
bool hasHiddenNames(const Pattern& pattern) {
  const auto any = [](const std::vector<Pattern>& parts) {
    return std::ranges::any_of(parts, hasHiddenNames);
  };
  return support::match(
      pattern.node, [](const ast::WildcardPattern&) { return false; },
      [](const ast::VariablePattern&) { return false; },
      [](const ast::LiteralPattern&) { return false; },
      [&](const ast::ConstructorPattern& node) { return any(node.arguments); },
      [](const ast::RecordPattern& node) {
        return node.rest || std::ranges::any_of(node.fields, [](const ast::FieldPattern& field) {
                 return hasHiddenNames(field.pattern);
               });
      },
      [&](const ast::TuplePattern& node) { return any(node.elements); },
      [&](const ast::ListPattern& node) { return any(node.elements); },
      [](const ast::AsPattern& node) { return hasHiddenNames(*node.pattern); },
      [](const ast::BangPattern& node) { return hasHiddenNames(*node.pattern); },
      [](const ast::LazyPattern& node) { return hasHiddenNames(*node.pattern); },
      [](const ast::TypedPattern& node) { return hasHiddenNames(*node.pattern); },
      [&](const ast::InfixPattern& node) { return any(node.operands); });
}

// Without a look at what is matched.
bool alwaysMatches(const Pattern& pattern) {
  return std::holds_alternative<ast::VariablePattern>(pattern.node) ||
         std::holds_alternative<ast::WildcardPattern>(pattern.node);
}

// Whatever is matched, if that has a value.
bool matchesValues(const Pattern& pattern) {
  const auto* tuple = std::get_if<ast::TuplePattern>(&pattern.node);
  return alwaysMatches(pattern) ||
         (tuple != nullptr && std::ranges::all_of(tuple->elements, matchesValues));
}

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

bool isEndless(const Expr& source);

// What makes a list without an end of one.
bool keepsEndless(const Expr& function) {
  const auto* apply = std::get_if<ast::Apply>(&function.node);
  const Expr& head = apply == nullptr ? function : *apply->function;
  const auto* variable = std::get_if<ast::Variable>(&head.node);
  if (variable == nullptr) return false;
  return isOneOf(variable->name, {"tail", "drop", "dropWhile", "map", "filter"}) ||
         (isOneOf(variable->name, {"zip", "zipWith"}) && apply != nullptr &&
          isEndless(apply->arguments.back()));
}

// Operators: `x : list`, `xs ++ list`, `f <$> list`, `map f $ list`, where what stands before the
// colon may be a sum.
bool isEndlessChain(const ast::Infix& source) {
  if (source.negated.back() || !isEndless(source.operands.back())) return false;
  const auto joins = [](std::string_view name) { return isOneOf(name, {":", "++"}); };
  const bool behindJoin = joins(source.operators.back().first);
  for (std::size_t i = 0; i < source.operators.size(); ++i) {
    const std::string& name = source.operators[i].first;
    const bool kept = joins(name) || name == "<$>" ||
                      (name == "$" && keepsEndless(source.operands[i])) ||
                      (behindJoin && isOneOf(name, {"+", "-", "*", "."}));
    if (!kept) return false;
  }
  return true;
}

// `[1 ..]`, also `[1, 3 ..]`, of numbers, whatever its type; `iterate f x`, what is left of that,
// and what it is the rest of. What `map` and `concatMap` make of a list that only looks so is the
// same.
bool isEndless(const Expr& source) {
  if (const auto* range = std::get_if<ast::Range>(&source.node)) {
    return range->to == nullptr && ast::isNumberLiteral(*range->from);
  }
  if (const auto* chain = std::get_if<ast::Infix>(&source.node)) return isEndlessChain(*chain);
  const auto* apply = std::get_if<ast::Apply>(&source.node);
  const auto* head =
      apply == nullptr ? nullptr : std::get_if<ast::Variable>(&apply->function->node);
  if (head == nullptr) return false;
  if (isOneOf(head->name, {"iterate", "repeat", "cycle"})) return true;
  if (!isEndless(apply->arguments.back())) return false;
  if (!isOneOf(head->name, {"zip", "zipWith"})) return keepsEndless(*apply->function);
  const std::size_t lists = apply->arguments.size();
  return lists >= 2 && isEndless(apply->arguments[lists - 2]);
}

// What the qualifiers bind; nothing if that does not stand there.
std::optional<std::set<std::string>> namesBoundBy(const std::vector<ast::Guard>& qualifiers) {
  std::set<std::string> names;
  for (const ast::Guard& qualifier : qualifiers) {
    if (const auto* generator = std::get_if<ast::PatternGuard>(&qualifier.node)) {
      if (hasHiddenNames(generator->pattern)) return std::nullopt;
      names.merge(boundNames(generator->pattern));
    }
    const auto* let = std::get_if<ast::LetGuard>(&qualifier.node);
    if (let == nullptr) continue;
    for (const ast::Declaration& declaration : let->declarations) {
      const auto* binding = std::get_if<ast::PatternBinding>(&declaration.node);
      if (binding != nullptr && hasHiddenNames(binding->pattern)) return std::nullopt;
      names.merge(boundNames(declaration));
    }
  }
  return names;
}

// The names, or the one, as a pattern and as what matches it.
std::pair<Pattern, Expr> boundTogether(const std::set<std::string>& names, support::Span span) {
  ast::TuplePattern parts;
  ast::Tuple values;
  for (const std::string& name : names) {
    parts.elements.push_back({span, ast::VariablePattern{name}});
    values.elements.push_back({span, ast::Variable{name}});
  }
  if (names.size() == 1) return {std::move(parts.elements[0]), std::move(values.elements[0])};
  return {Pattern{span, std::move(parts)}, Expr{span, std::move(values)}};
}

class Comprehension {
 public:
  Comprehension(support::Span span, Expr element, std::vector<ast::Guard> qualifiers,
                std::vector<std::string> names)
      : span_(span),
        element_(std::move(element)),
        qualifiers_(std::move(qualifiers)),
        names_(std::move(names)) {}

  // A function from what the qualifiers bind to the element, for `map`: then that is the element.
  std::optional<ast::Lambda> takeElement() {
    const std::optional<std::set<std::string>> bound = namesBoundBy(qualifiers_);
    if (!bound) return std::nullopt;
    auto [parameter, value] = boundTogether(*bound, span_);
    ast::Lambda function;
    function.parameters.push_back(std::move(parameter));
    function.body = std::make_unique<Expr>(std::exchange(element_, std::move(value)));
    return function;
  }

  Expr mapped(ast::Lambda function, Expr list) const {
    ast::Apply node;
    node.function = std::make_unique<Expr>(variable(std::string(ast::preludeQualifier) + ".map"));
    node.arguments.push_back({span_, std::move(function)});
    node.arguments.push_back(std::move(list));
    return {span_, std::move(node)};
  }

  Expr write() {
    auto* first = std::get_if<ast::PatternGuard>(&qualifiers_[0].node);
    const bool endless =
        first != nullptr && matchesValues(first->pattern) && isEndless(first->expression);
    return endless ? ofEach(*first) : from(0, "");
  }

 private:
  Expr variable(std::string name) const { return {span_, ast::Variable{std::move(name)}}; }

  Expr apply(Expr function, Expr first) const {
    ast::Apply node;
    node.function = std::make_unique<Expr>(std::move(function));
    node.arguments.push_back(std::move(first));
    return {span_, std::move(node)};
  }

  // What the list ends with: what the function of the innermost generator around makes of the rest
  // of its list.
  Expr end(const std::string& name) const {
    if (name.empty()) return {span_, ast::List{}};
    return apply(variable("each" + name), variable("rest" + name));
  }

  // The elements for the qualifiers from that index on, followed by the end of `outer`.
  Expr from(std::size_t index, const std::string& outer) {
    if (index == qualifiers_.size()) {
      Expr cons = apply({span_, ast::ConstructorName{":"}}, std::move(element_));
      std::get<ast::Apply>(cons.node).arguments.push_back(end(outer));
      return cons;
    }
    auto& qualifier = qualifiers_[index].node;
    if (auto* condition = std::get_if<ast::BooleanGuard>(&qualifier)) {
      ast::If node{std::make_unique<Expr>(std::move(condition->condition)),
                   std::make_unique<Expr>(from(index + 1, outer)),
                   std::make_unique<Expr>(end(outer))};
      return {span_, std::move(node)};
    }
    if (auto* let = std::get_if<ast::LetGuard>(&qualifier)) {
      ast::Let node{std::move(let->declarations), std::make_unique<Expr>(from(index + 1, outer))};
      return {span_, std::move(node)};
    }
    return generate(std::get<ast::PatternGuard>(qualifier), index, outer);
  }

  Expr ofEach(ast::PatternGuard& generator) {
    const bool one = qualifiers_.size() == 1 && alwaysMatches(generator.pattern);
    ast::Lambda function;
    function.parameters.push_back(std::move(generator.pattern));
    function.body = std::make_unique<Expr>(one ? std::move(element_) : from(1, ""));
    ast::Apply node;
    node.function = std::make_unique<Expr>(
        variable(std::string(ast::preludeQualifier) + (one ? ".map" : ".concatMap")));
    node.arguments.push_back({span_, std::move(function)});
    node.arguments.push_back(std::move(generator.expression));
    return {span_, std::move(node)};
  }

  Expr generate(ast::PatternGuard& generator, std::size_t index, const std::string& outer) {
    const std::string name = names_[index];
    const bool total = alwaysMatches(generator.pattern);
    ast::Let node;
    node.declarations.push_back(clause(name, {span_, ast::ListPattern{}}, end(outer)));
    Pattern cell = cons(std::move(generator.pattern), name);
    node.declarations.push_back(clause(name, std::move(cell), from(index + 1, name)));
    if (!total) {
      Pattern other = cons({span_, ast::WildcardPattern{}}, name);
      node.declarations.push_back(clause(name, std::move(other), end(name)));
    }
    node.body =
        std::make_unique<Expr>(apply(variable("each" + name), std::move(generator.expression)));
    return {span_, std::move(node)};
  }

  Pattern cons(Pattern head, const std::string& name) const {
    ast::ConstructorPattern cell{":", span_, {}};
    cell.arguments.push_back(std::move(head));
    cell.arguments.push_back({span_, ast::VariablePattern{"rest" + name}});
    return {span_, std::move(cell)};
  }

  ast::Declaration clause(const std::string& name, Pattern pattern, Expr body) const {
    ast::Clause clause;
    clause.name = "each" + name;
    clause.patterns.push_back(std::move(pattern));
    clause.rhs.alternatives.push_back({span_, {}, std::move(body)});
    return {span_, "", std::move(clause)};
  }

  support::Span span_;
  Expr element_;
  std::vector<ast::Guard> qualifiers_;
  // For each qualifier what is behind `each` and `rest` in the names that it needs.
  std::vector<std::string> names_;
};

}  // namespace

// A number that no name of the source ends with behind `each`, `rest`, `case` or `part`.
std::string Parser::freshNumber() {
  if (!knowsTakenNumbers_) {
    for (const Token& token : lexemes_.tokens) {
      const bool taken = token.text.starts_with("each") || token.text.starts_with("rest") ||
                         token.text.starts_with("case") || token.text.starts_with("part");
      if (taken) takenNumbers_.emplace(token.text.substr(4));
    }
    knowsTakenNumbers_ = true;
  }
  std::string number;
  do number = std::to_string(++lastNumber_);
  while (takenNumbers_.contains(number));
  return number;
}

// Whether the list that begins with this bracket is the operand of `sequence` or one of its kin.
bool Parser::runsActionsAt(const Token& open) const {
  constexpr std::array<std::string_view, 4> runners = {"sequence", "sequence_", "sequenceA",
                                                       "sequenceA_"};
  const std::size_t at = static_cast<std::size_t>(&open - lexemes_.tokens.data());
  if (at == 0 || at >= lexemes_.tokens.size()) return false;
  const std::size_t before = lexemes_.tokens[at - 1].text == "$" && at > 1 ? at - 2 : at - 1;
  return std::ranges::find(runners, lexemes_.tokens[before].text) != runners.end();
}

// Qualifiers between a `|` and the next or the end, and for each what is behind its names.
Parser::Qualifiers Parser::parseQualifiers() {
  Qualifiers qualifiers;
  take();
  do {
    if (depth_ + 2 >= nestingLimit) failNesting();
    depth_ += 2;
    qualifiers.guards.push_back(parseGuard());
    qualifiers.names.push_back(freshNumber());
  } while (accept(TokenKind::Comma));
  return qualifiers;
}

// The rest of a comprehension, from its `|` on; `result` is the element.
void Parser::parseComprehension(Expr& result, const Token& open) {
  const bool ofActions = runsActionsAt(open);
  // Every qualifier makes the tree higher, so that each counts as a level of nesting.
  const int depth = depth_;
  std::vector<Qualifiers> branches;
  do branches.push_back(parseQualifiers());
  while (at(TokenKind::Bar));
  depth_ = depth;
  expectClose(TokenKind::CloseBracket, open, "an operator, `,`");
  const support::Span span = since(open.span.begin);
  Qualifiers qualifiers =
      branches.size() == 1 ? std::move(branches[0]) : sideBySide(std::move(branches), span);
  Comprehension comprehension(span, std::move(result), std::move(qualifiers.guards),
                              std::move(qualifiers.names));
  std::optional<ast::Lambda> action;
  if (ofActions) action = comprehension.takeElement();
  result = comprehension.write();
  if (action) result = comprehension.mapped(std::move(*action), std::move(result));
}

// [e | x <- xs | y <- ys]  =>  (x, y) <- zip xs ys: one generator of what each branch binds.
Parser::Qualifiers Parser::sideBySide(std::vector<Qualifiers> branches, support::Span span) {
  std::optional<ast::PatternGuard> last;
  for (std::size_t i = branches.size(); i-- > 0;) {
    Qualifiers& branch = branches[i];
    const std::optional<std::set<std::string>> bound = namesBoundBy(branch.guards);
    if (!bound) {
      fail(span, "`..` binds what nobody names here",
           "write the fields out that are used: `R {a = a}`");
    }
    auto [pattern, value] = boundTogether(*bound, span);
    Expr list =
        Comprehension(span, std::move(value), std::move(branch.guards), std::move(branch.names))
            .write();
    if (!last) {
      last = {std::move(pattern), std::move(list)};
      continue;
    }
    ast::TuplePattern both;
    both.elements.push_back(std::move(pattern));
    both.elements.push_back(std::move(last->pattern));
    ast::Apply zip;
    zip.function = box(Expr{span, ast::Variable{std::string(ast::preludeQualifier) + ".zip"}});
    zip.arguments.push_back(std::move(list));
    zip.arguments.push_back(std::move(last->expression));
    last = {{span, std::move(both)}, {span, std::move(zip)}};
  }
  Qualifiers together;
  together.guards.push_back({std::move(*last)});
  together.names.push_back(freshNumber());
  return together;
}

}  // namespace deforest::text
