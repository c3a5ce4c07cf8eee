{-# LANGUAGE RecordWildCards, NamedFieldPuns #-}
-- Records that are made of the variables in scope, and taken apart into them.
module Main where

import Data.Char (isDigit)

data Config = Config { width :: Int, height :: Int, title :: String } deriving (Show, Eq)

defaults :: Config
defaults = Config { width = 80, height = 24, .. }
  where title = "none"

parse :: [String] -> Either String Config
parse settings = do
  width <- number "width"
  height <- number "height"
  let title = maybe "none" id (lookup "title" pairs)
  return Config {..}
  where
    pairs = [(key, drop 1 value) | (key, value) <- map (break (== '=')) settings]
    number key = case lookup key pairs of
      Just digits | all isDigit digits, not (null digits) -> Right (read digits)
      _ -> Left ("no " ++ key)

wider :: Config -> Config
wider Config {..} = Config { width = width * 2, .. }

tall :: Int -> Config -> Config
tall height Config { width, title } = Config {..}

area :: Config -> Int
area Config {..} = let size = width * height in size

main :: IO ()
main = do
  print (parse ["width=3", "height=4", "title=door"])
  print (parse ["width=3", "height=x"])
  print (fmap (area . wider . tall 9) (parse ["width=3", "height=4"]))
  print (defaults, wider defaults == defaults)
