module Main where

-- A list that is read twice is made as a whole, and so is one that is stored; what is read to its
-- end is, too.
queens :: Int -> [[Int]]
queens n = go n
  where
    go 0 = [[]]
    go k = [q : qs | qs <- go (k - 1), q <- [1 .. n], safe q qs]

safe :: Int -> [Int] -> Bool
safe q qs = and [q /= c && abs (q - c) /= d | (d, c) <- zip [1 ..] qs]

stored :: Int -> (Int, [[Int]])
stored n = let all' = queens n in (n, all')

main :: IO ()
main = do
  let sixes = queens 6
  print (head sixes, length sixes)
  let (n, sevens) = stored 7
  print (n, take 1 sevens, last sevens)
  print (length (queens 5))
