// What the C++ backend writes: its shape, its options and its errors. What the text computes is
// tested by compiling it (corpus_test.py).
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "backends/cpp.hpp"
#include "backends/native/names.hpp"
#include "backends/native/passes.hpp"
#include "emitted.hpp"
#include "text/parse.hpp"

namespace deforest::backends {
namespace {

const char* const source = R"(module Data.RoseTree (Tree (..), grow', total, twice, half) where
data Tree = Leaf | Node Int Tree Tree
data Color = Red | Green
data Shape = Dot | Circle Bool Double | Box Double Double

grow' :: Tree -> Tree
grow' Leaf = Leaf
grow' (Node x l r) = Node (x + 1) (grow' l) (grow' r)

total :: Tree -> Int
total Leaf = 0
total (Node x l r) = x + total l + total r

twice :: [Double] -> [Double]
twice [] = []
twice (x : xs) = (x + x) : twice xs

half :: [Double] -> Double
half [] = 0
half (x : xs) = x / 2 + half xs
)";

CppOutput emit(const std::string& text, const CppOptions& options = {},
               const NativeOptions& native = {}) {
  const auto program = text::parse(text, "dir/rose.hs.ir");
  EXPECT_TRUE(program.ok());
  auto output = emitCpp(*toNative(*program, native), options);
  EXPECT_TRUE(output.ok());
  return *output;
}

std::string error(const std::string& text, const CppOptions& options) {
  const auto program = text::parse(text, "rose.hs.ir");
  EXPECT_TRUE(program.ok());
  const auto output = emitCpp(*toNative(*program), options);
  EXPECT_FALSE(output.ok());
  return output.ok() ? "" : output.diagnostics()[0].message;
}

TEST(CppBackend, NamesFollowTheSource) {
  const std::string text = emit(source).source;
  EXPECT_TRUE(contains(text, "namespace data::rose_tree {"));
  EXPECT_TRUE(contains(text, "const Tree* growPrime(deforest::Region& region, const Tree* t"));
  EXPECT_TRUE(contains(text, "// rose.hs.ir:7"));
  EXPECT_FALSE(contains(text, "dir/"));
}

TEST(CppBackend, CellsComeBeforeTheCallsThatFillThem) {
  const std::string body =
      functionOf(emit(source).source, "const Tree* growPrime(deforest::Worker");
  ASSERT_NE(body, "");
  EXPECT_LT(body.find("worker.make<Tree>()"), body.find("growPrime(worker, "));
  EXPECT_TRUE(contains(body, "while (true)")) << "the last call is a jump";
}

TEST(CppBackend, FoldsOfIntAreLoopsAndThoseOfDoubleAreNot) {
  const std::string text = emit(source).source;
  EXPECT_TRUE(contains(functionOf(text, "std::int64_t total(const Tree*"), "while (true)"));
  const std::string half = functionOf(text, "double half(const ListDouble*");
  ASSERT_NE(half, "");
  EXPECT_FALSE(contains(half, "while (true)"));
}

// The recursive call of a filter stands before the branch that keeps or drops an element; functions
// that take turns are one loop, with what follows a branch inside it.
TEST(CppBackend, FiltersAndFunctionsThatTakeTurnsAreLoops) {
  const std::string text = emit(R"(module Lists (keepOdd, plus, minus) where
keepOdd :: [Int] -> [Int]
keepOdd [] = []
keepOdd (x : xs) = let rest = keepOdd xs in if odd x then x : rest else rest

plus :: [Int] -> Int
plus [] = 0
plus (x : xs) = x + minus xs

minus :: [Int] -> Int
minus [] = 0
minus (x : xs) = plus xs - x
)")
                               .source;
  const std::string filter = functionOf(text, "const ListInt* keepOdd(deforest::Worker");
  EXPECT_TRUE(contains(filter, "while (true)")) << text;
  EXPECT_FALSE(contains(filter, "keepOdd(worker"));
  const std::string plus = functionOf(text, "std::int64_t plus(const ListInt*");
  const std::string minus = functionOf(text, "std::int64_t minus(const ListInt*");
  EXPECT_TRUE(contains(plus, "while (true)") || contains(minus, "while (true)")) << text;
  EXPECT_FALSE(contains(plus, " minus(") && contains(minus, " plus(")) << text;
}

// A function whose two calls go to different children stays as it is, for they can run in parallel.
TEST(CppBackend, CallsOnTwoChildrenStaySideBySide) {
  const std::string text = emit(R"(module Trees (Tree (..), prune) where
data Tree = Leaf | Node Int Tree Tree

prune :: Tree -> Tree
prune Leaf = Leaf
prune (Node x l r) =
  let l' = prune l
      r' = prune r
   in if odd x then Node x l' r' else Node 0 r' l'
)")
                               .source;
  EXPECT_TRUE(contains(text, "deforest::Fork fork(")) << text;
}

// However many calls a function makes, it is divided into as many pieces; a call in turn has its
// share where the function goes on in several, and all that is left where it goes on in one.
TEST(CppBackend, CallsShareTheLevels) {
  const std::string text =
      emit(R"(module Trees (Tree (..), List (..), three, turns, along, boxed) where
data Tree = Leaf | Node Int Tree Tree Tree
data List = Nil | Cons Tree Tree List
data Box = Box Box | Two Box Box | Full Int

three :: Tree -> Tree
three Leaf = Leaf
three (Node x a b c) = Node (x + 1) (three a) (three b) (three c)

total :: Tree -> Int
total Leaf = 0
total (Node x a b c) = x + total a + total b + total c

turns :: Int -> Tree -> Int
turns k Leaf = k `mod` 7
turns k (Node x a b c) = turns (turns (k + x) a + turns (k - x) b) c

along :: Int -> List -> Int
along k Nil = k
along k (Cons a b rest) = (along ((k + total a) `mod` (3 + total b)) rest + total a) `mod` 5

boxed :: Box -> Int
boxed (Box b) = boxed b `mod` 7
boxed (Two a b) = boxed a - boxed b
boxed (Full k) = k
)")
          .source;
  EXPECT_TRUE(contains(functionOf(text, "const Tree* threeParallel("), "share(levels, 3)")) << text;
  const std::string turns = functionOf(text, "std::int64_t turnsParallel(");
  EXPECT_TRUE(contains(turns, "deforest::Fork fork(")) << text;
  EXPECT_TRUE(contains(turns, "levels = deforest::share(levels, 3);")) << text;
  EXPECT_TRUE(contains(turns, "turnsParallel(worker, levels,")) << text;
  const std::string along = functionOf(text, "std::int64_t alongParallel(");
  EXPECT_TRUE(contains(along, "deforest::Fork fork(")) << text;
  EXPECT_TRUE(contains(along, "alongParallel(worker, levels,")) << text;
  EXPECT_FALSE(contains(along, "levels = ")) << text;
  const std::string boxed = functionOf(text, "std::int64_t boxedParallel(");
  EXPECT_TRUE(contains(boxed, "boxedParallel(worker, levels, box")) << text;
  EXPECT_TRUE(contains(boxed, "(worker, levels - 1, ")) << text;
}

// A cell lies where the tree is: a value without cells that several of them hold does not bring
// them all to the front.
TEST(CppBackend, CellsComeInTheOrderOfTheTree) {
  const std::string text = emit(R"(module Boxes (Box (..), Tree (..), two) where
data Box = Box Int Int
data Tree = Leaf Box | Node Box Tree Tree

two :: Int -> Tree
two n =
  if n <= 0
    then Leaf (Box n 1)
    else
      let b = Box n 2
       in Node b (Node b (Leaf (Box n 3)) (two (n - 1))) (Node b (Leaf (Box n 4)) (two (n - 2)))
)")
                               .source;
  const std::string two = functionOf(text, "const Tree* two(deforest::Worker& worker");
  const std::size_t call = two.find("two(worker, deforest::sub(n, 1))");
  EXPECT_LT(two.find("make<Tree::Node, Tree::Tag::Node>()"), call) << text;
  EXPECT_LT(call, two.rfind("make<Tree::Node, Tree::Tag::Node>()")) << text;
}

// A constructor may be called as another type, or as one would be renamed.
TEST(CppBackend, ConstructorsHideNoOtherType) {
  const std::string text = emit(R"(module Signs (Expr (..), Op (..), Op2 (..), value) where
data Expr = Num Int | Op Op Op2 Expr Expr
data Op = Plus | Minus
data Op2 = Twice Int Int | Once

value :: Expr -> Int
value (Num n) = n
value (Op Plus Once a b) = value a + value b
value (Op _ _ a b) = value a - value b
)")
                               .source;
  EXPECT_TRUE(contains(text, "struct Op3;")) << text;
  EXPECT_TRUE(contains(text, "struct alignas(8) Expr::Op3 : Expr {")) << text;
}

// What is inside an earlier child comes before a later child, and the rest of a list last.
TEST(CppBackend, TheElementOfAListComesBeforeItsRest) {
  const std::string text = emit(R"(module Pages (Pages (..), Page (..), Tree (..), lay, raise) where
data Tree = Leaf | Node Int Tree Tree
data Page = Page Int Int Int Int Int Int Int Int Int Tree
data Pages = End | Pages Page Pages

raise :: Int -> Tree -> Tree
raise _ Leaf = Leaf
raise k (Node x l r) = Node (x + k) (raise k l) (raise k r)

lay :: Pages -> Pages
lay End = End
lay (Pages (Page a b c d e f g h i t) rest) =
  let rest' = lay rest
      t' = raise (a + b) t
   in Pages (Page a b c d e f g h i t') rest'
)")
                               .source;
  const std::string lay = functionOf(text, "const Pages* lay(deforest::Worker");
  EXPECT_TRUE(contains(lay, "while (true)")) << text;
  EXPECT_LT(lay.find("raise(worker, "), lay.find("= pages->pages;")) << text;
}

// The rest of a list is not held back by what its elements do: neither by a branch between the two,
// nor because both may fail.
TEST(CppBackend, ListsOfHeavyElementsAreLoopsThatHandOutTheRest) {
  const std::string text = emit(R"(module Rows (Rows (..), Tree (..), spread, share) where
data Tree = Leaf | Node Int Tree Tree
data Rows = End | Rows Int Tree Rows

share :: Int -> Tree -> Tree
share _ Leaf = Leaf
share k (Node x l r) = Node (x `div` k) (share k l) (share k r)

spread :: Rows -> Rows
spread End = End
spread (Rows k t rest) =
  let t' = share k t
      rest' = spread rest
   in if even k then Rows k (share 2 t') rest' else Rows 0 t' rest'
)")
                               .source;
  const std::string serial = functionOf(text, "const Rows* spread(deforest::Worker");
  EXPECT_TRUE(contains(serial, "while (true)")) << text;
  EXPECT_FALSE(contains(serial.substr(1), "spread(worker")) << text;
  const std::string parallel = functionOf(text, "const Rows* spreadParallel(deforest::Worker");
  EXPECT_TRUE(contains(parallel, "deforest::Spine rest(")) << text;
}

// What is done at the end of a list makes its elements no heavier.
TEST(CppBackend, ListsOfNumbersHandOutNothing) {
  const std::string text = emit(R"(module Lists (three) where
append :: [Int] -> [Int] -> [Int]
append [] ys = ys
append (x : xs) ys = x : append xs ys

three :: [Int] -> [Int] -> [Int] -> [Int]
three [] ys zs = append ys zs
three (x : xs) ys zs = x : three xs ys zs
)")
                               .source;
  EXPECT_FALSE(contains(text, "Spine")) << text;
  EXPECT_FALSE(contains(text, "Parallel")) << text;
}

// Only what must go into a later child first fetches ahead: not what goes from left to right, not a
// list, and not a function that is called with all the children at once.
TEST(CppBackend, TreesReadFromTheirEndAreFetchedAhead) {
  const std::string text = emit(R"(module Trees (Tree (..), back, forth, lastly, pair, cross) where
data Tree = Leaf Int | Node Int Tree Tree

back :: Tree -> Int -> (Tree, Int)
back (Leaf x) s = (Leaf (x + s), s + 1)
back (Node x l r) s =
  let (r', n) = back r s
      (l', m) = back l n
   in (Node (x + m) l' r', m + x)

forth :: Tree -> Int -> (Tree, Int)
forth (Leaf x) s = (Leaf (x + s), s + 1)
forth (Node x l r) s =
  let (l', n) = forth l s
      (r', m) = forth r n
   in (Node (x + m) l' r', m + x)

lastly :: [Int] -> Int -> Int
lastly [] s = s
lastly (x : xs) s = let n = lastly xs s in n * x

pair :: Tree -> Tree -> Int
pair (Leaf x) t = x
pair (Node x l r) t = x + pair r l

cross :: Tree -> Tree -> Int -> Int
cross (Leaf x) t s = s + x
cross (Node x a b) (Leaf y) s = s + y
cross (Node x a b) (Node y c d) s = let n = cross b c s in cross a d (n * x)
)")
                               .source;
  const std::string called = "deforest::readsBackwards(";
  EXPECT_TRUE(
      contains(functionOf(text, "back_parts(deforest::Worker& worker, const Tree* t"), called));
  EXPECT_FALSE(
      contains(functionOf(text, "forth_parts(deforest::Worker& worker, const Tree* t"), called));
  EXPECT_FALSE(contains(functionOf(text, "std::int64_t lastly("), called));
  EXPECT_FALSE(contains(functionOf(text, "std::int64_t pair("), called));
  const std::string cross = functionOf(text, "std::int64_t cross(");
  EXPECT_EQ(cross.find(called), cross.rfind(called)) << "one of the two trees goes backwards";
  EXPECT_TRUE(contains(cross, called)) << text;
}

// A sum that is handed from child to child starts from zero in each of them: by a function that is
// there already, where one is. A root keeps its name.
TEST(CppBackend, SumsAreAddedAfterTheCalls) {
  const std::string text = emit(R"(module Sizes (Tree (..), size, total, scaled) where
data Tree = Leaf | Node Int Tree Tree

size :: Tree -> Int -> Int
size Leaf s = s
size (Node x l r) s = size l (1 + size r s)

total :: Tree -> Int
total Leaf = 0
total (Node x l r) = sumAnd l (x + total r)

sumAnd :: Tree -> Int -> Int
sumAnd Leaf s = s
sumAnd (Node x l r) s = sumAnd l (x + sumAnd r s)

scaled :: Tree -> Int -> Int
scaled Leaf s = s
scaled (Node x l r) s = scaled l (scaled r s * 3 + x)
)")
                               .source;
  EXPECT_TRUE(contains(text, "std::int64_t size_from0Parallel(")) << text;
  EXPECT_TRUE(contains(functionOf(text, "std::int64_t size("), "size_from0(t)")) << text;
  EXPECT_TRUE(contains(text, "std::int64_t totalParallel(")) << text;
  EXPECT_FALSE(contains(text, "sumAnd")) << text;
  EXPECT_FALSE(contains(text, "scaled_from0")) << text;
  EXPECT_FALSE(contains(text, "scaledParallel")) << text;
}

// What is found in a right child is written into the left one when both have been visited, by a
// function that is there already. Where a tree holds parts of the input its root would be a new
// cell, and what decides is needed at once.
TEST(CppBackend, WhatIsNeededAtTheEndWaits) {
  const std::string head = R"(module Waiting (Tree (..), up) where
data Tree = Leaf Int Int | Node Int Tree Tree

up :: Tree -> (# Int, Tree #)
up (Leaf a b) = let !t = Leaf (a + 1) b in (# a, t #)
up (Node x l r) =
  let !(# n, r' #) = up r
      !(# m, l' #) = set l n
      !k = m * n
      !t = Node (m + x) l' r'
   in (# k, t #)

set :: Tree -> Int -> (# Int, Tree #)
)";
  const std::string leaf = "set (Leaf a b) n = let !t = Leaf (a + 1) (n * 5) in (# a + n, t #)\n";
  const std::string node = R"(set (Node x l r) n =
  let !(# i, r' #) = up r
      !(# m, l' #) = set l i
      !k = m * i
      !t = Node (m + x) l' r'
   in (# k - n, t #)
)";
  const auto waits = [](const std::string& text) {
    return contains(text, "_finish(") && !contains(text, "readsBackwards");
  };
  const std::string text = emit(head + leaf + node).source;
  EXPECT_TRUE(waits(text)) << text;
  EXPECT_FALSE(contains(text, "_begin(")) << text;
  const std::string up = functionOf(text, "IntAndTree up(deforest::Worker&");
  EXPECT_LT(up.find("->tree1)"), up.find("->tree2)")) << text;
  EXPECT_TRUE(contains(functionOf(text, "set_finish("), "deforest::reuse(leaf)")) << text;

  const std::string other = R"(set (Leaf a b) n = let !t = Leaf b (n * 5) in (# a + n, t #)
)";
  EXPECT_TRUE(contains(emit(head + other + node).source, "set_begin(")) << "of its own";

  std::string shared = node;
  shared.replace(shared.find("l' r'"), 5, "l' r ");
  EXPECT_FALSE(waits(emit(head + leaf + shared).source)) << "a part of the input";

  const std::string decides = R"(set (Leaf a b) n =
  let !c = n > a in if c then let !t = Leaf 1 b in (# a, t #) else let !t = Leaf 2 b in (# b, t #)
)";
  EXPECT_FALSE(waits(emit(head + decides + node).source)) << "it decides";
  const std::string divides = "set (Leaf a b) n = let !t = Leaf (a `div` n) b in (# a, t #)\n";
  EXPECT_FALSE(waits(emit(head + divides + node).source)) << "it may fail";
  const std::string same = R"(set (Leaf a b) n =
  let !u = Leaf a b
      !t = Node (a + n) u u
   in (# a, t #)
)";
  EXPECT_FALSE(waits(emit(head + same + node).source)) << "two branches make a node";
  std::string handed = node;
  handed.replace(handed.find("set l i"), 7, "set l n");
  EXPECT_FALSE(waits(emit(head + leaf + handed).source)) << "it goes on to a child";
}

// A constant that two branches match on has its name in both.
TEST(CppBackend, ConstantsAreNamedWhereTheyAreMatched) {
  const std::string text = emit(R"(module Colors (Color (..), sameAsGreen) where
data Color = Red | Green

sameAsGreen :: Color -> Bool
sameAsGreen c = let !green = Green in case c of
  Red -> case green of { Red -> True; Green -> False }
  Green -> case green of { Red -> False; Green -> True }
)")
                               .source;
  const std::string declared = "Color green = Color::Green;";
  const std::size_t first = text.find(declared);
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_TRUE(contains(text.substr(first + 1), "= Color::Green;")) << text;
}

// Haskell calls a library by its names; C++ has none.
TEST(CppBackend, FunctionsOfLibrariesAreFunctionsOfTheProgram) {
  const auto program = text::parse(R"(module Counts (count) where
import qualified Data.Map as Map

count :: [Int] -> Int
count xs = Map.size (add xs Map.empty)

add :: [Int] -> Map.Map Int Int -> Map.Map Int Int
add [] m = m
add (x : xs) m = add xs (Map.insert x 1 m)
)",
                                   "counts.hs.ir");
  ASSERT_TRUE(program.ok());
  const auto ofLibrary = [](const ir::Function& function) { return function.library.has_value(); };
  const auto native = toNative(*program);
  const auto& before = program->functions;
  const auto& after = native->program.functions;
  EXPECT_TRUE(std::any_of(before.begin(), before.end(), ofLibrary));
  EXPECT_TRUE(std::none_of(after.begin(), after.end(), ofLibrary));
  EXPECT_TRUE(emitCpp(*native).ok());
}

TEST(CppBackend, SerialTextHasNoTbb) {
  EXPECT_TRUE(contains(emit(source).source, "deforest/parallel.hpp"));
  const std::string text = emit(source, {}, {.serial = true}).source;
  EXPECT_FALSE(contains(text, "parallel.hpp"));
  EXPECT_FALSE(contains(text, "fork("));
}

TEST(CppBackend, HeaderAndSourceAreOneLibrary) {
  CppOptions options;
  options.files = CppOptions::Files::Both;
  options.headerName = "rose.hpp";
  const CppOutput both = emit(source, options);
  EXPECT_TRUE(contains(both.header, "struct alignas(8) Tree"));
  EXPECT_FALSE(contains(both.source, "struct alignas(8) Tree"));
  EXPECT_TRUE(contains(both.source, "#include \"rose.hpp\""));
  options.files = CppOptions::Files::Header;
  const CppOutput header = emit(source, options);
  EXPECT_TRUE(contains(header.header, "#pragma once"));
  EXPECT_EQ(header.source, "");
}

TEST(CppBackend, EmitsTheSameTextEveryTime) {
  EXPECT_EQ(emit(source).source, emit(source).source);
}

TEST(CppBackend, RefusesWhatMakesNoSense) {
  CppOptions options;
  options.nameSpace = "a::class";
  EXPECT_EQ(error(source, options), "'a::class' cannot name a namespace of C++");
  options.nameSpace = "";
  options.files = CppOptions::Files::Header;
  EXPECT_EQ(error("main :: IO ()\nmain = print (1 + 2 :: Int)\n", options),
            "a program with a 'main' makes no header");
  options.files = CppOptions::Files::Source;
  options.errors = CppErrors::Throw;
  EXPECT_EQ(error("main :: IO ()\nmain = print (1 + 2 :: Int)\n", options),
            "a program with a 'main' ends where it fails: nobody is there to be told");
}

const char* const failing = R"(module M (share, level, next) where
data Tree = Leaf | Node Int Tree Tree

share :: Int -> Tree -> Tree
share _ Leaf = Leaf
share k (Node x l r) = Node (x `div` k) (share k l) (share k r)

level :: Tree -> Int
level (Node x _ _) | x > 0 = x

next :: Int -> Int
next x = x + 1
)";

TEST(CppBackend, AHostIsToldWhatFailedAndWhere) {
  CppOptions options;
  const std::string thrown = emit(failing, options).source;
  EXPECT_TRUE(contains(thrown, "deforest::div(t->value, k, \"rose.hs.ir:6:30\")")) << thrown;
  EXPECT_TRUE(contains(
      thrown, "fail(\"Non-exhaustive patterns in function level\", \"rose.hs.ir:9:1-30\")"))
      << thrown;
  EXPECT_TRUE(contains(thrown, "(region, \"share\", serial, parallel).value();"));
  EXPECT_TRUE(contains(thrown, "(region, \"level\", run).value();"));
  EXPECT_TRUE(contains(functionOf(thrown, "std::int64_t next(deforest::Region&, "), "return next"))
      << "what cannot fail needs no guard";
  options.errors = CppErrors::Expected;
  const std::string expected = emit(failing, options).source;
  for (const char* head : {"\ndeforest::Result<const Tree*> share(deforest::Region& region",
                           "\ndeforest::Result<std::int64_t> next(deforest::Region&"}) {
    EXPECT_TRUE(contains(expected, head)) << head;
  }
  EXPECT_FALSE(contains(expected, ".value()"));
  options.errors = CppErrors::Exit;
  const std::string exits = emit(failing, options).source;
  EXPECT_TRUE(contains(exits, "deforest::div(t->value, k)"));
  EXPECT_FALSE(contains(exits, "attempt"));
}

TEST(CppBackend, OnlyWhatMakesNoCellsCountsItsVisits) {
  const NativeOptions serial{.serial = true};
  const std::string text = emit(source, {}, serial).source;
  EXPECT_TRUE(contains(functionOf(text, " totalTicking(deforest::Worker& worker"), "tick()"));
  EXPECT_TRUE(contains(text, "if (region.isWatched()) {\n      return totalTicking(worker, t);"));
  EXPECT_FALSE(contains(text, "growPrimeTicking"));
  EXPECT_FALSE(contains(functionOf(text, " total(const Tree*"), "tick()"));
  CppOptions options;
  options.errors = CppErrors::Exit;
  EXPECT_FALSE(contains(emit(source, options, serial).source, "tick()"));
}

TEST(CppBackend, AProfileIsCountedOnlyWhereItIsAskedFor) {
  const std::string program = R"(module Main (main) where
data Tree = Leaf Int | Node Tree Tree
grow :: Int -> Tree
grow n = if n == 0 then Leaf n else Node (grow (n - 1)) (grow (n - 1))
total :: Tree -> Int
total (Leaf x) = x
total (Node l r) = total l + total r
main :: IO ()
main = print (let t = grow 5 in total t + total t)
)";
  const auto parsed = text::parse(program, "rose.hs.ir");
  ASSERT_TRUE(parsed.ok());
  const auto native = toNative(*parsed);
  CppOptions options;
  const std::string plain = emitCpp(*native, options)->source;
  EXPECT_FALSE(contains(plain, "rofile")) << plain;
  EXPECT_FALSE(contains(plain, "thisCall"));
  for (const ir::Function& function : native->program.functions) {
    options.profiled.push_back(function.name + " of the source");
  }
  const std::string counted = emitCpp(*native, options)->source;
  EXPECT_TRUE(contains(counted, "#include <deforest/profile_report.hpp>"));
  EXPECT_TRUE(contains(counted, "    \"total of the source\",\n")) << counted;
  EXPECT_TRUE(contains(counted,
                       "// total of the source\nstd::int64_t total(const Tree* t) {\n"
                       "  const deforest::Looping thisCall("))
      << counted;
  EXPECT_TRUE(contains(counted, "thisCall.make<Tree::Node, Tree::Tag::Node>(worker)"));
  EXPECT_TRUE(contains(counted, "const deforest::Profile profile(main_program::profiled);"));
  options.profiled = {"grow", "total", "twice", "half"};
  EXPECT_EQ(error(source, options),
            "a profile is of a program with a 'main', which writes it at its end");
}

TEST(CppNames, AreIdentifiers) {
  EXPECT_EQ(cppIdentifier("x'"), "xPrime");
  EXPECT_EQ(cppIdentifier("class"), "class_");
  EXPECT_EQ(cppIdentifier("<+>"), "LessPlusGreater");
  EXPECT_EQ(cppIdentifier("a__b"), "a_b");
  EXPECT_EQ(cppTypeName("[(Int, T)]"), "ListTupleIntT");
  EXPECT_EQ(cppTypeName("Maybe Int"), "MaybeInt");
  EXPECT_EQ(cppString("a\"\n\\?"), "\"a\\\"\\n\\\\\\077\"");
  EXPECT_TRUE(isCppNamespace("a::b_c"));
  EXPECT_FALSE(isCppNamespace("a::"));
}

}  // namespace
}  // namespace deforest::backends
