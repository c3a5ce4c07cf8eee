// Which cells emitted C++ writes again: where it must, where it must not, and what it says about
// it. What the text computes is tested by compiling it (corpus_test.py, consume_test.py,
// random_test.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "backends/cpp.hpp"
#include "backends/native/explain.hpp"
#include "backends/native/passes.hpp"
#include "emitted.hpp"
#include "text/parse.hpp"

namespace deforest::backends {
namespace {

const std::string trees = R"(
data Tree = Leaf | Node Int Tree Tree
data Pair = Pair Tree Tree

inc :: Tree -> Tree
inc Leaf = Leaf
inc (Node x l r) = Node (x + 1) (inc l) (inc r)

total :: Tree -> Int
total Leaf = 0
total (Node x l r) = x + total l + total r

grow :: Int -> Tree
grow n = if n <= 0 then Leaf else Node n (grow (n - 1)) (grow (n - 2))

)";

// What is decided of the program, and the text.
struct Emitted {
  std::shared_ptr<const NativeCode> code;
  std::string source;
};

Emitted emit(const std::string& roots, const std::string& functions, bool consumeInput,
             bool serial = true) {
  const auto program = text::parse(
      "module M (Tree (..), Pair (..), " + roots + ") where\n" + trees + functions, "m.hs.ir");
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : program.diagnostics()[0].message);
  const auto code = toNative(*program, {.consumeInput = consumeInput, .serial = serial});
  const auto output = emitCpp(*code);
  EXPECT_TRUE(output.ok());
  return {code, output->source};
}

// The functions that write into cells.
std::vector<std::string> writers(const Emitted& output) {
  std::vector<std::string> names;
  const auto& functions = output.code->program.functions;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (!output.code->reuse[i].taken.empty()) names.push_back(functions[i].name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

using Names = std::vector<std::string>;

// ------------------------------------------------------------------------------- where it must

// Sixty cells, each of which holds the one before it twice: 2^60 ways from the first to the last.
TEST(Ownership, SharedCellsAreLookedAtOnce) {
  std::string text = "f :: Int -> Tree -> Tree\nf n a0 =\n  let\n";
  for (int i = 1; i <= 60; ++i) {
    const std::string before = " a" + std::to_string(i - 1);
    text += "    a" + std::to_string(i) + " = Node (n + " + std::to_string(i) + ")" + before +
            before + "\n";
  }
  text += "  in if n <= 0 then a60 else f (n - 1) a60\n";
  EXPECT_EQ(writers(emit("f", text, true)), Names{});
}

TEST(Ownership, AnIntermediateIsWrittenAgainWithoutAnOption) {
  const Emitted output = emit("f", "f :: Int -> Tree\nf n = inc (grow n)\n", false);
  EXPECT_EQ(writers(output), Names{"inc"});
  EXPECT_TRUE(contains(output.source, "deforest::reuse(t)")) << output.source;
}

TEST(Ownership, TheTreeOfTheCallerOnlyIfItSaysSo) {
  const std::string twice = "f :: Tree -> Tree\nf t = inc t\n";
  EXPECT_EQ(writers(emit("f", twice, false)), Names{});
  EXPECT_EQ(writers(emit("f", twice, true)), Names{"inc"});
}

TEST(Ownership, AFunctionHasAVersionForTreesItOwns) {
  const Emitted output = emit("f", "f :: Tree -> Tree\nf t = inc (inc t)\n", false);
  EXPECT_EQ(writers(output), Names{"incInPlace"});
  EXPECT_TRUE(contains(output.source, " = inc(worker, t);\n  return incInPlace(")) << output.source;
}

TEST(Ownership, ValuesReadBeforeAreNoReasonAgainstIt) {
  const Emitted output = emit("f", R"(
f :: Int -> Tree
f n = let t = grow n
          s = total t
       in add s t

add :: Int -> Tree -> Tree
add _ Leaf = Leaf
add s (Node x l r) = Node (x + s) (add s l) (add s r)
)",
                              false);
  EXPECT_EQ(writers(output), Names{"add"});
}

TEST(Ownership, AnAccumulatedListTakesTheCellsOfTheOther) {
  const Emitted output = emit("rev", R"(
rev :: [Int] -> [Int] -> [Int]
rev [] done = done
rev (x : xs) done = rev xs (x : done)
)",
                              true);
  EXPECT_EQ(writers(output), Names{"rev"});
}

// The first of two new cells holds the second before the rest of the list has been looked for.
TEST(Ownership, WhatACellHeldIsReadBeforeItHoldsAnotherThatIsNotComplete) {
  const std::string text = emit("stutter", R"(
stutter :: [Int] -> [Int]
stutter [] = []
stutter (x : xs) = x : x : stutter xs
)",
                                true)
                               .source;
  EXPECT_TRUE(contains(text, "= xs->tail;\n    auto* ")) << text;
}

TEST(Ownership, ACellMayBecomeOneOfAnotherConstructor) {
  const Emitted output = emit("small", R"(
data Shape = Box Int Int Shape | Dot Int Shape | End

small :: Shape -> Shape
small (Box a b s) = Dot (a * b) (small s)
small (Dot a s) = Box a a (small s)
small End = End
)",
                              true);
  EXPECT_TRUE(contains(output.source, "deforest::reuseAs<Shape::Dot>(box)")) << output.source;
  EXPECT_FALSE(contains(output.source, "reuseAs<Shape::Box>")) << "it is larger";
}

TEST(Ownership, AllVariantsWriteInPlaceAndTick) {
  const Emitted output = emit("f", "f :: Tree -> Tree\nf t = inc t\n", true, false);
  const std::string& text = output.source;
  const std::size_t parallel = text.find("incParallel(deforest::Worker& worker, unsigned levels");
  ASSERT_NE(parallel, std::string::npos) << text;
  const std::string body = text.substr(parallel, text.find("\n}\n", parallel) - parallel);
  EXPECT_TRUE(contains(body, "deforest::reuse(t)")) << body;
  EXPECT_TRUE(contains(body, "worker.tick();")) << "nothing is allocated, so no beat would come";
}

// ---------------------------------------------------------------------------- where it must not

struct Case {
  const char* why;
  const char* text;      // of `f`, the only root
  const char* may = "";  // a function that may write all the same
};

class NotOwned : public testing::TestWithParam<Case> {};

TEST_P(NotOwned, IsNotWritten) {
  for (const bool serial : {true, false}) {
    const Emitted output = emit("f", GetParam().text, true, serial);
    for (const auto& name : writers(output)) {
      EXPECT_EQ(name, GetParam().may) << GetParam().why << "\n" << output.source;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ownership, NotOwned,
    testing::Values(
        Case{"a tree in two places of a cell", "f :: Tree -> Tree\nf t = inc (Node 1 t t)\n"},
        Case{"a new tree in two places of a cell",
             "f :: Int -> Tree\nf n = let t = grow n in inc (Node 1 t t)\n"},
        Case{"a tree in two places of a result, then visited",
             "f :: Int -> Tree\nf n = case g n of Pair a b -> Node 0 (inc a) b\n"
             "g :: Int -> Pair\ng n = let t = grow n in Pair t t\n"},
        Case{"returned and visited", "f :: Tree -> Pair\nf t = Pair t (inc t)\n"},
        Case{"visited twice", "f :: Tree -> Pair\nf t = Pair (inc t) (inc t)\n"},
        Case{"one binding, two calls",
             "f :: Int -> Pair\nf n = let t = grow n in Pair (inc t) (inc t)\n"},
        Case{"read after the call, in one branch of two",
             "f :: Int -> Tree -> Tree\nf n t =\n"
             "  let u = inc t in if n > 0 then Node (total t) u u else u\n"},
        Case{"a part goes elsewhere while the whole is visited",
             "f :: Tree -> Pair\nf t = case t of\n  Leaf -> Pair t t\n"
             "  Node x l r -> Pair l (inc t)\n"},
        Case{"an accumulator used twice",
             "f :: Int -> Tree -> Tree\nf n acc =\n"
             "  if n <= 0 then inc acc else f (n - 1) (Node n acc acc)\n"},
        Case{"a parameter that every round uses, and the last one, too",
             "f :: [Int] -> Tree -> [Int]\nf xs t = g xs t\n"
             "g :: [Int] -> Tree -> [Int]\n"
             "g [] t = [total (keep (inc t))]\n"
             "g (x : xs) t = (x + total t) : g xs t\n"
             "keep :: Tree -> Tree\nkeep t = Node (total t) t t\n",
             "g"},
        Case{"read by a call that may run at the same time",
             "f :: Int -> Tree -> Tree\nf n t = Node (total t) (grow n) (inc t)\n"},
        Case{"a part is read by a call that may run at the same time",
             "f :: Tree -> Tree\nf t = case t of\n  Leaf -> Leaf\n"
             "  Node x l r -> Node (total l) (Node 1 Leaf Leaf) (inc (Node 3 l Leaf))\n",
             "f"},
        Case{"kept by a function that seems to read only",
             "f :: Int -> Tree\nf n =\n  let t = grow n\n      u = left t\n"
             "   in Node (total u) u (inc t)\n\n"
             "left :: Tree -> Tree\nleft Leaf = Leaf\nleft (Node x l r) = Node (total r) l r\n"},
        Case{"a part is read under another name by what may run later",
             "data Rose = Rose Int Kids\ndata Kids = None | Kids Rose Kids\n"
             "data Both = Both Rose Int\ndata Two = Two Int Rose\n"
             "size :: Rose -> Int\nsize (Rose x ks) = x + sizes ks\n"
             "sizes :: Kids -> Int\nsizes None = 0\nsizes (Kids r ks) = size r + sizes ks\n"
             "f :: Both -> Two\n"
             "f b = let n = case b of Both r1 _ -> size r1\n"
             "      in case b of Both r2 k -> case r2 of Rose x ks -> Two n (Rose (x + k) ks)\n"},
        Case{"a child is made of something else",
             "f :: Tree -> Tree\nf Leaf = Leaf\nf (Node x l r) = Node x (grow x) (f r)\n"},
        Case{"cells of the recursion lie between those of the result",
             "f :: Int -> [Int]\nf n = add (sort (upTo n))\n"
             "upTo :: Int -> [Int]\nupTo n = if n <= 0 then [] else n : upTo (n - 1)\n"
             "add :: [Int] -> [Int]\nadd [] = []\nadd (x : xs) = (x + 1) : add xs\n"
             "sort :: [Int] -> [Int]\nsort [] = []\n"
             "sort (p : xs) = append (sort (below p xs)) (p : sort (above p xs))\n"
             "append :: [Int] -> [Int] -> [Int]\nappend [] ys = ys\n"
             "append (x : xs) ys = x : append xs ys\n"
             "below :: Int -> [Int] -> [Int]\nbelow _ [] = []\n"
             "below p (x : xs) = if x < p then x : below p xs else below p xs\n"
             "above :: Int -> [Int] -> [Int]\nabove _ [] = []\n"
             "above p (x : xs) = if x >= p then x : above p xs else above p xs\n"},
        Case{"children change places",
             "f :: Tree -> Tree\nf Leaf = Leaf\nf (Node x l r) = Node x (f r) (f l)\n"}));

// What a filter leaves has gaps, and what a merge makes is mixed: the next function makes it anew.
TEST(Ownership, OnlyWhatLiesInTheOrderOfTheTreeIsWrittenAgain) {
  const std::string lists = R"(
upTo :: Int -> [Int]
upTo n = if n <= 0 then [] else n : upTo (n - 1)

add :: [Int] -> [Int]
add [] = []
add (x : xs) = (x + 1) : add xs

odds :: [Int] -> [Int]
odds [] = []
odds (x : xs) = if odd x then x : odds xs else odds xs

merge :: [Int] -> [Int] -> [Int]
merge [] ys = ys
merge (x : xs) [] = x : xs
merge (x : xs) (y : ys) = if x <= y then x : merge xs (y : ys) else y : merge (x : xs) ys

f :: Int -> [Int]
)";
  EXPECT_EQ(writers(emit("f", lists + "f n = add (upTo n)\n", false)), Names{"add"});
  EXPECT_EQ(writers(emit("f", lists + "f n = odds (upTo n)\n", false)), Names{"odds"});
  EXPECT_EQ(writers(emit("f", lists + "f n = add (odds (upTo n))\n", false)), Names{"odds"});
  EXPECT_EQ(writers(emit("f", lists + "f n = odds (add (upTo n))\n", false)),
            (Names{"add", "odds"}));
  const auto merged = writers(emit("f", lists + "f n = add (merge (upTo n) (upTo n))\n", false));
  EXPECT_EQ(std::count(merged.begin(), merged.end(), "add"), 0);
}

TEST(Ownership, SaysWhyACellIsLeft) {
  const Emitted output =
      emit("f", "f :: Tree -> Tree\nf Leaf = Leaf\nf (Node x l r) = Node x (f r) (f l)\n", true);
  EXPECT_EQ(writers(output), Names{});
  pipeline::Context context;
  explainCells(*output.code, context);
  ASSERT_EQ(context.decisions.size(), 1U);
  EXPECT_FALSE(context.decisions[0].taken);
  EXPECT_EQ(context.decisions[0].reason, "it changes the places of the parts of 't'");
}

// The leaves of children that change places would no longer be in the order of the tree.
TEST(Ownership, WhereChildrenChangePlacesNothingIsWrittenInPlace) {
  const Emitted output = emit("f", R"(
data Bin = Tip Int | Bin Bin Bin

f :: Bin -> Bin
f (Tip x) = Tip (x + 1)
f (Bin l r) = Bin (f r) (f l)
)",
                              true);
  EXPECT_EQ(writers(output), Names{});
}

// Another thread looks for its part of the list behind the element that this one is doing.
TEST(Ownership, TheWayAlongAListThatIsHandedOutStaysUntilItHasBeenGone) {
  const std::string functions = R"(
data Forest = End | Trees Tree Forest

f :: Forest -> Forest
f End = End
f (Trees t ts) = Trees (inc t) (f ts)

g :: Forest -> Int
g End = 0
g (Trees t ts) = total (inc t) + g ts
)";
  const Emitted output = emit("f, g", functions, true, false);
  EXPECT_TRUE(contains(output.source, "deforest::Spine")) << output.source;
  EXPECT_TRUE(contains(output.source, "&ts2->forest") || contains(output.source, "->forest;"));
  const auto names = writers(output);
  EXPECT_NE(std::find(names.begin(), names.end(), "f"), names.end());
}

// ------------------------------------------------------------------------------- for the caller

TEST(Ownership, ARootThatConsumesIsHardToCallByMistake) {
  const std::string functions =
      "-- | One more everywhere.\nf :: Tree -> Tree\nf t = inc t\n\n"
      "same :: Tree -> Tree\nsame t = t\n";
  const std::string text = emit("f, total, grow, same", functions, true).source;
  EXPECT_TRUE(contains(text, "/// One more everywhere.\n/// Consumes `t`: "));
  EXPECT_TRUE(contains(text, "\nTree* f(deforest::Region& region, Tree* t)")) << text;
  EXPECT_TRUE(contains(text, "\nTree* copyTree(deforest::Region& region, const Tree* value)"));
  EXPECT_TRUE(contains(text, "\nTree* grow(deforest::Region& region, std::int64_t n)"));
  EXPECT_TRUE(contains(text, "\nstd::int64_t total(deforest::Region& region, const Tree* t)"));
  EXPECT_TRUE(contains(text, "\nconst Tree* same(deforest::Region&, const Tree* t)"))
      << "what was a constant to the caller remains one";
}

TEST(Ownership, WithoutTheOptionNothingChangesForTheCaller) {
  const std::string text = emit("f", "f :: Tree -> Tree\nf t = inc (inc t)\n", false).source;
  EXPECT_TRUE(contains(text, "\nconst Tree* f(deforest::Region& region, const Tree* t)"));
  EXPECT_FALSE(contains(text, "copyTree"));
}

}  // namespace
}  // namespace deforest::backends
