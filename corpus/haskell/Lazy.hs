{-# OPTIONS_GHC -F -pgmF deforest #-}
-- What needs laziness stays lazy: an argument that is never looked at, an infinite list, a value
-- that is defined by itself.
-- improved: folded, squares, add, upto, choose, main
-- known: data List, ones, primes
module Main (main) where

data List = Nil | Cons Int List

upto :: Int -> Int -> List
upto a b = if a > b then Nil else Cons a (upto (a + 1) b)

squares :: List -> List
squares Nil = Nil
squares (Cons x xs) = Cons (x * x) (squares xs)

add :: List -> Int
add Nil = 0
add (Cons x xs) = x + add xs

folded :: Int -> Int
folded n = add (squares (upto 1 n))

choose :: Bool -> Int -> Int -> Int
choose c a b = if c then a else b

primes :: [Int]
primes = sieve [2 ..] where sieve xs = head xs : sieve [x | x <- tail xs, x `mod` head xs /= 0]

ones :: [Int]
ones = 1 : ones

main :: IO ()
main = do
  print (folded 100)
  print (choose True 1 (error "never"))
  line <- return (take 5 primes)
  print line
  print (take 3 ones)
