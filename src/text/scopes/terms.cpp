// Expressions other than applications.
#include <algorithm>
#include <utility>

#include "support/check.hpp"
#include "support/match.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {

std::uint32_t Resolver::tick() {
  module_.useAt.emplace_back();
  module_.callAt.push_back(false);
  return next_++;
}

Term Resolver::open(Span span) {
  Term term;
  term.span = span;
  term.begin = tick();
  term.node = resolved::Hole{};
  return term;
}

Term Resolver::close(Term term) {
  term.end = next_;
  return term;
}

Term Resolver::notInLanguage(Span span, std::string message, std::string hint) {
  reporter_.error(span, std::move(message), std::move(hint));
  return close(open(span));
}

Term Resolver::term(const ast::Expr& source) {
  const Span span = source.span;
  if (streams_.step.valid()) {
    const auto end = streams_.stepEnds.find({&source, streams_.step});
    if (end != streams_.stepEnds.end()) return stepTerm(source, streams_.step, end->second);
  }
  const auto later = tables_.elements.find(&source);
  if (later != tables_.elements.end() && later->second.table != nullptr) {
    return laterTerm(source, later->second);
  }
  if (appendedCells_.contains(&source)) return appendedCell(source);
  if (std::optional<Term> chosen = choice(source)) return std::move(*chosen);
  return support::match(
      source.node, [&](const ast::Variable&) { return application(source, {}, span); },
      [&](const ast::ConstructorName&) { return application(source, {}, span); },
      [&](const ast::Apply&) { return application(source, {}, span); },
      [&](const ast::LiteralExpr& node) { return literal(node.literal, false, span); },
      [&](const ast::Negate& node) { return negation(node, span); },
      [&](const ast::Infix&) -> Term {
        support::fail("an infix expression that the parser has not resolved");
      },
      [&](const ast::If&) { return branching(source); },
      [&](const ast::MultiIf&) { return branching(source); },
      [&](const ast::Case&) { return branching(source); },
      [&](const ast::Let& node) { return let(node, span); },
      [&](const ast::Tuple& node) { return tuple(node, span); },
      [&](const ast::List& node) { return list(node, span); },
      [&](const ast::Range& node) { return range(node, span); },
      [&](const ast::LeftSection&) { return application(source, {}, span); },
      [&](const ast::RightSection&) { return application(source, {}, span); },
      [&](const ast::RecordConstruction& node) { return recordConstruction(node, span); },
      [&](const ast::RecordUpdate& node) { return recordUpdate(node, span); },
      [&](const ast::Typed& node) {
        Term result = open(span);
        resolved::TypedTerm typed{std::make_unique<Term>(term(*node.expression)),
                                  flexibleType(node.type)};
        if (typed.annotation != nullptr) result.node = std::move(typed);
        return close(std::move(result));
      },
      [&](const ast::Lambda&) { return application(source, {}, span); },
      [&](const ast::Do& node) { return doBlock(node.statements, 0, span); });
}

Term Resolver::branching(const ast::Expr& source) {
  if (const auto* conditionalTerm = std::get_if<ast::If>(&source.node)) {
    return conditional(*conditionalTerm, source.span);
  }
  if (const auto* guarded = std::get_if<ast::MultiIf>(&source.node)) {
    return guardedTerm(guarded->alternatives, source.span);
  }
  return match(std::get<ast::Case>(source.node), source.span);
}

Term Resolver::guardedTerm(const std::vector<ast::GuardedExpr>& source, Span span) {
  Term result = open(span);
  resolved::GuardedIf guarded;
  guarded.rhs.alternatives = alternatives(source);
  result.node = std::move(guarded);
  return close(std::move(result));
}

Term Resolver::literal(const ast::LiteralNode& source, bool negative, Span span) {
  Term result = open(span);
  result.node = support::match(
      source,
      [&](const ast::IntegerLiteral& node) {
        return resolved::LiteralTerm{resolved::NumberLiteral{node.digits, false, negative}};
      },
      [&](const ast::FractionalLiteral& node) {
        return resolved::LiteralTerm{resolved::NumberLiteral{node.digits, true, negative}};
      },
      [&](const ast::CharLiteral& node) {
        return resolved::LiteralTerm{resolved::CharLiteral{node.value}};
      },
      [&](const ast::StringLiteral& node) {
        resolved::LiteralTerm made{resolved::StringLiteral{node.value}};
        if (overloadedTexts_ && !inPrelude_ && !inCall_) {
          made.constant = textConstant(node.value);
          noteFunction(made.constant, result.begin);
        }
        return made;
      });
  return close(std::move(result));
}

Term Resolver::negation(const ast::Negate& source, Span span) {
  if (const auto* number = std::get_if<ast::LiteralExpr>(&source.operand->node)) {
    if (std::holds_alternative<ast::IntegerLiteral>(number->literal) ||
        std::holds_alternative<ast::FractionalLiteral>(number->literal)) {
      return literal(number->literal, true, span);
    }
  }
  Term result = open(span);
  resolved::BuiltinCall call{&std::get<Builtin>(findPreludeName("negate")->meaning), {}};
  call.arguments.push_back(term(*source.operand));
  result.node = std::move(call);
  return close(std::move(result));
}

Term Resolver::conditional(const ast::If& source, Span span) {
  Term result = open(span);
  auto condition = std::make_unique<Term>(term(*source.condition));
  auto whenTrue = std::make_unique<Term>(term(*source.whenTrue));
  auto whenFalse = std::make_unique<Term>(term(*source.whenFalse));
  result.node = resolved::IfTerm{std::move(condition), std::move(whenTrue), std::move(whenFalse)};
  return close(std::move(result));
}

Term Resolver::match(const ast::Case& source, Span span) {
  if (std::optional<Term> cell = matchOfCell(source, span)) return std::move(*cell);
  Term result = open(span);
  const bool action = std::exchange(asAction_, false);
  resolved::MatchTerm node{std::make_unique<Term>(term(*source.scrutinee)), {}};
  for (const ast::CaseAlternative& alternative : source.alternatives) {
    resolved::Clause clause;
    clause.span = alternative.span;
    clause.begin = tick();
    Bound bound;
    clause.patterns.push_back(pattern(alternative.pattern, bound));
    const std::size_t mark = scopeMark();
    bringIntoScope(bound.locals);
    asAction_ = action;
    clause.rhs = rhs(alternative.rhs);
    leaveScope(mark);
    clause.end = next_;
    node.clauses.push_back(std::move(clause));
  }
  result.node = std::move(node);
  return close(std::move(result));
}

Term Resolver::let(const ast::Let& source, Span span) {
  Term result = open(span);
  const std::size_t mark = scopeMark();
  Box<resolved::LetGroup> bindings = group(source.declarations);
  auto body = std::make_unique<Term>(term(*source.body));
  leaveScope(mark);
  result.node = resolved::LetTerm{std::move(bindings), std::move(body)};
  return close(std::move(result));
}

Term Resolver::tuple(const ast::Tuple& source, Span span) {
  Term result = open(span);
  std::vector<Term> elements;
  for (const ast::Expr& element : source.elements) elements.push_back(term(element));
  TypeTable& types = module_.types;
  if (!source.unboxed) {
    const TypeConId con = types.tupleCon(elements.size());
    result.node = resolved::ConstructTerm{types.onlyConstructor(con), std::move(elements)};
  } else if (elements.empty()) {
    reporter_.error(span, "an unboxed tuple without elements is not in the language", "write `()`");
  } else {
    result.node = resolved::UnboxedTerm{std::move(elements)};
  }
  return close(std::move(result));
}

Term Resolver::list(const ast::List& source, Span span) {
  Term result = open(span);
  resolved::ListTerm node;
  node.elements.reserve(source.elements.size());
  for (const ast::Expr& element : source.elements) node.elements.push_back(term(element));
  result.node = std::move(node);
  return close(std::move(result));
}

Term Resolver::range(const ast::Range& source, Span span) {
  if (source.to == nullptr) return rangeToLast(source, span);
  Term shell = open(span);
  const bool stepped = source.next != nullptr;
  Operands operands = {{source.from.get(), {}}};
  if (stepped) operands.push_back({source.next.get(), {}});
  operands.push_back({source.to.get(), {}});
  const char* name = stepped ? "enumFromThenTo" : "enumFromTo";
  callFunction(preludeFunction(name), span, operands, shell);
  return close(std::move(shell));
}

Term Resolver::recordConstruction(const ast::RecordConstruction& source, Span span) {
  Term result = open(span);
  const ConId con = lookupConstructor(source.constructor, span);
  std::vector<std::pair<std::string, Term>> given;
  for (const auto& [label, expr] : source.fields) {
    given.emplace_back(splitQualified(label).second, term(expr));
  }
  if (!con.valid()) return close(std::move(result));
  resolved::ConstructTerm node{con, {}};
  for (const SourceField& field : module_.types.constructor(con).fields) {
    const auto found = std::ranges::find_if(given, [&](const auto& entry) {
      return entry.first == field.label && !field.label.empty();
    });
    if (found != given.end()) {
      node.fields.push_back(std::move(found->second));
      given.erase(found);
      continue;
    }
    // What stands for it is a variable of that name, of those that are bound around it.
    if (source.rest && names_.contains(field.label) &&
        seesLabel(field.label, module_.types.constructor(con).type)) {
      node.fields.push_back(term({span, ast::Variable{field.label}}));
      continue;
    }
    if (field.strict) {
      reporter_.error(span,
                      "strict field " + quoted(field.label) + " of " + quoted(source.constructor) +
                          " is missing",
                      "give it a value");
    }
    Term missing = open(span);
    missing.node =
        resolved::FailTerm{"Missing field in record construction " + field.label, nullptr};
    node.fields.push_back(close(std::move(missing)));
  }
  for (const auto& [label, value] : given) {
    reporter_.error(value.span,
                    "constructor " + quoted(source.constructor) + " has no field " + quoted(label) +
                        ", or it stands twice",
                    "write each of its labels at most once");
  }
  result.node = std::move(node);
  return close(std::move(result));
}

Term Resolver::recordUpdate(const ast::RecordUpdate& source, Span span) {
  Term result = open(span);
  resolved::UpdateTerm node;
  node.record = std::make_unique<Term>(term(*source.record));
  for (const auto& [label, expr] : source.fields) {
    const std::string plain = splitQualified(label).second;
    const auto own = types_.labels().find(plain);
    const Label* found = own != types_.labels().end() ? &own->second : types_.importedLabel(label);
    if (found == nullptr) {
      reporter_.error(expr.span, quoted(label) + " is not a record label",
                      "only fields that are declared with a label can be updated");
    } else if (node.type.valid() && node.type != found->type) {
      reporter_.error(expr.span, "the labels of this update belong to different types",
                      "update one record at a time");
    } else {
      node.type = found->type;
    }
    node.fields.push_back({plain, term(expr)});
  }
  if (node.type.valid()) {
    const auto& constructors = module_.types.con(node.type).constructors;
    const bool possible = std::ranges::any_of(constructors, [&](ConId con) {
      const auto& fields = module_.types.constructor(con).fields;
      return std::ranges::all_of(node.fields, [&](const auto& update) {
        return std::ranges::any_of(
            fields, [&](const SourceField& field) { return field.label == update.label; });
      });
    });
    if (!possible) {
      reporter_.error(span, "no constructor has all the labels of this update",
                      "update labels of one constructor at a time");
    }
    result.node = std::move(node);
  }
  return close(std::move(result));
}

}  // namespace deforest::text
