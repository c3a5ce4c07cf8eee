// What is known of functions, alone and in pairs, before fragments are made.
#pragma once

#include "fusion/inverses.hpp"
#include "fusion/promotion.hpp"
#include "graph/demand.hpp"

namespace deforest::fusion {

struct Laws {
  Promotions promotions;
  Inverses inverses;
  graph::Demands demands{};  ///< Where evaluation is Haskell's; empty otherwise.
};

}  // namespace deforest::fusion
