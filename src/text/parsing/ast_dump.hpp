// The syntax tree as a compact S-expression, for tests and for looking at what the parser made.
#pragma once

#include <string>

#include "text/parsing/ast.hpp"

namespace deforest::text {

/// One line per part of the module. Names and literals stand as they are written, strings and
/// characters with escapes; everything else is `(kind part part ...)`:
///
///     f (Just x) | x > 0 = x + 1        (f (Just x) [(> x 0)] (+ x 1))
///
/// An application `f a b` is `(f a b)`. Kinds that have no syntax of their own in the source are
/// named by a word: (if c a b), (case e (p e) ..), (let (d ..) e), (tuple a b), (list a b), (neg
/// a).
[[nodiscard]] std::string dump(const ast::Module& module);
[[nodiscard]] std::string dump(const ast::Declaration& declaration);
[[nodiscard]] std::string dump(const ast::Expr& expression);
[[nodiscard]] std::string dump(const ast::Pattern& pattern);
[[nodiscard]] std::string dump(const ast::TypeExpr& type);

}  // namespace deforest::text
