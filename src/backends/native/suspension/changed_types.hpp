// Types of which fields have got other types.
#pragma once

#include <set>

#include "backends/native/suspension/additions.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// Types are no longer what their names say if a field of theirs has changed, as those of the types
/// in `changed` have, or is of such a type: they get names of their own. Lists and tuples stay what
/// they are, of other elements.
void renameChanged(ir::Program& program, Additions& additions, const std::set<ir::TypeId>& changed);

}  // namespace deforest::backends
