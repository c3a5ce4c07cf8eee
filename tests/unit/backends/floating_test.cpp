// What GHC computes once for all rounds of a loop: backends/haskell/floating.
#include "backends/haskell/floating.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "eval/lazy/machine.hpp"
#include "ir/checker.hpp"
#include "text/parse.hpp"

namespace deforest::backends {
namespace {

struct Floated {
  explicit Floated(const std::string& source) {
    text::ParseOptions options;
    options.lazy = true;
    text::Original original;
    auto parsed =
        text::parse("module M (f) where\n" + source, "test.hs", options, nullptr, &original);
    EXPECT_TRUE(parsed);
    before = *parsed;
    after = withFloatedCalls(*parsed, original);
    EXPECT_TRUE(ir::check(after).empty());
  }

  // Of `f` of a number.
  static eval::Outcome run(const ir::Program& program, std::uint64_t argument,
                           const std::string& counted) {
    eval::LazyMachine machine(program);
    eval::Outcome outcome = machine.call(*program.find("f"), std::vector{eval::Value{argument}});
    EXPECT_TRUE(outcome.ok()) << outcome.message;
    outcome.counts.calls = machine.callsByFunction()[program.find(counted)->value];
    return outcome;
  }

  // How often `counted` is called by `f` of 5, before and after.
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> calls(const std::string& counted) const {
    const eval::Outcome first = run(before, 5, counted);
    const eval::Outcome second = run(after, 5, counted);
    EXPECT_EQ(first.values[0].bits, second.values[0].bits);
    return {first.counts.calls, second.counts.calls};
  }

  ir::Program before;
  ir::Program after;
};

using Calls = std::pair<std::uint64_t, std::uint64_t>;

const std::string slow = "slow :: Int -> Int\nslow n = if n > 3 then slow (n - 1) else n\n";

// `apply g` is a loop that passes on what `g` has captured.
const std::string apply =
    "apply :: (Int -> Int) -> Int -> Int\n"
    "apply g k = if k == 0 then 0 else g k + apply g (k - 1)\n";

TEST(Floating, OutOfWhatALambdaCaptured) {
  const Floated made("f :: Int -> Int\nf n = apply (\\k -> k + slow n) 4\n" + apply + slow);
  EXPECT_EQ(made.calls("slow"), (Calls{12, 3}));
}

TEST(Floating, OutOfAFunctionThatIsGivenAPart) {
  const Floated made(
      "f :: Int -> Int\nf n = apply (both n) 4\n"
      "both :: Int -> Int -> Int\nboth n k = if k > 1 then slow n + slow k else k\n" +
      apply + slow);
  const Calls calls = made.calls("slow");
  EXPECT_EQ(calls.first - calls.second, 6U);
}

TEST(Floating, OutOfALocalFunction) {
  const Floated made(
      "f :: Int -> Int\nf n = go 4 where\n"
      "  go k = if k == 0 then 0 else slow n + go (k - 1)\n" +
      slow);
  EXPECT_EQ(made.calls("slow"), (Calls{12, 3}));
}

TEST(Floating, NothingIsEvaluatedThatWasNot) {
  const Floated made(
      "f :: Int -> Int\nf n = apply (\\k -> if k > 9 then bad n else k) 4\n"
      "bad :: Int -> Int\nbad n = if n > 0 then error \"bad\" else bad (n + 1)\n" +
      apply);
  EXPECT_EQ(made.calls("bad"), (Calls{0, 0}));
}

TEST(Floating, DeclarationsKeepWhatTheyTake) {
  const Floated made(
      "f :: Int -> Int\nf n = go n 4\n"
      "go :: Int -> Int -> Int\n"
      "go n k = if k == 0 then 0 else slow n + go n (k - 1)\n" +
      slow);
  EXPECT_EQ(made.before, made.after);
}

}  // namespace
}  // namespace deforest::backends
