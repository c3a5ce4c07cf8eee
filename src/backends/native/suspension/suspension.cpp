#include "backends/native/suspension/suspension.hpp"

#include <iterator>
#include <utility>

#include "backends/native/suspension/defer_calls.hpp"
#include "backends/native/suspension/keep_failures.hpp"
#include "backends/native/suspension/lists.hpp"
#include "backends/native/suspension/suspend_fields.hpp"
#include "backends/native/suspension/suspend_tails.hpp"
#include "simplify/reachable.hpp"
#include "simplify/simplify.hpp"
#include "simplify/split_matches.hpp"

namespace deforest::backends {

std::vector<pipeline::Pass> suspensionPasses() {
  return {keepFailures(), suspendFields(), deferCalls(), suspendTails()};
}

std::vector<pipeline::Pipeline> failingLate() {
  const pipeline::Pass simplify = simplify::simplify(ir::Semantics::Strict);
  return {{{{keepFailures(Failing::All), simplify}}}, {{{keepFailures(Failing::Own), simplify}}}};
}

namespace {

// Of these two, `defer-calls` first: what a function drops once the others are made where they are
// read is dropped by a list's consumer, too. Functions are left of which only the other form is
// called.
pipeline::Pipeline restsOf(Suspended which) {
  return {{{simplify::splitMatches(), simplify::dropUnreachablePass(), deferCalls(),
            suspendTails(which), simplify::dropUnreachablePass(),
            simplify::simplify(ir::Semantics::Strict)}}};
}

}  // namespace

pipeline::Pipeline anyRests(const std::set<std::string, std::less<>>& without) {
  pipeline::Pipeline passes = pipeline::leaveOut(without, restsOf(Suspended::Any));
  if (pipeline::misplaced(passes)) return {};
  return passes;
}

std::vector<Suspension> suspensions(const std::set<std::string, std::less<>>& without) {
  std::vector<Suspension> suspensions = {
      {{{{suspendFields(), simplify::simplify(ir::Semantics::Strict)}}}, false},
      {restsOf(Suspended::Heavy), true}};
  for (Suspension& each : suspensions) each.passes = pipeline::leaveOut(without, each.passes);
  std::erase_if(suspensions, [](const Suspension& each) {
    return pipeline::misplaced(each.passes).has_value();
  });
  return suspensions;
}

std::optional<ir::Program> suspended(const ir::Program& program, const pipeline::Pipeline& passes,
                                     const pipeline::RunOptions& options,
                                     std::vector<pipeline::Decision>& decisions,
                                     pipeline::RunReport& report) {
  pipeline::Context context;
  ir::Program made = pipeline::run(passes, program, context, options, report);
  std::erase_if(context.decisions, [](const pipeline::Decision& decision) {
    return decision.kind != pipeline::Decision::Kind::Native;
  });
  if (context.decisions.empty()) return std::nullopt;
  decisions.insert(decisions.end(), context.decisions.begin(), context.decisions.end());
  return made;
}

// They are known by how they are made: a rest is a list, a first cell or a call, and a first cell
// is the end, or an element and a rest.
std::vector<bool> lazyTypes(const ir::Program& program) {
  std::vector<bool> lazy(program.types.size());
  for (std::uint32_t i = 0; i < program.types.size(); ++i) {
    const std::vector<ir::CtorId>& ctors = program.types[i].constructors;
    if (program.types[i].shape != ir::DataShape::Declared || ctors.size() < 2) continue;
    const std::vector<ir::Field>& made = program.constructor(ctors[0]).fields;
    const std::vector<ir::Field>& ready = program.constructor(ctors[1]).fields;
    if (made.size() != 1 || ready.size() != 1 || !listCtors(program, made[0].type)) continue;
    const std::vector<ir::CtorId>& cells = program.type(ready[0].type).constructors;
    if (cells.size() != 2 || !program.constructor(cells[0]).fields.empty()) continue;
    const std::vector<ir::Field>& item = program.constructor(cells[1]).fields;
    if (item.size() != 2 || item[1].type != ir::TypeId{i}) continue;
    lazy[i] = lazy[ready[0].type.value] = true;
  }
  return lazy;
}

std::set<ir::FunId> lazyMakers(const ir::Program& program) {
  const std::vector<bool> lazy = lazyTypes(program);
  std::set<ir::FunId> found;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    const auto& types = program.functions[i].resultTypes;
    if (types.size() == 1 && lazy[types[0].value]) found.insert(ir::FunId{i});
  }
  return found;
}

}  // namespace deforest::backends
