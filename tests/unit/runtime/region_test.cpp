#include "deforest/region.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <utility>

namespace deforest {
namespace {

struct Cell {
  std::int64_t head;
  const Cell* tail;
};

const Cell* build(Worker& worker, std::int64_t count) {
  const Cell* list = nullptr;
  for (std::int64_t i = 0; i < count; ++i) {
    auto* cell = worker.make<Cell>();
    cell->head = i;
    cell->tail = list;
    list = cell;
  }
  return list;
}

std::int64_t sum(const Cell* list) {
  std::int64_t total = 0;
  for (; list != nullptr; list = list->tail) total += list->head;
  return total;
}

TEST(Region, KeepsNodesUntilReset) {
  Region region;
  constexpr std::int64_t count = 3'000'000;  // more than one chunk of each size
  const Cell* list = build(region.here(), count);
  EXPECT_EQ(sum(list), count * (count - 1) / 2);
  EXPECT_EQ(region.bytes(), static_cast<std::size_t>(count) * sizeof(Cell));
  const std::size_t reserved = region.reserved();
  region.reset();
  EXPECT_EQ(region.bytes(), 0U);
  EXPECT_EQ(sum(build(region.here(), count)), count * (count - 1) / 2);
  EXPECT_EQ(region.reserved(), reserved) << "the second run needs no new memory";
}

TEST(Region, MovesWithItsNodes) {
  Region region;
  const Cell* list = build(region.here(), 1000);
  Region other = std::move(region);
  EXPECT_EQ(sum(list), 1000 * 999 / 2);
  EXPECT_EQ(other.bytes(), 1000 * sizeof(Cell));
}

TEST(Region, IsSharedByThreads) {
  Region region;
  std::vector<const Cell*> lists(4);
  std::vector<std::thread> threads;
  threads.reserve(lists.size());
  for (auto& list : lists) {
    threads.emplace_back([&] { list = build(region.here(), 100'000); });
  }
  for (auto& thread : threads) thread.join();
  for (const auto* list : lists) EXPECT_EQ(sum(list), std::int64_t{100'000} * 99'999 / 2);
  EXPECT_EQ(region.bytes(), 4 * 100'000 * sizeof(Cell));
}

TEST(Region, AnotherThreadTakesTheMemoryThatOneLeft) {
  Region region;
  constexpr std::int64_t count = 2'000'000;
  EXPECT_EQ(sum(build(region.here(), count)), count * (count - 1) / 2);
  const std::size_t reserved = region.reserved();
  region.reset();
  std::thread other([&] { EXPECT_EQ(sum(build(region.here(), count)), count * (count - 1) / 2); });
  other.join();
  EXPECT_LE(region.reserved(), reserved + ChunkCache::sizes[0]);
}

TEST(Region, TwoRegionsOnOneThreadDoNotMix) {
  Region a;
  Region b;
  const Cell* first = build(a.here(), 10);
  const Cell* second = build(b.here(), 20);
  const Cell* third = build(a.here(), 30);
  b.reset();
  EXPECT_EQ(sum(first), 45);
  EXPECT_EQ(sum(third), 435);
  EXPECT_EQ(a.bytes(), 40 * sizeof(Cell));
  EXPECT_NE(second, nullptr);
}

TEST(Region, EndsTheProgramAtItsLimit) {
  Region region(1 << 20);
  EXPECT_EXIT(build(region.here(), 1'000'000), testing::ExitedWithCode(1), "memory limit");
}

TEST(ChunkCache, KeepsFreedChunksUpToALimit) {
  auto& cache = ChunkCache::instance();
  cache.keepAtMost(std::size_t{64} << 20U);
  {
    Region region;
    build(region.here(), 2'000'000);
  }
  const std::size_t kept = cache.kept();
  EXPECT_GT(kept, 0U);
  EXPECT_LE(kept, std::size_t{64} << 20U);
  cache.keepAtMost(0);
  EXPECT_EQ(cache.kept(), 0U);
  cache.keepAtMost(std::size_t{1} << 30U);
}

}  // namespace
}  // namespace deforest
