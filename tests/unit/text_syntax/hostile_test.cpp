// Input made to break a parser: it must be accepted or be a diagnostic, in linear time.
#include <gtest/gtest.h>

#include "syntax.hpp"

namespace deforest::text {
namespace {

std::string repeat(std::string_view text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

constexpr std::size_t many = 100'000;

struct Nest {
  std::string_view before;
  std::string_view open;
  std::string_view inner;
  std::string_view close;
  std::string_view after;
  [[nodiscard]] std::string at(std::size_t depth) const {
    return std::string(before) + repeat(open, depth) + std::string(inner) + repeat(close, depth) +
           std::string(after) + "\n";
  }
};

constexpr Nest nests[] = {
    {"x = ", "(", "1", ")", ""},
    {"x = ", "(1 + ", "1", ")", ""},
    {"x = ", "f (", "1", ")", ""},
    {"x = ", "[", "", "]", ""},
    {"x = ", "(# ", "1", " #)", ""},
    {"x = ", "(1, ", "1", ")", ""},
    {"x = ", "- (", "1", ")", ""},
    {"x = ", "(+ ", "1", ")", ""},
    {"x = ", "(", "1", " +)", ""},
    {"x = ", "R { a = ", "1", " }", ""},
    {"x = ", "(", "1", " :: Int)", ""},
    {"x = ", "if a then b else ", "1", "", ""},
    {"x = ", "if ", "a", " then b else c", ""},
    {"x = ", "if | a -> ", "1", "", ""},
    {"x = ", "let a = 1 in ", "1", "", ""},
    {"x = ", "let a = ", "1", " in a", ""},
    {"x = ", "case a of b -> ", "1", "", ""},
    {"x = ", "case ", "a", " of b -> c", ""},
    {"x = ", "do ", "1", "", ""},
    {"x = ", "\\a -> ", "1", "", ""},
    {"x = ", "[", "1", " | a]", ""},
    {"x = 1 ", "where a = 1 ", "", "", ""},
    {"x ", "(", "1", ")", " = 1"},
    {"x ", "(C ", "1", ")", " = 1"},
    {"x ", "[", "1", "]", " = 1"},
    {"x ", "a@", "_", "", " = 1"},
    {"x", " ~", "a", "", " = 1"},
    {"", "(", "1", ")", " = 1"},
    {"x :: ", "(", "Int", ")", ""},
    {"x :: ", "(Maybe ", "Int", ")", ""},
    {"x :: ", "[", "Int", "]", ""},
    {"x :: ", "Int -> ", "Int", "", ""},
    {"x = r", " { a = 1 }", "", "", ""},
    {"x = ", "1 : ", "[]", "", ""},
    {"x = ", "1 + ", "1", "", ""},
    {"x (", "1 : ", "_", "", ") = 1"},
};

TEST(Hostile, ModerateNestingIsAccepted) {
  for (const Nest& nest : nests) {
    const auto result = parseModule(nest.at(300));
    EXPECT_TRUE(result) << nest.at(3) << (result ? "" : errors(result.diagnostics()));
  }
}

TEST(Hostile, DeepNestingIsADiagnostic) {
  for (const Nest& nest : nests) {
    const auto result = parseModule(nest.at(20'000));
    ASSERT_FALSE(result) << nest.at(3);
    ASSERT_EQ(result.diagnostics().size(), 1U) << nest.at(3);
    EXPECT_EQ(result.diagnostics()[0].message, "nested too deeply (limit 1000)") << nest.at(3);
  }
}

TEST(Hostile, NestingUpToTheLimitFitsTheStack) {
  for (const Nest& nest : nests) {
    for (const std::size_t depth : {498, 990, 998, 1000}) (void)parseModule(nest.at(depth));
  }
}

TEST(Hostile, TheParserGoesOnAfterDeepNesting) {
  EXPECT_EQ(program("x = " + repeat("(", many) + "\ny = )\n"),
            "1:1005: nested too deeply (limit 1000) [name the inner parts by definitions of their "
            "own]\n2:5: unexpected `)` [expected an expression]\n");
}

TEST(Hostile, CombinedNestingIsCountedTogether) {
  // Chains in parentheses in chains: neither nests 1000 deep by itself.
  std::string inner = "1";
  for (int i = 0; i < 10; ++i) inner = "(" + inner + repeat(" + 1", 200) + ")";
  EXPECT_NE(program("x = " + inner + "\n").find("nested too deeply"), std::string::npos);
  std::string updates = "r";
  for (int i = 0; i < 500; ++i) updates = "(" + updates + repeat(" {a = 1}", 10) + ")";
  EXPECT_NE(program("x = " + updates + "\n").find("nested too deeply"), std::string::npos);
}

TEST(Hostile, CommentsMayNest) {
  EXPECT_EQ(program(repeat("{-", many) + repeat("-}", many) + "x = 1\n"), "(x 1)\n");
  EXPECT_EQ(program("x = 1\n" + repeat("{-", many)),
            "2:1: unclosed comment [close it with `-}`; a `{-` inside it needs one of its own]\n");
}

TEST(Hostile, LongThingsAreAccepted) {
  const std::pair<std::string, std::size_t> sources[] = {
      {"x = [" + repeat("1, ", 200'000) + "1]\n", 1},
      {"x = f" + repeat(" 1", 200'000) + "\n", 1},
      {"x = \"" + repeat("abcdefghij", 200'000) + "\"\n", 1},
      {repeat("x = 1\n", 50'000), 50'000},
      {"x = [" + repeat("'a', ", 50'000) + "'a']\n", 1},
      {"f x = case x of {" + repeat("1 -> 2; ", 50'000) + "}\n", 1},
      {"x = do\n" + repeat("  (a, _) <- f (b, c)\n", 30'000) + "  a\n", 1},
      {"x = let {" + repeat("(a, b) = c; ", 30'000) + "} in a\n", 1},
      {"f x" + repeat(" | x > 1, Just y <- x = 2", 30'000) + "\n", 1},
      {"data T = A" + repeat(" Int", 30'000) + repeat(" | B", 30'000) + "\n", 1},
      {repeat(" ", 1'000'000) + "x = 1\n", 1},
      {"x = a " + repeat("+", 1'000'000) + " b\n", 1},
      {repeat("-- | a\n", 50'000) + "x = 1\n", 1},
      {repeat("(((f x) y) z) w = 1\n", 20'000), 20'000},
  };
  for (const auto& [source, declarations] : sources) {
    const auto result = parseModule(source);
    ASSERT_TRUE(result) << source.substr(0, 40) << errors(result.diagnostics());
    EXPECT_EQ(result->declarations.size(), declarations) << source.substr(0, 40);
  }
}

TEST(Hostile, LongChainsOfOperatorsAreDiagnosed) {
  const auto result = parseModule("x = " + repeat("1 + ", 100'000) + "1\n");
  ASSERT_FALSE(result);
  EXPECT_EQ(errors(result.diagnostics()),
            "1:4003: nested too deeply (limit 1000) [a long chain of operators nests as deep as it "
            "is long: name parts of it, or write a list as `[a, b, c]`]\n");
}

TEST(Hostile, Garbage) {
  for (const std::string& source :
       {repeat("\x01\x02 ) (\n", 100'000), repeat("'", 100'000), repeat("x = \"\n", 100'000),
        repeat("\xFF", 100'000), repeat("x = \x80\n", 100'000), repeat("`", 100'000),
        repeat("{-# ", 100'000), repeat("(#", 100'000), repeat("\\", 100'000),
        repeat("where ", 100'000), repeat("-- deforest: off\n", 100'000), repeat("let\n", 100'000),
        repeat("do ", 100'000) + "\n)", repeat("\t;", 100'000) + ")", repeat("module ", 100'000),
        repeat("import ", 100'000), std::string(100'000, '\0')}) {
    const auto result = parseModule(source);
    ASSERT_FALSE(result) << source.substr(0, 20);
    EXPECT_LE(result.diagnostics().size(), 100U);
  }
}

}  // namespace
}  // namespace deforest::text
