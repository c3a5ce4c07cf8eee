// Alternatives that result in the same expression become one, with a wildcard, at the end.
//
// So the IR gets on without default alternatives: of what is written of the eighteen natural
// programs, alternatives that are still repeated, and were not in the source, are 1.5 % of the
// source's tokens in one, 0.7 % in another, and none in the others.
#pragma once

#include <string>
#include <vector>

#include "text/printing/layout.hpp"

namespace deforest::backends {

/// An equation or an alternative of a `case`.
struct Choice {
  std::string head;         ///< With the pattern of its constructor.
  std::string defaultHead;  ///< With a wildcard or variable in place of that pattern.
  text::Code body;
  bool usesFields = false;  ///< Whether the body needs what the pattern binds.
};

/// The choices, of which the largest group that says the same is replaced by its default. At least
/// one pattern is left, so that evaluation still looks at the constructor.
[[nodiscard]] std::vector<Choice> mergeAlike(std::vector<Choice> choices);

}  // namespace deforest::backends
