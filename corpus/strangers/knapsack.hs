-- The best value of what fits into a knapsack, by a table that is defined by itself.
module Main where

import Data.Array

data Item = Item { name :: String, weight :: Int, value :: Int }

items :: [Item]
items =
  [ Item "map" 9 150, Item "compass" 13 35, Item "water" 153 200, Item "sandwich" 50 160
  , Item "glucose" 15 60, Item "tin" 68 45, Item "banana" 27 60, Item "apple" 39 40
  , Item "cheese" 23 30, Item "beer" 52 10, Item "suntan cream" 11 70, Item "camera" 32 30
  , Item "t-shirt" 24 15, Item "trousers" 48 10, Item "umbrella" 73 40 ]

-- | The table has a row for each number of items and a column for each weight.
best :: [Item] -> Int -> (Int, [String])
best things capacity = (table ! (n, capacity), reverse (chosen n capacity))
  where
    n = length things
    byNumber = listArray (1, n) things
    table = array ((0, 0), (n, capacity))
      [((i, w), cell i w) | i <- [0 .. n], w <- [0 .. capacity]]
    cell 0 _ = 0
    cell i w
      | weight item > w = without
      | otherwise = max without (value item + table ! (i - 1, w - weight item))
      where
        item = byNumber ! i
        without = table ! (i - 1, w)
    chosen 0 _ = []
    chosen i w
      | table ! (i, w) == table ! (i - 1, w) = chosen (i - 1) w
      | otherwise = name item : chosen (i - 1) (w - weight item)
      where item = byNumber ! i

main :: IO ()
main = do
  let (total, names) = best items 400
  putStrLn ("value " ++ show total)
  mapM_ putStrLn names
