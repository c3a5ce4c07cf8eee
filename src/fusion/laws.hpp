// What is known of pairs of functions before fragments are made.
#pragma once

#include "fusion/inverses.hpp"
#include "fusion/promotion.hpp"

namespace deforest::fusion {

struct Laws {
  Promotions promotions;
  Inverses inverses;
};

}  // namespace deforest::fusion
