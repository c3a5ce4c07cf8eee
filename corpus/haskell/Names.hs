{-# LANGUAGE ViewPatterns #-}
{-# OPTIONS_GHC -F -pgmF deforest #-}
-- Names that libraries have too: where a declaration that is not understood defines one, what calls
-- it must not be taken to call the library's.
-- improved: run, total, whole
-- known: type Word, data Tree, newtype Tower m a, grow, twice, count
-- opaque: filter, lookup, main
module Main (main) where

import Control.Monad (foldM)
import Data.Bits (xor)
import Prelude hiding (Word, filter, lookup)

type Word = Int

data Tree = Tip | Fork Tree Word Tree

-- Not a filter at all.
filter :: (Int -> Bool) -> [Int] -> [Int]
filter p (map id -> xs) = maybe [] reverse (foldM (\seen x -> if p x then Just (x : seen) else Just (x : x : seen)) [] xs)

lookup :: Monad m => Int -> m Int
lookup (subtract 0 -> k) = do
  let twiceK = 2 * k
  return (twiceK `xor` 1)

newtype Tower m a = Tower { floors :: m (m a) }

grow :: Int -> Tree
grow n = if n <= 0 then Tip else Fork (grow (n - 1)) n (grow (n - 2))

twice :: Tree -> Tree
twice Tip = Tip
twice (Fork l x r) = Fork (twice l) (2 * x) (twice r)

total :: Tree -> Int
total Tip = 0
total (Fork l x r) = total l + x + total r

count :: Tree -> Int
count Tip = 0
count (Fork l _ r) = count l + 1 + count r

run :: Int -> Int
run n = total (twice (grow n))

whole :: Int -> Int
whole n = sum (filter even [1 .. run n])

main :: IO ()
main = do
  print (whole 4)
  lookup 5 >>= print
  print (count (twice (grow 6)))
  print (fmap length (floors (Tower (Just (Just "abc")))))
