-- Types beside the names that bindings define, of all kinds of bindings.
{-# LANGUAGE BangPatterns #-}
{-# LANGUAGE ScopedTypeVariables #-}
module Main where

limit :: Int = 10

twice :: Int -> Int = \x -> 2 * x

(lo :: Int, name) = (1, "low")

spread :: forall a. Show a => [a] -> String
spread xs = go
  where
    go :: String = concatMap one xs
    one :: a -> String = \x -> show x ++ ";"

sumTo :: Int -> Integer
sumTo n =
  let !start :: Integer = 0
      step :: Integer -> Int -> Integer = \s k -> s + fromIntegral k
      total :: Integer
        | n < 0 = start
        | otherwise = foldl step start [1 .. n]
      (half :: Integer, isOdd :: Bool) = (total `div` 2, odd total)
  in if isOdd then half else negate (after half)
  where
    after = \(x :: Integer) -> x + 1

never :: Int -> Int
never n =
  let k :: Int = error "looked at"
      small :: Bool = n < 3
  in if small then n else k

main :: IO ()
main = do
  n :: Int <- return 7
  let k :: Double = fromIntegral n / 2
      m :: Int = n + limit
  print k
  print (twice m + lo, name)
  putStrLn (spread [n, m])
  print (map sumTo [n, n + 1, -1], never 2)
  print [d | x <- [1, 2, 3], let d :: Double = x / 2, d > 0.5]
