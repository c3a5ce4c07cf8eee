-- Tables that are constants: each is computed once, however often it is read.
module Main where

import qualified Data.IntMap.Strict as IM
import qualified Data.Map as M
import qualified Data.Set as S

data Step = (:->) Int Int | Int :<- Int | Stay
  deriving (Show, Eq)

-- So costly that once at every use would take hours.
coprime :: IM.IntMap Int
coprime = IM.fromList [(c, length [d | d <- [0 .. 2000], gcd c d == 1]) | c <- [0 .. 80]]

alphabet :: String
alphabet = ['a' .. 'z'] ++ ['0' .. '9']

places :: M.Map Char Int
places = M.fromList (zip alphabet [0 ..])

primes :: S.Set Int
primes = S.fromList (sieve [2 .. 1000])
  where
    sieve [] = []
    sieve (p : ps) = p : sieve [q | q <- ps, q `mod` p /= 0]

step :: Int -> Int -> Int
step acc k = (acc * 31 + coprime IM.! (acc `mod` 81) + k) `mod` 1000003

-- One that depends on no argument, in a loop.
encode :: [Int] -> String
encode ns = case ns of
  a : b : r -> map pick [a, b] ++ encode r
  [a] -> [pick a]
  [] -> ""
  where
    table = M.fromList (zip [0 ..] alphabet)
    pick w = table M.! (w `mod` 36)

decode :: String -> Int
decode [] = 0
decode (c : cs) = M.findWithDefault 0 c places + decode cs

-- Never asked for, and it would fail.
broken :: M.Map Int Int
broken = M.fromList [(k, 100 `div` (k - k)) | k <- [1 .. 3]]

look :: Bool -> [Int] -> Int
look _ [] = 0
look wrong (n : ns) = (if wrong then M.size broken + sum (M.elems broken) else n) + look wrong ns

walk :: Int -> [Step]
walk n
  | n `S.member` primes = n :-> (-n) : rest
  | even n = n :<- (n - 1) : rest
  | otherwise = Stay : rest
  where
    rest = if n > 990 then [] else walk (n + 1)

main :: IO ()
main = do
  print (foldl step 7 [1 .. 200000])
  let text = encode [k * k | k <- [1 .. 60000]]
  print (length (filter (== 'q') text), decode text)
  print (look False [1 .. 1000])
  print (take 6 (walk 0))
  print (length (filter (/= Stay) (walk 0)))
