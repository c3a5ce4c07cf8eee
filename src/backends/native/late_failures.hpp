// What may fail is computed behind what is printed before it is read.
//
//     n = total xs                              n = total xs
//     k = greatest xs                    =>     out1 = write n out
//     out1 = write n out                        k = greatest xs
//     out2 = write k out1                       out2 = write k out1
//
// The text of a program is a list to begin with, of which the parts are computed before they are
// put in front of each other. What is printed is written as it is made (written_output.hpp,
// write_actions.hpp), and a program that fails has printed what it printed before, as far as
// nothing that stands in front of that fails. So it moves down, but not behind what reads it; a
// `seq` does, so that what is forced stays in front of what is printed then.
//
// Right, because what does not fail is the same wherever it is computed, and of what fails the first
// says so as before: the order among those is kept.
#pragma once

#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `late-failures`.
pipeline::Pass lateFailures();

}  // namespace deforest::backends
