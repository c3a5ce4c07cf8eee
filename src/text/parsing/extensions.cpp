#include "text/parsing/extensions.hpp"

#include <algorithm>
#include <string>

namespace deforest::text {
namespace {

// Whether the header has the word as an extension.
bool isInHeader(const ast::Module& module, std::string_view extension) {
  constexpr std::string_view separators = " \t\r\n,#{}";
  for (const std::string_view pragma : module.pragmas) {
    for (std::size_t at = 0; at < pragma.size();) {
      at = std::min(pragma.find_first_not_of(separators, at), pragma.size());
      const std::size_t end = std::min(pragma.find_first_of(separators, at), pragma.size());
      std::string_view word = pragma.substr(at, end - at);
      if (word.starts_with("-X")) word.remove_prefix(2);
      if (word == extension) return true;
      at = end;
    }
  }
  return false;
}

bool isInPackage(const ast::Module& module, const std::string& word, std::string_view extension) {
  const bool off = extension.starts_with("No") ? isInHeader(module, extension.substr(2))
                                               : isInHeader(module, "No" + std::string(extension));
  return !off && std::ranges::find(module.extensions, word) != module.extensions.end();
}

}  // namespace

bool hasExtension(const ast::Module& module, std::string_view extension) {
  return isInHeader(module, extension) || isInPackage(module, std::string(extension), extension);
}

bool mayHaveExtension(const ast::Module& module, std::string_view extension) {
  return hasExtension(module, extension) ||
         isInPackage(module, "?" + std::string(extension), extension);
}

void scopeVariables(ast::Module& module) {
  const bool scopes =
      hasExtension(module, "ScopedTypeVariables") || hasExtension(module, "GHC2021");
  const bool mayBeAmbiguous = hasExtension(module, "AllowAmbiguousTypes");
  for (ast::Declaration& declaration : module.declarations) {
    if (auto* instance = std::get_if<ast::InstanceDeclaration>(&declaration.node)) {
      instance->scopesVariables = instance->scopesVariables || scopes;
    } else if (auto* declared = std::get_if<ast::ClassDeclaration>(&declaration.node)) {
      declared->scopesVariables = scopes;
      declared->mayBeAmbiguous = mayBeAmbiguous;
    }
  }
}

}  // namespace deforest::text
