// How an evaluation of the lazy machine ends without a value; only its own files include this.
#pragma once

#include <string>
#include <string_view>

namespace deforest::eval::lazy {

/// It failed.
struct Raised {
  std::string message;
};
/// The message of what needs itself.
inline constexpr std::string_view selfReference = "<<loop>>";
/// It was given up.
struct GivenUp {
  std::string message;
};

}  // namespace deforest::eval::lazy
