// What programs are given that read.
//
//     main = do { args <- getArgs; let { n = case args of { [a] -> read a; _ -> 20 } }; ... }
//
// Arbitrary strings tell little about such a program: most of them it cannot read, and stops. What
// its users give it are numerals, which say how much is to be done, and text of lines that consist
// of numbers or of words; or nothing, and then it takes a size of its own. Of one that decides by
// words, `[mode, n] -> if mode == "sum" then ..`, they know these (eval/patterns).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "eval/generate.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

/// Whether the words are found that a program decides by. To follow all of its paths takes a while.
enum class ReadingWords : std::uint8_t { LookedFor, Left };

/// For the parameters of a `main`, each a text or a list of them: first nothing, then more and
/// more, at most so many. Empty where it has no parameters.
[[nodiscard]] std::vector<Arguments> readings(
    const ir::Program& program, ir::FunId function,
    std::size_t most = std::numeric_limits<std::size_t>::max(),
    ReadingWords words = ReadingWords::LookedFor);

/// The words among what a `main` is given as its arguments that are no numerals: they may say what
/// it is to do, and numerals how much.
[[nodiscard]] std::vector<std::string> wordsAmong(const ir::Program& program,
                                                  const Arguments& arguments);

}  // namespace deforest::eval
