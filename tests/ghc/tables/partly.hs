module Main (main) where
import Data.Array
-- Lazily: entries that nobody needs fail.
partial :: Int -> Int
partial n = t ! n
  where t = listArray (0, n) [f i | i <- [0 .. n]] :: Array Int Int
        f 0 = 1
        f i | odd i && i < n = error ("odd " ++ show i)
            | otherwise = t ! (i `div` 2 - (i `div` 2) `mod` 2) + 1
main :: IO ()
main = do
  print (partial 100)
  print (g 100000)
g :: Int -> Int
g n = t ! n where t = listArray (0, n) (0 : [1 + t ! (i - 1) | i <- [1 .. n]])
