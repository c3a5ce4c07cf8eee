// Data.List.NonEmpty of base: lists that have an element, but what makes such a list without an
// end.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view nonEmptySource() {
  return R"source(
module Data.List.NonEmpty
  (NonEmpty(..), map, intersperse, scanl, scanr, scanl1, scanr1, transpose, sortBy, sortWith,
   sortOn, length, head, tail, last, init, singleton, (<|), cons, uncons, unfoldr, sort, reverse,
   inits, tails, append, appendList, prependList, insert, take, drop, splitAt, takeWhile,
   dropWhile, span, break, filter, partition, group, groupBy, groupWith, groupAllWith, group1,
   groupBy1, groupWith1, groupAllWith1, isPrefixOf, nub, nubBy, (!!), zip, zipWith, unzip,
   fromList, toList, nonEmpty, xor) where

import Prelude hiding
  (map, scanl, scanr, scanl1, scanr1, length, head, tail, last, init, reverse, take, drop, splitAt,
   takeWhile, dropWhile, span, break, filter, (!!), zip, zipWith, unzip)
import qualified Data.Foldable as Foldable
import qualified Data.List as List

infixr 5 :|, <|
infixl 9 !!

data NonEmpty a = a :| [a] deriving (Eq, Ord, Show, Read, Functor, Foldable, Traversable)

instance Semigroup (NonEmpty a) where
  (x :| xs) <> ys = x :| (xs ++ toList ys)

instance Applicative NonEmpty where
  pure x = x :| []
  fs <*> xs = fromList [f x | f <- toList fs, x <- toList xs]

instance Monad NonEmpty where
  (x :| xs) >>= f = case f x of y :| ys -> y :| (ys ++ concatMap (\z -> toList (f z)) xs)

toList :: NonEmpty a -> [a]
toList (x :| xs) = x : xs

fromList :: [a] -> NonEmpty a
fromList (x : xs) = x :| xs
fromList [] = error "NonEmpty.fromList: empty list"

nonEmpty :: [a] -> Maybe (NonEmpty a)
nonEmpty [] = Nothing
nonEmpty (x : xs) = Just (x :| xs)

singleton :: a -> NonEmpty a
singleton x = x :| []

map :: (a -> b) -> NonEmpty a -> NonEmpty b
map f (x :| xs) = f x :| List.map f xs

length :: NonEmpty a -> Int
length (_ :| xs) = 1 + List.length xs

head :: NonEmpty a -> a
head (x :| _) = x

tail :: NonEmpty a -> [a]
tail (_ :| xs) = xs

last :: NonEmpty a -> a
last (x :| xs) = List.last (x : xs)

init :: NonEmpty a -> [a]
init (x :| xs) = List.init (x : xs)

(<|) :: a -> NonEmpty a -> NonEmpty a
x <| ys = x :| toList ys

cons :: a -> NonEmpty a -> NonEmpty a
cons x ys = x <| ys

uncons :: NonEmpty a -> (a, Maybe (NonEmpty a))
uncons (x :| xs) = (x, nonEmpty xs)

unfoldr :: (a -> (b, Maybe a)) -> a -> NonEmpty b
unfoldr f s = case f s of (x, next) -> x :| unfoldrFrom f next

unfoldrFrom :: (a -> (b, Maybe a)) -> Maybe a -> [b]
unfoldrFrom _ Nothing = []
unfoldrFrom f (Just s) = case f s of (x, next) -> x : unfoldrFrom f next

append :: NonEmpty a -> NonEmpty a -> NonEmpty a
append xs ys = xs <> ys

appendList :: NonEmpty a -> [a] -> NonEmpty a
appendList (x :| xs) ys = x :| (xs ++ ys)

prependList :: [a] -> NonEmpty a -> NonEmpty a
prependList [] ys = ys
prependList (x : xs) ys = x :| (xs ++ toList ys)

intersperse :: a -> NonEmpty a -> NonEmpty a
intersperse y xs = fromList (List.intersperse y (toList xs))

scanl :: Foldable f => (b -> a -> b) -> b -> f a -> NonEmpty b
scanl f z xs = fromList (List.scanl f z (Foldable.toList xs))

scanr :: Foldable f => (a -> b -> b) -> b -> f a -> NonEmpty b
scanr f z xs = fromList (List.scanr f z (Foldable.toList xs))

scanl1 :: (a -> a -> a) -> NonEmpty a -> NonEmpty a
scanl1 f (x :| xs) = fromList (List.scanl f x xs)

scanr1 :: (a -> a -> a) -> NonEmpty a -> NonEmpty a
scanr1 f xs = fromList (List.scanr1 f (toList xs))

transpose :: NonEmpty (NonEmpty a) -> NonEmpty (NonEmpty a)
transpose xss = fromList (List.map fromList (List.transpose (toList (map toList xss))))

sort :: Ord a => NonEmpty a -> NonEmpty a
sort xs = fromList (List.sort (toList xs))

sortBy :: (a -> a -> Ordering) -> NonEmpty a -> NonEmpty a
sortBy f xs = fromList (List.sortBy f (toList xs))

sortWith :: Ord b => (a -> b) -> NonEmpty a -> NonEmpty a
sortWith f xs = sortBy (\x y -> compare (f x) (f y)) xs

sortOn :: Ord b => (a -> b) -> NonEmpty a -> NonEmpty a
sortOn f xs = fromList (List.sortOn f (toList xs))

reverse :: NonEmpty a -> NonEmpty a
reverse xs = fromList (List.reverse (toList xs))

inits :: Foldable f => f a -> NonEmpty [a]
inits xs = fromList (List.inits (Foldable.toList xs))

tails :: Foldable f => f a -> NonEmpty [a]
tails xs = fromList (List.tails (Foldable.toList xs))

insert :: (Foldable f, Ord a) => a -> f a -> NonEmpty a
insert x xs = fromList (List.insert x (Foldable.toList xs))

take :: Int -> NonEmpty a -> [a]
take n xs = List.take n (toList xs)

drop :: Int -> NonEmpty a -> [a]
drop n xs = List.drop n (toList xs)

splitAt :: Int -> NonEmpty a -> ([a], [a])
splitAt n xs = List.splitAt n (toList xs)

takeWhile :: (a -> Bool) -> NonEmpty a -> [a]
takeWhile p xs = List.takeWhile p (toList xs)

dropWhile :: (a -> Bool) -> NonEmpty a -> [a]
dropWhile p xs = List.dropWhile p (toList xs)

span :: (a -> Bool) -> NonEmpty a -> ([a], [a])
span p xs = List.span p (toList xs)

break :: (a -> Bool) -> NonEmpty a -> ([a], [a])
break p xs = List.span (\x -> not (p x)) (toList xs)

filter :: (a -> Bool) -> NonEmpty a -> [a]
filter p xs = List.filter p (toList xs)

partition :: (a -> Bool) -> NonEmpty a -> ([a], [a])
partition p xs = List.partition p (toList xs)

group :: (Foldable f, Eq a) => f a -> [NonEmpty a]
group xs = groupsBy (==) (Foldable.toList xs)

groupBy :: Foldable f => (a -> a -> Bool) -> f a -> [NonEmpty a]
groupBy eq xs = groupsBy eq (Foldable.toList xs)

groupsBy :: (a -> a -> Bool) -> [a] -> [NonEmpty a]
groupsBy _ [] = []
groupsBy eq (x : xs) = case List.span (eq x) xs of
  (same, others) -> (x :| same) : groupsBy eq others

groupWith :: Eq b => (a -> b) -> [a] -> [NonEmpty a]
groupWith f xs = groupsBy (\x y -> f x == f y) xs

groupAllWith :: Ord b => (a -> b) -> [a] -> [NonEmpty a]
groupAllWith f xs = groupWith f (List.sortBy (\x y -> compare (f x) (f y)) xs)

group1 :: Eq a => NonEmpty a -> NonEmpty (NonEmpty a)
group1 xs = groupBy1 (==) xs

groupBy1 :: (a -> a -> Bool) -> NonEmpty a -> NonEmpty (NonEmpty a)
groupBy1 eq (x :| xs) = case List.span (eq x) xs of
  (same, others) -> (x :| same) :| groupsBy eq others

groupWith1 :: Eq b => (a -> b) -> NonEmpty a -> NonEmpty (NonEmpty a)
groupWith1 f xs = groupBy1 (\x y -> f x == f y) xs

groupAllWith1 :: Ord b => (a -> b) -> NonEmpty a -> NonEmpty (NonEmpty a)
groupAllWith1 f xs = groupWith1 f (sortWith f xs)

isPrefixOf :: Eq a => [a] -> NonEmpty a -> Bool
isPrefixOf xs ys = List.isPrefixOf xs (toList ys)

nub :: Eq a => NonEmpty a -> NonEmpty a
nub xs = fromList (List.nub (toList xs))

nubBy :: (a -> a -> Bool) -> NonEmpty a -> NonEmpty a
nubBy eq xs = fromList (List.nubBy eq (toList xs))

(!!) :: NonEmpty a -> Int -> a
(x :| xs) !! n
  | n == 0 = x
  | n > 0 = xs List.!! (n - 1)
  | otherwise = error "NonEmpty.!! negative index"

zip :: NonEmpty a -> NonEmpty b -> NonEmpty (a, b)
zip (x :| xs) (y :| ys) = (x, y) :| List.zip xs ys

zipWith :: (a -> b -> c) -> NonEmpty a -> NonEmpty b -> NonEmpty c
zipWith f (x :| xs) (y :| ys) = f x y :| List.zipWith f xs ys

unzip :: Functor f => f (a, b) -> (f a, f b)
unzip xs = (fmap fst xs, fmap snd xs)

xor :: NonEmpty Bool -> Bool
xor (x :| xs) = foldr (/=) x xs
)source";
}

}  // namespace deforest::text
