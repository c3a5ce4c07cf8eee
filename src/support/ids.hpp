// Dense typed indices. An `Id<Tag>` names an element of one particular vector; analyses are plain
// vectors indexed by `.value`.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>

namespace deforest::support {

template <class Tag>
struct Id {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t value = none;

  [[nodiscard]] constexpr bool valid() const { return value != none; }
  constexpr auto operator<=>(const Id&) const = default;
};

}  // namespace deforest::support

template <class Tag>
struct std::hash<deforest::support::Id<Tag>> {
  std::size_t operator()(const deforest::support::Id<Tag>& id) const noexcept { return id.value; }
};
