// Literate Haskell: text in which the program stands apart from what is said of it (Haskell 2010
// Report, section 10.4).
//
//     The sum of a tree:                    (nothing)
//                                       =>
//     > total Leaf = 0                        total Leaf = 0
//     > total (Node l r) = ...                total (Node l r) = ...
//
//     \begin{code}                          (nothing)
//     depth Leaf = 0                        depth Leaf = 0
//     \end{code}                            (nothing)
#pragma once

#include <string>
#include <string_view>

namespace deforest::text {

/// Whether files of this name are literate: `Tree.lhs`.
[[nodiscard]] inline bool isLiterate(std::string_view path) {
  return path.ends_with(".lhs");
}

/// The program in a file of that name: without the prose, if it is literate. All that is in it
/// stands on the line and in the column where it stood.
[[nodiscard]] std::string programIn(std::string_view path, std::string text);

}  // namespace deforest::text
