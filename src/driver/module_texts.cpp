#include "driver/module_texts.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "text/lexing/lexer.hpp"

namespace deforest::driver {
namespace {

constexpr std::uintmax_t mostBytes = std::uintmax_t{2} << 20U;

std::string moduleName(const std::string& content) {
  const text::Lexemes lexemes = text::lex(content);
  const auto& tokens = lexemes.tokens;
  if (tokens.size() < 2 || tokens[0].kind != text::TokenKind::Module) return "Main";
  return std::string(tokens[1].text);
}

std::filesystem::path pathOf(const std::string& module) {
  std::string file = module;
  std::ranges::replace(file, '.', '/');
  return file + ".hs";
}

std::optional<std::filesystem::path> rootOf(const std::string& path, const std::string& module) {
  const std::filesystem::path file(path);
  if (module == "Main") return file.parent_path();
  std::filesystem::path root = file.parent_path();
  std::filesystem::path left = pathOf(module);
  if (left.stem() != file.stem()) return std::nullopt;
  for (left = left.parent_path(); !left.empty(); left = left.parent_path()) {
    if (left.filename() != root.filename()) return std::nullopt;
    root = root.parent_path();
  }
  return root;
}

}  // namespace

text::ModuleText moduleTexts(const std::string& path, const std::string& content) {
  if (path == "-") return {};
  const std::optional<std::filesystem::path> root = rootOf(path, moduleName(content));
  if (!root) return {};
  return [root = *root](const std::string& module) -> std::optional<std::string> {
    const std::filesystem::path file = root / pathOf(module);
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (error || size > mostBytes) return std::nullopt;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
}

}  // namespace deforest::driver
