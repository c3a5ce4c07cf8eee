// A host's objects, made of trees of ours. As in the other direction a list of what is still to be
// written takes the place of recursion. Nothing of a region is made, so nothing is left by a jump;
// after a refusal the host has parts of a tree, which it frees as it frees any.
//
// Objects are made first and their members then, in their places. Where the host has no place for
// a part before its whole is there, since a function makes the whole of its parts, the parts wait
// in a `Frame`.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "deforest/adapting.hpp"
#include "deforest/host_values.hpp"
#include "deforest/show.hpp"

namespace deforest::detail {

class HostWriter {
 public:
  /// Whether the host's types can hold the tree; `why` says why not.
  template <class T, class Host>
  [[nodiscard]] bool run(const T& root, Host& host) {
    put(root, host);
    std::reverse(items_.begin(), items_.end());
    while (!items_.empty() && why_ == nullptr) {
      const Item item = items_.back();
      items_.pop_back();
      const auto begin = static_cast<std::ptrdiff_t>(items_.size());
      item.write(*this, item);
      std::reverse(items_.begin() + begin, items_.end());
    }
    return why_ == nullptr;
  }

  [[nodiscard]] const char* why() const { return why_; }

  /// The host cannot hold the tree; `why` is static. What follows is without effect.
  void refuse(const char* why) {
    if (why_ == nullptr) why_ = why;
  }

  /// A field, to its place.
  template <class Ours, class Holder>
  void field(const Ours& from, Holder& to) {
    put(from, to);
  }

  /// No object.
  template <class Holder>
  void none(Holder& to) {
    if constexpr (Holding<Holder>::holds && std::is_default_constructible_v<Holder>) {
      to = Holder{};
    } else {
      refuse("a constructor that is null to the host stands where it has no pointer");
    }
  }

  /// A new object, held as the host holds it: where it is, if it is there already.
  template <class Object, class Holder>
  Object& make(Holder& to) {
    if constexpr (std::is_same_v<Object, Holder>) {
      return to;
    } else {
      requireOwner<Holder>();
      using Held = typename Holding<Holder>::Held;
      if constexpr (Holding<Held>::holds) {
        return make<Object>(Holding<Holder>::template make<Held>(to));
      } else {
        static_assert(std::is_default_constructible_v<Object>,
                      "the host's type has no default constructor: the mapping needs a \"make\"");
        return Holding<Holder>::template make<Object>(to);
      }
    }
  }

  /// An object that was made, held as the host holds it.
  template <class Holder, class Made>
  void place(Holder& to, Made&& made) {
    using Object = std::remove_cvref_t<Made>;
    if constexpr (std::is_assignable_v<Holder&, Made&&>) {
      to = std::forward<Made>(made);
    } else {
      requireOwner<Holder>();
      using Held = typename Holding<Holder>::Held;
      if constexpr (Holding<Held>::holds && !std::is_constructible_v<Held, Made&&>) {
        place(Holding<Holder>::template make<Held>(to), std::forward<Made>(made));
      } else if constexpr (std::is_same_v<Holder, Slot<Held>>) {
        Holding<Holder>::template make<Held>(to, std::forward<Made>(made));
      } else {
        Holding<Holder>::template make<Object>(to, std::forward<Made>(made));
      }
    }
  }

  struct AnyFrame {
    AnyFrame() = default;
    AnyFrame(const AnyFrame&) = delete;
    AnyFrame& operator=(const AnyFrame&) = delete;
    virtual ~AnyFrame() = default;
    std::size_t index = 0;  ///< Among the frames.
  };

  /// Places for parts of such types, until `finish`.
  template <class... Parts>
  struct Frame : AnyFrame {
    std::tuple<Slot<Parts>...> slots;
    /// The place of a part.
    template <std::size_t I>
    [[nodiscard]] auto& to() {
      return std::get<I>(slots);
    }
    /// The part, which is there.
    template <std::size_t I>
    [[nodiscard]] auto&& get() {
      return std::move(*std::get<I>(slots).value);
    }
  };

  template <class... Parts>
  [[nodiscard]] Frame<Parts...>& frame() {
    auto made = std::make_unique<Frame<Parts...>>();
    made->index = frames_.size();
    Frame<Parts...>& frame = *made;
    frames_.push_back(std::move(made));
    return frame;
  }

  /// Calls a function without captures of this, the frame and `to` when the parts are there.
  template <class Made, class Target, class Function>
  void finish(Made& frame, Target& to, const Function& /*function*/) {
    items_.push_back({[](HostWriter& self, const Item& item) {
                        auto& made = *static_cast<Made*>(const_cast<void*>(item.from));
                        Function{}(self, made, *static_cast<Target*>(item.to));
                        self.drop(made);
                      },
                      &frame, &to});
  }

 private:
  struct Item {
    void (*write)(HostWriter&, const Item&);
    const void* from;
    void* to;
    std::size_t index = 0;
  };

  void drop(AnyFrame& frame) {
    const std::size_t index = frame.index;
    std::swap(frames_[index], frames_.back());
    frames_[index]->index = index;
    frames_.pop_back();
  }

  template <class Holder>
  static constexpr void requireOwner() {
    static_assert(Holding<Holder>::holds, "the host has no place for such an object");
    static_assert(!std::is_pointer_v<Holder>,
                  "a raw pointer owns nothing: the mapping needs a \"make\" that takes what does");
  }

  template <class Ours, class Holder>
  void put(const Ours& from, Holder& to) {
    if constexpr (std::is_same_v<Ours, Holder>) {
      // A number, or an object that is ours, too.
      to = from;
    } else if constexpr (Adapted<Ours, Holder>) {
      putAdapted(from, to);
    } else if constexpr (isNumber<Ours>) {
      putNumber(from, to);
    } else if constexpr (Shaped<Ours>) {
      using Ourselves = Shape<Bare<Ours>>;
      if constexpr (Ourselves::kind == ShapeKind::Maybe) {
        putMaybe(from, to);
      } else if constexpr (Ourselves::kind == ShapeKind::List) {
        putList(from, make<Pointee<Holder>>(to));
      } else {
        putTuple(from, make<Pointee<Holder>>(to));
      }
    } else {
      static_assert(never<Holder>,
                    "the mapping does not say how this type of C++ holds that of ours");
    }
  }

  template <class Ours, class Holder>
  void putAdapted(const Ours& from, Holder& to) {
    using Rule = Adapter<Bare<Ours>, Pointee<Holder>>;
    if constexpr (std::is_same_v<Holder, Slot<typename SlotOf<Holder>::Type>> &&
                  std::is_default_constructible_v<typename SlotOf<Holder>::Type>) {
      put(from, to.value.emplace());
    } else if constexpr (!Rule::hasCells) {
      Rule::write(*this, from, to);
    } else if constexpr (std::is_pointer_v<Ours>) {
      if (from == nullptr) return Rule::write(*this, from, to);
      items_.push_back({[](HostWriter& self, const Item& item) {
                          Rule::write(self, static_cast<Ours>(item.from),
                                      *static_cast<Holder*>(item.to));
                        },
                        from, &to});
    } else {
      items_.push_back({[](HostWriter& self, const Item& item) {
                          Rule::write(self, *static_cast<const Ours*>(item.from),
                                      *static_cast<Holder*>(item.to));
                        },
                        &from, &to});
    }
  }

  template <class T>
  struct SlotOf {
    using Type = void;
  };
  template <class T>
  struct SlotOf<Slot<T>> {
    using Type = T;
  };

  template <class Ours, class Holder>
  void putNumber(const Ours& from, Holder& to) {
    static_assert(std::is_arithmetic_v<Pointee<Holder>>, "a number is no number to the host");
    if (!convert(from, make<Pointee<Holder>>(to))) {
      refuse("a number is too large or too small for the host");
    }
  }

  template <class Ours, class Holder>
  void putMaybe(const Ours& from, Holder& to) {
    using Just = Shape<Bare<Ours>>;
    if constexpr (std::is_same_v<Holder, Slot<typename SlotOf<Holder>::Type>>) {
      put(from, to.value.emplace());
    } else {
      static_assert(Holding<Holder>::holds,
                    "a Maybe is a std::optional or a pointer to the host, or is described");
      using Held = typename Holding<Holder>::Held;
      using Value = std::remove_cvref_t<decltype(Just::value(*from))>;
      if (from == nullptr) {
        none(to);
      } else if constexpr (!Adapted<Value, Held> || (std::is_same_v<Holder, std::optional<Held>> &&
                                                     std::is_default_constructible_v<Held>)) {
        requireOwner<Holder>();
        put(Just::value(*from), Holding<Holder>::template make<Held>(to));
      } else {
        // What is held may be of a derived class, or made of its parts; but it may not be null.
        put(Just::value(*from), to);
        items_.push_back({[](HostWriter& self, const Item& item) {
                            if (*static_cast<const Holder*>(item.to)) return;
                            self.refuse("a Just of what is null to the host would be Nothing");
                          },
                          nullptr, &to});
      }
    }
  }

  template <class Ours, class Container>
  void putList(const Ours& from, Container& to) {
    using List = Shape<Bare<Ours>>;
    using Head = std::remove_cvref_t<decltype(List::head(*from))>;
    using Element = typename Container::value_type;
    to.clear();
    if constexpr (std::is_same_v<Head, char32_t> && std::is_same_v<Container, std::string>) {
      for (const auto* at = from; at != nullptr; at = List::tail(*at)) {
        appendUtf8(to, List::head(*at));
      }
    } else if constexpr (isNumber<Head> && std::is_arithmetic_v<Element>) {
      for (const auto* at = from; at != nullptr; at = List::tail(*at)) {
        Element number{};
        if (!convert(List::head(*at), number)) {
          return refuse("a number is too large or too small for the host");
        }
        to.insert(to.end(), number);
      }
    } else if constexpr (std::is_default_constructible_v<Element> && requires {
                           to.resize(std::size_t{0});
                           to.begin()[0];
                         }) {
      to.resize(lengthOf<List>(from));
      putRest<Ours, Container>(*this, {nullptr, from, &to});
    } else {
      putSlots<Element, List>(from, to);
    }
  }

  template <class List, class Cell>
  static std::size_t lengthOf(const Cell* at) {
    std::size_t length = 0;
    for (; at != nullptr; at = List::tail(*at)) ++length;
    return length;
  }

  // From an element on, up to the first that has to wait for its turn.
  template <class Ours, class Container>
  static void putRest(HostWriter& self, const Item& item) {
    using List = Shape<Bare<Ours>>;
    auto& to = *static_cast<Container*>(item.to);
    auto index = static_cast<std::ptrdiff_t>(item.index);
    const std::size_t waiting = self.items_.size();
    for (auto at = static_cast<Ours>(item.from); at != nullptr; at = List::tail(*at)) {
      self.put(List::head(*at), to.begin()[index++]);
      if (self.items_.size() != waiting) {
        self.items_.push_back(
            {&putRest<Ours, Container>, List::tail(*at), &to, static_cast<std::size_t>(index)});
        return;
      }
    }
  }

  // Elements that the container cannot hold before they are whole.
  template <class Element, class List, class Cell, class Container>
  void putSlots(const Cell* from, Container& to) {
    using Slots = std::vector<Slot<Element>>;
    auto& waiting = frame<Slots>();
    Slots& slots = waiting.template to<0>().value.emplace(lengthOf<List>(from));
    std::size_t i = 0;
    for (const Cell* at = from; at != nullptr; at = List::tail(*at)) {
      put(List::head(*at), slots[i++]);
    }
    finish(waiting, to, [](HostWriter& /*self*/, Frame<Slots>& made, Container& container) {
      for (auto& slot : made.template get<0>()) {
        container.insert(container.end(), std::move(*slot.value));
      }
    });
  }

  template <class Ours, class Tuple>
  void putTuple(const Ours& from, Tuple& to) {
    using Ourselves = Shape<Bare<Ours>>;
    const auto each = [&](const auto& parts) {
      constexpr std::size_t size = std::tuple_size_v<std::remove_cvref_t<decltype(parts)>>;
      static_assert(size == std::tuple_size_v<Tuple>, "tuples of different sizes");
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (put(std::get<I>(parts), std::get<I>(to)), ...);
      }
      (std::make_index_sequence<size>());
    };
    if constexpr (std::is_pointer_v<Ours>) {
      each(Ourselves::parts(*from));
    } else {
      each(Ourselves::parts(from));
    }
  }

  const char* why_ = nullptr;
  std::vector<Item> items_;
  std::vector<std::unique_ptr<AnyFrame>> frames_;
};

}  // namespace deforest::detail
