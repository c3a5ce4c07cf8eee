-- Functions of the libraries that are used less often: `stimes`, what goes over whole maps with an
-- effect, `Compose`, vectors as monads, arrays of which not every element is written.
module Main (main) where

import Control.Applicative (Alternative (..))
import Control.Monad
import Control.Monad.ST
import Data.Array.ST
import Data.Foldable (foldMap', toList)
import Data.Functor.Compose
import qualified Data.IntMap as IntMap
import qualified Data.Map as Map
import Data.Monoid (Endo (..))
import Data.Semigroup
import qualified Data.Set as Set
import qualified Data.Vector as Vector
import qualified Data.Vector.Mutable as Mutable
import qualified Data.Vector.Unboxed as Unboxed
import qualified Data.Vector.Unboxed.Mutable as UnboxedMutable

newtype Matrix = Matrix (Integer, Integer, Integer, Integer) deriving (Eq, Show)

instance Semigroup Matrix where
  Matrix (a, b, c, d) <> Matrix (e, f, g, h) =
    Matrix (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)

newtype Trace = Trace String deriving (Show)

instance Semigroup Trace where
  Trace x <> Trace y = Trace ("(" ++ x ++ y ++ ")")

-- Nothing says which foldable it is but its use.
unchanged :: Eq a => (a -> a) -> a -> a
unchanged f x = let y = f x in if x == y then x else unchanged f y

newtype Line a = Line [a] deriving (Eq, Show)

instance Functor Line where
  fmap f (Line xs) = Line (map f xs)

instance Foldable Line where
  foldr f z (Line xs) = foldr f z xs

grown :: [Int] -> [Int]
grown xs = runST (do
  small <- UnboxedMutable.new (length xs)
  forM_ (zip [0 ..] xs) (uncurry (UnboxedMutable.write small))
  large <- UnboxedMutable.grow small 2
  forM_ [length xs, length xs + 1] (\i -> UnboxedMutable.write large i i)
  forM [0 .. UnboxedMutable.length large - 1] (UnboxedMutable.read large))

names :: [String]
names = runST (do
  v <- Mutable.new 4
  forM_ [3, 2, 1] (\i -> Mutable.write v i (show i))
  Mutable.write v 0 "zero"
  mapM (Mutable.read v) [0 .. 3])

halves :: [Maybe Int]
halves = runST (do
  a <- newArray_ (0, 5) :: ST s (STArray s Int (Maybe Int))
  forM_ [0 .. 5] (\i -> writeArray a i (if even i then Just (div i 2) else Nothing))
  getElems a)

main :: IO ()
main = do
  print (stimes (90 :: Int) (Matrix (1, 1, 1, 0)))
  print (map (\n -> stimes (n :: Integer) (Trace "x")) [1 .. 7])
  print (stimes 3 "ab", stimes 0 "ab", stimes 4 (Sum 5), stimes 4 (Product 2), stimes 2 (Just [1]))
  print (appEndo (stimes 10 (Endo (* 2))) 1, appEndo (stimes 0 (Endo (* 2))) 1, stimes 2 LT, stimes 5 ([1], "x"))
  print (stimes 0 (Just "x"), stimes 3 (Max 2), stimes 2 (Any True), stimes 9 ())
  _ <- Map.traverseWithKey (\k v -> print (k, v)) (Map.fromList [(2, 'b'), (1, 'a')])
  print (IntMap.traverseWithKey (\k v -> if k > 0 then Just (k * v) else Nothing) (IntMap.fromList [(1, 2), (3, 4)]))
  print (Map.mapKeysMonotonic (+ 1) (Map.fromList [(1, 'a'), (2, 'b')]), Set.mapMonotonic (* 2) (Set.fromList [1, 2, 3]))
  changed <- Map.alterF (\v -> print v >> pure (Just 'z')) 3 (Map.fromList [(1, 'a')])
  print (changed, Map.alterF (const []) 1 changed)
  print (Set.unions (Just (Set.fromList [1, 2])), Map.unionsWith (+) [Map.fromList [(1, 2)], Map.fromList [(1, 3)]])
  print (IntMap.unions [IntMap.singleton 1 2, IntMap.singleton 1 3])
  print (getCompose (fmap (+ 1) (Compose [Just 1, Nothing])), sum (Compose [Just 1, Nothing, Just 5]))
  print (getCompose ((,) <$> Compose [Just 1, Nothing] <*> Compose [Just 'a']))
  print (Vector.unfoldrExactN 5 (\x -> (x * x, x + 1)) 1)
  print (do { x <- Vector.fromList [1 .. 6]; guard (even x); return (x * x) } <|> Vector.singleton 0)
  print (Unboxed.foldMap' Sum (Unboxed.fromList [1, 2, 3 :: Int]), foldMap' (\x -> [x, x]) "ab")
  incremented <- (+ 1) <$!> return 3
  print (incremented, liftM3 (,,) [1] [2, 3] [4], succ (Min 3), [Max 1 .. Max 3])
  let solve f = length . filter (== 'x') . toList . unchanged f
  print (solve (fmap (const 'x')) (Line "abc"), solve (fmap id) (Line "axx"))
  print (grown [7, 8, 9], names, halves)
