#include "driver/module_texts.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "driver/cabal_file.hpp"
#include "driver/files.hpp"
#include "text/lexing/lexer.hpp"
#include "text/lexing/literate.hpp"

namespace deforest::driver {
namespace {

constexpr std::uintmax_t mostModuleBytes = std::uintmax_t{2} << 20U;

std::string moduleName(const std::string& content) {
  const text::Lexemes lexemes = text::lex(content);
  const auto& tokens = lexemes.tokens;
  if (tokens.size() < 2 || tokens[0].kind != text::TokenKind::Module) return "Main";
  return std::string(tokens[1].text);
}

// But for what the name ends in: `.hs`, or `.lhs`.
std::filesystem::path pathOf(const std::string& module) {
  std::string file = module;
  std::ranges::replace(file, '.', '/');
  return file;
}

std::optional<std::filesystem::path> rootOf(const std::string& path, const std::string& module) {
  const std::filesystem::path file(path);
  if (module == "Main") return file.parent_path();
  std::filesystem::path root = file.parent_path();
  std::filesystem::path left = pathOf(module);
  if (left.filename() != file.stem()) return std::nullopt;
  for (left = left.parent_path(); !left.empty(); left = left.parent_path()) {
    if (left.filename() != root.filename()) return std::nullopt;
    root = root.parent_path();
  }
  return root;
}

// The file of a module, if one of the directories has it.
std::optional<text::ModuleFile> fileIn(const std::vector<std::filesystem::path>& roots,
                                       const std::string& module) {
  for (const std::filesystem::path& root : roots) {
    for (const std::string_view ending : {".hs", ".lhs"}) {
      std::filesystem::path file = root / pathOf(module);
      file += ending;
      std::error_code error;
      if (!std::filesystem::is_regular_file(file, error)) continue;
      std::optional<std::string> text = readIfSmall(file, mostModuleBytes);
      if (!text) return std::nullopt;
      return text::ModuleFile{file.string(), text::programIn(ending, std::move(*text))};
    }
  }
  return std::nullopt;
}

// Where modules may be, and what is on in them.
struct ModuleSurroundings {
  std::vector<std::filesystem::path> roots;
  std::vector<std::string> extensions;
};

ModuleSurroundings surroundingsOf(const std::string& path, const std::string& content) {
  ModuleSurroundings found;
  std::error_code unknown;
  const std::filesystem::path file = std::filesystem::absolute(path, unknown).lexically_normal();
  const std::filesystem::path directory = file.parent_path();
  const std::optional<std::filesystem::path> root = rootOf(file.string(), moduleName(content));
  if (root) found.roots.push_back(*root);
  if (const auto package = packageAround(directory)) {
    found.extensions = extensionsIn(*package, root.value_or(directory));
    for (const CabalComponent& component : package->components) {
      for (const std::string& each : component.sourceDirs) {
        const std::filesystem::path other = package->directory / each;
        if (std::ranges::find(found.roots, other) == found.roots.end()) {
          found.roots.push_back(other);
        }
      }
    }
  }
  return found;
}

// A path as the user writes those of this directory: as it was given, if it was given whole.
std::string shown(const std::string& file, const std::string& given) {
  if (std::filesystem::path(given).is_absolute()) return file;
  std::error_code unknown;
  const std::filesystem::path here = std::filesystem::proximate(file, unknown);
  return unknown ? file : here.string();
}

}  // namespace

text::Package packageOf(const std::string& path, const std::string& content) {
  if (path == "-") return {};
  ModuleSurroundings found = surroundingsOf(path, content);
  const auto textIn = [roots = std::move(found.roots)](const std::string& module) {
    std::optional<text::ModuleFile> file = fileIn(roots, module);
    return file ? std::optional(std::move(file->text)) : std::nullopt;
  };
  return {textIn, std::move(found.extensions)};
}

text::ModuleFiles moduleFilesOf(const std::string& path, const std::string& content) {
  if (path == "-") return {};
  return [path, roots = surroundingsOf(path, content).roots](const std::string& module) {
    std::optional<text::ModuleFile> file = fileIn(roots, module);
    if (file) file->path = shown(file->path, path);
    return file;
  };
}

}  // namespace deforest::driver
