// Terms that do not branch, and the function as a whole.
#include <algorithm>

#include "ir/primitives.hpp"
#include "support/check.hpp"
#include "support/match.hpp"
#include "text/lowering/literals.hpp"
#include "text/lowering/machine.hpp"

namespace deforest::text {
namespace {

// Terms within terms, counted along the deepest path; bindings that wait in branches of others
// nest as deep as terms.
constexpr std::size_t maxDepth = 2500;

// A function of the Prelude that gives what it takes, such as `toList` of a list.
bool isIdentity(const resolved::Function& function) {
  if (!function.fromPrelude || function.arity != 1 || function.clauses.size() != 1) return false;
  const resolved::Clause& clause = function.clauses[0];
  const auto* parameter = std::get_if<resolved::VariablePattern>(&clause.patterns[0].node);
  if (parameter == nullptr || clause.rhs.alternatives.size() != 1) return false;
  const auto* result = std::get_if<resolved::LocalUse>(&clause.rhs.alternatives[0].body.node);
  return result != nullptr && result->local == parameter->local;
}

}  // namespace

FunctionElaborator::FunctionElaborator(ProgramBuilder& builder, const Instance& instance,
                                       ir::FunId target, std::unordered_set<const void*> choices)
    : builder_(builder),
      module_(builder.module),
      source_(builder.module.function(instance.function)),
      sourceId_(instance.function),
      target_(target),
      instance_(instance),
      substitution_(builder.substitutionOf(instance)),
      nextKey_(static_cast<Key>(builder.module.locals.size())),
      choices_(std::move(choices)) {}

void FunctionElaborator::run() {
  Frame frame;
  frame_ = &frame;
  ir::Function& function = frame.writer.function;
  const std::size_t arguments = builder_.argumentCount(instance_);
  Goal goal;
  Join join{{}, &source_};
  goal.position = source_.span.begin;
  const bool isHigherResult = !source_.isMain && isHigher(source_.resultType, source_.span);
  if (arguments > source_.arity || isHigherResult) {
    const ir::TypeId result = builder_.resultType(instance_);
    if (builder_.types.isHigher(result)) {
      join = joinOf(&source_, result);
      goal.join = &join;
      // What calls itself, and results in one of a choice, results in one of the same.
      if (join.shape.valid()) builder_.setResultShape(target_, join.shape);
    } else {
      goal.types = {result};
    }
  } else {
    goal.types = results(source_.resultType, source_.span);
    if (source_.isMain) showBeforePrinting(goal.types);
  }
  function.position = source_.span.begin;
  function.documentation = source_.documentation;
  const std::size_t captured = source_.captures.size();
  const auto shapeAt = [&](std::size_t part, TypeRef type) {
    return instance_.parts.empty() ? builder_.shapes.plain(ground(type, source_.span))
                                   : instance_.parts[part];
  };
  MatchTree tree = treeOf(rowsOf(source_.clauses, source_.arity), source_.arity, source_.span);
  Values values;
  for (std::size_t i = 0; i < source_.arity; ++i) {
    const ShapeId shape = shapeAt(captured + i, source_.parameterTypes[i]);
    values.push_back(addParameter(frame, shape, tree.names[i]));
  }
  for (std::size_t i = source_.arity; i < arguments; ++i) {
    goal.extra.push_back(nextKey_++);
    set(goal.extra.back(), addParameter(frame, instance_.parts[captured + i], ""));
  }
  for (std::size_t i = 0; i < captured; ++i) {
    const LocalId id = source_.captures[i];
    set(id.value, addParameter(frame, shapeAt(i, local(id).type), shownName(local(id).name)));
  }
  function.body.results = matchClauses(source_.clauses, std::move(tree), values, source_.end,
                                       at({source_.span.begin, source_.clauses.back().span.end}) +
                                           "Non-exhaustive patterns in " +
                                           (source_.isLambda ? "" : "function ") + source_.name,
                                       goal);
  function.resultTypes = typesOf(goal);
  if (goal.join != nullptr) {
    close(join);
    builder_.setResultShape(target_, join.shape);
  }
  frame_ = nullptr;
  builder_.program.functions[target_.value] = std::move(function);
}

void elaborateInstance(ProgramBuilder& builder, const Instance& instance, ir::FunId target) {
  for (std::unordered_set<const void*> choices;;) {
    FunctionElaborator elaborator(builder, instance, target, choices);
    try {
      if (builder.module.function(instance.function).foreign) return elaborator.runForeign();
      return elaborator.run();
    } catch (const ChoiceNeeded& needed) {
      builder.startAgain(target);
      choices.insert(needed.origin);
    }
  }
}

// ---------------------------------------------------------------------------------------- terms

Atoms FunctionElaborator::term(const Term& source, const Names& names) {
  Goal goal;
  goal.names = names;
  return term(source, goal);
}

Atoms FunctionElaborator::term(const Term& source, const Goal& goal) {
  if (++depth_ > maxDepth) {
    throw support::LimitError("line " + std::to_string(source.span.begin.line) +
                              ": expressions and bindings nest too deeply (limit " +
                              std::to_string(maxDepth) + ")");
  }
  const bool plain = goal.extra.empty() && goal.join == nullptr;
  const bool becomesDatum = plain && builder_.types.functionsAreData() &&
                            !builder_.types.isUnboxed(source.type) &&
                            isHigher(source.type, source.span);
  Join join;
  Goal datum;
  if (becomesDatum) {
    join.shape = builder_.shapes.plain(ground(source.type, source.span));
    datum = goal;
    datum.position = source.span.begin;
    datum.join = &join;
  }
  Atoms values = becomesDatum ? knownTerm(source, datum)
                 : plain      ? termNode(source, goal.names)
                              : knownTerm(source, goal);
  --depth_;
  return values;
}

ir::Atom FunctionElaborator::value(const Term& source, const std::string& name) {
  if (builder_.types.isUnboxed(source.type)) refuseUnboxed(source.span);
  if (isHigher(source.type, source.span) && !builder_.types.functionsAreData()) {
    error(source.span, "a function stands where it would have to exist at run time",
          "functions are known when the program is compiled: apply it, or pass it to a function");
  }
  return term(source, Names{name})[0];
}

Atoms FunctionElaborator::termNode(const Term& source, const Names& names) {
  const std::string name = names.empty() ? std::string() : names[0];
  const auto goal = [&] {
    Goal made{results(source.type, source.span), names, source.span.begin};
    if (isPrinted(source)) showBeforePrinting(made.types);
    return made;
  };
  return support::match(
      source.node,
      [&](const resolved::LocalUse& use) {
        force(use.local);
        return Atoms{lookup(use.local.value)};
      },
      [&](const resolved::FunctionCall& node) {
        if (const resolved::BuiltinCall* shown = shownFirst(node)) {
          return Atoms{shownBefore(source, *shown, node.arguments[1], name)};
        }
        return call(source, node, goal());
      },
      [&](const resolved::ApplyTerm&) { return knownTerm(source, goal()); },
      [&](const resolved::BuiltinCall& node) { return Atoms{builtin(source, node, name)}; },
      [&](const resolved::ConstructTerm& node) { return Atoms{construct(source, node, names)}; },
      [&](const resolved::LiteralTerm& node) {
        return Atoms{literal(node.literal, source.type, source.span, names)};
      },
      [&](const resolved::IfTerm& node) { return ifTerm(source, node, goal()); },
      [&](const resolved::MatchTerm& node) { return matchTerm(source, node, goal()); },
      [&](const resolved::GuardedIf& node) {
        return soleRhs(node.rhs, source.end,
                       at(source.span) + "Non-exhaustive guards in multi-way if", goal());
      },
      [&](const resolved::LetTerm& node) { return let(source, node, goal()); },
      [&](const resolved::UnboxedTerm& node) {
        if (builder_.types.hidesUnboxed(source.type)) refuseUnboxed(source.span);
        if (source_.isMain) return printed(node, source.end);
        return operands(node.elements, source.end);
      },
      [&](const resolved::ListTerm& node) { return Atoms{list(source, node, names)}; },
      [&](const resolved::SelectTerm& node) { return select(source, node, names); },
      [&](const resolved::UpdateTerm& node) { return update(source, node, names); },
      [&](const resolved::TypedTerm& node) { return term(*node.term, names); },
      [&](const resolved::FailTerm& node) { return failure(node, goal()); },
      [&](const resolved::Hole&) -> Atoms { support::fail("a hole in a program without errors"); });
}

std::vector<ir::Atom> FunctionElaborator::operands(const std::vector<Term>& terms,
                                                   std::uint32_t end) {
  Atoms values;
  values.reserve(terms.size());
  for (const Term& operand : terms) values.push_back(operandBefore(operand, end));
  return values;
}

ir::Atom FunctionElaborator::operandBefore(const Term& operand, std::uint32_t end) {
  return pendingCount_ == 0 ? value(operand)
                            : before(operand.end, end, [&] { return value(operand); });
}

Atoms FunctionElaborator::call(const Term& source, const resolved::FunctionCall& node,
                               const Goal& goal) {
  const resolved::Function& callee = module_.function(node.callee);
  for (const LocalId id : callee.captures) {
    before(source.begin + 1, source.end, [&] {
      if (!has(id.value)) force(id);
      return 0;
    });
  }
  Values arguments = knownOperands(node.arguments, source.end);
  for (Value& value : extraOf(goal)) arguments.push_back(std::move(value));
  Values captures;
  for (const LocalId id : callee.captures) captures.push_back(valueOf(id.value));
  std::vector<ir::TypeId> types;
  for (const TypeRef variable : builder_.typeVariablesAround(node.callee)) {
    types.push_back(substitution_.at(variable));
  }
  for (const TypeRef type : node.instance) types.push_back(ground(type, source.span));
  if (callee.methodOf == noClasses) {
    return invoke(node.callee, std::move(types), std::move(captures), std::move(arguments), goal,
                  source.span);
  }
  std::optional<Instance> found = method(node.callee, std::move(types), source.span);
  if (!found) {
    return fail(
        at(source.span) + "No instance nor default method for class operation " + callee.name,
        goal);
  }
  if (arguments.size() == 1 && isIdentity(module_.function(found->function))) {
    return deliver(arguments[0], goal, source.span);
  }
  return invoke(found->function, std::move(found->types), {}, std::move(arguments), goal,
                source.span);
}

std::optional<Instance> FunctionElaborator::method(resolved::FunctionId id,
                                                   std::vector<ir::TypeId> types, Span span) {
  const resolved::Function& method = module_.function(id);
  const ir::TypeId type = types.front();
  if (!builder_.declaredInstance(method.methodOf, type)) {
    error(span,
          quoted(method.name) + " is used at type " + quoted(builder_.program.type(type).name) +
              ", which is not in class " + quoted(module_.types.className(method.methodOf)),
          "write an instance, or say by a signature which type is meant");
  }
  return builder_.method(id, std::move(types));
}

// What the constructor's own type variables stand for.
std::vector<ir::TypeId> FunctionElaborator::ownTypes(const resolved::ConstructTerm& node,
                                                     Span span) {
  std::vector<ir::TypeId> types;
  for (const TypeRef variable : node.variables) types.push_back(ground(variable, span));
  return types;
}

ir::Atom FunctionElaborator::construct(const Term& source, const resolved::ConstructTerm& node,
                                       const Names& names) {
  const ir::TypeId type = ground(source.type, source.span);
  if (module_.types.constructor(node.con).type == module_.types.boolCon) {
    return ir::boolLiteral(node.con == module_.types.trueCon);
  }
  ir::Construct made;
  made.ctor = builder_.types.constructor(type, node.con, ownTypes(node, source.span));
  made.fields = operands(node.fields, source.end);
  const Goal goal{{type}, names, source.span.begin};
  if (!made.ctor.valid()) return fail("a constructor that the next program has", goal)[0];
  return bind(std::move(made), goal)[0];
}

ir::Atom FunctionElaborator::literal(const resolved::Literal& literal, TypeRef type, Span span,
                                     const Names& names) {
  return support::match(
      literal,
      [&](const resolved::NumberLiteral& number) -> ir::Atom {
        const ir::TypeId numberType = ground(type, span);
        if (const auto made =
                ownNumber(number, numberType, span, names.empty() ? std::string() : names[0])) {
          return *made;
        }
        const ir::TypeKind kind = builder_.program.type(numberType).kind;
        if (ir::isIntegral(kind) && !fitsType(number, kind)) {
          reportTooLarge(builder_.reporter, number, kind, span);
          throw ElaborationAbort{};
        }
        return numberLiteral(number, kind);
      },
      [&](const resolved::CharLiteral& c) -> ir::Atom { return ir::charLiteral(c.value); },
      [&](const resolved::StringLiteral& text) {
        std::u32string value = text.value;
        if (text.placed) value += codePointsOf(" at " + place(span));
        return string(value, names, span.begin);
      });
}

ir::Atom FunctionElaborator::string(const std::u32string& text, const Names& names,
                                    ir::Position position) {
  const ir::TypeId type =
      builder_.types.apply(module_.types.listCon, {builder_.types.scalar(ir::TypeKind::Char)});
  const ir::CtorId nil = builder_.types.constructor(type, module_.types.nilCon);
  const ir::CtorId cons = builder_.types.constructor(type, module_.types.consCon);
  const auto nameOf = [&](bool last) { return last && !names.empty() ? names[0] : "cs"; };
  ir::Atom tail = bindOne(ir::Construct{nil, {}}, type, nameOf(text.empty()), position);
  for (std::size_t i = text.size(); i-- > 0;) {
    tail = bindOne(ir::Construct{cons, {ir::charLiteral(text[i]), tail}}, type, nameOf(i == 0),
                   position);
  }
  return tail;
}

ir::Atom FunctionElaborator::list(const Term& source, const resolved::ListTerm& node,
                                  const Names& names) {
  const ir::TypeId type = ground(source.type, source.span);
  const ir::CtorId nil = builder_.types.constructor(type, module_.types.nilCon);
  const ir::CtorId cons = builder_.types.constructor(type, module_.types.consCon);
  const Atoms elements = operands(node.elements, source.end);
  const auto nameOf = [&](bool last) { return last && !names.empty() ? names[0] : ""; };
  ir::Atom tail =
      bindOne(ir::Construct{nil, {}}, type, nameOf(elements.empty()), source.span.begin);
  for (std::size_t i = elements.size(); i-- > 0;) {
    tail =
        bindOne(ir::Construct{cons, {elements[i], tail}}, type, nameOf(i == 0), source.span.begin);
  }
  return tail;
}

Atoms FunctionElaborator::let(const Term& source, const resolved::LetTerm& node, const Goal& goal) {
  enterGroup(*node.group, source.end);
  before(node.body->begin, source.end, [&] {
    forceCertain(*node.group, certainOfLetBody(node));
    return 0;
  });
  const Atoms banged = takeBanged(*node.group);
  std::function<Atoms(std::size_t, const Goal&)> body = [&](std::size_t i, const Goal& inner) {
    if (i == banged.size()) return term(*node.body, inner);
    return forcedBefore(banged[i], inner, [&](const Goal& rest) { return body(i + 1, rest); });
  };
  return leaveGroup(*node.group, body(0, goal), goal);
}

Atoms FunctionElaborator::failure(const resolved::FailTerm& node, const Goal& goal) {
  const bool computed = node.operand != nullptr && node.message.find("...") != std::string::npos;
  return fail(node.message, goal, computed ? Atoms{value(*node.operand)} : Atoms{}, node.bare);
}

// -------------------------------------------------------------------------------------- records

Atoms FunctionElaborator::select(const Term& source, const resolved::SelectTerm& node,
                                 const Names& names) {
  if (isHigher(node.record->type, node.record->span)) {
    const Goal field{{ground(source.type, source.span)}, names, source.span.begin};
    return choose(known(*node.record), field,
                  [&](const Value& record) { return knownField(node, record, source.span).atoms; });
  }
  const std::string label = shownName(node.label);
  const ir::Atom record = value(*node.record);
  const ir::Type type = builder_.program.type(typeOf(*frame_, record));
  const Goal goal{{ground(source.type, source.span)},
                  {names.empty() || names[0].empty() ? label : names[0]},
                  source.span.begin};
  ir::Case made;
  made.scrutinee = record;
  for (const ir::CtorId ctor : type.constructors) {
    const std::vector<ir::Field> fields = builder_.program.constructor(ctor).fields;
    const auto found = std::ranges::find(fields, label, &ir::Field::label);
    Goal parts;
    parts.position = source.span.begin;
    for (const ir::Field& field : fields) {
      parts.types.push_back(field.type);
      parts.names.push_back(field.label == label ? goal.names[0] : field.label);
    }
    if (type.constructors.size() == 1) {
      const Atoms values = bind(ir::Unpack{ctor, record}, parts);
      return {values[static_cast<std::size_t>(found - fields.begin())]};
    }
    ir::Alternative alternative;
    alternative.ctor = ctor;
    parts.names = namesFor(parts.types, parts.names);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      alternative.fields.push_back(frame_->writer.function.fresh(parts.types[i], parts.names[i]));
    }
    alternative.body = branch([&]() -> Atoms {
      if (found == fields.end()) return fail("No match in record selector " + label, goal);
      return {alternative.fields[static_cast<std::size_t>(found - fields.begin())]};
    });
    made.alternatives.push_back(std::move(alternative));
  }
  return bind(std::move(made), goal);
}

Atoms FunctionElaborator::update(const Term& source, const resolved::UpdateTerm& node,
                                 const Names& names) {
  const ir::Atom record = before(node.record->end, source.end, [&] { return value(*node.record); });
  Atoms values;
  for (const resolved::FieldUpdate& field : node.fields) {
    values.push_back(before(field.value.end, source.end,
                            [&] { return value(field.value, shownName(field.label)); }));
  }
  const ir::TypeId typeId = typeOf(*frame_, record);
  const ir::Type type = builder_.program.type(typeId);
  const Goal goal{{typeId}, names, source.span.begin};
  // The updated constructor, or nothing if it lacks one of the labels.
  const auto rebuild = [&](ir::CtorId ctor, Atoms fields) -> Atoms {
    const std::vector<ir::Field> declared = builder_.program.constructor(ctor).fields;
    for (std::size_t i = 0; i < node.fields.size(); ++i) {
      const auto found =
          std::ranges::find(declared, shownName(node.fields[i].label), &ir::Field::label);
      if (found == declared.end()) {
        return fail(at(source.span) + "Non-exhaustive patterns in record update", goal);
      }
      fields[static_cast<std::size_t>(found - declared.begin())] = values[i];
    }
    return bind(ir::Construct{ctor, std::move(fields)}, goal);
  };
  ir::Case made;
  made.scrutinee = record;
  for (const ir::CtorId ctor : type.constructors) {
    Goal parts;
    parts.position = source.span.begin;
    for (const ir::Field& field : builder_.program.constructor(ctor).fields) {
      parts.types.push_back(field.type);
      parts.names.push_back(field.label);
    }
    if (type.constructors.size() == 1) {
      return rebuild(ctor, bind(ir::Unpack{ctor, record}, parts));
    }
    ir::Alternative alternative;
    alternative.ctor = ctor;
    parts.names = namesFor(parts.types, parts.names);
    for (std::size_t i = 0; i < parts.types.size(); ++i) {
      alternative.fields.push_back(frame_->writer.function.fresh(parts.types[i], parts.names[i]));
    }
    alternative.body = branch(
        [&] { return rebuild(ctor, Atoms(alternative.fields.begin(), alternative.fields.end())); });
    made.alternatives.push_back(std::move(alternative));
  }
  return bind(std::move(made), goal);
}

}  // namespace deforest::text
