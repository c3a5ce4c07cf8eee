// What may fail and is perhaps not needed is a value that says whether it failed.
//
//     entry (key : n : _) = Entry key (read n)       entry (key : n : _) = Entry key (read_tried n)
//     amount (Entry _ n) = n                     =>  amount (Entry _ n) = open n
//
//     data Entry = Entry String Int                  data Entry = Entry String Tried
//                                                    data Tried = Got Int | Failed Failure
//
// Native code computes what is bound where it is bound. Where that fails and Haskell would not have
// needed it, the program fails for nothing: for the first line of a table, which has names where
// the others have numbers, or for an `error` in a field that nobody looks at. So what is not
// certainly needed (certain_fields.hpp) and may fail is computed by a form of its function that
// does not fail but results in the failure, and fails where it is read.
//
//     read n = case parses n of              read_tried n = case parses n of
//       [x] -> x                               [x] -> Got x
//       _ -> error "no parse"                  _ -> Failed NoParse
//
// What such a form computes with what may have failed goes on in the branch in which it has not. A
// failure is handed on in fields of constructors and as an argument of functions that need not
// evaluate it, which get a form that takes it; everywhere else it fails. Lists whose elements are
// numbers or texts are left alone, for they are what much of a program's time is spent on.
//
// Right under Haskell's semantics: nothing is evaluated that was not, nothing twice, and nothing
// fails that did not. It ends, because forms are made by function and by which parameters may be
// failures; when there are too many of them, nothing is kept.
//
// Failures as values are those of Peyton Jones, Reid, Hoare, Marlow and Henderson, "A semantics for
// imprecise exceptions", Programming Language Design and Implementation, 1999.
#pragma once

#include "backends/native/suspension/failure_facts.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `keep-failures`.
pipeline::Pass keepFailures(Failing which = Failing::All);

}  // namespace deforest::backends
