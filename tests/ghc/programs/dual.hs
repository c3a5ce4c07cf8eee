-- Derivatives by dual numbers: a type with its own instances of the classes of fractions.
module Main where

data Dual = Dual Double Double deriving (Eq, Show)

instance Num Dual where
  Dual x dx + Dual y dy = Dual (x + y) (dx + dy)
  Dual x dx - Dual y dy = Dual (x - y) (dx - dy)
  Dual x dx * Dual y dy = Dual (x * y) (x * dy + y * dx)
  abs (Dual x dx) = Dual (abs x) (dx * signum x)
  signum (Dual x _) = Dual (signum x) 0
  fromInteger n = Dual (fromInteger n) 0

instance Fractional Dual where
  Dual x dx / Dual y dy = Dual (x / y) ((dx * y - x * dy) / (y * y))
  fromRational r = Dual (fromRational r) 0

instance Floating Dual where
  pi = Dual pi 0
  exp (Dual x dx) = Dual (exp x) (dx * exp x)
  log (Dual x dx) = Dual (log x) (dx / x)
  sin (Dual x dx) = Dual (sin x) (dx * cos x)
  cos (Dual x dx) = Dual (cos x) (negate (dx * sin x))
  asin (Dual x dx) = Dual (asin x) (dx / sqrt (1 - x * x))
  acos (Dual x dx) = Dual (acos x) (negate dx / sqrt (1 - x * x))
  atan (Dual x dx) = Dual (atan x) (dx / (1 + x * x))
  sinh (Dual x dx) = Dual (sinh x) (dx * cosh x)
  cosh (Dual x dx) = Dual (cosh x) (dx * sinh x)
  asinh (Dual x dx) = Dual (asinh x) (dx / sqrt (x * x + 1))
  acosh (Dual x dx) = Dual (acosh x) (dx / sqrt (x * x - 1))
  atanh (Dual x dx) = Dual (atanh x) (dx / (1 - x * x))

derive :: (Dual -> Dual) -> Double -> Double
derive f x = let Dual _ d = f (Dual x 1) in d

newton :: (Dual -> Dual) -> Double -> [Double]
newton f x = take 6 (iterate step x)
  where
    step y = let Dual v d = f (Dual y 1) in y - v / d

wave :: Floating a => a -> a
wave t = exp (negate t / 4) * cos (2 * pi * t) + 0.5

cubic :: Num a => a -> a
cubic x = x ^ (3 :: Int) - 2 * x - 5

main :: IO ()
main = do
  print (derive cubic 2, derive wave 0.25, derive (\x -> sqrt (1 + x * x)) 1)
  print (newton cubic 2)
  print (derive (** 2.5) 3, derive tan 0.5, derive tanh 0.5, derive (logBase 2) 8)
  print (wave 1.5 :: Double, recip (Dual 2 1))
