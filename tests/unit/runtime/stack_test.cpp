#include "deforest/stack.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>

namespace deforest {
namespace {

// ThreadSanitizer keeps a call stack of its own, which holds 65536 calls.
#if defined(__SANITIZE_THREAD__)
constexpr std::uint64_t deep = 20'000;
#else
constexpr std::uint64_t deep = 1'000'000;
#endif

// NOLINTNEXTLINE(misc-no-recursion)
[[gnu::noinline]] std::uint64_t depth(std::uint64_t n) {
  volatile std::uint64_t here = n;
  if (n == 0) return 0;
  return depth(n - 1) + 1 + here - n;
}

TEST(BigStack, HoldsManyCalls) {
  EXPECT_EQ(onBigStack([] { return depth(deep); }), deep);
  EXPECT_EQ(onBigStack([] { return depth(deep); }), deep) << "once more";
}

TEST(BigStack, NestsAndReturnsNothing) {
  int calls = 0;
  onBigStack([&] {
    ++calls;
    EXPECT_TRUE(detail::BigStack::active());
    onBigStack([&] { ++calls; });
  });
  EXPECT_EQ(calls, 2);
  EXPECT_FALSE(detail::BigStack::active());
}

TEST(BigStack, EveryThreadHasItsOwn) {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::thread first([&] { a = onBigStack([] { return depth(deep / 3); }); });
  std::thread second([&] { b = onBigStack([] { return depth(deep / 2); }); });
  first.join();
  second.join();
  EXPECT_EQ(a, deep / 3);
  EXPECT_EQ(b, deep / 2);
}

}  // namespace
}  // namespace deforest
