// What of lists GHC fuses by itself: backends/haskell/list_fusion.
#include "backends/haskell/list_fusion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/parse.hpp"

namespace deforest::backends {
namespace {

using testing::ElementsAre;

// The functions of `source` that are fused by GHC, sorted.
std::vector<std::string> fusedIn(const std::string& source) {
  text::ParseOptions options;
  options.lazy = true;
  text::Original original;
  const auto program = text::parse(source, "test.hs", options, nullptr, &original);
  EXPECT_TRUE(program);
  std::vector<std::string> names;
  for (const ir::Function& function : program->functions) {
    if (isFusedByGhc(function, original)) names.push_back(function.name);
  }
  std::ranges::sort(names);
  return names;
}

TEST(ListFusion, IsOfProducersAndConsumersOfBase) {
  EXPECT_THAT(fusedIn("module M (f) where\n"
                      "f :: Int -> Int\n"
                      "f n = sum (map (* 2) (filter even [1 .. n]))\n"),
              ElementsAre("enumFromTo_Int", "enumUpTo_Int", "filter_lambda", "map_lambda",
                          "sumFrom_Int", "sum_Int"));
}

TEST(ListFusion, IsOfComprehensions) {
  EXPECT_THAT(fusedIn("module M (f) where\n"
                      "f :: [Int] -> [Int]\n"
                      "f xs = [x * y | x <- xs, odd x, y <- xs]\n"),
              ElementsAre("f_each1", "f_each1_each3"));
}

TEST(ListFusion, IsOfComprehensionsThatAreGivenFunctions) {
  EXPECT_THAT(fusedIn("module M (f) where\n"
                      "f :: Int -> [Int] -> [Int]\n"
                      "f n xs = [x | x <- xs, y <- xs, ok (x + y)]\n"
                      "  where ok = if n < 2 then odd else less n\n"
                      "less :: Int -> Int -> Bool\nless n x = x < n\n"),
              ElementsAre(testing::StartsWith("f_each1_each"), testing::StartsWith("f_each1_")));
}

TEST(ListFusion, IsNotOfOtherFunctions) {
  EXPECT_THAT(fusedIn("module M (f, map, each) where\n"
                      "import Prelude hiding (map)\n"
                      "f, map, each :: [Int] -> [Int]\n"
                      "f xs = reverse (drop 2 (map (each xs)))\n"
                      "map [] = []\nmap (x : xs) = x + 1 : map xs\n"
                      "each [] = []\neach (x : xs) = go xs\n"
                      "  where go [] = []\n        go (y : ys) = y : go ys\n"),
              ElementsAre());
}

}  // namespace
}  // namespace deforest::backends
