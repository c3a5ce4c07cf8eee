{-# LANGUAGE OverloadedStrings #-}
{-# OPTIONS_GHC -F -pgmF deforest #-}
-- String literals of several types: texts of another module and of a library, and plain strings.
-- improved: contents, pages, index
-- known: data Entry, shout
-- opaque: main
module Main (main) where

import Data.Text (Text)
import qualified Data.Text as T
import Imported.Chapter (Rope, Title, flatten, joined, rope, title)

data Entry = Part Text Entry Entry | Chapter Int | End

write :: Int -> Int -> Entry
write depth n
  | depth <= 0 = if even n then Chapter n else End
  | otherwise = Part (T.append "part " label) (write (depth - 1) (2 * n)) (write (depth - 1) (2 * n + 1))
  where label = if n > 3 then "late" else T.pack (show n)

renumber :: Int -> Entry -> Entry
renumber _ End = End
renumber k (Chapter n) = Chapter (n + k)
renumber k (Part name a b) = Part name (renumber k a) (renumber k b)

number :: Entry -> Int
number End = 0
number (Chapter n) = n
number (Part _ a b) = number a + number b

label :: Entry -> Rope
label End = "."
label (Chapter n) = joined (title "chapter" n) "; "
label (Part name a b) = joined (joined "(" (label a)) (joined (label b) (rope (T.length name)))

contents :: Int -> String
contents n = flatten (label (renumber 10 (write n 1)))

pages :: Int -> Int
pages n = number (renumber 2 (write n 1))

entries :: Entry -> [Text] -> [Text]
entries End rest = rest
entries (Chapter n) rest = (if n > 20 then "*" else "") : rest
entries (Part name a b) rest = name : entries a (entries b rest)

index :: Int -> Text
index n = T.intercalate ", " (entries (renumber 5 (write n 1)) ["end"])

shout word = T.append word "!"

main :: IO ()
main = do
  putStrLn (contents 3)
  print (map pages [0 .. 6])
  putStrLn (T.unpack (shout (index 3)))
