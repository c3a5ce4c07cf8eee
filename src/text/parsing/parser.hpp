// The parser: from source text to the syntax tree of text/parsing/ast.hpp, operators resolved by
// fixity.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"
#include "text/parsing/ast.hpp"

namespace deforest::text {

/// How deep syntax may nest, and how high the trees are that the parser makes: whoever walks them
/// by recursion needs no more levels than this. What nests deeper is a diagnostic.
inline constexpr int nestingLimit = 1000;

/// Parses a module. After an error it goes on with the next top-level declaration, so that the
/// diagnostics are those of the whole module (a hundred at most), in order of position.
///
/// In the result no `Infix`, `InfixPattern` is left: an operator application is an `Apply` of a
/// `Variable` or `ConstructorName` to two arguments. Parentheses leave no trace. `()` is an empty
/// `Tuple` (`TypeTuple`, `TuplePattern`), `[]` an empty `List` (`ListPattern`; `TypeName "[]"`),
/// `(,)` a `ConstructorName` (`TypeName`) of that name. `x = e` is a `Clause` without patterns.
/// Haddock comments are kept for top-level declarations; `-- ^` below one is stored as `-- |`.
[[nodiscard]] support::Result<ast::Module> parseModule(std::string_view text);

/// The same for text that nobody wrote: all of it stands for what is at `place`.
[[nodiscard]] support::Result<ast::Module> parseModuleAt(support::Span place,
                                                         std::string_view text);

/// The same as the first, but every operator application is left as an `Infix` (`InfixPattern`):
/// how the operators that it imports bind is not known yet (scopes/fixity.hpp).
[[nodiscard]] support::Result<ast::Module> parseModuleAsWritten(std::string_view text);

/// As `parseModule`, where declarations in which there are errors are opaque
/// (text/parsing/opaque.hpp), and only what is wrong outside of declarations is an error.
/// `fixityOf`, if given, says how the operators bind that the module imports; null: as usual.
using ImportedFixity =
    std::function<const ast::Fixity*(const ast::Module& module, const std::string& name)>;
[[nodiscard]] support::Result<ast::Module> parseModuleWithOpaque(
    std::string_view text, const ImportedFixity& fixityOf = {});

/// Parses an expression, all of `text`. Operators have the fixities of `scope`, if it is given,
/// and else those of the standard library.
[[nodiscard]] support::Result<ast::Expr> parseExpression(std::string_view text,
                                                         const ast::Module* scope = nullptr);

/// Parses a sequence of arguments as they stand after a function: `3 (f x) [1, 2] Nothing`.
/// Unlike in a program, an argument may be a negative number: `-3`.
[[nodiscard]] support::Result<std::vector<ast::Expr>> parseArguments(
    std::string_view text, const ast::Module* scope = nullptr);

}  // namespace deforest::text
