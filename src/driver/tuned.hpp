// Settings that were measured and found best for a program (driver/tune), kept in its source.
//
//     -- deforest: tuned price 0.2, width 3
//     -- deforest: tuned unfused
//
// Every later run obeys them, but for what the command line says itself. With `unfused` nothing is
// transformed. The other settings are where the search begins (search/portfolio).
#pragma once

#include <string>
#include <string_view>

#include "driver/command_line.hpp"

namespace deforest::driver {

/// Makes settings, as the line has them, those of the command, but for options that were given.
/// What is wrong with them as a sentence; empty: nothing.
[[nodiscard]] std::string applySettings(std::string_view settings, CompileCommand& command);

/// The command with what the last such line of the module asks for. Throws `Failure` that shows
/// where a line is wrong.
[[nodiscard]] CompileCommand withTuned(const CompileCommand& command, const std::string& module,
                                       const std::string& file);

}  // namespace deforest::driver
