module Main (main) where
import Data.Array

matrixChain :: [Int] -> (Int, String)
matrixChain ds = (cost ! (1, n), paren 1 n)
  where
    n = length ds - 1
    d = listArray (0, n) ds
    cost = array ((1, 1), (n, n)) ([((i, i), 0) | i <- [1 .. n]]
      ++ [((i, j), fst (best i j)) | i <- [1 .. n], j <- [i + 1 .. n]]
      ++ [((i, j), 0) | i <- [1 .. n], j <- [1 .. i - 1]])
    best i j = minimum [(cost ! (i, k) + cost ! (k + 1, j) + d ! (i - 1) * d ! k * d ! j, k) | k <- [i .. j - 1]]
    paren i j
      | i == j = "A" ++ show i
      | otherwise = let k = snd (best i j) in "(" ++ paren i k ++ paren (k + 1) j ++ ")"

main :: IO ()
main = print (matrixChain [30, 35, 15, 5, 10, 20, 25, 40, 5, 60, 7, 13])
