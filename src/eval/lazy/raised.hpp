// How an evaluation of the lazy machine ends without a value; only its own files include this.
#pragma once

#include <string>

namespace deforest::eval::lazy {

/// It failed.
struct Raised {
  std::string message;
};
/// It was given up.
struct GivenUp {
  std::string message;
};

}  // namespace deforest::eval::lazy
