{-# LANGUAGE BangPatterns #-}
-- Patterns with a bang below literals at the same place, and on either side of an operator.
module Main where

balanced :: [Int] -> Maybe Int
balanced = go 0 0
  where
    go 0 !n [] = Just n
    go !p !n (x : rest) = go (p + x) (n + 1) rest
    go _ _ [] = Nothing

kind :: Int -> Bool -> String
kind 0 True = "zero"
kind !n False = "no " ++ show n
kind 1 _ = "one"
kind !n !b = show (n, b)

infixl 6 |+|
(|+|) :: (Int, Int) -> (Int, Int) -> (Int, Int)
!a |+| (0, 0) = a
(a, b) |+| (c, d) = (a + c, b + d)

(f `both` g) !x = (f x, g x)

main :: IO ()
main = do
  print (map balanced [[], [1, -1], [2, 3], [1, 2, -3]])
  mapM_ putStrLn [kind n b | n <- [0, 1, 2], b <- [False, True]]
  print ((1, 2) |+| (0, 0), (1, 2) |+| (3, 4))
  print ((succ `both` pred) (3 :: Int))
