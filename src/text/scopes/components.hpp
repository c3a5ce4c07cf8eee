// Strongly connected components of small graphs given as adjacency lists: which declarations must
// be typed together, and in which order bindings can be evaluated.
#pragma once

#include <cstddef>
#include <vector>

namespace deforest::text {

/// The components of the graph whose node `i` points at `edges[i]`, such that whatever a component
/// points at stands before it. Within a component, and where the edges leave it open, nodes are in
/// ascending order. Takes time linear in the graph and no stack.
[[nodiscard]] std::vector<std::vector<std::size_t>> components(
    const std::vector<std::vector<std::size_t>>& edges);

}  // namespace deforest::text
