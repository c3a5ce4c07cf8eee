#include "driver/given_inputs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "driver/usage.hpp"
#include "eval/sample_inputs.hpp"
#include "ir/archive.hpp"
#include "text/parse.hpp"

namespace deforest::driver {
namespace {

using ::testing::HasSubstr;

const std::string source = R"(module M (program, main) where
-- deforest: sample program (input 2) "ab"
-- deforest: samples of another kind are comments
data T = L | B Int T T
-- deforest: sample walk (B (-3) L (input 1))
program :: T -> String -> Int
program t s = walk t + length s
walk :: T -> Int
walk L = 0
walk (B x l r) = x + walk l + walk r
input :: Int -> T
input n = if n <= 0 then L else B n (input (n - 1)) L
main :: IO ()
main = print (program (input 3) "x")
)";

ir::Program parsed(const std::string& text) {
  return text::parse(text, "m.hs").ok() ? *text::parse(text, "m.hs") : ir::Program();
}

// The message for a module with this sample, or this one on the command line.
std::string failure(const std::string& inModule, const std::string& onCommandLine = "") {
  const std::string text = inModule.empty() ? source : source + inModule + "\n";
  const ir::Program program = parsed(text);
  std::vector<std::string> expressions;
  if (!onCommandLine.empty()) expressions.push_back(onCommandLine);
  try {
    (void)givenInputs(program, text, "m.hs", expressions);
  } catch (const Failure& error) {
    return error.what();
  }
  return "";
}

TEST(GivenInputs, OfTheModuleAndOfTheCommandLine) {
  const ir::Program program = parsed(source);
  const auto inputs = givenInputs(program, source, "m.hs", {"program L \"q\"", "walk L"});
  ASSERT_EQ(inputs.size(), 4U);
  EXPECT_EQ(program.function(inputs[0].function).name, "program");
  EXPECT_EQ(eval::showTerms(program, inputs[0].arguments), "(B 2 (B 1 L L) L) \"ab\"");
  EXPECT_EQ(inputs[0].text, "program (input 2) \"ab\"");
  EXPECT_EQ(program.function(inputs[1].function).name, "walk");
  EXPECT_EQ(eval::showTerms(program, inputs[1].arguments), "(B (-3) L (B 1 L L))");
  EXPECT_EQ(eval::showTerms(program, inputs[2].arguments), "L \"q\"");
  // They decide, whatever else is sampled.
  const eval::Samples samples = eval::sampleInputs(program, {}, inputs);
  EXPECT_TRUE(samples.roots.at(0).inputs.at(0).given);
  EXPECT_EQ(samples.roots.back().root, "walk");
  EXPECT_EQ(samples.roots.back().inputs.size(), 2U);
}

TEST(GivenInputs, OfAnArchiveOnTheCommandLineAlone) {
  const ir::Program program = parsed(source);
  std::ostringstream archive;
  ir::save(archive, program);
  const auto inputs = givenInputs(program, archive.str(), "m.dfir", {"walk (input 1)"});
  ASSERT_EQ(inputs.size(), 1U);
  EXPECT_EQ(eval::showTerms(program, inputs[0].arguments), "(B 1 L L)");
}

TEST(GivenInputs, MistakesAreLocated) {
  EXPECT_EQ(failure(""), "");
  EXPECT_THAT(failure("-- deforest: sample program (inputt 3) \"\""),
              HasSubstr("m.hs:15:30: error: "));
  EXPECT_THAT(failure("-- deforest: sample program 3 \"\""), HasSubstr("m.hs:15:29: error: "));
  EXPECT_THAT(failure("-- deforest: sample 3 + 4"),
              HasSubstr("m.hs:15:21: error: a sample is a call of a function\n"));
  EXPECT_THAT(failure("", "walk (inpt 3)"), HasSubstr("the sample:1:7: error: "));
  EXPECT_THAT(failure("", "reverse \"abc\""), HasSubstr("the sample:1:1: error: `reverse"));
  EXPECT_THAT(failure("", "walk (B (1 `div` 0) L L)"),
              HasSubstr("the arguments have no value: divide by zero"));
}

TEST(GivenInputs, ASampleNeedsACall) {
  const auto result = text::parse("-- deforest: sample  \nf :: Int -> Int\nf x = x\n", "m.hs");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.diagnostics().at(0).message, "a sample without a call");
  EXPECT_EQ(result.diagnostics()[0].span.begin, (support::Position{1, 1}));
}

// Of a region that is passed through, and of other comments, nothing is read.
TEST(GivenInputs, OnlyLinesOfTheirOwn) {
  const std::string text =
      "f :: Int -> Int\n"
      "f x = x -- deforest: sample nonsense\n"
      "{-\n-- deforest: sample nonsense\n-}\n"
      "-- deforest: off\n-- deforest: sample nonsense\n-- deforest: on\n";
  EXPECT_TRUE(givenInputs(parsed(text), text, "m.hs", {}).empty());
}

}  // namespace
}  // namespace deforest::driver
