{-# LANGUAGE CPP #-}
{-# OPTIONS_GHC -F -pgmF deforest #-}
-- The C preprocessor has been there before; lines that it leaves say where they are from. One line
-- has a tab.
-- improved: run, label, sumAll
-- known: data Rose, build, leaves
-- opaque: main
module Main (main) where

import Control.Monad (forM)

#define SIZE 5

data Rose = Leaf Int | Two Rose Rose

#if SIZE > 3
build :: Int -> Rose
build n = if n <= 0 then Leaf 1 else Two (build (n - 1)) (build (n - 2))
#else
build :: Int -> Rose
build n = Leaf n
#endif

label :: Int -> Rose -> Rose
label k (Leaf x) = Leaf (x + k)
label k (Two l r) = Two (label k l) (label k r)

leaves :: Rose -> Int
leaves (Leaf _) = 1
leaves (Two l r) = leaves l + leaves r

sumAll :: Rose -> Int
sumAll (Leaf x) =
	x
sumAll (Two l r) = sumAll l + sumAll r

run :: Int -> Int
run n = sumAll (label 3 (build n))

main :: IO ()
main = do
  results <- forM [1 .. SIZE] (\n -> return (run n, leaves (build n)))
  print results
