module Main where

import Data.Char (digitToInt, intToDigit)
import Data.List (minimumBy)
import Data.Ord (comparing)

type Board = [[Int]]

parse :: String -> Board
parse [] = []
parse s = map digitToInt (take 9 s) : parse (drop 9 s)

free :: Board -> Int -> Int -> [Int]
free b r c = [v | v <- [1 .. 9], v `notElem` row, v `notElem` col, v `notElem` box]
  where
    row = b !! r
    col = map (!! c) b
    box = [b !! i !! j | i <- [r0 .. r0 + 2], j <- [c0 .. c0 + 2]]
    r0 = 3 * (r `div` 3)
    c0 = 3 * (c `div` 3)

set :: Int -> Int -> Int -> Board -> Board
set r c v b = [[if (i, j) == (r, c) then v else x | (j, x) <- zip [0 ..] line] | (i, line) <- zip [0 ..] b]

solve :: Board -> [Board]
solve b
  | null holes = [b]
  | otherwise = do
      let (r, c) = minimumBy (comparing (\(i, j) -> length (free b i j))) holes
      v <- free b r c
      solve (set r c v b)
  where
    holes = [(i, j) | (i, line) <- zip [0 :: Int ..] b, (j, 0) <- zip [0 ..] line]

main :: IO ()
main = do
  let board = parse "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
  mapM_ (putStrLn . map intToDigit) (head (solve board))
  let wide = parse (concat (replicate 81 "0"))
  mapM_ (putStrLn . map intToDigit) (head (solve wide))
