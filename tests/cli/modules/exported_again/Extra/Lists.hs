module Extra.Lists (module L, module Data.Char, pairs) where

import Data.Char (isDigit, toUpper)
import Data.List as L hiding (insert)

pairs :: [a] -> [(a, a)]
pairs xs = zip xs (drop 1 xs)

insert :: a -> [a] -> [a]
insert x xs = x : xs
