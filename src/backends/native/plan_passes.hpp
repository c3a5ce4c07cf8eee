// The passes that decide how a program in native form becomes C++, in their order; see code.hpp.
//
// They are passes like others: listed, timed, checked, left out by `--without`. What one has
// decided stands in comments above the functions of the program that it leaves, which otherwise is
// the one that it was given, but for `reuse-cells`, which makes a function of each version. So
// `--print-after`, `--diff` and `--dump-dir` show it.
//
// Each forgets what it and those behind it have decided before: whatever is run in whatever order,
// what is decided rests on decisions that still hold.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "backends/native/code.hpp"
#include "pipeline/pass.hpp"

namespace deforest::backends {

/// What they decide is put into `code`. The first, which finds how values are represented, cannot
/// be left out.
[[nodiscard]] std::vector<pipeline::Pass> planPasses(const std::shared_ptr<NativeCode>& code);

/// Decides what the passes up to the one of that name decide, for a program that has just begun: to
/// find out what would become of it.
void planUpTo(std::string_view last, NativeCode& code);

}  // namespace deforest::backends
