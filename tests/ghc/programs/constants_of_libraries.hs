-- Constants that take a recursion to compute, and are needed by functions that a library is given,
-- or finds by the types of its elements.
module Main (main) where

import qualified Data.Map as Map

squares :: [Int]
squares = build 50

build :: Int -> [Int]
build n = if n == 0 then [] else n * n : build (n - 1)

raised :: Map.Map Int Int -> Map.Map Int Int
raised = Map.map (\x -> x + sum squares)

names :: [String]
names = [c : show n | n <- [1 .. 9 :: Int], c <- "ab"]

newtype Name = Name Int deriving (Eq, Ord)

instance Show Name where
  showsPrec _ (Name n) = showString (names !! n)

instance Read Name where
  readsPrec _ s =
    [(Name i, drop (length n) s) | (i, n) <- zip [0 ..] names, take (length n) s == n]

main :: IO ()
main = do
  print (raised (Map.fromList [(1, 2), (3, 4)]))
  print (length squares)
  print (map Name [1, 5, 7])
  print (read "[b1,a2]" :: [Name])
  print (Map.fromList [(Name 2, "x")])
  putStrLn (concat names)
