#include "backends/native/library_functions.hpp"

#include "ir/slots.hpp"

namespace deforest::backends {

pipeline::Pass libraryFunctions() {
  return {.name = "library-functions",
          .description = "take functions of libraries as functions of the program",
          .run = [](ir::Program program, pipeline::Context&) {
            for (ir::Function& function : program.functions) {
              if (!ir::isClosed(function)) function.library.reset();
            }
            return program;
          }};
}

}  // namespace deforest::backends
