-- A message that says what was no digit:
-- Char.digitToInt: not a digit '\955'
module Main where

import Data.Char (digitToInt, intToDigit)

value :: String -> Int
value = foldl (\n c -> 16 * n + digitToInt c) 0

main :: IO ()
main = do
  putStrLn (map intToDigit [0 .. 15])
  print (value "fF09")
  print (value "12\955")
