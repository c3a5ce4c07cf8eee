-- Operands that fail unless what they are guarded by keeps them from being evaluated.
module Main where

import Control.Monad (guard)
import qualified Data.IntMap.Strict as IM
import qualified Data.Map as Map
import Data.Maybe (fromMaybe)

data Op = Add | Div | Mod deriving (Eq, Show)

apply :: Op -> Int -> Int -> Maybe Int
apply op a b = case op of
  Add -> Just (a + b)
  Div -> a `div` b <$ guard (b /= 0)
  Mod -> a `mod` b <$ guard (b /= 0)

half :: Int -> Int -> Either String Int
half a b = a `div` b <$ (if b == 0 then Left "zero" else Right ())

first :: [Int] -> IM.IntMap Int -> Int -> Int
first xs m k = IM.findWithDefault (head xs) k m

named :: Map.Map String Int -> String -> Int
named m name = Map.findWithDefault (error ("no " ++ name)) name m

deep :: [Int] -> Map.Map String Int -> Int
deep xs m = fromMaybe (maximum xs) (Map.lookup "x" m) + maybe (error "none") (* 2) (Map.lookup "x" m)

scaled :: Int -> Maybe (Int -> Int) -> Int -> Int
scaled z m x = maybe (x `div` z) ($ x) m

-- With operands that are still to come.
given :: Maybe Int -> Int
given = fromMaybe (error "nothing is given")

initials :: Maybe String -> String
initials = maybe (head []) (take 1)

counted :: Map.Map String Int -> [String] -> [Int]
counted known = map (flip (Map.findWithDefault (error "unknown")) known)

main :: IO ()
main = do
  let known = Map.fromList [("x", 7)]
  print [apply op 7 b | op <- [Add, Div, Mod], b <- [0, 2]]
  print (map (half 6) [0, 2])
  print (first [] (IM.fromList [(1, 7)]) 1, first [5] IM.empty 1)
  print (named known "x", deep [] known)
  print (scaled 0 (Just (+ 1)) 4, scaled 2 Nothing 4)
  print ((5 `div` length "ab") <$ "xy")
  print (given (Just 3), initials (Just "word"), counted known ["x", "x"])
