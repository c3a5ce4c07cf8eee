// What distinguishes a text that a preprocessor writes for GHC from the file it was made of.
#pragma once

#include <string>

namespace deforest::driver {

/// The text with blanks in the place of the options `-F`, `-pgmF PROGRAM` and `-optF OPTION` of its
/// OPTIONS_GHC pragmas, so that nothing is run on it a second time. Columns and lines stay.
[[nodiscard]] std::string withoutPreprocessorOptions(std::string text);

/// The text behind a pragma by which GHC takes it for the file, line by line.
[[nodiscard]] std::string withLinePragma(const std::string& text, const std::string& file);

/// An improved text with a pragma behind those of its header that keeps GHC from warning of what
/// its author did not write: that something is used no more where what used it is written
/// otherwise.
[[nodiscard]] std::string withoutNewWarnings(std::string text, const std::string& file);

}  // namespace deforest::driver
