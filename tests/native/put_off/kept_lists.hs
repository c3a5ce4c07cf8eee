-- Lists without an end that are read again and again: each element is computed once. Of the last
-- one, which is read once, no cells are kept.
module Main where

import Control.Monad (forM_)

-- Takes as many steps as there are digits, and then some.
dear :: Int -> Int
dear x = foldr (\i acc -> (acc * 31 + x + i) `mod` 100003) 1 [1 .. 2000]

-- A constant of the module.
hops :: [Int]
hops = iterate dear 7

hop :: Int -> Int
hop i = hops !! i

-- Of a function's argument; more than one of them, and one made of others.
table :: Int -> [Int]
table seed = [entry i + later i | i <- [0 .. 1500]]
  where
    walk = iterate dear seed
    costs = map (\x -> dear x `mod` 10) walk
    entry i = walk !! i
    later i = sum (take 3 (drop i costs))

-- Those before a bound, which has to be looked for each time.
below :: Int -> [Int]
below seed = [length (takeWhile (< k * 1000000) sums) | k <- [1 .. 400]]
  where
    sums = scanl (+) 0 (iterate dear seed) :: [Int]

-- Of pairs.
pairs :: Int -> Int
pairs n = sum [fst (steps !! i) * snd (steps !! (i + 1)) | i <- [0 .. n]]
  where
    steps = iterate next start
    next (a, b) = (dear (a + b), a)
    start = (1, 2)

once :: Int -> Int
once n = sum (take n rolls)
  where rolls = map (`div` 65536) (iterate (\r -> (r * 1103515245 + 12345) `mod` 2147483648) n)

main :: IO ()
main = do
  n <- readLn
  let ws = iterate dear n
  forM_ [0, n .. 100 * n] $ \i -> putStrLn (show i ++ ": " ++ show (ws !! i))
  print (sum (map hop [0 .. 2 * n]))
  print (sum (table n) `mod` 1000003)
  print (sum (below n))
  print (pairs n)
  print (once (n * 100000))
