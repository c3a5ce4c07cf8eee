// What a program keeps of its source module as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/program.hpp"
#include "text/parsing/ast.hpp"
#include "text/scopes/tree.hpp"

namespace deforest::text {

/// Name, exports, pragmas, imports, the text of the declarations of types and fixities (with their
/// documentation and the comments inside), regions passed through.
[[nodiscard]] ir::Module keptModule(const ast::Module& source,
                                    const resolved::Module& resolvedModule, std::string_view text);

/// The record labels of the module's types.
[[nodiscard]] std::vector<std::string> labelsOf(const resolved::Module& module);

}  // namespace deforest::text
