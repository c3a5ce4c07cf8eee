// Literals in front of a list are made with it: backends/haskell/appended.
#include "backends/haskell/appended.hpp"

#include <gtest/gtest.h>

#include "ir/checker.hpp"
#include "ir/traverse.hpp"
#include "text/parse.hpp"

namespace deforest::backends {
namespace {

struct Made {
  std::size_t calls = 0;
  std::size_t cells = 0;
};

// What `f` calls, and the cells of two fields that it makes.
Made madeBy(const std::string& source) {
  text::ParseOptions options;
  options.lazy = true;
  text::Original original;
  const auto parsed =
      text::parse("module M (f) where\n" + source, "test.hs", options, nullptr, &original);
  EXPECT_TRUE(parsed);
  const ir::Program after = withAppendedLiterals(*parsed, original);
  EXPECT_TRUE(ir::check(after).empty());
  Made made;
  ir::forEachBinding(after.function(*after.find("f")).body, [&](const ir::Binding& binding) {
    made.calls += std::holds_alternative<ir::Call>(binding.operation) ? 1 : 0;
    const auto* cell = std::get_if<ir::Construct>(&binding.operation);
    made.cells += cell != nullptr && cell->fields.size() == 2 ? 1 : 0;
  });
  return made;
}

TEST(Appended, TheCellsOfATextStandBeforeTheRest) {
  // The three of the text itself are not needed any more; who simplifies drops them.
  const Made made = madeBy("f :: String -> String\nf xs = \"abc\" ++ xs\n");
  EXPECT_EQ(made.calls, 0U);
  EXPECT_EQ(made.cells, 6U);
}

TEST(Appended, AndOfWhatStandsBeforeThat) {
  EXPECT_EQ(madeBy("f :: String -> String\nf xs = \"ab\" ++ (\"c\" ++ xs)\n").calls, 0U);
  EXPECT_EQ(madeBy("f :: Int -> [Int] -> [Int]\nf n xs = [n, 2] ++ xs\n").calls, 0U);
}

TEST(Appended, ButNotWhatIsOnlyKnownInPart) {
  EXPECT_EQ(madeBy("f :: String -> String -> String\nf xs ys = ('a' : xs) ++ ys\n").calls, 1U);
}

// A function of one's own is not the one that GHC has a rule for.
TEST(Appended, NorByAFunctionOfTheSource) {
  EXPECT_EQ(madeBy("append :: String -> String -> String\n"
                   "append [] ys = ys\n"
                   "append (x : xs) ys = x : append xs ys\n"
                   "f :: String -> String\nf xs = append \"abc\" xs\n")
                .calls,
            1U);
}

}  // namespace
}  // namespace deforest::backends
