// Texts that the program knows, as lists of characters.
#pragma once

#include <cstddef>

#include "deforest/region.hpp"

namespace deforest {

/// The class of a member.
template <class Member>
struct MemberOf;

template <class Class, class Type>
struct MemberOf<Type Class::*> {
  using Holder = Class;
};

/// New cells with the characters of `letters`, in the order of memory, and `rest` behind the last.
/// `head` and `tail` are members of the cell: its character and the next cell.
template <auto head, auto tail, std::size_t size>
[[nodiscard]] const typename MemberOf<decltype(tail)>::Holder* text(
    Worker& worker, const char32_t (&letters)[size],
    const typename MemberOf<decltype(tail)>::Holder* rest) {
  using Cell = typename MemberOf<decltype(tail)>::Holder;
  const Cell* first = rest;
  const Cell** hole = &first;
  for (std::size_t i = 0; i + 1 < size; ++i) {
    Cell* cell = worker.make<Cell>();
    cell->*head = letters[i];
    *hole = cell;
    hole = &(cell->*tail);
  }
  *hole = rest;
  return first;
}

}  // namespace deforest
