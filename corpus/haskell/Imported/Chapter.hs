-- What `Chapters.hs` imports: a text of its own that string literals are of, too.
module Imported.Chapter (Rope, rope, flatten, joined, Title (..), title) where

import Data.String (IsString (..))

data Rope = Flat String | Both Rope Rope

newtype Title = Title String deriving Show

instance IsString Rope where
  fromString = Flat

instance IsString Title where
  fromString = Title

rope :: Int -> Rope
rope n = Flat (show n)

joined :: Rope -> Rope -> Rope
joined = Both

flatten :: Rope -> String
flatten (Flat s) = s
flatten (Both a b) = flatten a ++ flatten b

title :: Title -> Int -> Rope
title (Title s) n = Flat (s ++ " " ++ show n)
