// Resolves operators: `a + b * c`, which the parser leaves as a list of operands and operators,
// becomes a tree, by the fixities in scope at that place.
#pragma once

#include <vector>

#include "support/diagnostic.hpp"
#include "text/parsing/ast.hpp"
#include "text/parsing/parser.hpp"

namespace deforest::text {

/// Replaces every `Infix` and `InfixPattern` of the module. The standard operators have their
/// standard fixities unless the module defines a function of that name or declares a fixity for
/// it; local definitions and fixity declarations hold in their scope. Operators that do not go
/// together without parentheses, and trees that grow higher than `nestingLimit`, are added to
/// `diagnostics`; their declarations stay unresolved.
///
/// A section of an unparenthesised operator application, `(a + b *)` or `(* a + b)`, comes from
/// the parser as a section whose operand is an `Infix` with as many operators as operands: the
/// operator of the section is the last or the first of them. It is an error unless the operand
/// binds tighter.
/// `fixityOf`, if given, knows how other operators that the module imports bind.
void resolveFixities(ast::Module& module, support::Diagnostics& diagnostics,
                     const ImportedFixity& fixityOf = {});

/// The same for expressions that stand alone; `scope`, if not null, gives the fixities.
void resolveFixities(std::vector<ast::Expr>& expressions, const ast::Module* scope,
                     support::Diagnostics& diagnostics);

}  // namespace deforest::text
