// Types: what is accepted, what is refused, and why.
#include <array>

#include "semantics.hpp"

namespace deforest::text {
namespace {

struct Wrong {
  std::string source;
  std::vector<std::string> said;
};

void expectAll(const std::vector<Wrong>& table) {
  for (const Wrong& wrong : table) EXPECT_EQ(complaints(wrong.source), wrong.said) << wrong.source;
}

// The signature that a function of the program has.
std::string typeOf(std::string_view source, std::string_view function) {
  const ir::Program program = accepted(source);
  const auto id = program.find(function);
  if (!id) return "no such function";
  std::string text;
  for (const ir::VarId parameter : program.function(*id).parameters) {
    text += program.type(program.function(*id).variables[parameter.value].type).name + " -> ";
  }
  for (std::size_t i = 0; i < program.function(*id).resultTypes.size(); ++i) {
    text += (i == 0 ? "" : ", ") + program.type(program.function(*id).resultTypes[i]).name;
  }
  return text;
}

TEST(Infer, Mismatches) {
  const std::string tree = "data Tree = E | B Int Tree Tree\n";
  expectAll({
      {tree + "f :: Tree -> Int\nf t = t\n",
       {"3:7: type mismatch: expected Int, found Tree (asked for by the signature of `f`, line "
        "2)"}},
      {tree + "f :: Tree -> Int\nf E = 1\ng x = f (x + 1)\n",
       {"4:10: type mismatch: expected Tree, found a number (asked for by argument 1 of `f`)"}},
      {tree + "f :: Tree -> Int\nf E = 1\ng = f True\n",
       {"4:7: type mismatch: expected Tree, found Bool (asked for by argument 1 of `f`)"}},
      {tree + "f = B 1 E True\n",
       {"2:11: type mismatch: expected Tree, found Bool (asked for by field 3 of constructor "
        "`B`)"}},
      {"f x = if x then 'a' else \"a\"\n",
       {"1:26: type mismatch: expected Char, found String (all branches have the same type)"}},
      {"f :: Int -> Int\nf x = if x then 1 else 2\n",
       {"2:10: type mismatch: expected Bool, found Int (the condition of an `if` is a Bool)"}},
      {"f :: Int -> Int\nf x | x = 1\n",
       {"2:7: type mismatch: expected Bool, found Int (a guard is a Bool)"}},
      {"f = ['a', True]\n",
       {"1:11: type mismatch: expected Char, found Bool (all elements of a list have the same "
        "type)"}},
      {"f x = case x of { 'a' -> 1; True -> 2 }\n",
       {"1:29: type mismatch: expected Char, found Bool (asked for by what is matched)"}},
      {"f x = (x, x) == x\n",
       {"1:17: type mismatch: expected (a, a), found a (a type cannot contain itself)"}},
      {"f x = (x :: Int) && True\n",
       {"1:7: type mismatch: expected Bool, found Int (asked for by argument 1 of `&&`)"}},
      {"f = 'a' + 1\n",
       {"1:5: type mismatch: expected a number, found Char (asked for by argument 1 of `+`)"}},
      {"f :: Int -> Char\nf 0 = 'a'\nf x = x\n",
       {"3:7: type mismatch: expected Char, found Int (asked for by the signature of `f`, line "
        "1)"}},
      {"f x = error x + 'a'\n",
       {"1:17: type mismatch: expected a number, found Char (asked for by argument 2 of `+`)"}},
      {"f = error 3\n",
       {"1:11: type mismatch: expected String, found a number (asked for by argument 1 of "
        "`error`)"}},
  });
}

TEST(Infer, Classes) {
  const std::string tree = "data Tree = E | B Int Tree Tree\n";
  expectAll({
      {tree + "f :: Tree -> Tree -> Bool\nf a b = a == b\n",
       {"3:9: type `Tree` is not in class `Eq` (add `deriving Eq` to its declaration)"}},
      {tree + "f :: Tree -> Bool\nf a = [a] < []\n",
       {"3:7: type `Tree` is not in class `Ord` (add `deriving Ord` to its declaration)"}},
      {tree + "main = print E\n",
       {"2:14: type `Tree` is not in class `Show` (add `deriving Show` to its declaration)"}},
      {"f :: Double -> Double\nf x = div x 2\n",
       {"2:11: type `Double` is not a type of whole numbers (those are `Int`, `Word` and "
        "`Integer`; `truncate` and `round` convert)"}},
      {"f :: Int -> Int\nf x = x / 2\n",
       {"2:7: type `Int` has no fractions (`Double` and `Float` have; `fromIntegral` converts, "
        "`div` divides whole numbers)"}},
      {"f :: Int -> Double\nf x = x * 2.5\n",
       {"2:11: type `Int` has no fractions (`Double` and `Float` have; `fromIntegral` converts, "
        "`div` divides whole numbers)"}},
      {"f :: a -> a -> Bool\nf x y = x == y\n",
       {"2:9: nothing says that type variable `a` is in class `Eq` (write `Eq a =>` in the "
        "signature, or give a type)"}},
      {"f :: a -> b\nf x = x\n",
       {"2:7: type mismatch: expected b, found a (asked for by the signature of `f`, line 1)"}},
      {"data T = T U deriving Eq\ndata U = U\n",
       {"1:10: cannot derive `Eq` for `T`: field type `U` has no instance (add `deriving Eq` to "
        "the declaration of `U`)"}},
      {"data T = T Int deriving (Eq, Enum)\n",
       {"1:1: cannot derive `Enum` or `Bounded` for `T`: a constructor has fields (derive them for "
        "types whose constructors have no fields)"}},
      {"f :: Ord a => a -> a -> Bool\nf x y = x < y\ndata T = T\ng = f T T\n",
       {"4:7: type `T` is not in class `Ord` (add `deriving Ord` to its declaration)"}},
      // What a function needs of its variable may become known after it was used.
      {"data T = T\ng = f T T\nf :: Ord a => a -> a -> Bool\nf x y = h x y\n"
       "h :: Ord a => a -> a -> Bool\nh x y = x < y\n",
       {"2:7: type `T` is not in class `Ord` (add `deriving Ord` to its declaration)"}},
  });
}

TEST(Infer, FindsTypes) {
  const std::vector<std::array<std::string, 3>> table = {
      {"f x y = x + ord y * 2\nord :: Char -> Int\nord c = 1\n", "f", "Int -> Char -> Int"},
      {"f xs = case xs of { [] -> 0; (x : r) -> ord x + f r }\n"
       "ord :: Char -> Int\nord c = 1\n",
       "f", "[Char] -> Int"},
      {"f x = (x, not x)\n", "f", "Bool -> (Bool, Bool)"},
      {"data R = R { a :: Double, b :: [Int] }\nf r = b r\n", "f", "R -> [Int]"},
      {"f m = case m of { Just True -> Left 'x'; _ -> Right [LT] }\n", "f",
       "Maybe Bool -> Either Char [Ordering]"},
      {"f x = let y = x + 1 in (y :: Word)\n", "f", "Word -> Word"},
      {"n = 10\nf :: Double -> Double\nf x = x * n\n", "n", "Double"},  // a constant is monomorphic
      {"n = 10\n", "n", "Int"},
      {"type P a = (a, a)\nf :: P Int -> Int\nf p = fst p\n", "f", "(Int, Int) -> Int"},
      {"f x = length (x ++ \"a\")\n", "f", "[Char] -> Int"},
      {"f :: Float -> Float\nf x = x .+. 1.0\n", "f", "Float -> Float"},
      {"even' n = n == 0 || odd' (n - 1)\nodd' n = n /= (0 :: Int) && even' (n - 1)\n", "odd'",
       "Int -> Bool"},
      {"f x = let { y :: Word = x + 1 } in y\n", "f", "Word -> Word"},
      {"f x = y where (y :: Word, _) = (x, 'c')\n", "f", "Word -> Word"},
      {"f = \\(x :: Float) -> x\n", "f", "Float -> Float"},
      {"n :: Double = 10\n", "n", "Double"},
      {"f x = (# x + 1.0, 'c' #) where y = x :: Double\n", "f", "Double -> Double, Char"},
  };
  for (const auto& [source, function, type] : table) {
    EXPECT_EQ(typeOf(source, function), type) << source;
  }
}

TEST(Infer, DefaultsAndSpecialises) {
  // Overloaded functions are instances of what they are used at.
  const ir::Program program = accepted(
      "main = print (double 2, double 2.5)\n"
      "double x = x + x\n");
  EXPECT_EQ(functionNames(program),
            (std::vector<std::string>{"main", "double_Int", "double_Double"}));
  EXPECT_EQ(output("main = print (2 ^ 10, 7 / 2, [], show 3)\n"), "(1024,3.5,[],\"3\")\n");
}

TEST(Infer, LocalFunctionsArePolymorphic) {
  EXPECT_EQ(evaluated("f :: Int -> (Int, Bool, [Char])\n"
                      "f n = (pick n 1, pick True False, pick \"a\" \"b\")\n"
                      "  where pick x y = if n > 0 then x else y\n",
                      "(f 1, f 0)"),
            "((1,True,\"a\"),(1,False,\"b\"))");
}

TEST(Infer, PolymorphicData) {
  EXPECT_EQ(evaluated("data List a = Nil | Cons a (List a) deriving (Eq, Show)\n"
                      "rev :: List a -> List a -> List a\n"
                      "rev Nil ys = ys\n"
                      "rev (Cons x xs) ys = rev xs (Cons x ys)\n",
                      "(rev (Cons 1 (Cons 2 Nil)) Nil, rev (Cons 'a' Nil) Nil == Nil)"),
            "(Cons 2 (Cons 1 Nil),False)");
}

TEST(Infer, WhatAPatternSaysOfTypesHoldsInItsClause) {
  const std::string types =
      "data E a where\n  I :: Int -> E Int\n  B :: Bool -> E Bool\n  P :: E a -> E b -> E (a, b)\n";
  EXPECT_EQ(evaluated(types + "eval :: E a -> a\neval (I n) = n + 1\neval (B b) = not b\n"
                              "eval (P x y) = (eval x, eval y)\n",
                      "(eval (P (I 1) (P (B True) (I 2))))"),
            "(2,(False,3))");
  expectAll({
      {types + "f :: E a -> a\nf (I n) = True\nf (B b) = b\n",
       {"6:11: type mismatch: expected Int, found Bool (asked for by the signature of `f`, line "
        "5)"}},
      {types + "f :: E Int -> Int\nf (B b) = 1\n",
       {"6:3: type mismatch: expected Int, found Bool (asked for by what is matched)"}},
      {types + "f :: E a -> a -> Int\nf (I n) m = m\nf _ m = m\n",
       {"7:9: type mismatch: expected Int, found a (asked for by the signature of `f`, line 5)"}},
  });
}

TEST(Infer, HiddenTypesStayInTheirClause) {
  const std::string any = "data Any = forall a. Show a => Any a\n";
  EXPECT_EQ(evaluated(any + "text :: Any -> String\ntext (Any x) = inner\n"
                            "  where inner = twice x\n        twice y = show y ++ show x\n",
                      "(text (Any 1), text (Any 'c'), text (Any [True]))"),
            "(\"11\",\"'c''c'\",\"[True][True]\")");
  const std::string said =
      "a value of type `a`, which a constructor hides, leaves here (which type "
      "it is is known to nobody outside: give back what is made of it)";
  expectAll({
      {any + "f (Any x) = x\n", {"2:13: " + said}},
      {any + "f t = case t of Any x -> [x]\n", {"2:26: " + said}},
      {any + "f t = let Any x = t in show x\n",
       {"2:11: a binding cannot open what a constructor hides: it is not evaluated here (match on "
        "it by `case`, or in the parameters of a function)"}},
      {"data C = forall s. C { at :: s, see :: s -> Int }\nf c = see c\n",
       {"2:7: field `see` is of a type that constructor `C` hides (match on the constructor, with "
        "all fields that have to do with that type)"}},
      {"data C = forall s. C { at :: s, see :: s -> Int }\nf c = c { at = 1 }\n",
       {"2:16: field `at` is of a type that constructor `C` hides (match on the constructor, with "
        "all fields that have to do with that type)"}},
      {any + "f t | Any x <- t = (x, 1)\n", {"2:20: " + said}},
  });
}

TEST(Infer, EndlessInstancesAreALimit) {
  EXPECT_THROW((void)parse("data N = forall a. Show a => N a\nf :: Int -> N -> N\n"
                           "f 0 n = n\nf k (N x) = f (k - 1) (N [x])\n"
                           "g (N x) = show x\nmain = putStrLn (g (f 3 (N 'x')))\n",
                           "test"),
               std::runtime_error);

  EXPECT_THROW((void)parse("f :: Int -> a -> Int\nf 0 _ = 0\nf n x = f (n - 1) (x, x)\n"
                           "main = print (f 3 'a')\n",
                           "test"),
               std::runtime_error);
}

}  // namespace
}  // namespace deforest::text
