// Roots that fail, as emitted headers run them: the host is told, and its region is as it was.
#include "deforest/attempt.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "both.hpp"
#include "deforest/arithmetic.hpp"
#include "deforest/parallel.hpp"
#include "deforest/pocket.hpp"

namespace deforest {
namespace {

struct Tree {
  std::int64_t value;
  const Tree* left;
  const Tree* right;
};

// What the tests run, written as it would be emitted.

// NOLINTNEXTLINE(misc-no-recursion)
const Tree* grow(Worker& worker, std::int64_t depth) {
  if (depth == 0) return nullptr;
  auto* tree = worker.make<Tree>();
  tree->value = depth;
  tree->left = grow(worker, depth - 1);
  tree->right = grow(worker, depth - 1);
  return tree;
}

// Divides by `low` less than the depth; makes a tree of what it finds, and one on the way.
// NOLINTNEXTLINE(misc-no-recursion)
const Tree* divide(Worker& worker, const Tree* tree, std::int64_t low) {
  if (tree == nullptr) return nullptr;
  auto* out = worker.make<Tree>();
  Worker& scratch = worker.other();
  const auto mark = scratch.mark();
  const Tree* onTheWay = grow(scratch, 2);
  const Pocket pocket(worker);
  const Tree* inPocket = grow(pocket.worker(), 1);
  out->value = quot(tree->value + inPocket->value, tree->value - low, "tree.hs.ir:7:3");
  out->left = divide(worker, tree->left, low);
  out->right = divide(worker, onTheWay->value == 0 ? nullptr : tree->right, low);
  scratch.release(mark);
  return out;
}

// NOLINTNEXTLINE(misc-no-recursion)
const Tree* divideParallel(Worker& worker, unsigned levels, const Tree* tree, std::int64_t low) {
  if (levels == 0) return divide(worker, tree, low);
  if (tree == nullptr) return nullptr;
  auto* out = worker.make<Tree>();
  out->value = quot(tree->value, tree->value - low, "tree.hs.ir:7:3");
  const auto [left, right] = doBoth(
      worker, levels - 1,
      [=](Worker& w, unsigned l) { return divideParallel(w, l, tree->left, low); },
      [=](Worker& w, unsigned l) { return divideParallel(w, l, tree->right, low); });
  out->left = left;
  out->right = right;
  return out;
}

// NOLINTNEXTLINE(misc-no-recursion)
[[gnu::noinline]] std::int64_t down(std::int64_t n, std::int64_t last) {
  volatile std::int64_t here = n;
  if (n == last) return 0;
  return down(n - 1, last) + 1 + here - n;
}

std::int64_t forever(Worker& worker) {
  for (std::int64_t n = 1; n != 0; n = add(n, 2)) worker.tick();
  return 1;
}

Result<const Tree*> divided(Region& region, const Tree* tree, std::int64_t low, bool parallel) {
  const auto serial = [=](Worker& worker) { return divide(worker, tree, low); };
  const auto divided = [=](Worker& worker, unsigned levels) {
    return divideParallel(worker, levels, tree, low);
  };
  if (parallel) return attempt(region, "divided", serial, divided);
  return attemptDeep(region, "divided", serial);
}

std::size_t size(const Tree* tree) {
  return tree == nullptr ? 0 : 1 + size(tree->left) + size(tree->right);
}

constexpr std::int64_t depth = 12;

class Attempt : public testing::TestWithParam<bool> {};

TEST_P(Attempt, SaysWhatFailedWhereAndLeavesTheRegionAsItWas) {
  Region region;
  const Tree* tree = grow(region.here(), depth);
  const std::size_t before = region.bytes();
  // The deeper nodes are the last to fail.
  for (const std::int64_t low : {std::int64_t{1}, std::int64_t{6}, depth}) {
    const auto result = divided(region, tree, low, GetParam());
    ASSERT_FALSE(result.hasValue());
    EXPECT_EQ(result.error().kind, ErrorKind::Arithmetic);
    EXPECT_EQ(result.error().text(), "tree.hs.ir:7:3: divide by zero (in divided)");
    EXPECT_EQ(region.bytes(), before);
    EXPECT_EQ(region.here().hand().borrowed, 0U);
  }
  EXPECT_EQ(size(tree), (std::size_t{1} << depth) - 1);
  const auto result = divided(region, tree, -1, GetParam());
  ASSERT_TRUE(result.hasValue());
  EXPECT_EQ(size(*result), size(tree));
}

TEST_P(Attempt, ThrowsWhatItIsAskedFor) {
  Region region;
  const Tree* tree = grow(region.here(), 3);
  try {
    static_cast<void>(divided(region, tree, 1, GetParam()).value());
    FAIL() << "nothing is thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Arithmetic);
    EXPECT_EQ(error.message(), "divide by zero");
    EXPECT_EQ(error.position(), "tree.hs.ir:7:3");
    EXPECT_EQ(error.root(), "divided");
    EXPECT_STREQ(error.what(), error.failure().text().c_str());
  }
}

TEST_P(Attempt, TenThousandFailuresHoldWhatOneHolds) {
  Region region;
  const Tree* tree = grow(region.here(), depth);
  static_cast<void>(divided(region, tree, 1, GetParam()));
  const std::size_t bytes = region.bytes();
  std::size_t reserved = 0;
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_FALSE(divided(region, tree, 1 + i % depth, GetParam()).hasValue());
    // As many threads as there are have come by then.
    if (i == 1'000) reserved = region.reserved();
  }
  EXPECT_EQ(region.bytes(), bytes);
  EXPECT_LE(region.reserved(), reserved + (std::size_t{8} << 20U));
}

TEST_P(Attempt, FailsAtTheLimitOfItsMemory) {
  Region input;
  const Tree* tree = grow(input.here(), 20);
  Region region(std::size_t{16} << 20U);
  for (int i = 0; i < 20; ++i) {
    const auto result = divided(region, tree, -1, GetParam());
    ASSERT_FALSE(result.hasValue());
    EXPECT_EQ(result.error().kind, ErrorKind::Memory);
    EXPECT_EQ(result.error().text(),
              "deforest: the region has reached its memory limit (in divided)");
  }
  EXPECT_TRUE(divided(region, tree->left->left->left->left->left->left, -1, GetParam()).hasValue());
}

TEST_P(Attempt, IsCancelledFromOutside) {
  Region input;
  const Tree* tree = grow(input.here(), 16);
  Cancel cancel;
  Region region;
  region.watch(&cancel);
  EXPECT_TRUE(divided(region, tree, -1, GetParam()).hasValue());
  std::thread other([&] { cancel.request(); });
  while (true) {
    region.reset();
    const auto result = divided(region, tree, -1, GetParam());
    if (result) continue;
    EXPECT_EQ(result.error().kind, ErrorKind::Cancelled);
    break;
  }
  other.join();
  cancel.clear();
  EXPECT_TRUE(divided(region, tree, -1, GetParam()).hasValue());
}

INSTANTIATE_TEST_SUITE_P(Threads, Attempt, testing::Bool(),
                         [](const auto& info) { return info.param ? "Several" : "One"; });

TEST(Attempt, WhatAllocatesNothingIsCancelledToo) {
  Cancel cancel;
  Region region;
  region.watch(&cancel);
  std::atomic<bool> begun{false};
  std::thread other([&] {
    while (!begun) std::this_thread::yield();
    cancel.request();
  });
  const auto result = attempt(region, "forever", [&](Worker& worker) {
    begun = true;
    return forever(worker);
  });
  other.join();
  ASSERT_FALSE(result.hasValue());
  EXPECT_EQ(result.error().kind, ErrorKind::Cancelled);
  EXPECT_EQ(region.here().hand().beat, nullptr);
}

// Of two calls that fail, the first is the one that would be reached without other threads,
// whenever either fails.
TEST(Attempt, ReportsTheFailureThatASerialRunFindsFirst) {
  Region region;
  for (int round = 0; round < 200; ++round) {
    const auto slowly = [](Worker& worker, unsigned) {
      for (int i = 0; i < 20'000; ++i) worker.tick();
      fail("the first");
      return 0;
    };
    const auto atOnce = [](Worker&, unsigned) {
      fail("the second");
      return 0;
    };
    const auto both = [&](Worker& worker, unsigned levels) {
      const auto [a, b] = doBoth(worker, levels, slowly, atOnce);
      return a + b;
    };
    const auto result = attempt(
        region, "both", [&](Worker& worker) { return slowly(worker, 0); }, both);
    ASSERT_FALSE(result.hasValue());
    ASSERT_EQ(result.error().message, "the first");
    EXPECT_EQ(region.here().hand().waiting, nullptr);
  }
}

// A failure does not wait for the end of what other threads do for it.
TEST(Attempt, StopsWhatOtherThreadsDoForIt) {
  Region region;
  const auto fails = [](Worker& worker, unsigned) {
    for (int i = 0; i < 20'000; ++i) worker.tick();
    fail("here");
    return std::int64_t{0};
  };
  const auto endless = [](Worker& worker, unsigned) { return forever(worker); };
  const auto both = [&](Worker& worker, unsigned levels) {
    const auto [a, b] = doBoth(worker, levels, fails, endless);
    return a + b;
  };
  const auto result = attempt(
      region, "both", [&](Worker& worker) { return fails(worker, 0); }, both);
  ASSERT_FALSE(result.hasValue());
  EXPECT_EQ(result.error().message, "here");
}

// Under sanitizers the stack is that of a thread, whose end they watch.
#ifndef DEFOREST_STACK_OF_THREAD
TEST(Attempt, LeavesAStackThatIsUsedUp) {
  limitStack(std::size_t{1} << 20U);
  Region region;
  constexpr std::int64_t never = 1;
  constexpr std::int64_t deep = 1'000'000;
  const auto run = [&](std::int64_t from) {
    return attemptDeep(region, "down", [=](Worker&) { return down(from, never); });
  };
  std::thread host([&] {
    for (int i = 0; i < 10'000; ++i) {
      const auto result = run(0);
      ASSERT_FALSE(result.hasValue());
      ASSERT_EQ(result.error().kind, ErrorKind::Stack);
      ASSERT_EQ(result.error().message, "deforest: stack exhausted at 1 MiB");
    }
    EXPECT_FALSE(detail::BigStack::active());
  });
  host.join();
  EXPECT_FALSE(run(0).hasValue());
  limitStack(detail::BigStack::largest);
  EXPECT_EQ(onBigStack([&] { return down(deep, 0); }), deep);
}

TEST(Attempt, AStackUsedUpInAJobIsAFailureOfTheRoot) {
  limitStack(std::size_t{8} << 20U);
  Region region;
  constexpr std::int64_t never = 1;
  for (int round = 0; round < 100; ++round) {
    const auto slowly = [](Worker& worker, unsigned) {
      for (int i = 0; i < 20'000; ++i) worker.tick();
      return std::int64_t{1};
    };
    const auto deep = [](Worker&, unsigned) { return down(0, never); };
    const auto result = attempt(
        region, "both", [](Worker&) { return down(0, never); },
        [&](Worker& worker, unsigned levels) {
          const auto [a, b] = doBoth(worker, levels, slowly, deep);
          return a + b;
        });
    ASSERT_FALSE(result.hasValue());
    EXPECT_EQ(result.error().kind, ErrorKind::Stack);
  }
  limitStack(detail::BigStack::largest);
}
#endif

TEST(Attempt, WithoutAHostAFailureEndsTheProcess) {
  EXPECT_EXIT(fail("why"), testing::ExitedWithCode(1), "why\n");
  EXPECT_EXIT(static_cast<void>(chr(-5)), testing::ExitedWithCode(1),
              "Prelude.chr: bad argument: \\(-5\\)\n");
}

}  // namespace
}  // namespace deforest
