// Data.Vector.Mutable as a module of the language: a vector that changes is a part of an array that
// changes (mutable_source.cpp).
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view mutableVectorSource() {
  return R"source(
module Data.Vector.Mutable
  (MVector, Unbox, IOVector, STVector, RealWorld, length, null, slice, take, drop, tail, init, splitAt, new,
   unsafeNew, replicate, replicateM, generate, generateM, clone, grow, read, write, modify, modify',
   modifyM, exchange, swap, unsafeRead, unsafeWrite, unsafeModify, unsafeSwap, set, copy, move,
   unsafeCopy, fromList', toList') where

import Prelude hiding (length, null, take, drop, tail, init, splitAt, replicate, read)
import qualified Control.Monad as Monad
import qualified Data.List as List
import Deforest.Cells (unsetElement)
import Control.Monad.ST.Cells' (CellMonad, STArray, newArray, newListArray)
import qualified Control.Monad.ST.Cells' as Cells

class Unbox a
instance Unbox Int
instance Unbox Word
instance Unbox Double
instance Unbox Float
instance Unbox Char
instance Unbox Bool
instance Unbox ()
instance (Unbox a, Unbox b) => Unbox (a, b)
instance (Unbox a, Unbox b, Unbox c) => Unbox (a, b, c)

-- Where it begins, how many elements it has, and the array that it is a part of.
data MVector s a = MVector !Int !Int !(STArray s Int a)

data RealWorld = RealWorld
type IOVector a = MVector RealWorld a
type STVector s a = MVector s a

length :: MVector s a -> Int
length (MVector _ n _) = n

null :: MVector s a -> Bool
null v = length v == 0

slice :: Int -> Int -> MVector s a -> MVector s a
slice i k (MVector o n a)
  | i >= 0 && k >= 0 && k <= n - i = MVector (o + i) k a
  | otherwise = errorWithoutStackTrace ("invalid slice " <> show (i, k, n))

take, drop :: Int -> MVector s a -> MVector s a
take k (MVector o n a) = MVector o (max 0 (min k n)) a
drop k (MVector o n a) = let m = max 0 (min k n) in MVector (o + m) (n - m) a

tail, init :: MVector s a -> MVector s a
tail v = drop 1 v
init v = take (length v - 1) v

splitAt :: Int -> MVector s a -> (MVector s a, MVector s a)
splitAt k v = (take k v, drop k v)

place :: MVector s a -> Int -> Int
place (MVector o n _) i
  | 0 <= i && i < n = o + i
  | otherwise = errorWithoutStackTrace ("index out of bounds " <> show (i, n))

whole :: Int -> STArray s Int a -> MVector s a
whole n a = MVector 0 n a

fromList' :: CellMonad m => Int -> [a] -> m (MVector s a)
fromList' n xs = Monad.liftM (whole n) (newListArray (0, n - 1) xs)

toList' :: CellMonad m => MVector s a -> m [a]
toList' v = Monad.mapM (read v) [0 .. length v - 1]

new, unsafeNew :: CellMonad m => Int -> m (MVector s a)
new n = replicate n unsetElement
unsafeNew n = new n

replicate :: CellMonad m => Int -> a -> m (MVector s a)
replicate k x = let n = max 0 k in Monad.liftM (whole n) (newArray (0, n - 1) x)

replicateM :: CellMonad m => Int -> m a -> m (MVector s a)
replicateM n m = Monad.replicateM n m >>= \xs -> fromList' n xs

generate :: CellMonad m => Int -> (Int -> a) -> m (MVector s a)
generate n f = fromList' n [f i | i <- [0 .. n - 1]]

generateM :: CellMonad m => Int -> (Int -> m a) -> m (MVector s a)
generateM n f = Monad.mapM f [0 .. n - 1] >>= \xs -> fromList' n xs

clone :: CellMonad m => MVector s a -> m (MVector s a)
clone v = toList' v >>= \xs -> fromList' (length v) xs

grow :: CellMonad m => MVector s a -> Int -> m (MVector s a)
grow v k = toList' v >>= \xs ->
  fromList' (length v + k) (xs <> List.replicate k unsetElement)

read, unsafeRead :: CellMonad m => MVector s a -> Int -> m a
read v@(MVector _ _ a) i = Cells.unsafeRead a (place v i)
unsafeRead v i = read v i

write, unsafeWrite :: CellMonad m => MVector s a -> Int -> a -> m ()
write v@(MVector _ _ a) i x = Cells.unsafeWrite a (place v i) x
unsafeWrite v i x = write v i x

modify, modify', unsafeModify :: CellMonad m => MVector s a -> (a -> a) -> Int -> m ()
modify v f i = read v i >>= \x -> write v i (f x)
modify' v f i = read v i >>= \x -> let y = f x in y `seq` write v i y
unsafeModify v f i = modify v f i

modifyM :: CellMonad m => MVector s a -> (a -> m a) -> Int -> m ()
modifyM v f i = read v i >>= \x -> f x >>= \y -> write v i y

exchange :: CellMonad m => MVector s a -> Int -> a -> m a
exchange v i x = read v i >>= \y -> write v i x >> return y

swap, unsafeSwap :: CellMonad m => MVector s a -> Int -> Int -> m ()
swap v i j = read v i >>= \x -> read v j >>= \y -> write v i y >> write v j x
unsafeSwap v i j = swap v i j

set :: CellMonad m => MVector s a -> a -> m ()
set v x = Monad.mapM_ (\i -> write v i x) [0 .. length v - 1]

copy, move, unsafeCopy :: CellMonad m => MVector s a -> MVector s a -> m ()
copy v w = toList' w >>= \xs -> Monad.mapM_ (\(i, x) -> write v i x) (zip [0 .. length v - 1] xs)
move v w = copy v w
unsafeCopy v w = copy v w
)source";
}

}  // namespace deforest::text
