-- Ranges of enumerations: derived ones, and types with their own instance of Enum.
module Main where

data Season = Spring | Summer | Autumn | Winter deriving (Eq, Ord, Show, Enum, Bounded)

-- The days of the week, round and round.
data Day = Mon | Tue | Wed | Thu | Fri | Sat | Sun deriving (Eq, Show)

instance Enum Day where
  fromEnum d = case d of { Mon -> 0; Tue -> 1; Wed -> 2; Thu -> 3; Fri -> 4; Sat -> 5; Sun -> 6 }
  toEnum n = case mod n 7 of { 0 -> Mon; 1 -> Tue; 2 -> Wed; 3 -> Thu; 4 -> Fri; 5 -> Sat; _ -> Sun }
  enumFrom d = enumFromTo d Sun

-- Even numbers only.
newtype Even = Even Int deriving (Eq, Ord, Show)

instance Enum Even where
  fromEnum (Even n) = quot n 2
  toEnum n = Even (2 * n)
  succ (Even n) = Even (n + 2)
  pred (Even n) = Even (n - 2)

data Coin = Penny | Nickel | Dime | Quarter deriving (Eq, Show, Bounded)

instance Enum Coin where
  fromEnum Penny = 1
  fromEnum Nickel = 5
  fromEnum Dime = 10
  fromEnum Quarter = 25
  toEnum 1 = Penny
  toEnum 5 = Nickel
  toEnum 10 = Dime
  toEnum 25 = Quarter
  toEnum _ = error "no such coin"
  enumFrom Penny = [Penny, Nickel, Dime, Quarter]
  enumFrom c = filter ((>= fromEnum c) . fromEnum) (enumFrom Penny)

every :: (Bounded a, Enum a) => [a]
every = [minBound .. maxBound]

main :: IO ()
main = do
  print [minBound .. maxBound :: Season]
  print ([minBound ..] :: [Season])
  print ([Summer ..], [Spring, Autumn ..], [Winter, Autumn ..], [Winter, Autumn .. Spring])
  print (succ Spring, pred Winter, [succ s | s <- [Spring .. Autumn]])
  print (every :: [Bool], every :: [Season])
  print ([Tue .. Fri], [Fri ..], [Mon, Wed .. Sun], succ Sun, pred Mon)
  print (map succ [Mon, Sun], take 3 (enumFrom Sat))
  print ([Even 2 .. Even 10], [Even 0, Even 6 .. Even 20], succ (Even 4), pred (Even 4))
  print ([Dime ..], sum (map fromEnum [minBound :: Coin ..]))
  print (['x' ..] == ['x' .. maxBound], enumFromTo 'a' 'f', enumFromThenTo 1 3 (9 :: Int))
  print (zip [Spring ..] "abcdef", lookup Autumn (zip [minBound ..] [1 :: Int ..]))
  print (map (toEnum :: Int -> Season) [0, 3], map fromEnum "az")
