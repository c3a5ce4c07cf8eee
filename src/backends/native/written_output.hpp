// What a program prints is written as it is made, and is no list.
//
//     main_ = report xs                        main_ = put (write (report xs) output) '\n'
//                                          =>  write []       out = out
//     (main prints the list)                   write (c : cs) out = write cs (put out c)
//
// `out` stands for what has been printed so far (ir/printing.hpp): whoever has it may print the
// next character, and gets another one for it. It is used once on every way, so that characters
// come in the order in which the list had them; to C++ all of them are one, where characters go.
//
// This alone changes little: the text is made, and then written. But `write` is one more reader of
// a list, and `given-ends` moves it to where the list comes from, which is not made then. What was
// a recursion whose results are put in front of each other has become a loop that prints: nothing
// but what its next round needs is kept. And what a program has printed before it fails is seen.
//
// What only a later output needs is computed behind the earlier ones, where Haskell does: a program
// whose third line fails has printed two.
//
// Right, because a program that does not fail prints the same characters in the same order, and one
// that fails prints a beginning of what Haskell prints before it fails: the whole outputs before
// that which fails, and as much of this one as is made by then.
//
// Not done where `main` prints a value alone, or is called again.
//
// Source: Wadler, Deforestation, TCS 1990: the printer is the last consumer.
#pragma once

#include "ir/program.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

/// The pass `written-output`.
pipeline::Pass writtenOutput();

/// Makes one call of several that follow each other.
void joinPuts(ir::Function& function);

}  // namespace deforest::backends
