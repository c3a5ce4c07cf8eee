// Functions whose every result begins with an element, and goes on with themselves:
//
//     randoms seed = let next = step seed in mix next : randoms next
//
//     take n (randoms 42)      =>    takeStream n (unfoldrStream randoms' 42)
//     where randoms' seed      =     let next = step seed in Just (mix next, next)
//
// They never end where evaluation is strict, so of what they make others take what they need
// (streams.cpp). The step has the clauses of the function; what stands at the end of each way
// through them is the element, together with what the function would be called for next; a way that
// makes no element and goes on takes another step. The function itself stands beside it, for
// whoever wants all of the list (Gibbons and Jones, The under-appreciated unfold, ICFP 1998).
#include <algorithm>
#include <map>
#include <utility>

#include "text/scopes/free_names.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

bool binds(const std::vector<ast::Declaration>& declarations, const std::string& name) {
  return std::ranges::any_of(declarations, [&](const ast::Declaration& declaration) {
    return boundNames(declaration).contains(name);
  });
}

bool isNamed(const ast::Expr& head, const std::string& name) {
  const auto* variable = std::get_if<ast::Variable>(&head.node);
  return variable != nullptr && variable->name == name;
}

bool isFailure(const ast::Expr& head) {
  return isNamed(head, "error") || isNamed(head, "errorWithoutStackTrace") ||
         isNamed(head, "undefined");
}

}  // namespace

// What the list goes on with behind its first element; nothing if the text shows no such thing.
std::optional<Resolver::Spine> Resolver::behindElement(const Spine& spine) {
  const auto* con = std::get_if<ast::ConstructorName>(&spine.head->node);
  if (con == nullptr || con->name != ":" || spine.operands.size() != 2) return std::nullopt;
  const Operand& rest = spine.operands[1];
  if (rest.expr == nullptr) return std::nullopt;
  return spineOf(*rest.expr, rest.arguments);
}

bool Vocabulary::Corecursion::isItself(const Spine& spine) const {
  return spine.section.empty() && spine.operands.size() == arity &&
         isNamed(*spine.head, equations.name);
}

bool Resolver::endsInItself(const ast::Rhs& source, Corecursion& found) {
  return !binds(source.where, found.equations.name) && endsInItself(source.alternatives, found);
}

bool Resolver::endsInItself(const std::vector<ast::GuardedExpr>& source, Corecursion& found) {
  return std::ranges::all_of(
      source, [&](const ast::GuardedExpr& each) { return endsInItself(each.body, found); });
}

bool Resolver::endsInItself(const ast::Expr& source, Corecursion& found) {
  if (const auto* branch = std::get_if<ast::If>(&source.node)) {
    return endsInItself(*branch->whenTrue, found) && endsInItself(*branch->whenFalse, found);
  }
  if (const auto* guarded = std::get_if<ast::MultiIf>(&source.node)) {
    return endsInItself(guarded->alternatives, found);
  }
  if (const auto* match = std::get_if<ast::Case>(&source.node)) {
    return std::ranges::all_of(match->alternatives, [&](const ast::CaseAlternative& alternative) {
      return !boundNames(alternative.pattern).contains(found.equations.name) &&
             endsInItself(alternative.rhs, found);
    });
  }
  if (const auto* let = std::get_if<ast::Let>(&source.node)) {
    return !binds(let->declarations, found.equations.name) && endsInItself(*let->body, found);
  }
  const Spine spine = spineOf(source, {});
  if (isFailure(*spine.head)) return true;
  const std::optional<Spine> rest = behindElement(spine);
  if (!found.isItself(rest ? *rest : spine)) return false;
  found.makes = found.makes || rest;
  found.ends.push_back(&source);
  return true;
}

std::optional<Resolver::Corecursion> Resolver::corecursionOf(const Equations& equations) {
  if (!module_.hasStreams() || inPrelude_ || equations.missing > 0) return std::nullopt;
  Corecursion found;
  found.equations = equations;
  found.equations.asStep = true;
  found.arity = std::get<ast::Clause>(equations.declarations[0]->node).patterns.size();
  if (found.arity == 0) return std::nullopt;
  for (const ast::Declaration* declaration : equations.declarations) {
    const auto& clause = std::get<ast::Clause>(declaration->node);
    if (clause.patterns.size() != found.arity) return std::nullopt;
    for (const ast::Pattern& pattern : clause.patterns) {
      if (boundNames(pattern).contains(found.equations.name)) return std::nullopt;
    }
    if (!endsInItself(clause.rhs, found)) return std::nullopt;
  }
  if (!found.makes) return std::nullopt;
  for (const std::size_t place : equations.streams) {
    if (growsAt(found, place)) found.equations.kept.push_back(place);
  }
  return found;
}

// Whether the list at that place is made of the one before by something larger each time,
//
//     sieve (p : xs) = p : sieve (filter (free p) xs)
//
// Such a list keeps its cells, which are of one type whatever makes them.
bool Resolver::growsAt(const Corecursion& function, std::size_t place) {
  std::map<std::string, const ast::Expr*> bound;
  for (const ast::Declaration* declaration : function.equations.declarations) {
    for (const ast::Declaration& local : std::get<ast::Clause>(declaration->node).rhs.where) {
      const auto* clause = std::get_if<ast::Clause>(&local.node);
      const bool isValue = clause != nullptr && clause->patterns.empty();
      if (isValue) bound.emplace(clause->name, soleExpression(clause->rhs));
    }
  }
  // What is left of a list is made as the list is.
  const auto grows = [&](auto&& self, const Operand& operand) -> bool {
    if (operand.expr == nullptr) return false;
    const Spine spine = spineOf(*operand.expr, operand.arguments);
    const auto* variable = std::get_if<ast::Variable>(&spine.head->node);
    if (variable != nullptr && spine.section.empty() && spine.operands.empty()) {
      const auto found = bound.find(variable->name);
      if (found == bound.end() || found->second == nullptr) return false;
      return self(self, {std::exchange(found->second, nullptr)});
    }
    const std::string name = preludeHead(spine);
    const bool leaves = name == "tail" || name == "drop" || name == "dropWhile";
    return !leaves || self(self, spine.operands.back());
  };
  return std::ranges::any_of(function.ends, [&](const ast::Expr* end) {
    const Spine spine = spineOf(*end, {});
    const std::optional<Spine> rest = behindElement(spine);
    return grows(grows, (rest ? *rest : spine).operands[place]);
  });
}

// The function that takes a step, declared: its type is that of the function, as far as that is
// written.
FunctionId Resolver::declareStep(const Corecursion& found, const ast::Signature* signature,
                                 FunctionId parent) {
  const FunctionId id = declareFunction(found.equations, {}, parent);
  resolved::Function& function = module_.function(id);
  function.arity = 1;
  for (const ast::Expr* end : found.ends) {
    streams_.stepEnds.emplace(std::pair(end, id), found.equations);
  }
  if (signature == nullptr) return id;
  std::vector<TypeRef> parts = signatureGivenStreams(*signature, found.equations, found.arity);
  if (parts.empty()) return id;
  TypeTable& types = module_.types;
  const TypeRef list = types.prune(parts.back());
  parts.pop_back();
  if (list->con != types.listCon) return id;
  const TypeRef state =
      parts.size() == 1 ? parts[0] : types.apply(types.tupleCon(parts.size()), parts);
  const TypeRef pair = types.apply(types.tupleCon(2), {list->arguments[0], state});
  function.parameterTypes = {state};
  function.resultType = types.apply(types.maybeCon, {pair});
  return id;
}

void Resolver::declareSteps(std::vector<Equations>& functions, const Signatures& signatures,
                            resolved::LetGroup& group) {
  const std::size_t written = functions.size();
  for (std::size_t i = 0; i < written; ++i) {
    std::optional<Corecursion> found = corecursionOf(functions[i]);
    if (!found) continue;
    const ast::Signature* signature = signatureIn(signatures, functions[i].name);
    const FunctionId id = declareStep(*found, signature, current_);
    group.functions.push_back(id);
    functions.push_back(found->equations);
    streams_.localFunctions.insert_or_assign(
        group.functions[i].value,
        StreamFunction{{}, signature, found->arity, id, std::move(found)});
  }
}

// The operands that are lists without an end, as those that the equations take.
void Resolver::giveLists(const Equations& equations, Operands& operands) {
  for (const std::size_t place : equations.streams) {
    const bool keeps = std::ranges::find(equations.kept, place) != equations.kept.end();
    (keeps ? operands[place].asKept : operands[place].asStream) = isStream(operands[place], true);
  }
}

// What the function is called for, as one value.
Term Resolver::stateOf(const Operands& operands, Span span) {
  if (operands.size() == 1) return operand(operands[0]);
  Term state = open(span);
  std::vector<Term> elements = resolveOperands(operands);
  TypeTable& types = module_.types;
  state.node = resolved::ConstructTerm{types.onlyConstructor(types.tupleCon(operands.size())),
                                       std::move(elements)};
  return close(std::move(state));
}

// The patterns of the clause as one, of the same value.
void Resolver::packParameters(resolved::Clause& clause) {
  if (clause.patterns.size() == 1) return;
  TypeTable& types = module_.types;
  const TypeConId tuple = types.tupleCon(clause.patterns.size());
  resolved::Pattern packed;
  packed.span = clause.span;
  packed.node =
      resolved::ConstructorPattern{types.onlyConstructor(tuple), std::move(clause.patterns)};
  clause.patterns.clear();
  clause.patterns.push_back(std::move(packed));
}

// What `source`, at the end of a way through the function, is in its step.
Term Resolver::stepTerm(const ast::Expr& source, FunctionId step, const Equations& equations) {
  const Spine spine = spineOf(source, {});
  const std::optional<Spine> rest = behindElement(spine);
  Operands next = (rest ? *rest : spine).operands;
  giveLists(equations, next);
  Term made = open(source.span);
  const FunctionId callee = rest ? preludeFunction("nextOfStream") : step;
  noteFunction(callee, made.begin);
  std::vector<Term> arguments;
  if (rest) arguments.push_back(operand(spine.operands[0]));
  arguments.push_back(stateOf(next, source.span));
  made.node = resolved::FunctionCall{callee, std::move(arguments), {}};
  return close(std::move(made));
}

Term Resolver::streamOfSteps(StreamFunction& function, Operands operands, Span span) {
  const FunctionId step = streamFunction(function);
  giveLists(function.steps->equations, operands);
  return preludeCall("unfoldrStream", span, [&](std::vector<Term>& arguments) {
    Term taken = open(span);
    callFunction(step, span, {}, taken);
    arguments.push_back(close(std::move(taken)));
    arguments.push_back(stateOf(operands, span));
  });
}

// `let each [] = []; each (x : rest) = e : each rest in each list`, which is what comprehensions
// are written out as, where the list has no end.
bool Resolver::walksStream(const ast::Let& source) {
  const Spine walk = spineOf(*source.body, {});
  const auto* variable = std::get_if<ast::Variable>(&walk.head->node);
  if (variable == nullptr || !walk.section.empty() || walk.operands.size() != 1) return false;
  Home home;
  home.equations.name = variable->name;
  for (const ast::Declaration& declaration : source.declarations) {
    const auto* clause = std::get_if<ast::Clause>(&declaration.node);
    if (clause == nullptr || clause->name != variable->name || clause->patterns.size() != 1) {
      return false;
    }
    home.equations.declarations.push_back(&declaration);
  }
  if (home.equations.declarations.empty()) return false;
  // The function is none of the names that the list is made of.
  const std::size_t mark = scopeMark();
  declareName(variable->name, LocalId{});
  const bool endless = isStream(walk.operands[0], true);
  leaveScope(mark);
  if (!endless) return false;
  const std::optional<Equations> equations = givenStreams(home, {0}, 1);
  return equations && corecursionOf(*equations);
}

Term Resolver::walkOfStream(const ast::Let& source, Span span) {
  Term result = open(span);
  const std::size_t mark = scopeMark();
  const bool action = std::exchange(asAction_, false);
  Box<resolved::LetGroup> bindings = group(source.declarations);
  auto body = std::make_unique<Term>(streamTerm({source.body.get()}));
  asAction_ = action;
  leaveScope(mark);
  result.node = resolved::LetTerm{std::move(bindings), std::move(body)};
  return close(std::move(result));
}

}  // namespace deforest::text
