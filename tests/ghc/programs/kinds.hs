{-# LANGUAGE DeriveFunctor, DeriveFoldable #-}
-- Types whose arguments are type constructors, in the signatures of functions that are written anew.
module Main where

newtype Fix f = In { out :: f (Fix f) }

data ExprF r = Lit Int | Add r r

instance Functor ExprF where
  fmap _ (Lit n) = Lit n
  fmap f (Add a b) = Add (f a) (f b)

data ListF e r = Nil | Cons e r deriving (Functor, Foldable)

cata :: Functor f => (f a -> a) -> Fix f -> a
cata alg = alg . fmap (cata alg) . out

ana :: Functor f => (a -> f a) -> a -> Fix f
ana grow = In . fmap (ana grow) . grow

eval :: Fix ExprF -> Int
eval = cata alg
  where alg (Lit n) = n
        alg (Add a b) = a + b

range :: Int -> Fix (ListF Int)
range = ana (\n -> if n == 0 then Nil else Cons n (n - 1))

total :: Fix (ListF Int) -> Int
total = cata (\l -> case l of { Nil -> 0; Cons x r -> x + r })

sums :: Int -> Fix ExprF
sums n = In (if n == 0 then Lit 1 else Add (sums (n - 1)) (sums (n - 1)))

data Bush f = Tip | Bin (Bush f) (f Int) (Bush f)

count, weight :: Bush Maybe -> Int
count Tip = 0
count (Bin l x r) = count l + maybe 0 (const 1) x + count r
weight Tip = 0
weight (Bin l x r) = weight l + maybe 0 id x + weight r

mapBush :: (f Int -> g Int) -> Bush f -> Bush g
mapBush _ Tip = Tip
mapBush f (Bin l x r) = Bin (mapBush f l) (f x) (mapBush f r)

mean :: Bush Maybe -> Int
mean t = weight u `div` count u where u = mapBush (fmap (+ 1)) t

ofLists :: Bush [] -> Int
ofLists t = weight u + count u
  where u = mapBush (\xs -> case xs of { [] -> Nothing; y : _ -> Just y }) t

full :: (Int -> f Int) -> Int -> Bush f
full make n = if n == 0 then Tip else Bin (full make (n - 1)) (make n) (full make (n - 1))

newtype Compose f g a = Compose (f (g a))

data Rose a = Rose a [Rose a]

instance Functor Rose where
  fmap f (Rose x ts) = Rose (f x) (map (fmap f) ts)

instance (Functor f, Functor g) => Functor (Compose f g) where
  fmap h (Compose x) = Compose (fmap (fmap h) x)

sumRose :: Rose Int -> Int
sumRose (Rose x ts) = x + sum (map sumRose ts)

composed :: Compose Maybe Rose Int -> Int
composed t = case fmap (* 2) (fmap (+ 1) t) of
  Compose Nothing -> 0
  Compose (Just r) -> sumRose r

rose :: Int -> Rose Int
rose n = Rose n [rose (n - 1) | n > 0, _ <- "ab"]

main :: IO ()
main = do
  print (eval (sums 5), total (range 10))
  print (mean (full Just 4), ofLists (full (\n -> [n, n]) 3))
  print (composed (Compose (Just (rose 4))), composed (Compose Nothing))
