// What a module says about its use: `-- deforest: sample program (input 10)`.
//
// A sample is a call that is typical of the program. It stands in a comment, on a line of its own
// that begins at the left, between the declarations or in front of them; Haskell does not see it.
// What is in a region that is passed through as it is does not count.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"

namespace deforest::text {

/// A call as it is written, and where.
struct SampleText {
  std::string expression;
  support::Position position;  ///< Of its first character; unknown if it is in no module.
};

/// The samples of a module, in order.
[[nodiscard]] std::vector<SampleText> samplesIn(std::string_view module);

}  // namespace deforest::text
