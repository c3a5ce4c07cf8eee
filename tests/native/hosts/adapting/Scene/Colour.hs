-- What Scene.Model imports.
module Scene.Colour (Colour (..), Point (..)) where

data Colour = Red | Green | Blue deriving Eq

data Point = Point {across :: Double, up :: Float} deriving Eq
