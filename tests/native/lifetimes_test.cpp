// Where cells are made and given back, as the emitted text says.
#include <gtest/gtest.h>

#include <string>

#include "backends/cpp.hpp"
#include "backends/native/passes.hpp"
#include "emitted.hpp"
#include "text/parse.hpp"

namespace deforest::backends {
namespace {

const char* const lists = R"(
data List = Nil | Cons Int List
data Tree = Leaf | Node Int Tree Tree

upTo :: Int -> List
upTo n = if n <= 0 then Nil else Cons n (upTo (n - 1))

mirror :: Tree -> Tree
mirror Leaf = Leaf
mirror (Node x l r) = Node (x + 1) (mirror r) (mirror l)

grow :: Int -> Int -> Tree
grow 0 _ = Leaf
grow d x = Node x (grow (d - 1) (x + 1)) (grow (d - 1) (x * 2))

top :: Tree -> Int
top Leaf = 0
top (Node x _ _) = x

hash :: Int -> List -> Int
hash h Nil = h
hash h (Cons x xs) = hash (h * 31 + x) xs

weigh :: Int -> Tree -> Int
weigh k Leaf = k
weigh k (Node x l r) = x + weigh (k * 3) l * weigh (k + x) r
)";

std::string emit(const std::string& head, const std::string& rest, bool serial = true) {
  const auto program = text::parse("module M (" + head + ") where\n" + lists + rest, "m.hs.ir");
  EXPECT_TRUE(program.ok());
  const auto output = emitCpp(*toNative(*program, {.serial = serial}));
  EXPECT_TRUE(output.ok());
  return output->source;
}

TEST(Lifetimes, WhatNoResultHoldsIsGivenBackBeforeTheFunctionReturns) {
  const std::string text = emit("f", "f :: Int -> Int\nf n = hash (weigh n (grow n n)) (upTo n)\n");
  const std::string f = functionOf(text, "std::int64_t f(deforest::Worker");
  EXPECT_TRUE(contains(f, "grow(scratch, ")) << f;
  EXPECT_TRUE(contains(f, ".release(mark)")) << f;
  const std::string upTo = functionOf(text, "const List* upTo(deforest::Worker");
  EXPECT_TRUE(contains(upTo, "worker.make<List>()")) << upTo;
  EXPECT_FALSE(contains(upTo, "scratch")) << upTo;
}

// Rounds that hand out calls are those of a loop, and what is lost in them is given back.
TEST(Lifetimes, RoundsThatForkAreALoop) {
  const std::string text = emit("program", R"(
put :: Int -> Tree -> Tree
put k Leaf = Node k Leaf Leaf
put k (Node x l r) = if k < x then Node x (put k l) r else Node x l (put k r)

merged :: Tree -> Tree -> Tree
merged Leaf t = t
merged (Node x l r) t = Node (x + 1) (merged l t) (merged r t)

rounds :: Tree -> List -> Tree
rounds t Nil = t
rounds t (Cons x rest) = rounds (merged (put x t) (put (x * 7) t)) rest

program :: Int -> List -> Tree
program k xs = rounds (Node k Leaf Leaf) xs
)",
                                false);
  const std::string rounds = functionOf(text, "const Tree* roundsParallel(");
  EXPECT_TRUE(contains(rounds, "deforest::Fork fork(")) << text;
  EXPECT_TRUE(contains(rounds, "while (true)")) << text;
  EXPECT_TRUE(contains(rounds, "deforest::keepOnly<")) << text;
  EXPECT_FALSE(contains(rounds, "roundsParallel(worker")) << text;
}

TEST(Lifetimes, WhatAResultMayHoldStays) {
  const std::string text = emit("f", R"(
f :: Int -> Tree
f n = case mirror (grow n n) of
  Leaf -> Leaf
  Node _ l _ -> l
)");
  const std::string f = functionOf(text, "const Tree* f(deforest::Worker");
  EXPECT_TRUE(contains(f, "mirror(worker, ")) << f;
  EXPECT_TRUE(contains(f, "grow(scratch, ")) << "a mirrored tree shares nothing: " << f;
}

const std::string partsOfSort = R"(
below :: Int -> List -> List
below _ Nil = Nil
below p (Cons x xs) = if x < p then Cons x (below p xs) else below p xs

append :: List -> List -> List
append Nil ys = ys
append (Cons x xs) ys = Cons x (append xs ys)
)";

TEST(Lifetimes, WhereAConstantIsReturnedNothingOfTheArgumentIs) {
  const std::string text = emit("sort", partsOfSort + R"(
above :: Int -> List -> List
above _ Nil = Nil
above p (Cons x xs) = if x >= p then Cons x (above p xs) else above p xs

sort :: List -> List
sort Nil = Nil
sort (Cons p xs) = append (sort (below p xs)) (Cons p (sort (above p xs)))
)");
  const std::string sort = functionOf(text, "const List* sort(deforest::Worker");
  EXPECT_TRUE(contains(sort, "below(scratch, ")) << sort;
  EXPECT_TRUE(contains(sort, "above(scratch, ")) << sort;
}

TEST(Lifetimes, EveryRoundOfALoopGivesBack) {
  const std::string text = emit("f", R"(
f :: Int -> Int -> Int
f 0 h = h
f k h = f (k - 1) (hash h (upTo (k + h)))
)");
  const std::string f = functionOf(text, "std::int64_t f(deforest::Worker");
  EXPECT_TRUE(contains(f, "upTo(scratch, ")) << f;
  EXPECT_LT(f.find("while (true)"), f.find(".mark()")) << f;
  EXPECT_LT(f.find("h = "), f.find(".release(mark)")) << "when the next round is ready: " << f;
}

TEST(Lifetimes, WhatTheNextRoundNeedsStays) {
  const std::string text = emit("f", R"(
f :: Int -> Tree -> Int
f 0 t = top t
f k t = f (k - 1) (Node k t (mirror t))
)");
  const std::string f = functionOf(text, "std::int64_t f(deforest::Worker");
  EXPECT_TRUE(contains(f, "mirror(worker, ")) << f;
  EXPECT_FALSE(contains(f, "release")) << f;
}

// Each tree is done with when the next is there, while an earlier one is still needed.
TEST(Lifetimes, WhatDiesBeforeOthersHasAPocket) {
  const std::string text = emit("f", R"(
f :: Int -> Int
f n =
  let a = grow n n
      b = mirror (mirror a)
      c = weigh 1 b
      d = weigh c (grow c n)
   in d + weigh 2 a
)");
  const std::string f = functionOf(text, "std::int64_t f(deforest::Worker");
  EXPECT_TRUE(contains(f, "deforest::Pocket pocket(worker);")) << f;
  EXPECT_TRUE(contains(f, "pocket.release();")) << f;
}

// The recursion does not keep at each level what was needed on the way to the next.
TEST(Lifetimes, ACallThatTakesLongFindsNothingThatIsDone) {
  const std::string text = emit("f", R"(
f :: Int -> Int
f 0 = 1
f n =
  let k = hash 7 (upTo n)
   in f (n - 1) * k + f (n - 2)
)");
  const std::string f = functionOf(text, "std::int64_t f(deforest::Worker");
  EXPECT_LT(f.find(".release(mark)"), f.find("= f(worker, ")) << f;
}

// A table does not keep what is computed beside it.
TEST(Lifetimes, AFunctionMayMakeThousandsOfCells) {
  std::string table;
  for (int i = 0; i < 3000; ++i) table += (i == 0 ? "" : ", ") + std::to_string(i);
  const std::string text =
      emit("f", "f :: Int -> [Int]\nf k = hash 0 (upTo k) : [" + table + "]\n");
  const std::string f = functionOf(text, "const ListInt* f(deforest::Worker");
  EXPECT_TRUE(contains(f, "= upTo(scratch, k);"));
  EXPECT_TRUE(contains(f, "scratch.release(mark);"));
}

// Nor does a recursion along a list, whose rest waits, keep what it has made for an element.
TEST(Lifetimes, WhatWaitsForAnotherThreadKeepsNothing) {
  const std::string text = emit("f", R"(
f :: Int -> Tree -> Int
f _ Leaf = 1000000
f n (Node k _ t) =
  let w = weigh k (grow n k) `mod` 5
   in f n t `div` (1 + w * w)
)",
                                false);
  const std::string f = functionOf(text, "std::int64_t fParallel(deforest::Worker");
  EXPECT_TRUE(contains(f, "(scratch, ")) << f;
  EXPECT_LT(f.find("scratch.release(mark)"), f.find("fork.join()")) << f;
}

TEST(Lifetimes, JobsOfOtherThreadsHaveTheirOwnScratch) {
  const std::string text = emit("sort", partsOfSort + R"(
sort :: List -> List
sort Nil = Nil
sort (Cons p xs) = append (sort (below p xs)) (Cons p (sort (below (negate p) xs)))
)",
                                false);
  const std::string sort = functionOf(text, "const List* sortParallel(deforest::Worker");
  EXPECT_TRUE(contains(sort, "belowTicking(other.other(), ")) << sort;
  EXPECT_TRUE(contains(sort, "sortParallel(scratch, levels, ")) << sort;
  EXPECT_TRUE(contains(sort, "sortParallel(worker, levels, ")) << sort;
}

}  // namespace
}  // namespace deforest::backends
