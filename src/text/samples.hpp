// What a module says about its use: `-- deforest: sample program (input 10)`, and how it is best
// transformed: `-- deforest: tuned price 0.2`.
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

/// The settings that the module asks for, `-- deforest: tuned price 0.2, width 3`, as they are
/// written, line by line.
[[nodiscard]] std::vector<SampleText> tunedIn(std::string_view module);

}  // namespace deforest::text
