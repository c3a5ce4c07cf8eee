// The part of Data.Map that goes through whole maps: what is mapped, filtered, divided, counted
// off.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view mapWholesSource() {
  return R"(
disjoint :: Ord key => Map key a -> Map key b -> Bool
disjoint s t = null (intersection s t)

isSubmapOf :: (Ord key, Eq a) => Map key a -> Map key a -> Bool
isSubmapOf s t = isSubmapOfBy (\x y -> x == y) s t

isSubmapOfBy :: Ord key => (a -> b -> Bool) -> Map key a -> Map key b -> Bool
isSubmapOfBy _ Tip _ = True
isSubmapOfBy f (Bin _ k x l r) t = case lookup k t of
  Nothing -> False
  Just y -> f x y && isSubmapOfBy f l t && isSubmapOfBy f r t

restrictKeys :: Ord key => Map key a -> Set key -> Map key a
restrictKeys t s = filterWithKey (\k _ -> Set.member k s) t

withoutKeys :: Ord key => Map key a -> Set key -> Map key a
withoutKeys t s = filterWithKey (\k _ -> not (Set.member k s)) t

map :: (a -> b) -> Map key a -> Map key b
map _ Tip = Tip
map f (Bin n k x l r) = Bin n k (f x) (map f l) (map f r)

mapWithKey :: (key -> a -> b) -> Map key a -> Map key b
mapWithKey _ Tip = Tip
mapWithKey f (Bin n k x l r) = Bin n k (f k x) (mapWithKey f l) (mapWithKey f r)

traverseWithKey :: Applicative f => (key -> a -> f b) -> Map key a -> f (Map key b)
traverseWithKey f t =
  fmap fromDistinctAscList (traverse (\(k, x) -> fmap (\y -> (k, y)) (f k x)) (toAscList t))

-- The caller says that the order stays.
mapKeysMonotonic :: (key -> other) -> Map key a -> Map other a
mapKeysMonotonic _ Tip = Tip
mapKeysMonotonic f (Bin n k x l r) = Bin n (f k) x (mapKeysMonotonic f l) (mapKeysMonotonic f r)

mapAccum :: (s -> a -> (s, b)) -> s -> Map key a -> (s, Map key b)
mapAccum f s t = mapAccumWithKey (\u _ x -> f u x) s t

mapAccumWithKey :: (s -> key -> a -> (s, b)) -> s -> Map key a -> (s, Map key b)
mapAccumWithKey _ s Tip = (s, Tip)
mapAccumWithKey f s (Bin n k x l r) = case mapAccumWithKey f s l of
  (s1, l1) -> case f s1 k x of
    (s2, y) -> case mapAccumWithKey f s2 r of
      (s3, r1) -> (s3, Bin n k y l1 r1)

mapKeys :: Ord other => (key -> other) -> Map key a -> Map other a
mapKeys f t = fromList (foldrWithKey (\k x rest -> (f k, x) : rest) [] t)

mapKeysWith :: Ord other => (a -> a -> a) -> (key -> other) -> Map key a -> Map other a
mapKeysWith c f t = fromListWith c (foldrWithKey (\k x rest -> (f k, x) : rest) [] t)

filter :: (a -> Bool) -> Map key a -> Map key a
filter _ Tip = Tip
filter p (Bin _ k x l r)
  | p x = link k x (filter p l) (filter p r)
  | otherwise = merge (filter p l) (filter p r)

filterWithKey :: (key -> a -> Bool) -> Map key a -> Map key a
filterWithKey _ Tip = Tip
filterWithKey p (Bin _ k x l r)
  | p k x = link k x (filterWithKey p l) (filterWithKey p r)
  | otherwise = merge (filterWithKey p l) (filterWithKey p r)

partition :: (a -> Bool) -> Map key a -> (Map key a, Map key a)
partition p t = partitionWithKey (\_ x -> p x) t

partitionWithKey :: (key -> a -> Bool) -> Map key a -> (Map key a, Map key a)
partitionWithKey _ Tip = (Tip, Tip)
partitionWithKey p (Bin _ k x l r) = case partitionWithKey p l of
  (l1, l2) -> case partitionWithKey p r of
    (r1, r2) -> if p k x then (link k x l1 r1, merge l2 r2) else (merge l1 r1, link k x l2 r2)

mapMaybe :: (a -> Maybe b) -> Map key a -> Map key b
mapMaybe _ Tip = Tip
mapMaybe f (Bin _ k x l r) = joinPerhaps k (f x) (mapMaybe f l) (mapMaybe f r)

mapMaybeWithKey :: (key -> a -> Maybe b) -> Map key a -> Map key b
mapMaybeWithKey _ Tip = Tip
mapMaybeWithKey f (Bin _ k x l r) =
  joinPerhaps k (f k x) (mapMaybeWithKey f l) (mapMaybeWithKey f r)

mapEither :: (a -> Either b c) -> Map key a -> (Map key b, Map key c)
mapEither _ Tip = (Tip, Tip)
mapEither f (Bin _ k x l r) = case mapEither f l of
  (l1, l2) -> case mapEither f r of
    (r1, r2) -> case f x of
      Left y -> (link k y l1 r1, merge l2 r2)
      Right z -> (merge l1 r1, link k z l2 r2)

takeWhileAntitone :: (key -> Bool) -> Map key a -> Map key a
takeWhileAntitone p t = case spanAntitone p t of (l, _) -> l

dropWhileAntitone :: (key -> Bool) -> Map key a -> Map key a
dropWhileAntitone p t = case spanAntitone p t of (_, r) -> r

spanAntitone :: (key -> Bool) -> Map key a -> (Map key a, Map key a)
spanAntitone _ Tip = (Tip, Tip)
spanAntitone p (Bin _ k x l r)
  | p k = case spanAntitone p r of (r1, r2) -> (link k x l r1, r2)
  | otherwise = case spanAntitone p l of (l1, l2) -> (l1, link k x l2 r)

lookupIndex :: Ord key => key -> Map key a -> Maybe Int
lookupIndex k t = indexFrom 0 k t

indexFrom :: Ord key => Int -> key -> Map key a -> Maybe Int
indexFrom _ _ Tip = Nothing
indexFrom i k (Bin _ k1 _ l r) = case compare k k1 of
  LT -> indexFrom i k l
  GT -> indexFrom (i + size l + 1) k r
  EQ -> Just (i + size l)

findIndex :: Ord key => key -> Map key a -> Int
findIndex k t = case lookupIndex k t of
  Nothing -> error "Map.findIndex: element is not in the map"
  Just i -> i

elemAt :: Int -> Map key a -> (key, a)
elemAt _ Tip = error "Map.elemAt: index out of range"
elemAt i (Bin _ k x l r)
  | i < n = elemAt i l
  | i > n = elemAt (i - n - 1) r
  | otherwise = (k, x)
  where n = size l

deleteAt :: Int -> Map key a -> Map key a
deleteAt _ Tip = error "Map.deleteAt: index out of range"
deleteAt i (Bin _ k x l r)
  | i < n = balance k x (deleteAt i l) r
  | i > n = balance k x l (deleteAt (i - n - 1) r)
  | otherwise = glue l r
  where n = size l

take :: Int -> Map key a -> Map key a
take n t = case splitAt n t of (l, _) -> l

drop :: Int -> Map key a -> Map key a
drop n t = case splitAt n t of (_, r) -> r

splitAt :: Int -> Map key a -> (Map key a, Map key a)
splitAt _ Tip = (Tip, Tip)
splitAt i (Bin _ k x l r)
  | i <= n = case splitAt i l of (l1, l2) -> (l1, link k x l2 r)
  | otherwise = case splitAt (i - n - 1) r of (r1, r2) -> (link k x l r1, r2)
  where n = size l
)";
}

}  // namespace deforest::text
