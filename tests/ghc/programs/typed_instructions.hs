{-# LANGUAGE GADTs #-}
-- Instructions with results of their own types, lists of unlike elements, typed keys.
module Main (main) where

import Control.Monad (ap, liftM, forM_, when)
import qualified Data.Map.Strict as Map
import Data.IORef

-- operational monad
data Instr a where
  Push :: Int -> Instr ()
  Pop  :: Instr (Maybe Int)
  Say  :: String -> Instr ()

data Prog a where
  Done :: a -> Prog a
  Then :: Instr b -> (b -> Prog a) -> Prog a

instance Functor Prog where fmap = liftM
instance Applicative Prog where { pure = Done; (<*>) = ap }
instance Monad Prog where
  Done a >>= k = k a
  Then i f >>= k = Then i (\b -> f b >>= k)

instr :: Instr a -> Prog a
instr i = Then i Done

run :: Prog a -> [Int] -> ([String], [Int], a)
run (Done a) st = ([], st, a)
run (Then (Push n) k) st = run (k ()) (n : st)
run (Then Pop k) (x : st) = run (k (Just x)) st
run (Then Pop k) [] = run (k Nothing) []
run (Then (Say s) k) st = let (o, st', a) = run (k ()) st in (s : o, st', a)

prog :: Int -> Prog Int
prog n = do
  mapM_ (instr . Push) [1 .. n]
  a <- instr Pop
  b <- instr Pop
  case (a, b) of
    (Just x, Just y) -> do
      instr (Say ("adding " ++ show x ++ " " ++ show y))
      instr (Push (x + y))
      return (x * y)
    _ -> do
      instr (Say "empty")
      return 0

-- a heterogeneous list
data HList ts where
  HNil :: HList ()
  HCons :: Show t => t -> HList ts -> HList (t, ts)

showH :: HList ts -> [String]
showH HNil = []
showH (HCons x xs) = show x : showH xs

hlen :: HList ts -> Int
hlen HNil = 0
hlen (HCons _ xs) = 1 + hlen xs

-- typed keys
data Key a where
  Age :: Key Int
  Name :: Key String

data Entry where
  Entry :: Key a -> a -> Entry

get :: Key a -> [Entry] -> Maybe a
get _ [] = Nothing
get k (Entry k' v : es) = case match k k' v of
  Just r -> Just r
  Nothing -> get k es

match :: Key a -> Key b -> b -> Maybe a
match Age Age v = Just v
match Name Name v = Just v
match _ _ _ = Nothing

data Shape where
  Circle :: { radius :: Double } -> Shape
  Rect   :: { w, h :: !Double } -> Shape
  deriving (Show, Eq)

area :: Shape -> Double
area (Circle r) = 3 * r * r
area (Rect a b) = a * b

data Tree a where
  Leaf :: Tree a
  Node :: Ord a => Tree a -> a -> Tree a -> Tree a

insert :: Ord a => a -> Tree a -> Tree a
insert x Leaf = Node Leaf x Leaf
insert x t@(Node l y r)
  | x < y = Node (insert x l) y r
  | x > y = Node l y (insert x r)
  | otherwise = t

walk :: Tree a -> [a]
walk Leaf = []
walk (Node l x r) = walk l ++ [x] ++ walk r

main :: IO ()
main = do
  print (run (prog 5) [])
  print (run (prog 1) [])
  putStrLn (unwords (showH (HCons (1 :: Int) (HCons "two" (HCons (Just 3.5) HNil)))))
  print (hlen (HCons 'x' (HCons 'y' HNil)))
  let es = [Entry Name "ann", Entry Age 33, Entry Age 44]
  print (get Age es, get Name es)
  print (map area [Circle 2, Rect 3 4], [Circle 2, Rect 3 4], Circle 1 == Circle 1)
  r <- newIORef Leaf
  forM_ [5, 2, 8, 1, 9 :: Int] $ \x -> modifyIORef r (insert x)
  t <- readIORef r
  print (walk t)
