// Where a program does its work on the inputs that were chosen for it: by function, by call, and by
// place in the source.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "eval/sample_inputs.hpp"
#include "ir/program.hpp"

namespace deforest::driver {

struct FunctionHeat {
  std::uint64_t calls = 0;  ///< Of it; those of a root by the inputs included.
  std::uint64_t work = 0;   ///< Matches, calls and allocations that it makes itself.
  std::map<ir::FunId, std::uint64_t> callees;  ///< How often it called whom.
};

/// By FunId, over the inputs of all roots. `samples` are of `source`, from which `program` was
/// made. `lazy`: evaluation is Haskell's. What takes too long counts as far as it goes.
[[nodiscard]] std::vector<FunctionHeat> heatOf(const ir::Program& program,
                                               const ir::Program& source,
                                               const eval::Samples& samples, bool lazy);

/// A branch, or the beginning of a function.
struct PlaceHeat {
  ir::Position position;
  ir::FunId function;
  bool entry = false;
  bool fails = false;  ///< Whoever comes by, fails.
  std::uint64_t times = 0;
};

/// How often evaluations of those inputs came by each place that has a position.
[[nodiscard]] std::vector<PlaceHeat> placesOf(const ir::Program& program,
                                              const eval::Samples& samples, bool lazy);

}  // namespace deforest::driver
