{-# LANGUAGE LambdaCase #-}
-- `fix` of functions: with a function written there, with one of its own, with what is captured, and
-- of values.
module Main where

import Data.Function (fix)
import qualified Data.Map as Map

factorial :: Integer -> Integer
factorial = fix (\rec n -> if n <= 1 then 1 else n * rec (n - 1))

stepSum :: (Int -> Int) -> Int -> Int
stepSum rec n
  | n <= 0 = 0
  | otherwise = n + rec (n - 1)

gcd' :: Int -> Int -> Int
gcd' = fix $ \go a b -> if b == 0 then a else go b (a `mod` b)

scaled :: Int -> (Int -> Int) -> Int -> Int
scaled k rec n = if n <= 0 then k else k * rec (n - 1)

collatz :: Int -> [Int]
collatz start = fix walk start
  where
    walk rec n
      | n == 1 = [1]
      | even n = n : rec (n `div` 2)
      | otherwise = n : rec (3 * n + 1)

lengths :: Map.Map Int Int
lengths = Map.fromList [(n, fix (\count xs -> case xs of { [] -> 0; _ : r -> 1 + count r }) (collatz n)) | n <- [1 .. 10]]

countdown :: Int -> IO ()
countdown = fix $ \again n -> if n == 0 then putStrLn "done" else print n >> again (n - 1)

main :: IO ()
main = do
  print (factorial 20, fix stepSum 10, gcd' 84 36)
  print (fix (scaled 2) 6, map (fix (scaled 3)) [0, 1, 2])
  print (collatz 6)
  print (Map.toList lengths)
  countdown 3
  let fact = fix (\rec n -> if n <= 1 then 1 else n * rec (n - 1)) :: Integer -> Integer
  print (fact 25)
  let size = fix (\count -> \case { [] -> 0 :: Int; _ : r -> 1 + count r })
  print (size "four", fix step 4, twice step, map (fix stepSum) [1, 2, 3], fix flat 3)
  flip fix (3 :: Int) $ \again n -> if n == 0 then putStrLn "done" else print n >> again (n - 1)

-- Not seen to be functions by what is written there.
step :: (Int -> Int) -> Int -> Int
step = \again n -> if n == 0 then 0 else n + again (n - 1)

flat :: (Int -> [Int]) -> Int -> [Int]
flat rec = \n -> if n == 0 then [] else n : rec (n - 1)

twice :: ((Int -> Int) -> Int -> Int) -> Int
twice g = fix g 3 + h 4
  where
    h = fix g
