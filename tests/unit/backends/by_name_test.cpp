// Functions of libraries that new code calls by their names: those that came out as they went in,
// and those that were merely unfolded.
#include <gtest/gtest.h>

#include <algorithm>

#include "backends/haskell.hpp"
#include "backends/haskell/keep.hpp"
#include "ir/checker.hpp"
#include "ir/expand_calls.hpp"
#include "replaced.hpp"
#include "simplify/simplify.hpp"
#include "text/parse.hpp"

namespace deforest::testing {
namespace {

// What is printed for `source` after `replaced`, in whose function `f` calls of those that are
// named are unfolded.
std::string emitted(const std::string& source, const std::string& replaced,
                    const std::vector<std::string>& unfolded = {}) {
  return printedAfter(source, replaced, [&](ir::Program& result) {
    if (unfolded.empty()) return;
    const ir::Program before = result;
    ir::Function& f = result.functions[before.find("f")->value];
    ir::expandCalls(before, f, [&](ir::FunId callee) {
      return std::ranges::find(unfolded, before.function(callee).name) != unfolded.end();
    });
    simplify::simplifyFunction(before, f, ir::Semantics::Strict);
  });
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(ByName, WhatIsGivenFunctionsAndUntouched) {
  const std::string head = "module M (f) where\n\nf :: Int -> [Int] -> [Int]\n";
  const std::string out = emitted(head + "f n xs = map (\\x -> x * n) xs\n",
                                  head + "f n xs = n : map (\\x -> x * n) xs\n");
  EXPECT_TRUE(has(out, "map (\\y1' -> f_lambda y1' n) xs\n")) << out;
  EXPECT_TRUE(has(out, "f_lambda :: Int -> Int -> Int\n")) << out;
  EXPECT_FALSE(has(out, "map_lambda")) << out;
}

TEST(ByName, NotWhatWasImproved) {
  const std::string head = "module M (f) where\n\nf :: [Int] -> [Int]\n";
  const std::string out = emitted(head + "f xs = map g xs\n\ng :: Int -> Int\ng x = x * 2\n",
                                  head +
                                      "f xs = map_g xs\n\nmap_g :: [Int] -> [Int]\nmap_g [] = []\n"
                                      "map_g (x : xs) = x + x : map_g xs\n");
  EXPECT_TRUE(has(out, "map_g (x : xs) =")) << out;
}

TEST(ByName, NotAFoldFromTheLeftThatMayBeStrict) {
  const std::string head = "module M (f) where\n\nimport Data.List (foldl')\n\nf :: [Int] -> Int\n";
  const std::string out = emitted(head + "f xs = foldl' (\\a x -> a * 2 - x) 0 xs\n",
                                  head + "f xs = 1 + foldl' (\\a x -> a * 2 - x) 0 xs\n");
  EXPECT_TRUE(has(out, "foldl_lambda")) << out;
}

TEST(ByName, WhatWasMerelyUnfolded) {
  const std::string head = "module M (f) where\n\nimport Data.List (sort)\n\nf :: [Int] -> [Int]\n";
  const std::string out =
      emitted(head + "f xs = sort (sum xs : xs)\n", head + "f xs = 0 : sort (sum xs : xs)\n",
              {"sort_Int", "sum_Int"});
  EXPECT_TRUE(has(out, "  let !n = sum xs\n  in 0 : sort (n : xs)\n")) << out;
}

TEST(ByName, ConditionsToo) {
  const std::string head = "module M (f) where\n\nf :: Int -> String\n";
  const std::string out =
      emitted(head + "f n = show n\n", head + "f n = show (n + 1)\n", {"showInt"});
  EXPECT_TRUE(has(out, "f n = show (n + 1)\n")) << out;
}

TEST(ByName, WhatShowsFractionsIsNotLookedInto) {
  const std::string head = "module M (f) where\n\nimport Numeric\n\nf :: Double -> String\n";
  const std::string text = "f x = showsPrec 11 x (showFFloat (Just 2) (x + 1.0) (show x))\n";
  const std::string out =
      emitted(head + "f x = showsPrec 10 x (showFFloat (Just 3) x (shows x \"\"))\n", head + text);
  EXPECT_EQ(out, head + text);
}

}  // namespace
}  // namespace deforest::testing
