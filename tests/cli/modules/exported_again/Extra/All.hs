module Extra.All (module Extra.Lists, ordered) where

import Extra.Lists

ordered :: Ord a => [a] -> Bool
ordered xs = and [x <= y | (x, y) <- pairs xs]
