// References and arrays that change, and the monad ST: functions of a heap (cell_source.cpp), which
// `IO` hands on with the world. References of `ST` and `IO` are numbers of cells; an array is a cell
// with a tree of its elements, so that to read or to write one takes as many steps as the number of
// elements has binary digits.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view stateThreadSource() {
  return R"source(
import Deforest.Cells

newtype ST s a = ST (CellHeap -> (a, CellHeap))
newtype STRef s a = STRef Int

runInHeap :: ST s a -> CellHeap -> (a, CellHeap)
runInHeap (ST f) h = f h

runST :: ST s a -> a
runST m = case runInHeap m emptyHeap of (x, _) -> x

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
readSTRef (STRef i) = ST (\h -> case readCell i h of CellContent x -> (x, h))

writeSTRef :: STRef s a -> a -> ST s ()
writeSTRef (STRef i) x = ST (\h -> case writeCell i x h of g -> ((), g))

modifySTRef :: STRef s a -> (a -> a) -> ST s ()
modifySTRef (STRef i) f =
  ST (\h -> case readCell i h of CellContent x -> ((), writeCell i (f x) h))

modifySTRef' :: STRef s a -> (a -> a) -> ST s ()
modifySTRef' (STRef i) f =
  ST (\h -> case readCell i h of CellContent x -> let y = f x in y `seq` ((), writeCell i y h))
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
readIORef (IORef i) = onHeap (\h -> case readCell i h of CellContent x -> (x, h))

writeIORef :: IORef a -> a -> IO ()
writeIORef (IORef i) x = onHeap (\h -> ((), writeCell i x h))

atomicWriteIORef :: IORef a -> a -> IO ()
atomicWriteIORef = writeIORef

modifyIORef :: IORef a -> (a -> a) -> IO ()
modifyIORef (IORef i) f =
  onHeap (\h -> case readCell i h of CellContent x -> ((), writeCell i (f x) h))

modifyIORef' :: IORef a -> (a -> a) -> IO ()
modifyIORef' (IORef i) f =
  onHeap (\h -> case readCell i h of CellContent x -> let y = f x in y `seq` ((), writeCell i y h))

atomicModifyIORef :: IORef a -> (a -> (a, b)) -> IO b
atomicModifyIORef (IORef i) f = onHeap (\h -> case readCell i h of
  CellContent x -> let ~(y, r) = f x in (r, writeCell i y h))

atomicModifyIORef' :: IORef a -> (a -> (a, b)) -> IO b
atomicModifyIORef' (IORef i) f = onHeap (\h -> case readCell i h of
  CellContent x -> case f x of (y, r) -> y `seq` r `seq` (r, writeCell i y h))
)source";
}

}  // namespace deforest::text
