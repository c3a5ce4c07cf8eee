// Instances on demand; names and order at the end.
#include "text/lowering/program.hpp"

#include <algorithm>
#include <cctype>

#include "ir/traverse.hpp"
#include "support/check.hpp"
#include "text/lowering/derived.hpp"
#include "text/lowering/function.hpp"

namespace deforest::text {
namespace {

constexpr std::size_t maxFunctions = 50000;

bool isIdentifier(std::string_view name) {
  return !name.empty() && (std::isalpha(static_cast<unsigned char>(name[0])) != 0 ||
                           name[0] == '_' || static_cast<unsigned char>(name[0]) >= 0x80);
}

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
      types(resolvedModule.types, target) {
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
    if (!declared && !builtin->isComparison()) continue;
    const TypeRef type = module.types.prune(typed->type);
    const bool isScalar =
        type->con.valid() && module.types.con(type->con).shape == TypeShape::Scalar;
    if (!isScalar) calls[number] = true;
  }
  callsBefore_.push_back(0);
  for (const bool call : calls) callsBefore_.push_back(callsBefore_.back() + (call ? 1 : 0));
}

ir::FunId ProgramBuilder::add(Entry entry) {
  if (entries_.size() >= maxFunctions) {
    throw support::LimitError("the program needs more than " + std::to_string(maxFunctions) +
                              " instances of its functions");
  }
  entries_.push_back(std::move(entry));
  program.functions.emplace_back();
  return ir::FunId{static_cast<std::uint32_t>(entries_.size() - 1)};
}

ir::FunId ProgramBuilder::instance(resolved::FunctionId function,
                                   std::vector<ir::TypeId> arguments) {
  auto key = std::pair(function, std::move(arguments));
  if (const auto found = instances_.find(key); found != instances_.end()) return found->second;
  Entry entry;
  entry.source = function;
  entry.arguments = key.second;
  const ir::FunId id = add(std::move(entry));
  instances_.emplace(std::move(key), id);
  work_.push_back(id);
  return id;
}

std::vector<TypeRef> ProgramBuilder::typeVariables(resolved::FunctionId function) const {
  std::vector<TypeRef> variables;
  for (resolved::FunctionId f = function; f.valid(); f = module.function(f).parent) {
    const std::vector<TypeRef>& own = module.function(f).quantified;
    variables.insert(variables.begin(), own.begin(), own.end());
  }
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

void ProgramBuilder::run() {
  for (std::size_t next = 0; next < work_.size(); ++next) {
    const ir::FunId id = work_[next];
    const Entry entry = entries_[id.value];
    if (entry.origin == Origin::Derived) {
      program.functions[id.value] = makeDerived(*this, entry.kind, entry.type);
      continue;
    }
    Substitution substitution;
    const std::vector<TypeRef> variables = typeVariables(entry.source);
    for (std::size_t i = 0; i < variables.size(); ++i) {
      substitution.emplace(variables[i], entry.arguments[i]);
    }
    try {
      elaborateInstance(*this, entry.source, id, substitution);
    } catch (const ElaborationAbort&) {
      support::check(reporter.any(), "elaboration was given up without a reason");
    } catch (const support::LimitError& limit) {
      const resolved::Function& function = module.function(entry.source);
      throw support::LocatedLimit(
          {function.span, limit.what(), "this is met in " + quoted(function.name)});
    }
  }
  work_.clear();
}

// --------------------------------------------------------------------------------- names, order

std::string ProgramBuilder::baseName(const Entry& entry, bool sole) const {
  const auto plain = [](const std::string& name) {
    return isIdentifier(name) ? name : std::string("op");
  };
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
  const resolved::Function& source = module.function(entry.source);
  std::string name = source.name;
  if (source.implements.valid()) {
    name = isIdentifier(name) ? name : operatorWord(name);
    if (source.instanceOf.valid()) name += "_" + types.word(source.instanceOf);
    for (const ir::TypeId argument : entry.arguments) name += "_" + types.word(argument);
    return name;
  }
  if (source.parent.valid()) {
    for (resolved::FunctionId f = source.parent; f.valid(); f = module.function(f).parent) {
      name = plain(module.function(f).name) + "_" + plain(name);
    }
  }
  if (sole && !source.fromPrelude) return name;
  name = plain(name);
  for (const ir::TypeId argument : entry.arguments) name += "_" + types.word(argument);
  return name;
}

// User functions in order of definition, what was made for one after it; then the Prelude's and
// the structural ones.
std::pair<std::size_t, std::size_t> ProgramBuilder::rank(std::size_t index) const {
  std::size_t place = index;
  while (entries_[place].origin == Origin::Shared) place = entries_[place].owner.value;
  const std::size_t last = module.functions.size();
  if (entries_[place].origin == Origin::Derived) return {last, index};
  resolved::FunctionId f = entries_[place].source;
  while (module.function(f).parent.valid()) f = module.function(f).parent;
  if (module.function(f).fromPrelude) return {last, index};
  return {f.value, index};
}

void ProgramBuilder::assignNames(const std::vector<std::string>& reserved) {
  std::set<std::string> used(reserved.begin(), reserved.end());
  std::map<resolved::FunctionId, std::size_t> instanceCount;
  for (const Entry& entry : entries_) {
    if (entry.origin == Origin::Instance) ++instanceCount[entry.source];
  }
  const auto claim = [&](const std::string& wanted) {
    std::string name = wanted;
    for (int i = 2; !used.insert(name).second; ++i) name = wanted + std::to_string(i);
    return name;
  };
  // Names that the source gives come first, so that nothing made up takes them.
  std::vector<bool> named(entries_.size(), false);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.origin != Origin::Instance || instanceCount[entry.source] != 1) continue;
    const resolved::Function& source = module.function(entry.source);
    if (source.fromPrelude || source.parent.valid() || source.implements.valid()) continue;
    program.functions[i].name = claim(source.name);
    named[i] = true;
  }
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (named[i] || entry.origin == Origin::Shared) continue;
    const bool sole = entry.origin == Origin::Instance && instanceCount[entry.source] == 1;
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
    program.functions[i].name = claim((isIdentifier(name) ? name : std::string("op")) + "_alt" +
                                      std::to_string(++shared[owner]));
  }
}

// ----------------------------------------------------------------------------------- provenance

std::optional<Provenance> ProgramBuilder::provenanceOf(const Entry& entry) const {
  Provenance found;
  if (entry.origin == Origin::Shared) return std::nullopt;
  if (entry.origin == Origin::Derived) {
    const auto& deriving = module.types.con(types.declaration(entry.type)).deriving;
    const bool enumeration = std::ranges::find(deriving, "Enum") != deriving.end();
    const bool equal = entry.kind == DerivedKind::Equal;
    const bool compare = entry.kind == DerivedKind::Compare;
    const bool shows = entry.kind == DerivedKind::ShowsPrec;
    if (shows || entry.kind == DerivedKind::Show) {
      found.kind = Provenance::Kind::Derived;
      found.name = shows ? "showsPrec" : "show";
      found.module = "Prelude";
      found.open = {shows ? std::vector<bool>{false, true, false} : std::vector<bool>{true}, false,
                    true};
      return found;
    }
    if (!equal && !compare && !(entry.kind == DerivedKind::FromEnum && enumeration)) {
      return std::nullopt;
    }
    found.kind = Provenance::Kind::Derived;
    found.name = equal ? "==" : compare ? "compare" : "fromEnum";
    found.module = "Prelude";
    found.open = {std::vector<bool>(equal || compare ? 2 : 1, true), false, true};
    return found;
  }
  const resolved::Function& source = module.function(entry.source);
  if (source.parent.valid()) return std::nullopt;
  if (source.implements.valid()) return provenanceOfMethod(source);
  found.name = source.name;
  if (source.fromPrelude) {
    const PreludeName* library = findPreludeFunction(source.name);
    found.kind = Provenance::Kind::Library;
    for (const ShowFunction& shown : showFunctions()) {
      if (shown.function != source.name || shown.name.empty()) continue;
      found.name = shown.name;
      found.module = "Prelude";
      found.open = {shown.open, false, true};
      return found;
    }
    if (library == nullptr) return std::nullopt;
    found.name = library->name;
    found.module = library->module;
  }
  found.polymorphic = !source.quantified.empty();
  found.open = openTypesOf(source);
  return found;
}

OpenTypes ProgramBuilder::openTypesOf(const resolved::Function& function) const {
  const auto isOpen = [&](TypeRef type) {
    const auto visit = [&](auto&& self, TypeRef part) -> bool {
      const TypeRef pruned = module.types.prune(part);
      if (!pruned->con.valid()) return true;
      return std::ranges::any_of(pruned->arguments,
                                 [&](TypeRef argument) { return self(self, argument); });
    };
    return visit(visit, type);
  };
  OpenTypes open;
  for (const TypeRef type : function.parameterTypes) open.parameters.push_back(isOpen(type));
  open.result = function.resultType != nullptr && isOpen(function.resultType);
  open.oneVariable = function.quantified.size() == 1;
  return open;
}

// An instance's function is called by the method's name.
Provenance ProgramBuilder::provenanceOfMethod(const resolved::Function& function) const {
  const resolved::Function& method = module.function(function.implements);
  Provenance found;
  found.kind = Provenance::Kind::Method;
  // An `Int` is passed where Haskell has an `Integer`.
  found.name = method.name == "fromInteger" ? "fromIntegral" : method.name;
  if (method.fromPrelude) {
    const PreludeName* library = findPreludeName(found.name);
    found.module = library == nullptr ? "Prelude" : library->module;
  }
  found.polymorphic = true;
  found.open = openTypesOf(method);
  return found;
}

std::map<std::string, Provenance> ProgramBuilder::provenance() const {
  std::map<std::string, Provenance> result;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (auto found = provenanceOf(entries_[i])) result.emplace(names_[i], std::move(*found));
  }
  return result;
}

// Lines of the Prelude are none of the source's.
void ProgramBuilder::dropForeignPositions() {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t place = i;
    while (entries_[place].origin == Origin::Shared) place = entries_[place].owner.value;
    const Entry& entry = entries_[place];
    if (entry.origin != Origin::Instance || !module.function(entry.source).fromPrelude) continue;
    program.functions[i].position = {};
    ir::forEachBinding(program.functions[i].body,
                       [](ir::Binding& binding) { binding.position = {}; });
  }
}

void ProgramBuilder::finish(const std::vector<ir::FunId>& roots,
                            const std::vector<std::string>& reserved) {
  assignNames(reserved);
  for (const ir::Function& function : program.functions) names_.push_back(function.name);
  dropForeignPositions();
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < entries_.size(); ++i) order.push_back(i);
  std::ranges::sort(order, {}, [&](std::size_t index) { return rank(index); });
  std::vector<ir::FunId> newId(order.size());
  std::vector<ir::Function> functions;
  for (const std::size_t old : order) {
    newId[old] = ir::FunId{static_cast<std::uint32_t>(functions.size())};
    functions.push_back(std::move(program.functions[old]));
  }
  for (ir::Function& function : functions) {
    ir::forEachBinding(function.body, [&](ir::Binding& binding) {
      if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
        call->callee = newId[call->callee.value];
      }
    });
  }
  program.functions = std::move(functions);
  program.roots.clear();
  for (const ir::FunId root : roots) program.roots.push_back(newId[root.value]);
  std::ranges::sort(program.roots);
}

}  // namespace deforest::text
