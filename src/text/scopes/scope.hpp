// The scope phase: from the syntax tree to the module with every name resolved.
//
// Besides names it settles what does not need types: how many arguments everything takes, which
// declarations depend on which, what a local function captures, which sugar stands for what
// (sections and partial application for functions without names, lists of patterns, records by
// position, ranges). What is not in the language is found here and reported with what to do
// instead.
#pragma once

#include "text/parsing/ast.hpp"
#include "text/scopes/interfaces.hpp"
#include "text/scopes/report.hpp"
#include "text/scopes/tree.hpp"

namespace deforest::text {

/// Resolves `source` into `module`, which must be fresh. Errors are reported and leave holes; the
/// module may still be inferred to find further errors. `call`, if given, becomes the body of an
/// additional function without parameters, `module.call`. `interfaces`, if given, know what is
/// imported from modules that are not part of the language.
void resolveModule(const ast::Module& source, resolved::Module& module, Reporter& reporter,
                   const ast::Expr* call = nullptr, Interfaces* interfaces = nullptr);

/// What to do instead of defining a value by itself.
[[nodiscard]] std::string hintAtCycle(const resolved::Module& module);

}  // namespace deforest::text
