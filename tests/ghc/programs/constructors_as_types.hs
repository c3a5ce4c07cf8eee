{-# LANGUAGE GADTs, DataKinds, KindSignatures #-}
-- Constructors as types: the length of a vector, the state of a door.
module Main (main) where
import Data.Kind (Type)

data Nat = Z | S Nat

data Vec (n :: Nat) (a :: Type) where
  VNil  :: Vec 'Z a
  VCons :: a -> Vec n a -> Vec ('S n) a

vmap :: (a -> b) -> Vec n a -> Vec n b
vmap _ VNil = VNil
vmap f (VCons x xs) = VCons (f x) (vmap f xs)

vfoldr :: (a -> b -> b) -> b -> Vec n a -> b
vfoldr _ z VNil = z
vfoldr f z (VCons x xs) = f x (vfoldr f z xs)

vheadTail :: Vec ('S n) a -> (a, Vec n a)
vheadTail (VCons x xs) = (x, xs)

data DoorState = Opened | Closed

data Door (s :: DoorState) where
  MkOpen :: String -> Door 'Opened
  MkClosed :: String -> Int -> Door 'Closed

close :: Int -> Door 'Opened -> Door 'Closed
close n (MkOpen s) = MkClosed s n

open :: Int -> Door 'Closed -> Maybe (Door 'Opened)
open k (MkClosed s n) | k == n = Just (MkOpen s)
                      | otherwise = Nothing

nameOf :: Door s -> String
nameOf (MkOpen s) = s ++ " open"
nameOf (MkClosed s _) = s ++ " closed"

newtype Tagged (t :: DoorState) a = Tagged a
untag :: Tagged t a -> a
untag (Tagged x) = x

main :: IO ()
main = do
  let v = VCons 1 (VCons 2 (VCons (3 :: Int) VNil))
  print (vfoldr (+) 0 (vmap (* 2) v))
  print (fst (vheadTail v))
  let d = MkOpen "front"
  putStrLn (nameOf d)
  putStrLn (nameOf (close 3 d))
  putStrLn (maybe "wrong" nameOf (open 4 (close 3 d)))
  putStrLn (maybe "wrong" nameOf (open 3 (close 3 d)))
  print (untag (Tagged 5 :: Tagged Opened Int))
