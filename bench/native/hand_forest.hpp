// setevens (sumups f) by hand: a loop along the list that fills the hole in the last cell.
#pragma once

#include "hand_seteven_sumup.hpp"

namespace hand_forest {

template <class Forest>
inline const Forest* program(deforest::Worker& worker, const Forest* forest) {
  const Forest* result = nullptr;
  const Forest** hole = &result;
  for (; forest != nullptr; forest = forest->forest) {
    auto* out = worker.make<Forest>();
    out->tree = hand::traverse(worker, forest->tree).tree;
    out->forest = nullptr;
    *hole = out;
    hole = &out->forest;
  }
  return result;
}

}  // namespace hand_forest
