-- Life on sets: what lies between one generation and the next is given back, though they are kept in
-- a list without an end. With it, they would hold a gigabyte.
import qualified Data.Map.Strict as Map
import qualified Data.Set as Set
import System.IO (isEOF)

life :: Set.Set (Int, Int) -> Set.Set (Int, Int)
life alive = Map.keysSet (Map.filterWithKey rule counts)
 where
  counts = Map.fromListWith (+)
    [ ((x + dx, y + dy), 1 :: Int)
    | (x, y) <- Set.toList alive, dx <- [-1 .. 1], dy <- [-1 .. 1], (dx, dy) /= (0, 0) ]
  rule c k = k == 3 || (k == 2 && c `Set.member` alive)

main :: IO ()
main = do
  end <- isEOF
  n <- if end then return 8 else readLn
  let sets = iterate life (Set.fromList [(1, 0), (2, 0), (0, 1), (1, 1), (1, 2)])
  print [Set.size (sets !! k) | k <- [0, n `div` 4 .. n]]
