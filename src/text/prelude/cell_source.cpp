// Cells whose content changes, as functions of a heap: what Data.IORef, Control.Monad.ST and the
// arrays that change are made of (mutable_source.cpp).
//
// A heap is a tree of cells, by their numbers: of those below a cell the odd numbers stand on one
// side and the even ones on the other, so that finding and changing one takes as many steps as the
// number has binary digits (Braun's trees). What is in a cell may be of any type. `AnyCell` gets a
// constructor for each type that there are cells of, and `cellOf` and `contentOf` are made for each
// (lowering/built_in.cpp): what is said of them here is only their types. A reference names a cell
// at the type that it was made with, so that nothing else is ever found there.
//
// Who reads a cell gets the heap back with what is in it. So each heap is used once, and what is done
// with it has an order, as native code needs where a cell is a place in memory
// (backends/native/write_cells.hpp). Of such places the heap holds no more than a number: what has
// been done with them.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view cellSource() {
  return R"source(
data CellHeap = CellHeap !Int !CellTree !Int
data CellTree = CellLeaf | CellFork AnyCell !CellTree !CellTree
data AnyCell = EmptyCell
data CellContent a = CellContent a
data CellRead a = CellRead a !CellHeap

emptyHeap :: CellHeap
emptyHeap = CellHeap 0 CellLeaf 0

-- That of a computation whose cells nobody knows afterwards.
ownHeap :: CellHeap -> CellHeap
ownHeap h = h

cellOf :: a -> AnyCell
cellOf _ = EmptyCell

contentOf :: AnyCell -> CellContent a
contentOf _ = error "a cell without content"

unsetElement :: a
unsetElement = error "undefined array element"

newCell :: a -> CellHeap -> (Int, CellHeap)
newCell x (CellHeap n cells t) = (n, CellHeap (n + 1) (putCell n (cellOf x) cells) t)

readCell :: Int -> CellHeap -> CellRead a
readCell i h = case h of
  CellHeap _ cells _ -> case contentOf (findCell i cells) of CellContent x -> CellRead x h

writeCell :: Int -> a -> CellHeap -> CellHeap
writeCell i x (CellHeap n cells t) = CellHeap n (putCell i (cellOf x) cells) t

findCell :: Int -> CellTree -> AnyCell
findCell _ CellLeaf = EmptyCell
findCell i (CellFork c odds evens)
  | i == 0 = c
  | odd i = findCell (quot i 2) odds
  | otherwise = findCell (quot i 2 - 1) evens

putCell :: Int -> AnyCell -> CellTree -> CellTree
putCell _ c CellLeaf = CellFork c CellLeaf CellLeaf
putCell i c (CellFork d odds evens)
  | i == 0 = CellFork c odds evens
  | odd i = CellFork d (putCell (quot i 2) c odds) evens
  | otherwise = CellFork d odds (putCell (quot i 2 - 1) c evens)
)source";
}

}  // namespace deforest::text
