// Programs that are made to be timed: what a transformation emitted, compiled so that it can be
// run.
//
// What runs is `main`. A module without one gets one that prints what calls give. For Haskell that
// is a module of its own, which imports the other one, as its users do.
#pragma once

#include <string>
#include <vector>

namespace deforest::driver {

struct TimedProgram {
  std::string module;              ///< The name in its header; empty: none.
  bool hasMain = false;            ///< Otherwise
  std::vector<std::string> calls;  ///< these are made.
  std::string path;                ///< The source's, for messages.
};

/// Compiles Haskell with GHC, or what GHC names, in a directory that is there; returns the program.
/// Throws `Failure`.
std::string buildHaskell(const TimedProgram& program, const std::string& text,
                         const std::string& directory);

/// Compiles a program in our own text with the C++ compiler, likewise. `what` is its name in
/// messages. Throws `Failure`.
std::string buildNative(const TimedProgram& program, const std::string& text,
                        const std::string& directory, bool serial, const std::string& what);

}  // namespace deforest::driver
