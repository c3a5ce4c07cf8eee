// One program of a report: what the page shows of it, as JSON.
#pragma once

#include <string>

#include "driver/command_line.hpp"
#include "driver/session.hpp"

namespace deforest::driver {

struct ProgramPart {
  std::string json;     ///< All of it; docs/REPORT.md has the fields.
  std::string index;    ///< Its line in the overview, as JSON.
  std::string summary;  ///< In words, lines as `--explain` begins.
};

/// Transforms the program that `command` names, and tells how. Throws what a compilation throws.
[[nodiscard]] ProgramPart programPart(const CompileCommand& command, Session& session);

/// The same of a program that could not be transformed, with the message that says why.
[[nodiscard]] ProgramPart failedPart(const std::string& path, const std::string& message);

}  // namespace deforest::driver
