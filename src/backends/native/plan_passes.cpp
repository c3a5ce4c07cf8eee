#include "backends/native/plan_passes.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "backends/native/cells/versions.hpp"
#include "backends/native/code_checker.hpp"
#include "backends/native/notes.hpp"
#include "backends/native/plan/absorb.hpp"
#include "backends/native/plan/forks.hpp"
#include "backends/native/plan/order.hpp"
#include "backends/native/plan/pockets.hpp"
#include "backends/native/plan/slots.hpp"

namespace deforest::backends {
namespace {

using ir::FunId;
using pipeline::Context;
using pipeline::Pass;

using Step = void (*)(NativeCode&);

struct PlanPass {
  std::string_view name;
  std::string_view description;
  Step forget;  // what it has decided
  Step decide;
};

void forEachEmitted(const NativeCode& code, const auto& visit) {
  for (std::uint32_t i = 0; i < code.program.functions.size(); ++i) {
    if (code.facts.emitted[i]) visit(FunId{i});
  }
}

template <class T>
void clear(std::vector<T>& plans, const NativeCode& code) {
  plans.assign(code.program.functions.size(), T());
}

void forgetReuse(NativeCode& code) {
  const bool some =
      std::ranges::any_of(code.reuse, [](const CellReuse& reuse) { return !reuse.taken.empty(); });
  clear(code.reuse, code);
  clear(code.left, code);
  clear(code.writesInPlace, code);
  code.consumed.clear();
  code.fresh.clear();
  for (const FunId root : code.program.roots) {
    code.consumed.emplace_back(code.program.function(root).parameters.size());
    code.fresh.emplace_back(code.program.function(root).resultTypes.size());
  }
  if (some) code.refresh();
}

void forgetForks(NativeCode& code) {
  code.forked = code.program.functions;
  clear(code.parallel, code);
  clear(code.forkedLoops, code);
}

void forgetScratch(NativeCode& code) {
  clear(code.scratch.serial, code);
  clear(code.scratch.parallel, code);
  clear(code.scratch.grows, code);
  clear(code.scratch.writes, code);
}

void forEachPlanOnScratch(NativeCode& code, const auto& visit) {
  forEachEmitted(code, [&](FunId id) {
    visit(code.program.function(id).body, code.scratch.serial[id.value]);
    visit(code.forked[id.value].body, code.scratch.parallel[id.value]);
  });
}

constexpr std::array planned = {
    // Whether a recursion is a loop says when the cells that it takes apart are free, and which
    // list can be handed out.
    PlanPass{"loops", "recursion at the ends of branches, or below a constructor or sum, is a loop",
             [](NativeCode& code) { clear(code.loops, code); },
             [](NativeCode& code) {
               const ListMakers makers(code.program, code.facts);
               forEachEmitted(code, [&](FunId id) {
                 code.loops[id.value] = planLoops(code.program, id, *code.layout, makers);
               });
             }},
    // What other threads have seen is nobody's own.
    PlanPass{"hand-out-lists", "a loop along a list of heavy elements hands out the rest of it",
             [](NativeCode& code) { clear(code.spines, code); },
             [](NativeCode& code) {
               if (code.options.serial) return;
               forEachEmitted(code, [&](FunId id) {
                 code.spines[id.value] =
                     findSpine(code.program, id, code.loops[id.value], code.facts);
               });
             }},
    // The last that changes the program; what is decided below is decided for every version.
    PlanPass{"reuse-cells", "write new cells into old ones that nobody reads any more", forgetReuse,
             reuseCells},
    PlanPass{"prefetch", "a function that reads a tree from its end says so to the processor",
             [](NativeCode& code) { clear(code.backwards, code); },
             [](NativeCode& code) {
               forEachEmitted(code, [&](FunId id) {
                 code.backwards[id.value] = readBackwards(code.program, id, code.loops[id.value],
                                                          *code.layout, code.facts);
               });
             }},
    PlanPass{"side-by-side", "independent calls that are worth a thread run at the same time",
             forgetForks,
             [](NativeCode& code) {
               if (!code.options.serial) putSideBySide(code);
             }},
    PlanPass{"absorb-loops", "a loop with one caller in its recursion is compiled as part of it",
             [](NativeCode& code) { clear(code.absorbed, code); }, absorbLoops},
    // Cells that are written again are where they were.
    PlanPass{"scratch", "what no result holds is made apart, and given back on the way",
             forgetScratch,
             [](NativeCode& code) {
               code.scratch = planScratch(code.program, code.forked, *code.layout, code.facts,
                                          code.reuse, code.loops, code.forkedLoops);
               if (code.facts.hasSlots) planAroundSlots(code);
             }},
    PlanPass{"pockets", "what is done with before what was made later is given back by itself",
             [](NativeCode& code) {
               forEachPlanOnScratch(code, [&](const ir::Block& body, ScratchPlan& plan) {
                 if (!plan.pockets.empty()) findEnds(body, code.facts, plan);
               });
             },
             [](NativeCode& code) {
               if (code.facts.hasSlots) return;
               forEachPlanOnScratch(code, [&](const ir::Block& body, ScratchPlan& plan) {
                 if (!plan.sites.empty()) choosePockets(body, code.facts, plan);
               });
             }},
    // What is left where it is after all that.
    PlanPass{"survivors", "what is still needed moves together, and the rest is given back",
             [](NativeCode& code) { clear(code.survivors, code); },
             [](NativeCode& code) {
               code.survivors = planSurvivors(code.program, *code.layout, code.facts, code.loops,
                                              code.scratch, code.options.moveEverywhere);
               if (code.facts.hasSlots) keepFromSlots(code);
             }},
};

// What has been decided by the passes from `first` on.
void forget(NativeCode& code, std::size_t first) {
  for (std::size_t i = first; i < planned.size(); ++i) planned[i].forget(code);
}

Pass passOf(std::size_t at, const std::shared_ptr<NativeCode>& code) {
  return {.name = planned[at].name,
          .description = planned[at].description,
          .needs = pipeline::Form::Planned,
          .run =
              [at, code](const ir::Program&, Context&) {
                planned[at].forget(*code);
                planned[at].decide(*code);
                forget(*code, at + 1);
                return withNotes(*code);
              },
          .faults = [code] { return faultsOf(*code); }};
}

}  // namespace

void planUpTo(std::string_view last, NativeCode& code) {
  forget(code, 0);
  for (std::size_t i = 0; i < planned.size(); ++i) {
    planned[i].decide(code);
    forget(code, i + 1);
    if (planned[i].name == last) return;
  }
}

std::vector<Pass> planPasses(const std::shared_ptr<NativeCode>& code) {
  std::vector<Pass> passes = {{.name = "layout",
                               .description = "choose how values of each type are represented",
                               .needs = pipeline::Form::Native,
                               .makes = pipeline::Form::Planned,
                               .run = [code](ir::Program program, Context&) {
                                 code->begin(std::move(program));
                                 forget(*code, 0);
                                 return withNotes(*code);
                               }}};
  for (std::size_t i = 0; i < planned.size(); ++i) passes.push_back(passOf(i, code));
  return passes;
}

}  // namespace deforest::backends
