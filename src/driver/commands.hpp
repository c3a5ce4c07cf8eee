// What the commands do. Each returns the exit status, and throws the exceptions that
// `runCommandLine` turns into messages.
#pragma once

#include "driver/command_line.hpp"
#include "driver/session.hpp"

namespace deforest::driver {

/// Writes a report to where it goes.
void report(const Destination& destination, std::string_view text);

/// Transforms a program and writes it, and whatever reports were asked for.
int compile(const CompileCommand& command, Session& session);

/// Evaluates a call by the reference interpreter and shows the result.
int evaluate(const RunCommand& command, Session& session);

/// Compares two programs on generated inputs.
int compare(const CheckCommand& command, Session& session);

/// Builds a program with several settings, times the results, and says which settings to keep.
int tune(const TuneCommand& command, Session& session);

/// Transforms programs with every combination of settings, and counts the results.
int sweep(const SweepCommand& command);

/// Writes a page about programs and studies.
int makeReport(const ReportCommand& command, Session& session);

/// Runs whatever the words ask for and turns every failure into a message and an exit status:
/// 0 done, 1 the program is wrong or a check failed, 2 wrong usage, 70 internal error.
int runCommandLine(const std::vector<std::string>& words);

}  // namespace deforest::driver
