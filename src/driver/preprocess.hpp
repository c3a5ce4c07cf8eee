// GHC's preprocessor: what `{-# OPTIONS_GHC -F -pgmF deforest #-}` calls.
//
//     deforest ORIGINAL INPUT OUTPUT [OPTIONS]
//
// INPUT is what literate Haskell and the C preprocessor leave of ORIGINAL. OUTPUT is Haskell with
// the meaning of INPUT. A build never fails for it: what cannot be done, whether the module is
// beyond the compiler or the compiler is broken, is a warning, and INPUT goes through as it is. The
// work is done by a process of its own, so that neither a crash nor a loop can keep it from that.
//
// What GHC says of the output should be about ORIGINAL: LINE pragmas stand at the top and around
// what is new. The options that made GHC call us are gone from the output.
#pragma once

#include <string>
#include <vector>

#include "driver/command_line.hpp"

namespace deforest::driver {

/// Whether GHC calls, by the words of the command line.
[[nodiscard]] bool isPreprocessorCall(const std::vector<std::string>& words);

/// Does what GHC wants; returns the exit status, which is 0 unless a file cannot be read or
/// written.
int preprocess(const std::vector<std::string>& words);

}  // namespace deforest::driver
