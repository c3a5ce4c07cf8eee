// Lists without an end, where they are consumed as far as they are needed:
//
//     zip [0 ..] xs                       =>  zipStreamList (streamFrom 0 maxBound) xs
//     take 3 (map f (iterate g x))        =>  takeStream 3 (mapStream f (iterateStream g x))
//
// The language is strict, and has no infinite data. What such a list is made of is data with
// functions inside, known when the program is compiled (prelude/stream_source.cpp): so the pairs of
// a producer and a consumer become loops, and no list is there at all. A list that something else
// takes is refused as before; of an enumeration, `[Mon ..]` is a list up to the last one.
#include <algorithm>
#include <array>
#include <span>

#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

constexpr std::size_t none = ~std::size_t{0};

// What a function of lists is called when the operand at `stream` is one without an end, and the
// ones at `other` and `third`, if there are such operands, too.
struct StreamForm {
  std::string_view name;
  std::size_t operands;
  std::size_t stream;
  std::string_view function;
  std::size_t other = none;
  std::size_t third = none;
};

constexpr std::array consumers = {
    StreamForm{"take", 2, 1, "takeStream"},
    StreamForm{"takeWhile", 2, 1, "takeWhileStream"},
    StreamForm{"!!", 2, 0, "indexStream"},
    StreamForm{"head", 1, 0, "headStream"},
    StreamForm{"find", 2, 1, "findStream"},
    StreamForm{"zip", 1, 0, "zipStreamList"},
    StreamForm{"zip", 2, 1, "zipListStream"},
    StreamForm{"zipWith", 2, 1, "zipWithStreamList"},
    StreamForm{"zipWith", 3, 2, "zipWithListStream"},
    StreamForm{"zip3", 3, 0, "zip3StreamsList", 1},
    StreamForm{"zip3", 3, 0, "zip3StreamListStream", 2},
    StreamForm{"zip3", 3, 1, "zip3ListStreams", 2},
    StreamForm{"zip3", 3, 1, "zip3ListStreamList"},
    StreamForm{"zip3", 3, 2, "zip3ListsStream"},
    StreamForm{"zip3", 1, 0, "zip3StreamLists"},
    StreamForm{"zipWith3", 4, 1, "zipWith3StreamsList", 2},
    StreamForm{"zipWith3", 4, 1, "zipWith3StreamListStream", 3},
    StreamForm{"zipWith3", 4, 2, "zipWith3ListStreams", 3},
    StreamForm{"zipWith3", 4, 2, "zipWith3ListStreamList"},
    StreamForm{"zipWith3", 4, 3, "zipWith3ListsStream"},
    StreamForm{"zipWith3", 2, 1, "zipWith3StreamLists"},
    StreamForm{"zipWithM", 2, 1, "zipWithActionStream"},
    StreamForm{"zipWithM_", 2, 1, "zipWithUnitStream"},
    StreamForm{"lookup", 2, 1, "lookupStream"},
    StreamForm{"elem", 2, 1, "elemStream"},
    StreamForm{"any", 2, 1, "anyStream"},
    StreamForm{"all", 2, 1, "allStream"},
    StreamForm{"or", 1, 0, "orStream"},
    StreamForm{"and", 1, 0, "andStream"},
    StreamForm{"notElem", 2, 1, "notElemStream"},
    StreamForm{"elemIndex", 2, 1, "elemIndexStream"},
    StreamForm{"findIndex", 2, 1, "findIndexStream"},
    StreamForm{"Array.listArray", 2, 1, "arrayOfStream"},
    StreamForm{"UArray.listArray", 2, 1, "unboxedArrayOfStream"},
};

// Those that look at lists that may end as they always did: only what certainly has no end is none
// for them, and only where evaluation is strict.
bool takesListsToo(std::string_view consumer) {
  constexpr std::string_view names[] = {"lookup", "elem",    "any",       "all",      "or",
                                        "and",    "notElem", "elemIndex", "findIndex"};
  return std::ranges::find(names, consumer) != std::end(names);
}

constexpr std::array producers = {
    StreamForm{"iterate", 2, none, "iterateStream"},
    StreamForm{"repeat", 1, none, "repeatStream"},
    StreamForm{"unfoldr", 2, none, "unfoldrStream"},
    StreamForm{"cycle", 1, none, "cycleStream"},
    StreamForm{"map", 2, 1, "mapStream"},
    StreamForm{"fmap", 2, 1, "mapStream"},
    StreamForm{"<$>", 2, 1, "mapStream"},
    StreamForm{"tail", 1, 0, "tailStream"},
    StreamForm{"drop", 2, 1, "dropStream"},
    StreamForm{"dropWhile", 2, 1, "dropWhileStream"},
    StreamForm{"filter", 2, 1, "filterStream"},
    StreamForm{"concatMap", 2, 1, "concatMapStream"},
    StreamForm{"concat", 1, 0, "concatStream"},
    StreamForm{"unwords", 1, 0, "unwordsStream"},
    StreamForm{"unlines", 1, 0, "unlinesStream"},
    StreamForm{"scanl", 3, 2, "scanlStream"},
    StreamForm{":", 2, 1, "consStream"},
    StreamForm{"++", 2, 1, "appendStream"},
    StreamForm{"zip", 2, 0, "zipStreams", 1},
    StreamForm{"zipWith", 3, 1, "zipWithStreams", 2},
    StreamForm{"zip3", 3, 0, "zip3Streams", 1, 2},
    StreamForm{"zipWith3", 4, 1, "zipWith3Streams", 2, 3},
};

// Of lists without an end, those that have one: what looks at lists only as far as it must takes
// them by what makes them, too.
constexpr std::array enders = {
    StreamForm{"take", 2, 1, "endingStream"},
    StreamForm{"takeWhile", 2, 1, "endingWhileStream"},
};

// The one of that name and number of operands, by which forms of these differ; null: none.
const StreamForm* formOf(std::span<const StreamForm> forms, std::string_view name,
                         std::size_t operands) {
  const auto found = std::ranges::find_if(forms, [&](const StreamForm& form) {
    return form.name == name && form.operands == operands;
  });
  return found == forms.end() ? nullptr : &*found;
}

// What results in a list and the rest of one without an end.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> splitters = {
    {{"splitAt", "splitAtStream"}, {"span", "spanStream"}, {"break", "breakStream"}}};

const ast::Rhs& rhsOf(const ast::Declaration& declaration) {
  if (const auto* clause = std::get_if<ast::Clause>(&declaration.node)) return clause->rhs;
  return std::get<ast::PatternBinding>(declaration.node).rhs;
}

// The ends of `[x ..]`.
const Builtin& endOfRange(Builtin::Kind kind) {
  static const Builtin last{"..", Builtin::Kind::RangeLast, ir::PrimOp::Add, "Enum a: -> a"};
  static const Builtin least{"..", Builtin::Kind::RangeLeast, ir::PrimOp::Add, "Enum a: -> a"};
  static const Builtin greatest{"..", Builtin::Kind::RangeGreatest, ir::PrimOp::Add,
                                "Enum a: -> a"};
  if (kind == Builtin::Kind::RangeLast) return last;
  return kind == Builtin::Kind::RangeLeast ? least : greatest;
}

}  // namespace

// The Prelude's function or constructor that is applied; empty if it is none.
std::string Resolver::preludeHead(const Spine& spine) {
  if (spine.head == nullptr) return {};
  std::string written = spine.section;
  if (written.empty()) {
    if (const auto* con = std::get_if<ast::ConstructorName>(&spine.head->node)) {
      return con->name == ":" ? con->name : std::string();
    }
    const auto* variable = std::get_if<ast::Variable>(&spine.head->node);
    if (variable == nullptr) return {};
    written = variable->name;
  }
  std::string plain = splitQualified(written).second;
  if (plain == ":") return plain;
  if (std::ranges::find(producers, plain, &StreamForm::name) == producers.end() &&
      std::ranges::find(consumers, plain, &StreamForm::name) == consumers.end()) {
    return {};
  }
  const Meaning meaning = lookup(written, spine.head->span);
  const auto* prelude = std::get_if<const PreludeName*>(&meaning);
  const bool isHaskells = prelude != nullptr && !(*prelude)->module.starts_with("Gibbon.");
  return isHaskells ? plain : std::string();
}

bool Resolver::isStream(const Operand& source, bool surely) {
  if (source.expr == nullptr) {
    return source.local.valid() && source.arguments.empty() &&
           streams_.locals.contains(source.local.value);
  }
  const Spine spine = spineOf(*source.expr, source.arguments);
  if (const auto* branch = std::get_if<ast::If>(&spine.head->node)) {
    return spine.operands.empty() && isStream({branch->whenTrue.get()}, surely) &&
           isStream({branch->whenFalse.get()}, surely);
  }
  if (const auto* let = std::get_if<ast::Let>(&spine.head->node)) {
    return spine.operands.empty() && spine.section.empty() && walksStream(*let);
  }
  if (const auto* typed = std::get_if<ast::Typed>(&spine.head->node)) {
    // The type of an enumeration may have an end.
    return spine.operands.empty() && spine.section.empty() &&
           !std::holds_alternative<ast::Range>(typed->expression->node) &&
           isStream({typed->expression.get()}, surely);
  }
  if (const auto* range = std::get_if<ast::Range>(&spine.head->node)) {
    return spine.section.empty() && spine.operands.empty() && range->to == nullptr &&
           (!surely || ast::isNumberLiteral(*range->from));
  }
  const auto* variable = std::get_if<ast::Variable>(&spine.head->node);
  if (variable != nullptr && spine.section.empty()) {
    const LocalId local = streamNamed(variable->name);
    if (local.valid()) return streams_.locals.at(local.value) == spine.operands.size();
    if (streamFunctionGiven(variable->name, spine.operands) != nullptr) return true;
    const StreamFunction* own = streamFunctionNamed(variable->name);
    if (own != nullptr) return own->arity == spine.operands.size();
  }
  const std::string name = preludeHead(spine);
  if (surely && name == "unfoldr" && spine.operands.size() == 2) {
    const Operand& step = spine.operands[0];
    return step.expr != nullptr && step.arguments.empty() && makesJust(*step.expr);
  }
  const StreamForm* form = formOf(producers, name, spine.operands.size());
  return form != nullptr && std::ranges::all_of(std::array{form->stream, form->other, form->third},
                                                [&](std::size_t place) {
                                                  return place == none ||
                                                         isStream(spine.operands[place], surely);
                                                });
}

// -------------------------------------------------------------------------- variables bound to
// them

// Whether the function results in `Just`, whatever it is given, as its text says.
bool Resolver::makesJust(const ast::Expr& function) {
  if (const auto* lambda = std::get_if<ast::Lambda>(&function.node)) return isJust(*lambda->body);
  const Spine spine = spineOf(function, {});
  const auto* head = std::get_if<ast::Variable>(&spine.head->node);
  if (head == nullptr || !spine.section.empty()) return false;
  if (head->name == "." && spine.operands.size() == 2 && spine.operands[0].expr != nullptr) {
    const auto* last = std::get_if<ast::ConstructorName>(&spine.operands[0].expr->node);
    return last != nullptr && last->name == "Just";
  }
  if (!spine.operands.empty()) return false;
  const auto local = names_.find(head->name);
  const bool isLocal = local != names_.end() && !local->second.empty();
  std::size_t equations = 0;
  const auto allMake = [&](const ast::Declaration& declaration) {
    const auto* clause = std::get_if<ast::Clause>(&declaration.node);
    if (clause == nullptr || clause->name != head->name) return true;
    ++equations;
    return !clause->patterns.empty() && isJust(clause->rhs.alternatives);
  };
  const bool all =
      isLocal ? std::ranges::all_of(around_,
                                    [&](const auto* declaration) { return allMake(*declaration); })
              : std::ranges::all_of(source_.declarations, allMake);
  return all && equations > 0;
}

bool Resolver::isJust(const std::vector<ast::GuardedExpr>& alternatives) {
  return std::ranges::all_of(alternatives, [&](const auto& each) { return isJust(each.body); });
}

bool Resolver::isJust(const ast::Expr& source) {
  if (const auto* branch = std::get_if<ast::If>(&source.node)) {
    return isJust(*branch->whenTrue) && isJust(*branch->whenFalse);
  }
  if (const auto* guarded = std::get_if<ast::MultiIf>(&source.node)) {
    return isJust(guarded->alternatives);
  }
  if (const auto* match = std::get_if<ast::Case>(&source.node)) {
    return std::ranges::all_of(match->alternatives, [&](const ast::CaseAlternative& alternative) {
      return isJust(alternative.rhs.alternatives);
    });
  }
  if (const auto* let = std::get_if<ast::Let>(&source.node)) return isJust(*let->body);
  const Spine spine = spineOf(source, {});
  const auto* head = std::get_if<ast::ConstructorName>(&spine.head->node);
  return head != nullptr && head->name == "Just" && spine.operands.size() == 1;
}

LocalId Resolver::streamNamed(const std::string& name) const {
  const auto found = names_.find(name);
  if (found == names_.end() || found->second.empty()) return {};
  const auto* local = std::get_if<LocalId>(&found->second.back());
  return local != nullptr && streams_.locals.contains(local->value) ? *local : LocalId{};
}

// `(xs, rest) = splitAt n list`: the Prelude's function that splits what makes the list; empty if
// it is nothing of the kind.
std::string_view Resolver::splitsStream(const ast::Declaration& declaration) {
  const auto* binding = std::get_if<ast::PatternBinding>(&declaration.node);
  if (binding == nullptr) return {};
  const auto* tuple = std::get_if<ast::TuplePattern>(&binding->pattern.node);
  const ast::Expr* body = soleExpression(binding->rhs);
  if (tuple == nullptr || tuple->elements.size() != 2 || body == nullptr ||
      !std::holds_alternative<ast::VariablePattern>(tuple->elements[1].node)) {
    return {};
  }
  const Spine spine = spineOf(*body, {});
  if (spine.operands.size() != 2 || !spine.section.empty()) return {};
  const auto* head = std::get_if<ast::Variable>(&spine.head->node);
  if (head == nullptr || names_.contains(head->name)) return {};
  const auto form = std::ranges::find(splitters, splitQualified(head->name).second,
                                      &std::pair<std::string_view, std::string_view>::first);
  if (form == splitters.end() || !isStream(spine.operands[1], true)) return {};
  const Meaning meaning = lookup(head->name, spine.head->span);
  return std::holds_alternative<const PreludeName*>(meaning) ? form->second : std::string_view();
}

// How many operands make a list without an end of what a variable is bound to: `x = iterate f s`
// none, `x = tail . iterate f` one. Nothing if none do.
std::optional<std::size_t> Resolver::streamArity(const ast::Declaration& declaration) {
  const auto* clause = std::get_if<ast::Clause>(&declaration.node);
  if (clause == nullptr || !clause->patterns.empty()) return std::nullopt;
  const ast::Expr* body = soleExpression(clause->rhs);
  if (body == nullptr) return std::nullopt;
  if (isStream({body}, true)) return 0;
  if (isStream({body, {Operand{}}}, true)) return 1;
  return std::nullopt;
}

TypeRef Resolver::streamType(TypeRef element) {
  TypeTable& types = module_.types;
  const TypeRef state = types.fresh(TypeTable::deepest);
  const TypeRef perhaps = types.apply(types.maybeCon, {state});
  return types.apply(types.tupleCon(3),
                     {perhaps, types.arrow(state, element), types.arrow(state, perhaps)});
}

// Until nothing changes: they are bound in any order.
void Resolver::declareStreams(const std::vector<const ast::Declaration*>& values,
                              const resolved::LetGroup& group) {
  if (!module_.hasStreams()) return;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (group.values[i]->locals.empty()) continue;
      const LocalId local = group.values[i]->locals.back();
      if (streams_.locals.contains(local.value)) continue;
      std::optional<std::size_t> arity = streamArity(*values[i]);
      if (!splitsStream(*values[i]).empty()) arity = 0;
      if (!arity) continue;
      streams_.locals.emplace(local.value, *arity);
      changed = true;
      // A signature says what the elements are.
      TypeTable& types = module_.types;
      TypeRef& annotated = module_.local(local).type;
      if (annotated == nullptr) continue;
      TypeRef list = types.prune(annotated);
      TypeRef from = nullptr;
      if (*arity == 1 && types.isArrow(list)) {
        from = list->arguments[0];
        list = types.prune(list->arguments[1]);
      }
      if (list->con != types.listCon || (*arity == 1) != (from != nullptr)) continue;
      const TypeRef stream = streamType(list->arguments[0]);
      annotated = from == nullptr ? stream : types.arrow(from, stream);
    }
  }
}

// What such a variable is bound to; nothing if it is bound to anything else.
std::optional<resolved::Rhs> Resolver::streamRhs(const ast::Declaration& declaration,
                                                 const resolved::ValueBinding& binding) {
  if (binding.locals.empty()) return std::nullopt;
  const auto found = streams_.locals.find(binding.locals.back().value);
  if (found == streams_.locals.end()) return std::nullopt;
  const ast::GuardedExpr& source = rhsOf(declaration).alternatives[0];
  const ast::Expr& body = source.body;
  resolved::GuardedTerm made;
  made.span = source.span;
  const std::string_view splits = splitsStream(declaration);
  if (!splits.empty()) {
    const Spine spine = spineOf(body, {});
    Term shell = open(body.span);
    applyStreamForm(splits, {1}, body.span, spine.operands, shell);
    made.body = close(std::move(shell));
  } else if (found->second == 0) {
    made.body = streamTerm({&body});
  } else {
    Term shell = open(body.span);
    const FunctionId function = lambda(1, body.span, [&](const Operands& own, Term& inner) {
      inner = streamTerm({&body, own});
    });
    callLambda(function, {}, shell);
    made.body = close(std::move(shell));
  }
  resolved::Rhs result;
  result.alternatives.push_back(std::move(made));
  return result;
}

void Resolver::applyStreamForm(std::string_view function,
                               std::initializer_list<std::size_t> streams, Span span,
                               Operands operands, Term& shell) {
  for (const std::size_t place : streams) {
    if (place != none) operands[place].asStream = true;
  }
  callFunction(preludeFunction(function), span, operands, shell);
}

// `takeWhile p list` of a list that certainly has no end.
bool Resolver::isCutOff(const Operand& source) {
  if (source.expr == nullptr) return false;
  const Spine spine = spineOf(*source.expr, source.arguments);
  const StreamForm* form = formOf(enders, preludeHead(spine), spine.operands.size());
  return form != nullptr && isStream(spine.operands[form->stream], true);
}

bool Resolver::consumesStream(const std::string& name, Span span, const Operands& operands,
                              Term& shell) {
  if (inPrelude_) return false;
  // What certainly is one rather than what may be a list: `zip [Mon ..] [1 ..]`.
  for (const bool surely : {true, false}) {
    for (const StreamForm& form : consumers) {
      if (form.name != name || operands.size() < form.operands) continue;
      if (takesListsToo(name) && (!module_.hasStreams() || !surely)) continue;
      const Operand& list = operands[form.stream];
      const bool cutOff = takesListsToo(name) && isCutOff(list);
      if (!cutOff && !isStream(list, surely)) continue;
      if (form.other != none && !isStream(operands[form.other], surely)) continue;
      applyStreamForm(form.function, {form.stream, form.other}, span, operands, shell);
      return true;
    }
  }
  return false;
}

// `f . takeWhile p . iterate g` consumes one when it is applied.
bool Resolver::endsStream(const Operand& source) {
  if (source.expr == nullptr || source.arguments.empty()) return false;
  const Spine spine = spineOf(*source.expr, source.arguments);
  const std::string name = preludeHead(spine);
  const bool consumes = !name.empty() && std::ranges::any_of(consumers, [&](const auto& form) {
    if (takesListsToo(name) && !module_.hasStreams()) return false;
    return form.name == name && form.operands <= spine.operands.size() &&
           isStream(spine.operands[form.stream], takesListsToo(name));
  });
  return consumes || std::ranges::any_of(spine.operands, [&](const Operand& operand) {
           return endsStream(operand);
         });
}

// `f . g`, where the function must be applied for what it does to be said.
bool Resolver::composesStream(const Operands& operands, Span span, Term& shell) {
  if (inPrelude_ || operands.size() != 2 || operands[0].expr == nullptr) return false;
  const auto applied = [&](const Operand& argument) {
    Operand inner = operands[1];
    inner.arguments.push_back(argument);
    Operand outer = operands[0];
    outer.arguments.push_back(std::move(inner));
    return outer;
  };
  if (!endsStream(applied({}))) return false;
  const FunctionId function =
      lambda(1, span, [&](const Operands& own, Term& inner) { inner = operand(applied(own[0])); });
  callLambda(function, {}, shell);
  return true;
}

Term Resolver::streamOfLocal(LocalId local, Span span, const Operands& operands) {
  const auto kept = keptLists_.locals.find(local.value);
  const auto use = [&] { return variable({nullptr, operands, local}); };
  return kept == keptLists_.locals.end() ? use() : streamOfCells(kept->second, span, use);
}

Term Resolver::streamTerm(const Operand& source) {
  if (source.expr == nullptr) return variable(source);
  const Spine spine = spineOf(*source.expr, source.arguments);
  const Span span = spine.head->span;
  if (const auto* range = std::get_if<ast::Range>(&spine.head->node))
    return openRange(*range, span);
  if (const auto* branch = std::get_if<ast::If>(&spine.head->node)) {
    Term made = open(span);
    resolved::IfTerm node;
    node.condition = std::make_unique<Term>(term(*branch->condition));
    node.whenTrue = std::make_unique<Term>(
        streamEnd(2, 0, span, [&] { return streamTerm({branch->whenTrue.get()}); }));
    node.whenFalse = std::make_unique<Term>(
        streamEnd(2, 1, span, [&] { return streamTerm({branch->whenFalse.get()}); }));
    made.node = std::move(node);
    return close(std::move(made));
  }
  if (const auto* let = std::get_if<ast::Let>(&spine.head->node)) return walkOfStream(*let, span);
  if (const auto* typed = std::get_if<ast::Typed>(&spine.head->node)) {
    Term made = open(span);
    const TypeRef list = module_.types.prune(flexibleType(typed->type));
    const bool isList = list->con == module_.types.listCon;
    made.node = resolved::TypedTerm{std::make_unique<Term>(streamTerm({typed->expression.get()})),
                                    isList ? streamType(list->arguments[0]) : list};
    return close(std::move(made));
  }
  if (const auto* named = std::get_if<ast::Variable>(&spine.head->node)) {
    const LocalId local = streamNamed(named->name);
    if (local.valid()) return streamOfLocal(local, span, spine.operands);
    StreamFunction* own = streamFunctionGiven(named->name, spine.operands);
    if (own == nullptr) own = streamFunctionNamed(named->name);
    if (own != nullptr) {
      if (own->steps) return streamOfSteps(*own, spine.operands, span);
      const auto kept = keptLists_.functions.find(own->made.value);
      if (kept != keptLists_.functions.end()) {
        return streamOfCells(kept->second, span, [&] {
          Term list = open(span);
          callFunction(own->made, span, {}, list);
          return close(std::move(list));
        });
      }
      Term called = open(span);
      Operands given = spine.operands;
      for (const std::size_t place : own->streams) given[place].asStream = true;
      callFunction(streamFunction(*own), span, given, called);
      return close(std::move(called));
    }
  }
  const std::string name = preludeHead(spine);
  if (name == ":") {
    const LocalId whole = rebuiltStream(spine);
    if (whole.valid()) return streamOfLocal(whole, span, {});
  }
  Term shell = open(span);
  const StreamForm* form = formOf(producers, name, spine.operands.size());
  if (form == nullptr) form = formOf(enders, name, spine.operands.size());
  if (form != nullptr) {
    applyStreamForm(form->function, {form->stream, form->other, form->third}, span, spine.operands,
                    shell);
  }
  return close(std::move(shell));
}

Term Resolver::rangeEnd(Builtin::Kind kind, Span span) {
  Term made = open(span);
  made.node = resolved::BuiltinCall{&endOfRange(kind), {}};
  return close(std::move(made));
}

// `[x ..]` as a list without an end.
Term Resolver::openRange(const ast::Range& source, Span span) {
  const bool stepped = source.next != nullptr;
  const std::string_view function = stepped ? "streamFromThen" : "streamFrom";
  return preludeCall(function, span, [&](std::vector<Term>& arguments) {
    arguments.push_back(term(*source.from));
    if (stepped) {
      arguments.push_back(term(*source.next));
      arguments.push_back(rangeEnd(Builtin::Kind::RangeLeast, span));
    }
    const auto end = stepped ? Builtin::Kind::RangeGreatest : Builtin::Kind::RangeLast;
    arguments.push_back(rangeEnd(end, span));
  });
}

// `[x ..]` and `[x, y ..]` as lists.
Term Resolver::rangeToLast(const ast::Range& source, Span span) {
  Term made = open(span);
  Operands operands = {{source.from.get(), {}}};
  if (source.next != nullptr) operands.push_back({source.next.get(), {}});
  const PreludeName& name = *findPreludeName(source.next == nullptr ? "enumFrom" : "enumFromThen");
  applyPrelude(name, std::string(name.name), span, operands, made);
  return close(std::move(made));
}

}  // namespace deforest::text
