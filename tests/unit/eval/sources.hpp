// Programs for the tests of generated inputs, as text. In the first three a function rebuilds what
// it is given to no end, but only behind something that hides it: a call that takes long before
// (`heavy`), a key that all other values fail without (`partial`), a number nobody guesses
// (`rare`).
#pragma once

#include <stdexcept>
#include <string>

#include "text/parse.hpp"

namespace deforest::eval::testing {

inline const std::string common = R"(
data TA = LA | NA Int TA
data N = Z | S N
mk :: N -> [Int]
mk n = down n []
down :: N -> [Int] -> [Int]
down Z acc = 1 : acc
down (S n) acc = down n (2 : acc)
rev :: [Int] -> [Int] -> [Int]
rev [] ys = ys
rev (x : xs) ys = rev xs (x : ys)
app :: [Int] -> [Int] -> [Int]
app [] ys = ys
app (x : xs) ys = x : app xs ys
f :: TA -> N -> [Int]
f LA p = app (mk p) [7]
f (NA 3 x) p = f x p
f (NA _ x) p = rev (mk p) []
g :: TA -> (TA, Int)
g LA = (LA, 5)
g (NA _ x) = g x
r :: TA -> N -> ([Int], TA)
r t k = let { a = f t k; (b, c) = g t } in (a, b)
big :: Int -> TA -> ([Int], TA)
big n t = r t (num n Z)
num :: Int -> N -> N
num n k = if n <= 0 then k else num (n - 1) (S k)
)";

inline const std::string heavy = "module S (heavy) where" + common + R"(
heavy :: Int -> TA -> ([Int], TA)
heavy n t = big (n + table 6000 0) t
table :: Int -> Int -> Int
table n a = if n <= 0 then a else table (n - 1) (a * 0)
)";

inline const std::string partial = "module S (part) where" + common + R"(
part :: String -> Int -> TA -> ([Int], TA)
part "secret" n t = big n t
part _ _ _ = error "bad key"
)";

inline const std::string rare = "module S (rare, good) where" + common + R"(
rare :: Int -> Int -> TA -> ([Int], TA)
rare key n t = if key == 20261121 then big n t else ([], LA)
data T = L | B Int T T
good :: T -> Int
good t = sumT (inc (inc t))
inc :: T -> T
inc L = L
inc (B x l r) = B (x + 1) (inc l) (inc r)
sumT :: T -> Int
sumT L = 0
sumT (B x l r) = x + sumT l + sumT r
)";

// Ten literals, each with a function of its own.
inline const std::string tenCases = R"(module S (pick) where
pick :: Int -> [Int] -> Int
pick 17 xs = f0 xs
pick 101 xs = f1 xs
pick 202 xs = f2 xs
pick 3003 xs = f3 xs
pick (-404) xs = f4 xs
pick 55555 xs = f5 xs
pick 606 xs = f6 xs
pick 7070 xs = f7 xs
pick 80 xs = f8 xs
pick 99999 xs = f9 xs
pick n xs = n
f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 :: [Int] -> Int
f0 [] = 0
f0 (x : r) = x + f0 r
f1 [] = 1
f1 (x : r) = x - f1 r
f2 [] = 2
f2 (x : r) = x * f2 r
f3 [] = 3
f3 (x : r) = x + 3 * f3 r
f4 [] = 4
f4 (x : r) = x + 4 * f4 r
f5 [] = 5
f5 (x : r) = x + 5 * f5 r
f6 [] = 6
f6 (x : r) = x + 6 * f6 r
f7 [] = 7
f7 (x : r) = x + 7 * f7 r
f8 [] = 8
f8 (x : r) = x + 8 * f8 r
f9 [] = 9
f9 (x : r) = x + 9 * f9 r
)";

inline ir::Program parsed(const std::string& source) {
  support::Result<ir::Program> program = text::parse(source, "s.hs");
  if (!program) {
    throw std::runtime_error(support::render(program.diagnostics(), "s.hs", source));
  }
  return std::move(*program);
}

}  // namespace deforest::eval::testing
