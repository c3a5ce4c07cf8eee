// One invocation: what it was given, so that a failure can be reproduced.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"
#include "text/original.hpp"
#include "text/parse.hpp"

namespace deforest::driver {

struct Session {
  std::vector<std::string> words;  ///< The command line after the program's name.
  std::string input;               ///< The first input read, whole; empty before.
};

/// Reads a program from a file (`-`: standard input), text or binary by its content, with the
/// modules that it imports (driver/module_texts.hpp). From then on a crash writes a file that
/// reproduces it. Throws `UsageError` if the file cannot be read, `Failure` with rendered
/// diagnostics if it holds no program. Warnings go to standard error. `original`, if given,
/// receives where the declarations of a text stand; of a binary file it is left empty.
ir::Program load(const std::string& path, text::ParseOptions options, Session& session,
                 text::Original* original = nullptr);

/// The program that `content`, read from `path`, holds.
ir::Program load(const std::string& path, const std::string& content,
                 const text::ParseOptions& options, text::Original* original = nullptr);

/// Is this a binary program?
bool isArchive(const std::string& content);

/// Remembers the input in the session and prepares for crashes, as `load` does.
std::string readInput(const std::string& path, Session& session);

/// The name under which messages speak of an input.
std::string displayName(const std::string& path);

}  // namespace deforest::driver
