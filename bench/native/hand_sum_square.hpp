// sum (square xs) by hand: a loop.
#pragma once

namespace hand {

template <class List>
inline std::int64_t program(deforest::Worker&, const List* list) {
  std::int64_t sum = 0;
  for (; list != nullptr; list = list->list) {
    sum = deforest::add(sum, deforest::mul(list->value, list->value));
  }
  return sum;
}

}  // namespace hand
