#include "text/lowering/choices.hpp"

#include <algorithm>

#include "support/check.hpp"
#include "text/lowering/machine.hpp"

namespace deforest::text {

// -------------------------------------------------------------------------------- the program

ShapeId ProgramBuilder::openChoice() {
  const auto isTaken = [&](const std::string& name) {
    for (std::uint32_t i = 0; i < module.types.conCount(); ++i) {
      if (module.types.con(TypeConId{i}).name == name) return true;
    }
    return false;
  };
  TypeCon con;
  con.shape = TypeShape::Data;
  con.name = "Choice";
  for (int i = 2; isTaken(con.name); ++i) con.name = "Choice" + std::to_string(i);
  const ir::TypeId type = types.apply(module.types.addCon(std::move(con)), {});
  const ShapeId shape = shapes.chosen(type);
  choices_.emplace(shape, Choice{type, {}, true});
  return shape;
}

ir::CtorId ProgramBuilder::variantOf(ShapeId choice, ShapeId value) {
  Choice& found = choices_.at(choice);
  const auto known = std::ranges::find(found.variants, value);
  const auto tag = static_cast<std::uint32_t>(known - found.variants.begin());
  if (known != found.variants.end()) return program.type(found.type).constructors[tag];
  support::check(found.open, "a choice has one more variant after it was made");
  found.variants.push_back(value);
  return addVariant(found.type, shapes.at(value).leaves);
}

ir::CtorId ProgramBuilder::addVariant(ir::TypeId type, const std::vector<ir::TypeId>& fields) {
  std::vector<ir::CtorId>& all = program.types[type.value].constructors;
  ir::Constructor made;
  made.name = program.type(type).name + "_" + std::to_string(all.size() + 1);
  made.type = type;
  made.tag = static_cast<std::uint32_t>(all.size());
  for (const ir::TypeId field : fields) made.fields.push_back({field, "", false});
  all.push_back(ir::CtorId{static_cast<std::uint32_t>(program.constructors.size())});
  program.constructors.push_back(std::move(made));
  return all.back();
}

// What Haskell is to be told of the types that were made.
void ProgramBuilder::declareChoices() {
  for (const auto& [shape, choice] : choices_) {
    const ir::Type& type = program.type(choice.type);
    if (type.constructors.empty()) {  // one that was begun again
      types.forget(choice.type);
      continue;
    }
    declare(choice.type);
  }
}

void ProgramBuilder::declareGeneralised() {
  for (const ir::TypeId type : types.nameGeneralised()) declare(type);
}

void ProgramBuilder::declare(ir::TypeId made) {
  const ir::Type& type = program.type(made);
  std::string text = "data " + type.name;
  for (const ir::CtorId id : type.constructors) {
    const ir::Constructor& constructor = program.constructor(id);
    text += (constructor.tag == 0 ? " = " : " | ") + constructor.name;
    for (const ir::Field& field : constructor.fields) {
      const std::string& name = program.type(field.type).name;
      const bool simple = name.find(' ') == std::string::npos || name[0] == '(' || name[0] == '[';
      text += simple ? " " + name : " (" + name + ")";
    }
  }
  program.module.types.push_back(std::move(text));
}

// ------------------------------------------------------------------------------- its functions

Join FunctionElaborator::joinOf(const void* origin, ir::TypeId type) {
  if (!choices_.contains(origin)) return {{}, origin};
  const bool isDatum = builder_.types.functionsAreData();
  return {isDatum ? builder_.shapes.plain(type) : builder_.openChoice(), origin};
}

void FunctionElaborator::close(const Join& join) {
  const bool own = choices_.contains(join.origin);
  if (own && builder_.isChoice(join.shape)) builder_.closeChoice(join.shape);
}

// As a datum that says which of the shapes it has.
Value FunctionElaborator::tagged(const Value& value, ShapeId choice, const Goal& goal) {
  const ir::CtorId ctor = builder_.variantOf(choice, value.shape);
  const ir::TypeId type = builder_.choice(choice).type;
  return {{bindOne(ir::Construct{ctor, value.atoms}, type, "", goal.position)}, choice};
}

// Does with the value, whichever of its shapes it has, what `write` does with that.
Atoms FunctionElaborator::choose(const Value& value, const Goal& goal, const WriteKnown& write) {
  if (!value.shape.valid() || !builder_.isChoice(value.shape)) return write(value);
  const Choice choice = builder_.choice(value.shape);
  if (choice.open || choice.variants.empty()) {
    error({goal.position, goal.position}, "which function this is depends on itself",
          "functions are values only as far as they are known: pass what they are made of as data");
  }
  const std::vector<ir::CtorId> constructors = builder_.program.type(choice.type).constructors;
  if (choice.variants.size() == 1) {
    Goal leaves;
    leaves.position = goal.position;
    leaves.types = builder_.shapes.at(choice.variants[0]).leaves;
    const Atoms atoms = bind(ir::Unpack{constructors[0], value.atoms[0]}, leaves);
    Atoms results = choose({atoms, choice.variants[0]}, goal, write);
    return builder_.lazy ? forcing(value.atoms[0], std::move(results), goal) : results;
  }
  ir::Case made;
  made.scrutinee = value.atoms[0];
  for (std::size_t i = 0; i < constructors.size(); ++i) {
    ir::Alternative alternative;
    alternative.ctor = constructors[i];
    Value variant{{}, choice.variants[i]};
    const std::vector<ir::TypeId> leaves = builder_.shapes.at(variant.shape).leaves;
    for (const ir::TypeId leaf : leaves) {
      alternative.fields.push_back(frame_->writer.function.fresh(leaf, temporaryName(leaf)));
      variant.atoms.emplace_back(alternative.fields.back());
    }
    alternative.body = branch([&] { return choose(variant, goal, write); });
    made.alternatives.push_back(std::move(alternative));
  }
  return bind(std::move(made), goal);
}

}  // namespace deforest::text
