// Large and deep programs: handled, or refused politely.
#include "semantics.hpp"
#include "support/check.hpp"

namespace deforest::text {
namespace {

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(Limits, DeepExpressions) {
  constexpr int depth = 900;
  const std::string f = "f :: Int -> Int\nf x = ";
  const std::string g = "\ng :: Int -> Bool\ng x = x > 3\n";
  for (const std::string& source : {
           f + repeated("1 + (", depth) + "x" + repeated(")", depth) + "\n",
           f + repeated("if x > 0 then 1 else ", depth) + "x\n",
           f + repeated("if x > 0 && g x then ", depth) + "x" + repeated(" else 1", depth) + g,
           f + repeated("let y = x + 1 in y + ", depth / 2) + "x\n",
           f + repeated("f (", depth) + "x" + repeated(")", depth) + "\n",
           f + repeated("case x of { 1 -> 2; _ -> ", depth / 2) + "x" + repeated(" }", depth / 2) +
               "\n",
       }) {
    EXPECT_TRUE(parse(source, "test").ok()) << source.substr(0, 60);
  }
}

TEST(Limits, BindingsThatWaitInBranchesOfEachOther) {
  std::string source = "f :: Int -> Int\nf x = a5000 where\n  a0 = x\n";
  for (int i = 1; i <= 5000; ++i) {
    source += "  a" + std::to_string(i) + " = if x > " + std::to_string(i) + " then a" +
              std::to_string(i - 1) + " else 1\n";
  }
  EXPECT_THROW((void)parse(source, "test"), support::LimitError);
}

TEST(Limits, LongLists) {
  const std::string source = "f :: [Int]\nf = [" + repeated("1, ", 100000) + "1]\n";
  EXPECT_EQ(evaluated(source, "length f"), "100001");
}

TEST(Limits, ManyFunctionsAndClauses) {
  std::string source = "f :: Int -> Int\n";
  for (int i = 0; i < 400; ++i) {
    source += "f " + std::to_string(i) + " = " + std::to_string(i + 1) + "\n";
  }
  source += "f x = g0 x\n";
  for (int i = 0; i < 3000; ++i) {
    source += "g" + std::to_string(i) + " x = g" + std::to_string(i + 1) + " (x + 1)\n";
  }
  source += "g3000 x = x\n";
  EXPECT_EQ(evaluated(source, "(f 399, f 400)"), "(400,3400)");
}

TEST(Limits, TypesThatDouble) {
  std::string source = "f0 x = (x, x)\n";
  for (int i = 1; i < 40; ++i) {
    source += "f" + std::to_string(i) + " x = f" + std::to_string(i - 1) + " (x, x)\n";
  }
  EXPECT_THROW((void)parse(source + "main = print (f39 1)\n", "test"), support::LimitError);
}

TEST(Limits, AreMetSomewhere) {
  const std::string source =
      "d :: Int -> a -> Int\nd 0 _ = 0\nd n x = d (n - 1) (x, x)\nmain = print (d 3 'a')\n";
  try {
    (void)parse(source, "test");
    ADD_FAILURE() << "accepted";
  } catch (const support::LocatedLimit& limit) {
    EXPECT_EQ(limit.diagnostic.span.begin, (support::Position{2, 1}));
    EXPECT_EQ(limit.diagnostic.hint, "this is met in `d`");
  }
}

}  // namespace
}  // namespace deforest::text
