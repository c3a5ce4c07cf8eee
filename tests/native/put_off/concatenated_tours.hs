module Main (main) where
import qualified Data.Set as Set
import Data.List (sortOn)

type Square = (Int, Int)

tours :: Int -> Square -> [[Square]]
tours n start = map reverse (go (Set.singleton start) [start])
  where
    go seen path@(s : _)
      | Set.size seen == n * n = [path]
      | otherwise = concat [ go (Set.insert t seen) (t : path) | t <- sortOn degree (free s) ]
      where
        free q = filter (`Set.notMember` seen) (knight q)
        degree = length . free
    go _ [] = []
    knight (x, y) = [ (a, b) | (i, j) <- [(1, 2), (2, 1)], s <- [1, -1], t <- [1, -1]
                    , let { a = x + s * i; b = y + t * j }, a >= 1, a <= n, b >= 1, b <= n ]

main :: IO ()
main = do
  print (head (tours 8 (1, 1)))
  print (concat [ [x, y] | x <- [1 .. 4 :: Int], odd x, let y = x * x, z <- "ab", z == 'a' ])
  print (length (concat [ replicate n c | (n, c) <- zip [1 .. 5] "abcde", n /= 3 ]))
