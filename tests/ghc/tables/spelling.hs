module Main (main) where
import Data.Array

distance :: String -> String -> Int
distance xs ys = table ! (m, n)
  where
    m = length xs
    n = length ys
    x = listArray (1, m) xs
    y = listArray (1, n) ys
    table = listArray ((0, 0), (m, n)) [go i j | i <- [0 .. m], j <- [0 .. n]] :: Array (Int, Int) Int
    go i 0 = i
    go 0 j = j
    go i j
      | x ! i == y ! j = table ! (i - 1, j - 1)
      | otherwise = 1 + minimum [table ! (i - 1, j), table ! (i, j - 1), table ! (i - 1, j - 1)]

dictionary :: [String]
dictionary = [a ++ show n ++ b | n <- [1 .. 60 :: Int], a <- ["wo", "be"], b <- ["rd", "st"]]

best :: String -> (Int, String)
best w = minimum [(distance w d, d) | d <- dictionary]

main :: IO ()
main = mapM_ (print . best) ["word12", "bees", "worst", "be60st"]
