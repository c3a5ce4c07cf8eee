-- Lists without an end, as far as something takes of them; and those of enumerations, which end.
module Main where

import Data.Char (toUpper)
import Data.List (find, sortBy)
import Data.Ord (comparing)

data Day = Mon | Tue | Wed | Thu | Fri
  deriving (Eq, Ord, Show, Enum, Bounded)

numbered :: [String] -> [String]
numbered = zipWith (\n s -> show n ++ ": " ++ s) [1 :: Int ..]

randoms :: Int -> Int -> [Int]
randoms k seed = take k . tail . iterate (\x -> (x * 75 + 74) `mod` 65537) $ seed

-- What is not asked for is not made: the tail of [] is none.
suffixes :: String -> [String]
suffixes s = takeWhile (not . null) (iterate tail s)

halvings :: Int -> [Int]
halvings n = map (div 100) (takeWhile (> 0) (iterate (`div` 2) n))

pad :: Int -> String -> String
pad n s = take n (s ++ repeat '.')

positions :: Eq a => a -> [a] -> [Int]
positions x xs = [i | (i, y) <- zip [0 ..] xs, x == y]

-- Variables that are such lists, or make some.
series :: Int -> ([Int], Int)
series n = (take n squares, squares !! n)
  where
    squares :: [Int]
    squares = map (^ (2 :: Int)) naturals
    naturals = [0 ..]

draws :: Int -> Int -> [(Int, Char)]
draws seed k = zip (take k (noise seed)) (cycle "ab")
  where
    noise :: Int -> [Int]
    noise = map (`mod` 10) . iterate (\x -> (x * 75 + 74) `mod` 65537)

main :: IO ()
main = do
  mapM_ putStrLn (numbered ["one", "two", "three"])
  print (randoms 5 42)
  print (suffixes "tail", suffixes "")
  print (halvings 20)
  print (map (pad 4) ["", "abc", "abcdef"])
  print (positions 'a' "banana")
  print [Wed ..]
  print (series 5, draws 7 4)
  let days = [Tue ..]
      counts = iterate (+ 3) (length days)
  print (days, takeWhile (< 14) counts, zip counts days)
  print (zip "ab" [minBound :: Day ..], zip [Thu ..] "abcdef", zip [Fri ..] "", zip "abc" [Mon, Wed ..])
  print (take 3 [Thu ..], take 9 [Fri, Thu ..], take 3 [10 :: Int, 7 ..])
  print (take 5 [maxBound - 1 :: Int ..], take 3 [minBound + 5 :: Int, minBound + 2 ..])
  print (take 4 ['x' ..], take 3 [maxBound :: Char ..])
  print (take 7 (cycle [1 :: Int, 2, 3]), zip "ab" (cycle [True]))
  print (takeWhile (< 40) (filter odd (map (^ (2 :: Int)) [1 :: Int ..])))
  print (head (dropWhile (< 1000) (iterate (* 2) 1)) :: Int)
  print (iterate (* 3) 1 !! 5 :: Int, [5 :: Int ..] !! 2)
  print (find ((== 0) . (`mod` 7)) [50 :: Int ..], find (> Thu) [Mon ..], find (> Fri) [Mon ..])
  print (take 6 (scanl (+) 0 [1 :: Int ..]), take 3 (scanl (flip (:)) "" ['a' ..]))
  print (takeWhile ((< 5) . fst) (zip [1 :: Int ..] (iterate (\s -> map toUpper (take 3 (cycle s))) "ab")))
  print (take 5 (zipWith (,) [1 :: Int ..] (0 : [10 :: Int, 20 ..])))
  print (take 8 (concatMap (\n -> replicate n n) [0 :: Int ..]))
  print (take 0 [7 :: Int ..], take (-1) (repeat 'x'), zip [0 :: Int ..] "")
  print (zipWith3 (\i a b -> i + a * b) [1 ..] [4, 5, 6 :: Int] [7, 8], zip3 [0 :: Int ..] "ab" "cde")
  print (map (zip [1 :: Int ..]) ["ab", "c"])
  print (take 3 . drop 2 . map (* 2) $ [1 :: Int ..], fst <$> take 2 (zip (repeat 'q') [False ..]))
  print (sortBy (comparing snd) (zip [0 :: Int ..] "stream"))
