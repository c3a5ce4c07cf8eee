-- What the programs here use of Gibbon's module of primitives, for checking them with GHC.
module Gibbon.Prim where

(.+.), (.-.), (.*.), (./.) :: Float -> Float -> Float
(.+.) = (+)
(.-.) = (-)
(.*.) = (*)
(./.) = (/)

infixl 6 .+., .-.

infixl 7 .*., ./.

(.<.), (.>.) :: Float -> Float -> Bool
(.<.) = (<)
(.>.) = (>)

infix 4 .<., .>.

intToFloat :: Int -> Float
intToFloat = fromIntegral

floatToInt :: Float -> Int
floatToInt = truncate
