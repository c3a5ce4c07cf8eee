// (x^3 + x^2 + x + 1)^2 + x^2 + x on a kd-tree by hand: every leaf becomes the polynomial that the
// eleven passes make.
#pragma once

#include "hand_kd.hpp"

namespace hand {

template <class Kd>
inline const Kd* program(deforest::Worker& worker, const Kd* tree) {
  return withPolynomial(worker, tree,
                        [](auto& poly) { poly = {1.0, 3.0, 4.0, 4.0, 3.0, 2.0, 1.0}; });
}

}  // namespace hand
