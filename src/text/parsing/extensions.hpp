// Which extensions of the language are on in a module.
#pragma once

#include <string_view>

#include "text/parsing/ast.hpp"

namespace deforest::text {

/// Whether a LANGUAGE or OPTIONS pragma in the header of the module, or its package, turns the
/// extension on.
[[nodiscard]] bool hasExtension(const ast::Module& module, std::string_view extension);
/// Whether it may be on: the package does not say of all its parts.
[[nodiscard]] bool mayHaveExtension(const ast::Module& module, std::string_view extension);

/// Says of the module's classes and instances whether the types inside see their variables, and of
/// classes whether a method need not mention them, as the header has it.
void scopeVariables(ast::Module& module);

}  // namespace deforest::text
