// Names, arities, what is not in the language: exact messages.
#include <gmock/gmock.h>

#include "semantics.hpp"

namespace deforest::text {
namespace {

using testing::ElementsAre;

struct WrongScope {
  std::string source;
  std::vector<std::string> said;
};

void expectAllWrong(const std::vector<WrongScope>& table) {
  for (const WrongScope& wrong : table)
    EXPECT_EQ(complaints(wrong.source), wrong.said) << wrong.source;
}

TEST(Scope, UnboundNames) {
  expectAllWrong({
      {"f x = lenght x\n", {"1:7: `lenght` is not in scope (did you mean `length`?)"}},
      {"f tree = tre\n", {"1:10: `tre` is not in scope (did you mean `tree`?)"}},
      {"f x = qqqqq x\n", {"1:7: `qqqqq` is not in scope (define it, or correct the spelling)"}},
      {"import Other (g)\nf x = gggg x\n",
       {"2:7: `gggg` is not in scope (if it is from `Other`, which is not found, copy it)"}},
      {"import Control.Exception\nf n = bracket n\n",
       {"2:7: `bracket` is not in scope (if it is from `Control.Exception`, which is not in the "
        "language: let what may fail result in `Maybe` or `Either`)"}},
      {"f x = xor x 1\n", {"1:7: `xor` is not in scope (write `import Data.Bits`)"}},
      {"import Prelude hiding (sum)\nf x = sum x\n",
       {"2:7: `sum` is not in scope: the imports hide it (define it, or import it)"}},
      {"import Prelude (Int, (+))\nf x = x + abs x\n",
       {"2:11: `abs` is not in scope: the imports hide it (define it, or import it)"}},
      {"f = P.div 1 2\n",
       {"1:5: `P.div` is not in scope: no import is called `P` (write `import qualified Prelude "
        "as P`)"}},
      {"f = Map.fromList [(1, 2)]\n",
       {"1:5: `Map.fromList` is not in scope: no import is called `Map` (write `import qualified "
        "Data.Map as Map`)"}},
      {"f = IM.insert 1 2\n",
       {"1:5: `IM.insert` is not in scope: no import is called `IM` (write `import qualified "
        "Data.IntMap as IM`)"}},
      {"f = S.toList 1\n",
       {"1:5: `S.toList` is not in scope: no import is called `S` (write `import qualified "
        "Data.Set as S`)"}},
      {"import qualified Data.Version as M\nf = M.showVersion 1\n",
       {"2:5: `M.showVersion` is from a module that is not part of the language (it is not found: "
        "copy what is needed of it)"}},
      {"import qualified Prelude as P\nf = P.fooo 1\n",
       {"2:5: `P.fooo` is not in scope (the language has no `fooo` in that module)"}},
      {"data T = Node Int\nf = Nod 1\n",
       {"2:5: constructor `Nod` is not declared (did you mean `Node`?)"}},
      {"data T = Node Int\nf (Nod x) = x\n",
       {"2:4: constructor `Nod` is not declared (did you mean `Node`?)"}},
      {"f (x : (y :+ z)) = x\n",
       {"1:11: constructor `:+` is not declared (add it to a `data` declaration)"}},
      {"f :: Tre -> Int\nf x = 1\ndata Tree = E\n",
       {"1:6: type `Tre` is not declared (did you mean `Tree`?)"}},
  });
}

TEST(Scope, Duplicates) {
  expectAllWrong({
      {"f x = 1\ng x = 2\nf y = 3\n",
       {"3:1: `f` is defined twice (the equations of a function stand together)"}},
      {"f = 1\nf = 2\n", {"2:1: `f` is defined twice (a constant has one equation)"}},
      {"f (x, x) = x\n",
       {"1:7: `x` is bound twice in one pattern (compare explicitly: name one of them differently "
        "and add a guard)"}},
      {"f x = let { y = 1 ; y = 2 } in y\n",
       {"1:21: `y` is bound twice in one pattern (compare explicitly: name one of them differently "
        "and add a guard)"}},
      {"f :: Int\nf :: Int\nf = 1\n", {"2:1: `f` has two signatures (drop one of them)"}},
      {"f :: Int\n",
       {"1:1: `f` has a signature, but no definition (define it after the signature)"}},
      {"data T = A | A\n", {"1:14: constructor `A` is declared twice (rename one of them)"}},
      {"data T = A\ntype T = Int\n", {"2:1: type `T` is declared twice (rename one of them)"}},
      {"data T = A { x :: Int }\nx = 1\n", {"2:1: `x` is a record label too (rename one of them)"}},
      {"data Bool = A\n", {"1:1: type `Bool` is built in (give the type another name)"}},
  });
}

TEST(Scope, Arities) {
  expectAllWrong({
      {"f 0 = 1\nf 1 2 = 3\n",
       {"2:1: this equation of `f` has 2 parameters, the first has 1 (all equations of a function "
        "have the same number of parameters)"}},
      {"f x y = x\ng :: Int\ng = f 1\n",
       {"3:5: type mismatch: expected Int, found a -> a number (this is a function: is an argument "
        "missing? asked for by the signature of `g`, line 2)"}},
      {"f x = x + 1\ng x = x + f\n",
       {"2:11: type mismatch: expected a number, found a number -> a number (this is a function: "
        "is "
        "an argument missing? asked for by argument 2 of `+`)"}},
      {"f x = x == f\n",
       {"1:12: type mismatch: expected a, found a -> b (a type cannot contain itself)"}},
      {"f x = not x\ng = f == f\n",
       {"2:5: a function, of type `Bool -> Bool`, is not in class `Eq` (is an argument missing? "
        "functions are neither compared, shown nor computed with)"}},
      {"f :: Int -> Int\nf x = x\ng = f 1 2\n",
       {"3:5: `f` is used with 2 arguments, it takes 1 (its result is of type `Int`: drop what is "
        "too much)"}},
      {"f :: Int -> Int\nf x = x 1\n",
       {"2:7: `x` is applied, but it is a value (its type is `Int`)"}},
      {"f = (if True then 'a' else 'b') 1\n",
       {"1:5: what is applied here is not a function, but of type `Char` (drop what it is applied "
        "to)"}},
      {"data T = A Int Int\nf :: T\nf = A 1\n",
       {"3:5: type mismatch: expected T, found Int -> T (this is a function: is an argument "
        "missing? asked for by the signature of `f`, line 2)"}},
      {"data T = A Int Int\nf = A 1 2 3\n",
       {"2:5: constructor `A` is used with 3 fields, it has 2 (drop what is too much, or correct "
        "the declaration)"}},
      {"data T = A Int\nf (A x y) = x\n",
       {"2:4: constructor `A` has 1 field, the pattern 2 (write `_` for fields that do not "
        "matter)"}},
      {"f :: Int -> Int\nf x y = x\n",
       {"1:6: the signature of `f` has 1 parameter, its equations have 2 (signature and equations "
        "must agree)"}},
      {"data T a = A a\nf :: T -> Int\nf x = 1\n",
       {"2:6: type `T` has 1 parameter, not 0 (give it 1 type)"}},
  });
}

TEST(Scope, NotInTheLanguage) {
  expectAllWrong({
      {"import Data.Function (fix)\nf :: Int -> Int\nf x = fix (\\y -> x)\n",
       {"3:7: `fix` makes a value of itself, and the language is strict (write a function that "
        "calls itself by its name)"}},
      {"f = [1, 3 ..]\n",
       {"1:5: a range without an end (write the last element too, or let `take`, `takeWhile` or "
        "`zip` say how much of it is needed: the list would be infinite, and the "
        "language is strict)"}},
      {"f :: [Int] -> [Int]\nf = reverse . drop 1\ng :: Int -> Int\ng x = length (f (repeat x))\n",
       {"2:1: an argument of `f` is a list without an end, and stands where all of it would be "
        "needed (let `take`, `takeWhile` or `zip` say how much of it is needed)"}},
      {"f x = let xs = x : xs in xs\n",
       {"1:11: `xs` is defined by itself (cyclic data is not in the language: build it by a "
        "function with a parameter)"}},
      {"f x = let { a = 1 : b; b = 2 : a } in a\n",
       {"1:13: `a` is defined by itself (cyclic data is not in the language: build it by a "
        "function with a parameter)"}},
      {"ones = 1 : ones\n",
       {"1:1: `ones` is defined by itself (cyclic data is not in the language: build it by a "
        "function with a parameter)"}},
      {"data Nest a = End | Nest a (Nest (a, a))\nf = 1\n",
       {"1:1: `Nest` contains itself at ever larger types (there is a copy of a type for each that "
        "it is applied to: let the type contain itself at its own parameters)"}},
      {"f :: Int32 -> Int\nf x = 1\n",
       {"1:6: type `Int32` is not in the language (write `import Data.Int`)"}},
      {"f :: (Int -> Int) -> Int\nf x = 1\n",
       {"2:1: `f` takes a function, or results in data with one inside (such functions are "
        "compiled for what they are given where they are used: write a `main`, or name a function "
        "that uses it)"}},
      {"data T f = A (f Int)\ng :: T Int -> Int\ng x = 1\n",
       {"2:8: type `Int` has no parameter (a type constructor is meant here, as in `Functor "
        "Maybe`)"}},
      {"data T f = A (f Int)\ng :: T (Maybe Int) -> Int\ng x = 1\n",
       {"2:8: here a type constructor is meant, not a type (leave the last parameter of `Maybe` "
        "out)"}},
      {"class C a where\n  c :: a -> Int\ninstance C Int Bool where\n  c x = x\n",
       {"3:16: an instance is of one type (this class has one parameter; a type that is applied to "
        "others stands in parentheses)"}},
      {"class C a b | a -> b where\n  c :: a -> b\ninstance C Int where\n  c x = x\n",
       {"3:12: class `C` is of 2 types (name them in the order of its declaration)"}},
      {"class C a b | a -> b where\n  c :: a -> b\n"
       "instance C Int Bool where\n  c x = x > 0\nf :: Int -> Int\nf x = c x\n",
       {"6:7: type mismatch: expected Bool, found Int ()"}},
      {"type S = (S, Int)\n",
       {"1:1: type synonym `S` stands for itself (a recursive type is a `data` or `newtype`)"}},
      {"f x = [do { print x }]\n",
       {"1:13: `print` stands outside of `main` (`main` prints and reads, and a function prints "
        "whose signature ends in `IO ()`)"}},
      {"f x = (x, print x)\n",
       {"1:11: `print` stands outside of `main` (`main` prints and reads, and a function prints "
        "whose signature ends in `IO ()`)"}},
      {"report :: Int -> IO ()\nreport n = print n\nmain = print (report 3)\n",
       {"3:15: `report` is an action, and stands where none is run (run it in a line of `main`, or "
        "of another function that results in `IO ()`)"}},
      {"newtype N = N Int Int\n",
       {"1:13: a newtype has one constructor with one field (write `data` instead)"}},
  });
}

// What is said first of what follows these lines, or that it is taken, natively.
std::string saidNatively(const std::string& lines, const std::string& body) {
  ParseOptions options;
  options.mayHaveRunTimeFunctions = true;
  const auto program = parse(lines + body, "test.hs", options);
  if (program) return "taken";
  const support::Diagnostic& first = program.diagnostics().front();
  return std::to_string(first.span.begin.line) + ":" + std::to_string(first.span.begin.column) +
         ": " + first.message;
}

// Tables whose elements need them where native code cannot help it.
TEST(Scope, TablesOfWhichAllIsNeeded) {
  const auto said = [](const std::string& body) {
    return saidNatively(
        "module M (f) where\nimport Data.Array\nf :: Int -> Int\nf n = t ! n where\n  ", body);
  };
  EXPECT_EQ(said("t = listArray (0, n) [if i < 1 then 1 else t ! (i - 1) | i <- [0 .. n]]"),
            "taken");
  EXPECT_EQ(said("t = listArray (0, n) [sum (take i (elems t)) | i <- [0 .. n]]"),
            "5:44: `t` is defined by itself, and read as a whole by its elements");
  EXPECT_EQ(said("t = listArray (0, n) (scanl g 0 [1 .. n])\n  g x i = x + t ! (i - 1)"),
            "5:3: `t` is defined by itself");
  EXPECT_EQ(said("t = listArray (0, u) [if i < 1 then u else t ! (i - 1) | i <- [0 .. n]]\n"
                 "  u = t ! 0"),
            "5:3: `t` is defined by itself");
  EXPECT_EQ(said("t = listArray (0, n) [g g' | g' <- [0 .. n]]\n"
                 "  g i = if i < 1 then 1 else t ! (i - 1)"),
            "taken");
  EXPECT_EQ(said("t = listArray (0, n) [h g | g <- [0 .. n]]\n"
                 "  h i = if i < 1 then 1 else g (i - 1)\n  g i = t ! i"),
            "5:3: `t` is defined by itself");
  EXPECT_EQ(said("t = fmap (+ 1) (listArray (0, n) [if i < 1 then 1 else t ! 0 | i <- [0 .. n]])"),
            "5:3: `t` is defined by itself");
}

TEST(Scope, ListsWithoutAnEndThatAreKept) {
  const auto said = [](const std::string& body) {
    return saidNatively("module Main (main) where\nmain :: IO ()\n", body);
  };
  EXPECT_EQ(said("main = print (take 3 xs)\nxs :: [Int]\nxs = iterate (+ 1) 2\n"), "taken");
  EXPECT_EQ(said("main = print (xs !! 3)\nxs :: [Int]\nxs = 1 : map (* 2) xs\n"), "taken");
  EXPECT_EQ(said("main = print (take 3 xs)\n  where xs = 1 : zipWith f [2 ..] xs\n"
                 "        f a b = a * b + length (take a xs)\n"),
            "taken");
  // It never comes to an end, as in Haskell.
  EXPECT_EQ(said("main = print (sum xs)\nxs :: [Int]\nxs = iterate (+ 1) 2\n"), "taken");
  // What may end is no such list, and of two that need each other neither is known to be one: they
  // are made as they are read.
  EXPECT_EQ(said("main = print (take 3 xs)\nxs :: [Int]\nxs = 1 : takeWhile (> 0) xs\n"), "taken");
  EXPECT_EQ(said("main = print (take 3 xs)\nxs, ys :: [Int]\nxs = 1 : map (+ 1) ys\n"
                 "ys = map (* 2) xs\n"),
            "taken");
  // What is no list.
  EXPECT_EQ(said("main = print (fst xs)\nxs :: (Int, Int)\nxs = (1, fst xs)\n"),
            "5:1: `xs` is defined by itself");
}

TEST(Scope, Main) {
  const std::string help =
      " (`main` is a `do` of lines that print (`print e`, `putStrLn s`, `mapM_ print xs`, a "
      "function whose type ends in `IO ()`) or read (`s <- getLine`), and `let`s)";
  expectAllWrong({
      {"main = 3\n", {"1:8: this line of `main` does not print" + help}},
      {"main :: Int\nmain = print 1\n",
       {"1:1: `main` has another type than `IO ()` (write `main :: IO ()`)"}},
      {"main = putStrLn 3\n",
       {"1:17: type mismatch: expected String, found a number (`putStr` and `putStrLn` take a "
        "String)"}},
  });
}

TEST(Scope, Records) {
  const std::string types = "data R = R { a :: Int, b :: !Int } deriving Eq\n";
  expectAllWrong({
      {types + "f = R { a = 1, c = 2, b = 3 }\n",
       {"2:20: constructor `R` has no field `c`, or it stands twice (write each of its labels at "
        "most once)"}},
      {types + "f = R { a = 1 }\n", {"2:5: strict field `b` of `R` is missing (give it a value)"}},
      {types + "f x = x { c = 1 }\n",
       {"2:15: `c` is not a record label (only fields that are declared with a label can be "
        "updated)"}},
      {types + "f R { c = x } = x\n",
       {"2:11: constructor `R` has no field `c`, or it stands twice (write each of its labels at "
        "most once)"}},
      {"data R = R { a :: Int }\ndata S = S { a :: Int }\n",
       {"2:10: label `a` belongs to two types, `R` and `S` (rename one of them)"}},
      {"data R = R { a :: Int } | S { a :: Bool }\n",
       {"1:27: label `a` has two types, `Int` and `Bool` (rename one of them)"}},
  });
}

TEST(Scope, GoesOnAfterAnError) {
  EXPECT_THAT(complaints("f x = y1\ng :: Int -> Bool\ng x = x\nh x = z1\n"),
              ElementsAre("1:7: `y1` is not in scope (define it, or correct the spelling)",
                          "3:7: type mismatch: expected Bool, found Int (asked for by the "
                          "signature of `g`, line 2)",
                          "4:7: `z1` is not in scope (define it, or correct the spelling)"));
}

TEST(Scope, UserDefinitionsWin) {
  EXPECT_EQ(evaluated("import Prelude hiding (sum)\n"
                      "sum :: [Int] -> Int\nsum [] = 100\nsum (x : xs) = x + sum xs\n",
                      "sum [1, 2]"),
            "103");
  // A call from outside means the module's.
  EXPECT_EQ(evaluated("sum :: [Int] -> Int\nsum xs = 7\n", "sum [1, 2]"), "7");
  EXPECT_EQ(evaluated("import qualified Prelude as P\nimport Prelude hiding (div)\n"
                      "div :: Int -> Int -> Int\ndiv a b = P.div b a\n",
                      "div 2 7"),
            "3");
  EXPECT_EQ(evaluated("data Maybe a = Nothing | Only a\n"
                      "f :: Maybe Int -> Int\nf Nothing = 0\nf (Only x) = x\n",
                      "f (Only 4) + f Nothing"),
            "4");
  EXPECT_EQ(
      evaluated("module M where\nabs :: Int -> Int\nabs x = 7\nf = M.abs 1 + M.abs (-1)\n", "f"),
      "14");
  // A local name hides everything.
  EXPECT_EQ(evaluated("f :: Int -> Int\nf length = length + 1\n", "f 2"), "3");
}

TEST(Scope, SugarThatStandsForApplications) {
  const std::string f = "f :: Int -> Int -> Int\nf a b = a - 2 * b\n";
  const std::vector<std::pair<std::string, std::string>> table = {
      {"f 10 $ 1 + 2", "4"},     {"negate $ f 1 $ 2", "3"},
      {"(negate . f 1) 2", "3"}, {"negate . f 1 . abs $ -2", "3"},
      {"(`f` 1) 10", "8"},       {"(10 `f`) 1", "8"},
      {"(subtract 1) 10", "9"},  {"(\\x y -> f x y) 1 2", "-3"},
      {"f 1 $! 2", "-3"},        {"(,) 1 2", "(1,2)"},
      {"(:) 1 []", "[1]"},
  };
  for (const auto& [expression, value] : table) {
    EXPECT_EQ(evaluated(f, expression), value) << expression;
  }
}

TEST(Scope, ParametersThatOnlyTheSignatureNames) {
  EXPECT_EQ(evaluated("f :: Int -> Int -> Int\nf a b = a - b\n"
                      "g :: Int -> Int\ng = f 10\n"
                      "h :: Bool -> Int -> Int\nh True = f 1\nh False = negate . f 2\n"
                      "k :: Int -> Int\nk = \\x -> if x > 0 then x else 0\n"
                      "l :: [Int] -> Int\nl = go 0 where\n  go s [] = s\n  go s (x : xs) = go (s + "
                      "x) xs\n",
                      "(g 3, h True 5, h False 5, k 4, l [1, 2, 3])"),
            "(7,-4,3,4,6)");
}

}  // namespace
}  // namespace deforest::text
