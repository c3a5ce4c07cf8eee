// Of which types every value is taken apart at most once.
//
//     orElse a b s = case a s of { Left _ -> b s; r -> r }      `Either` here: yes
//     both r       = (isLeft r, message r)                      no
//
// What a field of such a value waits to compute is computed at most once. A value is taken apart
// where a match reads a field of it that matters, and it may be handed on, once on each way: to a
// function, as a result, or into a field of a value that is itself taken apart at most once. A
// match that reads no such field leaves it whole, so what was looked at may still be returned, as
// `r` above.
//
// This is the uniqueness of Turner, Wadler and Mossin, "Once upon a type", Functional Programming
// Languages and Computer Architecture, 1995, with types for annotations: what does not hold of all
// values of a type is taken to hold of none.
#pragma once

#include <functional>
#include <vector>

#include "ir/program.hpp"

namespace deforest::backends {

/// A field of a constructor.
struct FieldPlace {
  ir::CtorId ctor;
  std::size_t index = 0;
  auto operator<=>(const FieldPlace&) const = default;
};

/// By type: whether values of it may be taken apart more than once, in functions that are reached,
/// of the types of which `carries` says that they have fields that matter: those for which `matters`
/// holds, and those of a type that carries.
[[nodiscard]] std::vector<bool> takenApartAgain(
    const ir::Program& program, const std::vector<bool>& carries,
    const std::function<bool(const FieldPlace&)>& matters);

}  // namespace deforest::backends
