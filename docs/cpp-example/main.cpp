// Builds a tree by hand, traverses it from several threads, and lives on where a root fails.
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

  deforest::Region region;
  try {
    static_cast<void>(tree::shares(region, 60, t));
  } catch (const deforest::Error& error) {
    std::printf("%s\n", error.what());
  }
  // The region holds nothing of that, and is used again.
  const tree::Tree* small = grow(region.here(), 2);
  const std::int64_t sum = tree::total(region, tree::shares(region, 60, small));
  std::printf("%lld\n", static_cast<long long>(sum));

  // What takes too long is stopped from another thread.
  deforest::Cancel cancel;
  region.watch(&cancel);
  std::thread impatient([&cancel] { cancel.request(); });
  try {
    while (true) {
      region.reset();
      static_cast<void>(tree::rescaled(region, 2, t));
    }
  } catch (const deforest::Error& error) {
    std::printf("%s\n", error.what());
  }
  impatient.join();
}
