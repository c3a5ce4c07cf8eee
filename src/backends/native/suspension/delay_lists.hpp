// Lists that never end where everything is evaluated.
//
//     digits n = case divMod n 10 of (m, d) -> d : digits m
//     size n = case (n, digits n) of (1, _) -> 1; (_, a : b : _) -> a + b
//
// ⇒   digits n = .. Item d (Waiting <slot> (DigitsWaits m))
//     size n = .. case force ds of Item a r -> case force r of Item b _ -> ..
//
// A function without a value where evaluation is strict, which results in a list and calls itself,
// makes a list that nobody reads to its end. All places that its lists may come to are one class:
// variables, parameters, results and fields, joined by every binding through which a list goes. In
// there a list is an end, an element and what follows it, or a call not yet made beside a slot for
// what it results in. A call that results in such a list is not made where it stands, unless the
// function results in just that; whoever takes the list apart makes it, and once, as in Haskell.
//
// Where no list of the type is taken apart more than once (single_use.hpp) there are no slots: what
// has been read is nobody's any more, and a loop along such a list holds one cell of it.
//
// Right since a call is only made later, or not at all, and what it is given is the same by then.
// What it would fail with it fails with when the list is looked at, as in Haskell.
//
// A list may be defined by itself, `x = f x` (ir/library_calls.hpp, `isTied`). The call that makes
// it is given the slot for what it results in, and a list within it that waits for that slot;
// whoever takes that apart before the slot is filled needs what is only being made, and fails.
//
// It does not fire where the list comes to what is not a function of the program: what is printed,
// what a root is given or gives, what a library is called with. Nor for what has a value: a list
// with an end is made as a whole, in less time and memory. Memory that such lists take is given
// back as that of slots is (plan/slots.hpp).
//
// Where a list only may have no end, since what it is made along has none, and comes to what is
// outside, or is made beside something else (`mapAccumL`), it is made as a whole, and does not end
// if nothing cuts it off before.
//
// Source: classes by unification are those of Steensgaard's points-to analysis (POPL 1996); the
// calls not yet made are Reynolds's defunctionalisation (1972).
#pragma once

#include "ir/program.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

/// Whether some function of the program has no value where everything is evaluated: otherwise the
/// pass does nothing.
[[nodiscard]] bool makesEndless(const ir::Program& program);

/// What a list says that is defined by itself and needs a cell which is not made yet; as GHC does.
inline constexpr const char* needsItself = "<<loop>>";

/// The pass `delay-lists`.
pipeline::Pass delayLists();

}  // namespace deforest::backends
