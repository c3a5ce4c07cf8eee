// Values with functions inside: what is known of them, and how they are applied.
#include <algorithm>

#include "ir/traverse.hpp"
#include "support/check.hpp"
#include "support/match.hpp"
#include "text/lowering/delay.hpp"
#include "text/lowering/machine.hpp"
#include "text/scopes/scope.hpp"

namespace deforest::text {

using resolved::FunctionId;

bool FunctionElaborator::isHigher(TypeRef type, Span span) {
  if (builder_.types.isUnboxed(type)) {
    for (const TypeRef element : module_.types.prune(type)->arguments) {
      if (isHigher(element, span)) {
        error(span, "an unboxed tuple has a function inside", "write a tuple with parentheses");
      }
    }
    return false;
  }
  return builder_.types.isHigher(ground(type, span));
}

bool FunctionElaborator::isFunctionNewtype(const Term& source) {
  return builder_.types.isFunctionNewtype(ground(source.type, source.span));
}

// ---------------------------------------------------------------------------------------- values

Value FunctionElaborator::known(const Term& source, const Names& names) {
  if (builder_.types.isUnboxed(source.type)) refuseUnboxed(source.span);
  if (!isHigher(source.type, source.span)) return {term(source, names), {}};
  Join join = joinOf(&source, ground(source.type, source.span));
  Goal goal;
  goal.names = names;
  goal.position = source.span.begin;
  goal.join = &join;
  Atoms atoms = term(source, goal);
  close(join);
  return valueOf(std::move(atoms), join.shape);
}

Values FunctionElaborator::scrutinees(const Term& source, const Names& names) {
  Values values;
  if (!builder_.types.isUnboxed(source.type)) {
    values.push_back(known(source, names));
    return values;
  }
  for (const ir::Atom& atom : term(source, names)) values.push_back({{atom}, {}});
  return values;
}

Values FunctionElaborator::knownOperands(const std::vector<Term>& terms, std::uint32_t end) {
  Values values;
  values.reserve(terms.size());
  for (const Term& operand : terms) {
    values.push_back(pendingCount_ == 0 ? known(operand)
                                        : before(operand.end, end, [&] { return known(operand); }));
  }
  return values;
}

ShapeId FunctionElaborator::shapeOf(const Value& value) {
  return value.shape.valid() ? value.shape : builder_.shapes.plain(typeOf(*frame_, value.atoms[0]));
}

Value FunctionElaborator::valueOf(Atoms atoms, ShapeId shape) const {
  return {std::move(atoms), builder_.shapes.isPlain(shape) ? ShapeId{} : shape};
}

Value FunctionElaborator::plain(const Value& value, ir::Position position) {
  if (!value.shape.valid()) return value;
  const ir::TypeId type = builder_.typeOfFunction(value.shape);
  return {{builder_.asDatum(frame_->writer, value.shape, value.atoms, type, position)}, {}};
}

// What a function captures and is given; the fields of a constructor.
Values FunctionElaborator::partsOf(const Value& value) {
  Values parts;
  std::size_t next = 0;
  for (const ShapeId part : builder_.shapes.at(value.shape).parts) {
    const std::size_t count = builder_.shapes.at(part).leaves.size();
    const auto begin = value.atoms.begin() + static_cast<std::ptrdiff_t>(next);
    parts.push_back(valueOf(Atoms(begin, begin + static_cast<std::ptrdiff_t>(count)), part));
    next += count;
  }
  return parts;
}

Values FunctionElaborator::extraOf(const Goal& goal) {
  Values values;
  for (const Key key : goal.extra) values.push_back(valueOf(key));
  return values;
}

std::vector<ir::TypeId> FunctionElaborator::typesOf(const Goal& goal) const {
  if (goal.join == nullptr) return goal.types;
  if (!goal.join->shape.valid()) return {};
  return builder_.shapes.at(goal.join->shape).leaves;
}

namespace {

std::string spoken(const resolved::Function& function) {
  return function.isLambda ? "this function" : quoted(function.name);
}

}  // namespace

Value FunctionElaborator::addParameter(Frame& frame, ShapeId id, const std::string& name) {
  const Shape& shape = builder_.shapes.at(id);
  Value value{{}, shape.kind == Shape::Kind::Plain ? ShapeId{} : id};
  for (const ir::TypeId type : std::vector<ir::TypeId>(shape.leaves)) {
    const bool plain = !value.shape.valid();
    // It is handed to what is not understood, which would have to make them.
    if (plain && builder_.types.isHigher(type) && !builder_.types.functionsAreData()) {
      error(source_.span,
            spoken(source_) + " takes data with functions inside, and nobody knows them",
            "functions are values only as far as they are known when the program is compiled");
    }
    const Names names = namesFor({type}, {plain ? name : std::string()});
    value.atoms.emplace_back(frame.writer.addParameter(type, names[0]));
  }
  return value;
}

namespace {

void append(Atoms& atoms, const Atoms& more) {
  atoms.insert(atoms.end(), more.begin(), more.end());
}

// All that is known, and the atoms one after the other.
Value assemble(ShapeId shape, const Values& parts) {
  Value value{{}, shape};
  for (const Value& part : parts) append(value.atoms, part.atoms);
  return value;
}

}  // namespace

// ----------------------------------------------------------------------------------------- terms

Atoms FunctionElaborator::knownTerm(const Term& source, const Goal& goal) {
  const auto finish = [&](const Value& value) { return deliver(value, goal, source.span); };
  return support::match(
      source.node,
      [&](const resolved::LocalUse& use) {
        force(use.local);
        return finish(valueOf(use.local.value));
      },
      [&](const resolved::FunctionCall& node) { return call(source, node, goal); },
      [&](const resolved::ApplyTerm& node) {
        const Values arguments = knownOperands(node.arguments, source.end);
        Goal inner = goal;
        inner.extra.clear();
        for (const Value& argument : arguments) {
          inner.extra.push_back(nextKey_++);
          set(inner.extra.back(), argument);
        }
        inner.extra.insert(inner.extra.end(), goal.extra.begin(), goal.extra.end());
        return term(*node.function, inner);
      },
      [&](const resolved::BuiltinCall& node) { return knownBuiltin(source, node, goal); },
      [&](const resolved::ConstructTerm& node) {
        if (isFunctionNewtype(source)) return term(node.fields[0], goal);
        return finish(knownConstruct(node, source));
      },
      [&](const resolved::LiteralTerm&) -> Atoms { support::fail("a literal that is applied"); },
      [&](const resolved::IfTerm& node) { return ifTerm(source, node, goal); },
      [&](const resolved::MatchTerm& node) { return matchTerm(source, node, goal); },
      [&](const resolved::GuardedIf& node) {
        return soleRhs(node.rhs, source.end,
                       at(source.span) + "Non-exhaustive guards in multi-way if", goal);
      },
      [&](const resolved::LetTerm& node) { return let(source, node, goal); },
      [&](const resolved::UnboxedTerm&) -> Atoms { refuseUnboxed(source.span); },
      [&](const resolved::ListTerm& node) { return finish(knownList(node, source)); },
      [&](const resolved::SelectTerm& node) {
        if (isFunctionNewtype(*node.record)) return term(*node.record, goal);
        if (!isHigher(node.record->type, node.record->span)) {
          return finish({select(source, node, goal.names), {}});
        }
        return choose(known(*node.record), goal, [&](const Value& record) {
          return finish(knownField(node, record, source.span));
        });
      },
      [&](const resolved::UpdateTerm& node) {
        if (isFunctionNewtype(source)) return term(node.fields[0].value, goal);
        return knownUpdate(node, source, goal);
      },
      [&](const resolved::TypedTerm& node) { return term(*node.term, goal); },
      [&](const resolved::FailTerm& node) { return failure(node, goal); },
      [&](const resolved::Hole&) -> Atoms { support::fail("a hole in a program without errors"); });
}

Atoms FunctionElaborator::knownBuiltin(const Term& source, const resolved::BuiltinCall& node,
                                       const Goal& goal) {
  const Builtin::Kind kind = node.builtin->kind;
  const bool isComponent = kind == Builtin::Kind::Fst || kind == Builtin::Kind::Snd;
  if (isComponent && !isHigher(node.arguments[0].type, node.arguments[0].span)) {
    return deliver({{component(source, node, "")}, {}}, goal, source.span);
  }
  if (isComponent) {
    return choose(known(node.arguments[0]), goal, [&](const Value& pair) {
      return deliver(partsOf(pair)[kind == Builtin::Kind::Fst ? 0 : 1], goal, source.span);
    });
  }
  if (kind != Builtin::Kind::Primitive || node.builtin->op != ir::PrimOp::Seq) {
    error(source.span,
          quoted(node.builtin->name) + " results in a function here, or in data with one inside",
          "instances of types with functions inside are called by methods of one's own classes, of "
          "`Semigroup` and of `Monoid`: write a function for this type");
  }
  const Value first =
      before(node.arguments[0].end, source.end, [&] { return known(node.arguments[0]); });
  const Term& second = node.arguments[1];
  const bool isDatum = !first.shape.valid() || builder_.isChoice(first.shape);
  if (!isDatum) return term(second, goal);
  return forcedBefore(first.atoms[0], goal, [&](const Goal& inner) { return term(second, inner); });
}

// What `write` results in, and before that the atom is forced: if that is a function which is
// applied to nothing yet, when it is applied, as in Haskell.
//
//     seq x (\y -> e)  =>  \y -> seq x e
//
// One of several functions forces where it is chosen.
Atoms FunctionElaborator::forcedBefore(const ir::Atom& forced, const Goal& goal,
                                       const std::function<Atoms(const Goal&)>& write) {
  const bool isKnown =
      goal.join != nullptr && goal.extra.empty() && !choices_.contains(goal.join->origin);
  if (!isKnown || !module_.forcedBefore || !forces(true) || ir::variableOf(forced) == nullptr) {
    return forcing(forced, write(goal), goal);
  }
  Goal inner = goal;
  Join join{{}, goal.join->origin};
  inner.join = &join;
  Atoms atoms = write(inner);
  const bool isFunction =
      join.shape.valid() && builder_.shapes.at(join.shape).kind == Shape::Kind::Function;
  if (!isFunction) {
    atoms = forcing(forced, std::move(atoms), inner);
    return deliver(valueOf(std::move(atoms), join.shape), goal, source_.span);
  }
  const auto function = builder_.types.functionOf(builder_.typeOfFunction(join.shape));
  const ir::TypeId type = typeOf(*frame_, forced);
  atoms.insert(atoms.begin(), forced);
  const ShapeId shape =
      builder_.shapes.function(*module_.forcedBefore, {type, function->first, function->second},
                               {builder_.shapes.plain(type), join.shape});
  return deliver({std::move(atoms), shape}, goal, source_.span);
}

Value FunctionElaborator::knownConstruct(const resolved::ConstructTerm& node, const Term& source) {
  const Values fields = knownOperands(node.fields, source.end);
  std::vector<ShapeId> parts;
  for (const Value& field : fields) parts.push_back(shapeOf(field));
  return assemble(
      builder_.shapes.constructed(node.con, std::move(parts), ownTypes(node, source.span)), fields);
}

Value FunctionElaborator::knownList(const resolved::ListTerm& node, const Term& source) {
  const Values elements = knownOperands(node.elements, source.end);
  Value list = assemble(builder_.shapes.constructed(module_.types.nilCon, {}), {});
  for (std::size_t i = elements.size(); i-- > 0;) {
    const ShapeId shape =
        builder_.shapes.constructed(module_.types.consCon, {shapeOf(elements[i]), list.shape});
    list = assemble(shape, {elements[i], list});
  }
  return list;
}

Value FunctionElaborator::knownField(const resolved::SelectTerm& node, const Value& record,
                                     Span span) {
  const auto& fields = module_.types.constructor(builder_.shapes.at(record.shape).con).fields;
  const auto found = std::ranges::find(fields, node.label, &SourceField::label);
  if (found == fields.end()) {
    error(span, "the constructor of this record has no field " + quoted(node.label),
          "it is known here that the selection would fail");
  }
  return partsOf(record)[static_cast<std::size_t>(found - fields.begin())];
}

Atoms FunctionElaborator::knownUpdate(const resolved::UpdateTerm& node, const Term& source,
                                      const Goal& goal) {
  const Value whole = before(node.record->end, source.end, [&] { return known(*node.record); });
  Values values;
  for (const resolved::FieldUpdate& update : node.fields) {
    values.push_back(before(update.value.end, source.end,
                            [&] { return known(update.value, {shownName(update.label)}); }));
  }
  return choose(whole, goal, [&](const Value& record) {
    const ConId con = builder_.shapes.at(record.shape).con;
    std::vector<ir::TypeId> own = builder_.shapes.at(record.shape).instance;
    const auto& fields = module_.types.constructor(con).fields;
    Values parts = partsOf(record);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string& label = node.fields[i].label;
      const auto found = std::ranges::find(fields, label, &SourceField::label);
      if (found == fields.end()) {
        error(source.span, "the constructor of this record has no field " + quoted(label),
              "it is known here that the update would fail");
      }
      parts[static_cast<std::size_t>(found - fields.begin())] = values[i];
    }
    std::vector<ShapeId> shapes;
    for (const Value& part : parts) shapes.push_back(shapeOf(part));
    const ShapeId updated = builder_.shapes.constructed(con, std::move(shapes), std::move(own));
    return deliver(assemble(updated, parts), goal, source.span);
  });
}

// ----------------------------------------------------------------------------------- application

Atoms FunctionElaborator::deliver(const Value& value, const Goal& goal, Span span) {
  if (!goal.extra.empty()) {
    Goal rest = goal;
    rest.extra.clear();
    return apply(value, extraOf(goal), rest, span);
  }
  if (goal.join == nullptr) return value.atoms;
  const ShapeId shape = shapeOf(value);
  support::check(value.shape.valid() || builder_.types.functionsAreData(),
                 "a value of first order where functions are inside");
  if (!goal.join->shape.valid()) goal.join->shape = shape;
  if (goal.join->shape == shape) return value.atoms;
  if (builder_.shapes.isPlain(goal.join->shape)) {
    const ir::TypeId type = builder_.shapes.at(goal.join->shape).type;
    return {builder_.asDatum(frame_->writer, shape, value.atoms, type, goal.position)};
  }
  if (builder_.isChoice(goal.join->shape) && builder_.choice(goal.join->shape).open) {
    return tagged(value, goal.join->shape, goal).atoms;
  }
  // Where Haskell is written from the text, there is no place for the type of a choice.
  if (module_.keepsOpaque) {
    error(
        span, "which function this is depends on what is only known at run time",
        "functions are values only as far as they are known: name what decides, `let b = ... in if "
        "b then f else g`, or let the branches apply them, `if c then f x else g x`");
  }
  throw ChoiceNeeded{goal.join->origin};
}

Atoms FunctionElaborator::apply(const Value& function, Values arguments, const Goal& goal,
                                Span span) {
  if (arguments.empty()) return deliver(function, goal, span);
  if (!function.shape.valid() && builder_.types.functionsAreData()) {
    return applyDatum(function.atoms[0], arguments, goal, span);
  }
  support::check(function.shape.valid(), "a value of first order is applied");
  if (builder_.isChoice(function.shape)) {
    return choose(function, goal,
                  [&](const Value& variant) { return apply(variant, arguments, goal, span); });
  }
  const Shape shape = builder_.shapes.at(function.shape);
  support::check(shape.kind == Shape::Kind::Function, "data is applied");
  Values captures = partsOf(function);
  const std::size_t captured = module_.function(shape.function).captures.size();
  const auto given = captures.begin() + static_cast<std::ptrdiff_t>(captured);
  arguments.insert(arguments.begin(), given, captures.end());
  captures.erase(given, captures.end());
  return invoke(shape.function, shape.instance, std::move(captures), std::move(arguments), goal,
                span);
}

Atoms FunctionElaborator::applyDatum(const ir::Atom& function, const Values& arguments,
                                     const Goal& goal, Span span) {
  const ir::TypeId type = typeOf(*frame_, function);
  ir::Call call{builder_.applier(type, arguments.size()), {function}};
  ir::TypeId result = type;
  for (const Value& argument : arguments) {
    call.arguments.push_back(plain(argument, span.begin).atoms[0]);
    result = builder_.types.functionOf(result)->second;
  }
  if (goal.join == nullptr) return bind(std::move(call), goal);
  return deliver({bind(std::move(call), Goal{{result}, {}, span.begin}), {}}, goal, span);
}

// All arguments are there, those of the goal too.
Atoms FunctionElaborator::invoke(FunctionId id, std::vector<ir::TypeId> types, Values captures,
                                 Values arguments, const Goal& goal, Span span) {
  const resolved::Function& callee = module_.function(id);
  if (callee.foreign && !arguments.empty() && arguments.size() < callee.arity &&
      !callee.foreign->waits) {
    error(span, quoted(callee.name) + " is given a part of its arguments, and not understood",
          "what it does with them may be meant to be done once");
  }
  const bool functionsAreData = builder_.types.functionsAreData();
  // A function cannot wait for itself, as a datum: it is made anew at each call.
  if (functionsAreData && callee.library == &tyingLibrary() && module_.fixOfFunctions) {
    if (const auto function = builder_.types.functionOf(types[0])) {
      return invoke(*module_.fixOfFunctions, {function->first, function->second}, {},
                    std::move(arguments), goal, span);
    }
  }
  if (callee.library == &tyingLibrary() && module_.endlessAsLists &&
      builder_.program.type(types[0]).shape != ir::DataShape::List) {
    error(span, "this is defined by itself, and is no list", hintAtCycle(module_));
  }
  if (callee.library != nullptr && source_.library == nullptr && !functionsAreData &&
      std::ranges::any_of(types, [&](ir::TypeId type) { return builder_.types.isHigher(type); })) {
    if (callee.library == &tyingLibrary()) {
      error(span, "this is defined by itself, and is a function or has functions inside",
            "write a function that calls itself by its name");
    }
    error(span, quoted(callee.name) + " is called for functions, or for what has functions inside",
          "collections hold data: keep what the functions are made of, and apply them outside");
  }
  Goal result = goal;
  result.extra.clear();
  // What a library keeps is data; so is what makes instances too many, or ever larger.
  if (functionsAreData && callee.library != nullptr) {
    for (std::size_t i = 0; i < std::min(arguments.size(), callee.arity); ++i) {
      if (!module_.types.isArrow(module_.types.prune(callee.parameterTypes[i]))) {
        arguments[i] = plain(arguments[i], span.begin);
      }
    }
  }
  if (functionsAreData && arguments.size() >= callee.arity) {
    Instance wanted{id, types, {}};
    for (const Values* values : {&captures, &arguments}) {
      for (const Value& value : *values) wanted.parts.push_back(shapeOf(value));
    }
    if (builder_.isTooMuch(std::move(wanted), target_)) {
      for (Values* values : {&captures, &arguments}) {
        for (Value& value : *values) value = plain(value, span.begin);
      }
    }
  }
  Values parts = std::move(captures);
  parts.insert(parts.end(), arguments.begin(), arguments.end());
  Instance instance{id, std::move(types), {}};
  for (const Value& part : parts) instance.parts.push_back(shapeOf(part));
  const auto asFunction = [&] {
    const ShapeId shape = builder_.shapes.function(id, instance.types, instance.parts);
    return deliver(assemble(shape, parts), result, span);
  };
  if (arguments.size() < callee.arity) return asFunction();
  // What is captured stands behind the arguments.
  ir::Call made;
  for (const Value& part : arguments) append(made.arguments, part.atoms);
  if (const auto op = builder_.primitiveOf(instance)) {
    return bind(ir::Primitive{*op, std::move(made.arguments)}, result);
  }
  for (std::size_t i = 0; i < callee.captures.size(); ++i) append(made.arguments, parts[i].atoms);
  const auto needed = [&] {
    const std::optional<ir::FunId> found = builder_.instance(instance, target_);
    if (!found) refuseGrowth(id, span);
    return *found;
  };
  if (result.join == nullptr) {
    made.callee = needed();
    return bind(std::move(made), result);
  }
  const ir::TypeId resultType = builder_.resultType(instance);
  const bool isAction = builder_.types.isFunctionNewtype(resultType);
  if (builder_.types.isFunction(resultType) &&
      (Delay(builder_).isCheap(instance) || (isAction && Delay::chooses(callee)))) {
    return asFunction();
  }
  made.callee = needed();
  const std::optional<ShapeId> shape = builder_.resultShape(made.callee);
  if (!shape && isAction) return asFunction();
  // What results in one of a choice says so before it is made.
  if (!shape && made.callee == target_ && !module_.keepsOpaque) throw ChoiceNeeded{&source_};
  // One that is being made waits for its last argument: it may compute again what it has computed.
  if (!shape && functionsAreData) return asFunction();
  if (!shape) {
    error(span, quoted(callee.name) + " makes a function by calling itself",
          "functions are values only as far as they are known when the program is compiled: give " +
              quoted(callee.name) + " the arguments of that function as parameters of its own");
  }
  const std::vector<ir::TypeId> leaves = builder_.shapes.at(*shape).leaves;
  if (leaves.empty()) return deliver({{}, *shape}, result, span);
  Atoms atoms = bind(std::move(made), Goal{leaves, {}, span.begin});
  return deliver(valueOf(std::move(atoms), *shape), result, span);
}

void FunctionElaborator::refuseGrowth(FunctionId function, Span span) {
  const resolved::Function& callee = module_.function(function);
  error(span, spoken(callee) + " is given a larger function at each of its calls",
        "the functions that it is given must be known when the program is compiled: pass what "
        "they are made of instead, as data, and apply it in the end");
}

}  // namespace deforest::text
