module Main (main) where

import qualified Data.Map as M
import Geometry
import qualified Store as S
import Store (Store, Named (..), (|>))

-- A helper that the other modules have as well.
go :: Int -> Int
go n = n * 2

data Item = Item { name :: String, weight :: Int } deriving (Show, Eq)

instance Named Item where
  nameOf = name

insert :: Int -> [Int] -> [Int]
insert x xs = x : xs

main :: IO ()
main = do
  print (area (Circle 2))
  print (map area [Square 3, unit])
  print (go 21)
  putStrLn (describe (Item "rod" 3))
  putStrLn (describe (Square 2))
  print (S.toPairs (S.empty |> Item "a" 1 |> Item "b" 2 |> Item "c" 3))
  print (insert 1 [2, 3])
  print (M.toList (M.fromList [(1 :: Int, "x")]))
  print (S.Item 3 4, Item "q" 5)
  print ((S.Item 3 4) { S.weight = 7 })
  print (S.lookup 2 (S.empty |> Item "z" 9))
  print (1 + 2 |>> 3)
  where describe x = nameOf x ++ "!"
