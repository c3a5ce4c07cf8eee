// What native code does before fusion so as not to evaluate what Haskell would not, where that may
// be most of a program: the passes that put calls off.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "pipeline/pass.hpp"
#include "pipeline/run.hpp"

namespace deforest::backends {

/// These passes, in their order.
[[nodiscard]] std::vector<pipeline::Pass> suspensionPasses();

/// Passes that are kept only if they save something, with what they need before and after them.
struct Suspension {
  pipeline::Pipeline passes;
  bool rests = false;  ///< What they make is slower to read, so they must save much.
};

/// What a program under Haskell's semantics becomes first: what may fail and is perhaps not needed
/// fails where it is read. One of these, the first by preference.
[[nodiscard]] std::vector<pipeline::Pipeline> failingLate();

/// In their order, but for passes that are named, and those that cannot be without one of them.
[[nodiscard]] std::vector<Suspension> suspensions(
    const std::set<std::string, std::less<>>& without);

/// Passes that put off what is perhaps not read of any list, be it one that fusion might do away
/// with: empty, if they cannot be without those that are named.
[[nodiscard]] pipeline::Pipeline anyRests(const std::set<std::string, std::less<>>& without);

/// The program as it was read, under Haskell's semantics, with what can be put off; none, if
/// nothing can. What was decided is added.
[[nodiscard]] std::optional<ir::Program> suspended(const ir::Program& program,
                                                   const pipeline::Pipeline& passes,
                                                   const pipeline::RunOptions& options,
                                                   std::vector<pipeline::Decision>& decisions,
                                                   pipeline::RunReport& report);

/// By type: whether it is one that `suspend-tails` made, of lists that are not yet there.
[[nodiscard]] std::vector<bool> lazyTypes(const ir::Program& program);

/// The functions that result in a list of these types.
[[nodiscard]] std::set<ir::FunId> lazyMakers(const ir::Program& program);

}  // namespace deforest::backends
