-- Numbers from standard input, actions with arguments, a size from the command line.
module Main where

import Control.Monad (forM_, unless, when)
import System.Environment (getArgs)

report :: String -> Int -> IO ()
report what n
  | n < 0 = putStrLn (what ++ ": negative")
  | otherwise = do
      putStr (what ++ ": ")
      print n

rows :: [[Int]] -> IO ()
rows table = mapM_ row table
  where
    row :: [Int] -> IO ()
    row xs = case xs of
      [] -> putStrLn "-"
      x : _ -> putStrLn (unwords (map show xs)) >> when (x > 9) (putStrLn "large")

main :: IO ()
main = do
  args <- getArgs
  let size = case args of
        [a] -> read a
        _ -> 2
  text <- getContents
  let table = map (map read . words) (lines text) :: [[Int]]
      flat = concat table
  report "sum" (sum flat)
  report "count" (length flat)
  forM_ (zip [1 .. size] table) $ \(i, row) -> do
    putStr (show i ++ " ")
    print row
  rows table
  unless (null args) $ putStrLn ("given " ++ unwords args)
