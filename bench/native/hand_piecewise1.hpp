// x^3 + x^2 + x + 1 on a kd-tree by hand: every leaf becomes the polynomial that the six passes
// make.
#pragma once

#include "hand_kd.hpp"

namespace hand {

template <class Kd>
inline const Kd* program(deforest::Worker& worker, const Kd* tree) {
  return withPolynomial(worker, tree,
                        [](auto& poly) { poly = {1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0}; });
}

}  // namespace hand
