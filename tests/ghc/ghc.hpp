// Running GHC on many modules at once.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace deforest::testing {

/// Whether there is a `ghc` to run.
[[nodiscard]] bool haveGhc();

struct GhcResult {
  bool built = false;
  std::string messages;              ///< What GHC said.
  std::vector<std::string> outputs;  ///< What each module's `main` printed, in order.
};

/// Compiles modules `M0`, `M1`, ... each of which exports `action`, and a program that performs
/// these in turn, in a directory of its own; runs the program.
[[nodiscard]] GhcResult runModules(const std::vector<std::string>& modules,
                                   const std::string& flags, const std::string& action = "main");

}  // namespace deforest::testing
