// The degree of visits, on programs of which it is known.
#include "graph/visit_degree.hpp"

#include <gtest/gtest.h>

#include "simplify/split_matches.hpp"
#include "text/parse.hpp"

namespace deforest::graph {
namespace {

const std::string list =
    "data List = Cons Int List | Nil\n"
    "add :: List -> Int\n"
    "add Nil = 0\n"
    "add (Cons x xs) = x + add xs\n"
    "append :: List -> List -> List\n"
    "append Nil ys = ys\n"
    "append (Cons x xs) ys = Cons x (append xs ys)\n"
    "map2 :: List -> List\n"
    "map2 Nil = Nil\n"
    "map2 (Cons x xs) = Cons (x * 2) (map2 xs)\n";

const std::string tree =
    "data Tree = N Int Tree Tree | E\n"
    "mirror :: Tree -> Tree\n"
    "mirror E = E\n"
    "mirror (N x l r) = N x (mirror r) (mirror l)\n"
    "total :: Tree -> Int\n"
    "total E = 0\n"
    "total (N x l r) = x + total l + total r\n";

std::string degree(const std::string& text, const std::string& function = "program") {
  auto program = text::parse(text, "test.hs.ir");
  if (!program) return program.diagnostics().front().message;
  pipeline::Context context;
  const ir::Program split = simplify::splitMatches().run(std::move(*program), context);
  return describe(visitDegrees(split)[split.find(function)->value]);
}

TEST(VisitDegree, CountsNoVisitWhereNothingRecurs) {
  EXPECT_EQ(degree(list + "program :: List -> Int\nprogram (Cons x xs) = x\nprogram Nil = 0\n"),
            "1");
}

TEST(VisitDegree, IsLinearForPassesAndTheirCompositions) {
  EXPECT_EQ(degree(list + "program :: List -> Int\nprogram xs = add xs\n"), "n");
  EXPECT_EQ(degree(list + "program :: List -> Int\nprogram xs = add (map2 (map2 xs))\n"), "n");
  EXPECT_EQ(degree(tree + "program :: Tree -> Int\nprogram t = total t\n"), "n");
}

TEST(VisitDegree, FollowsATreeWhoseNodesHaveMoved) {
  EXPECT_EQ(degree(tree + "program :: Tree -> Int\nprogram t = total (mirror (mirror t))\n"), "n");
}

TEST(VisitDegree, SeesAVisitOfTheRestAtEveryElement) {
  EXPECT_EQ(degree(list + "program :: List -> List\nprogram Nil = Nil\n"
                          "program (Cons x xs) = Cons (add xs) (program xs)\n"),
            "n^2");
}

TEST(VisitDegree, AddsTheNestingOfSuchVisits) {
  EXPECT_EQ(degree(list + "tails :: List -> Int\ntails Nil = 0\n"
                          "tails (Cons x xs) = add xs + tails xs\n"
                          "program :: List -> Int\nprogram Nil = 0\n"
                          "program (Cons x xs) = tails xs + program xs\n"),
            "n^3");
}

TEST(VisitDegree, TakesAVisitThatEndsAtOnceForNone) {
  EXPECT_EQ(degree(list + "hd :: List -> Int\nhd Nil = 0\nhd (Cons x xs) = x\n"
                          "program :: List -> Int\nprogram Nil = 0\n"
                          "program (Cons x xs) = hd xs + program xs\n"),
            "n");
}

TEST(VisitDegree, IsNotRaisedByWorkOnDifferentChildren) {
  EXPECT_EQ(degree(tree + "program :: Tree -> Int\nprogram E = 0\n"
                          "program (N x l r) = total l + program r\n"),
            "n");
}

TEST(VisitDegree, IsRaisedByDepthTimesNodes) {
  EXPECT_EQ(degree(tree + "program :: Tree -> Int\nprogram E = 0\n"
                          "program (N x l r) = total l + program l\n"),
            "n^2");
}

TEST(VisitDegree, CountsOneBranchOnly) {
  EXPECT_EQ(degree(tree + "program :: Int -> Tree -> Int\nprogram v E = 0\n"
                          "program v (N x l r) = if v < x then program v l else\n"
                          "  if v > x then program (v + 1) l else total l\n",
                   "program"),
            "n");
}

TEST(VisitDegree, IsExponentialIfAVisitBecomesTwoOfTheSameNode) {
  EXPECT_EQ(degree(tree + "program :: Int -> Tree -> Int\nprogram v E = v\n"
                          "program v (N x l r) = program (v + 1) l + program (v + 2) l\n"),
            "2^n");
}

// The ways cross only every second level, on different children.
TEST(VisitDegree, IsLinearIfFunctionsTakeTurnsOnDifferentChildren) {
  EXPECT_EQ(degree(tree + "left :: Tree -> Int\nleft E = 0\n"
                          "left (N x l r) = program l\n"
                          "right :: Tree -> Int\nright E = 0\n"
                          "right (N x l r) = program r\n"
                          "program :: Tree -> Int\nprogram E = 0\n"
                          "program (N x l r) = left l + right l\n"),
            "n");
  EXPECT_EQ(degree(tree + "left :: Tree -> Int\nleft E = 0\n"
                          "left (N x l r) = program l\n"
                          "right :: Tree -> Int\nright E = 0\n"
                          "right (N x l r) = program l + 1\n"
                          "program :: Tree -> Int\nprogram E = 0\n"
                          "program (N x l r) = left l + right l\n"),
            "2^n");
}

// Two layers: the second pass visits what the first has made, once.
TEST(VisitDegree, IsLinearForLayersInOneRecursion) {
  EXPECT_EQ(degree(tree + "inc :: Int -> Tree -> Tree\ninc v E = E\n"
                          "inc v (N x l r) = N (x + v) (inc v l) (inc v r)\n"
                          "program :: Tree -> Tree\nprogram E = E\n"
                          "program (N x l r) = N x (inc 1 (inc 2 l)) (program r)\n"),
            "n");
}

TEST(VisitDegree, KnowsThatASumOfListsIsNoLargerThanTheTreeTheyCameFrom) {
  EXPECT_EQ(degree("data Tree = N Int Tree Tree | E\n" + list +
                   "flatten :: Tree -> List\nflatten E = Nil\n"
                   "flatten (N x l r) = append (flatten l) (Cons x (flatten r))\n"
                   "program :: Tree -> Int\nprogram t = add (flatten t)\n"),
            "about n^2");
}

TEST(VisitDegree, IsAnEstimateWhereATreeMayHaveGrown) {
  const std::string twice =
      "twice :: List -> List\ntwice Nil = Nil\ntwice (Cons x xs) = Cons x (Cons x (twice xs))\n";
  EXPECT_EQ(degree(list + twice + "program :: List -> Int\nprogram xs = add (twice xs)\n"),
            "about n");
  EXPECT_EQ(degree(tree + "share :: Tree -> Tree\nshare E = E\nshare (N x l r) = N x (share l) l\n"
                          "program :: Tree -> Int\nprogram t = total (share t)\n"),
            "about n");
}

TEST(VisitDegree, LetsABaseCaseBuild) {
  EXPECT_EQ(degree(list + "insert :: Int -> List -> List\ninsert v Nil = Cons v Nil\n"
                          "insert v (Cons x xs) = Cons x (insert v xs)\n"
                          "program :: List -> Int\nprogram xs = add (insert 1 (insert 2 xs))\n"),
            "n");
}

TEST(VisitDegree, FollowsAccumulators) {
  const std::string rev =
      "rev :: List -> List -> List\nrev Nil acc = acc\nrev (Cons x xs) acc = rev xs (Cons x acc)\n";
  EXPECT_EQ(degree(list + rev + "program :: List -> Int\nprogram xs = add (rev xs Nil)\n"), "n");
  EXPECT_EQ(degree(list + "each :: List -> List -> Int\neach Nil ys = 0\n"
                          "each (Cons x xs) ys = add ys + each xs ys\n"
                          "program :: List -> Int\nprogram xs = each xs xs\n"),
            "n^2");
}

TEST(VisitDegree, RatesNaiveFusionByWhatItRepeats) {
  // shift (add xs), fused although both use the sum.
  EXPECT_EQ(degree(list + "sums :: List -> Int\nsums Nil = 0\nsums (Cons x xs) = x + sums xs\n"
                          "program :: List -> List\nprogram Nil = Nil\n"
                          "program (Cons x xs) = Cons (sums xs) (program xs)\n"),
            "n^2");
}

}  // namespace
}  // namespace deforest::graph
