// Expressions and their operators.
#include <gtest/gtest.h>

#include "syntax.hpp"

namespace deforest::text {
namespace {

void expectExpressions(std::initializer_list<Case> cases) {
  for (const Case& c : cases) EXPECT_EQ(expr(c.source), c.expected) << "in: " << c.source;
}

TEST(Expression, Atoms) {
  expectExpressions({
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
  expectExpressions({
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
  expectExpressions({
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
  expectExpressions({
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
  expectExpressions({
      {"a == b == c",
       "1:8: `==` and `==` need parentheses to say which is applied first [`==` is infix 4]\n"},
      {"a < b == c",
       "1:7: `<` and `==` need parentheses to say which is applied first [`<` is infix 4, `==` is "
       "infix 4]\n"},
      {"- a == b", "(== (neg a) b)"},
  });
}

TEST(Expression, Sections) {
  expectExpressions({
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
      {"(a : b :)",
       "1:8: the operand of the section of `:` needs parentheses [`:` is infixr 5, `:` is infixr "
       "5]\n"},
      {"(: a : b)", "(right : (: a b))"},
      {"(- 1 +)", "(left (neg 1) +)"},
      {"(- 1 *)",
       "1:6: the operand of the section of `*` needs parentheses [`*` is infixl 7, `-` is infixl "
       "6]\n"},
      {"(subtract 1) x", "((subtract 1) x)"},
      {"(+ 1) x", "((right + 1) x)"},
  });
}

TEST(Expression, WithKeywords) {
  expectExpressions({
      {"if a then b else c", "(if a b c)"},
      {"if(a>b)then(c)else(d)", "(if (> a b) c d)"},
      {"1 + if a then b else c + 2", "(+ 1 (if a b (+ c 2)))"},
      {"\\x y -> x + y", "(\\ x y -> (+ x y))"},
      {"\\(x, _) ~y !z -> x", "(\\ (tuple x _) (~ y) (! z) -> x)"},
      {"case a of { (x, y) | x > y, Just z <- f x, let w = 1 -> z; _ -> 0 }",
       "(case a ((tuple x y) [(> x y), (<- (Just z) (f x)), (let (w 1))] z) (_ 0))"},
      {"if | a -> 1 | otherwise -> 2", "(if| [a] 1 [otherwise] 2)"},
      {"let (a, b) = f x in a", "(let ((= (tuple a b) (f x))) a)"},
      {"let !x = 1; !(# a, b #) = f x in a", "(let ((= (! x) 1) (= (! (utuple a b)) (f x))) a)"},
      {"do { x <- a; let { y = 1 }; b x y }", "(do (<- x a) (let (y 1)) (b x y))"},
      {"case f x of (# a, b #) -> a", "(case (f x) ((utuple a b) a))"},
      {"f $ \\x -> x", "($ f (\\ x -> x))"},
      {"\\case { A -> 1; _ -> 2 }", "(\\ case1 -> (case case1 (A 1) (_ 2)))"},
      {"-case a of A -> 1", "(neg (case a (A 1)))"},
  });
}

TEST(Expression, Annotations) {
  expectExpressions({
      {"x :: Int", "(:: x Int)"},
      {"(x :: Int) + 1", "(+ (:: x Int) 1)"},
      {"x + 1 :: Int", "(:: (+ x 1) Int)"},
      {"f (1 :: Int, [2 :: Word])", "(f (tuple (:: 1 Int) (list (:: 2 Word))))"},
      {"(1 :: Num a => a)", "(:: 1 a)"},
      {"(\\x -> x :: Int -> Int)", "(\\ x -> (:: x (-> Int Int)))"},
  });
}

TEST(Expression, Records) {
  expectExpressions({
      {"R { a = 1, b = x + 1 }", "(record R (a=1 b=(+ x 1)))"},
      {"R {}", "(record R ())"},
      {"r { a = 1 }", "(update r (a=1))"},
      {"f r { a = 1 } x", "(f (update r (a=1)) x)"},
      {"(f r) { a = 1 } { b = 2 }", "(update (update (f r) (a=1)) (b=2))"},
      {"R { a, b }", "(record R (a=a b=b))"},
      {"M.R { M.a = 1 }", "(record M.R (M.a=1))"},
      {"R { .. }", "(record R () ..)"},
      {"R { a = 1, .. }", "(record R (a=1) ..)"},
      {"R { (+) = 1 }", "(record R (+=1))"},
      {"r { .. }", "1:5: unexpected `..` [expected the name of a field]\n"},
      {"R { a = 1", "1:3: unclosed `{` [expected `}` before the end of the file]\n"},
      {"R { 1 }", "1:5: unexpected `1` [expected the name of a field]\n"},
  });
}

TEST(Expression, ComprehensionsAreWrittenOut) {
  expectExpressions({
      {"[x * x | x <- xs]",
       "(let ((each1 (list) (list)) (each1 (: x rest1) (: (* x x) (each1 rest1)))) (each1 xs))"},
      {"[x | Just x <- xs, x > 1]",
       "(let ((each1 (list) (list)) (each1 (: (Just x) rest1) (if (> x 1) (: x (each1 rest1)) "
       "(each1 rest1))) (each1 (: _ rest1) (each1 rest1))) (each1 xs))"},
      {"[y | x <- xs, let y = f x, y <- [y ..]]",
       "(let ((each1 (list) (list)) (each1 (: x rest1) (let ((y (f x))) (let ((each3 (list) (each1 "
       "rest1)) (each3 (: y rest3) (: y (each3 rest3)))) (each3 (range y _ _)))))) (each1 xs))"},
      {"[1 | c]", "(if c (: 1 (list)) (list))"},
      {"[[rest2 | a <- each1] | b <- c]",
       "(let ((each4 (list) (list)) (each4 (: b rest4) (: (let ((each3 (list) (list)) (each3 (: a "
       "rest3) (: rest2 (each3 rest3)))) (each3 each1)) (each4 rest4)))) (each4 c))"},
      {"[x, y | x <- xs]",
       "1:7: unexpected `|` [expected an operator, `,` or `]`, to close the `[` at line 1, column "
       "1; guards stand between the patterns and the `=` or `->`; \"or\" is `||`]\n"},
  });
}

TEST(Expression, Errors) {
  expectExpressions({
      {"", "1:1: unexpected end of file [expected an expression]\n"},
      {"f )", "1:3: unexpected `)` [no bracket is open that this one could close]\n"},
      {"(1 + * 2)", "1:6: unexpected `*` [expected an expression]\n"},
      {"(1 + 2", "1:1: unclosed `(` [expected `)` before the end of the file]\n"},
      {"[1, (2, 3]",
       "1:10: unexpected `]` [expected an operator, `,` or `)`, to close the `(` at line 1, column "
       "5]\n"},
      {"[1, 2, ]", "1:8: unexpected `]` [expected an expression]\n"},
      {"(# 1, 2 )",
       "1:9: unexpected `)` [expected an operator, `,` or `#)`, to close the `(#` at line 1, "
       "column "
       "1]\n"},
      {"if a b else c", "1:8: unexpected `else` [expected `then` after the condition of `if`]\n"},
      {"if a = b then c else d",
       "1:6: unexpected `=` [expected `then` after the condition of `if`; a comparison is written "
       "`==`]\n"},
      {"if a then b",
       "1:12: unexpected end of file [expected `else`: every `if` has both "
       "branches]\n"},
      {"(a = b)",
       "1:4: unexpected `=` [expected an operator, `,` or `)`, to close the `(` at line 1, column "
       "1; `=` defines a name; a comparison is written `==`]\n"},
      {"a = b", "1:3: unexpected `=` [`=` defines a name; a comparison is written `==`]\n"},
      {"a => b",
       "1:3: unexpected `=>` [`=>` stands after the context of a type only; case alternatives are "
       "written with `->`, and \"at least\" is `>=`]\n"},
      {"case a of { x = 1 }",
       "1:15: unexpected `=` [expected `->`: case alternatives are written `pattern -> "
       "expression`]\n"},
      {"case a of { x => 1 }",
       "1:15: unexpected `=>` [expected `->` or `|`; `=>` stands after the context of a type only; "
       "case alternatives are written with `->`, and \"at least\" is `>=`]\n"},
      {"case a of { x | b = 1 }",
       "1:19: unexpected `=` [expected `->`: the guards of case alternatives and of `if |` are "
       "written `| condition -> expression`, and a comparison `==`]\n"},
      {"case a of", "1:10: unexpected end of file [expected an alternative of the `case`]\n"},
      {"case a { x -> 1 }",
       "1:12: unexpected `->` [expected `=` or `,` in a record; the alternatives of a `case` stand "
       "behind `of`]\n"},
      {"let x = 1", "1:10: unexpected end of file [expected `in` after the bindings of `let`]\n"},
      {"f \\x -> x", "1:3: unexpected `\\` [as an argument it needs parentheses around it]\n"},
      {"f case x of A -> 1",
       "1:3: unexpected `case` [as an argument it needs parentheses around it]\n"},
      {"\\case", "1:6: unexpected end of file [expected an alternative of the `case`]\n"},
      {"\\ -> 1", "1:3: unexpected `->` [expected a pattern]\n"},
      {"f @ Int x",
       "1:3: unexpected `@` [`@` stands in patterns, and before a type that is given to the name "
       "in "
       "front of it, with no blank behind the `@`]\n"},
      {"f _ x", "1:3: unexpected `_` [expected an expression; `_` is a pattern only]\n"},
      {"a `div b", "1:8: unexpected `b` [expected the closing backquote of the operator]\n"},
      {"a `1` b", "1:4: unexpected `1` [expected a name between backquotes]\n"},
      {"(`div`)", "1:2: unexpected '`' [a name alone is written without backquotes]\n"},
      {"- - a", "1:3: unexpected `-` [expected an expression]\n"},
      {"type + 1", "1:1: unexpected `type` [expected an expression; `type` is a reserved word]\n"},
      {"a + \"x\\q\"", "1:7: unknown escape [a backslash itself is written `\\\\`]\n"},
      {"a; b",
       "1:2: unexpected `;` [expected an operator, an argument or the end of the "
       "expression]\n"},
      {"do {}", "1:5: unexpected `}` [expected a statement of the `do`]\n"},
      {"do { x = 1; y }",
       "1:8: unexpected `=` [a statement that defines a name is written `let name = "
       "expression`]\n"},
  });
}

TEST(Expression, SpansCoverTheSource) {
  const auto e = parseExpression("f (a + b)  [c]");
  ASSERT_TRUE(e);
  EXPECT_EQ(e->span, (support::Span{{1, 1}, {1, 15}}));
  const auto& apply = std::get<ast::Apply>(e->node);
  EXPECT_EQ(apply.function->span, (support::Span{{1, 1}, {1, 2}}));
  EXPECT_EQ(apply.arguments[1].span, (support::Span{{1, 12}, {1, 15}}));
  const auto& sum = std::get<ast::Apply>(apply.arguments[0].node);
  EXPECT_EQ(sum.function->span, (support::Span{{1, 6}, {1, 7}}));
  EXPECT_EQ(sum.arguments[1].span, (support::Span{{1, 8}, {1, 9}}));
}

TEST(Arguments, AreAtomsOrNegativeNumbers) {
  const auto arguments = [](std::string_view text) {
    const auto result = parseArguments(text);
    if (!result) return errors(result.diagnostics());
    std::string out;
    for (const ast::Expr& e : *result) out += dump(e) + ";";
    return out;
  };
  EXPECT_EQ(arguments(""), "");
  EXPECT_EQ(arguments("1 -2 (f x) [1, 2] Nothing (Just 3) R { a = 1 } \"s\" -1.5"),
            "1;(neg 2);(f x);(list 1 2);Nothing;(Just 3);(record R (a=1));\"s\";(neg 1.5);");
  EXPECT_EQ(arguments("1 + 2"),
            "1:3: unexpected `+` [expected an argument; operator applications need "
            "parentheses]\n");
  EXPECT_EQ(arguments("- x"), "1:3: unexpected `x` [expected a number after `-`]\n");
}

TEST(Expression, TakesFixitiesFromAModule) {
  const auto module = parseModule("infixl 1 +\ninfixr 7 <>>\na <>> b = a\na + b = a\n");
  ASSERT_TRUE(module);
  const auto e = parseExpression("a + b <>> c <>> d * e", &*module);
  ASSERT_FALSE(e);
  const auto f = parseExpression("a + b <>> c <>> d", &*module);
  ASSERT_TRUE(f);
  EXPECT_EQ(dump(*f), "(+ a (<>> b (<>> c d)))");
}

}  // namespace
}  // namespace deforest::text
