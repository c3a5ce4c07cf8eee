-- AVL trees as finite maps: insertion, deletion, mapping, validation.
module Main where

import Data.List (foldl', unfoldr)
import Data.Maybe (isJust, mapMaybe)
import System.Environment (getArgs)

data Tree k v
  = Empty
  | Node Int (Tree k v) k v (Tree k v)

instance (Show k, Show v) => Show (Tree k v) where
  showsPrec _ Empty = showChar '.'
  showsPrec _ (Node _ l k v r) =
    showParen True $ shows l . showChar ' ' . shows k . showChar ':' . shows v
                   . showChar ' ' . shows r

instance Functor (Tree k) where
  fmap _ Empty            = Empty
  fmap f (Node h l k v r) = Node h (fmap f l) k (f v) (fmap f r)

instance Foldable (Tree k) where
  foldMap _ Empty            = mempty
  foldMap f (Node _ l _ v r) = foldMap f l <> f v <> foldMap f r

height :: Tree k v -> Int
height Empty            = 0
height (Node h _ _ _ _) = h

mk :: Tree k v -> k -> v -> Tree k v -> Tree k v
mk l k v r = Node (1 + max (height l) (height r)) l k v r

-- Balancing -------------------------------------------------------------

rotateRight, rotateLeft :: Tree k v -> Tree k v
rotateRight (Node _ (Node _ a k v b) k' v' c) = mk a k v (mk b k' v' c)
rotateRight t = t
rotateLeft (Node _ a k v (Node _ b k' v' c)) = mk (mk a k v b) k' v' c
rotateLeft t = t

slope :: Tree k v -> Int
slope Empty            = 0
slope (Node _ l _ _ r) = height l - height r

balance :: Tree k v -> k -> v -> Tree k v -> Tree k v
balance l k v r
  | s > 1     = rotateRight (mk (if slope l < 0 then rotateLeft l else l) k v r)
  | s < -1    = rotateLeft (mk l k v (if slope r > 0 then rotateRight r else r))
  | otherwise = mk l k v r
  where s = height l - height r

-- Operations ------------------------------------------------------------

insertWith :: Ord k => (v -> v -> v) -> k -> v -> Tree k v -> Tree k v
insertWith f key new = go
  where
    go Empty = mk Empty key new Empty
    go (Node h l k v r) = case compare key k of
      LT -> balance (go l) k v r
      GT -> balance l k v (go r)
      EQ -> Node h l k (f new v) r

fromList :: Ord k => [(k, v)] -> Tree k v
fromList = foldl' (\t (k, v) -> insertWith const k v t) Empty

find :: Ord k => k -> Tree k v -> Maybe v
find _ Empty = Nothing
find key (Node _ l k v r) = case compare key k of
  LT -> find key l
  GT -> find key r
  EQ -> Just v

deleteMin :: Tree k v -> Maybe ((k, v), Tree k v)
deleteMin Empty = Nothing
deleteMin (Node _ l k v r) = case deleteMin l of
  Nothing       -> Just ((k, v), r)
  Just (kv, l') -> Just (kv, balance l' k v r)

delete :: Ord k => k -> Tree k v -> Tree k v
delete _ Empty = Empty
delete key (Node _ l k v r) = case compare key k of
  LT -> balance (delete key l) k v r
  GT -> balance l k v (delete key r)
  EQ -> maybe l (\((k', v'), r') -> balance l k' v' r') (deleteMin r)

toList :: Tree k v -> [(k, v)]
toList t = go t []
  where
    go Empty            = id
    go (Node _ l k v r) = go l . ((k, v) :) . go r

mapWithKey :: (k -> a -> b) -> Tree k a -> Tree k b
mapWithKey _ Empty            = Empty
mapWithKey f (Node h l k v r) = Node h (mapWithKey f l) k (f k v) (mapWithKey f r)

-- | All the entries with a key in the closed range.
range :: Ord k => k -> k -> Tree k v -> [(k, v)]
range _ _ Empty = []
range lo hi (Node _ l k v r) =
  (if k > lo then range lo hi l else [])
    ++ [(k, v) | k >= lo, k <= hi]
    ++ (if k < hi then range lo hi r else [])

size :: Tree k v -> Int
size Empty            = 0
size (Node _ l _ _ r) = size l + 1 + size r

-- Validation ------------------------------------------------------------

data Problem k = Unordered k | Unbalanced k | WrongHeight k
  deriving Show

validate :: Ord k => Tree k v -> Either (Problem k) Int
validate = go Nothing Nothing
  where
    go _ _ Empty = Right 0
    go lo hi (Node h l k _ r) = do
      check (Unordered k) (maybe True (< k) lo && maybe True (> k) hi)
      hl <- go lo (Just k) l
      hr <- go (Just k) hi r
      check (Unbalanced k) (abs (hl - hr) <= 1)
      check (WrongHeight k) (h == 1 + max hl hr)
      return h
    check problem ok = if ok then Right () else Left problem

-- Sample data -----------------------------------------------------------

randoms :: Int -> [Int]
randoms = unfoldr step
  where step s = let s' = (s * 1103515245 + 12345) `mod` 2147483648 in Just (s' `div` 64, s')

describe :: String -> Tree Int Int -> IO ()
describe title t = do
  putStrLn (title ++ ": size " ++ show (size t) ++ ", height " ++ show (height t)
            ++ ", sum " ++ show (sum t))
  putStrLn ("  " ++ either show (("valid, height " ++) . show) (validate t))

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        [s] -> read s
        _   -> 300
      limit    = 4 * n + 1
      keys     = take n (map (`mod` limit) (randoms 42))
      tree     = fromList (zip keys [1 ..])
      doubled  = fmap (* 2) tree
      keyed    = mapWithKey (\k v -> k - v) tree
      thinned  = foldr delete doubled (filter (\k -> k `mod` 3 == 0) keys)
      counts   = foldl' (\t k -> insertWith (+) (k `mod` 1000) 1 t) Empty keys
      hits     = mapMaybe (`find` thinned) [0, 7 .. limit]
  describe "tree" tree
  describe "doubled" doubled
  describe "keyed" keyed
  describe "thinned" thinned
  describe "counts" counts
  putStrLn ("hits: " ++ show (length hits) ++ ", " ++ show (sum hits))
  print (length (filter isJust [find k tree | k <- keys]))
  print (take 5 (toList thinned))
  print (take 5 (range (limit `div` 2) limit keyed))
  print (and (zipWith (<) (map fst (toList tree)) (drop 1 (map fst (toList tree)))))
  print (fromList (zip "haskell" [1 :: Int ..]))
