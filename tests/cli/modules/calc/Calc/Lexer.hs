module Calc.Lexer (Token (..), tokens) where

import Data.Char

data Token = Number Int | Word String | Symbol Char
  deriving (Show, Eq)

tokens :: String -> [Token]
tokens [] = []
tokens (c : cs)
  | isSpace c = tokens cs
  | isDigit c = let (ds, rest) = span isDigit (c : cs) in Number (value ds) : tokens rest
  | isAlpha c = let (w, rest) = span isAlphaNum (c : cs) in Word w : tokens rest
  | otherwise = Symbol c : tokens cs

-- The number of these digits.
value :: String -> Int
value = foldl (\n d -> 10 * n + digitToInt d) 0
