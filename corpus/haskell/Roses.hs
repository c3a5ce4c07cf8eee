{-# OPTIONS_GHC -F -pgmF deforest #-}
-- Trees with lists of children: what recursion goes along may be a function of the Prelude, and a
-- type of one constructor is taken apart in the middle of it.
-- improved: answer, worth, weight, depths
-- known: render
module Main (main, answer, worth, weight, depths, render) where

data Expr = Num Int | Add Expr Expr | Call [Expr]

simple :: Expr -> Expr
simple (Num n) = Num (n + 1)
simple (Add a b) = Add (simple a) (simple b)
simple (Call es) = Call (map simple es)

eval :: Expr -> Int
eval (Num n) = n
eval (Add a b) = eval a + eval b
eval (Call es) = sum (map eval es)

answer :: Expr -> Int
answer e = eval (simple e)

data Tree = Node Int [Tree]

twice, next :: Tree -> Tree
twice (Node a cs) = Node (a * 2) (map twice cs)
next (Node a cs) = Node (a + 1) (map next cs)

total :: Tree -> Int
total (Node a cs) = a + sum (map total cs)

worth :: Tree -> Int
worth t = total (twice (next t))

-- By hand, with a function for the lists.
scale :: Tree -> Tree
scale (Node a cs) = Node (a * 3) (scales cs)

scales :: [Tree] -> [Tree]
scales [] = []
scales (t : ts) = scale t : scales ts

heavy :: Tree -> Int
heavy (Node a cs) = a + heavies cs

heavies :: [Tree] -> Int
heavies [] = 0
heavies (t : ts) = heavy t + heavies ts

weight :: Tree -> Int
weight t = heavy (scale (scale t))

-- What is not asked for is not evaluated: neither the last child nor any number.
deep :: Tree -> Int
deep (Node _ []) = 1
deep (Node _ (t : _)) = 1 + deep t

depths :: Tree -> Int
depths t = deep (scale t)

render :: Tree -> String
render (Node a cs) = show a ++ concatMap render cs

expr :: Int -> Expr
expr 0 = Num 1
expr n = if even n then Add (expr (n - 1)) (Num n) else Call [expr (n - 1), Num n, Call []]

tree :: Int -> Int -> Tree
tree 0 s = Node s []
tree n s = Node s [tree (n - 1) (s + i) | i <- [1 .. 3]]

main :: IO ()
main = do
  print (answer (expr 20))
  print (worth (tree 5 2))
  print (weight (tree 5 2))
  print (depths (Node 1 [Node undefined [], undefined]))
  print (depths (Node (error "not needed") [tree 4 1, error "nor this"]))
  putStrLn (render (tree 2 3))
