-- Lists of texts without an end, where texts with an end go through the same functions.
module Main (main) where

import Data.List (intercalate, transpose)

chunks :: Int -> [a] -> [[a]]
chunks n xs = case splitAt n xs of (a, b) -> a : chunks n b

cell :: Int -> String
cell 0 = "  "
cell n = replicate (2 - length (show n)) ' ' ++ show n

month :: Int -> Int -> [String]
month start days = title : take 6 (map (unwords . map cell) (chunks 7 padded) ++ repeat (replicate 20 ' '))
  where
    title = unwords (map (take 2) ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
    padded = replicate start 0 ++ [1 .. days] ++ repeat 0

names :: [String]
names = [s ++ show n | n <- [1 :: Int ..], s <- ["x", "y"]]

numbered :: [String] -> [String]
numbered = zipWith (\n s -> show n ++ ". " ++ s) [1 :: Int ..]

dashes :: String
dashes = cycle "-="

main :: IO ()
main = do
  input <- getContents
  let given = lines input
  mapM_ putStrLn (month 3 31)
  putStrLn (intercalate "," (take 5 names))
  putStr (unlines (numbered (given ++ ["end"])))
  putStrLn (take 11 dashes)
  putStr (unlines (transpose (zipWith (++) given (names ++ given))))
  print (lookup "x2" (zip names given), words (unwords given))
