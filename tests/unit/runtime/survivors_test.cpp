// What is still needed moves, the rest is given back; here at every opportunity
// (DEFOREST_COMPACT_BYTES is 0).
#include "deforest/survivors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace deforest {
namespace {

struct Tree {
  std::int64_t value;
  const Tree* left;
  const Tree* right;
};

void moveTree(Survivors& live, const Tree*& at) {
  if (!live.finds(at)) return;
  auto* cell = live.copy<Tree>(at);
  live.later<moveTree>(cell->right);
  live.later<moveTree>(cell->left);
}

struct Numbers {
  Integer head;
  const Numbers* tail;
};

void moveNumbers(Survivors& live, const Numbers*& at) {
  if (!live.finds(at)) return;
  auto* cell = live.copy<Numbers>(at);
  live.later<moveNumbers>(cell->tail);
  live.later<moveInteger>(cell->head);
}

// As emitted for what moves at once: a list of lists.
struct Row {
  const Numbers* head;
  const Row* tail;
};

void moveNumbersAtOnce(Survivors& live, const Numbers*& at) {
  for (const Numbers** place = &at; live.finds(*place);) {
    auto* cell = live.copy<Numbers>(*place);
    moveInteger(live, cell->head);
    place = &cell->tail;
  }
}

void moveRows(Survivors& live, const Row*& at) {
  for (const Row** place = &at; live.finds(*place);) {
    auto* cell = live.copy<Row>(*place);
    moveNumbersAtOnce(live, cell->head);
    place = &cell->tail;
  }
}

// The same with a list of what is left to do.
void moveRowsLater(Survivors& live, const Row*& at) {
  if (!live.finds(at)) return;
  auto* cell = live.copy<Row>(at);
  live.later<moveRowsLater>(cell->tail);
  live.later<moveNumbers>(cell->head);
}

const Tree* node(Worker& worker, std::int64_t value, const Tree* left, const Tree* right) {
  auto* cell = worker.make<Tree>();
  *cell = {value, left, right};
  return cell;
}

// Nodes with waste between them.
const Tree* grow(Worker& worker, int depth, std::int64_t value) {
  if (depth == 0) return nullptr;
  const Tree* left = grow(worker, depth - 1, 2 * value);
  node(worker, -1, left, left);
  return node(worker, value, left, grow(worker, depth - 1, 2 * value + 1));
}

std::int64_t sum(const Tree* tree) {
  return tree == nullptr ? 0 : tree->value + sum(tree->left) + sum(tree->right);
}

const Tree* survivor(Worker& worker, Worker::Watch& watch, const Tree* tree) {
  EXPECT_TRUE(worker.isDue(watch));
  for (Survivors live(worker, watch); live.goesOn();) tree = live.moved<moveTree>(tree);
  return tree;
}

TEST(Survivors, LeaveNothingElseBehind) {
  Region region;
  Worker& worker = region.here();
  auto watch = worker.watch();
  const Tree* tree = survivor(worker, watch, grow(worker, 16, 1));
  constexpr std::size_t nodes = (1U << 16U) - 1;
  EXPECT_EQ(region.bytes(), nodes * sizeof(Tree));
  EXPECT_EQ(sum(tree), std::int64_t{nodes} * (nodes + 1) / 2);
}

TEST(Survivors, LieInTheOrderOfTheTree) {
  Region region;
  Worker& worker = region.here();
  auto watch = worker.watch();
  const Tree* tree = survivor(worker, watch, grow(worker, 8, 1));
  EXPECT_EQ(tree->left, tree + 1);
  EXPECT_EQ(tree->left->left, tree + 2);
  EXPECT_EQ(tree->right, tree + (1U << 7U));
}

TEST(Survivors, KeepWhatIsShared) {
  Region region;
  Worker& worker = region.here();
  auto watch = worker.watch();
  const Tree* tree = nullptr;
  constexpr int depth = 60;
  for (int i = 0; i < depth; ++i) tree = node(worker, i, tree, tree);
  for (int round = 0; round < 3; ++round) tree = survivor(worker, watch, tree);
  EXPECT_EQ(region.bytes(), depth * sizeof(Tree));
  for (int i = depth; i-- > 0; tree = tree->left) {
    EXPECT_EQ(tree->value, i);
    EXPECT_EQ(tree->left, tree->right);
  }
}

TEST(Survivors, AreSharedBySeveralVariables) {
  Region region;
  Worker& worker = region.here();
  auto watch = worker.watch();
  const Tree* part = node(worker, 1, nullptr, nullptr);
  const Tree* tree = node(worker, 2, part, nullptr);
  for (Survivors live(worker, watch); live.goesOn();) {
    part = live.moved<moveTree>(part);
    tree = live.moved<moveTree>(tree);
  }
  EXPECT_EQ(tree->left, part);
  EXPECT_EQ(region.bytes(), 2 * sizeof(Tree));
}

TEST(Survivors, AreOnlyThoseMadeSince) {
  Region region;
  Worker& worker = region.here();
  const Tree* before = grow(worker, 10, 1);
  const Tree* beside = grow(worker.other(), 10, 1);
  const std::size_t bytes = region.bytes();
  const auto mark = worker.mark();
  auto watch = worker.watch();
  const Tree* tree = node(worker, 7, before, node(worker, 8, beside, nullptr));
  tree = survivor(worker, watch, tree);
  EXPECT_EQ(tree->left, before);
  EXPECT_EQ(tree->right->left, beside);
  EXPECT_EQ(region.bytes(), bytes + 2 * sizeof(Tree));
  worker.release(mark);
  EXPECT_EQ(region.bytes(), bytes);
  EXPECT_EQ(sum(before), sum(beside));
}

TEST(Survivors, OfManyRoundsHoldNoMoreThanOfOne) {
  Region region;
  Worker& worker = region.here();
  node(worker, 0, nullptr, nullptr);
  auto outer = worker.watch();
  const Tree* kept = grow(worker, 12, 1);
  auto watch = worker.watch();
  const Tree* tree = nullptr;
  std::size_t reserved = 0;
  for (int round = 0; round < 400; ++round) {
    tree = survivor(worker, watch, grow(worker, 12, round));
    if (round == 100) reserved = region.reserved();
    if (round % 50 != 0) continue;
    for (Survivors live(worker, outer); live.goesOn();) {
      kept = live.moved<moveTree>(kept);
      tree = live.moved<moveTree>(tree);
    }
    // The moment that the inner one began at has moved, too.
    watch = worker.watch();
  }
  EXPECT_EQ(region.reserved(), reserved);
  EXPECT_EQ(sum(kept), 4095 * 4096 / 2);
}

TEST(Survivors, TakeTheirLimbsAlong) {
  Region region;
  Worker& worker = region.here();
  auto watch = worker.watch();
  const Numbers* list = nullptr;
  Integer power(3);
  for (int i = 0; i < 8; ++i) {
    power = mul(worker, power, power);
    auto* cell = worker.make<Numbers>();
    *cell = {power, list};
    list = cell;
  }
  const std::string before = toText(list->head);
  for (Survivors live(worker, watch); live.goesOn();) {
    list = live.moved<moveNumbers>(list);
    power = live.moved<moveInteger>(power);
  }
  EXPECT_EQ(toText(list->head), before);
  EXPECT_EQ(power.word(), list->head.word()) << "they were one number, and still are";
}

TEST(Survivors, OfWhatOthersMadeAreOnesOwn) {
  Region region;
  Worker& worker = region.here();
  Hand& hand = worker.hand();
  node(worker, 0, nullptr, nullptr);
  auto watch = worker.watch();
  const Tree* mine = grow(worker, 13, 1);
  Worker& job = hand.borrow(worker.state());
  job.pairWith(worker.other());
  const Tree* others = grow(job, 15, 1);
  worker.adopt(job.handOver());
  hand.giveLast();
  const Tree* tree = survivor(worker, watch, node(worker, 0, mine, others));
  EXPECT_EQ(region.bytes(), ((1U << 13U) + (1U << 15U)) * sizeof(Tree));
  EXPECT_EQ(sum(tree), 8191 * 8192 / 2 + std::int64_t{32767} * 32768 / 2);
}

TEST(Survivors, MayFindNoRoom) {
  Region region(std::size_t{3} << 20U);
  Worker& worker = region.here();
  auto watch = worker.watch();
  const Tree* shared = grow(worker, 14, 1);
  const Tree* tree = node(worker, 0, shared, grow(worker, 15, 1));
  const std::int64_t before = sum(tree);
  const std::size_t bytes = region.bytes();
  for (int round = 0; round < 3; ++round) {
    for (Survivors live(worker, watch); live.goesOn();) {
      tree = live.moved<moveTree>(tree);
      shared = live.moved<moveTree>(shared);
    }
  }
  EXPECT_GE(region.bytes(), bytes) << "nothing was given back";
  EXPECT_EQ(sum(tree), before);
  EXPECT_EQ(sum(shared), std::int64_t{16383} * 16384 / 2);
}

// A loop that fills holes: row by row, with waste between them, moving after so many.
template <auto Move>
void fillsHoles(std::size_t limit, std::int64_t step) {
  Region region(limit);
  Worker& worker = region.here();
  auto watch = worker.watchRounds();
  const Row* first = nullptr;
  const Row** hole = &first;
  const Row** seen = hole;
  constexpr std::int64_t rows = 300;
  Integer power(3);
  for (int i = 0; i < 6; ++i) power = mul(worker, power, power);
  for (std::int64_t i = 0; i < rows; ++i) {
    const Numbers* numbers = nullptr;
    for (std::int64_t j = 0; j < 20; ++j) {
      node(worker, -1, nullptr, nullptr);
      auto* cell = worker.make<Numbers>();
      *cell = {j % 7 == 0 ? power : Integer(i), numbers};
      numbers = cell;
    }
    auto* row = worker.make<Row>();
    row->head = numbers;
    *hole = row;
    hole = &row->tail;
    if (i % step != 0) continue;
    for (Survivors live(worker, watch); live.goesOn();) {
      power = live.moved<moveInteger>(power);
      hole = live.chained<Move>(first, seen, hole);
    }
  }
  *hole = nullptr;
  std::int64_t row = 0;
  for (const Row* at = first; at != nullptr; at = at->tail, ++row) {
    std::int64_t count = 20;
    for (const Numbers* number = at->head; number != nullptr; number = number->tail) {
      --count;
      EXPECT_TRUE(number->head == (count % 7 == 0 ? power : Integer(row)));
    }
    EXPECT_EQ(count, 0);
  }
  EXPECT_EQ(row, rows);
}

// What a loop takes along is a tree of which each round makes a part anew.
const Tree* replaced(Worker& worker, const Tree* tree, std::int64_t path, std::int64_t value) {
  if (tree == nullptr) return nullptr;
  if (path == 1) return node(worker, value, tree->left, tree->right);
  const bool right = path % 2 != 0;
  const Tree* changed = replaced(worker, right ? tree->right : tree->left, path / 2, value);
  return node(worker, tree->value, right ? tree->left : changed, right ? changed : tree->right);
}

TEST(Survivors, OfTheLastRoundsMoveAmongOlderOnes) {
  Region region;
  Worker& worker = region.here();
  auto watch = worker.watchRounds();
  const Tree* tree = grow(worker, 10, 1);
  std::vector<std::int64_t> values(1024);
  std::int64_t wanted = sum(tree);
  std::size_t most = 0;
  for (std::int64_t round = 0; round < 3000; ++round) {
    const std::int64_t path = 1 + round * 389 % 1000;
    const Tree* at = tree;
    for (std::int64_t rest = path; rest != 1; rest /= 2) at = rest % 2 != 0 ? at->right : at->left;
    wanted += round - at->value;
    tree = replaced(worker, tree, path, round);
    for (Survivors live(worker, watch); live.goesOn();) tree = live.moved<moveTree>(tree);
    ASSERT_EQ(sum(tree), wanted);
    most = std::max(most, region.bytes());
  }
  EXPECT_LT(most, 1100 * sizeof(Tree)) << "what is old is looked through, too, now and then";
}

TEST(Survivors, AreWhatALoopHasBuiltSoFar) {
  fillsHoles<moveRows>(std::size_t{64} << 20U, 10);
  fillsHoles<moveRowsLater>(std::size_t{64} << 20U, 10);
}

// Wherever the room ends: there is none, or 64 or 128 KiB besides the slice in use.
TEST(Survivors, MayFindNoRoomForWhatALoopHasBuilt) {
  for (std::size_t slices = 33; slices < 36; ++slices) {
    for (std::int64_t step = 30; step < 300; step += 10) {
      fillsHoles<moveRows>(slices << 16U, step);
      fillsHoles<moveRowsLater>(slices << 16U, step);
    }
  }
}

}  // namespace
}  // namespace deforest
