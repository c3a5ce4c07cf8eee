-- | Black-and-white and grey images as quadtrees.
module Main (main) where

import Data.Bits (shiftR, xor, (.&.))
import System.Environment (getArgs)

-- | A square image: one colour all over, or four quarters (north-west,
-- north-east, south-west, south-east).
data Quad a
  = Leaf a
  | Node (Quad a) (Quad a) (Quad a) (Quad a)
  deriving (Eq, Show)

instance Functor Quad where
  fmap f (Leaf a) = Leaf (f a)
  fmap f (Node a b c d) = Node (fmap f a) (fmap f b) (fmap f c) (fmap f d)

type Grey = Int

data Pixel = White | Black
  deriving (Eq, Ord, Show)

data Side = North | East | South | West
  deriving (Eq, Enum, Bounded)

-- Building -----------------------------------------------------------------

-- | An image with 2^n pixels a side, from the colours of its pixels.
build :: Eq a => (Int -> Int -> a) -> Int -> Quad a
build pixel = go 0 0
  where
    go x y 0 = Leaf (pixel x y)
    go x y n = node (go x y k) (go (x + h) y k) (go x (y + h) k) (go (x + h) (y + h) k)
      where
        k = n - 1
        h = 2 ^ k

-- | A node, unless its four quarters are of the same colour.
node :: Eq a => Quad a -> Quad a -> Quad a -> Quad a -> Quad a
node (Leaf a) (Leaf b) (Leaf c) (Leaf d)
  | a == b && b == c && c == d = Leaf a
node a b c d = Node a b c d

compress :: Eq a => Quad a -> Quad a
compress (Leaf a) = Leaf a
compress (Node a b c d) = node (compress a) (compress b) (compress c) (compress d)

-- Turning ------------------------------------------------------------------

-- | A quarter turn clockwise.
rotate :: Quad a -> Quad a
rotate (Leaf a) = Leaf a
rotate (Node a b c d) = Node (rotate c) (rotate a) (rotate d) (rotate b)

flipH :: Quad a -> Quad a
flipH (Leaf a) = Leaf a
flipH (Node a b c d) = Node (flipH b) (flipH a) (flipH d) (flipH c)

-- Combining ----------------------------------------------------------------

overlay :: (a -> b -> c) -> Quad a -> Quad b -> Quad c
overlay f (Leaf a) (Leaf b) = Leaf (f a b)
overlay f (Leaf a) q = fmap (f a) q
overlay f q (Leaf b) = fmap (`f` b) q
overlay f (Node a b c d) (Node a' b' c' d') =
  Node (overlay f a a') (overlay f b b') (overlay f c c') (overlay f d d')

blend :: Grey -> Grey -> Grey
blend a b = (a + b) `div` 2

union, difference :: Quad Pixel -> Quad Pixel -> Quad Pixel
union p q = compress (overlay max p q)
difference p q = compress (overlay minus p q)
  where
    minus Black White = Black
    minus _ _ = White

threshold :: Grey -> Quad Grey -> Quad Pixel
threshold limit = compress . fmap (\g -> if g >= limit then Black else White)

-- Measuring ----------------------------------------------------------------

size :: Quad a -> Int
size (Leaf _) = 1
size (Node a b c d) = 1 + size a + size b + size c + size d

depth :: Quad a -> Int
depth (Leaf _) = 0
depth (Node a b c d) = 1 + maximum (map depth [a, b, c, d])

-- | The number of black pixels of an image of 2^n pixels a side.
area :: Int -> Quad Pixel -> Int
area _ (Leaf White) = 0
area n (Leaf Black) = 4 ^ n
area n (Node a b c d) = sum (map (area (n - 1)) [a, b, c, d])

average :: Quad Grey -> Double
average (Leaf g) = fromIntegral g
average (Node a b c d) = (average a + average b + average c + average d) / 4

-- | The length of the border between black and white inside the image, plus
-- that of the black at its edge.
perimeter :: Int -> Quad Pixel -> Int
perimeter n q = inner n q + sum [edge s n q | s <- [minBound .. maxBound]]

inner :: Int -> Quad Pixel -> Int
inner _ (Leaf _) = 0
inner n (Node a b c d) =
  sum (map (inner k) [a, b, c, d])
    + border k East a b
    + border k East c d
    + border k South a c
    + border k South b d
  where
    k = n - 1

-- | How long the border between two neighbours is; the second is on the given
-- side of the first.
border :: Int -> Side -> Quad Pixel -> Quad Pixel -> Int
border n _ (Leaf p) (Leaf q) = if p == q then 0 else 2 ^ n
border n s p q = border (n - 1) s p1 q1 + border (n - 1) s p2 q2
  where
    (p1, p2) = along s p
    (q1, q2) = along (opposite s) q

opposite :: Side -> Side
opposite North = South
opposite South = North
opposite East = West
opposite West = East

-- | The two quarters along a side.
along :: Side -> Quad a -> (Quad a, Quad a)
along _ (Leaf a) = (Leaf a, Leaf a)
along North (Node a b _ _) = (a, b)
along East (Node _ b _ d) = (b, d)
along South (Node _ _ c d) = (c, d)
along West (Node a _ c _) = (a, c)

-- | How much of a side of the image is black.
edge :: Side -> Int -> Quad Pixel -> Int
edge _ n (Leaf p) = if p == Black then 2 ^ n else 0
edge s n q = edge s (n - 1) q1 + edge s (n - 1) q2
  where
    (q1, q2) = along s q

-- | How often each of so many grey levels occurs among the pixels.
histogram :: Int -> Int -> Quad Grey -> [Int]
histogram bins n q = [count l n q | l <- [0 .. bins - 1]]
  where
    count l k (Leaf g) = if g * bins `div` 256 == l then 4 ^ k else 0
    count l k (Node a b c d) = sum (map (count l (k - 1)) [a, b, c, d])

-- Sample images ------------------------------------------------------------

disc :: Int -> Int -> Int -> Grey
disc n x y
  | dx * dx + dy * dy < r * r = 200
  | otherwise = 40
  where
    h = 2 ^ n `div` 2
    r = h * 3 `div` 4
    dx = x - h
    dy = y - h

-- | A slope in steps, with some dirt on it.
slope :: Int -> Int -> Int -> Grey
slope n x y
  | dirt = 255
  | otherwise = ((x * 256) `shiftR` n) .&. 224
  where
    dirt = ((x * 7919) `xor` (y * 104729)) `mod` 61 == 0

-- Main ---------------------------------------------------------------------

report :: String -> Int -> Quad Pixel -> IO ()
report name n q =
  putStrLn $
    name
      ++ ": nodes " ++ show (size q)
      ++ ", depth " ++ show (depth q)
      ++ ", area " ++ show (area n q)
      ++ ", perimeter " ++ show (perimeter n q)

-- | The smallest n such that 2^n pixels a side are so many pixels.
levels :: Int -> Int
levels pixels = length (takeWhile (< pixels) (iterate (* 4) 1))

main :: IO ()
main = do
  args <- getArgs
  let n = case args of
        [a] -> levels (read a)
        _ -> 6
      round' = build (disc n) n
      sloped = rotate (build (slope n) n)
      mixed = overlay blend round' (flipH sloped)
      black = threshold 128 mixed
      turned = rotate (rotate black)
  report "disc" n (threshold 128 round')
  report "mixed" n black
  report "union" n (union black turned)
  report "difference" n (difference black (flipH black))
  putStrLn ("grey: nodes " ++ show (size mixed) ++ ", average " ++ show (average mixed))
  putStrLn ("histogram: " ++ unwords (map show (histogram 8 n mixed)))
  putStrLn ("symmetric: " ++ show (compress black == flipH black))
