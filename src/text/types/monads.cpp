// What a `do` block outside of `main` means: which monad it is in, and what binding is there.
//
//     do { x <- f y; pure (x + 1) }       the scope phase writes
//
//     case f y of                         with constructors that nothing has chosen yet;
//       ? x -> ? (x + 1)
//       e -> ? e
//
//     case f y of                         in Maybe
//       Just x -> Just (x + 1)
//       _ -> Nothing
//
//     case f y of                         in Either
//       Right x -> Right (x + 1)
//       Left e -> Left e
//
// The monad is that of the block's type or of one of its actions, whichever is known; where neither
// is when the block is met, it is looked at again when the function has been inferred. No function
// is made of what follows a binding, and `pure` costs what its constructor costs.
#include "support/check.hpp"
#include "text/types/machine.hpp"

namespace deforest::text {

using resolved::Pattern;
using resolved::Term;

bool Inference::isKnownMonad(TypeRef type) const {
  type = types_.prune(type);
  return type->con == types_.maybeCon || type->con == types_.eitherCon ||
         type->con == types_.listCon;
}

void Inference::checkBind(resolved::MatchTerm& match, Span span, TypeRef expected,
                          const Reason& reason) {
  OpenMonad open{&match, nullptr, fresh(), fresh(), expected, span};
  auto& action = std::get<resolved::ConstructorPattern>(match.clauses[0].patterns[0].node);
  if (isKnownMonad(expected)) {
    settleMonad(open);
    check(*match.scrutinee, open.action, {});
  } else {
    unify(open.action, infer(*match.scrutinee), match.scrutinee->span, {});
    if (!settleMonad(open)) openMonads_.push_back(open);
  }
  match.clauses[0].patterns[0].type = open.action;
  match.clauses[1].patterns[0].type = open.action;
  checkPattern(action.arguments[0], open.element);
  checkRhs(match.clauses[0].rhs, expected, reason);
  match.clauses[1].rhs.alternatives[0].body.type = expected;
}

// `pure e`.
TypeRef Inference::inferPure(Term& term) {
  auto& pure = std::get<resolved::ConstructTerm>(term.node);
  OpenMonad open{nullptr, &term, nullptr, infer(pure.fields[0]), fresh(), term.span};
  openMonads_.push_back(open);
  return open.result;
}

// Chooses the constructors if the monad is known by now.
bool Inference::settleMonad(const OpenMonad& open) {
  const bool known = isKnownMonad(open.result);
  if (!known && (open.action == nullptr || !isKnownMonad(open.action))) {
    const TypeRef type = types_.prune(open.action == nullptr ? open.result : open.action);
    const TypeRef other = types_.prune(open.result);
    if (!type->con.valid() && !other->con.valid()) return false;
    const TypeRef wrong = type->con.valid() ? type : other;
    reporter_.error(
        open.span, "type " + quoted(types_.render(wrong)) + " is not a monad that the language has",
        "`do`, `>>=`, `<$>` and `pure` are in `Maybe` and `Either e`; write a `case`");
    throw Abort{};
  }
  const TypeConId con = types_.prune(known ? open.result : open.action)->con;
  if (con == types_.listCon && open.match != nullptr) {
    reporter_.error(open.span, "`do` and `>>=` in lists are not in the language yet",
                    "write a list comprehension: `[e | x <- xs]`");
    throw Abort{};
  }
  std::vector<TypeRef> shared;
  for (std::size_t i = 1; i < types_.con(con).parameters.size(); ++i) shared.push_back(fresh());
  const auto applied = [&](TypeRef last) {
    std::vector<TypeRef> arguments = shared;
    arguments.push_back(last);
    return types_.apply(con, std::move(arguments));
  };
  if (open.match != nullptr) {
    const Reason reason{Reason::Kind::Monad};
    unify(applied(fresh()), open.result, open.span, reason);
    unify(applied(open.element), open.action, open.match->scrutinee->span, reason);
    chooseBind(*open.match, con, open);
  } else {
    unify(applied(open.element), open.result, open.span, {Reason::Kind::Monad});
    choosePure(*open.pure, con);
  }
  return true;
}

void Inference::choosePure(Term& term, TypeConId con) {
  auto& pure = std::get<resolved::ConstructTerm>(term.node);
  if (con == types_.listCon) {
    term.node = resolved::ListTerm{std::move(pure.fields)};
  } else {
    pure.con = con == types_.maybeCon ? types_.justCon : types_.rightCon;
  }
}

void Inference::chooseBind(resolved::MatchTerm& match, TypeConId con, const OpenMonad& open) {
  auto& success = std::get<resolved::ConstructorPattern>(match.clauses[0].patterns[0].node);
  Pattern& otherwise = match.clauses[1].patterns[0];
  Term& failure = match.clauses[1].rhs.alternatives[0].body;
  match.isBind = false;
  if (con == types_.maybeCon) {
    success.con = types_.justCon;
    otherwise.node = resolved::WildcardPattern{};
    failure.node = resolved::ConstructTerm{types_.nothingCon, {}};
    return;
  }
  if (!cannotFail(success.arguments[0])) {
    reporter_.error(success.arguments[0].span,
                    "this pattern can fail, and `Either` does not say what happens then",
                    "match on the value by `case`, and say `Left` of what for the rest");
    throw Abort{};
  }
  success.con = types_.rightCon;
  const TypeRef left = types_.prune(open.action)->arguments[0];
  const resolved::LocalUse use = std::get<resolved::LocalUse>(failure.node);
  unify(typeOf(use.local), left, open.span, {});
  Pattern variable = std::move(otherwise);
  Pattern constructed;
  constructed.span = variable.span;
  constructed.type = variable.type;
  variable.type = left;
  resolved::ConstructorPattern node{types_.leftCon, {}};
  node.arguments.push_back(std::move(variable));
  constructed.node = std::move(node);
  otherwise = std::move(constructed);
  Term value;
  value.span = failure.span;
  value.begin = failure.begin;
  value.end = failure.end;
  value.type = left;
  value.node = use;
  resolved::ConstructTerm made{types_.leftCon, {}};
  made.fields.push_back(std::move(value));
  failure.node = std::move(made);
}

bool Inference::cannotFail(const Pattern& pattern) const {
  if (const auto* as = std::get_if<resolved::AsPattern>(&pattern.node)) {
    return cannotFail(*as->pattern);
  }
  if (const auto* constructor = std::get_if<resolved::ConstructorPattern>(&pattern.node)) {
    const SourceConstructor& con = types_.constructor(constructor->con);
    if (types_.con(con.type).constructors.size() != 1) return false;
    for (const Pattern& argument : constructor->arguments) {
      if (!cannotFail(argument)) return false;
    }
    return true;
  }
  return std::holds_alternative<resolved::VariablePattern>(pattern.node) ||
         std::holds_alternative<resolved::WildcardPattern>(pattern.node);
}

// Settles what is known by now. What is left at the end of a function at top level nothing says.
void Inference::settleMonads(bool last) {
  for (bool more = true; more && !openMonads_.empty();) {
    more = false;
    std::vector<OpenMonad> waiting = std::move(openMonads_);
    openMonads_.clear();
    for (const OpenMonad& open : waiting) {
      if (settleMonad(open)) {
        more = true;
      } else {
        openMonads_.push_back(open);
      }
    }
  }
  if (!last || openMonads_.empty()) return;
  const Span span = openMonads_.front().span;
  openMonads_.clear();
  reporter_.error(span, "nothing says which monad this is in",
                  "write a signature for the function, with `Maybe` or `Either`");
  throw Abort{};
}

}  // namespace deforest::text
