module Shapes where

data Shape = Circle Double | Square Double deriving (Show, Eq)

area :: Shape -> Double
area s = go s
  where
    go (Circle r) = scale 3 (r * r)
    go (Square w) = w * w

scale :: Double -> Double -> Double
scale k x = k * x

secret :: Int
secret = 1
