-- | A dictionary as a red-black tree: insertion after Okasaki, deletion after Kahrs.
module Main (main) where

import Data.List (foldl')
import Data.Maybe (fromMaybe, isJust)
import System.Environment (getArgs)

data Color = Red | Black
  deriving (Eq, Show)

data Tree k v
  = Leaf
  | Node Color (Tree k v) k v (Tree k v)
  deriving (Show)

-- Lookup ----------------------------------------------------------------------------------------

empty :: Tree k v
empty = Leaf

find :: Ord k => k -> Tree k v -> Maybe v
find _ Leaf = Nothing
find x (Node _ l k v r) = case compare x k of
  LT -> find x l
  EQ -> Just v
  GT -> find x r

member :: Ord k => k -> Tree k v -> Bool
member x = isJust . find x

-- | The entry with the greatest key that is at most the given one.
findLE :: Ord k => k -> Tree k v -> Maybe (k, v)
findLE x = go Nothing
  where
    go best Leaf = best
    go best (Node _ l k v r)
      | x < k = go best l
      | otherwise = go (Just (k, v)) r

-- Insertion -------------------------------------------------------------------------------------

insert :: Ord k => k -> v -> Tree k v -> Tree k v
insert = insertWith const

insertWith :: Ord k => (v -> v -> v) -> k -> v -> Tree k v -> Tree k v
insertWith f x new = blacken . go
  where
    go Leaf = Node Red Leaf x new Leaf
    go (Node c l k v r) = case compare x k of
      LT -> balance c (go l) k v r
      EQ -> Node c l k (f new v) r
      GT -> balance c l k v (go r)

blacken :: Tree k v -> Tree k v
blacken Leaf = Leaf
blacken (Node _ l k v r) = Node Black l k v r

redden :: Tree k v -> Tree k v
redden (Node Black l k v r) = Node Red l k v r
redden t = t

balance :: Color -> Tree k v -> k -> v -> Tree k v -> Tree k v
balance Black (Node Red (Node Red a xk xv b) yk yv c) zk zv d =
  Node Red (Node Black a xk xv b) yk yv (Node Black c zk zv d)
balance Black (Node Red a xk xv (Node Red b yk yv c)) zk zv d =
  Node Red (Node Black a xk xv b) yk yv (Node Black c zk zv d)
balance Black a xk xv (Node Red (Node Red b yk yv c) zk zv d) =
  Node Red (Node Black a xk xv b) yk yv (Node Black c zk zv d)
balance Black a xk xv (Node Red b yk yv (Node Red c zk zv d)) =
  Node Red (Node Black a xk xv b) yk yv (Node Black c zk zv d)
balance c l k v r = Node c l k v r

fromList :: Ord k => [(k, v)] -> Tree k v
fromList = foldl' (\t (k, v) -> insert k v t) empty

-- Deletion --------------------------------------------------------------------------------------

delete :: Ord k => k -> Tree k v -> Tree k v
delete x = blacken . remove x

remove :: Ord k => k -> Tree k v -> Tree k v
remove _ Leaf = Leaf
remove x (Node _ l k v r) = case compare x k of
  LT | isBlack l -> balanceLeft (remove x l) k v r
     | otherwise -> Node Red (remove x l) k v r
  GT | isBlack r -> balanceRight l k v (remove x r)
     | otherwise -> Node Red l k v (remove x r)
  EQ -> join l r

isBlack :: Tree k v -> Bool
isBlack (Node Black _ _ _ _) = True
isBlack _ = False

-- | The left side is one black node too short.
balanceLeft :: Tree k v -> k -> v -> Tree k v -> Tree k v
balanceLeft (Node Red a xk xv b) yk yv c = Node Red (Node Black a xk xv b) yk yv c
balanceLeft a xk xv (Node Black b yk yv c) = balance Black a xk xv (Node Red b yk yv c)
balanceLeft a xk xv (Node Red (Node Black b yk yv c) zk zv d) =
  Node Red (Node Black a xk xv b) yk yv (balance Black c zk zv (redden d))
balanceLeft a k v b = Node Black a k v b

-- | The right side is one black node too short.
balanceRight :: Tree k v -> k -> v -> Tree k v -> Tree k v
balanceRight a xk xv (Node Red b yk yv c) = Node Red a xk xv (Node Black b yk yv c)
balanceRight (Node Black a xk xv b) yk yv c = balance Black (Node Red a xk xv b) yk yv c
balanceRight (Node Red a xk xv (Node Black b yk yv c)) zk zv d =
  Node Red (balance Black (redden a) xk xv b) yk yv (Node Black c zk zv d)
balanceRight a k v b = Node Black a k v b

join :: Tree k v -> Tree k v -> Tree k v
join Leaf t = t
join t Leaf = t
join (Node Red a xk xv b) (Node Red c yk yv d) = case join b c of
  Node Red b' zk zv c' -> Node Red (Node Red a xk xv b') zk zv (Node Red c' yk yv d)
  bc -> Node Red a xk xv (Node Red bc yk yv d)
join (Node Black a xk xv b) (Node Black c yk yv d) = case join b c of
  Node Red b' zk zv c' -> Node Red (Node Black a xk xv b') zk zv (Node Black c' yk yv d)
  bc -> balanceLeft a xk xv (Node Black bc yk yv d)
join a (Node Red b k v c) = Node Red (join a b) k v c
join (Node Red a k v b) c = Node Red a k v (join b c)

-- Folds and queries -----------------------------------------------------------------------------

foldrWithKey :: (k -> v -> b -> b) -> b -> Tree k v -> b
foldrWithKey _ z Leaf = z
foldrWithKey f z (Node _ l k v r) = foldrWithKey f (f k v (foldrWithKey f z r)) l

toList :: Tree k v -> [(k, v)]
toList = foldrWithKey (\k v rest -> (k, v) : rest) []

keys :: Tree k v -> [k]
keys = map fst . toList

size :: Tree k v -> Int
size = foldrWithKey (\_ _ n -> n + 1) 0

mapValues :: (a -> b) -> Tree k a -> Tree k b
mapValues _ Leaf = Leaf
mapValues f (Node c l k v r) = Node c (mapValues f l) k (f v) (mapValues f r)

-- | The entries with keys from lo to hi, both included, in ascending order.
range :: Ord k => k -> k -> Tree k v -> [(k, v)]
range _ _ Leaf = []
range lo hi (Node _ l k v r) = left ++ here ++ right
  where
    left = if lo < k then range lo hi l else []
    here = [(k, v) | lo <= k && k <= hi]
    right = if k < hi then range lo hi r else []

-- Invariants ------------------------------------------------------------------------------------

depth :: Tree k v -> Int
depth Leaf = 0
depth (Node _ l _ _ r) = 1 + max (depth l) (depth r)

redNodes :: Tree k v -> Int
redNodes Leaf = 0
redNodes (Node c l _ _ r) = (if c == Red then 1 else 0) + redNodes l + redNodes r

-- | The number of black nodes on every path, if it is the same on all of them.
blackHeight :: Tree k v -> Maybe Int
blackHeight Leaf = Just 1
blackHeight (Node c l _ _ r) = do
  hl <- blackHeight l
  hr <- blackHeight r
  if hl /= hr then Nothing else Just (if c == Black then hl + 1 else hl)

noRedRed :: Tree k v -> Bool
noRedRed Leaf = True
noRedRed (Node Red (Node Red _ _ _ _) _ _ _) = False
noRedRed (Node Red _ _ _ (Node Red _ _ _ _)) = False
noRedRed (Node _ l _ _ r) = noRedRed l && noRedRed r

ascending :: Ord a => [a] -> Bool
ascending xs = and (zipWith (<) xs (drop 1 xs))

valid :: Ord k => Tree k v -> Bool
valid t = noRedRed t && isJust (blackHeight t) && ascending (keys t)

-- The job ---------------------------------------------------------------------------------------

randoms :: Int -> [Int]
randoms = map (`div` 8) . tail . iterate (\x -> (x * 1103515245 + 12345) `mod` 2147483648)

describe :: String -> Tree Int Int -> String
describe title t =
  title ++ ": " ++ show (size t) ++ " entries, depth " ++ show (depth t) ++ ", black height "
    ++ maybe "uneven" show (blackHeight t) ++ ", red " ++ show (redNodes t)
    ++ (if valid t then ", valid" else ", INVALID")

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        a : _ -> read a
        [] -> 1000
      ks = map (`mod` (4 * n)) (take n (randoms 7))
      table = fromList (zip ks [1 ..])
      counts = foldl' (\t k -> insertWith (+) (k `mod` 97) 1 t) empty ks
      doomed = take (n `div` 2) (map (`mod` (4 * n)) (randoms 7))
      rest = foldl' (flip delete) table doomed
      doubled = mapValues (* 2) rest
      window = range n (2 * n) doubled
      probes = [k | k <- [0, 3 .. 4 * n], member k rest]
      below = sum [maybe 0 fst (findLE k rest) | k <- [0, 16 .. 4 * n]]
  putStrLn (describe "inserted" table)
  putStrLn (describe "counts" counts)
  putStrLn (describe "deleted" rest)
  putStrLn ("fullest bucket: " ++ show (maximum (map snd (toList counts))))
  putStrLn ("window: " ++ show (length window) ++ ", sum " ++ show (sum (map snd window)))
  putStrLn ("probes: " ++ show (length probes) ++ ", below " ++ show below)
  putStrLn ("weighted: " ++ show (foldrWithKey (\k v s -> (s * 31 + k + v) `mod` 1000003) 0 doubled))
  putStrLn ("first key: " ++ show (fromMaybe 0 (find (minimum ks) table)))
