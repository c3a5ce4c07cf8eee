// Reading the modules, and the module that they become.
#include "text/linking/link.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "text/lexing/lexer.hpp"
#include "text/linking/linker.hpp"
#include "text/linking/overloaded_strings.hpp"
#include "text/linking/repeated_main.hpp"
#include "text/parsing/parser.hpp"
#include "text/prelude/signatures.hpp"
#include "text/prelude/unsupported_modules.hpp"
#include "text/prelude/written_modules.hpp"
#include "text/printing/lexicon.hpp"
#include "text/scopes/fixity.hpp"
#include "text/scopes/import_lists.hpp"
#include "text/scopes/interfaces.hpp"
#include "text/scopes/report.hpp"
#include "text/scopes/top_patterns.hpp"

namespace deforest::text {
namespace {

constexpr std::string_view mainModule = "Main";

// Lines of nothing: what is parsed behind them has the positions that it has in the program.
std::string behind(std::uint32_t lines, std::string_view text) {
  return std::string(lines, '\n').append(text);
}

std::string fileOf(const std::string& module) {
  std::string path = module;
  std::ranges::replace(path, '.', '/');
  return path + ".hs";
}

// Whether a text uses a name that `is` says so of, qualified or not.
bool uses(std::string_view text, const std::function<bool(const std::string&)>& is) {
  return std::ranges::any_of(
      lex(text).tokens, [&](const Token& token) { return is(splitQualified(token.text).second); });
}

// One of the names by which actions are lifted. Few texts have them, and few are read for them.
bool namesLifting(std::string_view text) {
  if (text.find("liftIO") == text.npos && text.find("MonadIO") == text.npos) return false;
  return uses(text, [](const std::string& name) { return name == "liftIO" || name == "MonadIO"; });
}

// One of the types of whole numbers that are neither `Int` nor `Word`.
bool namesWidths(const Unit& unit) {
  return uses(unit.text, [](const std::string& name) {
    const bool isWord = name.starts_with("Word");
    if (!isWord && !name.starts_with("Int")) return false;
    const std::string width = name.substr(isWord ? 4 : 3);
    return width == "8" || width == "16" || width == "32" || width == "64";
  });
}

// The class of overloaded literals.
bool namesStrings(const Unit& unit) {
  return uses(unit.text,
              [](const std::string& name) { return name == "IsString" || name == "fromString"; });
}

// An import as it is written.
std::string textOf(const ast::Import& import) {
  std::string text = import.qualified ? "import qualified " : "import ";
  text += import.module;
  if (import.alias != import.module) text += " as " + import.alias;
  if (!import.names) return text;
  text += import.hiding ? " hiding (" : " (";
  for (std::size_t i = 0; i < import.names->size(); ++i) {
    const std::string& name = (*import.names)[i];
    text += i == 0 ? "" : ", ";
    text += isSymbolic(name) ? "(" + name + ")" : name;
  }
  return text + ")";
}

void importQualified(ast::Module& module, std::string_view name) {
  ast::Import made;
  made.module = name;
  made.qualified = true;
  made.text = textOf(made);
  module.imports.push_back(std::move(made));
}

// Of an import of all names, or of all but some: those that the other import has.
void restrict(ast::Import& import, const ast::Import& other) {
  if (!other.names || (import.names && !import.hiding)) return;
  if (import.names && !other.hiding) {
    const ast::Import hidden = std::exchange(import, other);
    const auto hides = [&](const std::string& name) {
      return std::ranges::find(*hidden.names, name) != hidden.names->end();
    };
    import.alias = hidden.alias;
    import.qualified = hidden.qualified;
    std::erase_if(*import.names, hides);
    std::erase_if(import.entities, [&](const ast::Entity& entity) { return hides(entity.name); });
    return;
  }
  import.hiding = other.hiding;
  if (!import.names) import.names.emplace();
  import.names->insert(import.names->end(), other.names->begin(), other.names->end());
  import.entities.insert(import.entities.end(), other.entities.begin(), other.entities.end());
}

// The words of the texts, without qualifiers.
std::set<std::string, std::less<>> wordsOf(const std::deque<Unit>& units) {
  std::set<std::string, std::less<>> words;
  for (const Unit& unit : units) {
    for (const Token& token : lex(unit.text).tokens) {
      words.insert(splitQualified(token.text).second);
    }
  }
  return words;
}

}  // namespace

void Linker::error(support::Span span, std::string message, std::string hint) {
  errors_.push_back({span, std::move(message), std::move(hint)});
}

// ------------------------------------------------------------------------------------- reading

void Linker::read(std::string_view text, const std::string& file, const std::string& wanted,
                  support::Span importedAt) {
  Unit& unit = units_.emplace_back();
  unit.number = units_.size() - 1;
  unit.text = text;
  if (!isFileOfWrittenModule(file)) *asked_ = *asked_ || namesLifting(text);
  const std::uint32_t before = files_.add(file, text);
  support::Result<ast::Module> parsed = parseModuleAsWritten(behind(before, text));
  if (!parsed) {
    for (const support::Diagnostic& each : parsed.diagnostics()) errors_.push_back(each);
    return;
  }
  unit.source = std::move(*parsed);
  nameTopPatterns(unit.source);
  makeFieldsStrict(unit.source);
  unit.name = unit.source.name.empty() ? mainModule : unit.source.name;
  if (!wanted.empty() && unit.name != wanted) {
    error(importedAt,
          quoted(file) + " is the module " + quoted(unit.name) + ", not " + quoted(wanted),
          "call the module as its file is called");
    return;
  }
  open_.push_back(unit.name);
  known_.try_emplace(unit.name);
  readImports(unit);
  open_.pop_back();
  known_[unit.name] = unit.number;
  if (errors_.empty()) resolveOperators(unit);
  if (errors_.empty() && unit.isRoot()) nameRepeatedMain(unit.source, unit.name);
  if (errors_.empty() && overloadsStrings(unit.source)) overloadStrings(unit.source);
}

void Linker::readImports(Unit& unit) {
  if (overloadsStrings(unit.source)) importQualified(unit.source, overloadedStrings);
  if (unit.source.namesNaturals) importQualified(unit.source, digitsModule);
  enterOwn(unit);
  for (const ast::Import& import : unit.source.imports) unit.imports.push_back(moduleOf(import));
  if (!errors_.empty()) return;
  for (std::size_t i = 0, written = unit.imports.size(); i < written; ++i) {
    if (unit.imports[i]) importOfLanguage(unit, i);
  }
  ast::Module language;  // what of it is about the language
  for (std::size_t i = 0; i < unit.imports.size(); ++i) {
    const ast::Import& import = unit.source.imports[i];
    if (unit.imports[i]) continue;
    language.imports.push_back(import);
    unit.languageQualifiers.insert(import.alias.empty() ? import.module : import.alias);
  }
  unit.languageQualifiers.insert("Prelude");
  unit.language = Imports(language);
  for (std::size_t i = 0; i < unit.imports.size(); ++i) {
    if (!unit.imports[i]) continue;
    enterImport(unit, unit.source.imports[i], units_[*unit.imports[i]]);
  }
  findExports(unit);
}

// The module of the program that is imported, which is read now if it has not been before.
std::optional<std::size_t> Linker::moduleOf(const ast::Import& import) {
  const std::string& module = import.module;
  if (module == "Prelude" || namesPackage(import)) return std::nullopt;
  if (const auto found = known_.find(module); found != known_.end()) {
    if (!found->second) reportCycle(module, import.span);
    return found->second;
  }
  std::optional<ModuleFile> file = modules_ ? modules_(module) : std::nullopt;
  if (!file) file = writtenFile(module);
  if (!file && !modules_) return std::nullopt;
  if (!file) {
    if (!isLibraryModule(module) && !signaturesOf(module)) {
      const std::string_view instead = insteadOfModule(module);
      if (instead.empty()) {
        missing_.push_back({import.span, "there is no module " + quoted(module),
                            "no file " + quoted(fileOf(module)) +
                                " is found, and the language has no module of that name"});
      } else {
        missing_.push_back({import.span, "module " + quoted(module) + " is not in the language",
                            std::string(instead)});
      }
    }
    return std::nullopt;
  }
  const std::size_t number = units_.size();
  read(file->text, file->path, module, import.span);
  return number;
}

// One that the compiler has as text.
std::optional<ModuleFile> Linker::writtenFile(const std::string& module) const {
  const bool ofNumbers = module == "Data.Word" || module == "Data.Int";
  const bool more = ofNumbers
                        ? std::ranges::any_of(units_, namesWidths)
                        : module == "Data.String" && std::ranges::any_of(units_, namesStrings);
  if (isLibraryModule(module) && !more) return std::nullopt;
  std::optional<std::string> text = writtenModule(module, lifts_);
  if (!text) return std::nullopt;
  aboutActions_ = aboutActions_ || text->find(" IO ") != std::string::npos;
  return ModuleFile{fileOfWrittenModule(module), std::move(*text)};
}

// What such a module exports of the language is imported from there.
void Linker::importOfLanguage(Unit& unit, std::size_t number) {
  const ast::Import import = unit.source.imports[number];
  const Unit& from = units_[*unit.imports[number]];
  const auto exports = [&](const std::string& name) {
    return std::ranges::any_of(from.exports,
                               [&](EntityId id) { return entities_[id].name == name; });
  };
  std::vector<ast::Import> exported = from.languageExports;
  for (const std::string_view also : alsoExportedBy(import.module)) {
    exported.emplace_back();
    exported.back().module = also;
  }
  for (const ast::Import& also : exported) {
    ast::Import made = import;
    made.alias = import.alias.empty() ? import.module : import.alias;
    made.module = also.module;
    restrict(made, also);
    if (import.names && !import.hiding) {
      std::erase_if(*made.names, exports);
      std::erase_if(made.entities, [&](const ast::Entity& entity) { return exports(entity.name); });
      // What is left is of the language alone.
      ast::Import& own = unit.source.imports[number];
      std::erase_if(*own.names, [&](const std::string& name) { return !exports(name); });
      std::erase_if(own.entities, [&](const ast::Entity& entity) { return !exports(entity.name); });
    }
    made.text = textOf(made);
    unit.source.imports.push_back(std::move(made));
    unit.imports.emplace_back();
  }
}

void Linker::reportCycle(const std::string& module, support::Span span) {
  std::string cycle = quoted(module);
  const auto begin = std::ranges::find(open_, module);
  for (auto each = begin + 1; each < open_.end(); ++each) cycle += " imports " + quoted(*each);
  error(span, "modules import each other: " + cycle + " imports " + quoted(module),
        "move what both need into a module of its own");
}

void Linker::resolveOperators(Unit& unit) {
  resolveFixities(unit.source, errors_, [&](const ast::Module&, const std::string& name) {
    return fixityOf(unit, name);
  });
}

const ast::Fixity* Linker::fixityOf(const Unit& unit, const std::string& written) const {
  const std::string plain = splitQualified(written).second;
  const bool isConstructor = isConstructorName(plain);
  const auto found =
      unit.scope.find({isConstructor ? NameSpace::Constructor : NameSpace::Value, written});
  if (found == unit.scope.end()) return nullptr;
  const auto declared = [&](const std::vector<ast::Declaration>& declarations) {
    const ast::Fixity* result = nullptr;
    for (const ast::Declaration& declaration : declarations) {
      const auto* fixity = std::get_if<ast::Fixity>(&declaration.node);
      const bool is = fixity != nullptr &&
                      std::ranges::find(fixity->operators, plain) != fixity->operators.end();
      if (is) result = fixity;
    }
    return result;
  };
  const Unit& owner = units_[entities_[*found->second.begin()].module];
  if (const ast::Fixity* fixity = declared(owner.source.declarations)) return fixity;
  for (const ast::Declaration& declaration : owner.source.declarations) {
    const auto* methods = std::get_if<ast::ClassDeclaration>(&declaration.node);
    if (methods == nullptr) continue;
    if (const ast::Fixity* fixity = declared(methods->declarations)) return fixity;
  }
  static const ast::Fixity usual{ast::Associativity::Left, 9, {}};
  return &usual;
}

// ---------------------------------------------------------------------------------- the program

// What the first module exports, by the names that it has in the program.
std::vector<ast::Export> Linker::rootExports(support::Span span) {
  std::vector<ast::Export> exports;
  for (const EntityId id : units_.front().exports) {
    const Entity& entity = entities_[id];
    if (entity.space == NameSpace::Constructor) continue;
    ast::Export made;
    made.name = entity.internal;
    made.text = entity.internal + (entity.parts.empty() ? "" : "(..)");
    made.span = span;
    exports.push_back(std::move(made));
  }
  return exports;
}

// Other modules may see more of the language than the first one does. What they see is imported
// with qualifiers, and so used.
void Linker::addImports(ast::Module& module) {
  for (const Unit& unit : units_) {
    for (std::size_t i = 0; i < unit.imports.size(); ++i) {
      const std::string& name = unit.source.imports[i].module;
      if (!unit.imports[i] && isLibraryModule(name)) languageModules_.insert(name);
    }
  }
  module.imports.clear();
  const Unit& root = units_.front();
  for (std::size_t i = 0; i < root.imports.size(); ++i) {
    if (!root.imports[i]) module.imports.push_back(root.source.imports[i]);
  }
  for (const std::string& name : languageModules_) {
    ast::Import import;
    import.text = "import qualified " + name;
    import.module = name;
    import.qualified = true;
    module.imports.push_back(std::move(import));
  }
}

ast::Module Linker::merged() {
  ast::Module& root = units_.front().source;
  const std::vector<ast::Import> imports = root.imports;
  ast::Module module = std::move(root);
  if (units_.size() == 1) return module;
  root.imports = imports;  // what an expression sees is asked for later
  module.ownDeclarations = module.declarations.size();
  module.name = units_.front().name;
  if (module.exportsListed) {
    const support::Span span = module.exports.empty() ? support::Span() : module.exports[0].span;
    module.exports = rootExports(span);
    module.exportText.clear();
    for (const ast::Export& exported : module.exports) {
      module.exportText += (module.exportText.empty() ? "" : ", ") + exported.text;
    }
  }
  addImports(module);
  for (std::size_t i = 1; i < units_.size(); ++i) {
    for (ast::Declaration& declaration : units_[i].source.declarations) {
      module.declarations.push_back(std::move(declaration));
    }
  }
  return module;
}

support::Result<Linked> Linker::run(std::string_view text, const std::string& file,
                                    std::unique_ptr<Linker> self) {
  read(text, file, {}, {});
  if (errors_.empty() && units_.size() > 1) {
    std::vector<std::string> modules;
    std::set<std::string, std::less<>> seen;
    for (const Unit& unit : units_) modules.push_back(unit.name);
    for (const Entity& entity : entities_) {
      const bool isSeen = std::ranges::any_of(units_, [&](const Unit& unit) {
        const PreludeName* known = unit.language.find(entity.name);
        return (known != nullptr && unit.language.sees(*known)) ||
               unit.language.findOfLibrary({}, entity.name) != nullptr;
      });
      if (isSeen) seen.insert(entity.name);
    }
    nameEntities(entities_, modules, wordsOf(units_), seen);
    qualifier_ = units_.front().name;
    renameUnits();
  }
  if (!errors_.empty()) {
    for (support::Diagnostic& each : missing_) errors_.push_back(std::move(each));
    return files_.located(std::move(errors_));
  }
  Linked result;
  result.module = merged();
  result.files = files_;
  result.missing = files_.located(std::move(missing_));
  result.aboutActions = aboutActions_;
  if (units_.size() > 1) result.linker_ = std::move(self);
  return result;
}

Linked::Linked() = default;
Linked::Linked(Linked&& other) noexcept = default;
Linked& Linked::operator=(Linked&& other) noexcept = default;
Linked::~Linked() = default;

support::Diagnostics Linked::rename(ast::Expr& expression) const {
  return linker_ == nullptr ? support::Diagnostics() : linker_->rename(expression);
}

support::Result<Linked> link(std::string_view text, const std::string& file,
                             const ModuleFiles& modules) {
  bool asked = false;
  const auto linked = [&](bool lifts) {
    auto linker = std::make_unique<Linker>(modules, lifts, asked);
    Linker& running = *linker;
    return running.run(text, file, std::move(linker));
  };
  support::Result<Linked> result = linked(false);
  return asked ? linked(true) : std::move(result);
}

}  // namespace deforest::text
