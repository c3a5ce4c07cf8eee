-- Lists without an end that functions are given, and take apart.
module Main where

data Tree = Leaf | Node Tree Int Tree deriving (Show)

randoms :: Int -> [Int]
randoms = map (`div` 65536) . tail . iterate (\x -> (x * 1103515245 + 12345) `mod` 2147483648)

labels :: Int -> [Int] -> [String]
labels 0 _ = []
labels n (x : rest) = show x : labels (n - 1) rest
labels _ [] = []

-- They go on with themselves.
pairs :: [Int] -> [(Int, Int)]
pairs (x : y : rest) = (x, y) : pairs rest
pairs _ = []

runs :: [Int] -> [[Int]]
runs xs =
  let (small, rest) = span (< 30000) xs
      (x : more) = rest
   in (x : small) : runs more

pieces :: Int -> [String]
pieces n = take n (cut (cycle [3, 1, 4]) (map letter (randoms n)))
  where
    cut (k : ks) s = let (now, later) = splitAt k s in now : cut ks later
    cut [] _ = []
    letter x = toEnum (fromEnum 'a' + x `mod` 5)

-- Local, without the parameter, and given to a local function of a local function.
tasks :: Int -> [Int] -> [(Int, Int)]
tasks n = go 1
  where
    go i (r : rs)
      | i > n = []
      | r `mod` 3 == 0 = go i rs
      | otherwise = (i, r `mod` 10 + offset) : go (i + 1) rs
      where
        offset = second rs
        second (_ : y : _) = y `mod` n
        second _ = 0
    go _ [] = []

shuffle :: [Int] -> [Int] -> [Int]
shuffle (r : rs) xs@(_ : _) = let x = xs !! (r `mod` length xs) in x : shuffle rs (filter (/= x) xs)
shuffle _ _ = []

both :: [Int] -> [Int] -> Int -> Int
both (x : xs) (y : ys) n
  | n == 0 = x - y
  | otherwise = both ys xs (n - 1)
both _ _ _ = 0

roll :: Int -> [Int] -> Int
roll limit rs = case rs of
  [] -> 0
  r : rs
    | r > limit -> r
    | otherwise -> 1 + roll limit rs

grow :: Int -> [Int] -> Tree
grow 0 _ = Leaf
grow d all'@(x : rest)
  | even (head all') = Node (grow (d - 1) rest) x Leaf
  | otherwise = Node Leaf (x `mod` 7) (grow (d - 1) (drop 2 rest))
grow _ _ = Leaf

three :: Int -> (Int, Int, Int)
three seed = (a `mod` 10, b `mod` 10, sum (take 2 rest))
  where
    a : b : rest = drop 2 (randoms seed)

main :: IO ()
main = do
  print (labels 4 (randoms 42), labels 2 [1])
  print (take 3 (pairs (randoms 7)), pairs [1, 2, 3])
  print (take 2 (runs (randoms 9)))
  print (pieces 5)
  print (tasks 4 (randoms 99), tasks 2 [1, 4, 9])
  print (shuffle (randoms 3) [1 .. 9], shuffle [1, 2] [4, 5])
  print (both (randoms 3) [1 ..] 5, both [1, 2, 3] [4, 5, 6] 2, both [1 ..] [7, 8] 1)
  print (roll 30000 (randoms 1), roll 10 [1, 2, 30])
  print (grow 4 (randoms 6))
  print (map three [1, 2])
  print [p | p <- take 5 (tail (iterate ((`mod` 14) . (+ 3)) 1)), p /= 4]
  print (take 3 [p | p <- tail (iterate ((`mod` 14) . (+ 1)) 3), p /= 6])
  putStrLn (take 30 (unwords (map show (randoms 2))))
  putStr (take 12 (unlines (map show (iterate (* 3) 1))))
  let (p : q : _) = iterate (* 3) (7 :: Int)
      (zs, z : _) = span (< 3) [1 .. 10 :: Int]
      go :: Int -> [Int] -> Int
      go acc (x : xs) | x > 32000 = acc
                      | otherwise = go (acc + x) xs
      go acc [] = acc
  print (p, q, zs, z)
  print (go 0 (randoms 8), go 1 [1, 2, 3])
