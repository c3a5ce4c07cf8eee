-- `Empty` is a constructor here, and what the other module calls so is a pattern of sequences.
module Shapes (Shape (..), queue, firstOf) where

import Data.Sequence (Seq ((:<|)))
import qualified Data.Sequence as Seq

data Shape = Empty | Full Int deriving (Eq, Show)

queue :: Int -> Seq Shape
queue n = Full n :<| Seq.fromList [Empty, Full 2]

firstOf :: Seq Shape -> Shape
firstOf (x :<| _) = x
firstOf Seq.Empty = Empty
