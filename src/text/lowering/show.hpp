// `show` at every type: as derived, and as the instances that the module declares say.
#pragma once

#include "text/lowering/body.hpp"
#include "text/lowering/program.hpp"

namespace deforest::text {

/// `show` of a data type, or its `showsPrec`.
[[nodiscard]] ir::Function makeShow(ProgramBuilder& builder, DerivedKind kind, ir::TypeId type);

/// What a value is shown as.
[[nodiscard]] ir::Atom writeShow(ProgramBuilder& builder, BodyWriter& writer, ir::TypeId type,
                                 const ir::Atom& value, const std::string& name,
                                 ir::Position position);

/// The same before `rest`, as the operand of something that binds with `precedence` - 1.
[[nodiscard]] ir::Atom writeShowsPrec(ProgramBuilder& builder, BodyWriter& writer, ir::TypeId type,
                                      const ir::Atom& precedence, const ir::Atom& value,
                                      const ir::Atom& rest, const std::string& name,
                                      ir::Position position);

/// Whether a value of the type, or a part of one, is shown otherwise than the program's types say:
/// as an instance says that the module declares, or by the names that its constructors have in the
/// text.
[[nodiscard]] bool showsOwn(const ProgramBuilder& builder, ir::TypeId type);

}  // namespace deforest::text
