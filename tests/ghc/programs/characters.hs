-- Kinds of characters, and capital and small letters, of all that there are.
module Main (main) where

import Data.Char
import Data.List (foldl')

-- How many characters are of the kind, and where they are.
summary :: (Char -> Bool) -> (Int, Int)
summary is = foldl' step (0, 7) ['\0' .. '\x2FFFF']
  where
    step (n, h) c
      | is c = let m = n + 1; k = (h * 31 + ord c) `mod` 1000003 in m `seq` k `seq` (m, k)
      | otherwise = (n, h)

letters :: (Char -> Char) -> (Int, Int)
letters f = foldl' step (0, 7) ['\0' .. '\x1FFFF']
  where
    step (n, h) c =
      let d = f c
          m = if d /= c then n + 1 else n
          k = (h * 31 + ord d) `mod` 1000003
      in m `seq` k `seq` (m, k)

title :: String -> String
title = unwords . map capital . words
  where
    capital (c : cs) = toUpper c : map toLower cs
    capital [] = []

main :: IO ()
main = do
  print (map summary [isUpper, isLower, isAlpha, isLetter, isAlphaNum, isNumber])
  print (map summary [isMark, isPunctuation, isSymbol, isSeparator, isPrint])
  print (map summary [isSpace, isControl, isDigit, isAscii])
  print (letters toUpper, letters toLower)
  putStrLn (title "straße ÉCOLE λόγος ЖИВОТ “quoted” ﬁ")
  print (filter isAlpha "a\233\x4e2d!1 \x661\x300", words "x\x2003y\160z")
  print [c | c <- "aB1 \955\8220\8364\769", isAlphaNum c || isSymbol c]
