module Main (main) where
import qualified Data.Map as Map
import qualified Data.IntMap as IM
import qualified Data.Set as Set
import Data.Map (Map)
import Data.Maybe (fromMaybe)

data Expr = Num Int | Ref String | Add Expr Expr | Mul Expr Expr

cells :: Map String Expr
cells = Map.fromList
  [ ("a1", Num 4), ("a2", Add (Ref "a1") (Num 1)), ("b1", Mul (Ref "a2") (Ref "a2"))
  , ("b2", Add (Ref "b1") (Ref "c9")), ("b3", Add (Ref "b2") (Ref "b1")) ]

evaluate :: Map String Expr -> Map String Int
evaluate sheet = values
  where
    values = Map.map eval sheet
    eval (Num n) = n
    eval (Ref r) = fromMaybe 0 (Map.lookup r values)
    eval (Add x y) = eval x + eval y
    eval (Mul x y) = eval x * eval y

ways :: Int -> [Int] -> Integer
ways total coins = table Map.! (total, length coins)
  where
    table :: Map (Int, Int) Integer
    table = Map.fromList [((t, k), go t k) | t <- [0 .. total], k <- [0 .. length coins]]
    go 0 _ = 1
    go _ 0 = 0
    go t k = table Map.! (t, k - 1) + Map.findWithDefault 0 (t - coins !! (k - 1), k) table

depths :: IM.IntMap [Int] -> IM.IntMap Int
depths graph = d
  where
    d = IM.mapWithKey depth graph
    depth k ns = case [n | n <- ns, n > k, IM.member n d] of
      [] -> 0
      more -> 1 + maximum [d IM.! n | n <- more]

fibs :: Map Int Integer
fibs = Map.fromSet fib (Set.fromList [0 .. 90])

fib :: Int -> Integer
fib n = if n < 2 then toInteger n else fibs Map.! (n - 1) + fibs Map.! (n - 2)

main :: IO ()
main = do
  print (Map.toList (evaluate cells))
  print (ways 60 [1, 5, 10, 25])
  print (IM.toList (depths (IM.fromList [(i, [i * 2, i * 3, i - 1]) | i <- [1 .. 40]])))
  print (fibs Map.! 90, Map.size fibs)
