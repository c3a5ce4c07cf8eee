-- One of two cells of different constructors, both made before it is known which.
module Main where

data Shape = Line Int | Box Int Int deriving (Show, Eq, Ord)
data Both = Both Shape Int deriving (Show)

wide :: Shape -> Shape -> Int -> Bool
wide (Line n) (Box w h) m = n > w + h * m
wide _ _ m = m > 3

chosen :: Int -> Both
chosen n = Both (if wide line box n then line else box) n
  where
    line = Line n
    box = Box n (n * 2)

largest :: [Int] -> [Shape]
largest ns = [max (Line n) (Box (n * 2) n) | n <- ns]

main :: IO ()
main = do
  print (map chosen [-3 .. 3])
  print (maximum (largest [1 .. 20]), minimum (largest [4, 9]))
  print (if length (show (chosen 7)) > 3 then Line 3 else Box 1 2)
