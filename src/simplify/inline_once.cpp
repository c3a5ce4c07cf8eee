#include "simplify/inline_once.hpp"

#include <algorithm>

#include "ir/expand_calls.hpp"
#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"
#include "simplify/reachable.hpp"
#include "simplify/simplify.hpp"

namespace deforest::simplify {
namespace {

class Inliner {
 public:
  Inliner(ir::Program& program, ir::Semantics semantics)
      : program_(program), moves_(program.functions.size()) {
    std::vector<unsigned> calls(program.functions.size());
    std::vector<bool> crosses(program.functions.size());  // Between a library and the program.
    for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
      ir::forEachBinding(program.functions[i].body, [&](const ir::Binding& binding) {
        const auto* call = std::get_if<ir::Call>(&binding.operation);
        if (call == nullptr) return;
        // A function that calls itself is called from elsewhere, too: that makes two.
        ++calls[call->callee.value];
        const auto& callee = program.function(call->callee);
        if (callee.library.has_value() != program.functions[i].library.has_value()) {
          crosses[call->callee.value] = true;
        }
      });
    }
    const bool shared = semantics == ir::Semantics::Haskell;
    const std::vector<bool> fixed = ir::fixedFunctions(program);
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const bool constant = shared && program.functions[i].parameters.empty();
      moves_[i] = calls[i] == 1 && !constant && !crosses[i] && !fixed[i];
    }
  }

  std::vector<bool> run() {
    for (std::size_t i = 0; i < program_.functions.size(); ++i) {
      if (moves_[i]) continue;
      // A function that moves is expanded where it arrives.
      ir::expandCalls(program_, program_.functions[i],
                      [&](ir::FunId callee) { return moves_[callee.value]; });
    }
    std::vector<bool> keep = moves_;
    keep.flip();
    return keep;
  }

 private:
  ir::Program& program_;
  std::vector<bool> moves_;
};

}  // namespace

pipeline::Pass inlineOnce(ir::Semantics semantics) {
  return {.name = "inline-once",
          .description = "put functions that are called in one place there",
          .makes = pipeline::Form::Free,
          .run = [semantics](ir::Program program, pipeline::Context&) {
            // What becomes known may cut calls off, so that others are left in one place.
            for (bool moved = true; moved;) {
              program = dropUnreachable(std::move(program));
              const std::vector<bool> keep = Inliner(program, semantics).run();
              moved = std::ranges::count(keep, false) > 0;
              for (std::size_t i = 0; moved && i < keep.size(); ++i) {
                if (keep[i]) simplifyFunction(program, program.functions[i], semantics);
              }
              program = keepFunctions(std::move(program), keep);
            }
            return program;
          }};
}

}  // namespace deforest::simplify
