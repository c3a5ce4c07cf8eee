#include "deforest/region.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "deforest/pocket.hpp"

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

TEST(Region, GivesBackWhatWasMadeSinceAMark) {
  Region region;
  Worker& worker = region.here();
  const Cell* kept = build(worker, 1000);
  const Worker::Mark mark = worker.mark();
  build(worker, 2'000'000);
  worker.release(mark);
  EXPECT_EQ(region.bytes(), 1000 * sizeof(Cell));
  const std::size_t reserved = region.reserved();
  for (int round = 0; round < 100; ++round) {
    EXPECT_EQ(sum(build(worker, 2'000'000)), std::int64_t{2'000'000} * 1'999'999 / 2);
    worker.release(mark);
  }
  EXPECT_EQ(region.reserved(), reserved);
  EXPECT_EQ(sum(kept), 1000 * 999 / 2);
}

TEST(Region, GivesAllBackToAnEmptyWorker) {
  Region region;
  Worker& scratch = region.here().other();
  const Worker::Mark mark = scratch.mark();
  build(scratch, 300'000);
  scratch.release(mark);
  EXPECT_EQ(region.bytes(), 0U);
  EXPECT_EQ(sum(build(scratch, 10)), 45);
  scratch.release(mark);
  EXPECT_EQ(region.bytes(), 0U);
}

TEST(Region, TheOtherWorkerKeepsItsNodes) {
  Region region;
  Worker& worker = region.here();
  EXPECT_EQ(&worker.other().other(), &worker);
  const Worker::Mark mark = worker.other().mark();
  const Cell* result = nullptr;
  for (int round = 0; round < 50; ++round) {
    build(worker.other(), 10'000);
    result = build(worker, 10'000);
  }
  worker.other().release(mark);
  EXPECT_EQ(sum(result), std::int64_t{10'000} * 9'999 / 2);
  EXPECT_EQ(region.bytes(), 50 * 10'000 * sizeof(Cell));
}

TEST(Region, PocketsAreGivenBackInAnyOrder) {
  Region region;
  Worker& worker = region.here();
  std::size_t reserved = 0;
  for (int round = 0; round < 50; ++round) {
    Pocket first(worker);
    const Cell* one = build(first.worker(), 200'000);
    Pocket second(worker);
    const Cell* two = build(second.worker(), 100'000);
    EXPECT_NE(&first.worker(), &second.worker());
    EXPECT_EQ(&second.worker().other(), &worker.other());
    EXPECT_EQ(sum(one), std::int64_t{200'000} * 199'999 / 2);
    first.release();
    EXPECT_EQ(region.bytes(), 100'000 * sizeof(Cell));
    EXPECT_EQ(sum(two), std::int64_t{100'000} * 99'999 / 2);
    if (round == 0) reserved = region.reserved();
  }
  EXPECT_EQ(region.bytes(), 0U);
  EXPECT_EQ(region.reserved(), reserved);
}

// What a region has is used before it gets more, however it was cut.
TEST(Region, WhatManyPocketsHadServesALargeOne) {
  Region region;
  Worker& worker = region.here();
  {
    std::vector<std::unique_ptr<Pocket>> pockets;
    for (int i = 0; i < 40; ++i) {
      pockets.push_back(std::make_unique<Pocket>(worker));
      build(pockets.back()->worker(), 50'000);
    }
    while (!pockets.empty()) pockets.pop_back();
  }
  const std::size_t reserved = region.reserved();
  {
    Pocket large(worker);
    build(large.worker(), 40 * 50'000);
    EXPECT_LE(region.reserved(), reserved + ChunkCache::hugePage);
  }
  const std::size_t more = region.reserved();
  {
    std::vector<std::unique_ptr<Pocket>> pockets;
    for (int i = 0; i < 40; ++i) {
      pockets.push_back(std::make_unique<Pocket>(worker));
      build(pockets.back()->worker(), 50'000);
    }
    while (!pockets.empty()) pockets.pop_back();
  }
  EXPECT_LE(region.reserved(), more + ChunkCache::hugePage);
}

// And the other way round.
TEST(Region, WhatALargePocketHadServesManySmallOnes) {
  Region region;
  Worker& worker = region.here();
  {
    Pocket large(worker);
    build(large.worker(), 40 * 50'000);
  }
  const std::size_t reserved = region.reserved();
  std::vector<std::unique_ptr<Pocket>> pockets;
  for (int i = 0; i < 40; ++i) {
    pockets.push_back(std::make_unique<Pocket>(worker));
    build(pockets.back()->worker(), 20'000);
  }
  // The first slice of each is one of 64 KiB.
  EXPECT_LE(region.reserved(), reserved + 40 * ChunkCache::sizes[0]);
  while (!pockets.empty()) pockets.pop_back();
}

// Done with its pockets before it goes on, in either order.
std::int64_t descend(Worker& worker, int depth) {
  if (depth == 0) return 0;
  Pocket first(worker);
  const std::int64_t one = sum(build(first.worker(), 10));
  Pocket second(worker);
  const std::int64_t two = sum(build(second.worker(), 20));
  if (depth % 2 == 0) second.release();
  first.release();
  second.release();
  first.release();
  return one + two + descend(worker, depth - 1);
}

TEST(Region, ARecursionFindsReleasedPocketsFree) {
  Region region;
  EXPECT_EQ(descend(region.here(), 1), 235);
  const std::size_t reserved = region.reserved();
  EXPECT_EQ(descend(region.here(), 10'000), 10'000 * 235);
  EXPECT_EQ(region.reserved(), reserved);
}

// As the results of another thread's job are by who waited for it.
TEST(Region, AdoptedNodesAreFreedWithThoseOfTheirOwner) {
  Region region;
  Worker& worker = region.here();
  const Cell* before = build(worker, 1000);
  const Worker::Mark mark = worker.mark();
  for (int round = 0; round < 20; ++round) {
    const Cell* own = build(worker, 1000);
    std::vector<Piece> pieces;
    const Cell* given = nullptr;
    std::thread other([&] {
      given = build(region.here(), 50'000);
      pieces = region.here().handOver();
    });
    other.join();
    worker.adopt(std::move(pieces));
    const Cell* after = build(worker, 1000);
    EXPECT_EQ(sum(given), std::int64_t{50'000} * 49'999 / 2);
    EXPECT_EQ(sum(own) + sum(after), 1000 * 999);
    EXPECT_EQ(region.bytes(), 53'000 * sizeof(Cell));
    worker.release(mark);
    EXPECT_EQ(region.bytes(), 1000 * sizeof(Cell));
  }
  EXPECT_EQ(sum(before), 1000 * 999 / 2);
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

std::size_t mappings() {
  std::ifstream maps("/proc/self/maps");
  return static_cast<std::size_t>(
      std::count(std::istreambuf_iterator<char>(maps), std::istreambuf_iterator<char>(), '\n'));
}

// A process may have some 65,000, and a program of many jobs has a chunk for each.
TEST(ChunkCache, MapsManySmallChunksAtOnce) {
  auto& cache = ChunkCache::instance();
  const std::size_t before = mappings();
  std::vector<Chunk> chunks;
  for (int i = 0; i < 3200; ++i) chunks.push_back(cache.take(0));
  EXPECT_LE(mappings(), before + 200);
  for (const Chunk& chunk : chunks) {
    ASSERT_NE(chunk.begin, nullptr);
    EXPECT_EQ(chunk.size, ChunkCache::sizes[0]);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(chunk.begin) % chunk.size, 0U);
    *chunk.begin = std::byte{1};
  }
  for (const Chunk& chunk : chunks) cache.give(chunk);
}

}  // namespace
}  // namespace deforest
