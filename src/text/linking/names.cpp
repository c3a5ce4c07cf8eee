// What the names in a module are called in the program.
#include <algorithm>
#include <array>

#include "text/linking/linker.hpp"
#include "text/linking/rename.hpp"
#include "text/prelude/written_modules.hpp"
#include "text/printing/lexicon.hpp"
#include "text/scopes/report.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {

class Linker::Names : public NewNames {
 public:
  /// `asCall`: a name means the module's own before it means one of the language.
  Names(Linker& linker, const Unit& unit, bool asCall)
      : linker_(linker), unit_(unit), asCall_(asCall) {}

  std::string value(const std::string& written, support::Span span) override {
    const auto [qualifier, plain] = splitQualified(written);
    if (qualifier == ast::preludeQualifier) return written;
    const PreludeName* language = languageName(qualifier, plain);
    if (const std::optional<EntityId> id = find(NameSpace::Value, written, span)) {
      const Entity& entity = linker_.entities_[*id];
      // Gibbon's names are no names of GHC's.
      const bool same = qualifier.empty() && language != nullptr && !asCall_ &&
                        !language->module.starts_with("Gibbon.");
      if (same) {
        reportAmbiguous(plain, {originOf(entity), quoted(language->module)}, span,
                        "write `import " + std::string(language->module) + " hiding (" +
                            (isSymbolic(plain) ? "(" + plain + ")" : plain) + ")`");
      }
      return entity.internal;
    }
    if (language != nullptr) return languageSpelling(*language, written, qualifier);
    if (isStandardName(NameSpace::Value, plain)) return plain;
    const bool isOther = !unit_.isRoot() || isNameOfOther(NameSpace::Value, plain);
    if (!checkQualifier(qualifier, plain, span) && isOther) reportUnseen(written, span);
    return written;
  }

  std::string constructor(const std::string& written, support::Span span) override {
    const auto [qualifier, plain] = splitQualified(written);
    if (const std::optional<EntityId> id = find(NameSpace::Constructor, written, span)) {
      return linker_.entities_[*id].internal;
    }
    if (const LibraryPattern* found = unit_.language.findPatternOfLibrary(qualifier, plain)) {
      return ofLanguage(found->module, plain);
    }
    if (isStandardName(NameSpace::Constructor, plain)) return plain;
    if (!checkQualifier(qualifier, plain, span) && isNameOfOther(NameSpace::Constructor, plain)) {
      reportUnseen(written, span);
    }
    return written;
  }

  std::string type(const std::string& written, support::Span span) override {
    const auto [qualifier, plain] = splitQualified(written);
    if (const std::optional<EntityId> id = find(NameSpace::Type, written, span)) {
      return linker_.entities_[*id].internal;
    }
    if (const Library* library = unit_.language.findTypeOfLibrary(qualifier, plain)) {
      return ofLanguage(library->module, plain);
    }
    if (isStandardName(NameSpace::Type, plain)) return plain;
    // A constructor as a type.
    if (const std::optional<EntityId> id = find(NameSpace::Constructor, written, span)) {
      return linker_.entities_[*id].internal;
    }
    const bool isOther = isNameOfOther(NameSpace::Type, plain) ||
                         (!unit_.isRoot() &&
                          linker_.units_.front().language.findTypeOfLibrary({}, plain) != nullptr);
    if (!checkQualifier(qualifier, plain, span) && isOther) reportUnseen(written, span);
    return written;
  }

  std::string label(const std::string& written, support::Span span) override {
    const std::optional<EntityId> id = find(NameSpace::Value, written, span);
    return id ? linker_.entities_[*id].internal : written;
  }

  std::string method(const std::string& className, const std::string& name) override {
    const auto found = unit_.scope.find({NameSpace::Type, className});
    if (found == unit_.scope.end()) return name;
    for (const EntityId part : linker_.entities_[*found->second.begin()].parts) {
      if (linker_.entities_[part].name == name) return linker_.entities_[part].internal;
    }
    return name;
  }

  std::string ownValue(const std::string& name) override { return own(NameSpace::Value, name); }
  std::string ownConstructor(const std::string& name) override {
    return own(NameSpace::Constructor, name);
  }
  std::string ownType(const std::string& name) override { return own(NameSpace::Type, name); }

  std::vector<std::pair<std::string, std::string>> labelsOf(
      const std::string& constructor) override {
    std::vector<std::pair<std::string, std::string>> labels;
    const auto found = unit_.scope.find({NameSpace::Constructor, constructor});
    if (found == unit_.scope.end()) return labels;
    const EntityId id = *found->second.begin();
    const Unit& owner = linker_.units_[linker_.entities_[id].module];
    for (const std::string& label : linker_.labels_[id]) {
      const auto seen = owner.scope.find({NameSpace::Value, owner.name + "." + label});
      labels.emplace_back(label, linker_.entities_[*seen->second.begin()].internal);
    }
    return labels;
  }

  const std::string& qualifier() override { return linker_.qualifier_; }

 private:
  // What is defined in the program under that name; if several things are, one of them.
  std::optional<EntityId> find(NameSpace space, const std::string& written, support::Span span) {
    const auto found = unit_.scope.find({space, written});
    if (found == unit_.scope.end()) return std::nullopt;
    if (found->second.size() > 1) {
      std::vector<std::string> origins;
      for (const EntityId id : found->second) {
        origins.push_back(originOf(linker_.entities_[id]));
      }
      reportAmbiguous(written, origins, span,
                      "write it with the qualifier of one of the modules, or import it from one");
    }
    return *found->second.begin();
  }

  std::string own(NameSpace space, const std::string& name) {
    const auto found = unit_.scope.find({space, unit_.name + "." + name});
    if (found == unit_.scope.end()) return name;
    for (const EntityId id : found->second) {
      if (linker_.entities_[id].module == unit_.number) return linker_.entities_[id].internal;
    }
    return name;
  }

  // ------------------------------------------------------------------------------ the language

  const PreludeName* languageName(const std::string& qualifier, const std::string& plain) const {
    const Imports& language = unit_.language;
    if (const PreludeName* library = language.findOfLibrary(qualifier, plain)) return library;
    const PreludeName* known = language.find(plain);
    if (known == nullptr) return nullptr;
    const bool seen =
        qualifier.empty() ? language.sees(*known) : language.seesQualified(qualifier, *known);
    return seen ? known : nullptr;
  }

  std::string ofLanguage(std::string_view module, const std::string& plain) {
    linker_.languageModules_.emplace(module);
    return std::string(module) + "." + plain;
  }

  // The first module sees what it sees. To others it is as if they wrote the Prelude's names alone,
  // unless those have another meaning in the program, and all else with a qualifier.
  std::string languageSpelling(const PreludeName& name, const std::string& written,
                               const std::string& qualifier) {
    const std::string plain(name.name);
    if (unit_.isRoot() || name.module.starts_with("Gibbon.")) return written;
    const bool ofPrelude = name.module == "Prelude" && qualifier.empty();
    const bool same = ofPrelude && !isNameOfOther(NameSpace::Value, plain) &&
                      linker_.units_.front().language.sees(name);
    return same ? plain : ofLanguage(name.module, plain);
  }

  // ------------------------------------------------------------------------------------ errors

  bool isNameOfOther(NameSpace space, const std::string& name) const {
    return linker_.internal_.contains({space, name});
  }

  std::string originOf(const Entity& entity) const {
    return quoted(linker_.units_[entity.module].name);
  }

  void reportAmbiguous(const std::string& name, const std::vector<std::string>& origins,
                       support::Span span, std::string hint) {
    std::string all;
    for (std::size_t i = 0; i < origins.size(); ++i) {
      all += (i == 0 ? "" : i + 1 == origins.size() ? " and " : ", ") + origins[i];
    }
    linker_.error(span, quoted(name) + " is ambiguous: " + all + " define it", std::move(hint));
  }

  // Something that this module does not see; others may.
  void reportUnseen(const std::string& written, support::Span span) {
    const std::string plain = splitQualified(written).second;
    std::string module;
    for (const Unit& unit : linker_.units_) {
      const bool has = std::ranges::any_of(
          unit.exports, [&](EntityId id) { return linker_.entities_[id].name == plain; });
      if (has && module.empty()) module = moduleToImport(unit.name, plain);
    }
    const PreludeName* known = unit_.language.find(plain);
    if (module.empty() && known != nullptr && !unit_.language.hides(plain)) module = known->module;
    std::vector<std::string> seen;
    for (const auto& [key, ids] : unit_.scope) seen.push_back(key.second);
    const std::string nearest = nearestName(written, seen);
    std::string hint = "define it, or correct the spelling";
    if (!module.empty()) {
      hint = "write `import " + module + "`";
    } else if (!nearest.empty()) {
      hint = "did you mean " + quoted(nearest) + "?";
    }
    linker_.error(span, quoted(written) + " is not in scope", std::move(hint));
  }

  // Whether something is wrong with the qualifier of a name that means nothing.
  bool checkQualifier(const std::string& qualifier, const std::string& plain, support::Span span) {
    if (qualifier.empty()) return false;
    const std::string whole = quoted(qualifier + "." + plain);
    if (unit_.languageQualifiers.contains(qualifier)) {
      if (unit_.isRoot()) return false;
      if (unit_.language.isForeign(qualifier)) {
        linker_.error(span, whole + " is from a module that is not part of the language",
                      "it is not found: copy what is needed of it");
        return true;
      }
      linker_.error(span, whole + " is not in scope",
                    "the language has no " + quoted(plain) + " in that module");
      return true;
    }
    for (std::size_t i = 0; i < unit_.imports.size(); ++i) {
      const ast::Import& import = unit_.source.imports[i];
      const std::string& alias = import.alias.empty() ? import.module : import.alias;
      if (!unit_.imports[i] || alias != qualifier) continue;
      linker_.error(span, whole + " is not in scope",
                    "module " + quoted(import.module) + " does not export " + quoted(plain) +
                        ", or the import does not name it");
      return true;
    }
    if (unit_.isRoot() || qualifier == unit_.name) return false;
    linker_.error(span, whole + " is not in scope: no import is called " + quoted(qualifier),
                  "write `import qualified Prelude as " + qualifier + "`");
    return true;
  }

  Linker& linker_;
  const Unit& unit_;
  bool asCall_;
};

void Linker::renameUnits() {
  for (const Entity& entity : entities_) internal_.emplace(entity.space, entity.internal);
  for (const Unit& unit : units_) {
    for (const ast::Declaration& declaration : unit.source.declarations) {
      const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node);
      if (data == nullptr) continue;
      for (const ast::ConstructorDeclaration& constructor : data->constructors) {
        const auto id =
            unit.scope.find({NameSpace::Constructor, unit.name + "." + constructor.name});
        for (const ast::ConstructorField& field : constructor.fields) {
          if (!field.label.empty()) labels_[*id->second.begin()].push_back(field.label);
        }
      }
    }
  }
  for (Unit& unit : units_) {
    Names names(*this, unit, false);
    text::rename(unit.source.declarations, names);
  }
}

// What is said of an expression is about its own text.
support::Diagnostics Linker::rename(ast::Expr& expression) {
  Names names(*this, units_.front(), true);
  text::rename(expression, names);
  return std::exchange(errors_, {});
}

}  // namespace deforest::text
