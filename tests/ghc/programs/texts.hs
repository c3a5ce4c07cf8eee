-- Texts that the program knows: alone, in front of others, with characters that C++ writes otherwise.
module Main where

import Data.Char (ord)

data Tree = Leaf | Node Tree Int Tree

-- A list of one's own, of characters.
data Word' = End | Char :- Word'

infixr 5 :-

shown :: Tree -> ShowS
shown Leaf = showString "no tree"
shown (Node l n r) =
  showString "tree of (" . shown l . showString ") and \"" . shows n . showString "\" and ("
    . shown r . showChar ')'

tree :: Int -> Tree
tree 0 = Leaf
tree n = Node (tree (n - 1)) n (tree (n `div` 2))

named :: Int -> String
named n
  | n < 0 = "below zero: " ++ named (negate n)
  | n == 0 = "zero??! \\ \"quoted\" 'c'"
  | n < 10 = 'd' : 'i' : 'g' : 'i' : 't' : ' ' : show n
  | otherwise = "tab\tnewline\nbell\a end\DEL \200 \233t\233 \8364 \128512"

halves :: Int -> String
halves n = if even n then "abc\xd800\xdfff" else "odd \xdc00 one"

spelled :: Int -> Word'
spelled n
  | n > 3 = 'l' :- 'a' :- 'r' :- 'g' :- 'e' :- spelled (n - 3)
  | otherwise = 's' :- 'm' :- 'a' :- 'l' :- 'l' :- End

codes :: Word' -> [Int]
codes End = []
codes (c :- cs) = ord c : codes cs

main :: IO ()
main = do
  putStrLn (shown (tree 3) "!")
  mapM_ (print . named) [-12, -3, 0, 7, 12]
  print (map ord (concatMap halves [1, 2]))
  print (codes (spelled 8))
  print (length (concatMap named [-20 .. 20]))
