// Bounded code: what may be composed when space runs out.
//
// Every fragment has a body that costs next to nothing: its line of calls, made one after the
// other, or for a single call the function as it is in the source. A fragment that finds no room is
// left as that; it computes the same, and visits what the unfused program visits.
//
//     shift_sum xs = case xs of ...          built
//     shift_sum xs = shift (sum xs)          left as a line
//
// What counts: the source (any line may call its functions), what is built, and of the compositions
// that wait the cheapest body.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/limits.hpp"
#include "pipeline/pass.hpp"

namespace deforest::fusion {

class Budget {
 public:
  /// `source`: bindings of the program that is fused. `bindings`: what the result may have.
  Budget(std::size_t source, std::size_t bindings, const engine::Limits& limits)
      : limit_(bindings), functionLimit_(limits.maxFunctions), spent_(source) {}

  /// A composition begins to wait that needs at least so many bindings.
  void wait(std::size_t cheapest) { spent_ += cheapest; }

  /// Its turn has come.
  void take(std::size_t cheapest) { spent_ -= cheapest; }

  /// It was built, with so many bindings. `composes`: it is not just a function of the source.
  void build(std::size_t bindings, bool composes) {
    spent_ += bindings;
    functions_ += composes ? 1 : 0;
  }

  /// Why a limit forbids to build so many bindings; none: they may be built.
  [[nodiscard]] std::optional<pipeline::Refusal> exhausted(std::size_t bindings) const {
    if (functions_ >= functionLimit_) {
      return pipeline::Refusal{
          pipeline::Limit::MaxFunctions,
          "the limit of " + std::to_string(functionLimit_) + " functions is reached"};
    }
    if (spent_ + bindings > limit_) {
      return pipeline::Refusal{
          pipeline::Limit::MaxGrowth,
          "the code would grow beyond the limit of " + std::to_string(limit_) + " bindings"};
    }
    return std::nullopt;
  }

 private:
  std::size_t limit_;
  unsigned functionLimit_;
  std::size_t spent_;
  unsigned functions_ = 0;
};

}  // namespace deforest::fusion
