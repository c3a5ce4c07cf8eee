// Names and types of a module: the two phases of the front end that every reading of it begins
// with.
#pragma once

#include "text/parsing/ast.hpp"
#include "text/scopes/interfaces.hpp"
#include "text/scopes/report.hpp"
#include "text/scopes/tree.hpp"

namespace deforest::text {

/// Resolves `source` into `module`, of which only what is to be known before is set, and infers its
/// types; once more where that finds local values that are defined by themselves and are functions.
/// `call` and `interfaces` are as for `resolveModule`.
void typeModule(const ast::Module& source, resolved::Module& module, Reporter& reporter,
                const ast::Expr* call, Interfaces* interfaces);

}  // namespace deforest::text
