-- Lists without an end that are read once: to make them again takes no more, and to keep their cells
-- would take hundreds of megabytes.
module Main where

numbers :: [Int]
numbers = iterate (\r -> (r * 1103515245 + 12345) `mod` 2147483648) 1

rolls :: [Int]
rolls = map (`mod` 6) numbers

count :: Int -> Int -> Int
count n face = length (filter (== face) (take n rolls))

mean :: Int -> Int
mean n = sum (map (subtract middle) (take n wide)) `div` n
  where
    middle = 16384
    wide = map (`div` 65536) (iterate (\r -> (r * 1103515245 + 12345) `mod` 2147483648) n)

main :: IO ()
main = do
  n <- readLn
  print (count n 5)
  print (mean n)
