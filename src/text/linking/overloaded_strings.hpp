// Literals of Strings that may be of other types: OverloadedStrings.
//
//     greet "" = "nobody"         =>     greet s | s == fromString "" = fromString "nobody"
//     greet name = name <> "!"           greet name = name <> fromString "!"
//
// What is an operand of `++`, or is handed to a function of the Prelude that takes a String, is one,
// and stays as it is. So do literals in patterns of lambdas and of what `do`, `let` and `where`
// bind.
#pragma once

#include <vector>

#include "text/parsing/ast.hpp"

namespace deforest::text {

/// Whether the literals of the module are meant so: its header says so, and it imports another type
/// of texts.
[[nodiscard]] bool overloadsStrings(const ast::Module& module);

/// Makes them calls of the function of the module `overloadedStrings` (prelude/written_modules.hpp).
/// Operators are in order.
void overloadStrings(ast::Module& module);

}  // namespace deforest::text
