{-# OPTIONS_GHC -F -pgmF deforest #-}
-- Functions with names of symbols, joined with each other and with those that have names of letters.
-- improved: .*, -->, <?>, ⊕, größe, total, grow, answer, beyond, main
-- known: data Tree
module Main (main) where

infixl 7 .*
infixl 1 -->

data Tree = Leaf Int | Node Tree Tree

(.*) :: Int -> Tree -> Tree
k .* Leaf x = Leaf (k * x)
k .* Node l r = Node (k .* l) (k .* r)

(-->) :: Tree -> Int -> Tree
Leaf x --> k = Leaf (x - k)
Node l r --> k = Node (l --> k) (r --> k)

total :: Tree -> Int
total (Leaf x) = x
total (Node l r) = total l + total r

(<?>) :: Tree -> Int -> Int
Leaf x <?> k = if x < k then x else k
Node l r <?> k = (l <?> k) `max` (r <?> k)

(⊕) :: Int -> Tree -> Tree
k ⊕ Leaf x = Leaf (k + x)
k ⊕ Node l r = Node (k ⊕ l) (k ⊕ r)

größe :: Tree -> Int
größe (Leaf x) = x
größe (Node l r) = größe l + größe r

grow :: Int -> Tree
grow 0 = Leaf 1
grow n = Node (grow (n - 1)) (Leaf n)

answer :: Int -> (Int, Int)
answer n = (total (3 .* grow n --> 1), (3 .* (2 .* grow n)) <?> 7)

beyond :: Int -> Int
beyond n = größe (3 ⊕ (2 ⊕ grow n))

main :: IO ()
main = print (answer 10) >> print (beyond 7)
