// What golden and structure tests do with a program.
#pragma once

#include <string>

#include "ir/program.hpp"
#include "pipeline/run.hpp"
#include "test_file.hpp"

namespace deforest::golden {

/// The program of a test file. A wrong one throws `std::runtime_error` with what is wrong.
ir::Program parsed(const std::string& text);

struct Transformed {
  ir::Program program;
  pipeline::Context context;
};

/// Runs the passes that `-- run:` names, or else the default pipeline, under `-- options:` (as on
/// the command line), checking the program after every pass.
Transformed transform(const TestFile& file, const ir::Program& program);

/// What users get: the settings are those that the search chooses around `-- options:`.
Transformed transformAsChosen(const TestFile& file, const ir::Program& program);

/// Expects that printing and reading the program again gives the same text.
void expectRoundTrip(const ir::Program& program);

/// Expects that two programs agree on generated inputs.
void expectSameMeaning(const ir::Program& before, const ir::Program& after);

}  // namespace deforest::golden
