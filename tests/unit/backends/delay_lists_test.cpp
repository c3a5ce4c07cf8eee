// Lists without an end, which are made as they are read; and what they may not come to.
#include "backends/native/suspension/delay_lists.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "backends/native/suspension/list_classes.hpp"
#include "backends/native/suspension/own_copies.hpp"
#include "backends/native/suspension/tie_constants.hpp"
#include "graph/eager_failures.hpp"
#include "ir/checker.hpp"
#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"
#include "text/parse.hpp"

namespace deforest::testing {
namespace {

ir::Program parsed(const std::string& text) {
  const auto program = text::parse(text, "test.hs.ir", {});
  if (!program) ADD_FAILURE() << program.diagnostics()[0].message << " in " << text;
  return *program;
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

TEST(DelayLists, WithoutSlotsWhereNobodyReadsAgain) {
  const std::string once = R"(
pick :: Int -> Int
pick n = case pair n of
  (a, xs) -> a + second (append [n] xs)
)";
  const std::string twice = R"(
pick :: Int -> Int
pick n = case pair n of
  (_, xs) -> second xs + second (append [n] xs)
)";
  EXPECT_TRUE(hasType(delayed(endless + once), "Late"));
  EXPECT_FALSE(hasType(delayed(endless + once), "LateSlot"));
  EXPECT_TRUE(hasType(delayed(endless + twice), "LateSlot"));
}

TEST(DelayLists, AConstantThatIsAskedForAgainHasSlots) {
  const std::string constant = R"(
every :: [Int]
every = from 1

pick :: Int -> Int
)";
  const std::string once = "pick n = n + second every\n";
  const std::string often = "pick n = if n == 0 then 0 else second every + pick (n - 1)\n";
  EXPECT_FALSE(hasType(delayed(endless + constant + once), "LateSlot"));
  EXPECT_TRUE(hasType(delayed(endless + constant + often), "LateSlot"));
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

TEST(DelayLists, NotWhatIsInWhatARootGives) {
  const std::string text = R"(module M (pair) where

from :: Int -> [Int]
from n = n : from (n + 1)

pair :: Int -> (Int, [Int])
pair n = (n, from n)
)";
  EXPECT_FALSE(hasType(delayed(text), "Late"));
}

// Where values may be defined by themselves.
ir::Program tied(const std::string& text) {
  text::ParseOptions reading;
  reading.endlessAsLists = true;
  return *text::parse(text, "test.hs", reading);
}

std::size_t callsOf(const ir::Program& program, const std::string& callee) {
  std::size_t calls = 0;
  for (const ir::Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      calls += call != nullptr && program.function(call->callee).name == callee ? 1 : 0;
    });
  }
  return calls;
}

const std::string constants = R"(module M (pick) where

powers :: [Int]
powers = 1 : map twice powers

twice :: Int -> Int
twice n = n + head powers

pick :: Int -> Int
pick n = powers !! n + other n

other :: Int -> Int
other n = sum (take n powers)
)";

TEST(TieConstants, OneListForAllWhoReadIt) {
  ir::Program program = tied(constants);
  backends::tieConstants(program);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  EXPECT_EQ(callsOf(program, "powers"), 1U);
  EXPECT_TRUE(ir::tiesCall(program.function(*program.find("powers"))));
  EXPECT_EQ(program.function(*program.find("other")).parameters.size(), 2U);
}

TEST(TieConstants, HaveAValueWhenTheyAreDelayed) {
  pipeline::Context context;
  const ir::Program program = backends::delayLists().run(tied(constants), context);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  EXPECT_TRUE(graph::eagerFailures(program).empty());
}

TEST(TieConstants, WhatAFunctionMakesOfNothingIsOne) {
  ir::Program program = tied(R"(module M (pick) where

pick :: Int -> Int
pick n = size n + size (n + 1)

size :: Int -> Int
size n = length (takeWhile (< n) squares)
  where squares = map (\x -> x * x) naturals
        naturals = 1 : map (+ 1) naturals
)");
  backends::tieConstants(program);
  EXPECT_EQ(ir::check(program), std::vector<std::string>());
  EXPECT_EQ(program.function(*program.find("size")).parameters.size(), 2U);
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
