-- What `Scenes.hs` imports: types of which it sees all, a part, or nothing but the name.
module Imported.Scene
  ( Scene (..), Shape (Disc, Box, width, height), Frame (..), Half (Lower), Secret, Pair (P)
  , first, secret, reveal, halves
  , module Imported.Tint
  ) where

import Imported.Tint

infixr 4 :+:

data Scene = Blank | Shape :+: Scene deriving (Eq, Show)

-- The height is evaluated with the box, the radius when it is needed.
data Shape = Disc Int | Box { width :: Int, height :: !Int } deriving (Eq, Ord, Show)

data Frame a = Frame { title :: String, content :: a, depth :: Depth } deriving Show

data Half = Lower Int | Upper Int deriving (Eq, Show)

data Secret = Secret Int

data Pair a b = P a b

first :: Pair a b -> a
first (P x _) = x

secret :: Int -> Secret
secret = Secret

reveal :: Secret -> Int
reveal (Secret n) = n

halves :: Int -> [Half]
halves n = [Lower n, Upper n]
