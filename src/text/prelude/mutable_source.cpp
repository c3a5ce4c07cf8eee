// References and arrays that change, and the monad ST: functions of a heap (cell_source.cpp), which
// `IO` hands on with the world. References of `ST` and `IO` are numbers of cells; an array is a
// cell with a tree of its elements, so that to read or to write one takes as many steps as the
// number of elements has binary digits. Where native code makes an array of numbers a place in memory
// (backends/native/write_cells.hpp), it has other definitions of `newElements`, `readElement` and
// `writeElement`, by which all else is done.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view stateThreadSource() {
  return R"source(
import Deforest.Cells
import Data.Ix
import qualified Data.Array as Array
import qualified Data.Array.Unboxed as Unboxed

newtype ST s a = ST (CellHeap -> (a, CellHeap))
newtype STRef s a = STRef Int

runInHeap :: ST s a -> CellHeap -> (a, CellHeap)
runInHeap (ST f) h = f h

runST :: ST s a -> a
runST m = case runInHeap m (ownHeap emptyHeap) of (x, _) -> x

instance Functor (ST s) where
  fmap f m = ST (\h -> case runInHeap m h of (x, g) -> (f x, g))

instance Applicative (ST s) where
  pure x = ST (\h -> (x, h))
  m <*> n = ST (\h -> case runInHeap m h of (f, g) -> case runInHeap n g of (x, e) -> (f x, e))
  liftA2 f m n = ST (\h -> case runInHeap m h of
    (x, g) -> case runInHeap n g of (y, e) -> (f x y, e))
  m *> n = ST (\h -> case runInHeap m h of (_, g) -> runInHeap n g)
  m <* n = ST (\h -> case runInHeap m h of (x, g) -> case runInHeap n g of (_, e) -> (x, e))

instance Monad (ST s) where
  m >>= f = ST (\h -> case runInHeap m h of (x, g) -> runInHeap (f x) g)
  m >> n = ST (\h -> case runInHeap m h of (_, g) -> runInHeap n g)

instance Eq (STRef s a) where
  STRef i == STRef j = i == j

newSTRef :: a -> ST s (STRef s a)
newSTRef x = ST (\h -> case newCell x h of (i, g) -> (STRef i, g))

readSTRef :: STRef s a -> ST s a
readSTRef (STRef i) = ST (\h -> case readCell i h of CellRead x g -> (x, g))

writeSTRef :: STRef s a -> a -> ST s ()
writeSTRef (STRef i) x = ST (\h -> case writeCell i x h of g -> ((), g))

modifySTRef :: STRef s a -> (a -> a) -> ST s ()
modifySTRef (STRef i) f =
  ST (\h -> case readCell i h of CellRead x g -> ((), writeCell i (f x) g))

modifySTRef' :: STRef s a -> (a -> a) -> ST s ()
modifySTRef' (STRef i) f =
  ST (\h -> case readCell i h of CellRead x g -> let y = f x in y `seq` ((), writeCell i y g))

-- Arrays. What is in the cell of one is a tree like that of the cells.

class Monad m => CellMonad m where
  inCells :: (CellHeap -> (a, CellHeap)) -> m a

instance CellMonad (ST s) where
  inCells f = ST f

instance CellMonad IO where
  inCells f = onHeap f

data Elements e = NoElements | Elements e !(Elements e) !(Elements e)
data Held i e = Held i i Int Int

newtype STArray s i e = STArray (Held i e)
newtype STUArray s i e = STUArray (Held i e)
newtype IOArray i e = IOArray (Held i e)
newtype IOUArray i e = IOUArray (Held i e)

class MutableArray a where
  heldBy :: a i e -> Held i e
  holding :: Held i e -> a i e
  settled :: a i e -> e -> b -> b

instance MutableArray (STArray s) where
  heldBy (STArray h) = h
  holding h = STArray h
  settled _ _ r = r

instance MutableArray (STUArray s) where
  heldBy (STUArray h) = h
  holding h = STUArray h
  settled _ x r = x `seq` r

instance MutableArray IOArray where
  heldBy (IOArray h) = h
  holding h = IOArray h
  settled _ _ r = r

instance MutableArray IOUArray where
  heldBy (IOUArray h) = h
  holding h = IOUArray h
  settled _ x r = x `seq` r

elementAt :: Int -> Elements e -> CellContent e
elementAt _ NoElements = error "Error in array index"
elementAt i (Elements x odds evens)
  | i == 0 = CellContent x
  | odd i = elementAt (quot i 2) odds
  | otherwise = elementAt (quot i 2 - 1) evens

putElement :: Int -> e -> Elements e -> Elements e
putElement _ x NoElements = Elements x NoElements NoElements
putElement i x (Elements y odds evens)
  | i == 0 = Elements x odds evens
  | odd i = Elements y (putElement (quot i 2) x odds) evens
  | otherwise = Elements y odds (putElement (quot i 2 - 1) x evens)

-- So many of the same.
elementsOf :: Int -> e -> Elements e
elementsOf n x
  | n <= 0 = NoElements
  | otherwise = Elements x (elementsOf (quot n 2) x) (elementsOf (quot (n - 1) 2) x)

newElements :: Int -> e -> CellHeap -> (Int, CellHeap)
newElements n x heap = let t = elementsOf n x in t `seq` newCell t heap

readElement :: Int -> Int -> CellHeap -> CellRead e
readElement c i heap = case readCell c heap of
  CellRead t g -> case elementAt i t of CellContent x -> CellRead x g

writeElement :: Int -> Int -> e -> CellHeap -> CellHeap
writeElement c i x heap = case readCell c heap of
  CellRead t g -> let u = putElement i x t in u `seq` writeCell c u g

-- Those of a list, so many. Nobody looks for what is in an empty array.
newListed :: Int -> [e] -> CellHeap -> (Int, CellHeap)
newListed n xs heap
  | n <= 0 = (0, heap)
  | otherwise = case xs of
      [] -> error "(Array.!): undefined array element"
      y : ys -> case newElements n y heap of (c, changed) -> (c, listed 1 n ys c changed)

listed :: Int -> Int -> [e] -> Int -> CellHeap -> CellHeap
listed i n xs c heap
  | i >= n = heap
  | otherwise = case xs of
      [] -> error "(Array.!): undefined array element"
      y : ys -> case writeElement c i y heap of changed -> changed `seq` listed (i + 1) n ys c changed

-- The elements up to a place, and what is put behind them.
elementsTo :: Int -> [e] -> Int -> CellHeap -> CellRead [e]
elementsTo i xs c heap
  | i < 0 = CellRead xs heap
  | otherwise = case readElement c i heap of
      CellRead x changed -> elementsTo (i - 1) (x : xs) c changed

newArray :: (MutableArray a, CellMonad m, Ix i) => (i, i) -> e -> m (a i e)
newArray (l, h) x = let n = rangeSize (l, h) in inCells (\heap -> case newElements n x heap of
  (c, changed) -> (holding (Held l h n c), changed))

newArray_ :: (MutableArray a, CellMonad m, Ix i) => (i, i) -> m (a i e)
newArray_ b = newArray b unsetElement

newListArray :: (MutableArray a, CellMonad m, Ix i) => (i, i) -> [e] -> m (a i e)
newListArray (l, h) xs =
  let n = rangeSize (l, h)
      own = take n xs
  in inCells (\heap -> case newListed n own heap of
    (c, changed) -> changed `seq` (holding (Held l h n c), changed))

newGenArray :: (MutableArray a, CellMonad m, Ix i) => (i, i) -> (i -> m e) -> m (a i e)
newGenArray (l, h) f = mapM f (range (l, h)) >>= \xs -> newListArray (l, h) xs

readArray :: (MutableArray a, CellMonad m, Ix i) => a i e -> i -> m e
readArray a i = case heldBy a of
  Held l h n c -> inCells (\heap -> case readElement c (placeBelow n (index (l, h) i)) heap of
    CellRead x changed -> (x, changed))

writeArray :: (MutableArray a, CellMonad m, Ix i) => a i e -> i -> e -> m ()
writeArray a i x = case heldBy a of
  Held l h n c -> inCells (\heap -> settled a x (
    case writeElement c (placeBelow n (index (l, h) i)) x heap of
      changed -> changed `seq` ((), changed)))

unsafeRead :: (MutableArray a, CellMonad m, Ix i) => a i e -> Int -> m e
unsafeRead a k = case heldBy a of
  Held _ _ n c -> inCells (\heap -> case readElement c (placeBelow n k) heap of
    CellRead x changed -> (x, changed))

unsafeWrite :: (MutableArray a, CellMonad m, Ix i) => a i e -> Int -> e -> m ()
unsafeWrite a k x = case heldBy a of
  Held _ _ n c -> inCells (\heap -> settled a x (
    case writeElement c (placeBelow n k) x heap of changed -> changed `seq` ((), changed)))

placeBelow :: Int -> Int -> Int
placeBelow n k = if 0 <= k && k < n then k else error "Error in array index"

getBounds :: (MutableArray a, CellMonad m, Ix i) => a i e -> m (i, i)
getBounds a = case heldBy a of Held l h _ _ -> return (l, h)

getElems :: (MutableArray a, CellMonad m, Ix i) => a i e -> m [e]
getElems a = case heldBy a of
  Held _ _ n c -> inCells (\heap -> case elementsTo (n - 1) [] c heap of
    CellRead xs changed -> (xs, changed))

getAssocs :: (MutableArray a, CellMonad m, Ix i) => a i e -> m [(i, e)]
getAssocs a = case heldBy a of
  Held l h n c -> inCells (\heap -> case elementsTo (n - 1) [] c heap of
    CellRead xs changed -> (zip (range (l, h)) xs, changed))

-- Arrays that do not change.
class FrozenArray b where
  frozen :: Ix i => (i, i) -> [e] -> b i e
  frozenBounds :: Ix i => b i e -> (i, i)
  frozenElems :: Ix i => b i e -> [e]

instance FrozenArray Array.Array where
  frozen b xs = Array.listArray b xs
  frozenBounds a = Array.bounds a
  frozenElems a = Array.elems a

instance FrozenArray Unboxed.UArray where
  frozen b xs = unboxedOfAll b xs
  frozenBounds a = Unboxed.bounds a
  frozenElems a = Unboxed.elems a

freeze :: (MutableArray a, FrozenArray b, CellMonad m, Ix i) => a i e -> m (b i e)
freeze a = case heldBy a of
  Held l h n c -> inCells (\heap -> case elementsTo (n - 1) [] c heap of
    CellRead xs changed -> (frozen (l, h) xs, changed))

unsafeFreeze :: (MutableArray a, FrozenArray b, CellMonad m, Ix i) => a i e -> m (b i e)
unsafeFreeze a = freeze a

unsafeThaw :: (MutableArray a, FrozenArray b, CellMonad m, Ix i) => b i e -> m (a i e)
unsafeThaw b = thaw b

thaw :: (MutableArray a, FrozenArray b, CellMonad m, Ix i) => b i e -> m (a i e)
thaw b = newListArray (frozenBounds b) (frozenElems b)

runSTArray :: Ix i => ST s (STArray s i e) -> Array.Array i e
runSTArray m = runST (m >>= \a -> freeze a)

runSTUArray :: Ix i => ST s (STUArray s i e) -> Unboxed.UArray i e
runSTUArray m = runST (m >>= \a -> freeze a)
)source";
}

std::string_view referenceSource() {
  return R"source(
module Data.IORef (IORef, newIORef, readIORef, writeIORef, modifyIORef, modifyIORef',
  atomicModifyIORef, atomicModifyIORef', atomicWriteIORef) where

import Deforest.Cells

newtype IORef a = IORef Int

instance Eq (IORef a) where
  IORef i == IORef j = i == j

newIORef :: a -> IO (IORef a)
newIORef x = onHeap (\h -> case newCell x h of (i, g) -> (IORef i, g))

readIORef :: IORef a -> IO a
readIORef (IORef i) = onHeap (\h -> case readCell i h of CellRead x g -> (x, g))

writeIORef :: IORef a -> a -> IO ()
writeIORef (IORef i) x = onHeap (\h -> ((), writeCell i x h))

atomicWriteIORef :: IORef a -> a -> IO ()
atomicWriteIORef = writeIORef

modifyIORef :: IORef a -> (a -> a) -> IO ()
modifyIORef (IORef i) f =
  onHeap (\h -> case readCell i h of CellRead x g -> ((), writeCell i (f x) g))

modifyIORef' :: IORef a -> (a -> a) -> IO ()
modifyIORef' (IORef i) f =
  onHeap (\h -> case readCell i h of CellRead x g -> let y = f x in y `seq` ((), writeCell i y g))

atomicModifyIORef :: IORef a -> (a -> (a, b)) -> IO b
atomicModifyIORef (IORef i) f = onHeap (\h -> case readCell i h of
  CellRead x g -> let ~(y, r) = f x in (r, writeCell i y g))

atomicModifyIORef' :: IORef a -> (a -> (a, b)) -> IO b
atomicModifyIORef' (IORef i) f = onHeap (\h -> case readCell i h of
  CellRead x g -> case f x of (y, r) -> y `seq` r `seq` (r, writeCell i y g))
)source";
}

}  // namespace deforest::text
