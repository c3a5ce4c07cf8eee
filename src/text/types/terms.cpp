// Terms, patterns and local bindings.
#include <algorithm>
#include <unordered_map>

#include "support/check.hpp"
#include "support/match.hpp"
#include "text/lowering/literals.hpp"
#include "text/prelude/prelude.hpp"
#include "text/types/machine.hpp"

namespace deforest::text {

using resolved::FunctionId;
using resolved::LocalId;
using resolved::Pattern;
using resolved::Term;

TypeRef Inference::freshInstance(TypeConId con) {
  std::vector<TypeRef> arguments;
  for (std::size_t i = 0; i < types_.con(con).parameters.size(); ++i) arguments.push_back(fresh());
  return types_.apply(con, std::move(arguments));
}

TypeRef Inference::typeOf(LocalId local) {
  TypeRef& type = module_.local(local).type;
  if (type == nullptr) type = fresh();
  return type;
}

// -------------------------------------------------------------------------------------- terms

TypeRef Inference::infer(Term& term) {
  term.type = inferNode(term);
  return term.type;
}

// Branching terms hand the expected type on, so that a mismatch is found where it is written.
void Inference::check(Term& term, TypeRef expected, const Reason& reason) {
  if (auto* conditional = std::get_if<resolved::IfTerm>(&term.node)) {
    check(*conditional->condition, scalar(types_.boolCon), {Reason::Kind::Condition});
    check(*conditional->whenTrue, expected, reason);
    const bool inferred = reason.kind == Reason::Kind::None || reason.kind == Reason::Kind::Result;
    check(*conditional->whenFalse, expected, inferred ? Reason{Reason::Kind::Branch} : reason);
  } else if (auto* match = std::get_if<resolved::MatchTerm>(&term.node)) {
    checkMatch(*match, expected, reason);
  } else if (auto* call = std::get_if<resolved::FunctionCall>(&term.node);
             call != nullptr && call->monadic) {
    unify(expected, inferCall(*call, term.span, expected, reason), term.span, reason);
    monadic_.push_back(&term);
  } else if (isLambda(term)) {
    if (!checkLambda(term, expected, reason)) unify(expected, infer(term), term.span, reason);
  } else if (auto* guarded = std::get_if<resolved::GuardedIf>(&term.node)) {
    checkRhs(guarded->rhs, expected, reason);
  } else if (auto* let = std::get_if<resolved::LetTerm>(&term.node)) {
    inferLet(*let->group);
    check(*let->body, expected, reason);
  } else {
    unify(expected, infer(term), term.span, reason);
    return;
  }
  term.type = expected;
}

TypeRef Inference::inferNode(Term& term) {
  return support::match(
      term.node, [&](resolved::LocalUse& use) { return typeOf(use.local); },
      [&](resolved::FunctionCall& call) {
        const TypeRef result = inferCall(call, term.span);
        if (call.monadic) monadic_.push_back(&term);
        return result;
      },
      [&](resolved::ApplyTerm& apply) { return inferApply(apply, term.span); },
      [&](resolved::BuiltinCall& call) { return inferBuiltin(term, call); },
      [&](resolved::ConstructTerm& construct) { return inferConstruct(construct, term.span); },
      [&](resolved::LiteralTerm& literal) {
        return literal.constant.valid() ? inferText(term) : inferLiteral(literal.literal);
      },
      [&](resolved::UnboxedTerm& tuple) {
        std::vector<TypeRef> elements;
        for (Term& element : tuple.elements) elements.push_back(infer(element));
        const TypeConId con = types_.unboxedCon(elements.size());
        return types_.apply(con, std::move(elements));
      },
      [&](resolved::ListTerm& list) { return inferList(list); },
      [&](resolved::SelectTerm& select) { return inferSelect(select, term.span); },
      [&](resolved::UpdateTerm& update) { return inferUpdate(update); },
      [&](resolved::TypedTerm& typed) {
        check(*typed.term, typed.annotation, {Reason::Kind::Annotation});
        return typed.annotation;
      },
      [&](resolved::FailTerm& failure) {
        if (failure.operand != nullptr) {
          check(*failure.operand, types_.list(scalar(types_.charCon)),
                {Reason::Kind::Argument, "error", 1});
        }
        return fresh();
      },
      [&](resolved::Hole&) { return fresh(); },
      [&](auto&) {  // the branching terms
        const TypeRef type = fresh();
        check(term, type, {});
        return type;
      });
}

TypeRef Inference::inferCall(resolved::FunctionCall& call, Span span, TypeRef expected,
                             const Reason& reason) {
  resolved::Function& callee = module_.function(call.callee);
  if (callee.isDelayed) {
    const FunctionScope function(*this, callee);
    auto& applied = std::get<resolved::ApplyTerm>(callee.clauses[0].rhs.alternatives[0].body.node);
    if (expected == nullptr) return infer(*applied.function);
    check(*applied.function, expected, reason);
    return expected;
  }
  if (callee.isLambda) inferLambda(callee);
  if (callee.parameterTypes.size() < call.arguments.size() || callee.resultType == nullptr ||
      (failed_.contains(call.callee) && !callee.hasSignature)) {
    for (Term& argument : call.arguments) infer(argument);  // reported where it is defined
    return fresh();
  }
  std::unordered_map<TypeRef, TypeRef> map;
  if (open_.contains(call.callee)) {
    recursiveCalls_.emplace_back(&call, call.callee);
  } else {
    for (const TypeRef variable : callee.quantified) {
      const TypeRef instance = fresh(variable->classes);
      call.instance.push_back(instance);
      map.emplace(variable, instance);
      if (variable->anyClass) requirements_.push_back({variable, instance, span});
    }
    unifyGiven(call.given, call.instance, span);
    depend(callee, map, span);
  }
  if (expected != nullptr && call.arguments.size() == callee.parameterTypes.size()) {
    unify(expected, map.empty() ? callee.resultType : types_.instantiate(callee.resultType, map),
          span, reason);
  }
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    TypeRef parameter = callee.parameterTypes[i];
    if (!map.empty()) parameter = types_.instantiate(parameter, map);
    // What follows a statement of a `do` results in what the block results in.
    const bool follows =
        i == 1 && callee.fromPrelude && callee.name == ">>=" && isLambda(call.arguments[i]);
    check(call.arguments[i], parameter,
          follows ? reason : Reason{Reason::Kind::Argument, nameToShow(callee), i + 1});
  }
  TypeRef result = map.empty() ? callee.resultType : types_.instantiate(callee.resultType, map);
  for (std::size_t i = callee.parameterTypes.size(); i-- > call.arguments.size();) {
    TypeRef parameter = callee.parameterTypes[i];
    if (!map.empty()) parameter = types_.instantiate(parameter, map);
    result = types_.arrow(parameter, result);
  }
  noteArithmetic(call, result, span);
  return result;
}

// Types that are written for the first of the variables of what is called.
void Inference::unifyGiven(const std::vector<TypeRef>& given, const std::vector<TypeRef>& variables,
                           Span span) {
  if (given.size() > variables.size()) {
    reporter_.error(
        span, "too many types are given: it has " + counted(variables.size(), "type variable"),
        "drop what is too much");
  }
  for (std::size_t i = 0; i < std::min(given.size(), variables.size()); ++i) {
    if (given[i] != nullptr) {
      unify(given[i], variables[i], span, {Reason::Kind::Annotation});
    }
  }
}

bool Inference::isLambda(const Term& term) const {
  const auto* call = std::get_if<resolved::FunctionCall>(&term.node);
  if (call == nullptr || !call->arguments.empty()) return false;
  const resolved::Function& callee = module_.function(call->callee);
  return callee.isLambda && !callee.isDelayed;
}

// A function without a name whose type is known where it stands: its body is checked against that,
// so that a mismatch is found where it is written. False: it is none, or has more parameters.
bool Inference::checkLambda(Term& term, TypeRef expected, const Reason& reason) {
  if (!isLambda(term)) return false;
  resolved::Function& lambda = module_.function(std::get<resolved::FunctionCall>(term.node).callee);
  std::vector<TypeRef> parameters = lambda.parameterTypes;
  TypeRef result = expected;
  for (std::size_t i = 0; i < lambda.arity; ++i) {
    result = types_.prune(result);
    if (!types_.isArrow(result)) return false;
    if (i >= parameters.size()) {
      parameters.push_back(result->arguments[0]);
    } else {
      unify(result->arguments[0], parameters[i], term.span, reason);
    }
    result = result->arguments[1];
  }
  lambda.parameterTypes = std::move(parameters);
  lambda.resultType = result;
  checkClauses(lambda, reason);
  return true;
}

void Inference::checkClauses(resolved::Function& lambda, const Reason& reason) {
  const FunctionScope function(*this, lambda);
  for (resolved::Clause& clause : lambda.clauses) {
    ClauseScope scope(*this);
    for (std::size_t i = 0; i < clause.patterns.size(); ++i) {
      checkPattern(clause.patterns[i], lambda.parameterTypes[i]);
    }
    checkRhs(clause.rhs, lambda.resultType, reason);
    scope.end(typesOf(lambda), spanOf(clause.rhs));
  }
}

// What a program calls the function; empty for one of the language's own that has no such name.
std::string_view Inference::nameToShow(const resolved::Function& function) {
  if (!function.fromPrelude || function.library != nullptr || function.foreign ||
      function.methodOf != noClasses) {
    return function.name;
  }
  if (const PreludeName* known = findPreludeFunction(function.name)) return known->name;
  constexpr std::string_view ofStreams = "Stream";
  std::string_view name = function.name;
  if (!name.ends_with(ofStreams)) return {};
  name.remove_suffix(ofStreams.size());
  const PreludeName* known = findPreludeName(name);
  return known == nullptr ? std::string_view() : known->name;
}

// Its types are those of the place where it stands.
void Inference::inferLambda(resolved::Function& lambda) {
  while (lambda.parameterTypes.size() < lambda.arity) lambda.parameterTypes.push_back(fresh());
  lambda.resultType = fresh();
  checkClauses(lambda, {});
}

TypeRef Inference::inferApply(resolved::ApplyTerm& apply, Span span) {
  TypeRef type = infer(*apply.function);
  const auto* call = std::get_if<resolved::FunctionCall>(&apply.function->node);
  const std::size_t before = call == nullptr ? 0 : call->arguments.size();
  const std::string_view name =
      call == nullptr ? std::string_view() : nameToShow(module_.function(call->callee));
  for (std::size_t i = 0; i < apply.arguments.size(); ++i) {
    type = types_.prune(type);
    const bool isOpen = !type->con.valid() && type->classes == noClasses;
    if (type->con != types_.arrowCon && !isOpen) {
      reportTooMany(apply, i, type, span);
    }
    if (isOpen) {
      const TypeRef arrow = types_.arrow(fresh(), fresh());
      unify(arrow, type, apply.function->span, {});
      type = arrow;
    }
    check(apply.arguments[i], type->arguments[0], {Reason::Kind::Argument, name, before + i + 1});
    type = type->arguments[1];
  }
  return type;
}

void Inference::reportTooMany(const resolved::ApplyTerm& apply, std::size_t taken, TypeRef type,
                              Span span) {
  const resolved::Term& function = *apply.function;
  const auto* call = std::get_if<resolved::FunctionCall>(&function.node);
  const std::string result = quoted(types_.render(type));
  const auto arguments = [](std::size_t count) {
    return std::to_string(count) + (count == 1 ? " argument" : " arguments");
  };
  if (call != nullptr && !module_.function(call->callee).isLambda) {
    const std::string_view shown = nameToShow(module_.function(call->callee));
    const std::string name = shown.empty() ? "this function" : quoted(std::string(shown));
    const std::size_t given = call->arguments.size() + apply.arguments.size();
    const std::size_t takes = call->arguments.size() + taken;
    if (takes == 0) {
      reporter_.error(function.span, name + " is applied, but it is a value",
                      "its type is " + result + ": drop the " + arguments(given));
    } else {
      reporter_.error(
          function.span,
          name + " is used with " + arguments(given) + ", it takes " + std::to_string(takes),
          "its result is of type " + result + ": drop what is too much");
    }
  } else if (const auto* use = std::get_if<resolved::LocalUse>(&function.node);
             use != nullptr && taken == 0) {
    reporter_.error(function.span,
                    quoted(module_.local(use->local).name) + " is applied, but it is a value",
                    "its type is " + result);
  } else {
    reporter_.error(span, "what is applied here is not a function, but of type " + result,
                    "drop what it is applied to");
  }
  throw Abort{};
}

// An exponent that is a small literal may as well be an Int.
bool Inference::isPowerByLiteral(const resolved::BuiltinCall& call) {
  if (call.builtin->kind != Builtin::Kind::Primitive || call.builtin->op != ir::PrimOp::IntPow) {
    return false;
  }
  const auto* literal = std::get_if<resolved::LiteralTerm>(&call.arguments[1].node);
  const auto* number =
      literal == nullptr ? nullptr : std::get_if<resolved::NumberLiteral>(&literal->literal);
  return number != nullptr && !number->fractional && fitsType(*number, ir::TypeKind::Int);
}

TypeRef Inference::inferBuiltin(Term& term, resolved::BuiltinCall& call) {
  std::vector<TypeRef> variables;
  const std::vector<TypeRef> scheme =
      instantiateScheme(types_, call.builtin->scheme, level_, &variables);
  unifyGiven(call.given, variables, term.span);
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    check(call.arguments[i], scheme[i], {Reason::Kind::Argument, call.builtin->name, i + 1});
  }
  if (call.builtin->isOverloaded()) {
    const Term* typed = call.builtin->resultDecides() ? &term : call.arguments.data();
    module_.overloaded.push_back({term.begin, call.builtin, typed});
    const ir::PrimOp op = call.builtin->op;
    const bool converts = call.builtin->kind == Builtin::Kind::Primitive &&
                          (op == ir::PrimOp::FromIntegral || op == ir::PrimOp::IntPow);
    if (converts) {
      module_.overloaded.push_back({term.begin, call.builtin, &call.arguments.back()});
    }
    if (call.builtin->kind == Builtin::Kind::RealToFrac) {
      module_.overloaded.push_back({term.begin, call.builtin, &term});
    }
  }
  if (isPowerByLiteral(call)) unify(scheme[1], scalar(types_.intCon), term.span, {});
  noteArithmetic(call, scheme, term.span);
  return scheme.back();
}

TypeRef Inference::inferConstruct(resolved::ConstructTerm& construct, Span span) {
  const SourceConstructor& constructor = types_.constructor(construct.con);
  const TypeRef instance = freshInstance(constructor.type);
  while (construct.variables.size() < constructor.variables.size()) {
    construct.variables.push_back(fresh());
  }
  const auto variables = variablesOf(constructor, instance, construct.variables);
  for (const auto& [parameter, equal] : constructor.equalities) {
    unify(variables.at(parameter), types_.instantiate(equal, variables), span, {});
  }
  unifyGiven(construct.given, types_.prune(instance)->arguments, span);
  for (std::size_t i = 0; i < construct.fields.size(); ++i) {
    check(construct.fields[i], types_.instantiate(constructor.fields[i].type, variables),
          {Reason::Kind::Field, constructor.name, i + 1});
  }
  return instance;
}

TypeRef Inference::inferLiteral(const resolved::Literal& literal) {
  return support::match(
      literal,
      [&](const resolved::NumberLiteral& number) {
        return fresh(classSet(Class::Num) |
                     (number.fractional ? classSet(Class::Fractional) : noClasses));
      },
      [&](const resolved::CharLiteral&) { return scalar(types_.charCon); },
      [&](const resolved::StringLiteral&) { return types_.list(scalar(types_.charCon)); });
}

TypeRef Inference::inferList(resolved::ListTerm& list) {
  const TypeRef element = fresh();
  for (Term& term : list.elements) check(term, element, {Reason::Kind::Element});
  return types_.list(element);
}

TypeRef Inference::inferSelect(resolved::SelectTerm& select, Span span) {
  const TypeRef instance = freshInstance(select.type);
  check(*select.record, instance, {Reason::Kind::Argument, select.label, 1});
  for (const ConId con : types_.con(select.type).constructors) {
    for (const SourceField& field : types_.constructor(con).fields) {
      if (field.label != select.label) continue;
      checkHidden(types_.constructor(con), field, span);
      return types_.instantiate(field.type, variablesOf(types_.constructor(con), instance, {}));
    }
  }
  support::fail("a label that no constructor has");
}

TypeRef Inference::inferUpdate(resolved::UpdateTerm& update) {
  const TypeRef instance = freshInstance(update.type);
  check(*update.record, instance, {});
  for (auto& [label, value] : update.fields) {
    for (const ConId con : types_.con(update.type).constructors) {
      const auto& fields = types_.constructor(con).fields;
      const auto found = std::ranges::find(fields, label, &SourceField::label);
      if (found == fields.end()) continue;
      const auto index = static_cast<std::size_t>(found - fields.begin());
      checkHidden(types_.constructor(con), *found, value.span);
      const auto variables = variablesOf(types_.constructor(con), instance, {});
      check(value, types_.instantiate(found->type, variables),
            {Reason::Kind::Field, types_.constructor(con).name, index + 1});
      break;
    }
  }
  return instance;
}

// ------------------------------------------------------------------------------- right-hand sides

void Inference::checkMatch(resolved::MatchTerm& match, TypeRef expected, const Reason& reason) {
  const TypeRef scrutinee = infer(*match.scrutinee);
  bool first = true;
  for (resolved::Clause& clause : match.clauses) {
    ClauseScope scope(*this);
    checkPattern(clause.patterns[0], scrutinee);
    checkRhs(clause.rhs, expected,
             reason.kind == Reason::Kind::None && !first ? Reason{Reason::Kind::Branch} : reason);
    scope.end({expected, scrutinee}, spanOf(clause.rhs));
    first = false;
  }
}

void Inference::checkRhs(resolved::Rhs& rhs, TypeRef expected, const Reason& reason) {
  if (rhs.where != nullptr) inferLet(*rhs.where);
  bool first = true;
  for (resolved::GuardedTerm& alternative : rhs.alternatives) {
    ClauseScope scope(*this);
    for (resolved::Guard& guard : alternative.guards) checkGuard(guard);
    check(alternative.body, expected,
          reason.kind == Reason::Kind::None && !first ? Reason{Reason::Kind::Branch} : reason);
    scope.end({expected}, alternative.body.span);
    first = false;
  }
}

void Inference::checkGuard(resolved::Guard& guard) {
  support::match(
      guard.node,
      [&](Term& condition) { check(condition, scalar(types_.boolCon), {Reason::Kind::Guard}); },
      [&](resolved::PatternGuard& pattern) {
        const TypeRef type = infer(pattern.term);
        checkPattern(pattern.pattern, type);
      },
      [&](resolved::Box<resolved::LetGroup>& group) { inferLet(*group); });
}

void Inference::inferLet(resolved::LetGroup& group) {
  for (const std::vector<std::size_t>& component : group.order) {
    std::vector<FunctionId> functions;
    for (const std::size_t index : component) {
      if (index >= group.values.size()) {
        functions.push_back(group.functions[index - group.values.size()]);
      }
    }
    if (functions.size() == component.size()) {
      inferGroup(functions);
      continue;
    }
    for (const std::size_t index : component) {
      if (index < group.values.size()) inferValue(*group.values[index]);
    }
    if (!functions.empty()) inferGroup(functions);
  }
}

void Inference::inferValue(resolved::ValueBinding& value) {
  const TypeRef type = fresh();
  const std::size_t opened = opened_.size();
  const std::size_t refinements = types_.refinements();
  checkPattern(value.pattern, type);
  if (opened_.size() != opened || types_.refinements() != refinements) {
    reporter_.error(value.pattern.span,
                    "a binding cannot open what a constructor hides: it is not evaluated here",
                    "match on it by `case`, or in the parameters of a function");
    throw Abort{};
  }
  checkRhs(value.rhs, type, {Reason::Kind::Binding});
}

// ------------------------------------------------------------------------------------- patterns

void Inference::checkPattern(Pattern& pattern, TypeRef type) {
  pattern.type = type;
  if (pattern.annotation != nullptr) {
    unify(pattern.annotation, type, pattern.span, {Reason::Kind::Annotation});
  }
  checkPatternNode(pattern, type);
}

void Inference::checkPatternNode(Pattern& pattern, TypeRef type) {
  support::match(
      pattern.node, [&](resolved::WildcardPattern&) {},
      [&](resolved::VariablePattern& variable) {
        unify(type, typeOf(variable.local), pattern.span, {Reason::Kind::Scrutinee});
      },
      [&](resolved::ConstructorPattern& constructor) {
        const SourceConstructor& con = types_.constructor(constructor.con);
        const TypeRef instance = freshInstance(con.type);
        unify(type, instance, pattern.span, {Reason::Kind::Scrutinee});
        if (con.isGeneralised()) openTypes(constructor, instance, pattern.span);
        const auto variables = variablesOf(con, instance, constructor.variables);
        for (std::size_t i = 0; i < constructor.arguments.size(); ++i) {
          checkPattern(constructor.arguments[i], types_.instantiate(con.fields[i].type, variables));
        }
      },
      [&](resolved::LiteralPattern& literal) {
        unify(type, inferLiteral(literal.literal), pattern.span, {Reason::Kind::Scrutinee});
        requireClasses(type, classSet(Class::Eq), pattern.span);
        if (const auto* number = std::get_if<resolved::NumberLiteral>(&literal.literal)) {
          numberPatterns_.push_back({number, type, pattern.span});
        }
      },
      [&](resolved::AsPattern& as) {
        unify(type, typeOf(as.local), pattern.span, {Reason::Kind::Scrutinee});
        checkPattern(*as.pattern, type);
      },
      [&](resolved::ViewPattern& view) {
        const resolved::Function& function = module_.function(view.function);
        const auto of = [&](TypeRef declared) {
          return types_.apply(types_.prune(declared)->con, {view.element});
        };
        view.element = fresh();
        unify(type, of(function.parameterTypes[0]), pattern.span, {Reason::Kind::Scrutinee});
        checkPattern(*view.pattern, of(function.resultType));
      },
      [&](resolved::UnboxedPattern& tuple) {
        std::vector<TypeRef> elements;
        for (std::size_t i = 0; i < tuple.elements.size(); ++i) elements.push_back(fresh());
        const TypeRef instance = types_.apply(types_.unboxedCon(elements.size()), elements);
        unify(type, instance, pattern.span, {Reason::Kind::Scrutinee});
        for (std::size_t i = 0; i < tuple.elements.size(); ++i) {
          checkPattern(tuple.elements[i], elements[i]);
        }
      });
}

}  // namespace deforest::text
