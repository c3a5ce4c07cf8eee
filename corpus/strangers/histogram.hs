-- How often each letter stands in a text, and how long its words are.
module Main where

import Data.Array
import Data.Char (isAlpha, toLower)

text :: String
text = "It was the best of times, it was the worst of times, it was the age of wisdom, \
       \it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity"

letters :: String -> Array Char Int
letters s = accumArray (+) 0 ('a', 'z') [(toLower c, 1) | c <- s, isAlpha c, toLower c `elem` ['a' .. 'z']]

lengths :: [String] -> Array Int Int
lengths ws = accumArray (\n _ -> n + 1) 0 (1, 12) [(min 12 (length w), ()) | w <- ws]

bar :: Int -> String
bar n = replicate n '#'

cumulative :: Array Int Int -> Array Int Int
cumulative a = listArray (bounds a) (scanl1 (+) (elems a))

mode :: Ix i => Array i Int -> i
mode a = fst (foldr1 (\(i, m) (j, n) -> if m >= n then (i, m) else (j, n)) (assocs a))

main :: IO ()
main = do
  let h = letters text
      ls = lengths (words (filter (\c -> isAlpha c || c == ' ') text))
  mapM_ (\(c, n) -> if n > 0 then putStrLn (c : ' ' : bar n) else return ()) (assocs h)
  print ls
  print (cumulative ls)
  print (mode h, mode ls, sum h, maximum (elems h), length (filter (== 0) (elems h)))
  print (bounds h, h ! 'e', fmap (* 2) ls ! 3)
  print (ls // [(1, 100), (12, -1)])
