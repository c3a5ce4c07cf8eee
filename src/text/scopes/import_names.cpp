// Names in import lists that the module does not export, used or not.
//
//     import Data.List (sortBy, foo)
//
// That is known of modules of which every name is known here: those that the language has, and
// those that it says of that they are not supported.
#include <algorithm>
#include <string_view>

#include "text/prelude/source.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

constexpr std::string_view modulesKnownWhole[] = {"Data.Char", "Data.Either", "Data.Function",
                                                  "Data.List", "Data.Maybe",  "Data.Ord",
                                                  "Data.Tuple"};

bool isNameOfValue(std::string_view name) {
  return !name.empty() && !(name[0] >= 'A' && name[0] <= 'Z') && name[0] != ':';
}

}  // namespace

void Resolver::checkImportedNames() {
  if (source_.keepsOpaque) return;
  for (const ast::Import& import : source_.imports) {
    const bool known =
        std::ranges::find(modulesKnownWhole, import.module) != std::end(modulesKnownWhole);
    if (!known || import.hiding || !import.names) continue;
    for (const std::string& name : *import.names) {
      if (!isNameOfValue(name)) continue;
      std::vector<std::string> candidates;
      bool found = false;
      for (const PreludeName& each : preludeNames()) {
        found = found || each.name == name;
        if (each.module == import.module) candidates.emplace_back(each.name);
      }
      for (const UnsupportedName& each : unsupportedNames()) found = found || each.name == name;
      if (found) continue;
      const std::string nearest = nearestName(name, candidates);
      reporter_.error(
          import.span, "module " + quoted(import.module) + " does not export " + quoted(name),
          nearest.empty() ? "drop it from the list" : "did you mean " + quoted(nearest) + "?");
    }
  }
}

}  // namespace deforest::text
