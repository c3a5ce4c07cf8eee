module Main where

import Data.Char (toUpper)

main :: IO ()
main = interact (unlines . map (map toUpper) . filter (not . null) . lines)
