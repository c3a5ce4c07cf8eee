-- References of IO and of ST, of many types at once, in records, in lists, and with functions inside.
module Main where

import Control.Monad
import Control.Monad.ST
import Data.IORef
import Data.STRef

data Account = Account { owner :: String, balance :: IORef Int, history :: IORef [Entry] }

data Entry = Deposit Int | Withdrawal Int | Refused Int deriving (Eq, Show)

open :: String -> IO Account
open name = Account name <$> newIORef 0 <*> newIORef []

deposit, withdraw :: Account -> Int -> IO ()
deposit a n = do
  modifyIORef' (balance a) (+ n)
  modifyIORef (history a) (Deposit n :)
withdraw a n = do
  b <- readIORef (balance a)
  if b < n
    then modifyIORef (history a) (Refused n :)
    else do
      writeIORef (balance a) (b - n)
      modifyIORef (history a) (Withdrawal n :)

report :: Account -> IO ()
report a = do
  b <- readIORef (balance a)
  h <- readIORef (history a)
  putStrLn (owner a ++ ": " ++ show b ++ " after " ++ show (reverse h))

sumOf :: [Integer] -> Integer
sumOf xs = runST $ do
  total <- newSTRef 0
  forM_ xs $ \x -> modifySTRef' total (+ x)
  readSTRef total

collatz :: Int -> (Int, Int)
collatz n = runST (do
  steps <- newSTRef 0
  highest <- newSTRef n
  let go 1 = return ()
      go k = do
        modifySTRef' steps (+ 1)
        modifySTRef highest (max k)
        go (if even k then k `div` 2 else 3 * k + 1)
  go n
  (,) <$> readSTRef steps <*> readSTRef highest)

main :: IO ()
main = do
  accounts <- mapM open ["ada", "bob"]
  forM_ (zip (cycle accounts) [10, 20 .. 60]) $ \(a, n) -> deposit a n
  withdraw (head accounts) 25
  withdraw (accounts !! 1) 500
  mapM_ report accounts
  print (sumOf [1 .. 100], collatz 27)
  same <- newIORef 'a'
  other <- newIORef 'a'
  print (same == same, same == other)
  old <- atomicModifyIORef' same (\c -> (succ c, c))
  new <- readIORef same
  print (old, new)
  step <- newIORef (+ (1 :: Int))
  modifyIORef step (. (* 2))
  f <- readIORef step
  print (f 20)
