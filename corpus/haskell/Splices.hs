{-# LANGUAGE TemplateHaskell #-}
{-# OPTIONS_GHC -F -pgmF deforest #-}
-- Splices and quotations stay, and so does what they make and mention.
-- improved: run, swaps, add, firsts
-- known: data Pairs
-- opaque: made, main
module Main (main) where

import Language.Haskell.TH

data Pairs = None | Pair Int Int Pairs

firsts :: Int -> Pairs
firsts n = if n == 0 then None else Pair n (n + n) (firsts (n - 1))

swaps :: Pairs -> Pairs
swaps None = None
swaps (Pair a b rest) = Pair b a (swaps rest)

add :: Pairs -> Int
add None = 0
add (Pair a b rest) = a - b + add rest

run :: Int -> Int
run n = add (swaps (firsts n))

$(return [])

made :: Int
made = $(litE (integerL (2 ^ (5 :: Integer))))

main :: IO ()
main = do
  putStrLn (nameBase 'run)
  print (run made)
