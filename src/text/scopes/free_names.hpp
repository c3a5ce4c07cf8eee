// The variables that a declaration uses and does not bind: by their names, before they are
// resolved.
#pragma once

#include <set>
#include <string>

#include "text/parsing/ast.hpp"

namespace deforest::text {

/// Those of `names` that the right-hand side of an equation or of a pattern binding means, with its
/// `where`, where they stand outside.
[[nodiscard]] std::set<std::string> freeNames(const ast::Declaration& declaration,
                                              const std::set<std::string>& names);

/// The same of an expression.
[[nodiscard]] std::set<std::string> freeNames(const ast::Expr& expression,
                                              const std::set<std::string>& names);

/// The variables that a pattern binds.
[[nodiscard]] std::set<std::string> boundNames(const ast::Pattern& pattern);

/// What a declaration of a function or a value binds.
[[nodiscard]] std::set<std::string> boundNames(const ast::Declaration& declaration);

}  // namespace deforest::text
