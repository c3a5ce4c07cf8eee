{-# LANGUAGE TupleSections #-}
module Main where

import Data.Foldable (toList, foldl', for_, maximumBy)
import Data.Monoid
import Data.Ord (comparing)
import qualified Data.Map as M
import Text.Printf

data Vec = Vec { vx, vy :: Double } deriving (Eq, Ord, Show)

instance Num Vec where
  Vec a b + Vec c d = Vec (a + c) (b + d)
  Vec a b * Vec c d = Vec (a * c) (b * d)
  negate (Vec a b)  = Vec (negate a) (negate b)
  abs (Vec a b)     = Vec (abs a) (abs b)
  signum (Vec a b)  = Vec (signum a) (signum b)
  fromInteger n     = Vec (fromInteger n) (fromInteger n)

-- Bounding boxes form a semigroup under union
data Box = Box { lo :: Vec, hi :: Vec } deriving (Eq, Show)

instance Semigroup Box where
  Box (Vec a b) (Vec c d) <> Box (Vec e f) (Vec g h) =
    Box (Vec (min a e) (min b f)) (Vec (max c g) (max d h))

class Shape s where
  area      :: s -> Double
  perimeter :: s -> Double
  bounds    :: s -> Box
  moveBy    :: Vec -> s -> s
  name      :: s -> String
  name _ = "shape"

  roundness :: s -> Double
  roundness s = 4 * pi * area s / (perimeter s ^ (2 :: Int))
  {-# MINIMAL area, perimeter, bounds, moveBy #-}

data Circle = Circle Vec Double deriving (Eq, Show)
data Rect   = Rect { corner :: Vec, width, height :: Double } deriving (Eq, Show)
newtype Poly = Poly [Vec] deriving (Eq, Show)

instance Shape Circle where
  area (Circle _ r)      = pi * r * r
  perimeter (Circle _ r) = 2 * pi * r
  bounds (Circle c r)    = Box (c - Vec r r) (c + Vec r r)
  moveBy v (Circle c r)  = Circle (c + v) r
  name _ = "circle"

instance Shape Rect where
  area r      = width r * height r
  perimeter r = 2 * (width r + height r)
  bounds r    = Box (corner r) (corner r + Vec (width r) (height r))
  moveBy v r  = r { corner = corner r + v }
  name Rect { width = w, height = h } | w == h    = "square"
                                      | otherwise = "rect"

instance Shape Poly where
  area (Poly ps)      = abs (sum (zipWith cross ps (rotate ps))) / 2
    where cross (Vec a b) (Vec c d) = a * d - b * c
  perimeter (Poly ps) = sum (zipWith dist ps (rotate ps))
    where dist p q = let Vec dx dy = p - q in sqrt (dx * dx + dy * dy)
  bounds (Poly ps)    = foldr1 (<>) [Box p p | p <- ps]
  moveBy v (Poly ps)  = Poly (map (v +) ps)

rotate :: [a] -> [a]
rotate []       = []
rotate (x : xs) = xs ++ [x]

data AnyShape = C Circle | R Rect | P Poly deriving (Eq, Show)

instance Shape AnyShape where
  area (C s) = area s
  area (R s) = area s
  area (P s) = area s
  perimeter s = case s of { C c -> perimeter c; R r -> perimeter r; P p -> perimeter p }
  bounds s = case s of { C c -> bounds c; R r -> bounds r; P p -> bounds p }
  moveBy v s = case s of
    C c -> C (moveBy v c)
    R r -> R (moveBy v r)
    P p -> P (moveBy v p)
  name (C c) = name c
  name (R r) = name r
  name (P p@(Poly ps)) = name p ++ "/" ++ show (length ps)

-- An (unbalanced) search tree keyed on whatever is in it
data Tree a = Tip | Bin (Tree a) a (Tree a)

instance Show a => Show (Tree a) where
  showsPrec _ Tip = showString "."
  showsPrec d (Bin l x r) = showParen (d > 10) $
    showsPrec 11 l . showChar ' ' . showsPrec 11 x . showChar ' ' . showsPrec 11 r

instance Functor Tree where
  fmap _ Tip = Tip
  fmap f (Bin l x r) = Bin (fmap f l) (f x) (fmap f r)

instance Foldable Tree where
  foldr _ z Tip = z
  foldr f z (Bin l x r) = foldr f (f x (foldr f z r)) l

instance Traversable Tree where
  traverse _ Tip = pure Tip
  traverse f (Bin l x r) = Bin <$> traverse f l <*> f x <*> traverse f r

insertOn :: Ord k => (a -> k) -> a -> Tree a -> Tree a
insertOn _ x Tip = Bin Tip x Tip
insertOn key x (Bin l y r)
  | key x < key y = Bin (insertOn key x l) y r
  | otherwise     = Bin l y (insertOn key x r)

depth :: Tree a -> Int
depth Tip = 0
depth (Bin l _ r) = 1 + max (depth l) (depth r)

regular :: Int -> Double -> Poly
regular n r = Poly [Vec (r * cos t) (r * sin t) | k <- [0 .. n - 1], let t = 2 * pi * fromIntegral k / fromIntegral n]

drawing :: [AnyShape]
drawing =
  [ R (Rect 0 4 3), C (Circle (Vec 1 1) 2), P (Poly [Vec 0 0, Vec 6 0, Vec 0 8])
  , R Rect { corner = Vec (-2) 5, width = 2.5, height = 2.5 }, C (Circle 0 0.5), P (regular 6 1) ]

positiveArea :: AnyShape -> Either String Double
positiveArea s | a > 1     = Right a
               | otherwise = Left (name s ++ " too small")
  where a = area s

main :: IO ()
main = do
  let tree = foldr (insertOn area) Tip drawing
  for_ tree $ \s -> printf "%-8s area %7.3f perimeter %7.3f roundness %.4f\n" (name s) (area s) (perimeter s) (roundness s)
  print (name <$> tree)
  print (length tree, depth tree, getSum (foldMap (Sum . length . name) tree))
  print (getAll (foldMap (All . (> 0) . area) tree), getAny (foldMap (Any . (> 100) . area) tree))
  print (getFirst (foldMap (First . Just . name) tree), getLast (foldMap (Last . Just . name) tree))
  putStrLn (name (maximumBy (comparing perimeter) tree))
  print (bounds (head drawing), foldr1 (<>) (map bounds [drawing !! 0, drawing !! 2, drawing !! 3]))
  print (toList (traverse positiveArea tree), null Tip, traverse positiveArea tree)
  print (M.toList (M.fromListWith (++) (map (\s -> (takeWhile (/= '/') (name s), [round (area s) :: Int])) drawing)))
  print (moveBy (Vec 10 (-1)) (drawing !! 3))
  print (foldl' (\acc s -> acc + lo (bounds s)) 0 (map (moveBy 1) (take 3 drawing)))
  print (map (,True) . toList $ foldr (insertOn negate) Tip [3, 1, 4, 1, 5, 9, 2, 6 :: Int])
  print ("x" <$ foldr (insertOn id) Tip "tree", elem 't' (foldr (insertOn id) Tip "tree"))
