// Lists without an end whose elements are computed once, where evaluation is strict.
//
//     primes = 2 : filter isPrime [3, 5 ..]
//     isPrime n = all (\p -> n `mod` p > 0) (takeWhile (\p -> p * p <= n) primes)
//  =>
//     primes = keptLater (\primes -> let isPrime n = ... (streamWithinKept primes) ...
//                                    in keptCell (\_ -> 2) (\_ -> keptStream (filterStream ...)))
//
//     take 5 primes    =>    takeStream 5 (streamOfKept primes)
//
//     let ws = iterate step w in forM_ is (\i -> print (ws !! i))
//  =>
//     let ws = nodesOf (iterateStream step w) in ... indexStream (streamOfNodes ws) i
//
// Of what is bound locally, what makes the list (streams.cpp) is used wherever the list is. That
// would compute the elements of a constant for each of its uses, and where a function reads the list,
// for each of its calls; and it cannot be done where the list is defined by itself. Such a list is
// made of cells that are computed when they are first looked at (prelude/kept_list_source.cpp), and
// to others it is what makes the next cell from one. What a list that is defined by itself needs of
// its own group, and what needs it, is written a second time, within, and may only be functions, as
// with tables (tables.cpp). Of `[1 ..]`, `repeat x` and `cycle xs` there is nothing to keep.
//
// Which lists functions read is known when the module has been resolved: it is resolved again then.
// Lists that are not defined by themselves need not be kept, and whether that is worth its memory
// shows where the program is counted (driver/compile.cpp); if it is not, the program is read anew.
#include "text/scopes/pretended.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {

// Whether the text shows that the value is a list without an end if it is one where it stands in
// its own definition.
bool Resolver::isEndless(const ast::Declaration& value) {
  const auto& clause = std::get<ast::Clause>(value.node);
  const auto& alternatives = clause.rhs.alternatives;
  if (!clause.patterns.empty() || alternatives.size() != 1 || !alternatives[0].guards.empty()) {
    return false;
  }
  const std::size_t mark = scopeMark();
  declareName(clause.name, assumedStream);
  std::vector<const ast::Declaration*> where;
  for (const ast::Declaration& declaration : clause.rhs.where) where.push_back(&declaration);
  const Pretended within(*this, where);
  Operand rest{&ast::withoutType(alternatives[0].body)};
  for (Spine spine = spineOf(*rest.expr, {}); behindElement(spine);
       spine = spineOf(*rest.expr, {})) {
    if (!spine.operands[1].arguments.empty()) break;
    rest = spine.operands[1];
  }
  const bool endless = isStream(rest, true);
  leaveScope(mark);
  return endless;
}

// The values of a local group that are defined by themselves.
void Resolver::noteKeptLists(const std::vector<const ast::Declaration*>& declarations,
                             const std::vector<const ast::Declaration*>& values) {
  if (!module_.mayHaveTables || inPrelude_ || module_.endlessAsLists) return;
  const Pretended group(*this, values);
  for (const ast::Declaration* value : values) {
    const auto* clause = std::get_if<ast::Clause>(&value->node);
    if (clause == nullptr || tables_.at.contains(value) || !isEndless(*value)) continue;
    const ast::Expr& body = clause->rhs.alternatives[0].body;
    std::optional<Table> list = cycleAt(*value, body, declarations);
    if (!list) continue;
    if (list->isTied || module_.readAgain.contains(value->span.begin)) {
      keptLists_.at.emplace(value, std::move(*list));
    } else if (module_.keepsLists && !isFreeList(*value)) {
      keptLists_.others.insert(value->span.begin);
    }
  }
}

// A function within reads the list, of which every call would make it again.
void Resolver::noteReadAgain(LocalId local) {
  const Position bound = module_.local(local).span.begin;
  if (streams_.locals.contains(local.value) && keptLists_.others.contains(bound)) {
    module_.readAgain.insert(bound);
  }
}

// Whether the constant of the module is a list without an end that costs nothing.
bool Resolver::isFreeList(const ast::Declaration& value) {
  const auto& clause = std::get<ast::Clause>(value.node);
  const ast::Expr* body = clause.patterns.empty() ? soleExpression(clause.rhs) : nullptr;
  if (body == nullptr || !module_.hasStreams() || !isStream({body}, true)) return false;
  const Spine spine = spineOf(*body, {});
  const std::string name = preludeHead(spine);
  return std::holds_alternative<ast::Range>(spine.head->node) || name == "repeat" ||
         name == "cycle";
}

// The constant of the module, if its cells are to be kept, or none, if it is a list that is made at
// each use; nothing if it is no such list.
std::optional<FunctionId> Resolver::endlessConstant(FunctionId id, const ast::Declaration& value) {
  if (isFreeList(value)) return FunctionId{};
  const bool keeps = module_.mayHaveTables && !module_.endlessAsLists;
  if (!keeps || !globals_.contains("main") || !isEndless(value)) return std::nullopt;
  std::vector<const ast::Declaration*> around;
  for (const ast::Declaration& declaration : source_.declarations) around.push_back(&declaration);
  const auto& clause = std::get<ast::Clause>(value.node);
  std::optional<Table> list = cycleAt(value, clause.rhs.alternatives[0].body, around);
  if (!list) return std::nullopt;
  if (!list->isTied && !module_.keepsLists) return FunctionId{};
  const std::string_view stream = streamOf(*list);
  keptLists_.at.emplace(&value, std::move(*list));
  keptLists_.functions.emplace(id.value, stream);
  keepType(module_.function(id).resultType, stream);
  return id;
}

// What makes a stream of such a list.
std::string_view Resolver::streamOf(const Table& list) {
  return list.isTied ? KeptLists::ofTied : KeptLists::ofNodes;
}

// Of the signature of such a list.
void Resolver::keepType(TypeRef& type, std::string_view stream) {
  if (type == nullptr) return;
  TypeTable& types = module_.types;
  const TypeRef list = types.prune(type);
  if (list->con != types.listCon) return;
  const TypeRef kept = module_.function(preludeFunction(stream)).parameterTypes[0];
  if (stream != KeptLists::ofNodes) {
    type = types.apply(kept->con, list->arguments);
    return;
  }
  const TypeRef state = types.fresh(TypeTable::deepest);
  const TypeRef node = types.apply(kept->arguments[0]->con, {state, list->arguments[0]});
  type = types.apply(types.tupleCon(3), {node, types.arrow(state, list->arguments[0]),
                                         types.arrow(state, types.apply(types.maybeCon, {state}))});
}

// `nodesOf stream where before` for `list = e where before`.
resolved::Rhs Resolver::nodesRhs(const Table& list) {
  const ast::Expr& written = std::get<ast::Clause>(list.value->node).rhs.alternatives[0].body;
  const Span span = list.value->span;
  const std::size_t mark = scopeMark();
  resolved::Rhs result;
  if (!list.before.empty()) result.where = group(list.before);
  resolved::GuardedTerm made;
  made.span = span;
  made.body = preludeCall("nodesOf", span, [&](std::vector<Term>& arguments) {
    arguments.push_back(streamTerm({&written}));
  });
  leaveScope(mark);
  result.alternatives.push_back(std::move(made));
  return result;
}

// `keptLater (\list -> let within in cells)` for `list = e`, or what is said of other lists.
resolved::Rhs Resolver::keptRhs(const Table& list) {
  if (!list.isTied) return nodesRhs(list);
  const auto& clause = std::get<ast::Clause>(list.value->node);
  const Span span = list.value->span;
  const auto parameter = [&](Bound& bound) {
    const LocalId local = bindLocal(clause.name, span, bound);
    streams_.locals.emplace(local.value, 0);
    keptLists_.locals.emplace(local.value, "streamWithinKept");
    resolved::Pattern made;
    made.span = span;
    made.node = resolved::VariablePattern{local};
    return made;
  };
  const ast::Expr& written = clause.rhs.alternatives[0].body;
  std::vector<const ast::Declaration*> within = list.within;
  within.insert(within.end(), list.before.begin(), list.before.end());
  resolved::GuardedTerm made;
  made.span = span;
  made.body = preludeCall("keptLater", span, [&](std::vector<Term>& arguments) {
    Term function = open(span);
    const FunctionId start = lambda(span, parameter, [&] {
      resolved::Rhs inner;
      if (!within.empty()) inner.where = group(within);
      resolved::GuardedTerm alternative;
      alternative.span = span;
      const auto* annotated = std::get_if<ast::Typed>(&written.node);
      if (annotated == nullptr) {
        alternative.body = keptCells(written);
      } else {
        TypeRef type = flexibleType(annotated->type);
        keepType(type, KeptLists::ofTied);
        alternative.body = open(span);
        alternative.body.node =
            resolved::TypedTerm{std::make_unique<Term>(keptCells(*annotated->expression)), type};
        alternative.body = close(std::move(alternative.body));
      }
      inner.alternatives.push_back(std::move(alternative));
      return inner;
    });
    callLambda(start, {}, function);
    arguments.push_back(close(std::move(function)));
  });
  resolved::Rhs result;
  result.alternatives.push_back(std::move(made));
  return result;
}

// The cells that are written, and those that are made behind them.
Term Resolver::keptCells(const ast::Expr& source) {
  const Spine spine = spineOf(source, {});
  const Span span = source.span;
  if (!behindElement(spine) || !spine.operands[1].arguments.empty()) {
    return preludeCall("keptStream", span, [&](std::vector<Term>& arguments) {
      arguments.push_back(streamTerm({&source}));
    });
  }
  return preludeCall("keptCell", span, [&](std::vector<Term>& arguments) {
    arguments.push_back(delayed(span, [&] { return operand(spine.operands[0]); }));
    arguments.push_back(delayed(span, [&] { return keptCells(*spine.operands[1].expr); }));
  });
}

// A list without an end as one whose cells are kept.
Term Resolver::keptOperand(const Operand& source) {
  const Span span = source.expr != nullptr ? source.expr->span : module_.local(source.local).span;
  return preludeCall("keptLater", span, [&](std::vector<Term>& arguments) {
    arguments.push_back(delayed(span, [&] {
      return preludeCall("keptStream", span, [&](std::vector<Term>& streams) {
        streams.push_back(streamTerm(source));
      });
    }));
  });
}

// What makes the next cell of such a list from one.
Term Resolver::streamOfCells(std::string_view function, Span span,
                             const std::function<Term()>& list) {
  return preludeCall(function, span,
                     [&](std::vector<Term>& arguments) { arguments.push_back(list()); });
}

}  // namespace deforest::text
