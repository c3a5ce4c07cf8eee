{-# LANGUAGE GADTs #-}
{-# OPTIONS_GHC -F -pgmF deforest #-}
-- A class of type constructors, a GADT, a map of the library's and an IORef beside a tree of the
-- module's own, whose traversals fuse.
-- improved: stock, reprice, worth, fill
-- known: data Item, data Shelf, class Container f, prices
-- opaque: data Query a, answer, main
module Main (main) where

import Data.IORef (modifyIORef, newIORef, readIORef)
import qualified Data.Map as M

class Container f where
  empty :: f a
  insert :: a -> f a -> f a
  toL :: f a -> [a]

instance Container [] where
  empty = []
  insert = (:)
  toL = id

data Query a where
  Price :: Int -> Query Int
  Known :: Int -> Query Bool

data Item = Item { code :: Int, price :: Int } deriving (Eq, Show)

data Shelf = Empty | Shelf Shelf Item Shelf

fill :: Int -> Int -> Shelf
fill lo hi
  | lo > hi = Empty
  | otherwise =
      let middle = (lo + hi) `div` 2
      in Shelf (fill lo (middle - 1)) (Item middle (middle * 3)) (fill (middle + 1) hi)

-- | Everything gets dearer.
reprice :: Int -> Shelf -> Shelf
reprice _ Empty = Empty
reprice d (Shelf l (Item c p) r) = Shelf (reprice d l) (Item c (p + d)) (reprice d r)

worth :: Shelf -> Int
worth Empty = 0
worth (Shelf l (Item _ p) r) = worth l + p + worth r

-- | What all of it is worth. This text is replaced.
stock :: Int -> Int
stock n = worth (reprice 2 (fill 1 n))

label :: Item -> String
label i = "item " ++ show (code i) ++ " at " ++ show (price i)

answer :: M.Map Int Int -> Query a -> a
answer m (Price k) = M.findWithDefault 0 k m
answer m (Known k) = M.member k m

prices :: M.Map Int Int
prices = M.fromList [(i, stock i) | i <- [1 .. 9]]

main :: IO ()
main = do
  total <- newIORef (0 :: Int)
  mapM_ (\i -> modifyIORef total (+ stock i)) [1 .. 20]
  readIORef total >>= print
  print (answer prices (Price 7), answer prices (Known 12))
  putStrLn (label (Item 3 4))
  print (toL (insert 'a' (insert 'b' empty) :: String))
