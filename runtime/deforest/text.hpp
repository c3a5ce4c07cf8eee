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

/// New cells with the characters of `letters`, in the order of memory; what follows the last is not
/// set yet.
template <class Cell>
struct OpenText {
  const Cell* first;
  Cell* last;
};

namespace detail {

// `count` is at least one.
template <auto head, auto tail, class Cell>
[[nodiscard]] inline OpenText<Cell> openText(Worker& worker, const char32_t* letters,
                                             std::size_t count) {
  Cell* const first = worker.make<Cell>();
  Cell* last = first;
  last->*head = letters[0];
  for (std::size_t i = 1; i < count; ++i) {
    Cell* const next = worker.make<Cell>();
    next->*head = letters[i];
    last->*tail = next;
    last = next;
  }
  return {first, last};
}

}  // namespace detail

/// `head` and `tail` are members of the cell: its character and the next cell.
template <auto head, auto tail, std::size_t size>
[[nodiscard]] inline auto openText(Worker& worker, const char32_t (&letters)[size]) {
  using Cell = typename MemberOf<decltype(tail)>::Holder;
  static_assert(size > 1, "a text without characters has no cell");
  return detail::openText<head, tail, Cell>(worker, letters, size - 1);
}

/// The same with `rest` behind the last.
template <auto head, auto tail, std::size_t size>
[[nodiscard]] inline const typename MemberOf<decltype(tail)>::Holder* text(
    Worker& worker, const char32_t (&letters)[size],
    const typename MemberOf<decltype(tail)>::Holder* rest) {
  const auto made = openText<head, tail>(worker, letters);
  made.last->*tail = rest;
  return made.first;
}

}  // namespace deforest
