module Imported.Route (Leg (..), Route, scale, through, distance, lengthOf, limit, origin, fallback, named) where

import qualified Data.Map as M

-- Functions that nobody gave a signature.
data Leg = Leg { from, to :: String, metres :: Int }

type Route = [Leg]

scale k = map (\leg -> leg { metres = k * metres leg })

through place (Leg a b _) = a == place || b == place

distance = \route -> sum [metres leg | leg <- route]

lengthOf table name = M.findWithDefault 0 name table + 1

-- GHC chooses Integer, since nothing here says what it is.
limit = 1000

origin = fst . head

fallback good bad
  | good > bad = good
  | otherwise = (bad `max`) good

named :: Show a => a -> String -> String
named a rest = show a ++ rest
