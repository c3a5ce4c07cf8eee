// Forks by hand, as emitted functions make them.
#include "deforest/parallel.hpp"

#include <gtest/gtest.h>

#include <mutex>
#include <set>

#ifndef DEFOREST_OWN_THREADS
#include <tbb/global_control.h>
#endif

#include "both.hpp"

namespace deforest {
namespace {

struct Tree {
  std::int64_t value;
  const Tree* left;
  const Tree* right;
};

// `skew` percent of the nodes go to the left.
const Tree* grow(Worker& worker, std::int64_t nodes, std::int64_t skew) {
  if (nodes == 0) return nullptr;
  auto* tree = worker.make<Tree>();
  const std::int64_t left = (nodes - 1) * skew / 100;
  tree->value = nodes;
  tree->left = grow(worker, left, skew);
  tree->right = grow(worker, nodes - 1 - left, skew);
  return tree;
}

const Tree* flip(Worker& worker, const Tree* tree) {
  if (tree == nullptr) return nullptr;
  auto* out = worker.make<Tree>();
  out->value = tree->value;
  out->right = flip(worker, tree->left);
  out->left = flip(worker, tree->right);
  return out;
}

const Tree* flipParallel(Worker& worker, unsigned levels, const Tree* tree) {
  if (levels == 0) return flip(worker, tree);
  if (tree == nullptr) return nullptr;
  auto* out = worker.make<Tree>();
  out->value = tree->value;
  Fork fork(worker, levels - 1,
            [tree](Worker& w, unsigned l) { return flipParallel(w, l, tree->right); });
  out->right = flipParallel(worker, levels - 1, tree->left);
  out->left = fork.join();
  return out;
}

// NOLINTNEXTLINE(misc-no-recursion)
std::int64_t sumTicking(Worker& worker, const Tree* tree) {
  worker.tick();
  if (tree == nullptr) return 0;
  const std::int64_t left = sumTicking(worker, tree->left);
  return tree->value + left + sumTicking(worker, tree->right);
}

std::int64_t sumParallel(Worker& worker, unsigned levels, const Tree* tree) {
  if (levels == 0) return sumTicking(worker, tree);
  worker.tick();
  if (tree == nullptr) return 0;
  Fork right(worker, levels - 1,
             [tree](Worker& w, unsigned l) { return sumParallel(w, l, tree->right); });
  Fork middle(worker, levels - 1, [tree](Worker&, unsigned) { return tree->value; });
  const std::int64_t left = sumParallel(worker, levels - 1, tree->left);
  const std::int64_t value = middle.join();
  return left + value + right.join();
}

bool mirrored(const Tree* a, const Tree* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->value == b->value && mirrored(a->left, b->right) && mirrored(a->right, b->left);
}

std::int64_t parallelSum(Region& region, const Tree* tree) {
  return runRoot(
      region, [tree](Worker& w) { return sumTicking(w, tree); },
      [tree](Worker& w, unsigned l) { return sumParallel(w, l, tree); });
}

const Tree* parallelFlip(Region& region, const Tree* tree) {
  return runRoot(
      region, [tree](Worker& w) { return flip(w, tree); },
      [tree](Worker& w, unsigned l) { return flipParallel(w, l, tree); });
}

class Fork : public testing::TestWithParam<int> {};

TEST_P(Fork, ComputesWhatSerialCallsCompute) {
  Region region;
  const Tree* tree = grow(region.here(), 200'000, GetParam());
  Region results;
  for (int round = 0; round < 5; ++round) {
    EXPECT_EQ(parallelSum(results, tree), sumTicking(region.here(), tree));
    const Tree* flipped = parallelFlip(results, tree);
    EXPECT_TRUE(mirrored(tree, flipped));
    EXPECT_EQ(results.bytes(), 200'000 * sizeof(Tree));
    results.reset();
  }
}

// Pieces of a function that makes so many calls at every level it has.
std::uint64_t pieces(unsigned levels, unsigned calls) {
  return levels == 0 ? 1 : calls * pieces(share(levels, calls), calls);
}

TEST(Fork, CallsShareTheLevels) {
  EXPECT_EQ(share(8, 2), 7U);
  EXPECT_EQ(share(8, 3), 6U);
  EXPECT_EQ(share(8, 4), 6U);
  EXPECT_EQ(share(8, 6), 5U);
  EXPECT_EQ(share(1, 2), 0U);
  EXPECT_EQ(share(2, 100), 0U);
  for (unsigned calls = 2; calls < 20; ++calls) {
    EXPECT_LE(pieces(allLevels, calls), std::uint64_t{calls} << allLevels) << calls;
  }
}

INSTANTIATE_TEST_SUITE_P(Skews, Fork, testing::Values(50, 90, 10, 97));

TEST(Fork, RootsRunInSeveralThreadsOnOneRegion) {
  Region region;
  const Tree* tree = grow(region.here(), 100'000, 60);
  std::vector<std::thread> threads;
  std::atomic<int> right{0};
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 3; ++round) {
        right += mirrored(tree, parallelFlip(region, tree)) ? 1 : 0;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(right, 9);
}

TEST(Fork, RootsNestInTasksOfOtherRoots) {
  Region outer;
  Region inner;
  const Tree* tree = grow(outer.here(), 50'000, 50);
  const std::int64_t expected = sumTicking(outer.here(), tree);
  const auto nested = [&](Worker&, unsigned) { return parallelSum(inner, tree); };
  const std::int64_t total = runRoot(
      outer, [&](Worker&) { return 2 * parallelSum(inner, tree); },
      [&](Worker& worker, unsigned levels) {
        const auto [a, b] = doBoth(worker, levels, nested, nested);
        return a + b;
      });
  EXPECT_EQ(total, 2 * expected);
}

#ifndef DEFOREST_OWN_THREADS
TEST(Fork, OffersAreTakenByOtherThreads) {
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, 4);
  tbb::task_arena arena(4);
  std::thread::id first;
  std::thread::id second;
  const auto note = [](std::thread::id& id, std::atomic<bool>& met,
                       const std::atomic<bool>& other) {
    id = std::this_thread::get_id();
    met = true;
    while (!other) std::this_thread::yield();
    return 0;
  };
  Region region;
  arena.execute([&] {
    std::atomic<bool> a{false};
    std::atomic<bool> b{false};
    runRoot(
        region, [](Worker&) { return 0; },
        [&](Worker& worker, unsigned levels) {
          // Neither call returns before the other has begun.
          const auto [x, y] = doBoth(
              worker, levels,
              [&](Worker& w, unsigned) {
                for (int i = 0; i < 2 * 4096; ++i) w.tick();  // has waited for a whole beat
                return note(first, a, b);
              },
              [&](Worker&, unsigned) { return note(second, b, a); });
          return x + y;
        });
  });
  EXPECT_NE(first, second);
}

// The threads that run the 2^levels calls of a full tree of forks, each of which takes two beats.
std::size_t threadsThatWork(tbb::task_arena& arena) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  std::atomic<int> done{0};
  const auto work = [&](Worker& worker) {
    for (int i = 0; i < 2 * 4096; ++i) worker.tick();
    const std::lock_guard lock(mutex);
    seen.insert(std::this_thread::get_id());
    ++done;
    return 0;
  };
  const auto divide = [&](const auto& self, Worker& worker, unsigned levels, int depth) -> int {
    if (depth == 0) return work(worker);
    const auto half = [&](Worker& w, unsigned l) { return self(self, w, l, depth - 1); };
    const auto [a, b] = doBoth(worker, levels > 0 ? levels - 1 : 0, half, half);
    return a + b;
  };
  constexpr int depth = 7;
  Region region;
  arena.execute([&] {
    runRoot(
        region,
        [&](Worker& worker) {
          for (int i = 0; i < 1 << depth; ++i) work(worker);
          return 0;
        },
        [&](Worker& worker, unsigned levels) { return divide(divide, worker, levels, depth); });
  });
  EXPECT_EQ(done, 1 << depth);
  return seen.size();
}

TEST(Fork, NoMoreThreadsWorkThanTheArenaHasSlots) {
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, 8);
  for (const int slots : {1, 2, 3}) {
    tbb::task_arena arena(slots);
    for (int round = 0; round < 20; ++round) {
      EXPECT_LE(threadsThatWork(arena), static_cast<std::size_t>(slots));
    }
  }
}

TEST(Fork, NoMoreThreadsWorkThanTheProcessAllows) {
  for (const std::size_t allowed : {1U, 2U, 3U}) {
    const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, allowed);
    tbb::task_arena arena(8);
    for (int round = 0; round < 20; ++round) EXPECT_LE(threadsThatWork(arena), allowed);
  }
}

TEST(Fork, AnArenaInsideAnotherHasItsOwnLimit) {
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism, 8);
  tbb::task_arena outer(3);
  outer.execute([] {
    tbb::task_arena inner(1);
    EXPECT_EQ(threadsThatWork(inner), 1U);
  });
}

// The levels that a root begins with; it then makes so many nodes.
unsigned levelsOfRoot(Region& region, std::int64_t nodes) {
  return runRoot(
      region, [](Worker&) { return 0U; },
      [nodes](Worker& worker, unsigned levels) {
        grow(worker, nodes, 50);
        return levels;
      });
}

TEST(Fork, RootsOfSmallTreesBeginWithFewLevels) {
  Region region;
  EXPECT_EQ(levelsOfRoot(region, 10), allLevels) << "nothing is known yet";
  EXPECT_EQ(levelsOfRoot(region, 10), fewLevels);
  EXPECT_EQ(levelsOfRoot(region, 200'000), fewLevels);
  EXPECT_EQ(levelsOfRoot(region, 200'000), allLevels);
  EXPECT_EQ(levelsOfRoot(region, 10), allLevels);
  EXPECT_EQ(levelsOfRoot(region, 10), fewLevels);
}

TEST(Fork, OneThreadTakesTheSerialFunction) {
  Region region;
  tbb::task_arena arena(1);
  const int result = arena.execute([&] {
    return runRoot(
        region, [](Worker&) { return 1; }, [](Worker&, unsigned) { return 2; });
  });
  EXPECT_EQ(result, 1);
}
#endif

}  // namespace
}  // namespace deforest
