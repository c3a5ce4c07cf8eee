// Builds a tree by hand, and traverses it from several threads.
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

#include "tree.hpp"

namespace {

// The cell first, then its children from left to right: whoever traverses the tree in that order
// reads memory from front to back.
const tree::Tree* grow(deforest::Worker& worker, int depth) {
  if (depth == 0) return nullptr;
  tree::Tree* node = tree::makeTree(worker);
  node->value = depth;
  node->tree1 = grow(worker, depth - 1);
  node->tree2 = grow(worker, depth - 1);
  return node;
}

}  // namespace

int main() {
  deforest::Region input;
  const tree::Tree* t = grow(input.here(), 12);
  std::vector<std::int64_t> totals(3);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    threads.emplace_back([&totals, t, i] {
      deforest::Region region;  // owns the result, and frees it at the end
      const auto factor = static_cast<std::int64_t>(i + 1);
      totals[i] = tree::total(region, tree::rescaled(region, factor, t));
    });
  }
  for (auto& thread : threads) thread.join();
  for (const std::int64_t total : totals) std::printf("%lld\n", static_cast<long long>(total));
}
