// The part of Data.Sequence that goes through whole sequences: what is mapped, filtered, searched,
// sorted, combined.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view sequenceWholesSource() {
  return R"(
mapped :: (a -> b) -> Seq a -> Seq b
mapped _ Tip = Tip
mapped f (Bin n x l r) = Bin n (f x) (mapped f l) (mapped f r)

mapWithIndex :: (Int -> a -> b) -> Seq a -> Seq b
mapWithIndex f t = mapFrom 0 f t

mapFrom :: Int -> (Int -> a -> b) -> Seq a -> Seq b
mapFrom _ _ Tip = Tip
mapFrom i f (Bin n x l r) =
  let k = i + length l in Bin n (f k x) (mapFrom i f l) (mapFrom (k + 1) f r)

foldrWithIndex :: (Int -> a -> b -> b) -> b -> Seq a -> b
foldrWithIndex f z t = foldrFrom 0 f z t

foldrFrom :: Int -> (Int -> a -> b -> b) -> b -> Seq a -> b
foldrFrom _ _ z Tip = z
foldrFrom i f z (Bin _ x l r) =
  let k = i + length l in foldrFrom i f (f k x (foldrFrom (k + 1) f z r)) l

foldlWithIndex :: (b -> Int -> a -> b) -> b -> Seq a -> b
foldlWithIndex f z t = foldlFrom 0 f z t

foldlFrom :: Int -> (b -> Int -> a -> b) -> b -> Seq a -> b
foldlFrom _ _ z Tip = z
foldlFrom i f z (Bin _ x l r) =
  let k = i + length l in foldlFrom (k + 1) f (f (foldlFrom i f z l) k x) r

foldMapWithIndex :: Monoid m => (Int -> a -> m) -> Seq a -> m
foldMapWithIndex f t = foldrWithIndex (\i x m -> f i x <> m) mempty t

traverseWithIndex :: Applicative f => (Int -> a -> f b) -> Seq a -> f (Seq b)
traverseWithIndex f t =
  fmap fromList (traverse (\(i, x) -> f i x) (foldrWithIndex (\i x rest -> (i, x) : rest) [] t))

reverse :: Seq a -> Seq a
reverse Tip = Tip
reverse (Bin n x l r) = Bin n x (reverse r) (reverse l)

intersperse :: a -> Seq a -> Seq a
intersperse y t = fromList (List.intersperse y (elems t))

filter :: (a -> Bool) -> Seq a -> Seq a
filter _ Tip = Tip
filter p (Bin _ x l r)
  | p x = link x (filter p l) (filter p r)
  | otherwise = filter p l >< filter p r

partition :: (a -> Bool) -> Seq a -> (Seq a, Seq a)
partition _ Tip = (Tip, Tip)
partition p (Bin _ x l r) = case partition p l of
  (l1, l2) -> case partition p r of
    (r1, r2) -> if p x then (link x l1 r1, l2 >< r2) else (l1 >< r1, link x l2 r2)

-- How many elements from the left, and from the right, are so before one is not.
prefixOf :: (a -> Bool) -> Seq a -> Int
prefixOf _ Tip = 0
prefixOf p (Bin _ x l r)
  | n < length l = n
  | p x = n + 1 + prefixOf p r
  | otherwise = n
  where n = prefixOf p l

suffixOf :: (a -> Bool) -> Seq a -> Int
suffixOf _ Tip = 0
suffixOf p (Bin _ x l r)
  | n < length r = n
  | p x = n + 1 + suffixOf p l
  | otherwise = n
  where n = suffixOf p r

spanl :: (a -> Bool) -> Seq a -> (Seq a, Seq a)
spanl p t = splitAt (prefixOf p t) t

spanr :: (a -> Bool) -> Seq a -> (Seq a, Seq a)
spanr p t = case splitAt (length t - suffixOf p t) t of (l, r) -> (r, l)

breakl :: (a -> Bool) -> Seq a -> (Seq a, Seq a)
breakl p t = spanl (\x -> not (p x)) t

breakr :: (a -> Bool) -> Seq a -> (Seq a, Seq a)
breakr p t = spanr (\x -> not (p x)) t

takeWhileL :: (a -> Bool) -> Seq a -> Seq a
takeWhileL p t = take (prefixOf p t) t

takeWhileR :: (a -> Bool) -> Seq a -> Seq a
takeWhileR p t = drop (length t - suffixOf p t) t

dropWhileL :: (a -> Bool) -> Seq a -> Seq a
dropWhileL p t = drop (prefixOf p t) t

dropWhileR :: (a -> Bool) -> Seq a -> Seq a
dropWhileR p t = take (length t - suffixOf p t) t

findIndexL :: (a -> Bool) -> Seq a -> Maybe Int
findIndexL p t = let n = prefixOf (\x -> not (p x)) t in if n < length t then Just n else Nothing

findIndexR :: (a -> Bool) -> Seq a -> Maybe Int
findIndexR p t =
  let n = suffixOf (\x -> not (p x)) t in if n < length t then Just (length t - n - 1) else Nothing

findIndicesL :: (a -> Bool) -> Seq a -> [Int]
findIndicesL p t = foldrWithIndex (\i x is -> if p x then i : is else is) [] t

findIndicesR :: (a -> Bool) -> Seq a -> [Int]
findIndicesR p t = foldlWithIndex (\is i x -> if p x then i : is else is) [] t

elemIndexL :: Eq a => a -> Seq a -> Maybe Int
elemIndexL x t = findIndexL (\y -> x == y) t

elemIndexR :: Eq a => a -> Seq a -> Maybe Int
elemIndexR x t = findIndexR (\y -> x == y) t

elemIndicesL :: Eq a => a -> Seq a -> [Int]
elemIndicesL x t = findIndicesL (\y -> x == y) t

elemIndicesR :: Eq a => a -> Seq a -> [Int]
elemIndicesR x t = findIndicesR (\y -> x == y) t

sort :: Ord a => Seq a -> Seq a
sort t = fromList (List.sort (elems t))

sortBy :: (a -> a -> Ordering) -> Seq a -> Seq a
sortBy order t = fromList (List.sortBy order (elems t))

sortOn :: Ord b => (a -> b) -> Seq a -> Seq a
sortOn f t = fromList (List.sortOn f (elems t))

unstableSort :: Ord a => Seq a -> Seq a
unstableSort t = sort t

unstableSortBy :: (a -> a -> Ordering) -> Seq a -> Seq a
unstableSortBy order t = sortBy order t

unstableSortOn :: Ord b => (a -> b) -> Seq a -> Seq a
unstableSortOn f t = sortOn f t

zip :: Seq a -> Seq b -> Seq (a, b)
zip s t = zipWith (\x y -> (x, y)) s t

zipWith :: (a -> b -> c) -> Seq a -> Seq b -> Seq c
zipWith f s t = fromList (List.zipWith f (elems s) (elems t))

zip3 :: Seq a -> Seq b -> Seq c -> Seq (a, b, c)
zip3 s t u = zipWith3 (\x y z -> (x, y, z)) s t u

zipWith3 :: (a -> b -> c -> d) -> Seq a -> Seq b -> Seq c -> Seq d
zipWith3 f s t u = fromList (List.zipWith3 f (elems s) (elems t) (elems u))

unzip :: Seq (a, b) -> (Seq a, Seq b)
unzip t = unzipWith (\p -> p) t

unzipWith :: (a -> (b, c)) -> Seq a -> (Seq b, Seq c)
unzipWith f t = let pairs = mapped f t in (mapped fst pairs, mapped snd pairs)

scanl :: (b -> a -> b) -> b -> Seq a -> Seq b
scanl f z t = fromList (List.scanl f z (elems t))

scanl1 :: (a -> a -> a) -> Seq a -> Seq a
scanl1 f t
  | null t = error "scanl1 takes a nonempty sequence as an argument"
  | otherwise = fromList (List.scanl1 f (elems t))

scanr :: (a -> b -> b) -> b -> Seq a -> Seq b
scanr f z t = fromList (List.scanr f z (elems t))

scanr1 :: (a -> a -> a) -> Seq a -> Seq a
scanr1 f t
  | null t = error "scanr1 takes a nonempty sequence as an argument"
  | otherwise = fromList (List.scanr1 f (elems t))

tails :: Seq a -> Seq (Seq a)
tails t = places 0 (length t + 1) (\i -> drop i t)

inits :: Seq a -> Seq (Seq a)
inits t = places 0 (length t + 1) (\i -> take i t)

chunksOf :: Int -> Seq a -> Seq (Seq a)
chunksOf n t
  | n <= 0 =
      if null t then empty else error "chunksOf: A non-empty sequence can only be broken up into positively-sized chunks."
  | otherwise = places 0 (quot (length t + n - 1) n) (\i -> take n (drop (i * n) t))
)";
}

}  // namespace deforest::text
