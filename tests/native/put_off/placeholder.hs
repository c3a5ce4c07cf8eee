-- A field of a record that is kept in a place in memory has no value before the first entry.
module Main (main) where

import Data.IORef
import System.Environment (getArgs)

data Account = Account { balance :: Int, peak :: Int, owner :: String }

apply :: Account -> Int -> Account
apply account n = account { balance = total, peak = maximum [total, n] }
  where
    total = balance account + n

main :: IO ()
main = do
  more <- fmap (map read) getArgs
  ref <- newIORef (Account 0 (error "no entry yet") (error "nobody"))
  account <- readIORef ref
  print (balance account)
  mapM_ (\n -> modifyIORef' ref (`apply` n)) ([5, -3, 9] ++ more)
  later <- readIORef ref
  print (balance later, peak later)
  writeIORef ref later { owner = "al" }
  readIORef ref >>= putStrLn . owner
