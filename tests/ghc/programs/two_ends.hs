-- Queues, and whatever else has two ends: patterns of both ends of a sequence, in all places.
module Main where
import qualified Data.Sequence as Seq
import Data.Sequence (Seq (..), (|>), (<|))
import Data.Foldable (toList)

data Job = Job { name :: String, left :: !Int } deriving (Eq, Show)

run :: Int -> Seq Job -> [String]
run _ Empty = []
run q (Job n k :<| rest)
  | k <= q = done : run q rest
  | otherwise = run q (rest :|> Job n later)
  where
    later = k - q
    done = n ++ "!"

ends :: Seq a -> Maybe (a, a)
ends Empty = Nothing
ends (x :<| Empty) = Just (x, x)
ends (x :<| (_ :|> y)) = Just (x, y)

palindrome :: Eq a => Seq a -> Bool
palindrome (x :<| (mid :|> y)) = x == y && palindrome mid
palindrome _ = True

merge :: Ord a => Seq a -> Seq a -> Seq a
merge Empty t = t
merge s Empty = s
merge s@(x :<| xs) t@(y :<| ys)
  | x <= y = x :<| merge xs t
  | otherwise = y :<| merge s ys

lazily :: Seq Int -> Int -> Int
lazily Empty _ = 0
lazily (x :<| _) 1 = x
lazily (_ :|> y) n = y + n

lastOr :: a -> Seq a -> a
lastOr z s = case s of
  _ :|> x -> x
  _ -> z

evens :: Seq Int -> Seq Int
evens s = foldr put Empty s
  where
    put x r | even x = x :<| r
            | otherwise = r

firsts :: [Seq a] -> [a]
firsts ss = [x | x :<| _ <- ss]

headM :: Seq a -> Maybe a
headM s = do
  x :<| _ <- Just s
  return x

both :: (Seq Int, Seq Int) -> Int
both (a :<| Empty, Empty :|> b) = a + b
both (Seq.Empty, _) = 0
both (_, b) | not (null b), let (y :<| _) = b, y > 3 = y
            | Seq.Empty <- b = -1
both _ = 7

build :: [a] -> Seq a
build = foldl (:|>) Empty

twice :: Seq Int -> Seq Int
twice = foldr ((:<|) . (* 2)) Seq.empty

main :: IO ()
main = do
  print (run 3 (Seq.fromList [Job "a" 4, Job "b" 3, Job "c" 10]))
  print (map (ends . Seq.fromList) ["", "x", "xy", "xyz"])
  print (map (palindrome . Seq.fromList) ["", "x", "xy", "otto", "otta"])
  print (merge (Seq.fromList [1, 4, 6, 9]) (Seq.fromList [2, 3, 7 :: Int]))
  print (lazily Empty 3, lazily (Seq.fromList [5, 6]) 1, lazily (Seq.fromList [5, 6]) 2)
  print (lastOr 0 (build [1 .. 5]), lastOr 0 Empty, evens (build [1 .. 9]))
  print (firsts [build "ab", Empty, build "c"], headM (build "q"), headM (Empty :: Seq Int))
  print [both (a, b) | a <- map build [[], [1], [1, 2]], b <- map build [[], [2], [5]]]
  print (twice (build [1, 2, 3]), toList (1 :<| build [2]), fmap (:<| Empty) [1, 2])
