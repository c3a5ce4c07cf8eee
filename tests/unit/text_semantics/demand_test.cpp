// When bindings are evaluated. `expectElaborates` gives the order with bangs.
#include "semantics.hpp"

namespace deforest::text {
namespace {

TEST(Demand, BangsAreEvaluatedWhereTheyStand) {
  // What the printer prints is read back binding by binding.
  const ir::Program program = accepted(
      "f :: Int -> Int\n"
      "f x =\n"
      "  let !a = x + 1\n"
      "      !b = g a\n"
      "      !c = x + 1\n"
      "  in b\n"
      "g :: Int -> Int\n"
      "g x = x\n");
  const ir::Function& function = program.functions[0];
  ASSERT_EQ(function.body.bindings.size(), 3U);
  std::vector<std::string> names;
  for (const ir::Binding& binding : function.body.bindings) {
    names.push_back(function.variables[binding.results[0].value].name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(function.body.results, (std::vector<ir::Atom>{function.body.bindings[1].results[0]}));
}

TEST(Demand, NeededBindingsKeepTheirOrder) {
  expectElaborates(
      "data T = E | B Int T T\n"
      "flip' :: T -> T\n"
      "flip' E = E\n"
      "flip' (B x l r) = let { l' = flip' l ; r' = flip' r } in B x r' l'\n",
      "data T = E | B Int T T\n"
      "flip' :: T -> T\n"
      "flip' t = case t of\n"
      "  E -> E\n"
      "  B x l r -> let { !a = flip' l; !b = flip' r } in B x b a\n");
}

TEST(Demand, DependenceComesBeforeOrder) {
  expectElaborates(
      "f :: Int -> Int\n"
      "f x = c + b where { a = x * 2; b = c - a; c = a + 1; d = x `div` 0 }\n",
      "f :: Int -> Int\n"
      "f x = let { !a = x * 2; !c = a + 1; !b = c - a } in c + b\n");
}

TEST(Demand, GuardsProtectWhereBindings) {
  expectElaborates(
      "f :: Int -> Int -> Int\n"
      "f x y | y == 0 = 0\n"
      "      | q > 2 = q\n"
      "      | otherwise = r\n"
      "  where { q = div x y; r = mod x y }\n",
      "f :: Int -> Int -> Int\n"
      "f x y =\n"
      "  let !a = y == 0 in\n"
      "  if a then 0 else\n"
      "  let { !q = div x y; !b = q > 2 } in\n"
      "  if b then q else mod x y\n");
}

TEST(Demand, ABindingIsCopiedIntoTheBranchesThatNeedIt) {
  expectElaborates(
      "f :: Int -> Int\n"
      "f x = let y = div 10 x in\n"
      "  if x > 5 then y + 1 else if x > 0 then y else 0\n",
      "f :: Int -> Int\n"
      "f x =\n"
      "  let !a = x > 5 in\n"
      "  if a then let !y = div 10 x in y + 1 else\n"
      "  let !b = x > 0 in\n"
      "  if b then div 10 x else 0\n");
}

TEST(Demand, ABindingThatAllBranchesNeedStandsBeforeThem) {
  expectElaborates(
      "f :: Int -> Int\n"
      "f x = let y = g x in if x > 5 then y + 1 else y\n"
      "g :: Int -> Int\n"
      "g x = x\n",
      "f :: Int -> Int\n"
      "f x = let { !y = g x; !a = x > 5 } in if a then y + 1 else y\n"
      "g :: Int -> Int\n"
      "g x = x\n");
}

TEST(Demand, NothingRunsTwice) {
  // y is needed on one path of each of two conditionals in a row.
  expectElaborates(
      "f :: Int -> Int\n"
      "f x = let y = g x in (if x > 5 then y else 0) + (if x > 7 then y else 1)\n"
      "g :: Int -> Int\n"
      "g x = x\n",
      "f :: Int -> Int\n"
      "f x =\n"
      "  let { !a = x > 5; !y = g x; !b = if a then y else 0; !c = x > 7\n"
      "      ; !d = if c then y else 1 } in b + d\n"
      "g :: Int -> Int\n"
      "g x = x\n");
  // Without sharing this takes 2^60 calls.
  EXPECT_EQ(evaluated("f :: Int -> Int\n"
                      "f n = if n == 0 then 1 else (if n > 99 then y else 0) + (if n > 0 then y "
                      "else 1)\n"
                      "  where y = f (n - 1)\n",
                      "f 60"),
            "1");
  EXPECT_EQ(evaluated("f :: Int -> Int\n"
                      "f n | n == 0 = 1\n"
                      "    | n > 99 && y > 3 = y\n"
                      "    | y > 2 || n < 0 = y + 1\n"
                      "    | otherwise = y\n"
                      "  where y = f (n - 1)\n",
                      "f 60"),
            "1");
}

TEST(Demand, ConjunctionsProtectTheirRightSide) {
  const std::string source =
      "f :: Int -> Int -> Int\n"
      "f x y | y /= 0 && q > 3 = q\n"
      "      | otherwise = 0 - 1\n"
      "  where q = div x y\n"
      "g :: [Int] -> Bool\n"
      "g xs = not (null xs) && head xs > 3 || length xs == 2 && last xs == 0\n";
  EXPECT_EQ(evaluated(source, "(f 1 0, f 9 2, f 9 9, g [], g [1, 0], g [5], g [1])"),
            "(-1,4,-1,False,True,True,False)");
}

TEST(Demand, TotalOperandsAreEvaluatedTogether) {
  expectElaborates(
      "f :: Int -> Int -> Bool\n"
      "f x y = x > 1 && y + 2 < 10 || x == y\n",
      "f :: Int -> Int -> Bool\n"
      "f x y = let { !a = x > 1; !b = y + 2; !c = b < 10; !d = a && c; !e = x == y } in d || e\n");
  // A division may fail, one by 2 does not.
  expectElaborates("f :: Int -> Int -> Bool\nf x y = x > 1 && div x 2 == y\n",
                   "f :: Int -> Int -> Bool\n"
                   "f x y = let { !a = x > 1; !b = div x 2; !c = b == y } in a && c\n");
  expectElaborates("f :: Int -> Int -> Bool\nf x y = x > 1 && div 2 x == y\n",
                   "f :: Int -> Int -> Bool\n"
                   "f x y = let !a = x > 1 in\n"
                   "  if a then let { !b = div 2 x } in b == y else False\n");
}

TEST(Demand, LocalFunctionsTakeWhatTheyCapture) {
  expectElaborates(
      "f :: Int -> Int -> Int\n"
      "f n d | d == 0 = 42\n"
      "      | otherwise = go n\n"
      "  where\n"
      "    k = div 100 d\n"
      "    go i = if i == 0 then k else go (i - 1) + step i\n"
      "    step i = i * k\n",
      "f :: Int -> Int -> Int\n"
      "f n d =\n"
      "  let !a = d == 0 in\n"
      "  if a then 42 else let { !k = div 100 d } in f_go n k\n"
      "f_go :: Int -> Int -> Int\n"
      "f_go i k =\n"
      "  let !a = i == 0 in\n"
      "  if a then k else let { !b = i - 1; !c = f_go b k; !d = f_step i k } in c + d\n"
      "f_step :: Int -> Int -> Int\n"
      "f_step i k = i * k\n");
}

TEST(Demand, PatternsAreTakenApartOnce) {
  expectElaborates(
      "f :: Int -> (Int, Int)\n"
      "f n = if n == 0 then (0, 1) else let (a, b) = f (n - 1) in (b, a + b)\n",
      "f :: Int -> (Int, Int)\n"
      "f n =\n"
      "  let !c = n == 0 in\n"
      "  if c then (0, 1) else\n"
      "  let { !m = n - 1; !p = f m; !(a, b) = p; !s = a + b } in (b, s)\n");
  // Of a type of several constructors: a single `case` of several results.
  expectElaborates(
      "f :: [Int] -> Int\n"
      "f xs = let (y : ys) = xs in y + length' ys + y\n"
      "length' :: [Int] -> Int\n"
      "length' xs = 0\n",
      "f :: [Int] -> Int\n"
      "f xs =\n"
      "  let !(# y, ys #) = case xs of\n"
      "        [] -> errorWithoutStackTrace \"test:2:12-24: Non-exhaustive patterns in y : "
      "ys\"\n"
      "        z : zs -> (# z, zs #)\n"
      "      !n = length' ys\n"
      "      !s = y + n\n"
      "  in s + y\n"
      "length' :: [Int] -> Int\n"
      "length' xs = 0\n");
}

TEST(Demand, LongChainsOfBindings) {
  std::string source = "f :: Int -> Int\nf x = a20000 where\n  a0 = x\n";
  for (int i = 1; i <= 20000; ++i) {
    source += "  a" + std::to_string(i) + " = a" + std::to_string(i - 1) + " + 1\n";
  }
  EXPECT_EQ(evaluated(source, "f 5"), "20005");
}

}  // namespace
}  // namespace deforest::text
