// Instances on demand; names and order at the end.
#include "text/lowering/program.hpp"

#include <algorithm>

#include "ir/identifier.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"
#include "text/lowering/derived.hpp"
#include "text/lowering/function.hpp"
#include "text/prelude/by_name.hpp"

namespace deforest::text {
namespace {

constexpr std::size_t maxFunctions = 50000;
// Of the shapes of one instance; of nested embeddings; of instances made for one another.
constexpr std::size_t maxShapeSize = 400;
constexpr std::size_t maxEmbedded = 8;
constexpr std::size_t maxNested = 100;

// What a method that is an operator is called as a function of a type.
std::string operatorWord(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"==", "eq"},   {"/=", "ne"},  {"<", "lt"},    {"<=", "le"},
      {">", "gt"},    {">=", "ge"},  {"+", "plus"},  {"-", "minus"},
      {"*", "times"}, {"/", "over"}, {"^", "power"}, {"<>", "append"},
  };
  for (const auto& [symbol, word] : words) {
    if (symbol == name) return std::string(word);
  }
  return "op";
}

}  // namespace

ProgramBuilder::ProgramBuilder(resolved::Module& resolvedModule, ir::Program& target,
                               Reporter& report)
    : module(resolvedModule),
      program(target),
      reporter(report),
      types(resolvedModule.types, target,
            resolvedModule.defaultsToInteger ? ir::TypeKind::Integer : ir::TypeKind::Int,
            resolvedModule.hasRunTimeFunctions) {
  countCalls();
  for (const TypeConId con : module.declaredTypes) {
    if (module.types.con(con).parameters.empty()) (void)types.apply(con, {});
  }
}

// Comparisons of data are calls, too, and so are operations of instances that are declared.
void ProgramBuilder::countCalls() {
  std::vector<bool> calls = module.callAt;
  const bool declared = std::ranges::any_of(module.instances, [](const auto& instance) {
    return TypeTable::declaredOnly(instance.first.first) == noClasses;
  });
  for (const auto& [number, builtin, typed] : module.overloaded) {
    const TypeRef type = module.types.prune(typed->type);
    if (!declared && !builtin->isComparison()) continue;
    const TypeConId con = type->con;
    if (!con.valid() || module.types.con(con).shape != TypeShape::Scalar) calls[number] = true;
  }
  callsBefore_.push_back(0);
  for (const bool call : calls) callsBefore_.push_back(callsBefore_.back() + (call ? 1 : 0));
}

ir::FunId ProgramBuilder::add(Entry entry) {
  if (entries_.size() >= maxFunctions) {
    throw support::LimitError("the program needs more than " + std::to_string(maxFunctions) +
                              " instances of its functions");
  }
  if (!making_.empty()) entry.asker = making_.back();
  entries_.push_back(std::move(entry));
  program.functions.emplace_back();
  return ir::FunId{static_cast<std::uint32_t>(entries_.size() - 1)};
}

Instance ProgramBuilder::simplest(Instance wanted) {
  takeVersion(wanted);
  const resolved::Function& function = module.function(wanted.function);
  const bool plain =
      std::ranges::all_of(wanted.parts, [&](ShapeId part) { return shapes.isPlain(part); });
  if (plain && wanted.parts.size() <= function.captures.size() + function.arity) {
    wanted.parts.clear();
  }
  return wanted;
}

std::optional<ir::FunId> ProgramBuilder::instance(Instance wanted, ir::FunId from) {
  wanted = simplest(std::move(wanted));
  if (const auto found = instances_.find(wanted); found != instances_.end()) return found->second;
  if (types.functionsAreData()) {
    if (!wanted.parts.empty()) ++specialisations_[wanted.function];
  } else if (!wanted.parts.empty() && grows(wanted, from)) {
    gaveUp_ = true;
    return std::nullopt;
  }
  Entry entry;
  entry.instance = wanted;
  entry.from = from;
  const ir::FunId id = add(std::move(entry));
  instances_.emplace(std::move(wanted), id);
  work_.push_back(id);
  return id;
}

// Whether too many instances on the way to the one that is wanted have shapes embedded in its own.
bool ProgramBuilder::grows(const Instance& wanted, ir::FunId from) {
  std::size_t size = 0;
  for (const ShapeId part : wanted.parts) size += shapes.at(part).size;
  if (size > maxShapeSize) return true;
  // Where a function may be a datum instead, what grows is one at once.
  const std::size_t most = types.functionsAreData() ? 0 : maxEmbedded;
  std::size_t embedded = 0;
  for (; from.valid(); from = entries_[from.value].from) {
    const Instance& before = entries_[from.value].instance;
    if (before.function == wanted.function && before.parts.size() == wanted.parts.size()) {
      bool all = true;
      for (std::size_t i = 0; i < before.parts.size(); ++i) {
        all = all && shapes.embeds(wanted.parts[i], before.parts[i]);
      }
      if (all && ++embedded > most) return true;
    }
  }
  return false;
}

std::size_t ProgramBuilder::argumentCount(const Instance& instance) const {
  const resolved::Function& function = module.function(instance.function);
  return instance.parts.empty() ? function.arity : instance.parts.size() - function.captures.size();
}

Substitution ProgramBuilder::substitutionOf(const Instance& instance) const {
  Substitution substitution;
  const std::vector<TypeRef> variables = typeVariables(instance.function);
  for (std::size_t i = 0; i < variables.size(); ++i) {
    substitution.emplace(variables[i], instance.types[i]);
  }
  return substitution;
}

ir::TypeId ProgramBuilder::resultType(const Instance& instance) {
  const resolved::Function& function = module.function(instance.function);
  ir::TypeId type = types.ground(function.resultType, substitutionOf(instance));
  for (std::size_t i = argumentCount(instance); i > function.arity; --i) {
    const auto function = types.functionOf(type);
    support::check(function.has_value(), "more arguments than the type says");
    type = function->second;
  }
  return type;
}

std::optional<ShapeId> ProgramBuilder::resultShape(ir::FunId id) {
  if (entries_[id.value].result.valid()) return entries_[id.value].result;
  if (entries_[id.value].state == State::BeingMade) return std::nullopt;
  if (++nested_ > maxNested) {
    throw support::LimitError("more than " + std::to_string(maxNested) +
                              " functions that result in functions need one another");
  }
  make(id);
  --nested_;
  // Given up after a report: so is what needs it.
  if (!entries_[id.value].result.valid()) throw ElaborationAbort{};
  return entries_[id.value].result;
}

std::vector<TypeRef> ProgramBuilder::typeVariables(resolved::FunctionId function) const {
  std::vector<TypeRef> variables = typeVariablesAround(function);
  const std::vector<TypeRef>& own = module.function(function).quantified;
  variables.insert(variables.end(), own.begin(), own.end());
  return variables;
}

std::vector<TypeRef> ProgramBuilder::typeVariablesAround(resolved::FunctionId function) const {
  const resolved::Function& inner = module.function(function);
  std::vector<TypeRef> variables;
  if (inner.parent.valid()) variables = typeVariables(inner.parent);
  variables.insert(variables.end(), inner.opened.begin(), inner.opened.end());
  return variables;
}

ir::FunId ProgramBuilder::derived(DerivedKind kind, ir::TypeId type) {
  const auto key = std::pair(kind, type);
  if (const auto found = derived_.find(key); found != derived_.end()) return found->second;
  Entry entry;
  entry.origin = Origin::Derived;
  entry.kind = kind;
  entry.type = type;
  const ir::FunId id = add(std::move(entry));
  derived_.emplace(key, id);
  work_.push_back(id);
  return id;
}

ir::FunId ProgramBuilder::addShared(ir::FunId owner, ir::Function function) {
  Entry entry;
  entry.origin = Origin::Shared;
  entry.owner = owner;
  const ir::FunId id = add(std::move(entry));
  program.functions[id.value] = std::move(function);
  return id;
}

void ProgramBuilder::startAgain(ir::FunId owner) {
  entries_[owner.value].result = {};
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].origin == Origin::Shared && entries_[i].owner == owner) {
      program.functions[i] = {};
    }
  }
}

void ProgramBuilder::make(ir::FunId id) {
  if (entries_[id.value].state != State::Waiting) return;
  const std::size_t errors = reporter.count();
  making_.push_back(id);
  makeEntry(id);
  making_.pop_back();
  // What is wrong in a library's function is wrong in the one that calls it.
  const Entry& entry = entries_[id.value];
  const bool own =
      entry.origin == Origin::Instance && !module.function(entry.instance.function).fromPrelude;
  if (reporter.count() == errors) return;
  if (!own) {
    const resolved::Function* user = userOf(id);
    if (user != nullptr || module.keepsOpaque) {
      reporter.blame(errors, user == nullptr ? Span{} : user->span);
    }
  }
  reporter.settle(errors);
}

// The function of the module for which the instance was asked.
const resolved::Function* ProgramBuilder::userOf(ir::FunId id) const {
  while (id.valid()) {
    const Entry& entry = entries_[id.value];
    if (entry.origin == Origin::Instance) {
      const resolved::Function& function = module.function(entry.instance.function);
      if (!function.fromPrelude) return &function;
    }
    id = entry.asker;
  }
  return nullptr;
}

void ProgramBuilder::makeEntry(ir::FunId id) {
  entries_[id.value].state = State::BeingMade;
  const Entry entry = entries_[id.value];
  if (entry.origin == Origin::Derived) {
    program.functions[id.value] = makeDerived(*this, entry.kind, entry.type);
  } else if (entry.origin == Origin::Instance) {
    try {
      if (isBuiltIn(entry.instance)) {
        makeBuiltIn(entry.instance, id);
      } else {
        elaborateInstance(*this, entry.instance, id);
      }
    } catch (const ElaborationAbort&) {
      support::check(reporter.any(), "elaboration was given up without a reason");
    } catch (const support::LimitError& limit) {
      const resolved::Function& function = module.function(entry.instance.function);
      const resolved::Function* user = module.keepsOpaque ? userOf(id) : &function;
      throw support::LocatedLimit({user == nullptr ? Span{} : user->span, limit.what(),
                                   "this is met in " + quoted(function.name)});
    }
  }
  makeGiven(id);
  entries_[id.value].state = State::Made;
}

void ProgramBuilder::run() {
  const auto findsMore = [&] {
    try {
      return findApplications();
    } catch (const ElaborationAbort&) {
      // A function that was given up has no result.
      support::check(reporter.any(), "elaboration was given up without a reason");
      return false;
    }
  };
  // Where one function grows others do: they would be many.
  do {
    for (std::size_t next = 0; next < work_.size() && !gaveUp_; ++next) make(work_[next]);
    work_.clear();
  } while (findsMore());
  // Of what is refused it is not known what all functions do with their arguments.
  if (reporter.any()) return;
  for (const Applier& applier : appliers_) writeApplier(applier);
  writeContents();
}

// --------------------------------------------------------------------------------- names, order

std::string ProgramBuilder::baseName(const Entry& entry, bool sole) const {
  const auto plain = [](const std::string& name) {
    return ir::beginsLikeIdentifier(name) ? name : std::string("op");
  };
  if (entry.origin == Origin::Applier) return "apply" + program.type(entry.type).name;
  if (entry.origin == Origin::Derived) {
    switch (entry.kind) {
      case DerivedKind::Equal:
        return "eq" + types.word(entry.type);
      case DerivedKind::Compare:
        return "compare" + types.word(entry.type);
      case DerivedKind::FromEnum:
        return "fromEnum" + types.word(entry.type);
      case DerivedKind::ToEnum:
        return "toEnum" + types.word(entry.type);
      case DerivedKind::Show:
        return "show" + types.word(entry.type);
      case DerivedKind::ShowsPrec:
        return "showsPrec" + types.word(entry.type);
    }
  }
  const resolved::Function& source = module.function(entry.instance.function);
  std::string name = source.name;
  if (source.library != nullptr && !source.implements.valid() && !source.parent.valid()) {
    const std::string type(source.library->type);
    name = std::string(1, static_cast<char>(std::tolower(type[0]))) + type.substr(1) + "_" +
           (ir::beginsLikeIdentifier(name) ? name : "op");
  }
  if (source.implements.valid()) {
    name = ir::beginsLikeIdentifier(name) ? name : operatorWord(name);
    if (source.instanceOf.valid()) name += "_" + types.word(source.instanceOf);
    if (isSpecialised(entry)) return name + wordsOf(entry.instance);
    for (const ir::TypeId argument : entry.instance.types) name += "_" + types.word(argument);
    return name;
  }
  if (source.parent.valid()) {
    for (resolved::FunctionId f = source.parent; f.valid(); f = module.function(f).parent) {
      name = plain(module.function(f).name) + "_" + plain(name);
    }
  }
  if (sole && !source.fromPrelude && !isSpecialised(entry)) return name;
  name = plain(name);
  if (isSpecialised(entry)) return name + wordsOf(entry.instance);
  for (const ir::TypeId argument : entry.instance.types) name += "_" + types.word(argument);
  return name;
}

// Whether it is given arguments of a function inside a newtype.
bool ProgramBuilder::takesMoreThanItsType(const Entry& entry) const {
  const resolved::Function& source = module.function(entry.instance.function);
  const std::size_t arguments = argumentCount(entry.instance);
  TypeRef type = source.resultType;
  for (std::size_t i = source.arity; i < arguments; ++i) {
    type = module.types.prune(type);
    if (!module.types.isArrow(type)) return true;
    type = type->arguments[1];
  }
  return false;
}

// Whether the instance is one at functions, or results in one: another function than the source
// has.
bool ProgramBuilder::isSpecialised(const Entry& entry) const {
  return takesMoreThanItsType(entry) || entry.result.valid() ||
         std::ranges::any_of(entry.instance.parts,
                             [&](ShapeId part) { return !shapes.isPlain(part); });
}

// The names of the functions that it is given.
std::string ProgramBuilder::wordsOf(const Instance& instance) const {
  constexpr std::size_t longest = 40;
  std::string words;
  for (const ShapeId part : instance.parts) {
    const Shape& shape = shapes.at(part);
    if (shape.kind != Shape::Kind::Function || words.size() > longest) continue;
    const std::string& name = module.function(shape.function).name;
    words += "_" + (ir::beginsLikeIdentifier(name) ? name : std::string("op"));
  }
  return words.empty() ? "_made" : words;
}

// User functions in order of definition, what was made for one after it; then the Prelude's and
// the structural ones.
std::pair<std::size_t, std::size_t> ProgramBuilder::rank(std::size_t index) const {
  std::size_t place = index;
  while (entries_[place].origin == Origin::Shared) place = entries_[place].owner.value;
  const std::size_t last = module.functions.size();
  if (entries_[place].origin != Origin::Instance) return {last, index};
  resolved::FunctionId f = entries_[place].instance.function;
  while (module.function(f).parent.valid()) f = module.function(f).parent;
  if (module.function(f).fromPrelude) return {last, index};
  return {f.value, index};
}

void ProgramBuilder::assignNames(const std::vector<std::string>& reserved) {
  std::set<std::string> used(reserved.begin(), reserved.end());
  std::map<resolved::FunctionId, std::size_t> instanceCount;
  for (const Entry& entry : entries_) {
    if (entry.origin == Origin::Instance) ++instanceCount[entry.instance.function];
  }
  // A module of thousands of constants wants one name that often: what was found to be taken is not
  // looked up again.
  std::map<std::string, int> next;
  const auto claim = [&](const std::string& wanted) {
    std::string name = wanted;
    int& i = next.try_emplace(wanted, 2).first->second;
    for (; !used.insert(name).second; ++i) name = wanted + std::to_string(i);
    return name;
  };
  // Names that the source gives come first, so that nothing made up takes them.
  std::vector<bool> named(entries_.size(), false);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.origin != Origin::Instance || instanceCount[entry.instance.function] != 1) continue;
    const resolved::Function& source = module.function(entry.instance.function);
    if (source.fromPrelude || source.parent.valid() || source.implements.valid()) continue;
    if (isSpecialised(entry)) continue;
    program.functions[i].name = claim(source.name);
    named[i] = true;
  }
  // The text of what is only used at functions may stay as it is.
  used.merge(specialised());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (named[i] || entry.origin == Origin::Shared) continue;
    const bool sole =
        entry.origin == Origin::Instance && instanceCount[entry.instance.function] == 1;
    program.functions[i].name = claim(baseName(entry, sole));
  }
  // An owner may itself be a shared piece: it has a smaller number only if it was made first.
  const auto outermost = [&](std::size_t place) {
    while (entries_[place].origin == Origin::Shared) place = entries_[place].owner.value;
    return place;
  };
  std::map<std::size_t, std::size_t> shared;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].origin != Origin::Shared) continue;
    const std::size_t owner = outermost(i);
    const std::string& name = program.functions[owner].name;
    program.functions[i].name = claim((ir::beginsLikeIdentifier(name) ? name : std::string("op")) +
                                      "_alt" + std::to_string(++shared[owner]));
  }
}

// ----------------------------------------------------------------------------------- provenance

// Before functions get other numbers.
void ProgramBuilder::findProvenance() {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (auto found = provenanceOf(entries_[i])) provenance_.emplace(names_[i], std::move(*found));
  }
}

// Lines of the Prelude are none of the source's.
void ProgramBuilder::dropPositionsOfOthers() {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t place = i;
    while (entries_[place].origin == Origin::Shared) place = entries_[place].owner.value;
    const Entry& entry = entries_[place];
    if (entry.origin != Origin::Instance || !module.function(entry.instance.function).fromPrelude)
      continue;
    program.functions[i].position = {};
    ir::forEachBinding(program.functions[i].body,
                       [](ir::Binding& binding) { binding.position = {}; });
  }
}

void ProgramBuilder::finish(const std::vector<ir::FunId>& roots,
                            const std::vector<std::string>& reserved) {
  assignNames(reserved);
  for (const ir::Function& function : program.functions) names_.push_back(function.name);
  nameLibraryFunctions();
  findLibraryParts(roots);
  findCallable();
  findProvenance();
  dropPositionsOfOthers();
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    // Of what nothing is left at run time nothing is called.
    if (!program.functions[i].resultTypes.empty()) order.push_back(i);
  }
  std::ranges::sort(order, {}, [&](std::size_t index) { return rank(index); });
  std::vector<ir::FunId> newId(entries_.size());
  std::vector<ir::Function> functions;
  for (const std::size_t old : order) {
    newId[old] = ir::FunId{static_cast<std::uint32_t>(functions.size())};
    functions.push_back(std::move(program.functions[old]));
  }
  for (ir::Function& function : functions) {
    ir::forEachBinding(function.body, [&](ir::Binding& binding) {
      auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr) call->callee = newId[call->callee.value];
    });
  }
  program.functions = std::move(functions);
  program.roots.clear();
  for (const ir::FunId root : roots) program.roots.push_back(newId[root.value]);
  std::ranges::sort(program.roots);
}

}  // namespace deforest::text
