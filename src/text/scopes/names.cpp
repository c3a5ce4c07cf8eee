// Imports and spelling distances.
#include "text/scopes/names.hpp"

#include <algorithm>
#include <sstream>

#include "text/prelude/written_modules.hpp"

namespace deforest::text {

bool resolved::Module::isOfWrittenModule(FunctionId id) const {
  return !lines.empty() && isFileOfWrittenModule(lines.placeOf(function(id).span.begin.line).file);
}

namespace {

bool isUpper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool isNameChar(char c) {
  return isUpper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '\'';
}

// The number of insertions, deletions, replacements and exchanges of neighbours that make one
// word of the other.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({replaced, last[j] + 1, current[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, current);
  }
  return last[b.size()];
}

}  // namespace

std::pair<std::string, std::string> splitQualified(std::string_view name) {
  std::size_t start = 0;
  while (start < name.size() && isUpper(name[start])) {
    std::size_t end = start;
    while (end < name.size() && isNameChar(name[end])) ++end;
    if (end + 1 >= name.size() || name[end] != '.') break;
    start = end + 1;
  }
  if (start == 0) return {"", std::string(name)};
  return {std::string(name.substr(0, start - 1)), std::string(name.substr(start))};
}

std::string nearestName(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 64;
  if (name.size() > longest) return {};
  const std::size_t limit = name.size() <= 2 ? 0 : name.size() <= 5 ? 1 : 2;
  std::string best;
  std::size_t bestDistance = limit + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > longest || candidate == name) continue;
    const std::size_t distance = editDistance(name, candidate);
    if (distance < bestDistance ||
        (distance == bestDistance && !best.empty() && candidate < best)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

// A class that is listed brings its methods with it.
void Imports::Unqualified::addMethods() {
  if (std::ranges::none_of(names, [](const std::string& name) { return isUpper(name[0]); })) return;
  for (const PreludeName& known : preludeNames()) {
    const auto* method = std::get_if<PreludeMethod>(&known.meaning);
    if (method != nullptr && names.contains(method->className)) names.emplace(known.name);
  }
}

namespace {

// The methods of classes that no source declares, separated by blanks.
std::string_view methodsOf(std::string_view className) {
  if (className == "Bits") {
    return ".&. .|. xor complement shift rotate zeroBits bit setBit clearBit complementBit testBit "
           "shiftL unsafeShiftL shiftR unsafeShiftR rotateL rotateR popCount";
  }
  if (className == "FiniteBits") return "finiteBitSize countLeadingZeros countTrailingZeros";
  return {};
}

// `import Data.Bits (Bits (..))`; methods that are listed are names of the import anyway. So are
// the pattern synonyms of `import Data.Sequence (Seq (..))`.
void addListedParts(const ast::Import& import, std::set<std::string, std::less<>>& names) {
  for (const ast::Entity& entity : import.entities) {
    if (!entity.allParts) continue;
    for (const std::string_view parts :
         {methodsOf(entity.name), libraryPatternsOf(import.module, entity.name)}) {
      std::istringstream words{std::string(parts)};
      for (std::string part; words >> part;) names.insert(part);
    }
  }
}

}  // namespace

Imports::Imports(const ast::Module& module) {
  bool preludeImported = false;
  for (const ast::Import& import : module.imports) {
    if (!isLibraryModule(import.module)) {
      if (foreign_.empty()) foreign_ = import.module;
      if (writtenModule(import.module, true)) {
        written_.push_back(
            {{}, import.module, import.qualified, import.alias, import.hiding, import.names});
      }
      foreignQualifiers_.insert(import.alias.empty() ? import.module : import.alias);
      continue;
    }
    gibbon_ = gibbon_ || import.module.starts_with("Gibbon.");
    aliases_[import.module].insert(import.module);
    if (!import.alias.empty()) aliases_[import.alias].insert(import.module);
    if (import.qualified) continue;
    const Library* library = findLibrary(import.module);
    preludeImported = preludeImported || import.module == "Prelude";
    Unqualified names;
    names.module = import.module;
    names.hiding = import.hiding;
    names.listed = import.names.has_value();
    names.library = library;
    if (import.names) names.names.insert(import.names->begin(), import.names->end());
    if (!import.hiding) {
      names.addMethods();
      addListedParts(import, names.names);
    }
    if (import.hiding && library == nullptr) hidden_.insert(names.names.begin(), names.names.end());
    unqualified_.push_back(std::move(names));
  }
  if (!preludeImported) {
    unqualified_.push_back({"Prelude", false, false, {}, nullptr});
    aliases_["Prelude"].insert("Prelude");
  }
  for (const ast::Declaration& declaration : module.declarations) {
    const auto* clause = std::get_if<ast::Clause>(&declaration.node);
    gibbon_ = gibbon_ || (clause != nullptr && clause->name == "gibbon_main");
  }
}

const PreludeName* Imports::find(std::string_view name) const {
  const PreludeName* own = gibbon_ ? findGibbonName(name) : nullptr;
  return own != nullptr ? own : findPreludeName(name);
}

bool Imports::sees(const PreludeName& name) const {
  if (name.module.starts_with("Gibbon.")) return true;
  return std::ranges::any_of(unqualified_, [&](const Unqualified& import) {
    if (isReexported(import.module, name)) return import.provides(name.name);
    if (import.library != nullptr) return false;
    // Modules export what others define: Data.List the Prelude's functions on lists, for example.
    if (import.module != name.module) {
      return import.listed && !import.hiding && import.names.contains(name.name);
    }
    return import.provides(name.name);
  });
}

template <typename OfModule>
auto Imports::firstOfLibraries(std::string_view qualifier, std::string_view name,
                               const OfModule& ofModule) const
    -> decltype(ofModule(std::string_view())) {
  if (!qualifier.empty()) {
    const auto modules = aliases_.find(qualifier);
    if (modules == aliases_.end()) return nullptr;
    for (const std::string& module : modules->second) {
      if (const auto found = ofModule(module)) return found;
    }
    return nullptr;
  }
  for (const Unqualified& import : unqualified_) {
    if (import.library == nullptr || !import.provides(name)) continue;
    if (const auto found = ofModule(import.module)) return found;
  }
  return nullptr;
}

const PreludeName* Imports::findOfLibrary(std::string_view qualifier, std::string_view name) const {
  return firstOfLibraries(qualifier, name, [&](std::string_view module) {
    const Library* library = findLibrary(module);
    return library == nullptr ? nullptr : library->find(name);
  });
}

const Library* Imports::findTypeOfLibrary(std::string_view qualifier, std::string_view name) const {
  return firstOfLibraries(qualifier, name, [&](std::string_view module) {
    const Library* library = findLibrary(module);
    return library != nullptr && library->type == name ? library : nullptr;
  });
}

const LibraryPattern* Imports::findPatternOfLibrary(std::string_view qualifier,
                                                    std::string_view name) const {
  return firstOfLibraries(
      qualifier, name, [&](std::string_view module) { return findLibraryPattern(module, name); });
}

bool Imports::seesType(std::string_view module, std::string_view name) const {
  const auto modules = [&](const auto& entry) { return entry.second.contains(module); };
  return std::ranges::any_of(unqualified_,
                             [&](const Unqualified& import) {
                               return import.module == module && import.provides(name);
                             }) ||
         std::ranges::any_of(aliases_, modules);
}

bool Imports::seesQualified(std::string_view qualifier, const PreludeName& name) const {
  const auto modules = aliases_.find(qualifier);
  if (modules == aliases_.end()) return false;
  const auto exports = [&](const std::string& module) { return isReexported(module, name); };
  if (std::ranges::any_of(modules->second, exports)) return true;
  const auto isLibrary = [](const std::string& module) { return findLibrary(module) != nullptr; };
  if (std::ranges::all_of(modules->second, isLibrary)) return false;
  return name.module == "Prelude" || modules->second.contains(name.module) ||
         name.module.starts_with("Gibbon.");
}

std::string Imports::moduleOfWhole(std::string_view qualifier, std::string_view name) const {
  for (const ast::Import& import : written_) {
    const bool seen = qualifier.empty()
                          ? !import.qualified
                          : qualifier == (import.alias.empty() ? import.module : import.alias);
    const bool named =
        import.names && std::ranges::find(*import.names, name) != import.names->end();
    if (!seen || (import.names && named == import.hiding)) continue;
    if (isOfWrittenModule(import.module, name)) return import.module;
  }
  return {};
}

bool Imports::knowsQualifier(std::string_view qualifier) const {
  return aliases_.contains(qualifier);
}

}  // namespace deforest::text
