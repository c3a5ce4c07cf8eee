// Cells that are written again, because nobody reads them any more.
//
// Cells are made by `Worker::make` and never constant; that trees are passed as `const` only says
// that most functions leave them alone. Constants, the cells of constructors without fields, are
// never written.
#pragma once

#include <new>
#include <type_traits>

namespace deforest {

/// The cell, for other values of its fields.
template <class Node>
[[nodiscard, gnu::always_inline]] inline Node* reuse(const Node* cell) {
  return const_cast<Node*>(cell);
}

/// A new cell in the memory of one of another kind. None of its fields is set yet.
template <class Node, class Old>
[[nodiscard, gnu::always_inline]] inline Node* reuseAs(const Old* cell) {
  static_assert(std::is_trivially_destructible_v<Node> && std::is_trivially_copyable_v<Node>);
  static_assert(sizeof(Node) <= sizeof(Old) && alignof(Node) <= alignof(Old));
  // Reads of the old cell stay before writes of the new one, whatever is known from their types.
  __asm__ __volatile__("" ::: "memory");
  return ::new (static_cast<void*>(const_cast<Old*>(cell))) Node;
}

}  // namespace deforest
