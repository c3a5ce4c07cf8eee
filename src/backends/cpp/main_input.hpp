// What the `main` of an executable reads before it calls the program's.
#pragma once

#include <string>
#include <vector>

#include "backends/native/plan/layout.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

struct CppMainInput {
  std::vector<std::string> names;  ///< What is handed to the program's `main`.
  std::vector<std::string> lines;  ///< Where they are defined.
  bool words = false;              ///< The words of the command line are among them.
};

/// `space` precedes the names of types.
[[nodiscard]] CppMainInput mainInput(const ir::Program& program, ir::FunId function,
                                     const CppLayout& layout, const std::string& space);

}  // namespace deforest::backends
