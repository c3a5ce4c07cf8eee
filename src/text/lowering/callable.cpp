// Instances of the Prelude's functions at functions, as base has them: how one is called that came
// out of the passes as it went in.
//
//     map_lambda xs n                   the instance; its body calls `lambda`
//     map (\\y -> lambda y n) xs         what it is in Haskell
//
// Unlike those of Data.Map (libraries.cpp) they are looked into; so whether one is still there, and
// what it is given, is for those to see who write Haskell (backends/haskell/keep.cpp).
#include <algorithm>

#include "text/lowering/program.hpp"
#include "text/prelude/prelude.hpp"

namespace deforest::text {
namespace {

// What base calls the function. Not where that is one of several that are the same here: a fold
// from the left may be meant to be strict.
const PreludeName* nameOf(const std::string& function) {
  if (function == "foldl" || function == "foldl1") return nullptr;
  const PreludeName* found = findPreludeFunction(function);
  return found == nullptr || found->module.empty() ? nullptr : found;
}

}  // namespace

std::optional<ir::FunId> ProgramBuilder::known(Instance wanted) {
  const auto found = instances_.find(simplest(std::move(wanted)));
  return found == instances_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<ir::LibraryName> ProgramBuilder::callableAs(const Entry& entry) {
  if (entry.origin != Origin::Instance || entry.instance.parts.empty()) return std::nullopt;
  const resolved::Function& function = module.function(entry.instance.function);
  const bool ofPrelude = function.fromPrelude && function.library == nullptr && !function.foreign &&
                         !function.parent.valid() && !function.implements.valid() &&
                         function.captures.empty();
  const PreludeName* name = ofPrelude ? nameOf(function.name) : nullptr;
  if (name == nullptr || takesMoreThanItsType(entry) || entry.result.valid()) return std::nullopt;
  for (const ir::TypeId type : entry.instance.types) {
    if (types.isHigher(type) || types.isConstructor(type)) return std::nullopt;
  }
  Entry asked = entry;
  asked.given = givenTo(entry.instance, [&](Instance wanted) { return known(std::move(wanted)); });
  for (std::size_t i = 0; i < asked.given.size(); ++i) {
    if (!asked.given[i] && !shapes.isPlain(entry.instance.parts[i])) return std::nullopt;
  }
  return ir::LibraryName{std::string(name->module), std::string(name->name), argumentsOf(asked)};
}

void ProgramBuilder::findCallable() {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (auto name = callableAs(entries_[i])) {
      callable_.emplace(program.functions[i].name, std::move(*name));
    }
  }
}

std::set<std::string> ProgramBuilder::specialised() const {
  std::set<std::string> names;
  for (const Entry& entry : entries_) {
    if (entry.origin != Origin::Instance || !isSpecialised(entry)) continue;
    const resolved::Function& source = module.function(entry.instance.function);
    if (!source.fromPrelude && !source.parent.valid()) names.insert(source.name);
  }
  return names;
}

// The parser calls their loops `each`, with a number that no name of the source has behind it.
std::set<std::string> ProgramBuilder::comprehensions() const {
  constexpr std::string_view loop = "each";
  std::set<std::string> names;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    std::size_t place = i;
    while (entries_[place].origin == Origin::Shared) place = entries_[place].owner.value;
    if (entries_[place].origin != Origin::Instance) continue;
    const resolved::Function& source = module.function(entries_[place].instance.function);
    const std::string& name = source.name;
    if (!source.fromPrelude && source.parent.valid() && name.starts_with(loop) &&
        name.size() > loop.size() &&
        name.find_first_not_of("0123456789", loop.size()) == std::string::npos) {
      names.insert(names_[i]);
    }
  }
  return names;
}

}  // namespace deforest::text
