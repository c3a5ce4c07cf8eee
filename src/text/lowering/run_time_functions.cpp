#include "text/lowering/run_time_functions.hpp"

#include <algorithm>

#include "text/lowering/delay.hpp"
#include "text/lowering/program.hpp"

namespace deforest::text {
namespace {

// As many instances of one function at functions are not chance. A JSON reader of 102 lines in
// continuation-passing style had 95,000 lines of C++ with five times as many.
constexpr std::size_t mostSpecialisations = 20;

}  // namespace

bool ProgramBuilder::isTooMuch(Instance wanted, ir::FunId from) {
  const bool plain =
      std::ranges::all_of(wanted.parts, [&](ShapeId part) { return shapes.isPlain(part); });
  if (plain || known(wanted)) return false;
  return specialisations_[wanted.function] >= mostSpecialisations || grows(wanted, from);
}

ir::TypeId ProgramBuilder::typeOfFunction(ShapeId function) {
  const Shape shape = shapes.at(function);
  const resolved::Function& source = module.function(shape.function);
  const Substitution substitution = substitutionOf({shape.function, shape.instance, {}});
  const std::size_t given = shape.parts.size() - source.captures.size();
  ir::TypeId type = types.ground(source.resultType, substitution);
  for (std::size_t i = source.arity; i < given; ++i) type = types.functionOf(type)->second;
  for (std::size_t i = source.arity; i > given; --i) {
    const ir::TypeId parameter = types.ground(source.parameterTypes[i - 1], substitution);
    type = types.apply(module.types.arrowCon, {parameter, type});
  }
  return type;
}

ShapeId ProgramBuilder::withDataInside(ShapeId function) {
  const Shape shape = shapes.at(function);
  std::vector<ShapeId> parts;
  for (const ShapeId part : shape.parts) {
    parts.push_back(shapes.isPlain(part) ? part : shapes.plain(typeOfFunction(part)));
  }
  return shapes.function(shape.function, shape.instance, std::move(parts));
}

ir::CtorId ProgramBuilder::functionCtor(ir::TypeId type, ShapeId function) {
  type = types.insideNewtypes(type);
  std::vector<ShapeId>& all = functions_[type];
  const auto known = std::ranges::find(all, function);
  const auto tag = static_cast<std::uint32_t>(known - all.begin());
  if (known != all.end()) return program.type(type).constructors[tag];
  all.push_back(function);
  return addVariant(type, shapes.at(function).leaves);
}

// The constructors that `asDatum` makes use of.
void ProgramBuilder::enter(ir::TypeId type, ShapeId function) {
  (void)functionCtor(type, withDataInside(function));
  for (const ShapeId part : std::vector<ShapeId>(shapes.at(function).parts)) {
    if (!shapes.isPlain(part)) enter(typeOfFunction(part), part);
  }
}

ir::Atom ProgramBuilder::asDatum(BodyWriter& writer, ShapeId function, const Atoms& leaves,
                                 ir::TypeId type, ir::Position position) {
  ir::Construct made;
  auto next = leaves.begin();
  for (const ShapeId part : std::vector<ShapeId>(shapes.at(function).parts)) {
    const Atoms own(next, next + static_cast<std::ptrdiff_t>(shapes.at(part).leaves.size()));
    next += static_cast<std::ptrdiff_t>(own.size());
    made.fields.push_back(
        shapes.isPlain(part) ? own[0] : asDatum(writer, part, own, typeOfFunction(part), position));
  }
  made.ctor = functionCtor(type, withDataInside(function));
  return writer.bindOne(std::move(made), type, "f", position);
}

// ----------------------------------------------------------------------------------- application

ir::FunId ProgramBuilder::applier(ir::TypeId function, std::size_t arguments) {
  function = types.insideNewtypes(function);
  for (const Applier& each : appliers_) {
    if (each.function == function && each.arguments == arguments) return each.id;
  }
  Entry entry;
  entry.origin = Origin::Applier;
  entry.type = function;
  const ir::FunId id = add(std::move(entry));
  appliers_.push_back({id, function, arguments, {}});
  return id;
}

// Whether there are functions of which it had not been known what they do with their arguments.
// What they do may need instances, which may make further functions.
bool ProgramBuilder::findApplications() {
  bool found = false;
  for (std::size_t i = 0; i < appliers_.size() && !reporter.any(); ++i) {
    const Applier applier = appliers_[i];
    const std::vector<ShapeId> functions = functions_[applier.function];
    for (std::size_t tag = applier.applications.size(); tag < functions.size(); ++tag) {
      const Application application = applicationOf(applier, functions[tag]);
      appliers_[i].applications.push_back(application);
      found = true;
    }
  }
  return found;
}

Application ProgramBuilder::applicationOf(const Applier& applier, ShapeId function) {
  const Shape shape = shapes.at(function);
  const resolved::Function& callee = module.function(shape.function);
  Instance wanted{shape.function, shape.instance, shape.parts};
  ir::TypeId type = applier.function;
  for (std::size_t i = 0; i < applier.arguments; ++i) {
    const auto [parameter, rest] = *types.functionOf(type);
    wanted.parts.push_back(shapes.plain(parameter));
    type = rest;
  }
  const bool isFunction = types.isFunction(type);
  const auto waits = [&] {
    if (wanted.parts.size() < callee.captures.size() + callee.arity) return true;
    if (!isFunction) return false;
    return Delay(*this).isCheap(wanted) ||
           (types.isFunctionNewtype(type) && Delay::chooses(callee));
  };
  Application found;
  if (waits()) {
    found.waiting = shapes.function(shape.function, shape.instance, std::move(wanted.parts));
    enter(type, found.waiting);
    return found;
  }
  found.callee = *instance(std::move(wanted));
  if (!isFunction) return found;
  const ShapeId result = *resultShape(found.callee);
  if (shapes.isPlain(result)) return found;
  found.result = result;
  enter(type, result);
  return found;
}

void ProgramBuilder::writeApplier(const Applier& applier) {
  BodyWriter writer;
  const ir::Atom function = writer.addParameter(applier.function, "f");
  Atoms arguments;
  ir::TypeId type = applier.function;
  for (std::size_t i = 0; i < applier.arguments; ++i) {
    const auto [parameter, rest] = *types.functionOf(type);
    arguments.emplace_back(writer.addParameter(parameter, "x"));
    type = rest;
  }
  const auto applied = [&](std::size_t tag, const Atoms& leaves) -> Atoms {
    const Application& application = applier.applications[tag];
    if (application.waiting.valid()) {
      ir::Construct made{functionCtor(type, application.waiting), leaves};
      made.fields.insert(made.fields.end(), arguments.begin(), arguments.end());
      return {writer.bindOne(std::move(made), type, "f", {})};
    }
    // What is captured stands before what is given in a shape, and behind all arguments in a call.
    const Shape& shape = shapes.at(functions_[applier.function][tag]);
    const auto captured =
        static_cast<std::ptrdiff_t>(module.function(shape.function).captures.size());
    ir::Call call{application.callee, {leaves.begin() + captured, leaves.end()}};
    call.arguments.insert(call.arguments.end(), arguments.begin(), arguments.end());
    call.arguments.insert(call.arguments.end(), leaves.begin(), leaves.begin() + captured);
    if (!application.result.valid()) return writer.bind(std::move(call), {type}, {}, {});
    const std::vector<ir::TypeId> made = shapes.at(application.result).leaves;
    const Atoms results = made.empty() ? Atoms() : writer.bind(std::move(call), made, {}, {});
    return {asDatum(writer, application.result, results, type, {})};
  };
  const std::vector<ir::CtorId> constructors = program.type(applier.function).constructors;
  const auto fieldsOf = [&](ir::CtorId ctor) {
    std::vector<ir::VarId> fields;
    for (const ir::Field& field : program.constructor(ctor).fields) {
      fields.push_back(writer.function.fresh(field.type, "c"));
    }
    return fields;
  };
  const auto atoms = [](const std::vector<ir::VarId>& variables) {
    return Atoms(variables.begin(), variables.end());
  };
  if (constructors.empty()) {
    writer.function.body.results =
        writer.bind(ir::Fail{"a function that is never made is applied"}, {type}, {}, {});
  } else if (constructors.size() == 1) {
    const std::vector<ir::VarId> fields = fieldsOf(constructors[0]);
    if (!fields.empty()) writer.bindTo(fields, ir::Unpack{constructors[0], function}, {});
    Atoms results = applied(0, atoms(fields));
    if (lazy) {
      results = writer.bind(ir::Primitive{ir::PrimOp::Seq, {function, results[0]}}, {type}, {}, {});
    }
    writer.function.body.results = std::move(results);
  } else {
    ir::Case made;
    made.scrutinee = function;
    for (std::size_t tag = 0; tag < constructors.size(); ++tag) {
      ir::Alternative& alternative = made.alternatives.emplace_back();
      alternative.ctor = constructors[tag];
      alternative.fields = fieldsOf(constructors[tag]);
      alternative.body = writer.nested([&] { return applied(tag, atoms(alternative.fields)); });
    }
    writer.function.body.results = writer.bind(std::move(made), {type}, {}, {});
  }
  writer.function.resultTypes = {type};
  program.functions[applier.id.value] = std::move(writer.function);
}

void ProgramBuilder::declareFunctions() {
  for (const auto& [type, functions] : functions_) declare(type);
}

}  // namespace deforest::text
