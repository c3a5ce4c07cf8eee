// Data.Array: the class of indices, which is the Prelude's, and arrays.
//
// The elements stand in a tree that branches in four, down to four in a cell, so an element is
// found in half as many steps as its place has binary digits, and a new array shares with the old
// one what did not change. All parts of a tree but the last have `quarter n` elements. `NoCell`
// stands for as many elements without a value as there is room for, and `OneCell` for one, at the
// end or among such. Which part an element is in depends on places alone; indices are turned into
// places by `ixOffset`, which does without the pair of bounds that `index` takes.
//
// An array is made with its tree, and so evaluates the list of what is in it, but not the elements:
// they may need the array.
//
// Unboxed arrays are the same with another name. Their elements are evaluated, and what has been
// given no value is zero (libraries.cpp).
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view indexSource() {
  return R"haskell(
class Ord a => Ix a where
  range :: (a, a) -> [a]
  index :: (a, a) -> a -> Int
  inRange :: (a, a) -> a -> Bool
  rangeSize :: (a, a) -> Int
  ixOffset :: a -> a -> a -> Int
  ixInside :: a -> a -> a -> Bool
  ixSize :: a -> a -> Int
  index (l, h) i = if inRange (l, h) i then ixOffset l h i else error "Error in array index"
  rangeSize (l, h) = if inRange (l, h) h then index (l, h) h + 1 else 0
  ixOffset l h i = index (l, h) i
  ixInside l h i = inRange (l, h) i
  ixSize l h = rangeSize (l, h)

indexOutside :: Show a => String -> a -> a -> a -> String
indexOutside name l h i =
  append "Ix{" (append name (append "}.index: Index (" (append (show i)
    (append ") out of range (" (append (show (l, h)) ")")))))

instance Ix Int where
  range (l, h) = [l .. h]
  index (l, h) i = ixOffset l h i
  inRange (l, h) i = l <= i && i <= h
  ixOffset l h i = if l <= i && i <= h then i - l else error (indexOutside "Int" l h i)
  ixInside l h i = l <= i && i <= h
  ixSize l h = if l <= h then h - l + 1 else 0

instance Ix Integer where
  range (l, h) = [l .. h]
  index (l, h) i = ixOffset l h i
  inRange (l, h) i = l <= i && i <= h
  ixOffset l h i = if l <= i && i <= h then fromInteger (i - l) else error (indexOutside "Integer" l h i)
  ixInside l h i = l <= i && i <= h

instance Ix Word where
  range (l, h) = [l .. h]
  index (l, h) i = ixOffset l h i
  inRange (l, h) i = l <= i && i <= h
  ixOffset l h i =
    if l <= i && i <= h then fromIntegral (i - l) else error "Error in array index"
  ixInside l h i = l <= i && i <= h

instance Ix Char where
  range (l, h) = [l .. h]
  index (l, h) i = ixOffset l h i
  inRange (l, h) i = l <= i && i <= h
  ixOffset l h i = if l <= i && i <= h then ord i - ord l else error (indexOutside "Char" l h i)
  ixInside l h i = l <= i && i <= h

instance Ix Bool where
  range (l, h) = [l .. h]
  index (l, h) i = ixOffset l h i
  inRange (l, h) i = l <= i && i <= h
  ixOffset l h i = if l <= i && i <= h then fromEnum i - fromEnum l else error (indexOutside "Bool" l h i)

instance Ix Ordering where
  range (l, h) = [l .. h]
  index (l, h) i = ixOffset l h i
  inRange (l, h) i = l <= i && i <= h
  ixOffset l h i =
    if l <= i && i <= h then fromEnum i - fromEnum l else error (indexOutside "Ordering" l h i)

instance Ix () where
  range ((), ()) = [()]
  index ((), ()) () = 0
  inRange ((), ()) () = True

instance (Ix a, Ix b) => Ix (a, b) where
  range ((l1, l2), (h1, h2)) = [(i1, i2) | i1 <- range (l1, h1), i2 <- range (l2, h2)]
  index (l, h) i = ixOffset l h i
  inRange (l, h) i = ixInside l h i
  ixOffset (l1, l2) (h1, h2) (i1, i2) =
    if ixInside l1 h1 i1 && ixInside l2 h2 i2
      then ixOffset l1 h1 i1 * ixSize l2 h2 + ixOffset l2 h2 i2
      else error "Error in array index"
  ixInside (l1, l2) (h1, h2) (i1, i2) = ixInside l1 h1 i1 && ixInside l2 h2 i2

instance (Ix a, Ix b, Ix c) => Ix (a, b, c) where
  range ((l1, l2, l3), (h1, h2, h3)) =
    [(i1, i2, i3) | i1 <- range (l1, h1), i2 <- range (l2, h2), i3 <- range (l3, h3)]
  index (l, h) i = ixOffset l h i
  inRange (l, h) i = ixInside l h i
  ixOffset (l1, l2, l3) (h1, h2, h3) (i1, i2, i3) =
    if ixInside l1 h1 i1 && ixInside l2 h2 i2 && ixInside l3 h3 i3
      then ixOffset l3 h3 i3
             + ixSize l3 h3 * (ixOffset l2 h2 i2 + ixSize l2 h2 * ixOffset l1 h1 i1)
      else error "Error in array index"
  ixInside (l1, l2, l3) (h1, h2, h3) (i1, i2, i3) =
    ixInside l1 h1 i1 && ixInside l2 h2 i2 && ixInside l3 h3 i3

instance (Ix a, Ix b, Ix c, Ix d) => Ix (a, b, c, d) where
  range ((l1, l2, l3, l4), (h1, h2, h3, h4)) =
    [ (i1, i2, i3, i4)
    | i1 <- range (l1, h1), i2 <- range (l2, h2), i3 <- range (l3, h3), i4 <- range (l4, h4) ]
  index (l, h) i = ixOffset l h i
  inRange (l, h) i = ixInside l h i
  ixOffset (l1, l2, l3, l4) (h1, h2, h3, h4) (i1, i2, i3, i4) =
    if ixInside l1 h1 i1 && ixInside l2 h2 i2 && ixInside l3 h3 i3 && ixInside l4 h4 i4
      then ixOffset l4 h4 i4 + ixSize l4 h4 * (ixOffset l3 h3 i3
             + ixSize l3 h3 * (ixOffset l2 h2 i2 + ixSize l2 h2 * ixOffset l1 h1 i1))
      else error "Error in array index"
  ixInside (l1, l2, l3, l4) (h1, h2, h3, h4) (i1, i2, i3, i4) =
    ixInside l1 h1 i1 && ixInside l2 h2 i2 && ixInside l3 h3 i3 && ixInside l4 h4 i4

sectionOf :: Int -> Int -> [a] -> [a]
sectionOf l h xs = take (h - l + 1) (drop l xs)

placeAmong :: Int -> Int -> Int -> Int
placeAmong l h i = if l <= i && i <= h then i - l else error "Error in array index"

isAmong :: Int -> Int -> Int -> Bool
isAmong l h i = l <= i && i <= h

arrayOfStream :: Ix i => (i, i) -> (Maybe s, s -> a, s -> Maybe s) -> Array i a
arrayOfStream b stream = Array.listArray b (takeStream (rangeSize b) stream)

unboxedArrayOfStream
  :: (Ix i, Unboxed a) => (i, i) -> (Maybe s, s -> a, s -> Maybe s) -> UArray i a
unboxedArrayOfStream b stream = UArray.listArray b (takeStream (rangeSize b) stream)

zeroElement :: Unboxed a => a
zeroElement = unboxedZero

-- What an array that changed becomes (mutable_source.cpp): as it has all of its elements, nothing
-- need be known of their type.
unboxedOfAll :: Ix i => (i, i) -> [a] -> UArray i a
unboxedOfAll b xs = UArray.uArrayOfAll b xs

data Cells a
  = NoCell | OneCell a | FourCells a a a a | Parts !(Cells a) !(Cells a) !(Cells a) !(Cells a)

class Unboxed a where
  unboxedZero :: a

instance Unboxed Int where
  unboxedZero = 0

instance Unboxed Word where
  unboxedZero = 0

instance Unboxed Double where
  unboxedZero = 0

instance Unboxed Float where
  unboxedZero = 0

instance Unboxed Char where
  unboxedZero = '\0'

instance Unboxed Bool where
  unboxedZero = False
)haskell";
}

std::string_view arraySource() {
  return R"haskell(
infixl 9 !, //

data Array i a = Array !i !i !Int !(Cells a)

instance (Ix i, Eq a) => Eq (Array i a) where
  s == t
    | count s == 0 = count t == 0
    | otherwise = bounds s == bounds t && sameCells (count s) (cellsIn s) (cellsIn t)

instance (Ix i, Ord a) => Ord (Array i a) where
  compare s t
    | bounds s == bounds t = compareCells (count s) (cellsIn s) (cellsIn t)
    | otherwise = compare (assocs s) (assocs t)

instance (Ix i, Show i, Show a) => Show (Array i a) where
  showsPrec d t s =
    showParen (d > appliedPrecedence)
      (showString "array " . showsPrec 11 (bounds t) . showChar ' ' . showsPrec 11 (assocs t)) s

appliedPrecedence :: Int
appliedPrecedence = 10

count :: Array i a -> Int
count (Array _ _ n _) = n

cellsIn :: Array i a -> Cells a
cellsIn (Array _ _ _ cells) = cells

-- How many elements of `n` are in each part but the last.
quarter :: Int -> Int
quarter n = if n <= 4 then 1 else quot (n + 15) 16 * 4

one :: a -> Cells a
one x = OneCell x

four :: a -> a -> a -> a -> Cells a
four a b c d = FourCells a b c d

-- Of `n` elements.
parts :: Int -> Cells a -> Cells a -> Cells a -> Cells a -> Cells a
parts n s t u v = if n == 4 then gathered s t u v else Parts s t u v

gathered :: Cells a -> Cells a -> Cells a -> Cells a -> Cells a
gathered s t u v = case s of
  OneCell a -> case t of
    OneCell b -> case u of
      OneCell c -> case v of
        OneCell d -> FourCells a b c d
        _ -> Parts s t u v
      _ -> Parts s t u v
    _ -> Parts s t u v
  _ -> Parts s t u v

-- One of four.
ofFour :: Int -> a -> a -> a -> a -> a
ofFour k a b c d = if k < 2 then (if k == 0 then a else b) else if k == 2 then c else d

blank :: Int -> Cells a
blank _ = NoCell

sameCells :: Eq a => Int -> Cells a -> Cells a -> Bool
sameCells n s t = n <= 0 || sameParts n s t

sameParts :: Eq a => Int -> Cells a -> Cells a -> Bool
sameParts n s t = case s of
  FourCells a b c d -> case t of
    FourCells e f g h -> a == e && b == f && c == g && d == h
    _ -> sameOneByOne 0 n s t
  Parts a b c d -> case t of
    Parts e f g h ->
      let q = quarter n
      in sameCells (min q n) a e && sameCells (min q (n - q)) b f
           && sameCells (min q (n - 2 * q)) c g && sameCells (n - 3 * q) d h
    _ -> sameOneByOne 0 n s t
  _ -> sameOneByOne 0 n s t

sameOneByOne :: Eq a => Int -> Int -> Cells a -> Cells a -> Bool
sameOneByOne k n s t = k >= n || at n k s == at n k t && sameOneByOne (k + 1) n s t

compareCells :: Ord a => Int -> Cells a -> Cells a -> Ordering
compareCells n s t = if n <= 0 then EQ else compareParts n s t

compareParts :: Ord a => Int -> Cells a -> Cells a -> Ordering
compareParts n s t = case s of
  Parts a b c d -> case t of
    Parts e f g h ->
      let q = quarter n
      in firstOf (compareCells (min q n) a e) (firstOf (compareCells (min q (n - q)) b f)
           (firstOf (compareCells (min q (n - 2 * q)) c g) (compareCells (n - 3 * q) d h)))
    _ -> compareOneByOne 0 n s t
  _ -> compareOneByOne 0 n s t

firstOf :: Ordering -> Ordering -> Ordering
firstOf o p = case o of
  EQ -> p
  _ -> o

compareOneByOne :: Ord a => Int -> Int -> Cells a -> Cells a -> Ordering
compareOneByOne k n s t = if k >= n then EQ else case compare (at n k s) (at n k t) of
  EQ -> compareOneByOne (k + 1) n s t
  o -> o

sizeOf :: Ix i => i -> i -> Int
sizeOf l h = let n = ixSize l h in if n < 0 then error "Negative range size" else n

placeOf :: Ix i => i -> i -> Int -> i -> Int
placeOf l h n i = let k = ixOffset l h i in if 0 <= k && k < n then k else error (outside k n)

outside :: Int -> Int -> String
outside k n =
  List.append "Error in array index; " (List.append (show k)
    (List.append " not in range [0.." (List.append (show n) ")")))

at :: Int -> Int -> Cells a -> a
at n k cells = case cells of
  NoCell -> error "(Array.!): undefined array element"
  OneCell x -> x
  FourCells a b c d -> ofFour k a b c d
  Parts a b c d ->
    let q = quarter n
        m = q + q
    in if k < m then (if k < q then at q k a else at (min q (n - q)) (k - q) b)
       else if k < m + q then at (min q (n - m)) (k - m) c
       else at (n - m - q) (k - m - q) d

(!) :: Ix i => Array i a -> i -> a
(Array l h n cells) ! i = let k = placeOf l h n i in k `seq` at n k cells

bounds :: Array i a -> (i, i)
bounds (Array l h _ _) = (l, h)

indices :: Ix i => Array i a -> [i]
indices (Array l h _ _) = range (l, h)

elems :: Array i a -> [a]
elems (Array _ _ n cells) = elemsBefore [] n cells

elemsBefore :: [a] -> Int -> Cells a -> [a]
elemsBefore xs n cells = case cells of
  NoCell -> if n <= 0 then xs else at n 0 cells : elemsBefore xs (n - 1) cells
  OneCell x -> x : xs
  FourCells a b c d -> a : b : c : d : xs
  Parts a b c d ->
    let q = quarter n
    in elemsBefore (elemsBefore (elemsBefore (elemsBefore xs (n - 3 * q) d) (min q (n - 2 * q)) c)
         (min q (n - q)) b) (min q n) a

assocs :: Ix i => Array i a -> [(i, a)]
assocs t = List.zip (indices t) (elems t)

foldr :: (a -> b -> b) -> b -> Array i a -> b
foldr f z (Array _ _ n cells) = foldCells f z n cells

foldCells :: (a -> b -> b) -> b -> Int -> Cells a -> b
foldCells f z n cells = case cells of
  NoCell -> if n <= 0 then z else f (at n 0 cells) (foldCells f z (n - 1) cells)
  OneCell x -> f x z
  FourCells a b c d -> foldFour f z 3 a b c d
  Parts a b c d ->
    let q = quarter n
    in foldCells f (foldCells f (foldCells f (foldCells f z (n - 3 * q) d) (min q (n - 2 * q)) c)
         (min q (n - q)) b) (min q n) a

foldFour :: (a -> b -> b) -> b -> Int -> a -> a -> a -> a -> b
foldFour f z k a b c d =
  if k < 0 then z else foldFour f (f (ofFour k a b c d) z) (k - 1) a b c d

foldl :: (b -> a -> b) -> b -> Array i a -> b
foldl f z (Array _ _ n cells) = foldCellsLeft f z n cells

foldCellsLeft :: (b -> a -> b) -> b -> Int -> Cells a -> b
foldCellsLeft f z n cells = case cells of
  NoCell -> if n <= 0 then z else f (foldCellsLeft f z (n - 1) cells) (at n 0 cells)
  OneCell x -> f z x
  FourCells a b c d -> foldFourLeft f z 0 a b c d
  Parts a b c d ->
    let q = quarter n
    in foldCellsLeft f (foldCellsLeft f (foldCellsLeft f (foldCellsLeft f z (min q n) a)
         (min q (n - q)) b) (min q (n - 2 * q)) c) (n - 3 * q) d

foldFourLeft :: (b -> a -> b) -> b -> Int -> a -> a -> a -> a -> b
foldFourLeft f z k a b c d =
  if k > 3 then z else foldFourLeft f (f z (ofFour k a b c d)) (k + 1) a b c d

foldlStrictly :: (b -> a -> b) -> b -> Array i a -> b
foldlStrictly f z (Array _ _ n cells) = foldCellsStrictly f z n cells

foldCellsStrictly :: (b -> a -> b) -> b -> Int -> Cells a -> b
foldCellsStrictly f z n cells = z `seq` (case cells of
  NoCell -> if n <= 0 then z else foldCellsStrictly f (f z (at n 0 cells)) (n - 1) cells
  OneCell x -> f z x
  FourCells a b c d -> foldFourStrictly f z 0 a b c d
  Parts a b c d ->
    let q = quarter n
    in foldCellsStrictly f (foldCellsStrictly f (foldCellsStrictly f (foldCellsStrictly f z
         (min q n) a) (min q (n - q)) b) (min q (n - 2 * q)) c) (n - 3 * q) d)

foldFourStrictly :: (b -> a -> b) -> b -> Int -> a -> a -> a -> a -> b
foldFourStrictly f z k a b c d =
  z `seq` (if k > 3 then z else foldFourStrictly f (f z (ofFour k a b c d)) (k + 1) a b c d)

listArray :: Ix i => (i, i) -> [a] -> Array i a
listArray (l, h) xs = let n = sizeOf l h in case cellsOf n xs of (cells, _) -> Array l h n cells

-- Of as many elements as there are places.
arrayOfAll :: Ix i => (i, i) -> [a] -> Array i a
arrayOfAll (l, h) xs = let n = sizeOf l h in case cellsOfAll n xs of (cells, _) -> Array l h n cells

cellsOfAll :: Int -> [a] -> (Cells a, [a])
cellsOfAll n xs = cellsElse (\_ -> NoCell) n xs

cellsOf :: Int -> [a] -> (Cells a, [a])
cellsOf n xs = cellsElse (\k -> blank k) n xs

-- What is missing at the end is what the function makes of its number.
cellsElse :: (Int -> Cells a) -> Int -> [a] -> (Cells a, [a])
cellsElse missing n xs
  | n <= 0 = (NoCell, xs)
  | otherwise = case xs of
      [] -> (missing n, [])
      x : rest
        | n == 1 -> (one x, rest)
        | n == 4 -> case rest of
            y : z : w : others -> (four x y z w, others)
            _ -> partsElse missing n xs
        | otherwise -> partsElse missing n xs

partsElse :: (Int -> Cells a) -> Int -> [a] -> (Cells a, [a])
partsElse missing n xs =
  let q = quarter n
  in case cellsElse missing (min q n) xs of
       (a, more) -> case cellsElse missing (min q (n - q)) more of
         (b, others) -> case cellsElse missing (min q (n - 2 * q)) others of
           (c, last) -> case cellsElse missing (n - 3 * q) last of
             (d, rest) -> (Parts a b c d, rest)

array :: Ix i => (i, i) -> [(i, a)] -> Array i a
array (l, h) entries =
  let n = sizeOf l h
  in case inOrder l h n n 0 entries of (cells, rest) -> Array l h n (putAll l h n rest cells)

-- Entries as long as they come in the order of their places, of `n` places from `k` on; and the rest.
inOrder :: Ix i => i -> i -> Int -> Int -> Int -> [(i, a)] -> (Cells a, [(i, a)])
inOrder l h size n k entries = case entries of
  [] -> (blank n, [])
  (i, x) : rest ->
    let place = placeOf l h size i
    in if place < k || place >= k + n then (blank n, entries)
       else if n == 1 then (one x, rest)
       else let q = quarter n in case inOrder l h size (min q n) k entries of
         (a, more) -> case inOrder l h size (min q (n - q)) (k + q) more of
           (b, others) -> case inOrder l h size (min q (n - 2 * q)) (k + 2 * q) others of
             (c, last) -> case inOrder l h size (n - 3 * q) (k + 3 * q) last of
               (d, behind) -> (parts n a b c d, behind)

(//) :: Ix i => Array i a -> [(i, a)] -> Array i a
(Array l h n cells) // entries = Array l h n (putAll l h n entries cells)

putAll :: Ix i => i -> i -> Int -> [(i, a)] -> Cells a -> Cells a
putAll _ _ _ [] cells = cells
putAll l h n ((i, x) : rest) cells =
  let k = placeOf l h n i
      next = k `seq` put n k x cells
  in next `seq` putAll l h n rest next

put :: Int -> Int -> a -> Cells a -> Cells a
put n k x cells
  | n <= 1 = one x
  | otherwise = case cells of
      FourCells a b c d -> putFour k x a b c d
      Parts a b c d -> putPart n (quarter n) k x a b c d
      _ -> putPart n (quarter n) k x NoCell NoCell NoCell NoCell

putFour :: Int -> a -> a -> a -> a -> a -> Cells a
putFour k x a b c d
  | k < 2 = if k == 0 then four x b c d else four a x c d
  | k == 2 = four a b x d
  | otherwise = four a b c x

putPart :: Int -> Int -> Int -> a -> Cells a -> Cells a -> Cells a -> Cells a -> Cells a
putPart n q k x a b c d
  | k < q = parts n (put (min q n) k x a) b c d
  | k < 2 * q = parts n a (put (min q (n - q)) (k - q) x b) c d
  | k < 3 * q = parts n a b (put (min q (n - 2 * q)) (k - 2 * q) x c) d
  | otherwise = parts n a b c (put (n - 3 * q) (k - 3 * q) x d)

accumArray :: Ix i => (a -> b -> a) -> a -> (i, i) -> [(i, b)] -> Array i a
accumArray f z (l, h) entries =
  let n = sizeOf l h in Array l h n (changeAll f l h n entries (filled n 0 z))

-- Of `n` places from `k` on.
filled :: Int -> Int -> a -> Cells a
filled n k z
  | n <= 0 = NoCell
  | n == 1 = one (elementFor k z)
  | n == 4 = four (elementFor k z) (elementFor (k + 1) z) (elementFor (k + 2) z) (elementFor (k + 3) z)
  | otherwise =
      let q = quarter n
      in Parts (filled (min q n) k z) (filled (min q (n - q)) (k + q) z)
           (filled (min q (n - 2 * q)) (k + 2 * q) z) (filled (n - 3 * q) (k + 3 * q) z)

-- Native code may know another one (backends/native/write_accumulations.hpp).
elementFor :: Int -> a -> a
elementFor _ z = z

accum :: Ix i => (a -> b -> a) -> Array i a -> [(i, b)] -> Array i a
accum f (Array l h n cells) entries = Array l h n (changeAll f l h n entries cells)

changeAll :: Ix i => (a -> b -> a) -> i -> i -> Int -> [(i, b)] -> Cells a -> Cells a
changeAll _ _ _ _ [] cells = cells
changeAll f l h n ((i, y) : rest) cells =
  let k = placeOf l h n i
      next = k `seq` change f n k y cells
  in next `seq` changeAll f l h n rest next

change :: (a -> b -> a) -> Int -> Int -> b -> Cells a -> Cells a
change f n k y cells = case cells of
  NoCell -> let z = f (at n k NoCell) y in z `seq` put n k z NoCell
  OneCell x -> let z = f x y in z `seq` OneCell z
  FourCells a b c d -> let z = f (ofFour k a b c d) y in z `seq` putFour k z a b c d
  Parts a b c d -> changePart f n (quarter n) k y a b c d

changePart :: (a -> b -> a) -> Int -> Int -> Int -> b
           -> Cells a -> Cells a -> Cells a -> Cells a -> Cells a
changePart f n q k y a b c d
  | k < q = parts n (change f (min q n) k y a) b c d
  | k < 2 * q = parts n a (change f (min q (n - q)) (k - q) y b) c d
  | k < 3 * q = parts n a b (change f (min q (n - 2 * q)) (k - 2 * q) y c) d
  | otherwise = parts n a b c (change f (n - 3 * q) (k - 3 * q) y d)

ixmap :: (Ix i, Ix j) => (i, i) -> (i -> j) -> Array j a -> Array i a
ixmap (l, h) f t = listArray (l, h) (List.map (\i -> t ! f i) (range (l, h)))

amap :: (a -> b) -> Array i a -> Array i b
amap f (Array l h n cells) = Array l h n (mapCells f cells)

mapCells :: (a -> b) -> Cells a -> Cells b
mapCells _ NoCell = NoCell
mapCells f (OneCell x) = one (f x)
mapCells f (FourCells a b c d) = four (f a) (f b) (f c) (f d)
mapCells f (Parts a b c d) =
  Parts (mapCells f a) (mapCells f b) (mapCells f c) (mapCells f d)
)haskell";
}

std::string_view arrayFoldableSource() {
  return R"haskell(
instance Functor (Array i) where
  fmap f t = amap f t

instance Foldable (Array i) where
  foldMap f t = List.foldr (\x r -> f x <> r) mempty (elems t)
  foldr f z t = foldr f z t
  foldl f z t = foldl f z t
  foldl' f z t = foldlStrictly f z t
  toList t = elems t
  null t = count t == 0
  length t = count t
  sum t = foldlStrictly (\s x -> s + x) 0 t
  product t = foldlStrictly (\s x -> s * x) 1 t

instance Ix i => Traversable (Array i) where
  traverse f t = fmap (\xs -> listArray (bounds t) xs) (traverse f (elems t))
)haskell";
}

}  // namespace deforest::text
