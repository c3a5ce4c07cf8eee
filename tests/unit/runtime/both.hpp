// Two calls, the second of which another thread may do meanwhile.
#pragma once

#include <utility>

#include "deforest/parallel.hpp"

namespace deforest {

/// The results of both, which are functions of a worker and of the levels left to it.
template <class First, class Second>
auto doBoth(Worker& worker, unsigned levels, const First& first, const Second& second) {
  Fork later(worker, levels, second);
  const auto a = first(worker, levels);
  return std::pair(a, later.join());
}

}  // namespace deforest
