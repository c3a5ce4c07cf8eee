-- Lists that have an element.
module Main (main) where

import Data.Foldable (toList)
import Data.List.NonEmpty (NonEmpty (..), nonEmpty, (<|))
import qualified Data.List.NonEmpty as NE

data Shape = Shape {kind :: String, corners :: NonEmpty (Int, Int)} deriving (Eq, Show)

maximumOf :: Ord a => NonEmpty a -> a
maximumOf ((:|) x xs) = foldr max x xs

mean :: NonEmpty Double -> Double
mean xs = sum xs / fromIntegral (NE.length xs)

runs :: String -> [(Char, Int)]
runs = map (\g -> (NE.head g, length g)) . NE.group

main :: IO ()
main = do
  let ns = 3 :| [1, 2 :: Int]
  print ns
  print (Just (1 :| []), [NE.singleton 'x'])
  print (NE.head ns, NE.last ns, NE.tail ns, NE.init ns, NE.length ns)
  print (NE.toList ns, toList ns, sum ns, maximum ns, maximumOf ns)
  print (fmap (+ 1) ns, NE.map show ns)
  print (nonEmpty ([] :: [Int]), nonEmpty "ab")
  print (0 <| ns, NE.cons 9 ns, NE.reverse ns, NE.sort ns)
  print (ns <> (7 :| [8]))
  print (mean (1 :| [2, 4.5]))
  putStrLn (concatMap show (runs "aabccc"))
  print (NE.groupBy (\x y -> even x == even y) [2, 4, 1, 3, 6 :: Int])
  print (NE.groupAllWith (`mod` 3) [1 .. 10 :: Int])
  print (NE.groupWith length ["a", "b", "cc", "d"])
  print (NE.zip ns ('a' :| "bc"), NE.zipWith (+) ns ns)
  print (NE.filter odd ns, NE.partition odd ns, NE.takeWhile (> 1) ns, NE.splitAt 1 ns)
  print (ns NE.!! 0, ns NE.!! 2)
  print (NE.fromList "hello", NE.nub (1 :| [1, 2, 1 :: Int]))
  print (traverse (\x -> if x > 0 then Just (x * 2) else Nothing) ns)
  print (do { x <- ns; y <- 10 :| [20]; return (x + y) })
  print (NE.sortWith negate ns, NE.sortBy (flip compare) ns)
  print (NE.scanl (+) 0 [1, 2, 3 :: Int], NE.tails "ab", NE.transpose ((1 :| [2]) :| [3 :| [4 :: Int]]))
  print (NE.uncons ns, NE.unfoldr (\n -> (n, if n > 3 then Nothing else Just (n + 1))) (1 :: Int))
  print (Shape "triangle" ((0, 0) :| [(1, 0), (0, 1)]))
  print (compare ns (3 :| [2]), ns == ns, NE.group1 ('a' :| "ab"))
  mapM_ print (1 :| [2 :: Int])
