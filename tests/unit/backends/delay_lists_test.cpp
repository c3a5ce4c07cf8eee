// Lists without an end, which are made as they are read; and what they may not come to.
#include "backends/native/suspension/delay_lists.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "backends/native/suspension/list_classes.hpp"
#include "backends/native/suspension/own_copies.hpp"
#include "graph/eager_failures.hpp"
#include "ir/checker.hpp"
#include "text/parse.hpp"

namespace deforest::testing {
namespace {

ir::Program parsed(const std::string& text) {
  return *text::parse(text, "test.hs.ir", {});
}

ir::Program delayed(const std::string& text) {
  pipeline::Context context;
  ir::Program program = backends::delayLists().run(parsed(text), context);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  return program;
}

bool hasType(const ir::Program& program, std::string_view name) {
  return std::ranges::any_of(program.types,
                             [&](const ir::Type& type) { return type.name == name; });
}

std::string typeOfResult(const ir::Program& program, std::string_view function) {
  return program.type(program.function(*program.find(function)).resultTypes[0]).name;
}

const std::string endless = R"(module M (pick) where

from :: Int -> [Int]
from n = n : from (n + 1)

pair :: Int -> (Int, [Int])
pair n = (n, from n)

append :: [Int] -> [Int] -> [Int]
append [] ys = ys
append (x : xs) ys = x : append xs ys

second :: [Int] -> Int
second xs = case xs of
  [] -> 0
  x : r -> case r of
    [] -> x
    y : _ -> y
)";

TEST(DelayLists, InPairsAndThroughOtherFunctions) {
  const ir::Program program = delayed(endless + R"(
pick :: Int -> Int
pick n = case pair n of
  (a, xs) -> a + second (append [n] xs)
)");
  EXPECT_TRUE(graph::eagerFailures(program).empty());
  EXPECT_EQ(typeOfResult(program, "from"), "Late");
  EXPECT_EQ(typeOfResult(program, "append"), "Late");
}

TEST(DelayLists, ListsWithAnEndStayWholeBesideThem) {
  const ir::Program program = delayed(endless + R"(
size :: [Int] -> Int
size [] = 0
size (_ : xs) = 1 + size xs

count :: Int -> [Int]
count n = if n == 0 then [] else n : count (n - 1)

pick :: Int -> Int
pick n = second (from n) + size (count n)
)");
  EXPECT_TRUE(graph::eagerFailures(program).empty());
  EXPECT_EQ(typeOfResult(program, "count"), "[Int]");
}

TEST(DelayLists, NotWhatARootGives) {
  const std::string text = R"(module M (from) where

from :: Int -> [Int]
from n = n : from (n + 1)
)";
  EXPECT_FALSE(hasType(delayed(text), "Late"));
}

TEST(DelayLists, WithACopyForTheCallsThatMustStay) {
  const ir::Program program = delayed(R"(module M (pick, whole) where

from :: Int -> [Int]
from n = n : from (n + 1)

append :: [Int] -> [Int] -> [Int]
append [] ys = ys
append (x : xs) ys = x : append xs ys

whole :: [Int] -> [Int]
whole xs = append xs xs

first :: [Int] -> Int
first xs = case xs of
  [] -> 0
  x : _ -> x

pair :: Int -> (Int, [Int])
pair n = (n, from n)

pick :: Int -> Int
pick n = case pair n of
  (_, xs) -> first (append [] xs)
)");
  EXPECT_TRUE(graph::eagerFailures(program).empty());
  EXPECT_EQ(typeOfResult(program, "whole"), "[Int]");
  EXPECT_EQ(typeOfResult(program, "from"), "Late");
}

TEST(OwnCopies, OneForEachCallButTheFirst) {
  const ir::Program program = parsed(R"(module M (f) where

g :: [Int] -> Int
g [] = 0
g (x : xs) = x + h xs

h :: [Int] -> Int
h [] = 1
h (_ : xs) = g xs

f :: Int -> Int
f n = g [n] + h [n, n] + g [n, n]
)");
  const std::size_t before = program.functions.size();
  const ir::Program copied = backends::withOwnCopies(program, 100);
  EXPECT_EQ(ir::check(copied), std::vector<std::string>());
  EXPECT_EQ(copied.functions.size(), before + 4);
  EXPECT_EQ(backends::withOwnCopies(program, before + 2).functions.size(), before + 2);
}

}  // namespace
}  // namespace deforest::testing
