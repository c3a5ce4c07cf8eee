#include "backends/native/passes.hpp"

#include <utility>

#include "backends/native/accumulator_elimination.hpp"
#include "backends/native/child_order.hpp"
#include "backends/native/direct_recursion.hpp"
#include "backends/native/early_consumers.hpp"
#include "backends/native/idle_parameters.hpp"
#include "backends/native/late_ends.hpp"
#include "backends/native/library_functions.hpp"
#include "backends/native/native_form.hpp"
#include "backends/native/split_phase.hpp"
#include "backends/native/tail_recursion.hpp"
#include "simplify/dead_bindings.hpp"
#include "simplify/inline_once.hpp"

namespace deforest::backends {
namespace {

using pipeline::Form;
using pipeline::Pass;

// The engine's pass, which makes no copy, no `seq` and nothing behind an error where there was
// none.
Pass deadBindings() {
  Pass pass = simplify::deadBindings(ir::Semantics::Strict);
  pass.needs = Form::Native;
  return pass;
}

}  // namespace

std::vector<Pass> nativePasses(const NativeOptions& options) {
  return {
      libraryFunctions(),
      lateEnds(),
      directRecursion(),
      nativeForm(),
      accumulatorElimination(),
      splitPhase(options),
      tailRecursion(),
      idleParameters(),
      childOrder(),
      earlyConsumers(),
  };
}

pipeline::Pipeline nativePipeline(const NativeOptions& options) {
  return {{{
      // First: all others may look into every function.
      libraryFunctions(),
      // What is left with one caller, functions of libraries now among them, is seen as the
      // recursion it is part of.
      simplify::inlineOnce(ir::Semantics::Strict),
      // Makes functions that take turns along a list.
      lateEnds(),
      // Bodies are whole: functions that still call each other in turn do so along a list.
      directRecursion(),
      // Nothing is put into another function's body after this.
      nativeForm(),
      // Calls that need not wait for each other, before their order is chosen: first those that
      // wait for a sum, for which nothing is left to be done afterwards but to add.
      accumulatorElimination(),
      splitPhase(options),
      // Of calls that stay side by side none goes into a branch.
      tailRecursion(),
      // What was computed for them is unread then.
      idleParameters(),
      deadBindings(),
      // What is not there need not be passed.
      childOrder(),
      // Last: no call is moved behind another after this.
      earlyConsumers(),
  }}};
}

ir::Program toNative(ir::Program program, const NativeOptions& options) {
  pipeline::Context context;
  pipeline::RunReport report;
  return pipeline::run(nativePipeline(options), std::move(program), context, {}, report);
}

}  // namespace deforest::backends
