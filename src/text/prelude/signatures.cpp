#include "text/prelude/signatures.hpp"

#include <algorithm>

namespace deforest::text {
namespace {

const std::vector<ModuleSignatures>& all() {
  static const std::vector<ModuleSignatures> modules = [] {
    std::vector<ModuleSignatures> found;
    for (const auto* some : {&baseSignatures(), &containersSignatures(), &textSignatures()}) {
      found.insert(found.end(), some->begin(), some->end());
    }
    return found;
  }();
  return modules;
}

}  // namespace

std::optional<std::string> signaturesOf(std::string_view module) {
  const auto found = std::ranges::find(all(), module, &ModuleSignatures::module);
  if (found == all().end()) return std::nullopt;
  return "module " + std::string(module) + " where\n" + std::string(found->text);
}

std::vector<std::string_view> modulesWithSignatures() {
  std::vector<std::string_view> names;
  for (const ModuleSignatures& each : all()) names.push_back(each.module);
  return names;
}

}  // namespace deforest::text
