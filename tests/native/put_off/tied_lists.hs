-- Lists that are defined by themselves, as constants and within functions, where their cells can
-- only be made as they are read.
module Main (main) where

import Data.List (unfoldr)

-- A constant that needs itself at several places, by a function that takes lists apart.
hamming :: [Integer]
hamming = 1 : merge (map (* 2) hamming) (merge (map (* 3) hamming) (map (* 5) hamming))

merge :: [Integer] -> [Integer] -> [Integer]
merge xa@(x : xs) ya@(y : ys)
  | x < y = x : merge xs ya
  | x > y = y : merge xa ys
  | otherwise = x : merge xs ys
merge _ _ = []

-- One that a function reads which it is made with.
primes :: [Int]
primes = 2 : filter isPrime [3, 5 ..]

isPrime :: Int -> Bool
isPrime n = n > 1 && all (\p -> n `mod` p /= 0) (takeWhile (\p -> p * p <= n) primes)

-- Lists of lists.
rows :: [[Integer]]
rows = [1] : map next rows
  where next row = zipWith (+) (0 : row) (row ++ [0])

-- Two constants that need each other.
evens, odds :: [Int]
evens = 0 : map (+ 1) odds
odds = map (+ 1) evens

thueMorse :: [Int]
thueMorse = 0 : interleave (map (1 -) thueMorse) (tail thueMorse)
  where
    interleave (x : xs) ys = x : interleave ys xs
    interleave [] _ = []

-- Values of functions: of what they are given, and of nothing that they are given.
ways :: [Int] -> Int -> Integer
ways sizes total = foldr add (1 : repeat 0) sizes !! total
  where
    add size old = new
      where new = take size old ++ zipWith (+) new (drop size old)

sums :: Int -> [Integer]
sums k = go k (repeat 1)
  where
    go 0 xs = xs
    go j xs = go (j - 1) (partial xs)
    partial xs = ys where ys = 0 : zipWith (+) xs ys

best :: [(Int, Int)] -> Int -> Int
best items room = values !! room
  where
    values = [value free | free <- [0 ..]]
    value free = maximum (0 : [v + values !! (free - k) | (k, v) <- items, k <= free])

squaresBelow :: Int -> Int
squaresBelow n = length (takeWhile (< n) squares)
  where squares = scanl (+) 0 [1, 3 ..]

data Ring = Ring {beads :: [Int], size :: Int}

ring :: Int -> Ring
ring n = Ring all' n
  where all' = [1, 2] ++ zipWith (\a b -> (a + b) `mod` 97) all' (drop 1 all')

main :: IO ()
main = do
  print (take 12 hamming, hamming !! 1690)
  print (take 10 primes, filter isPrime [1000 .. 1050], primes !! 1000)
  mapM_ print (take 6 rows)
  print (rows !! 40 !! 20)
  print (take 5 evens, take 5 odds, evens !! 300)
  print (take 20 thueMorse, sum (take 1000 thueMorse))
  print (map (ways [1, 5, 10, 25]) [4, 100, 500])
  print (take 8 (sums 3), sums 4 !! 50)
  print (best [(3, 4), (4, 5), (7, 10)] 60)
  print (sum (map squaresBelow [1 .. 300]))
  print (take 10 (beads (ring 4)), size (ring 4))
  let xs = 1 : map (* 2) xs
  print (takeWhile (< 2000) xs :: [Int])
  print (unfoldr (\(n, s) -> if n > 5 then Nothing else Just (head s, (n + 1, tail s))) (0 :: Int, rows))
