module Main (main) where
import Data.Array

collatz :: Int -> Array Int Int
collatz n = lengths
  where
    lengths :: Array Int Int
    lengths = listArray (1, n) [len i | i <- [1 .. n]]
      where
        limit = n
        len :: Int -> Int
        len 1 = 1
        len k = 1 + follow (next k)
        follow m
          | m <= limit && inRange (bounds lengths) m = lengths ! m
          | otherwise = 1 + follow (next m)
    next k = if even k then k `div` 2 else 3 * k + 1

main :: IO ()
main = do
  let a = collatz 3000
  print (maximum (elems a))
  print (fst (foldr (\(i, x) (j, y) -> if x >= y then (i, x) else (j, y)) (0, 0) (assocs a)))
