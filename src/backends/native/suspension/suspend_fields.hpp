// What is computed for a field that perhaps nobody reads is computed where it is read.
//
//     digit s = ... Left ("expected a digit at " ++ take 10 s)     ... Left (Digit_waits s)
//     orElse a b s = case a s of { Left _ -> b s; r -> r }      =>
//     main = ... Left e -> putStrLn e                              ... putStrLn (force w)
//                                                                  force (Digit_waits s) = digit_field s
//                                                                  force (Ready e) = e
//
// Native code computes the fields of a value before the value. Of a parser that tries one
// alternative after the other, most of the work is then the messages of those that fail, which
// nobody reads: a call that has not been made, a constructor with its arguments, is one cell
// (Reynolds, Definitional interpreters for higher-order programming languages, ACM 1972).
//
// Right under Haskell's semantics: what was computed before the value is computed where the field is
// read, or not at all. And no more often: only fields of values that are taken apart at most once
// wait (single_use.hpp); what is read of them and put into such a field again is not computed. What
// waits holds what it needs; a field of a type through which values of its own can be reached, as
// in trees, is never one that waits, for then data would be computations.
//
// It is done where most of the values are made with something to compute (a call), and some match
// drops the field and the value. Of two such fields, one of which may hold the other, the outer one
// is taken. Types of what roots, libraries and other modules are given or give stay as they are.
//
// Before everything else: what comes after fuses the new functions like others.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `suspend-fields`.
pipeline::Pass suspendFields();

}  // namespace deforest::backends
