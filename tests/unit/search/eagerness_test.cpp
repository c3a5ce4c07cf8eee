// How much more C++ evaluates of `main` than Haskell needs: search/eagerness.
#include "search/eagerness.hpp"

#include <gtest/gtest.h>

#include "text/parse.hpp"

namespace deforest::search {
namespace {

std::optional<Eagerness> eagernessIn(const std::string& text, std::uint64_t calls = 100'000) {
  text::ParseOptions options;
  options.roots = {"main"};
  const auto eager = text::parse(text, "test.hs", options);
  options.lazy = true;
  const auto lazy = text::parse(text, "test.hs", options);
  EXPECT_TRUE(eager);
  EXPECT_TRUE(lazy);
  return eagernessOfMain(*eager, *lazy, calls);
}

const std::string functions = R"(
data Tree = Leaf | Node Tree Int Tree
build :: Int -> Tree
build n = if n == 0 then Leaf else Node (build (n - 1)) n (build (n - 1))
total, root :: Tree -> Int
total Leaf = 0
total (Node l n r) = total l + n + total r
root Leaf = 0
root (Node _ n _) = n
checked :: Int -> Int
checked n = if n > 5 then error "too much" else n
)";

TEST(Eagerness, IsOfWhatNobodyLooksAt) {
  const auto found = eagernessIn("main = print (root (build 16))\n" + functions);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->ended);
  EXPECT_GE(found->evaluated, std::uint64_t{1} << 16);
  EXPECT_LT(found->needed, 10);
  EXPECT_EQ(found->failure, "");
  EXPECT_EQ(found->input, "");
}

TEST(Eagerness, IsNoneWhereNobodyWouldFindOut) {
  EXPECT_FALSE(eagernessIn("main = print (root (build 10))\n" + functions));
}

// Inputs are made for the program as it was read, and what became of it is evaluated.
TEST(Eagerness, IsOfWhatAProgramBecame) {
  const std::string whole = "main = getLine >>= \\s -> print (root (build (16 + length s)))\n";
  const std::string part =
      "main = getLine >>= \\s -> print (root (Node Leaf (16 + length s) Leaf))\n";
  text::ParseOptions options;
  options.roots = {"main"};
  const auto read = text::parse(whole + functions, "test.hs", options);
  const auto made = text::parse(part + functions, "test.hs", options);
  options.lazy = true;
  const auto lazy = text::parse(whole + functions, "test.hs", options);
  ASSERT_TRUE(read && made && lazy);
  EXPECT_TRUE(eagernessOfMain(*read, *lazy, 100'000));
  EXPECT_FALSE(eagernessOfMain({*read, *made}, *lazy, 100'000));
}

TEST(Eagerness, IsGivenUpWhereItTakesTooLong) {
  const auto found = eagernessIn("main = print (root (build 40))\n" + functions);
  ASSERT_TRUE(found);
  EXPECT_FALSE(found->ended);
  EXPECT_GE(found->evaluated, mostTimes * found->needed);
}

TEST(Eagerness, IsNoneWhereEverythingIsNeeded) {
  EXPECT_FALSE(eagernessIn("main = print (total (build 10))\n" + functions));
}

TEST(Eagerness, IsAFailureOfWhatNobodyNeeds) {
  const auto found = eagernessIn(
      "main = print (fst (total (build 3), checked (length \"letters\")))\n" + functions);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->failure, "too much");
}

TEST(Eagerness, IsUnknownWhereHaskellTakesTooLong) {
  EXPECT_FALSE(
      eagernessIn("main = print (total (build 20) + root (build 30))\n" + functions, 5'000));
}

TEST(Eagerness, IsThatOfTheInputOnWhichTheyDifferMost) {
  const auto found = eagernessIn(
      "import System.Environment (getArgs)\n"
      "main = do\n"
      "  args <- getArgs\n"
      "  let n = case args of { [s] -> read s; _ -> 12 }\n"
      "  print (root (build n))\n" +
      functions);
  ASSERT_TRUE(found);
  EXPECT_NE(found->input, "");
  EXPECT_GE(found->evaluated, std::uint64_t{1} << 12);
}

// Whether half of the calls are saved where the first of two functions of a number that is read is
// done in place of the second.
bool savesHalf(const std::string& done, const std::string& inPlaceOf) {
  text::ParseOptions options;
  options.roots = {"main"};
  const auto program = [&](const std::string& work) {
    const std::string text = "main = do { s <- getLine; print (" + work + " (read s)) }\n" +
                             functions + "whole, part, failing :: Int -> Int\n" +
                             "whole n = root (build n)\npart n = n\nfailing n = checked (n + 6)\n";
    const auto made = text::parse(text, "test.hs", options);
    EXPECT_TRUE(made);
    return *made;
  };
  return saves(program(inPlaceOf), program(done), Saving::Half, 1'000'000, {});
}

TEST(Saving, IsFoundAsInputsGrow) {
  EXPECT_TRUE(savesHalf("part", "whole"));
  EXPECT_FALSE(savesHalf("whole", "part"));
}

TEST(Saving, IsNotFoundWhereBothFail) {
  // Of nothing there is no line; nor is there a result of any other.
  EXPECT_FALSE(savesHalf("whole", "whole"));
  EXPECT_FALSE(savesHalf("failing", "failing"));
  EXPECT_TRUE(savesHalf("part", "failing"));
}

}  // namespace
}  // namespace deforest::search
