// What functions of the program are in the source, so that text can call them by the names that
// they have there (text/original.hpp).
#include <algorithm>

#include "text/lowering/program.hpp"
#include "text/prelude/by_name.hpp"

namespace deforest::text {

std::optional<Provenance> ProgramBuilder::provenanceOf(const Entry& entry) const {
  Provenance found;
  if (entry.origin == Origin::Shared || entry.origin == Origin::Applier) return std::nullopt;
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
  const resolved::Function& source = module.function(entry.instance.function);
  if (source.parent.valid()) return std::nullopt;
  if (const std::optional<ir::LibraryName> name = nameInBase(entry)) {
    return Provenance{Provenance::Kind::Library, name->name, name->module, true,
                      findNamedFunction(name->module, name->name)->open};
  }
  if (isSpecialised(entry) && source.foreign) return provenanceGiven(entry);
  if (isSpecialised(entry) && source.library != nullptr) return provenanceGiven(entry);
  if (isSpecialised(entry)) return std::nullopt;
  if (source.implements.valid()) {
    return provenanceOfMethod(source, argumentCount(entry.instance));
  }
  found.name = source.name;
  bool isRange = false;
  if (source.library != nullptr) {
    if (source.library->find(source.name) == nullptr) return std::nullopt;
    found.kind = Provenance::Kind::Library;
    found.module = source.library->module;
  } else if (source.foreign) {
    found.kind = Provenance::Kind::Library;
    found.name = source.foreign->name;
  } else if (source.fromPrelude) {
    const auto general = std::ranges::find(module.versions, entry.instance.function,
                                           &decltype(module.versions)::value_type::second);
    if (general != module.versions.end()) {
      Entry asWritten = entry;
      asWritten.instance.function = general->first.first;
      return provenanceOf(asWritten);
    }
    // It is only called where there is a number to begin with.
    isRange = source.name == "enumUpTo" &&
              program.type(entry.instance.types[0]).kind == ir::TypeKind::Int;
    const PreludeName* library = findPreludeFunction(isRange ? "enumFromTo" : source.name);
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
  std::optional<OpenTypes> open = openTypesOf(source, argumentCount(entry.instance));
  if (!open) return std::nullopt;
  found.open = std::move(*open);
  if (isRange) found.open.parameters.assign(found.open.parameters.size(), true);
  return found;
}

std::optional<OpenTypes> ProgramBuilder::openTypesOf(const resolved::Function& function,
                                                     std::size_t arguments) const {
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
  if (arguments < function.parameterTypes.size()) return std::nullopt;
  for (const TypeRef type : function.parameterTypes) open.parameters.push_back(isOpen(type));
  TypeRef result = function.resultType;
  for (std::size_t i = function.parameterTypes.size(); i < arguments; ++i) {
    result = module.types.prune(result);
    if (!module.types.isArrow(result)) return std::nullopt;
    open.parameters.push_back(isOpen(result->arguments[0]));
    result = result->arguments[1];
  }
  open.result = result != nullptr && isOpen(result);
  open.oneVariable = function.quantified.size() == 1;
  return open;
}

// An instance's function is called by the method's name.
std::optional<Provenance> ProgramBuilder::provenanceOfMethod(const resolved::Function& function,
                                                             std::size_t arguments) const {
  const resolved::Function& method = module.function(function.implements);
  Provenance found;
  found.kind = Provenance::Kind::Method;
  found.name = method.name;
  if (method.fromPrelude) {
    const PreludeName* library = findPreludeName(found.name);
    if (library != nullptr && library->module.empty()) return std::nullopt;
    found.module = library == nullptr ? "Prelude" : library->module;
  }
  found.polymorphic = true;
  std::optional<OpenTypes> open = openTypesOf(method, arguments);
  if (!open) return std::nullopt;
  found.open = std::move(*open);
  return found;
}

}  // namespace deforest::text
