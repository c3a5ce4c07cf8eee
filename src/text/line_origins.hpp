// Where the lines of a text that a preprocessor made come from.
//
//     # 12 "src/Tree.hs"               the C preprocessor, and GHC's unlit: what follows is line 12
//     #line 12 "src/Tree.hs"
//     {-# LINE 12 "src/Tree.hs" #-}    other preprocessors
//
// GHC obeys all three. The first two are no lexemes of the language.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"

namespace deforest::text {

class LineOrigins {
 public:
  LineOrigins() = default;
  /// `file` is where the text comes from as long as it does not say otherwise.
  LineOrigins(std::string_view text, std::string file);

  /// The `LINE` pragma, without a line end, for what stands on this line of the text (from 1).
  [[nodiscard]] std::string pragmaFor(std::size_t line) const;

  /// Where what stands on this line comes from: `file:line`.
  struct Place {
    std::string file;
    std::size_t line;
  };
  [[nodiscard]] Place placeOf(std::size_t line) const;

  /// Nothing is known of where the text comes from, and nobody asks.
  [[nodiscard]] bool empty() const { return origins_.empty(); }

 private:
  // From `begin` on, lines are those of `file` from `line` on.
  struct Origin {
    std::size_t begin;
    std::string file;
    std::size_t line;
  };
  std::vector<Origin> origins_;  // in order; the first one begins at line 1
};

/// The text with blanks in the place of the C preprocessor's lines, byte for byte as long.
[[nodiscard]] std::string withoutLineMarkers(std::string_view text);

}  // namespace deforest::text
