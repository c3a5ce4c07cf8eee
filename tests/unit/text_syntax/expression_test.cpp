// Expressions and their operators.
#include <gtest/gtest.h>

#include "syntax.hpp"

namespace deforest::text {
namespace {

void expectAll(std::initializer_list<Case> cases) {
  for (const Case& c : cases) EXPECT_EQ(expr(c.source), c.expected) << "in: " << c.source;
}

TEST(Expression, Atoms) {
  expectAll({
      {"x", "x"},
      {"M.x", "M.x"},
      {"Data.Map.empty", "Data.Map.empty"},
      {"x'", "x'"},
      {"_x1", "_x1"},
      {"Just", "Just"},
      {"M.Just", "M.Just"},
      {"()", "(tuple)"},
      {"(x)", "x"},
      {"((x))", "x"},
      {"(,)", "(,)"},
      {"(,,) a b c", "((,,) a b c)"},
      {"(a, b)", "(tuple a b)"},
      {"(# a, b #)", "(utuple a b)"},
      {"(# a #)", "(utuple a)"},
      {"(#a,b#)", "(utuple a b)"},
      {"[]", "(list)"},
      {"[1, 2, 3]", "(list 1 2 3)"},
      {"[1 ..]", "(range 1 _ _)"},
      {"[1, 3 ..]", "(range 1 3 _)"},
      {"[1..9]", "(range 1 _ 9)"},
      {"[x, y..z]", "(range x y z)"},
      {"(+)", "+"},
      {"(:)", ":"},
      {"(-)", "-"},
      {"(.&.)", ".&."},
      {"(M.+)", "M.+"},
      {"(#)", "#"},
  });
}

TEST(Expression, Application) {
  expectAll({
      {"f a b", "(f a b)"},
      {"f (g a) b", "(f (g a) b)"},
      {"(f a) b", "((f a) b)"},
      {"f () [] x", "(f (tuple) (list) x)"},
      {"f\n  a\n  b", "(f a b)"},
      {"f(a)(b)", "(f a b)"},
      {"f{-c-}a", "(f a)"},
  });
}

TEST(Expression, OperatorsByStandardFixity) {
  expectAll({
      {"a + b * c", "(+ a (* b c))"},
      {"a * b + c", "(+ (* a b) c)"},
      {"a - b - c", "(- (- a b) c)"},
      {"a : b : c", "(: a (: b c))"},
      {"a ++ b ++ c", "(++ a (++ b c))"},
      {"a : b ++ c", "(: a (++ b c))"},
      {"a `div` b * c", "(* (div a b) c)"},
      {"a `P.div` b + c", "(+ (P.div a b) c)"},
      {"a `f` b * c", "(* (f a b) c)"},
      {"a + b `f` c", "(+ a (f b c))"},
      {"a == b && c < d || e", "(|| (&& (== a b) (< c d)) e)"},
      {"f a + g b", "(+ (f a) (g b))"},
      {"2 ^ 3 ^ 4", "(^ 2 (^ 3 4))"},
      {"f $ g $ x + 1", "($ f ($ g (+ x 1)))"},
      {"a .&. b .|. c `xor` d `shiftL` 2", "(.|. (.&. a b) (xor c (shiftL d 2)))"},
      {"a `Just` b", "(Just a b)"},
      {"a :+: b", "(:+: a b)"},
      {"a.b", "(. a b)"},
      {"a .+. b", "(.+. a b)"},
  });
}

TEST(Expression, Minus) {
  expectAll({
      {"-1", "(neg 1)"},
      {"- x + y", "(+ (neg x) y)"},
      {"- x * y", "(neg (* x y))"},
      {"-x ^ 2", "(neg (^ x 2))"},
      {"a == -1", "(== a (neg 1))"},
      {"a - -1",
       "1:3: a negative operand of `-` needs parentheses [the minus sign binds as `+` does, and "
       "`-` is infixl 6]\n"},
      {"a * -b",
       "1:3: a negative operand of `*` needs parentheses [the minus sign binds as `+` does, and "
       "`*` is infixl 7]\n"},
      {"a : - b + c", "(: a (+ (neg b) c))"},
      {"(-1)", "(neg 1)"},
      {"(- x)", "(neg x)"},
      {"f (-1)", "(f (neg 1))"},
      {"f -1", "(- f 1)"},
      {"x-1", "(- x 1)"},
  });
}

TEST(Expression, FixityErrors) {
  expectAll({
      {"a == b == c",
       "1:8: `==` and `==` need parentheses to say which is applied first [`==` is infix 4]\n"},
      {"a < b == c",
       "1:7: `<` and `==` need parentheses to say which is applied first [`<` is infix 4, `==` is "
       "infix 4]\n"},
      {"- a == b", "(== (neg a) b)"},
  });
}

TEST(Expression, Sections) {
  expectAll({
      {"(+ 1)", "(right + 1)"},
      {"(1 +)", "(left 1 +)"},
      {"(`div` 2)", "(right div 2)"},
      {"(2 `div`)", "(left 2 div)"},
      {"(a * b +)", "(left (* a b) +)"},
      {"(+ a * b)", "(right + (* a b))"},
      {"((a + b) *)", "(left (+ a b) *)"},
      {"(* (a + b))", "(right * (+ a b))"},
      {"(a + b *)",
       "1:8: the operand of the section of `*` needs parentheses [`*` is infixl 7, `+` is infixl "
       "6]\n"},
      {"(* a + b)",
       "1:2: the operand of the section of `*` needs parentheses [`*` is infixl 7, `+` is infixl "
       "6]\n"},
      {"(a + b +)", "(left (+ a b) +)"},
      {"(a : b :)", "1:8: the operand of the section of `:` needs parentheses [`:` is infixr 5, `:` is infixr 5]\n"},
      {"(: a : b)", "(right : (: a b))"},
      {"(- 1 +)", "(left (neg 1) +)"},
      {"(- 1 *)", "1:6: the operand of the section of `*` needs parentheses [`*` is infixl 7, `-` is infixl 6]\n"},
      {"(subtract 1) x", "((subtract 1) x)"},
      {"(+ 1) x", "((right + 1) x)"},
  });
}

}  // namespace
}  // namespace deforest::text
