#include "backends/native/passes.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "backends/native/accumulator_elimination.hpp"
#include "backends/native/apart_from_slots.hpp"
#include "backends/native/cells/copy.hpp"
#include "backends/native/child_order.hpp"
#include "backends/native/direct_recursion.hpp"
#include "backends/native/drop_unmade.hpp"
#include "backends/native/early_consumers.hpp"
#include "backends/native/erase_newtypes.hpp"
#include "backends/native/given_ends.hpp"
#include "backends/native/idle_matches.hpp"
#include "backends/native/idle_parameters.hpp"
#include "backends/native/late_ends.hpp"
#include "backends/native/late_failures.hpp"
#include "backends/native/library_functions.hpp"
#include "backends/native/native_form.hpp"
#include "backends/native/plan_passes.hpp"
#include "backends/native/record_updates.hpp"
#include "backends/native/share_constants.hpp"
#include "backends/native/split_phase.hpp"
#include "backends/native/suspension/delay_lists.hpp"
#include "backends/native/suspension/suspension.hpp"
#include "backends/native/tail_recursion.hpp"
#include "backends/native/write_accumulations.hpp"
#include "backends/native/write_actions.hpp"
#include "backends/native/write_arrays.hpp"
#include "backends/native/write_slots.hpp"
#include "backends/native/written_output.hpp"
#include "simplify/dead_bindings.hpp"
#include "simplify/inline_once.hpp"
#include "simplify/unbox_results.hpp"

namespace deforest::backends {
namespace {

using pipeline::Pass;

// The engine's pass, which makes no copy, no `seq` and nothing behind an error where there was
// none, but for what is forced.
Pass deadBindings() {
  Pass pass = simplify::deadBindings(ir::Semantics::Strict, true);
  pass.needs = pipeline::Form::Native;
  return pass;
}

// Where roots consume what they are given, hosts need a way to keep theirs.
Pass copyInputs(const std::shared_ptr<NativeCode>& code) {
  return {.name = "copy-inputs",
          .description = "a root for each type that copies what others consume",
          .needs = pipeline::Form::Native,
          .run = [code](ir::Program program, pipeline::Context&) {
            code->copies = code->options.consumeInput ? addCopies(program) : 0;
            return program;
          }};
}

}  // namespace

pipeline::Pipeline nativePipeline(const std::shared_ptr<NativeCode>& code) {
  std::vector<Pass> passes = {
      // First: all others may look into every function.
      libraryFunctions(),
      // What is inside of newtypes is in sight of all others.
      eraseNewtypes(),
      // What is left with one caller, functions of libraries now among them, is seen as the
      // recursion it is part of.
      simplify::inlineOnce(ir::Semantics::Strict),
      // Functions have their size, but for what says nothing.
      idleMatches(),
      // Records are built where they are returned, and taken apart behind the calls: then they
      // need not be built. Where the engine kept what it made, it has done so already.
      recordUpdates(),
      simplify::unboxResults(ir::Semantics::Strict),
      // What is printed is read by a function, too.
      writtenOutput(),
      // Functions are whole, and what they put in front of something is in sight.
      givenEnds(code->options),
      // Makes functions that take turns along a list.
      lateEnds(),
      // Bodies are whole: functions that still call each other in turn do so along a list.
      directRecursion(),
      // Nothing is put into another function's body after this.
      nativeForm(),
      // Calls that need not wait for each other, before their order is chosen: first those that
      // wait for a sum, for which nothing is left to be done afterwards but to add.
      accumulatorElimination(),
      splitPhase(code->options),
      // Of calls that stay side by side none goes into a branch.
      tailRecursion(),
      // What was computed for them is unread then.
      idleParameters(),
      deadBindings(),
      // What is not there need not be passed.
      childOrder(),
      // The calls of a block are in their order, but for those that only make numbers.
      lateFailures(),
      // No call is moved behind another after this.
      earlyConsumers(code->options),
      // Nor into another function's body.
      apartFromSlots(),
      // Last of those that change the program for itself.
      copyInputs(code),
  };
  std::ranges::move(planPasses(code), std::back_inserter(passes));
  return {{std::move(passes)}};
}

std::vector<Pass> nativePasses(const std::shared_ptr<NativeCode>& code) {
  std::vector<Pass> passes = std::move(nativePipeline(code)[0].passes);
  const std::set<std::string_view> ofTheEngine = {
      simplify::inlineOnce(ir::Semantics::Strict).name,
      simplify::unboxResults(ir::Semantics::Strict).name, deadBindings().name};
  std::erase_if(passes, [&](const Pass& pass) { return ofTheEngine.contains(pass.name); });
  // What comes before the engine.
  std::vector<Pass> before = suspensionPasses();
  before.insert(before.begin(), shareConstants());
  before.insert(before.begin(), delayLists());
  before.insert(before.begin(), dropUnmade());
  before.insert(before.begin(), writeSlots());
  before.insert(before.begin(), writeAccumulations());
  before.insert(before.begin(), writeArrays());
  before.insert(before.begin(), writeActions());
  passes.insert(passes.begin(), std::make_move_iterator(before.begin()),
                std::make_move_iterator(before.end()));
  return passes;
}

std::shared_ptr<const NativeCode> toNative(ir::Program program, NativeOptions options) {
  const auto code = std::make_shared<NativeCode>(std::move(options));
  pipeline::Context context;
  pipeline::RunReport report;
  pipeline::run(nativePipeline(code), std::move(program), context, {}, report);
  return code;
}

}  // namespace deforest::backends
