// A function that is given its type where it is applied.
//
//     (max :: Int -> Int -> Int) x y   =>   max (x :: Int) (y :: Int) :: Int
//
// What is applied is then a name, so that it is called, and no function has to be made of it first.
// The same, since a function at this type takes and gives just these. Not done with type variables,
// which have to be the same in all of the type.
#pragma once

#include <vector>

#include "text/parsing/ast.hpp"

namespace deforest::text {

/// The application of a function to one or more arguments.
[[nodiscard]] ast::Expr applied(ast::Expr function, std::vector<ast::Expr> arguments, Span span);

}  // namespace deforest::text
