-- What `Imported/Scene.hs` exports as its own.
module Imported.Tint where

data Tint = Dark | Light | Mixed Tint Tint deriving (Eq, Ord, Show)

newtype Depth = Depth Int deriving (Eq, Ord, Show)
