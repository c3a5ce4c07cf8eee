// What the lazy machine holds of what a loop makes and has no more use for, when it is run for its
// result: not much, however long it takes.
#include <gtest/gtest.h>

#include "eval/lazy/machine.hpp"
#include "text/parse.hpp"

namespace deforest::eval {
namespace {

constexpr auto source = R"(module M (count) where

data Op = Inc Int | Dec Int

step :: Int -> Op -> Either Int Int
step s (Inc n) = Right (s + n)
step s (Dec n) = if s < n then Left s else Right (s - n)

run :: Int -> [Op] -> Either Int Int
run s [] = Right s
run s (o : os) = case step s o of
  Left e -> Left e
  Right t -> run t os

count :: Int -> Int
count n = case run 0 [if odd i then Inc i else Dec (i - 1) | i <- [1 .. n]] of
  Left e -> e
  Right s -> s
)";

TEST(LazyMemory, OfAStateInEitherIsThatOfAStep) {
  text::ParseOptions options;
  options.lazy = true;
  const auto program = text::parse(source, "test.hs", options);
  ASSERT_TRUE(program);
  constexpr std::size_t bytes = std::size_t{100} << 20U;
  LazyMachine machine(*program, {.bytes = bytes});
  const Outcome outcome = machine.call(*program->find("count"), std::vector{Value{600'001}});
  ASSERT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_EQ(outcome.values[0].bits, 600'001U);
}

}  // namespace
}  // namespace deforest::eval
