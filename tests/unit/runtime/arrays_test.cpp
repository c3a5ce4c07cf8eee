// Arrays that change: their memory is that of the computation, and counts as the region's.
#include "deforest/arrays.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "deforest/arithmetic.hpp"
#include "deforest/attempt.hpp"
#include "deforest/region.hpp"

namespace deforest {
namespace {

template <class T>
std::vector<T> elements(std::int64_t array, std::int64_t count) {
  std::vector<T> all;
  for (std::int64_t i = 0; i < count; ++i) all.push_back(Arrays::at<T>(array, i));
  return all;
}

TEST(Arrays, HoldWhatIsPutIntoThem) {
  Region region;
  const Arrays arrays(region.here());
  const std::int64_t words = Arrays::make<std::int64_t>(arrays.token(), 5, 7);
  const std::int64_t flags = Arrays::make<bool>(arrays.token(), 3, true);
  const std::int64_t none = Arrays::make<double>(arrays.token(), 0, 0.5);
  const std::int64_t reals = Arrays::make<double>(arrays.token(), 2, 0.5);
  Arrays::put<std::int64_t>(words, 4, -1);
  Arrays::put<bool>(flags, 0, false);
  Arrays::put<double>(reals, 1, 2.5);
  EXPECT_EQ(elements<std::int64_t>(words, 5), (std::vector<std::int64_t>{7, 7, 7, 7, -1}));
  EXPECT_EQ(elements<bool>(flags, 3), (std::vector<bool>{false, true, true}));
  EXPECT_EQ(elements<double>(reals, 2), (std::vector<double>{0.5, 2.5}));
  EXPECT_NE(none, words);
}

// Small ones share a block, large ones do not; none overlaps another.
TEST(Arrays, OfAnySizeLieApart) {
  Region region;
  const Arrays arrays(region.here());
  std::vector<std::int64_t> made;
  for (std::int64_t i = 0; i < 300; ++i) {
    made.push_back(Arrays::make<std::int64_t>(arrays.token(), i * i % 701, i));
  }
  for (std::int64_t i = 0; i < 300; ++i) {
    for (const std::int64_t each :
         elements<std::int64_t>(made[static_cast<std::size_t>(i)], i * i % 701)) {
      ASSERT_EQ(each, i);
    }
  }
}

TEST(Arrays, AreGivenBackAtTheEnd) {
  Region region;
  Worker& worker = region.here();
  const std::size_t before = region.reserved();
  for (int i = 0; i < 10'000; ++i) {
    const Arrays outer(worker);
    const std::int64_t a = Arrays::make<std::int64_t>(outer.token(), 1000, i);
    {
      const Arrays inner(worker);
      const std::int64_t b = Arrays::make<std::int64_t>(inner.token(), 2000, i);
      Arrays::put<std::int64_t>(a, 999, Arrays::at<std::int64_t>(b, 1999) + 1);
      EXPECT_GE(region.reserved(), before + 3000 * sizeof(std::int64_t));
    }
    EXPECT_LT(region.reserved(), before + 2000 * sizeof(std::int64_t));
    ASSERT_EQ(Arrays::at<std::int64_t>(a, 999), i + 1);
  }
  EXPECT_EQ(region.reserved(), before);
}

// Divides by the elements of an array, each of which has an array of its own.
std::int64_t quotients(Worker& worker, std::int64_t count, std::int64_t least) {
  const Arrays arrays(worker);
  const std::int64_t found = Arrays::make<std::int64_t>(arrays.token(), count, 0);
  for (std::int64_t i = 0; i < count; ++i) {
    const Arrays inner(worker);
    const std::int64_t by = Arrays::make<std::int64_t>(inner.token(), 100, i + least);
    Arrays::put<std::int64_t>(found, i, quot(1000, Arrays::at<std::int64_t>(by, 99), "p.hs:1:1"));
  }
  const std::vector<std::int64_t> all = elements<std::int64_t>(found, count);
  return std::accumulate(all.begin(), all.end(), std::int64_t{0});
}

TEST(Arrays, OfWhatFailsAreGivenBack) {
  Region region;
  const auto run = [&](std::int64_t least) {
    return attempt(region, "quotients",
                   [=](Worker& worker) { return quotients(worker, 20, least); });
  };
  ASSERT_EQ(run(1).value(), 3590);
  const std::size_t before = region.reserved();
  for (int i = 0; i < 10'000; ++i) {
    const auto failed = run(-10);
    ASSERT_FALSE(failed.hasValue());
    ASSERT_EQ(failed.error().kind, ErrorKind::Arithmetic);
    ASSERT_EQ(region.reserved(), before);
  }
  EXPECT_EQ(run(1).value(), 3590);
}

TEST(Arrays, CountInTheLimitOfTheRegion) {
  Region region(std::size_t{8} << 20U);
  const auto run = [&](std::int64_t count) {
    return attempt(region, "sum", [=](Worker& worker) {
      const Arrays arrays(worker);
      const std::int64_t made = Arrays::make<std::int64_t>(arrays.token(), count, 1);
      return Arrays::at<std::int64_t>(made, count - 1);
    });
  };
  EXPECT_EQ(run(500'000).value(), 1);
  for (const std::int64_t tooMany : {std::int64_t{2'000'000}, std::int64_t{1} << 61U}) {
    const auto failed = run(tooMany);
    ASSERT_FALSE(failed.hasValue());
    EXPECT_EQ(failed.error().kind, ErrorKind::Memory);
  }
  EXPECT_EQ(run(500'000).value(), 1);
}

}  // namespace
}  // namespace deforest
