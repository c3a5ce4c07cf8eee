module Geometry (module Shapes, unit, (|>>)) where

import Shapes hiding (secret)
import Store

infixl 4 |>>
(|>>) :: Int -> Int -> Int
a |>> b = a * 10 + b

unit :: Shape
unit = Square 1

instance Named Shape where
  nameOf s = case s of
    Circle _ -> "circle"
    Square w -> "square " ++ show w
