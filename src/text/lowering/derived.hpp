// Operations on data that `deriving` provides: comparisons, enumeration. Each is a recursive
// function of the program per type, made when it is needed.
#pragma once

#include "text/lowering/body.hpp"
#include "text/lowering/program.hpp"

namespace deforest::text {

/// The structural function itself.
[[nodiscard]] ir::Function makeDerived(ProgramBuilder& builder, DerivedKind kind, ir::TypeId type);

/// A comparison (`Eq` to `Ge`), `Min` or `Max` of two values of any type that has it.
[[nodiscard]] ir::Atom writeComparison(ProgramBuilder& builder, BodyWriter& writer, ir::PrimOp op,
                                       ir::TypeId type, const ir::Atom& a, const ir::Atom& b,
                                       const std::string& name, ir::Position position);

/// `compare`: an Ordering.
[[nodiscard]] ir::Atom writeCompare(ProgramBuilder& builder, BodyWriter& writer, ir::TypeId type,
                                    const ir::Atom& a, const ir::Atom& b, const std::string& name,
                                    ir::Position position);

}  // namespace deforest::text
