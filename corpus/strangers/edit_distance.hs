-- The edits that make one word of another, by a table that is filled on demand.
module Main where

import Data.Array

editDistance :: String -> String -> Int
editDistance s t = d m n
  where
    m = length s
    n = length t
    sa = listArray (1, m) s
    ta = listArray (1, n) t
    d i j = table ! (i, j)
    bnds = ((0, 0), (m, n))
    table = listArray bnds [dist i j | (i, j) <- range bnds]
    dist i 0 = i
    dist 0 j = j
    dist i j
      | sa ! i == ta ! j = d (i - 1) (j - 1)
      | otherwise = 1 + minimum [d (i - 1) j, d i (j - 1), d (i - 1) (j - 1)]

lcs :: String -> String -> String
lcs xs ys = go 0 0
  where
    n = length xs
    m = length ys
    x = listArray (0, n - 1) xs
    y = listArray (0, m - 1) ys
    len = array ((0, 0), (n, m)) [((i, j), f i j) | i <- [0 .. n], j <- [0 .. m]] :: Array (Int, Int) Int
    f i j
      | i == n || j == m = 0
      | x ! i == y ! j = 1 + len ! (i + 1, j + 1)
      | otherwise = max (len ! (i + 1, j)) (len ! (i, j + 1))
    go i j
      | i == n || j == m = []
      | x ! i == y ! j = x ! i : go (i + 1) (j + 1)
      | len ! (i + 1, j) >= len ! (i, j + 1) = go (i + 1) j
      | otherwise = go i (j + 1)

main :: IO ()
main = do
  print (editDistance "kitten" "sitting")
  print (editDistance "rosettacode" "raisethysword")
  putStrLn (lcs "thisisatest" "testing123testing")
