{-# OPTIONS_GHC -F -pgmF deforest #-}
-- Imports functions that have no signature where they are defined: inference says their types.
-- improved farthest
-- known viaHarbour, metresOf, better, start
module Main where

import qualified Data.Map as M

import Imported.Route

data Stops = End | Stop Int Stops

stops :: [Leg] -> Stops
stops [] = End
stops (leg : legs) = Stop (metres leg) (stops legs)

longest :: Stops -> Int
longest End = 0
longest (Stop n rest) = max n (longest rest)

farthest :: Int -> Route -> Int
farthest k route = longest (stops (scale k route))

viaHarbour :: Route -> Route
viaHarbour route = [leg | leg <- route, through "harbour" leg]

metresOf :: M.Map String Int -> Route -> Int
metresOf table route = distance route + sum (map (lengthOf table . from) route)

better :: Int -> Int -> Int
better a b = fallback a b + 1

start :: [(String, Int)] -> String
start = origin

labelled :: Int -> String
labelled n = named n " m"

within :: Int -> Bool
within n = toInteger n <= limit

main :: IO ()
main = do
  let route = [Leg "mill" "harbour" 700, Leg "harbour" "light" 1900, Leg "light" "dune" 1200]
  print (farthest 3 route)
  print (length (viaHarbour route))
  print (metresOf (M.fromList [("mill", 5)]) route)
  print (better 3 9)
  putStrLn (labelled (farthest 1 route))
  print (map within [7, 7000])
  putStrLn (start [("mill", 1)])
