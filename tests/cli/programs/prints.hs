-- Actions without signatures, and actions that data chooses.
module Main where

import Control.Monad (forM_, unless, when)
import qualified Data.Map as Map

data Shape = Circle Double | Square Double | Dot

describe (name, shape) = putStrLn (name ++ ": " ++ area)
  where
    area = case shape of
      Circle r -> show (3 * r * r)
      Square a -> show (a * a)
      Dot -> "nothing"

countdown n
  | n <= (0 :: Int) = putStrLn "go"
  | otherwise = do
      print n
      countdown (n - 1)

safeDivide :: Int -> Int -> Either String Int
safeDivide _ 0 = Left "division by zero"
safeDivide a b = Right (div a b)

main :: IO ()
main = do
  mapM_ describe [("disc", Circle 2), ("tile", Square 1.5), ("point", Dot)]
  countdown 3
  maybe (putStrLn "none") print (Map.lookup 'x' table)
  maybe (putStrLn "none") (\v -> print (v + 1)) (Map.lookup 'y' table)
  either putStrLn print (safeDivide 7 2)
  either (putStrLn . ("error: " ++)) (print . negate) (safeDivide 7 0)
  mapM_ (either putStrLn print . uncurry safeDivide) [(9, 3), (1, 0)]
  forM_ [1 .. 3] $ \i -> when (odd i) $ report "odd" i
  row 3
  where
    table = Map.fromList (zip "yz" [10 :: Int ..])
    report what i = do
      putStr what
      unless (i > 2) $ putStr " and small"
      putStrLn (" " ++ show (i :: Int))
    row k = mapM_ (\i -> putStrLn (replicate i '*')) [1 .. k]
