// Shown values; the expected texts are what GHC prints.
#include "deforest/show.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

namespace deforest {
namespace {

template <class T>
std::string shown(T value, int precedence = 0) {
  std::string out;
  show(out, precedence, value);
  return out;
}

TEST(Show, IntegersTakeParenthesesAsArguments) {
  EXPECT_EQ(shown(std::int64_t{-5}), "-5");
  EXPECT_EQ(shown(std::int64_t{-5}, 7), "(-5)");
  EXPECT_EQ(shown(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(shown(~std::uint64_t{0}, 11), "18446744073709551615");
}

TEST(Show, DoublesAreTheShortestThatHaskellAdmits) {
  const std::vector<std::pair<double, std::string>> cases = {
      {0.0, "0.0"},
      {-0.0, "-0.0"},
      {1.0, "1.0"},
      {0.1, "0.1"},
      {0.01, "1.0e-2"},
      {123456.0, "123456.0"},
      {9999999.0, "9999999.0"},
      {1e7, "1.0e7"},
      {12345678.5, "1.23456785e7"},
      {1e23, "9.999999999999999e22"},
      {0.1 + 0.2, "0.30000000000000004"},
      {5e-324, "5.0e-324"},
      {2.2250738585072014e-308, "2.2250738585072014e-308"},
      {1.7976931348623157e308, "1.7976931348623157e308"},
      {0x1p53, "9.007199254740992e15"},
      {4.35, "4.35"},
      {-2.5, "-2.5"},
      {std::numeric_limits<double>::infinity(), "Infinity"},
      {-std::numeric_limits<double>::infinity(), "-Infinity"},
      {std::numeric_limits<double>::quiet_NaN(), "NaN"}};
  for (const auto& [value, text] : cases) EXPECT_EQ(shown(value), text);
  EXPECT_EQ(shown(-2.5, 11), "(-2.5)");
}

TEST(Show, FloatsHaveTheirOwnShortestDigits) {
  const std::vector<std::pair<float, std::string>> cases = {
      {0.1F, "0.1"},       {0.21000001F, "0.21000001"},
      {1e-45F, "1.0e-45"}, {1.17549435e-38F, "1.1754944e-38"},
      {1e23F, "1.0e23"},   {3.4028235e38F, "3.4028235e38"},
      {-2.5F, "-2.5"},     {16777216.0F, "1.6777216e7"}};
  for (const auto& [value, text] : cases) EXPECT_EQ(shown(value), text);
}

TEST(Show, CharactersAndStringsAreEscaped) {
  EXPECT_EQ(shown(U'a'), "'a'");
  EXPECT_EQ(shown(U'\''), "'\\''");
  EXPECT_EQ(shown(U'"'), "'\"'");
  EXPECT_EQ(shown(U'\n'), "'\\n'");
  EXPECT_EQ(shown(char32_t{127}), "'\\DEL'");
  EXPECT_EQ(shown(char32_t{955}), "'\\955'");
  std::string out;
  char32_t previous = U' ';
  for (const char32_t c : std::u32string(U"\"\x3bb\x31\x0eH\\")) {
    showInString(out, c, previous);
    previous = c;
  }
  EXPECT_EQ(out, "\\\"\\955\\&1\\SO\\&H\\\\");
}

TEST(Show, TextIsUtf8) {
  std::string out;
  for (const char32_t c : {U'a', char32_t{0xe9}, char32_t{0x20ac}, char32_t{0x1f333}}) {
    appendUtf8(out, c);
  }
  EXPECT_EQ(out, "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x8c\xb3");
}

struct Letter {
  char32_t head;
  const Letter* tail;
};

[[noreturn]] void failsWith(const std::u32string& text) {
  std::vector<Letter> letters;
  for (const char32_t c : text) letters.push_back({c, nullptr});
  for (std::size_t i = 0; i + 1 < letters.size(); ++i) letters[i].tail = &letters[i + 1];
  failWith(letters.data());
}

TEST(Fail, AMessageMaySayHowTheProgramEnds) {
  EXPECT_EXIT(failsWith(U"\U0010ffff3 2 abno"), testing::ExitedWithCode(3), "^no$");
  EXPECT_EXIT(failsWith(U"\U0010ffff-1 0 "), testing::ExitedWithCode(255), "^$");
}

// It begins as one of those does.
TEST(Fail, AMessageOfTheProgramIsNoEnd) {
  for (const char32_t* text : {U"", U"x", U"-", U"3", U"3 ", U"3 x", U"3 3 ab", U"- 0 "}) {
    EXPECT_EXIT(failsWith(U"\U0010ffff" + std::u32string(text)), testing::ExitedWithCode(1), "");
  }
}

}  // namespace
}  // namespace deforest
