-- It reads in a loop, and actions have results: a stack machine, line by line, until `quit`.
module Main where

import Control.Monad (foldM, unless, when, zipWithM_)
import System.IO
import Text.Printf (printf)
import Text.Read (readMaybe)

type Stack = [Int]

step :: Stack -> String -> Either String Stack
step (y : x : rest) "+" = Right (x + y : rest)
step (y : x : rest) "*" = Right (x * y : rest)
step (_ : rest) "drop" = Right rest
step st word = case readMaybe word of
  Just n -> Right (n : st)
  Nothing -> Left ("cannot " ++ word)

-- What it asks for, until it is a number.
askNumber :: String -> IO Int
askNumber prompt = do
  putStr prompt
  answer <- getLine
  case readMaybe answer of
    Just n -> do
      putStrLn ""
      return n
    Nothing -> putStrLn "?" >> askNumber prompt

loop :: Int -> Stack -> IO Stack
loop n st = do
  end <- isEOF
  if end
    then return st
    else do
      line <- getLine
      case words line of
        ["quit"] -> do
          printf "quit after %d\n" n
          return st
        ["ask"] -> askNumber "number: " >>= loop (n + 1) . (: st)
        ws -> case foldM step st ws of
          Left wrong -> do
            putStrLn wrong
            loop (n + 1) st
          Right st' -> do
            unless (null st') $ putStrLn (unwords (map show (reverse st')))
            when (length st' > 2) $ printf "%d deep, top %3d\n" (length st') (head st')
            loop (n + 1) st'

countdown :: Int -> IO ()
countdown 0 = return ()
countdown n = do
  print n
  countdown (n - 1)

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  width <- askNumber "width? "
  final <- loop 0 []
  total <- foldM (\acc x -> do { putStrLn ("add " ++ show x); return (acc + x) }) 0 final
  zipWithM_ (\i x -> putStrLn (show i ++ ": " ++ replicate width '-' ++ show x)) [1 :: Int ..] final
  countdown 2
  rest <- getContents
  mapM_ putStrLn (take 1 (lines rest))
  print total
