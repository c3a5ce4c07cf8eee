// Functions that are given lists without an end:
//
//     labels n (x : rest) = name x : labels (n - 1) rest
//
//     labels 3 (randoms 42)    =>    labelsOf 3 (randomsStream 42)
//     where labelsOf n s       =     name x : labelsOf (n - 1) rest
//             where x = head s; rest = tail s
//
// Such a function gets a version of its own for the places of these operands, which takes what
// makes the list (streams.cpp) instead of the list. There is always a cell, so the equations for []
// are left out, and what a pattern takes from the list is bound by what makes it. The version
// stands beside the function, in the same local group, and calls itself where the function does. A
// function that goes on with itself makes a list without an end of the one that it is given
// (corecursion.cpp), and so does one whose text makes one of what it is given
// (stream_functions.cpp): `halves = map (/ 2) . drop 1`.
#include <algorithm>

#include "support/check.hpp"
#include "text/scopes/components.hpp"
#include "text/scopes/free_names.hpp"
#include "text/scopes/resolver.hpp"
#include "text/scopes/shown_name.hpp"

namespace deforest::text {
namespace {

constexpr std::string_view unwritten = "'list";  // no name of a program begins so

const ast::Pattern& plain(const ast::Pattern& pattern) {
  if (const auto* bang = std::get_if<ast::BangPattern>(&pattern.node)) return plain(*bang->pattern);
  if (const auto* lazy = std::get_if<ast::LazyPattern>(&pattern.node)) return plain(*lazy->pattern);
  if (const auto* typed = std::get_if<ast::TypedPattern>(&pattern.node)) {
    return plain(*typed->pattern);
  }
  return pattern;
}

// Whether the function takes of a list what it needs, whether or not that has an end:
// `newListArray b [n ..]`, of the module that the compiler has as text.
bool takesBeginning(const resolved::Module& module, FunctionId id) {
  return shownName(module.function(id).name) == "newListArray" && module.isOfWrittenModule(id);
}

// Whether it matches no list without an end: `[]`, `[x, y]`.
bool isOfEnd(const ast::Pattern& source) {
  const ast::Pattern& pattern = plain(source);
  if (std::holds_alternative<ast::ListPattern>(pattern.node)) return true;
  if (const auto* as = std::get_if<ast::AsPattern>(&pattern.node)) return isOfEnd(*as->pattern);
  const auto* con = std::get_if<ast::ConstructorPattern>(&pattern.node);
  if (con == nullptr) return false;
  return con->name == "[]" || (con->arguments.size() == 2 && isOfEnd(con->arguments[1]));
}

// A copy of a pattern that always matches; none of others.
std::optional<ast::Pattern> copyOf(const ast::Pattern& source) {
  const ast::Pattern& pattern = plain(source);
  if (std::holds_alternative<ast::WildcardPattern>(pattern.node)) {
    return ast::Pattern{pattern.span, ast::WildcardPattern{}};
  }
  if (const auto* variable = std::get_if<ast::VariablePattern>(&pattern.node)) {
    return ast::Pattern{pattern.span, *variable};
  }
  const auto* tuple = std::get_if<ast::TuplePattern>(&pattern.node);
  if (tuple == nullptr || tuple->unboxed) return std::nullopt;
  ast::TuplePattern copy;
  for (const ast::Pattern& element : tuple->elements) {
    std::optional<ast::Pattern> made = copyOf(element);
    if (!made) return std::nullopt;
    copy.elements.push_back(std::move(*made));
  }
  return ast::Pattern{pattern.span, std::move(copy)};
}

// Whether nothing comes to the equations below this one, given lists without an end at `places`.
bool matchesAlways(const ast::Clause& clause, const std::vector<std::size_t>& places) {
  const auto& last = clause.rhs.alternatives.back().guards;
  const auto* guard = last.size() == 1 ? std::get_if<ast::BooleanGuard>(&last[0].node) : nullptr;
  const auto* name =
      guard == nullptr ? nullptr : std::get_if<ast::Variable>(&guard->condition.node);
  if (!last.empty() && (name == nullptr || name->name != "otherwise")) return false;
  for (std::size_t i = 0; i < clause.patterns.size(); ++i) {
    const bool given = std::ranges::find(places, i) != places.end();
    if (!given && !copyOf(clause.patterns[i])) return false;
  }
  return true;
}

// `name list`, of the Prelude.
ast::Rhs taken(std::string_view name, const std::string& list, support::Span span) {
  ast::Apply node;
  node.function = std::make_unique<ast::Expr>(
      ast::Expr{span, ast::Variable{std::string(ast::preludeQualifier) + "." + std::string(name)}});
  node.arguments.push_back({span, ast::Variable{list}});
  ast::Rhs made;
  made.alternatives.push_back({span, {}, {span, std::move(node)}});
  return made;
}

}  // namespace

// Scopes of blocks within the one that the functions of a group are in, for as long as one of them
// is resolved.
class Resolver::OuterScope {
 public:
  OuterScope(Resolver& resolver, std::size_t mark)
      : resolver_(resolver),
        input_(std::exchange(resolver.input_, {})),
        step_(std::exchange(resolver.streams_.step, {})),
        asAction_(std::exchange(resolver.asAction_, false)) {
    resolver.around_.swap(around_);
    while (resolver.scopeMark() > mark) {
      const std::string name = resolver.scopeTrail_.back();
      hidden_.emplace_back(name, resolver.names_.at(name).back());
      resolver.leaveScope(resolver.scopeMark() - 1);
    }
  }
  ~OuterScope() {
    for (std::size_t i = hidden_.size(); i-- > 0;) {
      resolver_.declareName(hidden_[i].first, hidden_[i].second);
    }
    resolver_.around_.swap(around_);
    resolver_.asAction_ = asAction_;
    resolver_.streams_.step = step_;
    resolver_.input_ = input_;
  }
  OuterScope(const OuterScope&) = delete;
  OuterScope& operator=(const OuterScope&) = delete;

 private:
  Resolver& resolver_;
  MainInput input_;
  FunctionId step_;
  bool asAction_;
  std::vector<const ast::Declaration*> around_;
  std::vector<std::pair<std::string, Entity>> hidden_;
};

// ------------------------------------------------------------------------------------- patterns

std::string Resolver::unwrittenName() {
  return std::string(unwritten) + std::to_string(++streams_.takenApart);
}

// What is bound by a pattern of a list that is called `list`; false if it may not match.
bool Resolver::bindPieces(const ast::ConstructorPattern& cell, const std::string& list,
                          TakenApart& found) {
  const auto bind = [&](const ast::Pattern& pattern, std::string_view name) {
    std::optional<ast::Pattern> copy = copyOf(pattern);
    if (!copy) return false;
    if (std::holds_alternative<ast::WildcardPattern>(copy->node)) return true;
    ast::Declaration& made = streams_.pieces.emplace_back();
    made.span = pattern.span;
    if (const auto* variable = std::get_if<ast::VariablePattern>(&copy->node)) {
      made.node = ast::Clause{variable->name, {}, taken(name, list, pattern.span)};
    } else {
      made.node = ast::PatternBinding{std::move(*copy), taken(name, list, pattern.span)};
    }
    found.pieces.push_back(&made);
    return true;
  };
  if (!bind(cell.arguments[0], "head")) return false;
  const ast::Pattern& rest = plain(cell.arguments[1]);
  if (std::holds_alternative<ast::WildcardPattern>(rest.node)) return true;
  if (std::holds_alternative<ast::VariablePattern>(rest.node)) return bind(rest, "tail");
  const std::optional<TakenApart> inner = takenApart(rest);
  if (!inner) return false;
  ast::Declaration& made = streams_.pieces.emplace_back();
  made.span = rest.span;
  made.node = ast::Clause{inner->name, {}, taken("tail", list, rest.span)};
  found.pieces.push_back(&made);
  found.pieces.insert(found.pieces.end(), inner->pieces.begin(), inner->pieces.end());
  return true;
}

std::optional<Resolver::TakenApart> Resolver::takenApart(const ast::Pattern& source) {
  const ast::Pattern& pattern = plain(source);
  TakenApart found;
  const ast::Pattern* inner = &pattern;
  if (const auto* as = std::get_if<ast::AsPattern>(&pattern.node)) {
    found.name = as->name;
    inner = &plain(*as->pattern);
  }
  if (const auto* variable = std::get_if<ast::VariablePattern>(&inner->node)) {
    if (!found.name.empty()) return std::nullopt;
    found.name = variable->name;
    return found;
  }
  if (found.name.empty()) found.name = unwrittenName();
  if (std::holds_alternative<ast::WildcardPattern>(inner->node)) return found;
  const auto* cell = std::get_if<ast::ConstructorPattern>(&inner->node);
  if (cell == nullptr || cell->name != ":" || cell->arguments.size() != 2) return std::nullopt;
  if (!bindPieces(*cell, found.name, found)) return std::nullopt;
  return found;
}

resolved::Pattern Resolver::streamParameter(const ast::Pattern& source, Bound& bound,
                                            std::vector<const ast::Declaration*>& pieces,
                                            bool kept) {
  const std::optional<TakenApart> apart = takenApart(source);
  support::check(apart.has_value(), "a pattern that may not match a list without an end");
  const LocalId local = bindLocal(apart->name, source.span, bound);
  streams_.locals.emplace(local.value, 0);
  if (kept) keptLists_.locals.emplace(local.value, KeptLists::ofTied);
  pieces.insert(pieces.end(), apart->pieces.begin(), apart->pieces.end());
  resolved::Pattern made;
  made.span = source.span;
  made.node = resolved::VariablePattern{local};
  return made;
}

// Of the values of a group, those that are bound by a pattern `x : rest`, which are taken out: of
// what list is not known before the others are declared.
std::vector<const ast::Declaration*> Resolver::cellsAmong(
    std::vector<const ast::Declaration*>& values) {
  std::vector<const ast::Declaration*> cells;
  if (!module_.hasStreams() || inPrelude_) return cells;
  std::erase_if(values, [&](const ast::Declaration* declaration) {
    const auto* binding = std::get_if<ast::PatternBinding>(&declaration->node);
    if (binding == nullptr || soleExpression(binding->rhs) == nullptr) return false;
    const auto* cell = std::get_if<ast::ConstructorPattern>(&plain(binding->pattern).node);
    if (cell == nullptr || cell->name != ":") return false;
    cells.push_back(declaration);
    return true;
  });
  return cells;
}

// Those of lists without an end, as the list and what is taken from it; the others as they are.
void Resolver::declareCells(std::vector<const ast::Declaration*> cells,
                            const Signatures& signatures,
                            std::vector<const ast::Declaration*>& values, resolved::LetGroup& group,
                            Bound& bound) {
  const auto declared = [&](std::size_t before) {
    Bound fresh;
    fresh.locals.assign(bound.locals.begin() + static_cast<std::ptrdiff_t>(before),
                        bound.locals.end());
    annotateValues(signatures, fresh);
    bringIntoScope(fresh.locals);
  };
  while (std::optional<std::pair<std::size_t, TakenApart>> found = streamAmong(cells)) {
    const auto& [i, apart] = *found;
    const std::size_t before = bound.locals.size();
    auto whole = std::make_unique<resolved::ValueBinding>();
    whole->span = cells[i]->span;
    const LocalId local = bindLocal(apart.name, whole->span, bound);
    streams_.locals.emplace(local.value, 0);
    whole->pattern.span = whole->span;
    whole->pattern.node = resolved::VariablePattern{local};
    whole->locals = {local};
    module_.local(local).binding = whole.get();
    group.values.push_back(std::move(whole));
    values.push_back(cells[i]);
    for (const ast::Declaration* piece : apart.pieces) {
      group.values.push_back(declareValue(*piece, bound));
      values.push_back(piece);
    }
    cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(i));
    declared(before);
    declareStreams(values, group);
  }
  const std::size_t before = bound.locals.size();
  for (const ast::Declaration* cell : cells) {
    group.values.push_back(declareValue(*cell, bound));
    values.push_back(cell);
  }
  declared(before);
}

// One of them that takes a list without an end apart. What they bind means nothing that is known.
std::optional<std::pair<std::size_t, Resolver::TakenApart>> Resolver::streamAmong(
    const std::vector<const ast::Declaration*>& cells) {
  const std::size_t mark = scopeMark();
  for (const ast::Declaration* cell : cells) {
    for (const std::string& name : boundNames(std::get<ast::PatternBinding>(cell->node).pattern)) {
      declareName(name, LocalId{});
    }
  }
  std::optional<std::pair<std::size_t, TakenApart>> found;
  for (std::size_t i = 0; i < cells.size() && !found; ++i) {
    const auto& binding = std::get<ast::PatternBinding>(cells[i]->node);
    if (!isStream({soleExpression(binding.rhs)}, true)) continue;
    std::optional<TakenApart> apart = takenApart(binding.pattern);
    if (apart) found = {i, std::move(*apart)};
  }
  leaveScope(mark);
  return found;
}

// `case list of x : rest -> e`, of a variable that is a list without an end, is `e` with what is
// taken from it; nothing if it is anything else.
std::optional<Term> Resolver::matchOfCell(const ast::Case& source, Span span) {
  const auto* variable = std::get_if<ast::Variable>(&source.scrutinee->node);
  if (variable == nullptr) return std::nullopt;
  const LocalId list = streamNamed(variable->name);
  if (!list.valid() || streams_.locals.at(list.value) != 0) return std::nullopt;
  const auto first = std::ranges::find_if(
      source.alternatives, [](const auto& alternative) { return !isOfEnd(alternative.pattern); });
  if (first == source.alternatives.end()) return std::nullopt;
  const auto* cell = std::get_if<ast::ConstructorPattern>(&plain(first->pattern).node);
  TakenApart apart{unwrittenName()};
  if (cell == nullptr || !bindPieces(*cell, apart.name, apart)) return std::nullopt;
  for (const ast::Declaration& declaration : first->rhs.where) apart.pieces.push_back(&declaration);
  Term result = open(span);
  const std::size_t mark = scopeMark();
  declareName(apart.name, list);
  const bool action = std::exchange(asAction_, false);
  Box<resolved::LetGroup> bindings = group(apart.pieces);
  asAction_ = action;
  auto body = std::make_unique<Term>(guardedTerm(first->rhs.alternatives, span));
  leaveScope(mark);
  result.node = resolved::LetTerm{std::move(bindings), std::move(body)};
  return close(std::move(result));
}

// The list that a pattern took apart, where what it was taken apart into stands as a cell again:
// `x : rest` under `x : rest`.
LocalId Resolver::rebuiltStream(const Spine& cell) {
  const auto listOf = [&](const Operand& operand, std::string_view part) -> std::string {
    const auto* variable =
        operand.expr == nullptr ? nullptr : std::get_if<ast::Variable>(&operand.expr->node);
    if (variable == nullptr || !operand.arguments.empty()) return {};
    const auto found = names_.find(variable->name);
    if (found == names_.end() || found->second.empty()) return {};
    const auto* local = std::get_if<LocalId>(&found->second.back());
    if (local == nullptr || !local->valid()) return {};
    const Span bound = module_.local(*local).span;
    for (const ast::Declaration& piece : streams_.pieces) {
      const auto* clause = std::get_if<ast::Clause>(&piece.node);
      if (clause == nullptr || clause->name != variable->name || piece.span != bound) continue;
      const auto& taken = std::get<ast::Apply>(soleExpression(clause->rhs)->node);
      const auto& taking = std::get<ast::Variable>(taken.function->node).name;
      const auto& list = std::get<ast::Variable>(taken.arguments[0].node).name;
      // The same pattern may have been taken apart before, to see whether that can be done.
      if (splitQualified(taking).second == part && streamNamed(list).valid()) return list;
    }
    return {};
  };
  const std::string list = listOf(cell.operands[0], "head");
  if (!list.starts_with(unwritten) || listOf(cell.operands[1], "tail") != list) return {};
  return streamNamed(list);
}

// ------------------------------------------------------------------------------------ functions

void Resolver::noteHome(FunctionId function, const Home& home) {
  streams_.homes.insert_or_assign(function.value, home);
}

std::vector<std::size_t> Resolver::streamsAmong(const Operands& operands, bool surely) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (isStream(operands[i], surely)) places.push_back(i);
  }
  return places;
}

// The equations of the function as those of its version for `count` operands, some of them lists
// without an end; nothing if there is no such version.
std::optional<Resolver::Equations> Resolver::givenStreams(const Home& home,
                                                          const std::vector<std::size_t>& places,
                                                          std::size_t count) {
  Equations made = home.equations;
  made.declarations.clear();
  made.streams = places;
  for (const ast::Declaration* declaration : home.equations.declarations) {
    const auto& clause = std::get<ast::Clause>(declaration->node);
    const auto isWritten = [&](std::size_t place) { return place < clause.patterns.size(); };
    if (std::ranges::any_of(places, [&](std::size_t place) {
          return isWritten(place) && isOfEnd(clause.patterns[place]);
        })) {
      continue;
    }
    if (!std::ranges::all_of(places, [&](std::size_t place) {
          return !isWritten(place) || takenApart(clause.patterns[place]);
        })) {
      return std::nullopt;
    }
    made.declarations.push_back(declaration);
    if (matchesAlways(clause, places)) break;
  }
  if (made.declarations.empty()) return std::nullopt;
  const auto& first = std::get<ast::Clause>(made.declarations[0]->node);
  if (places.back() < first.patterns.size()) {
    return made.missing > 0 ? std::nullopt : std::optional(made);
  }
  const bool sole = made.declarations.size() == 1 && first.rhs.alternatives.size() == 1 &&
                    first.rhs.alternatives[0].guards.empty();
  if (!sole) return std::nullopt;
  made.missing = count - first.patterns.size();
  return made;
}

// What its signature says, but that it is given what makes the lists.
std::vector<TypeRef> Resolver::signatureGivenStreams(const ast::Signature& signature,
                                                     const Equations& equations,
                                                     std::size_t arity) {
  std::vector<TypeRef> parts = flexibleSignature(signature, equations.name, arity);
  if (parts.empty()) return parts;
  for (const std::size_t place : equations.streams) {
    const TypeRef list = module_.types.prune(parts[place]);
    if (list->con != module_.types.listCon) return {};
    const bool kept = std::ranges::find(equations.kept, place) != equations.kept.end();
    if (kept) {
      keepType(parts[place], KeptLists::ofTied);
    } else {
      parts[place] = streamType(list->arguments[0]);
    }
  }
  return parts;
}

// The version of the function for such operands; none if there is none.
FunctionId Resolver::versionGivenStreams(FunctionId callee, const std::vector<std::size_t>& places,
                                         std::size_t count) {
  const auto found = streams_.homes.find(callee.value);
  if (found == streams_.homes.end()) return {};
  const auto [known, isNew] = streams_.versions.try_emplace({callee, places, count});
  if (!isNew) return known->second;
  const Home& home = found->second;
  const std::optional<Equations> equations = givenStreams(home, places, count);
  if (!equations) return {};
  const FunctionId id = declareFunction(*equations, {}, home.parent);
  known->second = id;
  resolved::Function& made = module_.function(id);
  if (home.signature != nullptr) {
    std::vector<TypeRef> parts = signatureGivenStreams(*home.signature, *equations, made.arity);
    if (!parts.empty()) {
      made.resultType = parts.back();
      parts.pop_back();
      made.parameterTypes = std::move(parts);
    }
  }
  resolveVersion(id, home, [this, id, made = *equations] { resolveFunction(id, made); });
  return id;
}

void Resolver::resolveVersion(FunctionId id, const Home& home,
                              const std::function<void()>& resolve) {
  if (home.group == nullptr) {
    streams_.versionWork.push_back(resolve);
    return;
  }
  const OuterScope scope(*this, home.scope);
  OpenGroup& open = *home.open;
  resolved::LetGroup& group = *home.group;
  const std::size_t index = group.values.size() + group.functions.size();
  group.functions.push_back(id);
  functionMembers_.insert_or_assign(id.value, Member{&open, index});
  if (open.open) {
    open.edges.emplace_back();
    const std::size_t current = std::exchange(open.current, index);
    resolve();
    open.current = current;
    return;
  }
  // Behind all others: only versions that are made on the way call each other.
  open.late.push_back(index);
  open.edges.resize(index + 1);
  ++open.depth;
  const std::size_t current = std::exchange(open.current, index);
  resolve();
  open.current = current;
  if (--open.depth > 0) return;
  const std::vector<std::size_t> late = std::exchange(open.late, {});
  std::vector<std::vector<std::size_t>> edges(late.size());
  for (std::size_t i = 0; i < late.size(); ++i) {
    for (const std::size_t callee : open.edges[late[i]]) {
      const auto found = std::ranges::find(late, callee);
      if (found != late.end()) edges[i].push_back(static_cast<std::size_t>(found - late.begin()));
    }
  }
  for (const std::vector<std::size_t>& component : components(edges)) {
    std::vector<std::size_t>& members = group.order.emplace_back();
    for (const std::size_t i : component) members.push_back(late[i]);
  }
}

bool Resolver::callsVersion(FunctionId callee, Span span, const Operands& operands, Term& shell) {
  if (!module_.hasStreams() || inPrelude_ || !streams_.homes.contains(callee.value)) return false;
  const std::vector<std::size_t> places = streamsAmong(operands, !takesBeginning(module_, callee));
  if (places.empty()) return false;
  const FunctionId version = versionGivenStreams(callee, places, operands.size());
  if (!version.valid()) return false;
  Operands given = operands;
  for (const std::size_t place : places) given[place].asStream = true;
  callFunction(version, span, given, shell);
  return true;
}

// ------------------------------------------------------------------------ lists of other lists

// The function as one that makes a list without an end of such operands: by steps, or by what
// every equation of it says. Without either it is none.
Resolver::StreamFunction Resolver::streamOfStreams(const Home& home,
                                                   const std::vector<std::size_t>& places,
                                                   std::size_t count) {
  StreamFunction made;
  const std::optional<Equations> equations = givenStreams(home, places, count);
  if (!equations) return made;
  made.home = &home;
  made.signature = home.signature;
  made.arity = count;
  made.streams = places;
  made.steps = corecursionOf(*equations);
  if (made.steps) return made;
  const OuterScope scope(*this, home.scope);
  const bool makes = std::ranges::all_of(equations->declarations, [&](const auto* declaration) {
    const auto& clause = std::get<ast::Clause>(declaration->node);
    return makesStream(clause, home.signature, equations->missing, places);
  });
  if (makes) made.declarations = equations->declarations;
  return made;
}

// The function that the name means, if it makes a list without an end of such operands.
Resolver::StreamFunction* Resolver::streamFunctionGiven(const std::string& name,
                                                        const Operands& operands) {
  if (!module_.hasStreams() || inPrelude_) return nullptr;
  FunctionId callee;
  if (const auto local = names_.find(name); local != names_.end() && !local->second.empty()) {
    const auto* function = std::get_if<FunctionId>(&local->second.back());
    if (function == nullptr) return nullptr;
    callee = *function;
  } else if (const auto global = globals_.find(name); global != globals_.end()) {
    callee = global->second;
  }
  const auto home = streams_.homes.find(callee.value);
  if (!callee.valid() || home == streams_.homes.end()) return nullptr;
  const std::vector<std::size_t> places = streamsAmong(operands);
  if (places.empty()) return nullptr;
  const auto [known, isNew] = streams_.steps.try_emplace({callee, places, operands.size()});
  StreamFunction& found = known->second;
  if (isNew) found = streamOfStreams(home->second, places, operands.size());
  if (found.steps) return found.steps->arity == operands.size() ? &found : nullptr;
  return found.declarations.empty() ? nullptr : &found;
}

}  // namespace deforest::text
