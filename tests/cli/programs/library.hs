module Main where
import Control.Monad
import Data.Char
import Data.List
import Numeric
import Text.Read

data Color = Red | Green | Blue' deriving (Show, Read, Eq, Enum)

secs :: String -> Maybe Int
secs s = case words s of
  [_, n] | [(c, "")] <- reads n -> Just c
  _ -> Nothing

main :: IO ()
main = do
  print (map secs ["a 12", "a 12x", "a -3", "a", "a 1.5"])
  print (reads "12 rest" :: [(Int, String)], reads "12.5" :: [(Int, String)], reads "12." :: [(Int, String)])
  print (reads "1e5" :: [(Integer, String)], reads "7e" :: [(Integer, String)], reads "2.5x" :: [(Double, String)])
  print (reads " True!" :: [(Bool, String)], reads "Truer" :: [(Bool, String)])
  print (map read ["Red", " ( Green)", "Blue'"] :: [Color])
  print (map readMaybe ["Red", "red", "Redd", "Blue"] :: [Maybe Color])
  print (readEither "Red" :: Either String Color, readEither "x" :: Either String Int)
  print (reads "[Red,Blue'] x" :: [([Color], String)])
  print (readHex "ffz" :: [(Int, String)], readOct "778" :: [(Integer, String)], readDec "x" :: [(Int, String)])
  print (logBase 2 10 :: Double, logBase 10 1000 :: Double, logBase 2 8 :: Float, recip 4 :: Double)
  print (isNaN (0 / 0 :: Double), isInfinite (-1 / 0 :: Double), isInfinite (0 :: Double), isNegativeZero (-0.0 :: Double), isInfinite (1e308 :: Double))
  print (properFraction 2.75 :: (Int, Double), properFraction (-2.75) :: (Integer, Double))
  print (zip4 [1 :: Int, 2] "ab" [True, False] [LT ..], zipWith4 (\a b c d -> a + b * c - d) [1, 2 :: Int] [2, 3] [4, 5] [6, 7])
  print (deleteFirstsBy (==) [1, 2, 3, 2 :: Int] [2], singleton 'x', genericTake (2 :: Integer) "abc", genericDrop (2 :: Integer) "abc", genericSplitAt (1 :: Integer) "ab", genericReplicate (2 :: Integer) 'y', genericIndex "abc" (1 :: Integer))
  print (mplus Nothing (Just 'a'), msum [[1 :: Int], [2]], (mzero :: Maybe Int), asTypeOf 3 (2.5 :: Double))
  print (map isAsciiUpper "aA\200", map isAsciiLower "aA\200", map isLatin1 "a\300")
