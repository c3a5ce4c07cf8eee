// That emitted C++ says once what happens in several branches, and shortly what it always says.
// What the text computes is tested by compiling it (programs/ends.hs.ir).
#include <gtest/gtest.h>

#include <string>

#include "backends/cpp.hpp"
#include "backends/native/passes.hpp"
#include "emitted.hpp"
#include "text/parse.hpp"

namespace deforest::backends {
namespace {

// The source that is emitted, serially.
std::string emitted(const std::string& text, bool consumes = false) {
  const auto program = text::parse(text, "ends.hs.ir");
  EXPECT_TRUE(program.ok());
  const auto output = emitCpp(*toNative(*program, {.consumeInput = consumes, .serial = true}));
  EXPECT_TRUE(output.ok());
  return output->source;
}

// How often the part stands in the text.
std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

const char* const overlapping = R"(module Ends (Exp (..), add, less, level) where
data Exp = Num Int | Add Exp Exp | Neg Exp | Var

mixed :: Exp -> Int
mixed (Num n) = n
mixed (Add a b) = mixed a * 3 + mixed b
mixed (Neg a) = mixed a * 5
mixed Var = 1

add :: Exp -> Exp -> Exp
add (Neg (Num m)) (Add (Num n) b) | m > n = Add (Num (m - n)) b
add (Num m) (Num n) = Num (m + n)
add a b = if mixed a == mixed b then Neg a else Add a b

less :: Exp -> Int
less (Neg (Neg (Num n))) = n
less (Neg a) = mixed a + 1
less a = mixed a + 2

level :: [Int] -> Int
level xs = 10 * (case xs of { 7 : 8 : [] -> 2; 9 : _ -> 1; _ -> 5 })
)";

TEST(CppBackend, BranchesThatEndInTheSameFallThrough) {
  const std::string text = emitted(overlapping);
  const std::string add = functionOf(text, "const Exp* add(deforest::Worker");
  ASSERT_NE(add, "");
  // Six ways lead there: it stands behind the switch.
  EXPECT_EQ(countOf(add, "add_alt1("), 1U) << add;
  EXPECT_TRUE(contains(add, "      break;\n    }\n  }\n  return add_alt1(worker, a, b);")) << add;
  // Two ways lead to the second equation; to the third, which is another one, just one.
  const std::string less = functionOf(text, "std::int64_t less(const Exp*");
  EXPECT_EQ(countOf(less, "mixed("), 2U) << less;
  EXPECT_TRUE(contains(less, "      }\n    }\n    const auto n = mixed(a2);")) << less;
}

TEST(CppBackend, EndsThatWriteIntoOldCellsStandWhereTheyAre) {
  const std::string text = emitted(R"(module Ends (Pair (..), next) where
data Pair = Pair Int Int | None
next :: Pair -> Pair
next (Pair 1 y) = Pair 2 y
next (Pair x 5) = Pair x 6
next (Pair x y) = Pair y x
next None = None
)",
                                   true);
  EXPECT_GE(countOf(text, "deforest::reuse("), 2U) << text;
}

TEST(CppBackend, VariablesBeginWithWhatMostBranchesGive) {
  const std::string level = functionOf(emitted(overlapping), "std::int64_t level(");
  EXPECT_EQ(countOf(level, " = 5;"), 1U) << level;
}

TEST(CppBackend, TextsBeforeCallsAreLeftOpen) {
  const std::string text = emitted(R"(module Texts (told) where
digits :: Int -> String
digits n = if n < 10 then [if n < 5 then 'a' else 'b'] else digits (n `div` 10)
told :: Int -> String
told n = 'n' : 'o' : 'n' : 'e' : ' ' : digits n
)");
  EXPECT_TRUE(contains(text, "openText<&ListChar::head, &ListChar::tail>(worker, U\"none \");\n"))
      << text;
  EXPECT_TRUE(contains(text, ".last->tail = digits(worker, n);")) << text;
}

}  // namespace
}  // namespace deforest::backends
