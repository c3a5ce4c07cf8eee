module Main (main) where
import Data.Array

memo :: Array Int Integer
memo = listArray (0, 300) (map fib [0 .. 300])

fib :: Int -> Integer
fib 0 = 0
fib 1 = 1
fib n = memo ! (n - 1) + memo ! (n - 2)

main :: IO ()
main = do
  print (fib 200)
  print (memo ! 300)
  print (sum (elems memo) `mod` 1000007)
