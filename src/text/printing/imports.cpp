#include "text/printing/imports.hpp"

#include <algorithm>

#include "ir/primitives.hpp"
#include "text/prelude/libraries.hpp"
#include "text/prelude/prelude.hpp"
#include "text/printing/lexicon.hpp"

namespace deforest::text {
namespace {

constexpr std::string_view thePrelude = "Prelude";

bool isIdentifierByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '\'' || c == '.' || byte >= 0x80;
}

bool isSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// The words of an import declaration: identifiers, operators, brackets and commas. Comments are
// left out.
std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words;
  std::size_t i = 0;
  while (i < text.size()) {
    const char c = text[i];
    std::size_t end = i + 1;
    if (isSpace(c)) {
      i = end;
      continue;
    }
    if (text.substr(i, 2) == "{-") {
      const auto close = text.find("-}", i + 2);
      i = close == std::string_view::npos ? text.size() : close + 2;
      continue;
    }
    if (text.substr(i, 2) == "--") {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (c != '(' && c != ')' && c != ',') {
      const bool identifier = isIdentifierByte(c) && !(c == '.' && words.size() > 1);
      while (end < text.size() && !isSpace(text[end]) && text[end] != '(' && text[end] != ')' &&
             text[end] != ',' && (isIdentifierByte(text[end]) || !identifier)) {
        ++end;
      }
    }
    words.emplace_back(text.substr(i, end - i));
    i = end;
  }
  return words;
}

// The methods of Data.Bits' class that have a primitive.
bool isBitsMethod(std::string_view name) {
  return name == ".&." || name == ".|." || name == "xor" || name == "complement" ||
         name == "shiftL" || name == "shiftR" || name == "popCount" || name == "testBit";
}

std::string_view moduleOf(ir::PrimOp op) {
  const std::string_view name = ir::info(op).name;
  const bool coded = op == ir::PrimOp::Ord || op == ir::PrimOp::Chr;
  if (coded || ir::isOfCharacters(op)) return "Data.Char";
  return isBitsMethod(name) ? "Data.Bits" : thePrelude;
}

// A name as import and export lists write it.
std::string listed(std::string_view name) {
  return isSymbolic(name) ? "(" + std::string(name) + ")" : std::string(name);
}

std::string commaList(const std::vector<std::string>& names) {
  std::string out;
  for (const auto& name : names) out += (out.empty() ? "" : ", ") + listed(name);
  return "(" + out + ")";
}

// What lines of an untouched region define at top level, as far as a line shows it.
void addUntouchedDefinitions(std::string_view region, std::unordered_set<std::string>& names) {
  while (!region.empty()) {
    const auto end = std::min(region.find('\n'), region.size());
    const auto line = region.substr(0, end);
    region.remove_prefix(std::min(end + 1, region.size()));
    std::size_t length = 0;
    while (length < line.size() && isIdentifierByte(line[length])) ++length;
    if (length > 0 && isVariableName(line.substr(0, length))) {
      names.emplace(line.substr(0, length));
    }
  }
}

}  // namespace

bool ImportLine::provides(std::string_view name) const {
  if (!names) return true;
  const bool methods =
      isBitsMethod(name) && std::find(names->begin(), names->end(), "..") != names->end();
  const bool found = methods || std::find(names->begin(), names->end(), name) != names->end();
  return found != hiding;
}

ImportLine readImport(std::string_view text) {
  ImportLine line;
  line.text = std::string(text);
  const auto words = wordsOf(text);
  bool list = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto& word = words[i];
    if (list) {
      if (word != "(" && word != ")" && word != "," && word != "type" && word != "pattern") {
        line.names->push_back(word);
      }
    } else if (word == "(") {
      list = true;
      line.names.emplace();
    } else if (word == "qualified") {
      line.qualified = true;
    } else if (word == "hiding") {
      line.hiding = true;
    } else if (word == "as" && i + 1 < words.size()) {
      line.alias = words[++i];
    } else if (word != "safe" && word[0] != '"' && line.module.empty()) {
      line.module = word;
    }
  }
  if (line.alias.empty()) line.alias = line.module;
  return line;
}

ModuleScope::ModuleScope(const ir::Program& program, bool (*keep)(const ImportLine&)) {
  for (const auto& text : program.module.imports) {
    ImportLine line = readImport(text);
    if (line.module == thePrelude) implicitPrelude_ = false;
    if (keep == nullptr || keep(line)) lines_.push_back(std::move(line));
  }
  for (const auto& pragma : program.module.pragmas) {
    if (pragma.find("NoImplicitPrelude") != std::string::npos) implicitPrelude_ = false;
  }
  const auto define = [&](const std::string& name) { defined_.insert(name); };
  for (const auto& function : program.functions) {
    define(function.name);
    // Those of collections are qualified, or listed in an import.
    if (function.library && findLibrary(function.library->module) == nullptr) {
      avoid(function.library->name);
    }
  }
  for (const auto& type : program.types) {
    if (type.kind != ir::TypeKind::Data || type.shape != ir::DataShape::Declared) continue;
    define(type.name.substr(0, type.name.find(' ')));
    for (const auto id : type.constructors) {
      define(program.constructor(id).name);
      for (const auto& field : program.constructor(id).fields) {
        if (!field.label.empty()) define(field.label);
      }
    }
  }
  for (const auto& region : program.module.untouched) addUntouchedDefinitions(region, defined_);
  for (const auto& name : defined_) {
    if (inPrelude(name)) clashes_.push_back(name);
  }
  std::sort(clashes_.begin(), clashes_.end());
  for (const auto& function : program.functions) {
    const Library* library = function.library ? findLibrary(function.library->module) : nullptr;
    if (library != nullptr && isPlain(*library, function.library->name)) {
      avoid(function.library->name);
    }
  }
}

bool ModuleScope::inScope(std::string_view module, std::string_view name) const {
  if (defines(name)) return false;
  if (module == thePrelude && implicitPrelude_) return true;
  return std::any_of(lines_.begin(), lines_.end(), [&](const ImportLine& line) {
    return line.module == module && !line.qualified && line.provides(name);
  });
}

std::string ModuleScope::aliasOf(std::string_view module, std::string_view name) {
  for (const auto& line : lines_) {
    if (line.module == module && line.provides(name)) return line.alias;
  }
  auto& alias = byAlias_[std::string(module)];
  if (alias.empty()) {
    const std::string wanted(1, module == thePrelude ? 'P' : module == "Data.Bits" ? 'B' : 'C');
    const bool taken = std::any_of(lines_.begin(), lines_.end(),
                                   [&](const ImportLine& line) { return line.alias == wanted; });
    alias = taken ? std::string(module) : wanted;
  }
  return alias;
}

std::string ModuleScope::imported(std::string_view module, std::string_view name) {
  if (inScope(module, name)) return std::string(name);
  if (!defines(name) && module != thePrelude) {
    byName_[std::string(module)].emplace(name);
    return std::string(name);
  }
  return aliasOf(module, name) + "." + std::string(name);
}

// Whether what a library has is written without a qualifier: it is imported by name, or nothing
// else can be meant.
bool ModuleScope::isPlain(const Library& library, std::string_view name) const {
  if (defines(name)) return false;
  bool open = false;
  bool clear = !inPrelude(name);
  for (const ImportLine& line : lines_) {
    if (line.qualified || !line.provides(name)) continue;
    const bool listed = line.names && !line.hiding;
    const Library* exported = findLibrary(line.module);
    if (exported != nullptr && exported->module == library.module) {
      if (listed) return true;
      open = true;
    } else if (listed || !isLibraryModule(line.module)) {
      clear = false;
    } else if (exported != nullptr) {
      clear = clear && exported->find(name) == nullptr;
    } else if (const PreludeName* known = findPreludeName(name)) {
      clear = clear && known->module != line.module && !isReexported(line.module, *known);
    }
  }
  return open && clear;
}

// Several modules may export it.
std::string ModuleScope::library(std::string_view module, std::string_view name) {
  if (module.empty()) return std::string(name);
  if (module == thePrelude) return prelude(name);
  const Library* wanted = findLibrary(module);
  if (wanted == nullptr) return imported(module, name);
  if (isPlain(*wanted, name)) return std::string(name);
  const auto exports = [&](const ImportLine& line) {
    const Library* exported = findLibrary(line.module);
    return exported != nullptr && exported->module == module && line.provides(name);
  };
  for (const bool renamedOnes : {true, false}) {
    for (const ImportLine& line : lines_) {
      const bool renamed = line.alias != line.module;
      if (exports(line) && renamed == renamedOnes) return line.alias + "." + std::string(name);
    }
  }
  auto& alias = byAlias_[std::string(module)];
  if (alias.empty()) {
    const std::string type(wanted->type);
    const bool taken =
        std::ranges::any_of(lines_, [&](const ImportLine& line) { return line.alias == type; });
    alias = taken ? std::string(module) : type;
  }
  return alias + "." + std::string(name);
}

// What a module imports for itself may not have the constructors.
std::string ModuleScope::builtin(std::string_view type, std::string_view name) {
  const std::string_view plain = unqualified(name);
  const std::span<const std::string_view> modules = modulesOfPreludeType(unqualified(type));
  if (modules.empty()) return prelude(name);
  // The types of cells are declared where they are printed.
  if (modules.front() == "Deforest.Cells") return std::string(plain);
  const std::string_view source = moduleOfConstructors(unqualified(type));
  const bool hidden = source != modules.front() && plain != unqualified(type);
  for (const bool wantsQualified : {false, true}) {
    for (const ImportLine& line : lines_) {
      const bool exports = std::ranges::find(modules, line.module) != modules.end();
      const bool has = line.module == source || (exports && !hidden);
      if (!has || line.qualified != wantsQualified || !line.provides(unqualified(type))) {
        continue;
      }
      if (wantsQualified) return line.alias + "." + std::string(plain);
      if (!defines(plain)) return std::string(plain);
    }
  }
  if (defines(plain)) return aliasOf(source, plain) + "." + std::string(plain);
  byName_[std::string(source)].insert(std::string(unqualified(type)) + "(..)");
  return std::string(plain);
}

std::string ModuleScope::primitive(ir::PrimOp op) {
  return imported(moduleOf(op), ir::info(op).name);
}

bool ModuleScope::reserved(std::string_view name) const {
  return isReservedWord(name) || isUsedByPrinter(name) || defines(name) ||
         avoided_.contains(std::string(name));
}

std::vector<std::string> ModuleScope::hiddenFrom(const ImportLine& line) const {
  std::vector<std::string> hidden;
  const bool listed = line.names && !line.hiding;  // what is listed is wanted
  if (line.qualified || listed || line.module != thePrelude) return hidden;
  std::copy_if(clashes_.begin(), clashes_.end(), std::back_inserter(hidden),
               [&](const std::string& name) { return line.provides(name); });
  return hidden;
}

std::vector<std::string> ModuleScope::imports() const {
  std::vector<std::string> out;
  if (implicitPrelude_ && (!clashes_.empty() || byAlias_.contains(std::string(thePrelude)))) {
    out.push_back("import Prelude" + (clashes_.empty() ? "" : " hiding " + commaList(clashes_)));
  }
  for (const auto& line : lines_) {
    const auto hidden = hiddenFrom(line);
    if (hidden.empty()) {
      out.push_back(line.text);
      continue;
    }
    if (line.hiding) {
      const auto close = line.text.rfind(')');
      const std::string more = commaList(hidden);
      const std::string separator = line.names->empty() ? "" : ", ";
      out.push_back(line.text.substr(0, close) + separator + more.substr(1, more.size() - 2) +
                    line.text.substr(close));
    } else {
      const std::string alias = line.alias == line.module ? "" : " as " + line.alias;
      out.push_back("import " + line.module + alias + " hiding " + commaList(hidden));
    }
  }
  appendNeeded(out);
  return out;
}

void ModuleScope::define(const std::set<std::string>& names) {
  defined_.insert(names.begin(), names.end());
}

bool ModuleScope::importsByName(std::string_view name) const {
  return std::ranges::any_of(lines_, [&](const ImportLine& line) {
    return !line.qualified && !line.hiding && line.names && line.provides(name);
  });
}

std::vector<std::string> ModuleScope::additionalImports() const {
  std::vector<std::string> out;
  // Importing it under another name would do away with the implicit import.
  const bool prelude = byAlias_.contains(std::string(thePrelude));
  if (implicitPrelude_ && prelude) out.emplace_back("import Prelude");
  appendNeeded(out);
  return out;
}

void ModuleScope::appendNeeded(std::vector<std::string>& out) const {
  for (const auto& [module, alias] : byAlias_) {
    out.push_back("import qualified " + module + (alias == module ? "" : " as " + alias));
  }
  for (const auto& [module, names] : byName_) {
    out.push_back("import " + module + " " + commaList({names.begin(), names.end()}));
  }
}

}  // namespace deforest::text
