// What the functions of a program do on the inputs that were chosen for it.
#pragma once

#include <cstddef>
#include <vector>

#include "eval/sample_inputs.hpp"
#include "eval/tally.hpp"
#include "ir/program.hpp"

namespace deforest::driver {

struct RootTally {
  ir::FunId root;
  std::size_t inputs = 0;
  eval::Tally tally;
};

/// By root of `samples` that `program` has and that has inputs. The samples are of `source`, from
/// which `program` was made. What takes too long counts as far as it goes. `lazy`: evaluation is
/// Haskell's.
[[nodiscard]] std::vector<RootTally> talliesOf(const ir::Program& program,
                                               const ir::Program& source,
                                               const eval::Samples& samples, bool lazy);

/// What one input may take, there and wherever else the same inputs are evaluated.
inline constexpr eval::Limits tallyLimits{5'000'000, std::size_t{512} << 20U, 0};

}  // namespace deforest::driver
