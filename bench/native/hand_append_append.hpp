// append (append as bs) cs by hand: both lists are copied in front of the third.
#pragma once

namespace hand {

template <class List>
inline const List** copy(deforest::Worker& worker, const List* list, const List** hole) {
  for (; list != nullptr; list = list->list) {
    auto* cell = worker.make<List>();
    cell->value = list->value;
    *hole = cell;
    hole = &cell->list;
  }
  return hole;
}

template <class List>
inline const List* program(deforest::Worker& worker, const List* as, const List* bs,
                           const List* cs) {
  const List* result = nullptr;
  *copy(worker, bs, copy(worker, as, &result)) = cs;
  return result;
}

}  // namespace hand
