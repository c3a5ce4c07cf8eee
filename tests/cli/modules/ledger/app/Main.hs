module Main (main) where

import Ledger hiding (lookup)
import qualified Ledger as L

insert :: Int -> [Int] -> [Int]
insert x xs = xs ++ [x]

postings :: [Posting]
postings =
  [ Posting { from = "income", to = "bank", what = cents 250000 }
  , Posting "bank" "cash" (cents 20000)
  , Posting "cash" "eating" (cents 1250)
  , Posting "cash" "ebooks" (cents 999)
  , Posting "bank" "erent" (cents 80000)
  ]

main :: IO ()
main = do
  let chart = foldl post empty postings
  putStr (summary chart)
  print (L.lookup "cash" chart)
  print (fmap balance (L.lookup "nothing" chart))
  print (map fromCents [what p | p <- postings, what p > cents 1000])
  print (Main.insert 1 [2, 3])
  putStrLn (prettyList [cents 5, zero |-| cents 120])
  print (total (map what postings) |-| cents 1 |-| cents 2)
