// Data.Vector as a module of the language: a vector is a part of an array. Vectors of unboxed
// elements are the same. What the package makes of a stream is made of a list, which is fused like
// others.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view vectorSource() {
  return R"source(
module Data.Vector
  (Vector, Unbox, length, null, (!), (!?), head, last, unsafeIndex, unsafeHead, unsafeLast, indexM,
   slice, init, tail, take, drop, splitAt, unsafeSlice, unsafeTail, unsafeInit, unsafeTake, unsafeDrop,
   uncons, unsnoc, empty, singleton, replicate, generate, iterateN, unfoldr, unfoldrN,
   unfoldrExactN, constructN,
   enumFromN, enumFromStepN, enumFromTo, enumFromThenTo, cons, snoc, (++), concat, force, replicateM,
   generateM, (//), update, unsafeUpd, accum, accumulate, reverse, backpermute, indexed, map, imap,
   concatMap, mapM, imapM, mapM_, imapM_, forM, forM_, iforM, iforM_, zip, zip3, zipWith, zipWith3,
   izipWith, zipWithM, zipWithM_, unzip, unzip3, filter, ifilter, filterM, uniq, mapMaybe, imapMaybe,
   catMaybes, takeWhile, dropWhile, partition, span, break, elem, notElem, find, findIndex,
   findIndices, elemIndex, elemIndices, foldl, foldl1, foldl', foldl1', foldr, foldr1, foldr', ifoldl,
   ifoldl', ifoldr, ifoldr', foldM, foldM', foldM_, foldM'_,
   ifoldM, ifoldM_, foldMap, foldMap', all, any, and, or, sum, product, maximum,
   maximumBy, maximumOn, minimum, minimumBy, minimumOn, minIndex, minIndexBy, maxIndex, maxIndexBy,
   sequence, sequence_, prescanl, prescanl', postscanl, postscanl', scanl, scanl', scanl1, scanr,
   scanr1, iscanl, toList, fromList, fromListN, toArray', eqBy, cmpBy, convert, create, modify, thaw,
   unsafeThaw, freeze, unsafeFreeze) where

import Prelude hiding
  (length, null, head, last, init, tail, take, drop, splitAt, replicate, enumFromTo, enumFromThenTo,
   (++), concat, reverse, map, concatMap, mapM, mapM_, zip, zip3, zipWith, zipWith3, unzip, unzip3,
   filter, takeWhile, dropWhile, span, break, elem, notElem, foldMap, foldl, foldl1, foldr, foldr1, all, any,
   and, or, sum, product, maximum, minimum, sequence, sequence_, scanl, scanl1, scanr, scanr1)
import qualified Control.Applicative as Applicative
import qualified Control.Monad as Monad
import qualified Data.Array as Array
import qualified Data.Foldable as Foldable
import qualified Data.List as List
import qualified Data.Maybe as Maybe
import qualified Data.Traversable as Traversable
import qualified Data.Vector.Mutable as Mutable
import Data.Vector.Mutable (Unbox)
import Control.Monad.ST.Cells' (CellMonad, ST, runST)

-- Where it begins, how many elements it has, and the array that it is a part of.
data Vector a = Vector !Int !Int !(Array.Array Int a)

instance Eq a => Eq (Vector a) where
  v == w = length v == length w && toList v == toList w

instance Ord a => Ord (Vector a) where
  compare v w = compare (toList v) (toList w)

instance Show a => Show (Vector a) where
  showsPrec d v = showsPrec d (toList v)

instance Read a => Read (Vector a) where
  readsPrec d s = [(fromList xs, rest) | (xs, rest) <- readsPrec d s]

instance Semigroup (Vector a) where
  v <> w = v ++ w

instance Monoid (Vector a) where
  mempty = empty

instance Functor Vector where
  fmap f v = map f v

instance Foldable Vector where
  foldr f z v = foldr f z v
  length v = length v
  null v = null v
  toList v = toList v

instance Traversable Vector where
  traverse f v = fmap (fromListN (length v)) (traverse f (toList v))

instance Applicative Vector where
  pure x = singleton x
  fs <*> xs = fromList [f x | f <- toList fs, x <- toList xs]

instance Monad Vector where
  v >>= f = concatMap f v

instance Applicative.Alternative Vector where
  empty = fromList []
  v <|> w = v ++ w

wrongIndex :: Int -> Int -> a
wrongIndex i n = errorWithoutStackTrace ("index out of bounds " <> show (i, n))

noElements :: String -> a
noElements name = errorWithoutStackTrace (name <> ": empty vector")

at :: Vector a -> Int -> a
at (Vector o _ a) i = a Array.! (o + i)

length :: Vector a -> Int
length (Vector _ n _) = n

null :: Vector a -> Bool
null (Vector _ n _) = n == 0

infixl 9 !
(!) :: Vector a -> Int -> a
v@(Vector _ n _) ! i = if 0 <= i && i < n then at v i else wrongIndex i n

infixl 9 !?
(!?) :: Vector a -> Int -> Maybe a
v@(Vector _ n _) !? i = if 0 <= i && i < n then Just (at v i) else Nothing

unsafeIndex :: Vector a -> Int -> a
unsafeIndex v i = v ! i

indexM :: Monad m => Vector a -> Int -> m a
indexM v i = return (v ! i)

head, last, unsafeHead, unsafeLast :: Vector a -> a
head v = v ! 0
last v = v ! (length v - 1)
unsafeHead v = head v
unsafeLast v = last v

slice, unsafeSlice :: Int -> Int -> Vector a -> Vector a
slice i k (Vector o n a)
  | i >= 0 && k >= 0 && k <= n - i = Vector (o + i) k a
  | otherwise = errorWithoutStackTrace ("invalid slice " <> show (i, k, n))
unsafeSlice i k v = slice i k v

init, tail, unsafeInit, unsafeTail :: Vector a -> Vector a
init (Vector o n a) = if n == 0 then noElements "init" else Vector o (n - 1) a
tail (Vector o n a) = if n == 0 then noElements "tail" else Vector (o + 1) (n - 1) a
unsafeInit v = init v
unsafeTail v = tail v

take, drop, unsafeTake, unsafeDrop :: Int -> Vector a -> Vector a
take k (Vector o n a) = Vector o (max 0 (min k n)) a
drop k (Vector o n a) = let m = max 0 (min k n) in Vector (o + m) (n - m) a
unsafeTake k v = take k v
unsafeDrop k v = drop k v

splitAt :: Int -> Vector a -> (Vector a, Vector a)
splitAt k v = (take k v, drop k v)

uncons :: Vector a -> Maybe (a, Vector a)
uncons v = if null v then Nothing else Just (head v, tail v)

unsnoc :: Vector a -> Maybe (Vector a, a)
unsnoc v = if null v then Nothing else Just (init v, last v)

fromListN :: Int -> [a] -> Vector a
fromListN n xs = Vector 0 n (Array.listArray (0, n - 1) xs)

fromList :: [a] -> Vector a
fromList xs = fromListN (List.length xs) xs

toList :: Vector a -> [a]
toList v = [at v i | i <- [0 .. length v - 1]]

toArray' :: Vector a -> Array.Array Int a
toArray' v = Array.listArray (0, length v - 1) (toList v)

empty :: Vector a
empty = fromListN 0 []

singleton :: a -> Vector a
singleton x = fromListN 1 [x]

replicate :: Int -> a -> Vector a
replicate k x = let n = max 0 k in fromListN n (List.replicate n x)

generate :: Int -> (Int -> a) -> Vector a
generate k f = let n = max 0 k in fromListN n [f i | i <- [0 .. n - 1]]

iterateN :: Int -> (a -> a) -> a -> Vector a
iterateN k f x = let n = max 0 k in fromListN n (List.take n (List.iterate f x))

unfoldr :: (b -> Maybe (a, b)) -> b -> Vector a
unfoldr f s = fromList (List.unfoldr f s)

unfoldrN :: Int -> (b -> Maybe (a, b)) -> b -> Vector a
unfoldrN n f s = fromList (few n s)
  where few k t = if k <= 0 then [] else case f t of
          Nothing -> []
          Just (x, u) -> x : few (k - 1) u

unfoldrExactN :: Int -> (b -> (a, b)) -> b -> Vector a
unfoldrExactN n f s = unfoldrN n (\t -> Just (f t)) s

constructN :: Int -> (Vector a -> a) -> Vector a
constructN n f = grow 0 empty
  where grow i v = if i >= n then v else grow (i + 1) (snoc v (f v))

enumFromN :: Num a => a -> Int -> Vector a
enumFromN x n = enumFromStepN x 1 n

enumFromStepN :: Num a => a -> a -> Int -> Vector a
enumFromStepN x d n = generate n (\i -> x + d * fromIntegral i)

enumFromTo :: Enum a => a -> a -> Vector a
enumFromTo x y = fromList [x .. y]

enumFromThenTo :: Enum a => a -> a -> a -> Vector a
enumFromThenTo x y z = fromList [x, y .. z]

cons :: a -> Vector a -> Vector a
cons x v = fromListN (length v + 1) (x : toList v)

snoc :: Vector a -> a -> Vector a
snoc v x = fromListN (length v + 1) (toList v <> [x])

infixr 5 ++
(++) :: Vector a -> Vector a -> Vector a
v ++ w = fromListN (length v + length w) (toList v <> toList w)

concat :: [Vector a] -> Vector a
concat vs = fromListN (List.sum (List.map length vs)) (List.concatMap toList vs)

force :: Vector a -> Vector a
force v = fromListN (length v) (toList v)

convert :: Vector a -> Vector a
convert v = v

replicateM :: Monad m => Int -> m a -> m (Vector a)
replicateM n m = Monad.liftM fromList (Monad.replicateM n m)

generateM :: Monad m => Int -> (Int -> m a) -> m (Vector a)
generateM n f = Monad.liftM fromList (Monad.mapM f [0 .. n - 1])

changed :: (Array.Array Int a -> Array.Array Int a) -> Vector a -> Vector a
changed f v@(Vector o n a)
  | o == 0 && n == Array.rangeSize (Array.bounds a) = Vector 0 n (f a)
  | otherwise = Vector 0 n (f (toArray' v))

checked :: Int -> (Int, b) -> (Int, b)
checked n (i, x) = if 0 <= i && i < n then (i, x) else wrongIndex i n

infixl 9 //
(//) :: Vector a -> [(Int, a)] -> Vector a
v // xs = changed (\a -> a Array.// List.map (checked (length v)) xs) v

update :: Vector a -> Vector (Int, a) -> Vector a
update v w = v // toList w

unsafeUpd :: Vector a -> [(Int, a)] -> Vector a
unsafeUpd v xs = v // xs

accum :: (a -> b -> a) -> Vector a -> [(Int, b)] -> Vector a
accum f v xs = changed (\a -> Array.accum f a (List.map (checked (length v)) xs)) v

accumulate :: (a -> b -> a) -> Vector a -> Vector (Int, b) -> Vector a
accumulate f v w = accum f v (toList w)

reverse :: Vector a -> Vector a
reverse v = let n = length v in generate n (\i -> at v (n - 1 - i))

backpermute :: Vector a -> Vector Int -> Vector a
backpermute v w = map (\i -> v ! i) w

indexed :: Vector a -> Vector (Int, a)
indexed v = generate (length v) (\i -> (i, at v i))

map :: (a -> b) -> Vector a -> Vector b
map f v = generate (length v) (\i -> f (at v i))

imap :: (Int -> a -> b) -> Vector a -> Vector b
imap f v = generate (length v) (\i -> f i (at v i))

concatMap :: (a -> Vector b) -> Vector a -> Vector b
concatMap f v = concat (List.map f (toList v))

mapM :: Monad m => (a -> m b) -> Vector a -> m (Vector b)
mapM f v = Monad.liftM (fromListN (length v)) (Monad.mapM f (toList v))

imapM :: Monad m => (Int -> a -> m b) -> Vector a -> m (Vector b)
imapM f v = Monad.liftM (fromListN (length v)) (Monad.mapM (\i -> f i (at v i)) [0 .. length v - 1])

mapM_ :: Monad m => (a -> m b) -> Vector a -> m ()
mapM_ f v = Monad.mapM_ f (toList v)

imapM_ :: Monad m => (Int -> a -> m b) -> Vector a -> m ()
imapM_ f v = Monad.mapM_ (\i -> f i (at v i)) [0 .. length v - 1]

forM :: Monad m => Vector a -> (a -> m b) -> m (Vector b)
forM v f = mapM f v

forM_ :: Monad m => Vector a -> (a -> m b) -> m ()
forM_ v f = mapM_ f v

iforM :: Monad m => Vector a -> (Int -> a -> m b) -> m (Vector b)
iforM v f = imapM f v

iforM_ :: Monad m => Vector a -> (Int -> a -> m b) -> m ()
iforM_ v f = imapM_ f v

zip :: Vector a -> Vector b -> Vector (a, b)
zip v w = zipWith (\x y -> (x, y)) v w

zip3 :: Vector a -> Vector b -> Vector c -> Vector (a, b, c)
zip3 u v w = zipWith3 (\x y z -> (x, y, z)) u v w

zipWith :: (a -> b -> c) -> Vector a -> Vector b -> Vector c
zipWith f v w = generate (min (length v) (length w)) (\i -> f (at v i) (at w i))

zipWith3 :: (a -> b -> c -> d) -> Vector a -> Vector b -> Vector c -> Vector d
zipWith3 f u v w =
  generate (min (length u) (min (length v) (length w))) (\i -> f (at u i) (at v i) (at w i))

izipWith :: (Int -> a -> b -> c) -> Vector a -> Vector b -> Vector c
izipWith f v w = generate (min (length v) (length w)) (\i -> f i (at v i) (at w i))

zipWithM :: Monad m => (a -> b -> m c) -> Vector a -> Vector b -> m (Vector c)
zipWithM f v w = Monad.liftM fromList (Monad.zipWithM f (toList v) (toList w))

zipWithM_ :: Monad m => (a -> b -> m c) -> Vector a -> Vector b -> m ()
zipWithM_ f v w = Monad.zipWithM_ f (toList v) (toList w)

unzip :: Vector (a, b) -> (Vector a, Vector b)
unzip v = (map (\(x, _) -> x) v, map (\(_, y) -> y) v)

unzip3 :: Vector (a, b, c) -> (Vector a, Vector b, Vector c)
unzip3 v = (map (\(x, _, _) -> x) v, map (\(_, y, _) -> y) v, map (\(_, _, z) -> z) v)

filter :: (a -> Bool) -> Vector a -> Vector a
filter p v = fromList (List.filter p (toList v))

ifilter :: (Int -> a -> Bool) -> Vector a -> Vector a
ifilter p v = fromList [at v i | i <- [0 .. length v - 1], p i (at v i)]

filterM :: Monad m => (a -> m Bool) -> Vector a -> m (Vector a)
filterM p v = Monad.liftM fromList (Monad.filterM p (toList v))

uniq :: Eq a => Vector a -> Vector a
uniq v = ifilter (\i x -> i == 0 || at v (i - 1) /= x) v

mapMaybe :: (a -> Maybe b) -> Vector a -> Vector b
mapMaybe f v = fromList (Maybe.mapMaybe f (toList v))

imapMaybe :: (Int -> a -> Maybe b) -> Vector a -> Vector b
imapMaybe f v = fromList (Maybe.mapMaybe (\i -> f i (at v i)) [0 .. length v - 1])

catMaybes :: Vector (Maybe a) -> Vector a
catMaybes v = fromList (Maybe.catMaybes (toList v))

-- How many elements there are before the first of which that is not so.
prefix :: (a -> Bool) -> Vector a -> Int
prefix p v = go 0
  where go i = if i < length v && p (at v i) then go (i + 1) else i

takeWhile, dropWhile :: (a -> Bool) -> Vector a -> Vector a
takeWhile p v = take (prefix p v) v
dropWhile p v = drop (prefix p v) v

partition, span, break :: (a -> Bool) -> Vector a -> (Vector a, Vector a)
partition p v = (filter p v, filter (not . p) v)
span p v = splitAt (prefix p v) v
break p v = span (not . p) v

elem, notElem :: Eq a => a -> Vector a -> Bool
elem x v = any (== x) v
notElem x v = not (elem x v)

find :: (a -> Bool) -> Vector a -> Maybe a
find p v = case findIndex p v of
  Nothing -> Nothing
  Just i -> Just (at v i)

findIndex :: (a -> Bool) -> Vector a -> Maybe Int
findIndex p v = let i = prefix (not . p) v in if i < length v then Just i else Nothing

findIndices :: (a -> Bool) -> Vector a -> Vector Int
findIndices p v = fromList [i | i <- [0 .. length v - 1], p (at v i)]

elemIndex :: Eq a => a -> Vector a -> Maybe Int
elemIndex x v = findIndex (== x) v

elemIndices :: Eq a => a -> Vector a -> Vector Int
elemIndices x v = findIndices (== x) v

foldl, foldl' :: (b -> a -> b) -> b -> Vector a -> b
foldl f z v = List.foldl f z (toList v)
foldl' f z v = List.foldl' f z (toList v)

foldl1, foldl1', foldr1 :: (a -> a -> a) -> Vector a -> a
foldl1 f v = if null v then noElements "foldl1" else foldl f (head v) (tail v)
foldl1' f v = if null v then noElements "foldl1'" else foldl' f (head v) (tail v)
foldr1 f v = if null v then noElements "foldr1" else foldr f (last v) (init v)

foldr, foldr' :: (a -> b -> b) -> b -> Vector a -> b
foldr f z v = List.foldr f z (toList v)
foldr' f z v = List.foldl' (\r x -> f x r) z (toList (reverse v))

ifoldl, ifoldl' :: (b -> Int -> a -> b) -> b -> Vector a -> b
ifoldl f z v = List.foldl (\r i -> f r i (at v i)) z [0 .. length v - 1]
ifoldl' f z v = List.foldl' (\r i -> f r i (at v i)) z [0 .. length v - 1]

ifoldr, ifoldr' :: (Int -> a -> b -> b) -> b -> Vector a -> b
ifoldr f z v = List.foldr (\i r -> f i (at v i) r) z [0 .. length v - 1]
ifoldr' f z v = ifoldr f z v

foldM, foldM' :: Monad m => (b -> a -> m b) -> b -> Vector a -> m b
foldM f z v = Monad.foldM f z (toList v)
foldM' f z v = Monad.foldM f z (toList v)

foldMap, foldMap' :: Monoid m => (a -> m) -> Vector a -> m
foldMap f v = Foldable.foldMap f (toList v)
foldMap' f v = foldl' (\m x -> m <> f x) mempty v

foldM'_ :: Monad m => (b -> a -> m b) -> b -> Vector a -> m ()
foldM'_ f z v = foldM' f z v >> return ()

ifoldM_ :: Monad m => (b -> Int -> a -> m b) -> b -> Vector a -> m ()
ifoldM_ f z v = ifoldM f z v >> return ()

foldM_ :: Monad m => (b -> a -> m b) -> b -> Vector a -> m ()
foldM_ f z v = Monad.foldM_ f z (toList v)

ifoldM :: Monad m => (b -> Int -> a -> m b) -> b -> Vector a -> m b
ifoldM f z v = Monad.foldM (\r i -> f r i (at v i)) z [0 .. length v - 1]

all, any :: (a -> Bool) -> Vector a -> Bool
all p v = prefix p v == length v
any p v = prefix (not . p) v < length v

and, or :: Vector Bool -> Bool
and v = all id v
or v = any id v

sum, product :: Num a => Vector a -> a
sum v = foldl' (+) 0 v
product v = foldl' (*) 1 v

maximum, minimum :: Ord a => Vector a -> a
maximum v = if null v then noElements "maximum" else foldl1' max v
minimum v = if null v then noElements "minimum" else foldl1' min v

-- Of several that are the greatest, or the least, the first one.
maximumBy, minimumBy :: (a -> a -> Ordering) -> Vector a -> a
maximumBy f v = at v (maxIndexBy f v)
minimumBy f v = at v (minIndexBy f v)

maximumOn, minimumOn :: Ord b => (a -> b) -> Vector a -> a
maximumOn f v = maximumBy (\x y -> compare (f x) (f y)) v
minimumOn f v = minimumBy (\x y -> compare (f x) (f y)) v

maxIndex, minIndex :: Ord a => Vector a -> Int
maxIndex v = maxIndexBy compare v
minIndex v = minIndexBy compare v

maxIndexBy, minIndexBy :: (a -> a -> Ordering) -> Vector a -> Int
maxIndexBy f v = if null v then noElements "maxIndexBy" else List.foldl' later 0 [1 .. length v - 1]
  where later i j = if f (at v j) (at v i) == GT then j else i
minIndexBy f v = if null v then noElements "minIndexBy" else List.foldl' later 0 [1 .. length v - 1]
  where later i j = if f (at v j) (at v i) == LT then j else i

sequence :: Monad m => Vector (m a) -> m (Vector a)
sequence v = mapM id v

sequence_ :: Monad m => Vector (m a) -> m ()
sequence_ v = mapM_ id v

prescanl, prescanl', postscanl, postscanl', scanl, scanl' :: (b -> a -> b) -> b -> Vector a -> Vector b
prescanl f z v = take (length v) (scanl f z v)
prescanl' f z v = prescanl f z v
postscanl f z v = drop 1 (scanl f z v)
postscanl' f z v = postscanl f z v
scanl f z v = fromListN (length v + 1) (List.scanl f z (toList v))
scanl' f z v = scanl f z v

scanl1, scanr1 :: (a -> a -> a) -> Vector a -> Vector a
scanl1 f v = fromListN (length v) (List.scanl1 f (toList v))
scanr1 f v = fromListN (length v) (List.scanr1 f (toList v))

scanr :: (a -> b -> b) -> b -> Vector a -> Vector b
scanr f z v = fromListN (length v + 1) (List.scanr f z (toList v))

iscanl :: (Int -> b -> a -> b) -> b -> Vector a -> Vector b
iscanl f z v = scanl (\r (i, x) -> f i r x) z (indexed v)

eqBy :: (a -> b -> Bool) -> Vector a -> Vector b -> Bool
eqBy f v w = length v == length w && and (zipWith f v w)

cmpBy :: (a -> b -> Ordering) -> Vector a -> Vector b -> Ordering
cmpBy f v w = foldr (<>) (compare (length v) (length w)) (zipWith f v w)

thaw, unsafeThaw :: CellMonad m => Vector a -> m (Mutable.MVector s a)
thaw v = Mutable.fromList' (length v) (toList v)
unsafeThaw v = thaw v

freeze, unsafeFreeze :: CellMonad m => Mutable.MVector s a -> m (Vector a)
freeze m = Mutable.toList' m >>= \xs -> return (fromListN (Mutable.length m) xs)
unsafeFreeze m = freeze m

create :: ST s (Mutable.MVector s a) -> Vector a
create m = runST (m >>= freeze)

modify :: (Mutable.MVector s a -> ST s ()) -> Vector a -> Vector a
modify f v = runST (thaw v >>= \m -> f m >> freeze m)
)source";
}

}  // namespace deforest::text
