// Patterns that are bound at the top level of a module, as constants.
//
//     (names, rules) = unzip table      =>      names_rules = let (names, rules) = unzip table
//                                                             in (names, rules)
//                                               names = case names_rules of (names, _) -> names
//                                               rules = case names_rules of (_, rules) -> rules
//
// The whole is computed once, when the first of them is wanted (the Haskell 2010 Report, 3.12).
#pragma once

#include "text/parsing/ast.hpp"

namespace deforest::text {

/// A pattern without variables, which nothing wants, is dropped.
void nameTopPatterns(ast::Module& module);

}  // namespace deforest::text
