// Which instance a type without variables has: of those that fit it, the most specific one. That it
// is the one that Haskell means, inference has seen to (types/instances.hpp).
#include "text/types/instances.hpp"

#include <algorithm>
#include <set>

#include "text/lowering/program.hpp"

namespace deforest::text {

using resolved::InstanceMethods;

std::optional<ProgramBuilder::DeclaredInstance> ProgramBuilder::declaredInstance(
    Classes classes, ir::TypeId type) const {
  const TypeConId con = types.declaration(type);
  const auto declared = module.instances.find({classes, con});
  if (declared == module.instances.end()) return std::nullopt;
  std::optional<DeclaredInstance> best;
  if (declared->second.ofAll) best = {&*declared->second.ofAll, types.headArguments(type)};
  const auto narrow = module.types.con(con).narrow.find(classes);
  if (narrow == module.types.con(con).narrow.end()) return best;
  TypeRef bestHead = nullptr;
  for (std::size_t i = 0; i < narrow->second.size(); ++i) {
    const TypeRef head = narrow->second[i].type;
    Substitution substitution;
    if (!types.fits(head, type, substitution)) continue;
    HeadVariables variables;
    if (bestHead != nullptr && fitOf(module.types, bestHead, head, variables) != Fit::Always) {
      continue;
    }
    bestHead = head;
    best = {&declared->second.narrow[i], {}};
    for (const TypeRef variable : variablesOf(module.types, head)) {
      best->arguments.push_back(substitution.at(variable));
    }
  }
  return best;
}

bool ProgramBuilder::readsByOwnInstance(ir::TypeId type) const {
  std::set<TypeConId> written;
  for (const auto& [of, instances] : module.instances) {
    if (module.types.className(of.first) != "Read") continue;
    const auto isWritten = [&](const InstanceMethods& methods) {
      return std::ranges::any_of(
          methods, [&](const auto& each) { return !module.function(each.second).fromPrelude; });
    };
    if ((instances.ofAll && isWritten(*instances.ofAll)) ||
        std::ranges::any_of(instances.narrow, isWritten)) {
      written.insert(of.second);
    }
  }
  if (written.empty()) return false;
  std::set<ir::TypeId> seen{type};
  std::vector<ir::TypeId> waiting{type};
  const auto visit = [&](ir::TypeId next) {
    if (seen.insert(next).second) waiting.push_back(next);
  };
  while (!waiting.empty()) {
    const ir::TypeId next = waiting.back();
    waiting.pop_back();
    if (written.contains(types.declaration(next))) return true;
    for (const ir::TypeId argument : program.type(next).arguments) visit(argument);
    for (const ir::CtorId ctor : program.type(next).constructors) {
      for (const ir::Field& field : program.constructor(ctor).fields) visit(field.type);
    }
  }
  return false;
}

}  // namespace deforest::text
