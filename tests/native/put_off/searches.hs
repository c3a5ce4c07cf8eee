-- Searches whose size is read, and of which the generated inputs show little: small ones are soon
-- done, and no generated text is a maze.
module Main where

import Control.Monad (forM_)
import Data.Maybe (listToMaybe)

words' :: Int -> String -> [String]
words' n w
  | length w == n = [w]
  | otherwise = concat [words' n (c : w) | c <- "abcdefghij"]

queens :: Int -> [[Int]]
queens n = go n
  where
    go :: Int -> [[Int]]
    go 0 = [[]]
    go k = [q : qs | qs <- go (k - 1), q <- [1 .. n], safe q qs]
    safe q qs = and [q /= c && abs (q - c) /= d | (d, c) <- zip [1 ..] qs]

firstQueens :: Int -> String
firstQueens n = case queens n of
  [] -> "none"
  qs : _ -> show qs

-- All ways through a maze of crossings; the text has as many of them as letters.
ways :: String -> [String]
ways [] = [[]]
ways (x : xs)
  | x == 'l' = concat [maybe [] (\s -> map (s :) (ways xs)) (onward step) | step <- "lr"]
  | otherwise = map (x :) (ways xs)
  where onward step = if step == 'q' then Nothing else Just step

main :: IO ()
main = do
  ls <- lines <$> getContents
  forM_ ls $ \l -> case words l of
    ["words", n] -> print (take 2 (words' (read n) ""))
    ["queens", n] -> putStrLn (firstQueens (read n))
    ["maze", text] -> print (listToMaybe (ways text))
    _ -> putStrLn "?"
