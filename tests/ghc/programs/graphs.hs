-- Data.Graph, Data.Tree and ReadP.
module Main where

import Data.Char (isDigit, isSpace)
import Data.Graph
import Data.Tree
import Text.ParserCombinators.ReadP

components' :: [(Char, Int, [Int])] -> [String]
components' = map shown . stronglyConnComp
  where
    shown (AcyclicSCC c) = [c]
    shown (CyclicSCC cs) = '*' : cs

data Term = Number Int | Sum Term Term deriving Show

term :: ReadP Term
term = foldr1 Sum <$> sepBy1 atom (token "+")
  where
    atom = (Number . read <$> munch1 isDigit <* skipSpaces) +++ (token "(" *> term <* token ")")
    token s = string s <* skipSpaces

main :: IO ()
main = do
  print (components' [('a', 1, [2]), ('b', 2, [3]), ('c', 3, [2, 4]), ('d', 4, []), ('e', 5, [5])])
  let (g, _, _) = graphFromEdges [('x', 1 :: Int, [2, 3]), ('y', 2, [3]), ('z', 3, [])]
  print (topSort g, path g 0 2, path g 2 0)
  putStr (drawTree (Node "root" [Node "left" [], Node "right" [Node "leaf" []]]))
  print (sum (Node 1 [Node 2 [], Node 3 []]), levels (Node 'a' [Node 'b' [Node 'c' []], Node 'd' []]))
  print [t | (t, "") <- readP_to_S (skipSpaces *> term <* eof) " 1 + (2+3) "]
  print (readP_to_S (many1 (satisfy isDigit)) "123")
  print (readP_to_S (string "ab" <++ string "a") "abc")
