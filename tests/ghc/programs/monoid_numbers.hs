-- The newtypes of Data.Monoid and their kin are numbers where what they hold is, and have bounds;
-- what Control.Monad and Data.Foldable have besides.
module Main where

import Control.Monad (mfilter)
import Control.Monad.Identity
import Data.Foldable (foldlM, foldrM)
import qualified Data.Map as Map
import Data.Monoid
import Data.Ord (Down (..))
import Data.Semigroup (Max (..), Min (..))

tally :: Ord k => [k] -> Map.Map k (Sum Int)
tally = Map.fromListWith (+) . map (\k -> (k, 1))

total :: (Num a, Foldable t) => t a -> Sum a
total = foldr (\x s -> Sum x + s) 0

counted :: [Int] -> Identity Int
counted = foldM (\n x -> Identity (n + x)) 0

smallDigits :: [Int] -> [Int]
smallDigits xs = do
  x <- mfilter (< 10) xs
  when (x < 0) []
  return (x * x)

main :: IO ()
main = do
  print (Map.toList (tally "mississippi"))
  print (Map.foldr (+) 0 (tally "abc") * 2 - 1, total [1.5, 2 :: Double], total (Just 3 :: Maybe Integer))
  print (Product 3 * 4 :: Product Int, abs (Sum (-2)) :: Sum Int, negate (Down 3) :: Down Int)
  print (getMax (Max 3 + 4), Min 7 - 2 :: Min Int)
  print (minBound :: Sum Bool, maxBound :: Any, maxBound :: Max Char, minBound :: All)
  print (runIdentity (counted [1 .. 10]), 3 + 4 :: Identity Int)
  print (foldrM (\x s -> if x > 0 then Just (x - s) else Nothing) 1 [5, 3, 2 :: Int])
  print (foldlM (\s x -> if x > 9 then Left x else Right (s * 10 + x)) 0 [3, 12, 11 :: Int])
  print (mfilter even (Just 3 :: Maybe Int), mfilter odd (Just (3 :: Int)), smallDigits [3, 12, -1, 9])
