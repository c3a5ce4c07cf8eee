-- A main that reads in one branch and not in the other, `>>=` with a lambda and a name.
module Main where

import System.Environment (getArgs)

double :: Int -> Int
double n = 2 * n

main :: IO ()
main = getArgs >>= \args -> case args of
  ["sum"] -> getContents >>= print . sum . map (double . read) . lines
  ["twice"] -> do
    x <- readInt <$> getLine
    y <- readInt <$> getLine
    name <- return "pair"
    putStrLn (name ++ show (x, y))
  _ -> mapM_ putStrLn args
  where
    readInt :: String -> Int
    readInt s = read s
