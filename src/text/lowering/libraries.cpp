// Functions of libraries that are called by name: what they are called, and what they are given.
//
//     Map.insertWith (\\a b -> a + b + n) k x t
//
//     map_insertWith_lambda k x t n             of first order, as all functions of the program
//     are;
//                                               its body calls `lambda`
//     Data.Map, insertWith, (lambda _ _ n) k x t    what it is in Haskell
#include <algorithm>

#include "ir/measure.hpp"
#include "support/check.hpp"
#include "text/lowering/program.hpp"
#include "text/prelude/by_name.hpp"

namespace deforest::text {

using resolved::FunctionId;

const Library* ProgramBuilder::libraryOf(const Entry& entry) const {
  if (entry.origin == Origin::Derived || entry.origin == Origin::Applier) return nullptr;
  const Entry* place = &entry;
  while (place->origin == Origin::Shared) place = &entries_[place->owner.value];
  if (place->origin == Origin::Derived) return nullptr;
  FunctionId function = place->instance.function;
  while (module.function(function).parent.valid()) function = module.function(function).parent;
  return module.function(function).library;
}

// Of base, and called by its name (prelude/by_name.hpp); nothing if it is looked into.
std::optional<ir::LibraryName> ProgramBuilder::nameInBase(const Entry& entry) const {
  if (entry.origin != Origin::Instance || isSpecialised(entry)) return std::nullopt;
  const resolved::Function& function = module.function(entry.instance.function);
  const bool ofBase = function.fromPrelude && function.library == nullptr &&
                      !function.parent.valid() && !function.implements.valid();
  if (!ofBase) return std::nullopt;
  ir::LibraryName found;
  if (const auto format = module.formats.find(entry.instance.function);
      format != module.formats.end()) {
    found = {"Text.Printf", "printf", {{"\"" + format->second + "\"", {}, 0, {}}}};
  } else if (std::ranges::any_of(entry.instance.types,
                                 [&](ir::TypeId type) { return readsByOwnInstance(type); })) {
    return std::nullopt;  // what the program itself says of reading is looked into
  } else if (const NamedFunction* named = findNamedFunction(function.name)) {
    found = {std::string(named->module), std::string(named->name), {}};
  } else {
    return std::nullopt;
  }
  for (std::uint32_t i = 0; i < function.arity; ++i) found.arguments.push_back({{}, {i}, 0, {}});
  return found;
}

const resolved::ForeignFunction* ProgramBuilder::foreignOf(const Entry& entry) const {
  if (entry.origin != Origin::Instance) return nullptr;
  const auto& foreign = module.function(entry.instance.function).foreign;
  return foreign ? &*foreign : nullptr;
}

// Makes the functions that an instance of a library's function is given: it may not call them all.
void ProgramBuilder::makeGiven(ir::FunId id) {
  const Entry& entry = entries_[id.value];
  if (entry.origin != Origin::Instance || entry.instance.parts.empty()) return;
  const Instance made = entry.instance;
  const resolved::Function& function = module.function(made.function);
  const bool named = function.library != nullptr || function.foreign;
  if (!named || function.parent.valid()) return;
  auto given = givenTo(made, [&](Instance wanted) { return instance(std::move(wanted), id); });
  entries_[id.value].given = std::move(given);
}

// By argument: the function that `made`, an instance of a function of first order but for what it
// is given, is given; `find` has the instances.
std::vector<std::optional<ir::FunId>> ProgramBuilder::givenTo(
    const Instance& made, const std::function<std::optional<ir::FunId>(Instance)>& find) {
  const resolved::Function& function = module.function(made.function);
  const Substitution substitution = substitutionOf(made);
  std::vector<std::optional<ir::FunId>> given;
  for (std::size_t i = 0; i < made.parts.size(); ++i) {
    given.emplace_back();
    if (shapes.isPlain(made.parts[i])) continue;
    const Shape shape = shapes.at(made.parts[i]);
    if (shape.kind != Shape::Kind::Function) continue;
    Instance wanted{shape.function, shape.instance, shape.parts};
    TypeRef type = module.types.prune(function.parameterTypes[i]);
    for (; module.types.isArrow(type); type = module.types.prune(type->arguments[1])) {
      wanted.parts.push_back(shapes.plain(types.ground(type->arguments[0], substitution)));
    }
    given.back() = find(std::move(wanted));
  }
  return given;
}

ir::LibraryName ProgramBuilder::libraryNameOf(const Entry& entry) const {
  ir::LibraryName found;
  const resolved::ForeignFunction* foreign = foreignOf(entry);
  const Library* library = foreign != nullptr ? nullptr : libraryOf(entry);
  if (library != nullptr) found.module = library->module;
  if (entry.origin == Origin::Shared) return found;
  const resolved::Function& function = module.function(entry.instance.function);
  if (foreign != nullptr) {
    found.name = foreign->name;
  } else if (function.implements.valid()) {
    const PreludeName* method = findPreludeName(function.name);
    found.module = method == nullptr || method->module.empty() ? "Prelude" : method->module;
    found.name = function.name;
  } else if (!function.parent.valid() && library->find(function.name) != nullptr) {
    found.name = function.name;
  } else {
    return found;
  }
  found.arguments = argumentsOf(entry);
  return found;
}

std::vector<ir::LibraryName::Argument> ProgramBuilder::argumentsOf(const Entry& entry) const {
  std::vector<ir::LibraryName::Argument> found;
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < argumentCount(entry.instance); ++i) {
    ir::LibraryName::Argument& argument = found.emplace_back();
    if (i >= entry.given.size() || !entry.given[i]) {
      argument.before = {next++};
      continue;
    }
    // What is captured stands before what is given in a shape, and behind all arguments in a call.
    const Shape& shape = shapes.at(entry.instance.parts[i]);
    const std::size_t captured = module.function(shape.function).captures.size();
    argument.function = program.functions[entry.given[i]->value].name;
    for (std::size_t part = 0; part < shape.parts.size(); ++part) {
      for (std::size_t leaf = 0; leaf < shapes.at(shape.parts[part]).leaves.size(); ++leaf) {
        (part < captured ? argument.after : argument.before).push_back(next++);
      }
    }
    const std::size_t all = program.functions[entry.given[i]->value].parameters.size();
    argument.open =
        static_cast<std::uint32_t>(all - argument.before.size() - argument.after.size());
  }
  return found;
}

void ProgramBuilder::nameLibraryFunctions() {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (std::optional<ir::LibraryName> name = nameInBase(entries_[i])) {
      program.functions[i].library = std::move(name);
      continue;
    }
    const bool foreign = foreignOf(entries_[i]) != nullptr;
    if (!foreign && libraryOf(entries_[i]) == nullptr) continue;
    ir::Function& function = program.functions[i];
    function.library = libraryNameOf(entries_[i]);
    if (!foreign) continue;
    // What it is given decides what it results in.
    for (ir::Binding& binding : function.body.bindings) {
      auto* called = std::get_if<ir::Foreign>(&binding.operation);
      if (called == nullptr) continue;
      for (const ir::LibraryName::Argument& argument : function.library->arguments) {
        if (!argument.function.empty()) called->name += " " + argument.function;
      }
    }
  }
}

// Of the Prelude's functions those that nothing needs but what libraries do.
void ProgramBuilder::findLibraryParts(const std::vector<ir::FunId>& roots) {
  std::vector<bool> reached(entries_.size());
  std::vector<ir::FunId> waiting = roots;
  while (!waiting.empty()) {
    const ir::FunId next = waiting.back();
    waiting.pop_back();
    if (reached[next.value]) continue;
    reached[next.value] = true;
    for (const std::optional<ir::FunId>& given : entries_[next.value].given) {
      if (given) waiting.push_back(*given);
    }
    if (program.functions[next.value].library) continue;
    const std::vector<ir::FunId> called = ir::callees(program.functions[next.value].body);
    waiting.insert(waiting.end(), called.begin(), called.end());
  }
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry* place = &entries_[i];
    while (place->origin == Origin::Shared) place = &entries_[place->owner.value];
    const bool ofPrelude =
        place->origin == Origin::Instance && module.function(place->instance.function).fromPrelude;
    if (ofPrelude && !reached[i] && !program.functions[i].library) {
      program.functions[i].library.emplace();
    }
  }
}

// Of an instance at functions. What type of parameters is open is not followed into them.
std::optional<Provenance> ProgramBuilder::provenanceGiven(const Entry& entry) const {
  const ir::LibraryName name = libraryNameOf(entry);
  const bool method = !name.module.empty() && !isOfLibrary(name.module);
  if (name.name.empty() || method) return std::nullopt;
  Provenance found;
  found.kind = Provenance::Kind::Library;
  found.name = name.name;
  found.module = name.module;
  found.polymorphic = true;
  std::size_t parameters = 0;
  for (const ir::LibraryName::Argument& argument : name.arguments) {
    parameters += argument.before.size() + argument.after.size();
  }
  found.open.parameters.assign(parameters, true);
  found.open.result = true;
  return found;
}

}  // namespace deforest::text
