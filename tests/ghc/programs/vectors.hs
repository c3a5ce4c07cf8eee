{-# LANGUAGE ScopedTypeVariables #-}
-- Vectors, boxed and unboxed, and those that change.
module Main (main) where

import Control.Monad (forM_, when)
import Control.Monad.ST (ST, runST)
import qualified Data.Vector as V
import qualified Data.Vector.Mutable as VM
import qualified Data.Vector.Unboxed as VU
import qualified Data.Vector.Unboxed.Mutable as VUM
import Data.Vector (Vector, (!), (!?), (//))

sieve :: Int -> VU.Vector Bool
sieve n = VU.create $ do
  v <- VUM.replicate (n + 1) True
  VUM.write v 0 False
  when (n >= 1) $ VUM.write v 1 False
  forM_ [2 .. n] $ \i -> do
    p <- VUM.read v i
    when (p && i * i <= n) $ forM_ [i * i, i * i + i .. n] $ \j -> VUM.write v j False
  return v

primes :: Int -> [Int]
primes n = VU.toList (VU.map fst (VU.filter snd (VU.indexed (sieve n))))

bubble :: Vector Int -> Vector Int
bubble = V.modify $ \m -> do
  let n = VM.length m
  forM_ [0 .. n - 2] $ \i ->
    forM_ [0 .. n - 2 - i] $ \j -> do
      a <- VM.read m j
      b <- VM.read m (j + 1)
      when (a > b) $ VM.swap m j (j + 1)

binarySearch :: Ord a => a -> Vector a -> Maybe Int
binarySearch x v = go 0 (V.length v - 1)
  where
    go lo hi
      | lo > hi = Nothing
      | y == x = Just mid
      | y < x = go (mid + 1) hi
      | otherwise = go lo (mid - 1)
      where mid = (lo + hi) `div` 2
            y = v ! mid

matMul :: Vector (Vector Int) -> Vector (Vector Int) -> Vector (Vector Int)
matMul a b = V.map (\row -> V.generate cols (\j -> V.sum (V.zipWith (*) row (V.map (! j) b)))) a
  where cols = V.length (V.head b)

knapsack :: [(Int, Int)] -> Int -> Int
knapsack items cap = V.last (foldl step (V.replicate (cap + 1) 0) items)
  where step best (w, p) = V.generate (cap + 1) $ \c -> if c < w then best ! c else max (best ! c) (best ! (c - w) + p)

counts :: VU.Vector Int -> VU.Vector Int
counts v = VU.accum (+) (VU.replicate 5 0) [(x `mod` 5, 1) | x <- VU.toList v]

main :: IO ()
main = do
  let v = V.fromList [5, 3, 9, 1, 7] :: Vector Int
  print v
  print (V.map (* 2) v, V.length v, V.sum v, V.maximum v, V.minimum v, V.maxIndex v, V.minIndex v)
  print (v ! 2, v !? 9, v !? 0, V.head v, V.last v)
  print (V.slice 1 3 v, V.take 2 v, V.drop 3 v, V.tail v, V.init v, V.splitAt 2 v)
  print (v // [(0, 100), (4, 200)], V.cons 0 v, V.snoc v 6, v V.++ v)
  print (V.reverse v, V.filter odd v, V.imap (\i x -> i * x) v, V.indexed v)
  print (V.foldl' (-) 0 v, V.foldr (-) 0 v, V.ifoldl' (\a i x -> a + i * x) 0 v)
  print (V.zip v (V.fromList "abc"), V.unzip (V.fromList [(1 :: Int, 'x'), (2, 'y')]))
  print (V.scanl (+) 0 v, V.prescanl (+) 0 v, V.postscanl (+) 0 v, V.scanl1 max v)
  print (V.elem 9 v, V.findIndex (> 5) v, V.find (> 5) v, V.elemIndex 7 v, V.all (> 0) v, V.any (> 8) v)
  print (V.takeWhile (> 2) v, V.dropWhile (> 2) v, V.partition even v, V.span odd v)
  print (V.concatMap (\x -> V.replicate (x `mod` 3) x) v, V.concat [v, V.empty, V.singleton 4])
  print (fmap (+ 1) v, sum v, length v, maximum v, foldr (:) [] v, traverse (\x -> if x > 0 then Just (x - 1) else Nothing) v)
  print (v == V.fromList [5, 3, 9, 1, 7], compare v (V.fromList [5, 4]), v <> V.fromList [0], mconcat [v, v])
  print (V.iterateN 5 (* 2) 1 :: Vector Int, V.enumFromN 3 4 :: Vector Int, V.enumFromTo 'a' 'e', V.unfoldr (\n -> if n > 4 then Nothing else Just (n * n, n + 1)) (1 :: Int))
  print (V.constructN 8 (\w -> if V.length w < 2 then 1 else w ! (V.length w - 1) + w ! (V.length w - 2)) :: Vector Integer)
  print (V.backpermute v (V.fromList [4, 0, 2]), V.uniq (V.fromList [1, 1, 2, 2, 2, 1 :: Int]), V.mapMaybe (\x -> if odd x then Just (show x) else Nothing) v)
  print (primes 60)
  print (bubble v, binarySearch 7 (bubble v), binarySearch 4 (bubble v))
  print (matMul (V.fromList [V.fromList [1, 2], V.fromList [3, 4]]) (V.fromList [V.fromList [5, 6], V.fromList [7, 8]]))
  print (knapsack [(12, 4), (2, 2), (1, 1), (1, 2), (4, 10)] 15)
  print (counts (VU.enumFromN 1 23), VU.sum (VU.fromList [1.5, 2.5 :: Double]))
  V.forM_ v print
  V.imapM_ (\i x -> putStrLn (show i ++ ":" ++ show x)) v
  r <- V.foldM (\a x -> do { putStrLn ("fold " ++ show x); return (a + x) }) 0 v
  print r
  m <- VM.replicate 3 'a'
  VM.write m 1 'b'
  VM.modify m succ 2
  frozen <- V.freeze m
  print frozen
  let total = runST $ do
        w <- V.thaw v
        forM_ [0 .. VM.length w - 1] $ \i -> VM.modify w (+ i) i
        V.unsafeFreeze w
  print total
