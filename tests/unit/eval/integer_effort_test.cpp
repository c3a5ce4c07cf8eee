// A limit of calls bounds what is computed with long Integers, too, whether or not the results are
// long; and what was computed is told.
#include <gtest/gtest.h>

#include "eval/evaluate.hpp"
#include "eval/lazy/machine.hpp"
#include "text/parse.hpp"

namespace deforest::eval {
namespace {

constexpr auto digits = R"(module M (takeOff, look, power, moved) where

import Data.Bits

takeOff :: Int -> Int -> Integer
takeOff n bits = quotients n (2 ^ bits)

quotients :: Int -> Integer -> Integer
quotients n x = if n == 0 then x else quotients (n - 1) (quot x 10)

look :: Int -> Int -> Integer
look n bits = remainders n (2 ^ bits) 0

power :: Int -> Int -> Int
power n bits = if n == 0 then 0 else test (3 ^ bits) + power (n - 1) bits

moved :: Int -> Int -> Int
moved n bits = if n == 0 then 0 else test (shiftL 3 bits) + moved (n - 1) bits

test :: Integer -> Int
test x = if x > 7 then 1 else 0

remainders :: Int -> Integer -> Integer -> Integer
remainders n x s = if n == 0 then s else remainders (n - 1) x (s + rem x (7 + fromIntegral n))
)";

template <class Machine>
Outcome evaluated(const char* function, std::uint64_t bits, bool lazy) {
  text::ParseOptions options;
  options.lazy = lazy;
  const auto program = text::parse(digits, "test.hs", options);
  Machine machine(*program, {.calls = 10'000});
  return machine.call(*program->find(function), std::vector{Value{1000}, Value{bits}});
}

template <class Machine>
void expectBounded(bool lazy) {
  for (const char* function : {"takeOff", "look"}) {
    const Outcome few = evaluated<Machine>(function, 60, lazy);
    EXPECT_EQ(few.kind, Outcome::Kind::Values) << few.message;
    EXPECT_EQ(few.counts.integers, 0U);
    const Outcome some = evaluated<Machine>(function, 2000, lazy);
    EXPECT_EQ(some.kind, Outcome::Kind::Values) << some.message;
    EXPECT_GT(some.counts.integers, 100U);
    EXPECT_GE(some.effort, some.counts.inCalls());
    const Outcome many = evaluated<Machine>(function, 100'000, lazy);
    EXPECT_EQ(many.kind, Outcome::Kind::Limit) << function;
  }
}

// Each of these numbers alone would take longer to make than there is time for.
template <class Machine>
void expectNotMade(bool lazy) {
  for (const char* function : {"power", "moved"}) {
    const Outcome few = evaluated<Machine>(function, 60, lazy);
    EXPECT_EQ(few.kind, Outcome::Kind::Values) << few.message;
    const Outcome many = evaluated<Machine>(function, 500'000'000, lazy);
    EXPECT_EQ(many.kind, Outcome::Kind::Limit) << function;
    EXPECT_NE(many.message, "out of memory for values");
  }
}

TEST(IntegerEffort, IsChargedBeforeItIsMade) {
  expectNotMade<Machine>(false);
  expectNotMade<LazyMachine>(true);
}

TEST(IntegerEffort, BoundsStrictEvaluation) {
  expectBounded<Machine>(false);
}

TEST(IntegerEffort, BoundsHaskells) {
  expectBounded<LazyMachine>(true);
}

}  // namespace
}  // namespace deforest::eval
