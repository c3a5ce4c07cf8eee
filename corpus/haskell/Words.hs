{-# LANGUAGE OverloadedStrings #-}
{-# OPTIONS_GHC -F -pgmF deforest #-}
-- Types of a library are passed along and not looked into; a record has one of them as a field.
-- improved: scores, bump, best, record, rename, greeting, main
-- known: data Entry, data Log
module Main (main) where

import Data.Text (Text)
import qualified Data.Text as T

data Entry = Entry { who :: Text, points :: Int }

data Log = Done | More Entry Log

record :: Int -> Text -> Log
record n t = if n == 0 then Done else More (Entry t n) (record (n - 1) t)

bump :: Log -> Log
bump Done = Done
bump (More (Entry w p) rest) = More (Entry w (p * 2)) (bump rest)

best :: Log -> Int
best Done = 0
best (More e rest) = max (points e) (best rest)

scores :: Int -> Text -> Int
scores n t = best (bump (record n t))

rename :: Text -> Entry -> Entry
rename t e = e { who = t }

greeting :: Text -> Text
greeting t = T.append "hello " t

main :: IO ()
main = do
  print (scores 12 "ann")
  print (T.length (greeting (who (rename "bob" (Entry "x" 1)))))
