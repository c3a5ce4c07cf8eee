// What trees of emitted types are in a host's own types: emitted with `--adapt`, used by
// deforest/adapt.hpp.
//
// The emitted header says two things. `Adapter<Ours, Host>` is of a type that the mapping
// describes: how a value of it is read from a host's object, and how an object is made of it, one
// node at a time. `Shape<Ours>` is of lists, Maybe and tuples, which many types of C++ can hold:
// which, the host's declarations say.
//
// A host holds objects as they are, or by pointers and the like (`Holding`); `Pointee` is what is
// held in the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace deforest {

/// Of a type of ours, without pointer, and of one of the host, without what it is held by:
///
///     template <class In> static void build(In& in, const Host& from, to&)
///     template <class Out, class Holder> static void write(Out& out, at, Holder& to)
///     template <class In> static void none(In& in, to&)    if there is one that null stands for
///     static constexpr bool hasCells    whether values are or hold cells, of which there may be
///     many
///
/// where `to` is a variable of ours, and `at` the value of one.
template <class Ours, class Host>
struct Adapter;

enum class ShapeKind : std::uint8_t { List, Maybe, Tuple };

/// Of a list, a Maybe or a tuple: `kind`; `make(worker)`, a cell, if values are cells; and of a
/// cell or value `head` and `tail`, `value`, or `parts` as a `std::tuple` of references.
template <class Ours>
struct Shape;

namespace detail {

/// Where something is put that the host's types have no place for yet.
template <class T>
struct Slot {
  std::optional<T> value;
};

/// How `T` holds an object: `at` gives a pointer to it, null if there is none; `make` makes one.
template <class T>
struct Holding {
  static constexpr bool holds = false;
};

template <class T, class Deleter>
struct Holding<std::unique_ptr<T, Deleter>> {
  static constexpr bool holds = true;
  using Held = std::remove_cv_t<T>;
  static const T* at(const std::unique_ptr<T, Deleter>& holder) { return holder.get(); }
  template <class Made, class... Arguments>
  static Made& make(std::unique_ptr<T, Deleter>& holder, Arguments&&... arguments) {
    auto made = std::make_unique<Made>(std::forward<Arguments>(arguments)...);
    Made& object = *made;
    holder = std::move(made);
    return object;
  }
};

template <class T>
struct Holding<std::shared_ptr<T>> {
  static constexpr bool holds = true;
  using Held = std::remove_cv_t<T>;
  static const T* at(const std::shared_ptr<T>& holder) { return holder.get(); }
  template <class Made, class... Arguments>
  static Made& make(std::shared_ptr<T>& holder, Arguments&&... arguments) {
    auto made = std::make_shared<Made>(std::forward<Arguments>(arguments)...);
    Made& object = *made;
    holder = std::move(made);
    return object;
  }
};

template <class T>
struct Holding<std::optional<T>> {
  static constexpr bool holds = true;
  using Held = T;
  static const T* at(const std::optional<T>& holder) { return holder ? &*holder : nullptr; }
  template <class Made, class... Arguments>
  static Made& make(std::optional<T>& holder, Arguments&&... arguments) {
    return holder.emplace(std::forward<Arguments>(arguments)...);
  }
};

template <class T>
struct Holding<Slot<T>> {
  static constexpr bool holds = true;
  using Held = T;
  template <class Made, class... Arguments>
  static Made& make(Slot<T>& holder, Arguments&&... arguments) {
    return holder.value.emplace(std::forward<Arguments>(arguments)...);
  }
};

// The last two own nothing: they are read, and not made.
template <class T>
struct Holding<T*> {
  static constexpr bool holds = true;
  using Held = std::remove_cv_t<T>;
  static const T* at(const T* holder) { return holder; }
};

template <class T>
struct Holding<std::reference_wrapper<T>> {
  static constexpr bool holds = true;
  using Held = std::remove_cv_t<T>;
  static const T* at(const std::reference_wrapper<T>& holder) { return &holder.get(); }
};

template <class T, bool = Holding<T>::holds>
struct PointeeOf {
  using Type = T;
};
template <class T>
struct PointeeOf<T, true> {
  using Type = typename PointeeOf<typename Holding<T>::Held>::Type;
};

}  // namespace detail

/// What is held in the end: `Node` of `std::unique_ptr<Node>`, of `std::optional<const Node*>`.
template <class T>
using Pointee = typename detail::PointeeOf<std::remove_cv_t<T>>::Type;

namespace detail {

/// Of a variable of ours: what it points to, if it is a pointer.
template <class T>
using Bare = std::remove_cv_t<std::remove_pointer_t<T>>;

template <class Ours, class Host>
concept Adapted = requires {
  sizeof(Adapter<Bare<Ours>, Pointee<Host>>);
};

template <class Ours>
concept Shaped = requires {
  Shape<Bare<Ours>>::kind;
};

/// The object in the end; null if there is none.
template <class T>
[[nodiscard]] const Pointee<T>* reach(const T& holder) {
  if constexpr (Holding<T>::holds) {
    const auto* held = Holding<T>::at(holder);
    return held == nullptr ? nullptr : reach(*held);
  } else {
    return &holder;
  }
}

template <class>
inline constexpr bool never = false;

}  // namespace detail

}  // namespace deforest
