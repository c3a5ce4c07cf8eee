-- | Prints the months of a year side by side, and answers some questions about dates.
module Main where

import Data.List (intercalate, isPrefixOf, transpose, unfoldr)

data Weekday = Mon | Tue | Wed | Thu | Fri | Sat | Sun
  deriving (Eq, Ord, Show, Read, Enum, Bounded)

data Month = Jan | Feb | Mar | Apr | May | Jun | Jul | Aug | Sep | Oct | Nov | Dec
  deriving (Eq, Ord, Show, Enum, Bounded)

data Date = Date { year :: Int, month :: Month, dayOf :: Int }
  deriving (Eq, Ord)

instance Show Date where
  show (Date y m d) = intercalate "-" [show y, two (fromEnum m + 1), two d]
    where two n = (if n < 10 then "0" else "") ++ show n

isLeap :: Int -> Bool
isLeap y = y `mod` 4 == 0 && (y `mod` 100 /= 0 || y `mod` 400 == 0)

daysIn :: Int -> Month -> Int
daysIn y Feb | isLeap y = 29
             | otherwise = 28
daysIn _ m
  | m `elem` [Apr, Jun, Sep, Nov] = 30
  | otherwise = 31

-- | Days since the first of January of the year 1.
toNumber :: Date -> Int
toNumber (Date y m d) =
  365 * (y - 1) + (y - 1) `div` 4 - (y - 1) `div` 100 + (y - 1) `div` 400
    + sum [daysIn y k | k <- takeWhile (< m) [minBound ..]] + d - 1

weekday :: Date -> Weekday
weekday date = toEnum (toNumber date `mod` 7)

next :: Date -> Date
next (Date y m d)
  | d < daysIn y m = Date y m (d + 1)
  | m < maxBound = Date y (succ m) 1
  | otherwise = Date (y + 1) Jan 1

easter :: Int -> Date
easter y = Date y (toEnum (mm - 1)) (dd + 1)
  where
    a = y `mod` 19
    (b, c) = y `divMod` 100
    (d, e) = b `divMod` 4
    g = (8 * b + 13) `div` 25
    h = (19 * a + b - d - g + 15) `mod` 30
    (i, k) = c `divMod` 4
    l = (32 + 2 * e + 2 * i - h - k) `mod` 7
    m = (a + 11 * h + 22 * l) `div` 451
    (mm, dd) = (h + l - 7 * m + 114) `divMod` 31

chunks :: Int -> [a] -> [[a]]
chunks n = unfoldr (\xs -> if null xs then Nothing else Just (splitAt n xs))

picture :: Int -> Month -> [String]
picture y m = center (show m ++ " " ++ show y) : header : take 6 (weeks ++ repeat (replicate 20 ' '))
  where
    header = unwords (map (take 2 . show) [Mon ..])
    offset = fromEnum (weekday (Date y m 1))
    cells = replicate offset "  " ++ map right [1 .. daysIn y m]
    weeks = map (pad . unwords) (chunks 7 cells)
    right n = let s = show n in replicate (2 - length s) ' ' ++ s
    pad s = s ++ replicate (20 - length s) ' '
    center s = pad (replicate ((20 - length s) `div` 2) ' ' ++ s)

sideBySide :: [[String]] -> [String]
sideBySide = map (intercalate "   ") . transpose

showYear :: Int -> String
showYear y = unlines (concatMap sideBySide (chunks 3 [picture y m | m <- [Jan .. Dec]]))

fridays13 :: Int -> [Date]
fridays13 y = [d | m <- [minBound .. maxBound], let d = Date y m 13, weekday d == Fri]

main :: IO ()
main = do
  putStr (showYear 2024)
  mapM_ print (fridays13 2026)
  print (map easter ([2000, 2008] ++ [2024 .. 2026]))
  print [weekday (Date y Dec 25) | y <- [2020 .. 2026]]
  print (toNumber (Date 2024 Mar 1) - toNumber (Date 2023 Mar 1))
  print (takeWhile (< Date 2024 Mar 3) (iterate next (Date 2024 Feb 27)))
  print (filter (isPrefixOf "T" . show) [minBound .. maxBound :: Weekday])
