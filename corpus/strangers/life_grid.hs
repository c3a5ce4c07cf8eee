-- Conway's game of life on a grid whose edges are walls.
module Main where

import Data.Array

data Cell = Dead | Alive deriving (Eq, Show)

type Grid = Array (Int, Int) Cell

fromLines :: [String] -> Grid
fromLines rows = listArray ((0, 0), (length rows - 1, length (head rows) - 1)) (map cell (concat rows))
  where
    cell '#' = Alive
    cell _ = Dead

neighbours :: Grid -> (Int, Int) -> Int
neighbours g (r, c) =
  length [() | dr <- [-1, 0, 1], dc <- [-1, 0, 1], (dr, dc) /= (0, 0)
             , let p = (r + dr, c + dc), inRange (bounds g) p, g ! p == Alive]

step :: Grid -> Grid
step g = listArray (bounds g) [rule (g ! p) (neighbours g p) | p <- range (bounds g)]
  where
    rule Alive n | n == 2 || n == 3 = Alive
    rule Dead 3 = Alive
    rule _ _ = Dead

render :: Grid -> String
render g = unlines [[if g ! (r, c) == Alive then '#' else '.' | c <- [c0 .. c1]] | r <- [r0 .. r1]]
  where ((r0, c0), (r1, c1)) = bounds g

population :: Grid -> Int
population = length . filter (== Alive) . elems

glider :: Grid
glider = fromLines
  [ ".#......"
  , "..#....."
  , "###....."
  , "........"
  , "........"
  , "........" ]

main :: IO ()
main = do
  let generations = take 9 (iterate step glider)
  mapM_ (putStrLn . render) [generations !! 0, generations !! 4, generations !! 8]
  print (map population generations)
