-- Lists without an end of which guards and equations choose one, and what looks into them.
module Main where

source :: String -> Int -> [Int]
source "up" n = [n ..]
source "double" n = iterate (* 2) n
source kind n
  | kind == "turn" = cycle [n, negate n]
  | otherwise = map (+ n) (repeat 1)

signal :: Bool -> [Int] -> [Int]
signal up xs = if up then xs ++ cycle [1, 2] else zipWith (+) (iterate (+ 1) 0) (repeat 5)

assign :: Int -> [String] -> [(Int, String, String)]
assign n people = zip3 [1 ..] people (drop n (cycle ["red", "green", "blue"]))

main :: IO ()
main = do
  print (map (\kind -> take 4 (source kind 3)) ["up", "double", "turn", "other"])
  print (take 4 (signal True [9]), take 4 (signal False []))
  mapM_ print (assign 1 ["ann", "bob", "cid", "dan"])
  let ring = drop 2 (cycle [10, 20, 30 :: Int])
  print (lookup 4 (zip [1 :: Int ..] ring), elem 30 ring, any (> 25) ring)
  print (or (map (> 25) ring), and [x < 25 | x <- ring], notElem 30 ring)
  print (takeWhile ((< 4) . fst) (zip [1 :: Int ..] ring))
