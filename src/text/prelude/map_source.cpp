// Data.Map: a balanced search tree, ordered by key.
//
// A node counts its entries, and neither of its subtrees has more than three times as many as the
// other; single and double rotations keep it so after one entry more or less (S. Adams, "Efficient
// sets: a balancing act", 1993; Y. Hirai and K. Yamamoto, "Balancing weight-balanced trees", 2011,
// prove the two constants below). `link` makes one tree of two and an entry between, `merge` of two
// alone; what combines whole maps divides one at the root of the other.
//
// Maps of `Int`s are the same with another name and `Int` for `key` (libraries.cpp).
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view mapSource() {
  return R"(
infixl 9 !, !?, \\

data Map key a = Tip | Bin !Int !key a !(Map key a) !(Map key a)

instance (Eq key, Eq a) => Eq (Map key a) where
  s == t = size s == size t && toAscList s == toAscList t

instance (Ord key, Ord a) => Ord (Map key a) where
  compare s t = compare (toAscList s) (toAscList t)

instance (Show key, Show a) => Show (Map key a) where
  showsPrec d t s = showParen (d > 10) (showString "fromList " . shows (toAscList t)) s

instance (Ord key, Read key, Read a) => Read (Map key a) where
  readsPrec d s = readOperand mapParses d s

mapParses :: (Ord key, Read key, Read a) => Int -> String -> [(Map key a, String)]
mapParses d s =
  (if d > 10 then [] else [(fromList xs, end) | rest <- readWord "fromList" s, (xs, end) <- readsPrec 11 rest])

instance Ord key => Semigroup (Map key a) where
  s <> t = union s t

instance Ord key => Monoid (Map key a) where
  mempty = empty

instance Functor (Map key) where
  fmap f t = map f t

instance Foldable (Map key) where
  foldMap f t = List.foldr (\x r -> f x <> r) mempty (elems t)
  foldr f z t = foldr f z t
  foldl f z t = foldl f z t
  foldl' f z t = foldl f z t
  toList t = elems t
  null t = null t
  length t = size t
  sum t = foldl (\s x -> s + x) 0 t
  product t = foldl (\s x -> s * x) 1 t

instance Traversable (Map key) where
  traverse f t = traverseWithKey (\_ x -> f x) t

empty :: Map key a
empty = Tip

singleton :: key -> a -> Map key a
singleton k x = Bin 1 k x Tip Tip

null :: Map key a -> Bool
null Tip = True
null (Bin _ _ _ _ _) = False

size :: Map key a -> Int
size Tip = 0
size (Bin n _ _ _ _) = n

bin :: key -> a -> Map key a -> Map key a -> Map key a
bin k x l r = Bin (size l + size r + 1) k x l r

balance :: key -> a -> Map key a -> Map key a -> Map key a
balance k x l r
  | m + n <= 1 = Bin (m + n + 1) k x l r
  | n > 3 * m = rotateLeft k x l r
  | m > 3 * n = rotateRight k x l r
  | otherwise = Bin (m + n + 1) k x l r
  where
    m = size l
    n = size r

rotateLeft :: key -> a -> Map key a -> Map key a -> Map key a
rotateLeft k x l Tip = bin k x l Tip
rotateLeft k x l (Bin _ k1 x1 l1 r1)
  | size l1 < 2 * size r1 = bin k1 x1 (bin k x l l1) r1
  | otherwise = case l1 of
      Tip -> bin k1 x1 (bin k x l Tip) r1
      Bin _ k2 x2 l2 r2 -> bin k2 x2 (bin k x l l2) (bin k1 x1 r2 r1)

rotateRight :: key -> a -> Map key a -> Map key a -> Map key a
rotateRight k x Tip r = bin k x Tip r
rotateRight k x (Bin _ k1 x1 l1 r1) r
  | size r1 < 2 * size l1 = bin k1 x1 l1 (bin k x r1 r)
  | otherwise = case r1 of
      Tip -> bin k1 x1 l1 (bin k x Tip r)
      Bin _ k2 x2 l2 r2 -> bin k2 x2 (bin k1 x1 l1 l2) (bin k x r2 r)

link :: key -> a -> Map key a -> Map key a -> Map key a
link k x Tip r = putMin k x r
link k x (Bin m k1 x1 l1 r1) Tip = putMax k x (Bin m k1 x1 l1 r1)
link k x (Bin m k1 x1 l1 r1) (Bin n k2 x2 l2 r2)
  | 3 * m < n = balance k2 x2 (link k x (Bin m k1 x1 l1 r1) l2) r2
  | 3 * n < m = balance k1 x1 l1 (link k x r1 (Bin n k2 x2 l2 r2))
  | otherwise = Bin (m + n + 1) k x (Bin m k1 x1 l1 r1) (Bin n k2 x2 l2 r2)

putMin :: key -> a -> Map key a -> Map key a
putMin k x Tip = singleton k x
putMin k x (Bin _ k1 x1 l r) = balance k1 x1 (putMin k x l) r

putMax :: key -> a -> Map key a -> Map key a
putMax k x Tip = singleton k x
putMax k x (Bin _ k1 x1 l r) = balance k1 x1 l (putMax k x r)

merge :: Map key a -> Map key a -> Map key a
merge Tip r = r
merge (Bin m k1 x1 l1 r1) Tip = Bin m k1 x1 l1 r1
merge (Bin m k1 x1 l1 r1) (Bin n k2 x2 l2 r2)
  | 3 * m < n = balance k2 x2 (merge (Bin m k1 x1 l1 r1) l2) r2
  | 3 * n < m = balance k1 x1 l1 (merge r1 (Bin n k2 x2 l2 r2))
  | otherwise = glue (Bin m k1 x1 l1 r1) (Bin n k2 x2 l2 r2)

glue :: Map key a -> Map key a -> Map key a
glue Tip r = r
glue (Bin m k1 x1 l1 r1) Tip = Bin m k1 x1 l1 r1
glue (Bin m k1 x1 l1 r1) (Bin n k2 x2 l2 r2)
  | m > n = case takeMax k1 x1 l1 r1 of
      (k, x, l) -> balance k x l (Bin n k2 x2 l2 r2)
  | otherwise = case takeMin k2 x2 l2 r2 of
      (k, x, r) -> balance k x (Bin m k1 x1 l1 r1) r

takeMin :: key -> a -> Map key a -> Map key a -> (key, a, Map key a)
takeMin k x Tip r = (k, x, r)
takeMin k x (Bin _ k1 x1 l1 r1) r = case takeMin k1 x1 l1 r1 of
  (least, y, l) -> (least, y, balance k x l r)

takeMax :: key -> a -> Map key a -> Map key a -> (key, a, Map key a)
takeMax k x l Tip = (k, x, l)
takeMax k x l (Bin _ k1 x1 l1 r1) = case takeMax k1 x1 l1 r1 of
  (greatest, y, r) -> (greatest, y, balance k x l r)

lookup :: Ord key => key -> Map key a -> Maybe a
lookup _ Tip = Nothing
lookup k (Bin _ k1 x l r) = case compare k k1 of
  LT -> lookup k l
  GT -> lookup k r
  EQ -> Just x

(!) :: Ord key => Map key a -> key -> a
t ! k = valueAt k t

valueAt :: Ord key => key -> Map key a -> a
valueAt _ Tip = error "Map.!: given key is not an element in the map"
valueAt k (Bin _ k1 x l r) = case compare k k1 of
  LT -> valueAt k l
  GT -> valueAt k r
  EQ -> x

(!?) :: Ord key => Map key a -> key -> Maybe a
t !? k = lookup k t

findWithDefault :: Ord key => a -> key -> Map key a -> a
findWithDefault x _ Tip = x
findWithDefault x k (Bin _ k1 y l r) = case compare k k1 of
  LT -> findWithDefault x k l
  GT -> findWithDefault x k r
  EQ -> y

findWithDefaultBy :: Ord key => (() -> a) -> key -> Map key a -> a
findWithDefaultBy x k m = case lookup k m of
  Nothing -> x ()
  Just y -> y

member :: Ord key => key -> Map key a -> Bool
member _ Tip = False
member k (Bin _ k1 _ l r) = case compare k k1 of
  LT -> member k l
  GT -> member k r
  EQ -> True

notMember :: Ord key => key -> Map key a -> Bool
notMember k t = not (member k t)

lookupLT :: Ord key => key -> Map key a -> Maybe (key, a)
lookupLT k t = below k t Nothing

below :: Ord key => key -> Map key a -> Maybe (key, a) -> Maybe (key, a)
below _ Tip best = best
below k (Bin _ k1 x l r) best = if k <= k1 then below k l best else below k r (Just (k1, x))

lookupGT :: Ord key => key -> Map key a -> Maybe (key, a)
lookupGT k t = above k t Nothing

above :: Ord key => key -> Map key a -> Maybe (key, a) -> Maybe (key, a)
above _ Tip best = best
above k (Bin _ k1 x l r) best = if k < k1 then above k l (Just (k1, x)) else above k r best

lookupLE :: Ord key => key -> Map key a -> Maybe (key, a)
lookupLE k t = atMost k t Nothing

atMost :: Ord key => key -> Map key a -> Maybe (key, a) -> Maybe (key, a)
atMost _ Tip best = best
atMost k (Bin _ k1 x l r) best = case compare k k1 of
  LT -> atMost k l best
  EQ -> Just (k1, x)
  GT -> atMost k r (Just (k1, x))

lookupGE :: Ord key => key -> Map key a -> Maybe (key, a)
lookupGE k t = atLeast k t Nothing

atLeast :: Ord key => key -> Map key a -> Maybe (key, a) -> Maybe (key, a)
atLeast _ Tip best = best
atLeast k (Bin _ k1 x l r) best = case compare k k1 of
  LT -> atLeast k l (Just (k1, x))
  EQ -> Just (k1, x)
  GT -> atLeast k r best

insert :: Ord key => key -> a -> Map key a -> Map key a
insert k x Tip = singleton k x
insert k x (Bin n k1 y l r) = case compare k k1 of
  LT -> balance k1 y (insert k x l) r
  GT -> balance k1 y l (insert k x r)
  EQ -> Bin n k x l r

insertWith :: Ord key => (a -> a -> a) -> key -> a -> Map key a -> Map key a
insertWith _ k x Tip = singleton k x
insertWith f k x (Bin n k1 y l r) = case compare k k1 of
  LT -> balance k1 y (insertWith f k x l) r
  GT -> balance k1 y l (insertWith f k x r)
  EQ -> Bin n k (f x y) l r

insertWithKey :: Ord key => (key -> a -> a -> a) -> key -> a -> Map key a -> Map key a
insertWithKey f k x t = insertWith (f k) k x t

insertLookupWithKey
  :: Ord key => (key -> a -> a -> a) -> key -> a -> Map key a -> (Maybe a, Map key a)
insertLookupWithKey f k x t = (lookup k t, insertWith (f k) k x t)

delete :: Ord key => key -> Map key a -> Map key a
delete _ Tip = Tip
delete k (Bin _ k1 x l r) = case compare k k1 of
  LT -> balance k1 x (delete k l) r
  GT -> balance k1 x l (delete k r)
  EQ -> glue l r

adjust :: Ord key => (a -> a) -> key -> Map key a -> Map key a
adjust _ _ Tip = Tip
adjust f k (Bin n k1 x l r) = case compare k k1 of
  LT -> Bin n k1 x (adjust f k l) r
  GT -> Bin n k1 x l (adjust f k r)
  EQ -> Bin n k1 (f x) l r

adjustWithKey :: Ord key => (key -> a -> a) -> key -> Map key a -> Map key a
adjustWithKey _ _ Tip = Tip
adjustWithKey f k (Bin n k1 x l r) = case compare k k1 of
  LT -> Bin n k1 x (adjustWithKey f k l) r
  GT -> Bin n k1 x l (adjustWithKey f k r)
  EQ -> Bin n k1 (f k1 x) l r

update :: Ord key => (a -> Maybe a) -> key -> Map key a -> Map key a
update _ _ Tip = Tip
update f k (Bin n k1 x l r) = case compare k k1 of
  LT -> balance k1 x (update f k l) r
  GT -> balance k1 x l (update f k r)
  EQ -> case f x of
    Just y -> Bin n k1 y l r
    Nothing -> glue l r

updateWithKey :: Ord key => (key -> a -> Maybe a) -> key -> Map key a -> Map key a
updateWithKey _ _ Tip = Tip
updateWithKey f k (Bin n k1 x l r) = case compare k k1 of
  LT -> balance k1 x (updateWithKey f k l) r
  GT -> balance k1 x l (updateWithKey f k r)
  EQ -> case f k1 x of
    Just y -> Bin n k1 y l r
    Nothing -> glue l r

alter :: Ord key => (Maybe a -> Maybe a) -> key -> Map key a -> Map key a
alter f k Tip = case f Nothing of
  Nothing -> Tip
  Just x -> singleton k x
alter f k (Bin n k1 x l r) = case compare k k1 of
  LT -> balance k1 x (alter f k l) r
  GT -> balance k1 x l (alter f k r)
  EQ -> case f (Just x) of
    Just y -> Bin n k1 y l r
    Nothing -> glue l r

alterF :: (Ord key, Functor f) => (Maybe a -> f (Maybe a)) -> key -> Map key a -> f (Map key a)
alterF f k t = fmap (\found -> alter (\_ -> found) k t) (f (lookup k t))

lookupMin :: Map key a -> Maybe (key, a)
lookupMin Tip = Nothing
lookupMin (Bin _ k x l _) = Just (leastOf k x l)

leastOf :: key -> a -> Map key a -> (key, a)
leastOf k x Tip = (k, x)
leastOf _ _ (Bin _ k x l _) = leastOf k x l

lookupMax :: Map key a -> Maybe (key, a)
lookupMax Tip = Nothing
lookupMax (Bin _ k x _ r) = Just (greatestOf k x r)

greatestOf :: key -> a -> Map key a -> (key, a)
greatestOf k x Tip = (k, x)
greatestOf _ _ (Bin _ k x _ r) = greatestOf k x r

findMin :: Map key a -> (key, a)
findMin Tip = error "Map.findMin: empty map has no minimal element"
findMin (Bin _ k x l _) = leastOf k x l

findMax :: Map key a -> (key, a)
findMax Tip = error "Map.findMax: empty map has no maximal element"
findMax (Bin _ k x _ r) = greatestOf k x r

deleteMin :: Map key a -> Map key a
deleteMin Tip = Tip
deleteMin (Bin _ k x l r) = case takeMin k x l r of (_, _, t) -> t

deleteMax :: Map key a -> Map key a
deleteMax Tip = Tip
deleteMax (Bin _ k x l r) = case takeMax k x l r of (_, _, t) -> t

deleteFindMin :: Map key a -> ((key, a), Map key a)
deleteFindMin Tip = error "Map.deleteFindMin: can not return the minimal element of an empty map"
deleteFindMin (Bin _ k x l r) = case takeMin k x l r of (k1, x1, t) -> ((k1, x1), t)

deleteFindMax :: Map key a -> ((key, a), Map key a)
deleteFindMax Tip = error "Map.deleteFindMax: can not return the maximal element of an empty map"
deleteFindMax (Bin _ k x l r) = case takeMax k x l r of (k1, x1, t) -> ((k1, x1), t)

minView :: Map key a -> Maybe (a, Map key a)
minView Tip = Nothing
minView (Bin _ k x l r) = case takeMin k x l r of (_, x1, t) -> Just (x1, t)

maxView :: Map key a -> Maybe (a, Map key a)
maxView Tip = Nothing
maxView (Bin _ k x l r) = case takeMax k x l r of (_, x1, t) -> Just (x1, t)

minViewWithKey :: Map key a -> Maybe ((key, a), Map key a)
minViewWithKey Tip = Nothing
minViewWithKey (Bin _ k x l r) = case takeMin k x l r of (k1, x1, t) -> Just ((k1, x1), t)

maxViewWithKey :: Map key a -> Maybe ((key, a), Map key a)
maxViewWithKey Tip = Nothing
maxViewWithKey (Bin _ k x l r) = case takeMax k x l r of (k1, x1, t) -> Just ((k1, x1), t)

foldr :: (a -> b -> b) -> b -> Map key a -> b
foldr _ z Tip = z
foldr f z (Bin _ _ x l r) = foldr f (f x (foldr f z r)) l

foldl :: (b -> a -> b) -> b -> Map key a -> b
foldl _ z Tip = z
foldl f z (Bin _ _ x l r) = foldl f (f (foldl f z l) x) r

foldrWithKey :: (key -> a -> b -> b) -> b -> Map key a -> b
foldrWithKey _ z Tip = z
foldrWithKey f z (Bin _ k x l r) = foldrWithKey f (f k x (foldrWithKey f z r)) l

foldlWithKey :: (b -> key -> a -> b) -> b -> Map key a -> b
foldlWithKey _ z Tip = z
foldlWithKey f z (Bin _ k x l r) = foldlWithKey f (f (foldlWithKey f z l) k x) r

foldr' :: (a -> b -> b) -> b -> Map key a -> b
foldr' f z t = foldr f z t

foldl' :: (b -> a -> b) -> b -> Map key a -> b
foldl' f z t = foldl f z t

foldrWithKey' :: (key -> a -> b -> b) -> b -> Map key a -> b
foldrWithKey' f z t = foldrWithKey f z t

foldlWithKey' :: (b -> key -> a -> b) -> b -> Map key a -> b
foldlWithKey' f z t = foldlWithKey f z t

foldMapWithKey :: Monoid m => (key -> a -> m) -> Map key a -> m
foldMapWithKey f t = foldrWithKey (\k x m -> f k x <> m) mempty t

elems :: Map key a -> [a]
elems t = foldr (\x xs -> x : xs) [] t

keys :: Map key a -> [key]
keys t = foldrWithKey (\k _ ks -> k : ks) [] t

toAscList :: Map key a -> [(key, a)]
toAscList t = foldrWithKey (\k x rest -> (k, x) : rest) [] t

toDescList :: Map key a -> [(key, a)]
toDescList t = foldlWithKey (\rest k x -> (k, x) : rest) [] t

toList :: Map key a -> [(key, a)]
toList t = toAscList t

assocs :: Map key a -> [(key, a)]
assocs t = toAscList t

keysSet :: Map key a -> Set key
keysSet t = Set.fromDistinctAscList (keys t)

fromSet :: (key -> a) -> Set key -> Map key a
fromSet f s = fromDistinctAscList (List.map (\k -> (k, f k)) (Set.toAscList s))

fromList :: Ord key => [(key, a)] -> Map key a
fromList entries = insertAll entries Tip

insertAll :: Ord key => [(key, a)] -> Map key a -> Map key a
insertAll [] t = t
insertAll ((k, x) : rest) t = insertAll rest (insert k x t)

fromListWith :: Ord key => (a -> a -> a) -> [(key, a)] -> Map key a
fromListWith f entries = insertAllWith f entries Tip

insertAllWith :: Ord key => (a -> a -> a) -> [(key, a)] -> Map key a -> Map key a
insertAllWith _ [] t = t
insertAllWith f ((k, x) : rest) t = insertAllWith f rest (insertWith f k x t)

fromListWithKey :: Ord key => (key -> a -> a -> a) -> [(key, a)] -> Map key a
fromListWithKey f entries = insertAllWithKey f entries Tip

insertAllWithKey :: Ord key => (key -> a -> a -> a) -> [(key, a)] -> Map key a -> Map key a
insertAllWithKey _ [] t = t
insertAllWithKey f ((k, x) : rest) t = insertAllWithKey f rest (insertWithKey f k x t)

fromAscList :: Eq key => [(key, a)] -> Map key a
fromAscList entries = fromDistinctAscList (oneOfEach (\x _ -> x) entries)

fromAscListWith :: Eq key => (a -> a -> a) -> [(key, a)] -> Map key a
fromAscListWith f entries = fromDistinctAscList (oneOfEach f entries)

fromDescList :: Eq key => [(key, a)] -> Map key a
fromDescList entries = fromDistinctAscList (List.reverse (oneOfEach (\x _ -> x) entries))

oneOfEach :: Eq key => (a -> a -> a) -> [(key, a)] -> [(key, a)]
oneOfEach _ [] = []
oneOfEach f ((k, x) : rest) = oneOfThis f k x rest

oneOfThis :: Eq key => (a -> a -> a) -> key -> a -> [(key, a)] -> [(key, a)]
oneOfThis _ k x [] = [(k, x)]
oneOfThis f k x ((k1, y) : rest)
  | k == k1 = oneOfThis f k (f y x) rest
  | otherwise = (k, x) : oneOfThis f k1 y rest

fromDistinctAscList :: [(key, a)] -> Map key a
fromDistinctAscList entries = case treeOf (List.length entries) entries of (t, _) -> t

treeOf :: Int -> [(key, a)] -> (Map key a, [(key, a)])
treeOf n entries
  | n <= 0 = (Tip, entries)
  | otherwise = case treeOf (quot n 2) entries of
      (l, rest) -> case rest of
        [] -> (l, [])
        (k, x) : more -> case treeOf (n - quot n 2 - 1) more of
          (r, others) -> (bin k x l r, others)

split :: Ord key => key -> Map key a -> (Map key a, Map key a)
split _ Tip = (Tip, Tip)
split k (Bin _ k1 x l r) = case compare k k1 of
  LT -> case split k l of (less, more) -> (less, link k1 x more r)
  GT -> case split k r of (less, more) -> (link k1 x l less, more)
  EQ -> (l, r)

splitLookup :: Ord key => key -> Map key a -> (Map key a, Maybe a, Map key a)
splitLookup _ Tip = (Tip, Nothing, Tip)
splitLookup k (Bin _ k1 x l r) = case compare k k1 of
  LT -> case splitLookup k l of (less, found, more) -> (less, found, link k1 x more r)
  GT -> case splitLookup k r of (less, found, more) -> (link k1 x l less, found, more)
  EQ -> (l, Just x, r)

union :: Ord key => Map key a -> Map key a -> Map key a
union Tip t = t
union (Bin n k x l r) Tip = Bin n k x l r
union (Bin _ k x l r) (Bin m k1 y l1 r1) = case split k (Bin m k1 y l1 r1) of
  (less, more) -> link k x (union l less) (union r more)

unionWith :: Ord key => (a -> a -> a) -> Map key a -> Map key a -> Map key a
unionWith _ t Tip = t
unionWith _ Tip t = t
unionWith f (Bin n k x l r) t = case splitLookup k t of
  (less, found, more) ->
    link k (case found of { Nothing -> x; Just y -> f x y }) (unionWith f l less)
      (unionWith f r more)

unionWithKey :: Ord key => (key -> a -> a -> a) -> Map key a -> Map key a -> Map key a
unionWithKey _ t Tip = t
unionWithKey _ Tip t = t
unionWithKey f (Bin n k x l r) t = case splitLookup k t of
  (less, found, more) ->
    link k (case found of { Nothing -> x; Just y -> f k x y }) (unionWithKey f l less)
      (unionWithKey f r more)

unions :: (Ord key, Foldable f) => f (Map key a) -> Map key a
unions ts = unionsOnto Tip (Foldable.toList ts)

unionsOnto :: Ord key => Map key a -> [Map key a] -> Map key a
unionsOnto s [] = s
unionsOnto s (t : ts) = unionsOnto (union s t) ts

unionsWith :: (Ord key, Foldable f) => (a -> a -> a) -> f (Map key a) -> Map key a
unionsWith f ts = unionsOntoWith f Tip (Foldable.toList ts)

unionsOntoWith :: Ord key => (a -> a -> a) -> Map key a -> [Map key a] -> Map key a
unionsOntoWith _ s [] = s
unionsOntoWith f s (t : ts) = unionsOntoWith f (unionWith f s t) ts

difference :: Ord key => Map key a -> Map key b -> Map key a
difference Tip _ = Tip
difference t Tip = t
difference t (Bin _ k _ l r) = case split k t of
  (less, more) -> merge (difference less l) (difference more r)

(\\) :: Ord key => Map key a -> Map key b -> Map key a
s \\ t = difference s t

differenceWith :: Ord key => (a -> b -> Maybe a) -> Map key a -> Map key b -> Map key a
differenceWith _ Tip _ = Tip
differenceWith _ t Tip = t
differenceWith f (Bin _ k x l r) t = case splitLookup k t of
  (less, found, more) ->
    joinPerhaps k (case found of { Nothing -> Just x; Just y -> f x y })
      (differenceWith f l less) (differenceWith f r more)

joinPerhaps :: key -> Maybe a -> Map key a -> Map key a -> Map key a
joinPerhaps _ Nothing l r = merge l r
joinPerhaps k (Just x) l r = link k x l r

intersection :: Ord key => Map key a -> Map key b -> Map key a
intersection s t = intersectionWith (\x _ -> x) s t

intersectionWith :: Ord key => (a -> b -> c) -> Map key a -> Map key b -> Map key c
intersectionWith _ Tip _ = Tip
intersectionWith _ _ Tip = Tip
intersectionWith f (Bin _ k x l r) t = case splitLookup k t of
  (less, found, more) ->
    joinPerhaps k (case found of { Nothing -> Nothing; Just y -> Just (f x y) })
      (intersectionWith f l less) (intersectionWith f r more)

intersectionWithKey :: Ord key => (key -> a -> b -> c) -> Map key a -> Map key b -> Map key c
intersectionWithKey _ Tip _ = Tip
intersectionWithKey _ _ Tip = Tip
intersectionWithKey f (Bin _ k x l r) t = case splitLookup k t of
  (less, found, more) ->
    joinPerhaps k (case found of { Nothing -> Nothing; Just y -> Just (f k x y) })
      (intersectionWithKey f l less) (intersectionWithKey f r more)
)";
}

}  // namespace deforest::text
