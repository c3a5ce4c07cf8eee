// Functions that result in lists without an end, of which others take what they need:
//
//     randoms seed = map mix (tail (iterate step seed))
//
//     take n (randoms 42)      =>    takeStream n (randomsStream 42)
//
// where `randomsStream` results in what makes the list (streams.cpp). It stands beside the function
// that results in the list, which is called where all of the list would be needed. A constant is no
// such function: its elements are computed once, however often it is used. Where equations or
// guards choose between lists, what makes each is made to be of one type (`streamEnd`).
#include <algorithm>
#include <set>

#include "support/match.hpp"
#include "text/scopes/pretended.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

// Whether some range without an end is of numbers, as the signature of what results in it says.
bool resultsInNumbers(const ast::Signature* signature) {
  if (signature == nullptr) return false;
  const ast::TypeExpr* type = &signature->type;
  while (const auto* arrow = std::get_if<ast::TypeArrow>(&type->node)) type = arrow->to.get();
  const auto* list = std::get_if<ast::TypeList>(&type->node);
  const auto* name = list == nullptr ? nullptr : std::get_if<ast::TypeName>(&list->element->node);
  constexpr std::string_view numbers[] = {"Int", "Word", "Integer", "Double", "Float"};
  return name != nullptr && std::ranges::find(numbers, name->name) != std::end(numbers);
}

}  // namespace

Resolver::StreamFunction* Resolver::streamFunctionNamed(const std::string& name) {
  const auto local = names_.find(name);
  if (local != names_.end() && !local->second.empty()) {
    const auto* function = std::get_if<FunctionId>(&local->second.back());
    if (function == nullptr) return nullptr;
    const auto stream = streams_.localFunctions.find(function->value);
    return stream == streams_.localFunctions.end() ? nullptr : &stream->second;
  }
  const auto found = streams_.functions.find(name);
  return found == streams_.functions.end() ? nullptr : &found->second;
}

// How many operands make it result in such a list; nothing if none do.
std::optional<std::size_t> Resolver::streamFunctionArity(const Equations& equations,
                                                         const ast::Signature* signature) {
  const auto allMake = [&](std::size_t more) {
    return std::ranges::all_of(equations.declarations, [&](const ast::Declaration* declaration) {
      return makesStream(std::get<ast::Clause>(declaration->node), signature, more, {});
    });
  };
  const auto& first = std::get<ast::Clause>(equations.declarations[0]->node);
  const std::size_t written = first.patterns.size();
  const bool alike = std::ranges::all_of(equations.declarations, [&](const auto* declaration) {
    return std::get<ast::Clause>(declaration->node).patterns.size() == written;
  });
  if (!alike) return std::nullopt;
  if (written > 0 && allMake(0)) return written;
  // With another operand, if there is nothing to choose between.
  const bool sole = equations.declarations.size() == 1 && first.rhs.alternatives.size() == 1 &&
                    first.rhs.alternatives[0].guards.empty();
  return sole && allMake(1) ? std::optional(written + 1) : std::nullopt;
}

// What a pattern binds is such a list, or taken from one.
void Resolver::declareAsStream(const ast::Pattern& pattern) {
  const std::optional<TakenApart> apart = takenApart(pattern);
  if (!apart) return;
  declareName(apart->name, assumedStream);
  for (const ast::Declaration* piece : apart->pieces) {
    const auto* clause = std::get_if<ast::Clause>(&piece->node);
    if (clause == nullptr) continue;
    const bool isRest = isStream({soleExpression(clause->rhs)}, true);
    declareName(clause->name, isRest ? assumedStream : LocalId{});
  }
}

// Whether all that the equation chooses between are such lists if it is given `more` operands than
// it has parameters, where those at `streams` are such lists too.
bool Resolver::makesStream(const ast::Clause& clause, const ast::Signature* signature,
                           std::size_t more, const std::vector<std::size_t>& streams) {
  // What is bound here has other meanings than outside.
  std::set<std::string> bound;
  for (const ast::Pattern& pattern : clause.patterns) bound.merge(boundNames(pattern));
  const std::size_t mark = scopeMark();
  for (const std::string& name : bound) declareName(name, LocalId{});
  Operands others(more);
  for (const std::size_t place : streams) {
    if (place < clause.patterns.size()) {
      declareAsStream(clause.patterns[place]);
    } else if (place - clause.patterns.size() < more) {
      others[place - clause.patterns.size()].local = assumedStream;
    }
  }
  std::vector<const ast::Declaration*> where;
  for (const ast::Declaration& declaration : clause.rhs.where) where.push_back(&declaration);
  const Pretended within(*this, where);
  const bool makes = std::ranges::all_of(clause.rhs.alternatives, [&](const auto& alternative) {
    const bool surely =
        !std::holds_alternative<ast::Range>(alternative.body.node) || !resultsInNumbers(signature);
    const bool tests = std::ranges::all_of(alternative.guards, [](const ast::Guard& guard) {
      return std::holds_alternative<ast::BooleanGuard>(guard.node);
    });
    return tests && isStream({&alternative.body, others}, surely);
  });
  leaveScope(mark);
  return makes;
}

// Until nothing changes: they call each other, and none is one because it calls itself.
void Resolver::collectStreamFunctions(const std::vector<Equations>& all,
                                      const Signatures& signatures) {
  for (const Equations& equations : all) {
    std::optional<Corecursion> found = corecursionOf(equations);
    if (!found) continue;
    const ast::Signature* signature = signatureIn(signatures, equations.name);
    streams_.functions.emplace(equations.name,
                               StreamFunction{{}, signature, found->arity, {}, std::move(found)});
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Equations& equations : all) {
      if (streams_.functions.contains(equations.name)) continue;
      const ast::Signature* signature = signatureIn(signatures, equations.name);
      std::optional<std::size_t> arity = streamFunctionArity(equations, signature);
      FunctionId kept;
      if (!arity) {
        const auto constant =
            endlessConstant(globals_.at(equations.name), *equations.declarations[0]);
        if (!constant) continue;
        kept = *constant;
        arity = 0;
      }
      streams_.functions.emplace(equations.name,
                                 StreamFunction{equations.declarations, signature, *arity, kept});
      changed = true;
    }
  }
}

FunctionId Resolver::streamFunction(StreamFunction& function) {
  if (function.made.valid()) return function.made;
  if (function.steps) {
    const FunctionId parent = function.home == nullptr ? FunctionId{} : function.home->parent;
    function.made = declareStep(*function.steps, function.signature, parent);
    if (function.home == nullptr) {
      streams_.work.push_back(&function);
    } else {
      resolveVersion(function.made, *function.home, [this, &function] {
        resolveFunction(function.made, function.steps->equations);
      });
    }
    return function.made;
  }
  const FunctionId id = module_.addFunction();
  resolved::Function& made = module_.functions.back();
  made.name = std::get<ast::Clause>(function.declarations[0]->node).name;
  made.span = function.declarations[0]->span;
  made.arity = function.arity;
  if (function.home != nullptr) made.parent = function.home->parent;
  if (function.signature != nullptr) signStreamFunction(made, function);
  function.made = id;
  if (function.home == nullptr) {
    streams_.work.push_back(&function);
  } else {
    resolveVersion(id, *function.home, [this, &function] { resolveStreamFunction(function); });
  }
  return id;
}

std::vector<TypeRef> Resolver::flexibleSignature(const ast::Signature& signature,
                                                 const std::string& name, std::size_t arity) {
  std::map<std::string, TypeRef> variables;
  const TypeScope::Variables meaning = [&](const std::string& written, Span) {
    TypeRef& variable = variables[written];
    if (variable == nullptr) variable = module_.types.fresh(TypeTable::deepest);
    return variable;
  };
  std::vector<TypeRef> parts = types_.resolveSignature(signature.type, name, arity, meaning);
  for (const auto& [variable, classes] : constraintsOf(signature.context)) {
    const auto found = variables.find(variable);
    if (found != variables.end()) found->second->classes |= classes;
  }
  return parts;
}

// What the signature says of the list holds for its elements; what makes them has a type of its
// own, so that the signature narrows what is inferred.
void Resolver::signStreamFunction(resolved::Function& made, const StreamFunction& function) {
  std::vector<TypeRef> parts = flexibleSignature(*function.signature, made.name, made.arity);
  if (parts.empty()) return;
  std::vector<std::size_t> lists = function.streams;
  lists.push_back(parts.size() - 1);
  for (const std::size_t place : lists) {
    const TypeRef list = module_.types.prune(parts[place]);
    if (list->con != module_.types.listCon) return;
    parts[place] = streamType(list->arguments[0]);
  }
  made.resultType = parts.back();
  parts.pop_back();
  made.parameterTypes = std::move(parts);
}

// Where evaluation is strict there is no such list, and where `main` is the only root nobody else
// asks for it.
bool Resolver::waitsForUse(const Equations& equations) {
  return module_.hasStreams() && !module_.keepsOpaque && globals_.contains("main") &&
         streams_.functions.contains(equations.name) &&
         !keptLists_.functions.contains(globals_.at(equations.name).value);
}

void Resolver::resolveStreamFunctions() {
  const auto isUsed = [&](FunctionId id) {
    return std::ranges::any_of(module_.functions, [&](const resolved::Function& function) {
      return std::ranges::find(function.callees, id) != function.callees.end();
    });
  };
  std::vector<std::pair<FunctionId, Equations>> waiting;
  for (const auto& [id, equations] : topLevel_) {
    if (waitsForUse(equations)) waiting.emplace_back(id, equations);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (; !streams_.work.empty(); changed = true) {
      const StreamFunction* next = streams_.work.back();
      streams_.work.pop_back();
      resolveStreamFunction(*next);
    }
    for (; !streams_.versionWork.empty(); changed = true) {
      const std::function<void()> resolve = std::move(streams_.versionWork.back());
      streams_.versionWork.pop_back();
      resolve();
    }
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (!isUsed(waiting[i].first)) continue;
      const auto [id, equations] = waiting[i];
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
      resolveFunction(id, equations);
      changed = true;
      break;
    }
  }
  for (const auto& [id, equations] : waiting) std::erase(module_.topLevel, id);
}

void Resolver::resolveStreamFunction(const StreamFunction& source) {
  if (source.steps) return resolveFunction(source.made, source.steps->equations);
  const FunctionId enclosing = std::exchange(current_, source.made);
  const resolved::ValueBinding* enclosingBinding = std::exchange(binding_, nullptr);
  const std::size_t errors = reporter_.count();
  module_.function(source.made).begin = tick();
  std::size_t ends = 0;
  for (const ast::Declaration* declaration : source.declarations) {
    ends += std::get<ast::Clause>(declaration->node).rhs.alternatives.size();
  }
  const StreamEnds enclosingEnds = std::exchange(streams_.ends, {ends, 0});
  std::vector<resolved::Clause> clauses;
  for (const ast::Declaration* declaration : source.declarations) {
    clauses.push_back(streamClause(*declaration, source));
  }
  streams_.ends = enclosingEnds;
  resolved::Function& function = module_.function(source.made);
  function.clauses = std::move(clauses);
  function.end = next_;
  function.broken = reporter_.count() != errors;
  current_ = enclosing;
  binding_ = enclosingBinding;
}

resolved::Clause Resolver::streamClause(const ast::Declaration& declaration,
                                        const StreamFunction& function) {
  const auto& written = std::get<ast::Clause>(declaration.node);
  resolved::Clause clause;
  clause.span = declaration.span;
  clause.begin = tick();
  Bound bound;
  const std::size_t named = written.patterns.size();
  std::vector<const ast::Declaration*> where;
  for (std::size_t i = 0; i < named; ++i) {
    const bool stream = std::ranges::find(function.streams, i) != function.streams.end();
    clause.patterns.push_back(stream ? streamParameter(written.patterns[i], bound, where, false)
                                     : pattern(written.patterns[i], bound));
  }
  const Operands more = unnamedParameters(function.arity - named, clause);
  for (const std::size_t place : function.streams) {
    if (place >= named) streams_.locals.emplace(more[place - named].local.value, 0);
  }
  for (const ast::Declaration& local : written.rhs.where) where.push_back(&local);
  const std::size_t mark = scopeMark();
  bringIntoScope(bound.locals);
  if (!where.empty()) clause.rhs.where = group(where);
  for (const ast::GuardedExpr& source : written.rhs.alternatives) {
    clause.rhs.alternatives.push_back(guarded(source, [&] {
      return streamEnd(streams_.ends.count, streams_.ends.next++, source.body.span, [&] {
        return streamTerm({&source.body, more});
      });
    }));
  }
  leaveScope(mark);
  clause.end = next_;
  return clause;
}

// What makes one of `count` lists, as what makes any of them: the states of the last one are on the
// right of those of all others, and so on. `make` makes the term.
Term Resolver::streamEnd(std::size_t count, std::size_t number, Span span,
                         const std::function<Term()>& make) {
  if (count <= 1) return make();
  const bool last = number + 1 == count;
  std::vector<std::string_view> wrappers(last ? number : number + 1, "rightStream");
  if (!last) wrappers.back() = "leftStream";
  const auto wrapped = [&](auto&& self, std::size_t i) -> Term {
    if (i == wrappers.size()) return make();
    return preludeCall(wrappers[i], span, [&](std::vector<Term>& arguments) {
      arguments.push_back(self(self, i + 1));
    });
  };
  return wrapped(wrapped, 0);
}

}  // namespace deforest::text
