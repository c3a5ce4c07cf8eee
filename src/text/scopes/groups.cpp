// Groups of local declarations: `let`, `where`; and right-hand sides.
#include <algorithm>
#include <set>
#include <utility>

#include "support/match.hpp"
#include "text/scopes/components.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

// The strictness and sugar around a pattern that is bound as a whole.
const ast::Pattern& stripped(const ast::Pattern& pattern, bool& bang) {
  const ast::Pattern* inner = &pattern;
  while (true) {
    if (const auto* strict = std::get_if<ast::BangPattern>(&inner->node)) {
      bang = true;
      inner = strict->pattern.get();
    } else if (const auto* lazy = std::get_if<ast::LazyPattern>(&inner->node)) {
      inner = lazy->pattern.get();
    } else {
      return *inner;
    }
  }
}

}  // namespace

const ast::Expr* soleExpression(const ast::Rhs& rhs) {
  const bool sole =
      rhs.where.empty() && rhs.alternatives.size() == 1 && rhs.alternatives[0].guards.empty();
  return sole ? &rhs.alternatives[0].body : nullptr;
}

// Native code is strict whatever the semantics.
std::string hintAtCycle(const resolved::Module& module) {
  if (!module.lazy && module.defaultsToInteger) {
    return "native code evaluates a value before anything needs it, but for the elements of arrays "
           "and maps, where they are written in their definition (`listArray b [f i | i <- is]`, "
           "`Map.fromList [(k, f k) | k <- ks]`), and for the cells of lists (`1 : map f xs`); "
           "`deforest run` takes it as it stands";
  }
  const std::string constant = module.lazy ? ", or make it a constant of the module" : "";
  return "cyclic data is not in the language: build it by a function with a parameter" + constant;
}

Box<resolved::ValueBinding> Resolver::declareValue(const ast::Declaration& declaration,
                                                   Bound& bound) {
  auto value = std::make_unique<resolved::ValueBinding>();
  value->span = declaration.span;
  const std::size_t before = bound.locals.size();
  if (const auto* clause = std::get_if<ast::Clause>(&declaration.node)) {
    const LocalId local = bindLocal(clause->name, declaration.span, bound);
    value->pattern.span = declaration.span;
    value->pattern.node = resolved::VariablePattern{local};
  } else {
    const auto& binding = std::get<ast::PatternBinding>(declaration.node);
    value->pattern = pattern(stripped(binding.pattern, value->bang), bound);
    if (value->bang) noteForcing();
  }
  // An unboxed tuple cannot wait: it is evaluated where it stands.
  value->bang =
      value->bang || std::holds_alternative<resolved::UnboxedPattern>(value->pattern.node);
  value->locals.assign(bound.locals.begin() + static_cast<std::ptrdiff_t>(before),
                       bound.locals.end());
  for (const LocalId local : value->locals) module_.local(local).binding = value.get();
  return value;
}

void Resolver::annotateValues(const Signatures& signatures, const Bound& bound) {
  for (const LocalId id : bound.locals) {
    resolved::Local& local = module_.local(id);
    const auto found = signatures.find(local.name);
    if (found == signatures.end()) continue;
    local.type = flexibleType(found->second.first->type);
    if (tables_.locals.contains(id.value)) tieType(local.type);
    if (const auto kept = keptLists_.locals.find(id.value); kept != keptLists_.locals.end()) {
      keepType(local.type, kept->second);
    }
  }
}

Box<resolved::LetGroup> Resolver::group(const std::vector<ast::Declaration>& declarations) {
  std::vector<const ast::Declaration*> all;
  for (const ast::Declaration& declaration : declarations) all.push_back(&declaration);
  return group(all);
}

Box<resolved::LetGroup> Resolver::group(const std::vector<const ast::Declaration*>& all) {
  auto result = std::make_unique<resolved::LetGroup>();
  std::vector<const ast::Declaration*> functionParts;
  std::vector<const ast::Declaration*> valueParts;
  for (const ast::Declaration* declaration : all) {
    if (const auto* clause = std::get_if<ast::Clause>(&declaration->node)) {
      const bool isValue =
          clause->patterns.empty() && !module_.selfDefined.contains(declaration->span.begin);
      (isValue ? valueParts : functionParts).push_back(declaration);
    } else if (std::holds_alternative<ast::PatternBinding>(declaration->node)) {
      valueParts.push_back(declaration);
    }
  }
  const Signatures signatures = collectSignatures(all);
  std::vector<Equations> functions = collectEquations(functionParts);
  for (const Equations& equations : functions) {
    result->functions.push_back(declareFunction(equations, signatures, current_));
    declareName(equations.name, result->functions.back());
  }
  declareSteps(functions, signatures, *result);
  std::vector<const ast::Declaration*> around = std::exchange(around_, all);
  const std::vector<Equations> others = functionsAmong(valueParts);
  for (const Equations& equations : others) {
    result->functions.push_back(declareFunction(equations, signatures, current_));
    declareName(equations.name, result->functions.back());
    std::erase(valueParts, equations.declarations[0]);
  }
  functions.insert(functions.end(), others.begin(), others.end());
  noteTables(all);
  const std::vector<Tie> ties = tiesOf(all, functions);
  noteKeptLists(all, valueParts);
  Bound bound;
  const std::vector<const ast::Declaration*> cells = cellsAmong(valueParts);
  for (const ast::Declaration* part : valueParts) {
    result->values.push_back(declareValue(*part, bound));
    const auto table = tables_.at.find(part);
    if (table != tables_.at.end()) {
      tables_.locals.emplace(bound.locals.back().value, table->second->type);
    }
    if (const auto kept = keptLists_.at.find(part); kept != keptLists_.at.end()) {
      keptLists_.locals.emplace(bound.locals.back().value, streamOf(kept->second));
      streams_.locals.emplace(bound.locals.back().value, 0);
    }
  }
  annotateValues(signatures, bound);
  bringIntoScope(bound.locals);
  declareStreams(valueParts, *result);
  declareCells(cells, signatures, valueParts, *result, bound);
  around_.swap(around);
  for (const Equations& equations : functions) {
    if (bound.names.contains(equations.name) && !equations.asStep) {
      reporter_.error(equations.declarations[0]->span, quoted(equations.name) + " is defined twice",
                      "rename one of them");
    }
  }
  groups_.emplace_back();
  OpenGroup& open = groups_.back();
  for (std::size_t i = 0; i < functions.size() && !inPrelude_; ++i) {
    if (functions[i].asStep) continue;
    noteHome(result->functions[i], {functions[i], signatureIn(signatures, functions[i].name),
                                    current_, result.get(), &open, scopeMark()});
  }
  open.edges.resize(result->values.size() + result->functions.size());
  for (std::size_t i = 0; i < result->values.size(); ++i) {
    for (const LocalId local : result->values[i]->locals) {
      localMembers_.insert_or_assign(local.value, Member{&open, i});
    }
  }
  for (std::size_t i = 0; i < functions.size(); ++i) {
    functionMembers_.insert_or_assign(result->functions[i].value,
                                      Member{&open, result->values.size() + i});
  }
  for (std::size_t i = 0; i < result->values.size(); ++i) {
    open.current = i;
    resolved::ValueBinding& value = *result->values[i];
    const resolved::ValueBinding* enclosing = binding_;
    binding_ = &value;
    value.begin = tick();
    const auto* clause = std::get_if<ast::Clause>(&valueParts[i]->node);
    const auto tie = std::ranges::find(ties, valueParts[i], &Tie::value);
    if (tie != ties.end()) {
      noteCycle(*result, i);
      value.rhs = tiedRhs(*tie);
    } else if (auto made = selfDefinedRhs(*valueParts[i])) {
      value.rhs = std::move(*made);
    } else if (auto stream = streamRhs(*valueParts[i], value)) {
      value.rhs = std::move(*stream);
    } else if (auto chosen = clause == nullptr ? std::nullopt : choiceRhs(clause->rhs)) {
      value.rhs = std::move(*chosen);
    } else {
      value.rhs = rhs(clause != nullptr ? clause->rhs
                                        : std::get<ast::PatternBinding>(valueParts[i]->node).rhs);
    }
    value.end = next_;
    binding_ = enclosing;
  }
  for (std::size_t i = 0; i < functions.size(); ++i) {
    open.current = result->values.size() + i;
    resolveFunction(result->functions[i], functions[i]);
  }
  open.open = false;
  orderGroup(*result, open);
  std::vector<Equations> named = functions;
  for (const LocalId local : bound.locals) named.push_back({module_.local(local).name, {}});
  checkUnusedSignatures(signatures, named);
  return result;
}

// A value that needs itself.
void Resolver::noteCycle(const resolved::LetGroup& group, std::size_t index) {
  if (inPrelude_ || index >= group.values.size()) return;
  const resolved::ValueBinding& value = *group.values[index];
  if (!std::holds_alternative<resolved::VariablePattern>(value.pattern.node)) return;
  module_.cyclicValues.emplace_back(value.locals[0], value.span.begin);
}

void Resolver::orderGroup(resolved::LetGroup& result, const OpenGroup& open) {
  result.order = components(open.edges);
  for (const std::vector<std::size_t>& component : result.order) {
    const std::size_t first = component[0];
    const bool cyclic = component.size() > 1 ||
                        std::ranges::find(open.edges[first], first) != open.edges[first].end();
    if (!cyclic || first >= result.values.size()) continue;
    for (const std::size_t i : component) noteCycle(result, i);
    resolved::ValueBinding& value = *result.values[first];
    value.tied = library_ == &tyingLibrary();
    if (value.tied) continue;
    const std::string name =
        value.locals.empty() ? "a pattern" : quoted(module_.local(value.locals[0]).name);
    reporter_.error(value.span, name + " is defined by itself", hintAtCycle(module_));
  }
}

resolved::Rhs Resolver::rhs(const ast::Rhs& source,
                            const std::vector<const ast::Declaration*>& pieces) {
  resolved::Rhs result;
  const std::size_t mark = scopeMark();
  const bool action = std::exchange(asAction_, false);
  std::vector<const ast::Declaration*> where = pieces;
  for (const ast::Declaration& declaration : source.where) where.push_back(&declaration);
  if (!where.empty()) result.where = group(where);
  asAction_ = action;
  result.alternatives = alternatives(source.alternatives);
  leaveScope(mark);
  return result;
}

std::vector<resolved::GuardedTerm> Resolver::alternatives(
    const std::vector<ast::GuardedExpr>& source) {
  std::vector<resolved::GuardedTerm> result;
  result.reserve(source.size());
  const bool action = asAction_;
  for (const ast::GuardedExpr& guarded : source) {
    asAction_ = action;
    result.push_back(alternative(guarded));
  }
  asAction_ = false;
  return result;
}

// `| a, b` is `| a && b`.
void Resolver::addToCondition(resolved::Guard& guard, const ast::Expr& condition) {
  Term& first = std::get<Term>(guard.node);
  Term both;
  both.span = first.span;
  both.begin = guard.begin;
  resolved::BuiltinCall call{&std::get<Builtin>(findPreludeName("&&")->meaning), {}};
  call.arguments.push_back(std::move(first));
  call.arguments.push_back(term(condition));
  both.node = std::move(call);
  guard.node = close(std::move(both));
  guard.end = next_;
}

resolved::GuardedTerm Resolver::alternative(const ast::GuardedExpr& source) {
  const bool action = std::exchange(asAction_, false);
  return guarded(source, [&] { return action ? branchText(source.body) : term(source.body); });
}

resolved::GuardedTerm Resolver::guarded(const ast::GuardedExpr& source,
                                        const std::function<Term()>& make) {
  resolved::GuardedTerm result;
  result.span = source.span;
  const std::size_t mark = scopeMark();
  for (const ast::Guard& guard : source.guards) {
    const auto* boolean = std::get_if<ast::BooleanGuard>(&guard.node);
    if (boolean != nullptr && !result.guards.empty() &&
        std::holds_alternative<Term>(result.guards.back().node)) {
      addToCondition(result.guards.back(), boolean->condition);
      continue;
    }
    resolved::Guard made;
    made.begin = tick();
    support::match(
        guard.node, [&](const ast::BooleanGuard& node) { made.node = term(node.condition); },
        [&](const ast::PatternGuard& node) {
          Term scrutinee = term(node.expression);
          Bound bound;
          resolved::Pattern tested = pattern(node.pattern, bound);
          bringIntoScope(bound.locals);
          made.node = resolved::PatternGuard{std::move(tested), std::move(scrutinee)};
        },
        [&](const ast::LetGuard& node) { made.node = group(node.declarations); });
    made.end = next_;
    result.guards.push_back(std::move(made));
  }
  result.body = make();
  leaveScope(mark);
  return result;
}

// What a local function captures: what it uses of its enclosing functions itself, and what the
// local functions that it calls capture of them.
void Resolver::closeCaptures() {
  const auto normalise = [](std::vector<LocalId>& locals) {
    std::ranges::sort(locals);
    locals.erase(std::unique(locals.begin(), locals.end()), locals.end());
  };
  for (resolved::Function& function : module_.functions) normalise(function.captures);
  bool changed = true;
  while (changed) {
    changed = false;
    for (const CallSite& site : callSites_) {
      for (const LocalId local : module_.function(site.callee).captures) {
        const FunctionId owner = module_.local(local).owner;
        for (FunctionId f = site.caller; f != owner; f = module_.function(f).parent) {
          std::vector<LocalId>& captures = module_.function(f).captures;
          const auto place = std::ranges::lower_bound(captures, local);
          if (place != captures.end() && *place == local) continue;
          captures.insert(place, local);
          changed = true;
        }
      }
    }
  }
  // Calling a local function uses what it captures.
  for (const CallSite& site : callSites_) {
    for (const LocalId id : module_.function(site.callee).captures) {
      resolved::Local& local = module_.local(id);
      if (local.owner == site.caller) local.uses.push_back({site.number, site.inside});
    }
  }
  for (resolved::Local& local : module_.locals) {
    std::ranges::sort(local.uses, {}, &resolved::Use::number);
  }
}

}  // namespace deforest::text
