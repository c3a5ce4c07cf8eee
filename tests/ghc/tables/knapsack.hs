module Main (main) where
import Data.Array
import qualified Data.Map as M

type Item = (String, Int, Int)

knapsack :: Int -> [Item] -> (Int, [String])
knapsack cap items = (table ! (n, cap), chosen n cap)
  where
    n = length items
    arr = listArray (1, n) items
    table = array ((0, 0), (n, cap)) [((i, w), go i w) | i <- [0 .. n], w <- [0 .. cap]]
    go 0 _ = 0
    go i w
      | wt > w = skip
      | otherwise = max skip (v + table ! (i - 1, w - wt))
      where
        (_, wt, v) = arr ! i
        skip = table ! (i - 1, w)
    chosen 0 _ = []
    chosen i w
      | table ! (i, w) == table ! (i - 1, w) = chosen (i - 1) w
      | otherwise = let (name, wt, _) = arr ! i in name : chosen (i - 1) (w - wt)

main :: IO ()
main = do
  let cap = 300
  print (knapsack cap [("map", 9, 150), ("compass", 13, 35), ("water", 153, 200), ("sandwich", 50, 160), ("glucose", 15, 60), ("tin", 68, 45), ("banana", 27, 60), ("apple", 39, 40), ("cheese", 23, 30), ("beer", 52, 10), ("suntan cream", 11, 70), ("camera", 32, 30)])
  let t = listArray (0, 20) [if i < 2 then 1 else t ! (i - 1) + t ! (i - 2) | i <- [0 .. 20]] :: Array Int Int
  print t
  print (fmap (* 2) t ! 7, bounds t, M.fromList (assocs t) M.! 5)
