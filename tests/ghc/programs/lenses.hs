-- Lenses as functions of functors: Identity changes what they look at, Const only looks.
module Main where

import Data.Foldable (toList)
import Data.Functor.Const
import Data.Functor.Identity
import qualified Data.Map as Map

data Point = Point { px :: Int, py :: Int } deriving (Eq, Show)

data Shape = Circle Point Int | Poly [Point] deriving (Eq, Show)

xOf :: Functor f => (Int -> f Int) -> Point -> f Point
xOf f p = fmap (\x -> p { px = x }) (f (px p))

points :: Applicative f => (Point -> f Point) -> Shape -> f Shape
points f (Circle c r) = (\c' -> Circle c' r) <$> f c
points f (Poly ps) = Poly <$> traverse f ps

xs :: Shape -> [Int]
xs = getConst . points (xOf (\x -> Const [x]))

moved :: Int -> Shape -> Shape
moved d = runIdentity . points (xOf (Identity . (+ d)))

count :: Identity Int -> Identity Int
count m = do
  n <- m
  k <- pure (n + 1)
  return (n * k)

shapes :: [Shape]
shapes = [Circle (Point 1 2) 3, Poly [], Poly [Point k (k * k) | k <- [2 .. 4]]]

main :: IO ()
main = do
  mapM_ (print . xs) shapes
  mapM_ (print . moved 10) shapes
  print (count (Identity 6))
  print (Just (Identity (-2 :: Int)), Identity "a" <> Identity "b", mempty :: Identity String)
  print (fmap (+ 1) (Identity 4), sum (Identity 5), toList (Identity 'x'), maximum (Identity 3))
  print (traverse (\n -> if n > 0 then Just (n - 1) else Nothing) (Identity 4))
  print (Const "k" :: Const String Int)
  print (Just (Const 3 :: Const Int Bool))
  print (fmap not (Const 2), Const [1] <> Const [2 :: Int] == (Const [1, 2] :: Const [Int] ()))
  print (compare (Const 1) (Const 2 :: Const Int Int), length (Const "abc"), Identity 1 < Identity 2)
  print (getConst (traverse (\x -> Const (show x)) (Map.fromList (zip "abc" [1 :: Int ..]))))
  print (getConst (Const "a" <*> Const "b"), getConst (pure 'x' :: Const String Char))
  print (runIdentity (mapM (\x -> Identity (x * x)) [1 .. 5 :: Int]))
  print (getConst (sequenceA [Const [1], Const [2, 3], Const [4 :: Int]]))
