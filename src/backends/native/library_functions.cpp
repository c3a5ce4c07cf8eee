#include "backends/native/library_functions.hpp"

namespace deforest::backends {

pipeline::Pass libraryFunctions() {
  return {.name = "library-functions",
          .description = "take functions of libraries as functions of the program",
          .run = [](ir::Program program, pipeline::Context&) {
            for (ir::Function& function : program.functions) function.library.reset();
            return program;
          }};
}

}  // namespace deforest::backends
