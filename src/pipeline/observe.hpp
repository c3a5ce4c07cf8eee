// Observers for the runner: what each pass did, on a stream or in a directory. Every program is
// printed as valid input, so any of them can be cut out and run again.
#pragma once

#include <ostream>
#include <string>

#include "pipeline/run.hpp"

namespace deforest::pipeline {

/// Prints the program after every run of the pass `name`, or of every pass for `all`, or of every
/// pass that changed something for `changed`, under a comment line that says which pass it was.
Observer printAfter(std::string name, Printer print, std::ostream& out);

/// Prints a unified diff of the program before and after every pass that changed something.
Observer printDiff(Printer print, std::ostream& out);

/// Writes `00-input.ir`, `01-<pass>.ir`, ... into the existing directory `directory`. Throws
/// `std::runtime_error` if a file cannot be written.
Observer dumpTo(std::string directory, Printer print);

}  // namespace deforest::pipeline
