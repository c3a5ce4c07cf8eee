{-# LANGUAGE DeriveTraversable, PatternSynonyms #-}
module Main where
import Control.Monad (forM_)
import Data.Foldable (for_, toList)
import Data.Sequence (Seq, pattern Empty, pattern (:<|), pattern (:|>))
import qualified Data.Sequence as Seq
import qualified Shapes
import Shapes (queue, firstOf, Shape (Full))

data Q a = Q { front :: Seq a, back :: [a] } deriving (Eq, Ord, Show, Functor, Foldable, Traversable)

pop :: Q a -> Maybe (a, Q a)
pop (Q Empty []) = Nothing
pop (Q Empty ys) = pop (Q (Seq.fromList (reverse ys)) [])
pop q@Q { front = x :<| xs } = Just (x, q { front = xs })

size :: Seq a -> Int
size = \s -> case s of { Empty -> 0; xs :|> _ -> 1 + size xs }

main :: IO ()
main = do
  print (firstOf (queue 4), firstOf Empty == Shapes.Empty, Full 1)
  let q = Q (Seq.fromList [1, 2]) [4, 3] :: Q Int
  print (fmap fst (pop q), fmap (+ 1) q, sum q, traverse (\x -> [x]) q)
  print (q < q { back = [] }, fmap (pop . snd) (pop q))
  forM_ (Seq.fromList "ab") print
  for_ (Seq.zip (Seq.fromList [1 :: Int ..  3]) (Seq.fromList "xyz")) $ \(i, c) -> putStrLn (show i ++ [c])
  mapM_ print (Seq.reverse (front q))
  let step (a :<| rest) = rest :|> a
      step s = s
  print (iterate step (front q) !! 3, size (front q))
  case Seq.viewl (front q) of
    a Seq.:< _ -> print a
    Seq.EmptyL -> putStrLn "none"
