-- Prompts, lines, an end that comes early.
module Main where

import System.IO (hFlush, hSetBuffering, stdout, BufferMode (..))

greeting :: String -> Int -> String
greeting name n = concat (replicate n "hello ") ++ name

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  putStr "name? "
  hFlush stdout
  name <- getLine
  times <- fmap read getLine
  putStrLn (greeting name times)
  rest <- getContents
  putStrLn (show (length (lines rest)) ++ " more")
