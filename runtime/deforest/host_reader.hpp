// Trees of a host's objects, built in a region. A list of what is still to be read takes the place
// of recursion, so that trees may be of any depth; cells lie in the order in which they are
// visited.
//
// The region may be full at any cell, and the call is then left by a jump: no object that needs
// destruction may live while a cell is made. What an accessor of the host gives by value is kept
// here until the end.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <exception>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "deforest/adapting.hpp"
#include "deforest/host_values.hpp"
#include "deforest/integer.hpp"
#include "deforest/region.hpp"

namespace deforest::detail {

class HostReader {
 public:
  /// Whether the object is a tree of ours; `why` says why not. What an accessor throws is kept for
  /// `rethrow`.
  template <class T, class Host>
  [[nodiscard]] bool run(Worker& worker, T& root, const Host& host) {
    worker_ = &worker;
    const Worker::Mark mark = worker.mark();
#ifdef __cpp_exceptions
    try {
      readAll(root, host);
    } catch (...) {
      thrown_ = std::current_exception();
      why_ = "an accessor of the host has thrown";
    }
#else
    readAll(root, host);
#endif
    if (why_ == nullptr) return true;
    if (mark.pieces == 0) {
      worker.clear();
    } else {
      worker.release(mark);
    }
    return false;
  }

  void rethrow() const {
    if (thrown_ != nullptr) std::rethrow_exception(thrown_);
  }
  [[nodiscard]] const char* why() const {
    return why_;
  }
  [[nodiscard]] Worker& worker() const {
    return *worker_;
  }

  /// The host's tree is none of ours; `why` is static. What follows is without effect.
  void refuse(const char* why) {
    if (why_ == nullptr) why_ = why;
  }

  /// An alternative, wherever it is held; null, and a refusal, if there is none.
  template <class Holder>
  [[nodiscard]] const Pointee<Holder>* object(const Holder& holder) {
    const auto* const found = reach(holder);
    if (found == nullptr) refuse("a null pointer stands where an alternative should");
    return found;
  }

  /// A field, from what a member or an accessor gives.
  template <class From, class Ours>
  void field(From&& from, Ours& to) {
    using Host = std::remove_cvref_t<From>;
    constexpr bool isSimple =
        std::is_arithmetic_v<Host> || std::is_enum_v<Host> || std::is_pointer_v<Host>;
    if constexpr (std::is_lvalue_reference_v<From> || isSimple) {
      take(from, to);
    } else {
      auto kept = std::make_unique<Kept<Host>>(std::forward<From>(from));
      const Host& object = kept->object;
      kept_.push_back(std::move(kept));
      items_.push_back({[](HostReader& self, const Item& item) {
                          self.take(*static_cast<const Host*>(item.from),
                                    *static_cast<Ours*>(item.to));
                        },
                        &object, &to, 0});
    }
  }

 private:
  struct Item {
    void (*read)(HostReader&, const Item&);
    const void* from;
    void* to;
    std::size_t index;
  };

  struct AnyKept {
    AnyKept() = default;
    AnyKept(const AnyKept&) = delete;
    AnyKept& operator=(const AnyKept&) = delete;
    virtual ~AnyKept() = default;
  };
  template <class T>
  struct Kept : AnyKept {
    explicit Kept(T&& given) : object(std::move(given)) {}
    T object;
  };

  template <class T, class Host>
  void readAll(T& root, const Host& host) {
    take(host, root);
    std::reverse(items_.begin(), items_.end());
    while (!items_.empty() && why_ == nullptr) {
      const Item item = items_.back();
      items_.pop_back();
      const auto begin = static_cast<std::ptrdiff_t>(items_.size());
      item.read(*this, item);
      std::reverse(items_.begin() + begin, items_.end());
    }
  }

  template <class Host, class Ours>
  void take(const Host& from, Ours& to) {
    if constexpr (std::is_same_v<Ours, Host> || std::is_same_v<Ours, const Bare<Host>*>) {
      // A number, or an object that is ours, too.
      to = from;
    } else if constexpr (Adapted<Ours, Host>) {
      takeAdapted(from, to);
    } else if constexpr (isNumber<Ours>) {
      takeNumber(from, to);
    } else if constexpr (Shaped<Ours>) {
      using Ourselves = Shape<Bare<Ours>>;
      if constexpr (Ourselves::kind == ShapeKind::Maybe) {
        takeMaybe(from, to);
      } else if constexpr (Ourselves::kind == ShapeKind::List) {
        takeList(from, to);
      } else {
        takeTuple(from, to);
      }
    } else {
      static_assert(never<Host>,
                    "the mapping does not say how this type of C++ holds that of ours");
    }
  }

  template <class Host, class Ours>
  void takeAdapted(const Host& from, Ours& to) {
    using Object = Pointee<Host>;
    using Rule = Adapter<Bare<Ours>, Object>;
    const Object* const object = reach(from);
    if (object == nullptr) {
      if constexpr (requires { Rule::none(*this, to); }) {
        Rule::none(*this, to);
      } else {
        refuse("a null pointer stands where no constructor is null");
      }
    } else if constexpr (Rule::hasCells) {
      items_.push_back({[](HostReader& self, const Item& item) {
                          Rule::build(self, *static_cast<const Object*>(item.from),
                                      *static_cast<Ours*>(item.to));
                        },
                        object, &to, 0});
    } else {
      Rule::build(*this, *object, to);
    }
  }

  template <class Host, class Ours>
  void takeNumber(const Host& from, Ours& to) {
    static_assert(std::is_arithmetic_v<Pointee<Host>>, "a number is no number to the host");
    const auto* const number = reach(from);
    if (number == nullptr) return refuse("a null pointer stands where a number should");
    if constexpr (std::is_same_v<Ours, Integer>) {
      to = integerOf(*worker_, *number);
    } else {
      if (!convert(*number, to)) refuse("a number is too large or too small");
    }
  }

  template <class Host, class Ours>
  void takeMaybe(const Host& from, Ours& to) {
    using Just = Shape<Bare<Ours>>;
    static_assert(Holding<Host>::holds,
                  "a Maybe is a std::optional or a pointer to the host, or is described");
    const auto* const held = Holding<Host>::at(from);
    if (held == nullptr) {
      to = nullptr;
      return;
    }
    auto* const cell = Just::make(*worker_);
    to = cell;
    take(*held, Just::value(*cell));
  }

  template <class Host, class Ours>
  void takeList(const Host& from, Ours& to) {
    using List = Shape<Bare<Ours>>;
    using Range = Pointee<Host>;
    using Head = std::remove_cvref_t<decltype(List::head(std::declval<const Bare<Ours>&>()))>;
    const Range* const range = reach(from);
    to = nullptr;
    if (range == nullptr) return refuse("a null pointer stands where a list should");
    if constexpr (std::is_same_v<Head, char32_t> &&
                  std::convertible_to<const Range&, std::string_view>) {
      takeText(*range, to);
    } else if constexpr (std::random_access_iterator<decltype(std::begin(*range))>) {
      takeRest<Range, Ours>(*this, {nullptr, range, &to, 0});
    } else {
      Ours* end = &to;
      for (const auto& element : *range) {
        auto* const cell = List::make(*worker_);
        *end = cell;
        take(element, List::head(*cell));
        List::tail(*cell) = nullptr;
        end = &List::tail(*cell);
      }
    }
  }

  // From an element on, up to the first that has to wait for its turn.
  template <class Range, class Ours>
  static void takeRest(HostReader& self, const Item& item) {
    using List = Shape<Bare<Ours>>;
    const Range& range = *static_cast<const Range*>(item.from);
    const std::size_t size = std::size(range);
    auto* to = static_cast<Ours*>(item.to);
    const std::size_t waiting = self.items_.size();
    for (std::size_t i = item.index; i < size; ++i) {
      auto* const cell = List::make(*self.worker_);
      *to = cell;
      to = &List::tail(*cell);
      // Of a `std::vector<bool>` it is a value.
      using Element = typename std::iterator_traits<decltype(std::begin(range))>::value_type;
      if constexpr (std::is_same_v<Element, bool>) {
        self.take(static_cast<bool>(std::begin(range)[static_cast<std::ptrdiff_t>(i)]),
                  List::head(*cell));
      } else {
        self.field(std::begin(range)[static_cast<std::ptrdiff_t>(i)], List::head(*cell));
      }
      if (self.items_.size() != waiting) {
        self.items_.push_back({&takeRest<Range, Ours>, &range, to, i + 1});
        return;
      }
    }
    *to = nullptr;
  }

  template <class Ours>
  void takeText(std::string_view text, Ours& to) {
    using List = Shape<Bare<Ours>>;
    Ours* end = &to;
    while (!text.empty()) {
      auto* const cell = List::make(*worker_);
      *end = cell;
      end = &List::tail(*cell);
      if (!takeCharacter(text, List::head(*cell))) return refuse("a text is no UTF-8");
    }
    *end = nullptr;
  }

  template <class Host, class Ours>
  void takeTuple(const Host& from, Ours& to) {
    using Ourselves = Shape<Bare<Ours>>;
    const auto* const tuple = reach(from);
    if (tuple == nullptr) return refuse("a null pointer stands where a tuple should");
    const auto each = [&](const auto& parts) {
      constexpr std::size_t size = std::tuple_size_v<std::remove_cvref_t<decltype(parts)>>;
      static_assert(size == std::tuple_size_v<Pointee<Host>>, "tuples of different sizes");
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (take(std::get<I>(*tuple), std::get<I>(parts)), ...);
      }
      (std::make_index_sequence<size>());
    };
    if constexpr (std::is_pointer_v<Ours>) {
      auto* const cell = Ourselves::make(*worker_);
      to = cell;
      each(Ourselves::parts(*cell));
    } else {
      each(Ourselves::parts(to));
    }
  }

  Worker* worker_ = nullptr;
  const char* why_ = nullptr;
  std::exception_ptr thrown_;
  std::vector<Item> items_;
  std::vector<std::unique_ptr<AnyKept>> kept_;
};

}  // namespace deforest::detail
