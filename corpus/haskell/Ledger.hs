{-# LANGUAGE ImplicitParams #-}
{-# OPTIONS_GHC -F -pgmF deforest #-}
-- Calls of what another module defines, of what this one defines in ways that are not understood,
-- and of an array: what is around them fuses.
-- improved: balance, steps, labelled, lazily, table
-- known: data Move
-- opaque: interest, main, partial
module Main (main) where

import Data.Array
import Data.Char (isPunctuation)
import Imported.Ledger hiding (open)
import qualified Imported.Ledger as L

data Move = Move Int Int | Gap

moves :: Int -> [Move]
moves n = [if i `mod` 5 == 0 then Gap else Move i (i * 7) | i <- [1 .. n]]

kept :: [Move] -> Entries
kept [] = []
kept (Gap : rest) = kept rest
kept (Move day x : rest) = (day, x) : kept rest

doubled :: Entries -> Entries
doubled [] = []
doubled ((day, x) : rest) = (day, 2 * x) : doubled rest

-- | Not understood, but for its type.
interest :: Int -> Int -> Int
interest rate x = let ?rate = rate in x + x * ?rate `div` 100

charge :: [Int] -> [Int]
charge [] = []
charge (x : xs) = interest 3 x : charge xs

total :: [Int] -> Int
total [] = 0
total (x : xs) = x <+> total xs * 2

-- | What is charged, added up.
balance :: [Int] -> Int
balance xs = total (charge xs)

postAll :: Account -> [Move] -> Account
postAll account ms = post account (doubled (kept ms))

-- | The amounts of an account, by day.
spread :: Int -> Int
spread n = total (amountsOf (doubled (entries (postAll (L.open "a") (moves n)))))

amountsOf :: Entries -> [Int]
amountsOf [] = []
amountsOf ((_, x) : rest) = x : amountsOf rest

-- | In steps of five, from an operation of a class that is not known here.
steps :: [Int] -> Int
steps xs = total (inSteps (charge xs))

inSteps :: [Int] -> [Int]
inSteps [] = []
inSteps (x : xs) = rounded 5 x : inSteps xs

-- | A function is given to what is not understood.
labelled :: Int -> Entries -> String
labelled k es = shout (render (\day -> replicate (day `mod` 3) '.' ++ show (day + k)) (doubled (doubled es)))

shout :: String -> String
shout s = [if isPunctuation c then '!' else c | c <- s]

-- | The list fails where it is not looked at.
lazily :: Int -> Int
lazily n = unless0 n (charge (charge (n : error "looked at")))

-- | An array of what is charged.
table :: Int -> Array Int Int
table n = listArray (0, n) (charge (charge [0 .. n]))

partial :: Int -> [Int] -> [Int]
partial rate xs = map (interest rate) xs

main :: IO ()
main = do
  print (balance [1 .. 20])
  print (spread 40)
  putStrLn (accountName (postAll (L.open "cash") (moves 3)))
  print (steps [3, 14 .. 60])
  putStrLn (labelled 2 [(i, i * i) | i <- [1 .. 6]])
  print (lazily 0)
  print (sum (elems (table 9)), table 9 ! 4)
  print (partial 4 [100, 200])
