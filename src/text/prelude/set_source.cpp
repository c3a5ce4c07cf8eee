// Data.Set: the trees of map_source.cpp without values. Sets of `Int`s are the same with another
// name and `Int` for `key` (libraries.cpp).
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view setSource() {
  return R"(
infixl 9 \\

data Set key = Tip | Bin !Int !key !(Set key) !(Set key)

instance Eq key => Eq (Set key) where
  s == t = size s == size t && toAscList s == toAscList t

instance Ord key => Ord (Set key) where
  compare s t = compare (toAscList s) (toAscList t)

instance Show key => Show (Set key) where
  showsPrec d t s = showParen (d > 10) (showString "fromList " . shows (toAscList t)) s

instance (Ord key, Read key) => Read (Set key) where
  readsPrec d s = readOperand setParses d s

setParses :: (Ord key, Read key) => Int -> String -> [(Set key, String)]
setParses d s =
  (if d > 10 then [] else [(fromList xs, end) | rest <- readWord "fromList" s, (xs, end) <- readsPrec 11 rest])

instance Ord key => Semigroup (Set key) where
  s <> t = union s t

instance Ord key => Monoid (Set key) where
  mempty = empty

empty :: Set key
empty = Tip

singleton :: key -> Set key
singleton k = Bin 1 k Tip Tip

null :: Set key -> Bool
null Tip = True
null (Bin _ _ _ _) = False

size :: Set key -> Int
size Tip = 0
size (Bin n _ _ _) = n

bin :: key -> Set key -> Set key -> Set key
bin k l r = Bin (size l + size r + 1) k l r

balance :: key -> Set key -> Set key -> Set key
balance k l r
  | m + n <= 1 = Bin (m + n + 1) k l r
  | n > 3 * m = rotateLeft k l r
  | m > 3 * n = rotateRight k l r
  | otherwise = Bin (m + n + 1) k l r
  where
    m = size l
    n = size r

rotateLeft :: key -> Set key -> Set key -> Set key
rotateLeft k l Tip = bin k l Tip
rotateLeft k l (Bin _ k1 l1 r1)
  | size l1 < 2 * size r1 = bin k1 (bin k l l1) r1
  | otherwise = case l1 of
      Tip -> bin k1 (bin k l Tip) r1
      Bin _ k2 l2 r2 -> bin k2 (bin k l l2) (bin k1 r2 r1)

rotateRight :: key -> Set key -> Set key -> Set key
rotateRight k Tip r = bin k Tip r
rotateRight k (Bin _ k1 l1 r1) r
  | size r1 < 2 * size l1 = bin k1 l1 (bin k r1 r)
  | otherwise = case r1 of
      Tip -> bin k1 l1 (bin k Tip r)
      Bin _ k2 l2 r2 -> bin k2 (bin k1 l1 l2) (bin k r2 r)

link :: key -> Set key -> Set key -> Set key
link k Tip r = putMin k r
link k (Bin m k1 l1 r1) Tip = putMax k (Bin m k1 l1 r1)
link k (Bin m k1 l1 r1) (Bin n k2 l2 r2)
  | 3 * m < n = balance k2 (link k (Bin m k1 l1 r1) l2) r2
  | 3 * n < m = balance k1 l1 (link k r1 (Bin n k2 l2 r2))
  | otherwise = Bin (m + n + 1) k (Bin m k1 l1 r1) (Bin n k2 l2 r2)

putMin :: key -> Set key -> Set key
putMin k Tip = singleton k
putMin k (Bin _ k1 l r) = balance k1 (putMin k l) r

putMax :: key -> Set key -> Set key
putMax k Tip = singleton k
putMax k (Bin _ k1 l r) = balance k1 l (putMax k r)

merge :: Set key -> Set key -> Set key
merge Tip r = r
merge (Bin m k1 l1 r1) Tip = Bin m k1 l1 r1
merge (Bin m k1 l1 r1) (Bin n k2 l2 r2)
  | 3 * m < n = balance k2 (merge (Bin m k1 l1 r1) l2) r2
  | 3 * n < m = balance k1 l1 (merge r1 (Bin n k2 l2 r2))
  | otherwise = glue (Bin m k1 l1 r1) (Bin n k2 l2 r2)

glue :: Set key -> Set key -> Set key
glue Tip r = r
glue (Bin m k1 l1 r1) Tip = Bin m k1 l1 r1
glue (Bin m k1 l1 r1) (Bin n k2 l2 r2)
  | m > n = case takeMax k1 l1 r1 of (k, l) -> balance k l (Bin n k2 l2 r2)
  | otherwise = case takeMin k2 l2 r2 of (k, r) -> balance k (Bin m k1 l1 r1) r

takeMin :: key -> Set key -> Set key -> (key, Set key)
takeMin k Tip r = (k, r)
takeMin k (Bin _ k1 l1 r1) r = case takeMin k1 l1 r1 of (least, l) -> (least, balance k l r)

takeMax :: key -> Set key -> Set key -> (key, Set key)
takeMax k l Tip = (k, l)
takeMax k l (Bin _ k1 l1 r1) = case takeMax k1 l1 r1 of (greatest, r) -> (greatest, balance k l r)

member :: Ord key => key -> Set key -> Bool
member _ Tip = False
member k (Bin _ k1 l r) = case compare k k1 of
  LT -> member k l
  GT -> member k r
  EQ -> True

notMember :: Ord key => key -> Set key -> Bool
notMember k t = not (member k t)

lookupLT :: Ord key => key -> Set key -> Maybe key
lookupLT k t = below k t Nothing

below :: Ord key => key -> Set key -> Maybe key -> Maybe key
below _ Tip best = best
below k (Bin _ k1 l r) best = if k <= k1 then below k l best else below k r (Just k1)

lookupGT :: Ord key => key -> Set key -> Maybe key
lookupGT k t = above k t Nothing

above :: Ord key => key -> Set key -> Maybe key -> Maybe key
above _ Tip best = best
above k (Bin _ k1 l r) best = if k < k1 then above k l (Just k1) else above k r best

lookupLE :: Ord key => key -> Set key -> Maybe key
lookupLE k t = atMost k t Nothing

atMost :: Ord key => key -> Set key -> Maybe key -> Maybe key
atMost _ Tip best = best
atMost k (Bin _ k1 l r) best = case compare k k1 of
  LT -> atMost k l best
  EQ -> Just k1
  GT -> atMost k r (Just k1)

lookupGE :: Ord key => key -> Set key -> Maybe key
lookupGE k t = atLeast k t Nothing

atLeast :: Ord key => key -> Set key -> Maybe key -> Maybe key
atLeast _ Tip best = best
atLeast k (Bin _ k1 l r) best = case compare k k1 of
  LT -> atLeast k l (Just k1)
  EQ -> Just k1
  GT -> atLeast k r best

insert :: Ord key => key -> Set key -> Set key
insert k Tip = singleton k
insert k (Bin n k1 l r) = case compare k k1 of
  LT -> balance k1 (insert k l) r
  GT -> balance k1 l (insert k r)
  EQ -> Bin n k l r

delete :: Ord key => key -> Set key -> Set key
delete _ Tip = Tip
delete k (Bin _ k1 l r) = case compare k k1 of
  LT -> balance k1 (delete k l) r
  GT -> balance k1 l (delete k r)
  EQ -> glue l r

lookupMin :: Set key -> Maybe key
lookupMin Tip = Nothing
lookupMin (Bin _ k l _) = Just (leastOf k l)

leastOf :: key -> Set key -> key
leastOf k Tip = k
leastOf _ (Bin _ k l _) = leastOf k l

lookupMax :: Set key -> Maybe key
lookupMax Tip = Nothing
lookupMax (Bin _ k _ r) = Just (greatestOf k r)

greatestOf :: key -> Set key -> key
greatestOf k Tip = k
greatestOf _ (Bin _ k _ r) = greatestOf k r

findMin :: Set key -> key
findMin Tip = error "Set.findMin: empty set has no minimal element"
findMin (Bin _ k l _) = leastOf k l

findMax :: Set key -> key
findMax Tip = error "Set.findMax: empty set has no maximal element"
findMax (Bin _ k _ r) = greatestOf k r

deleteMin :: Set key -> Set key
deleteMin Tip = Tip
deleteMin (Bin _ k l r) = case takeMin k l r of (_, t) -> t

deleteMax :: Set key -> Set key
deleteMax Tip = Tip
deleteMax (Bin _ k l r) = case takeMax k l r of (_, t) -> t

deleteFindMin :: Set key -> (key, Set key)
deleteFindMin Tip = error "Set.deleteFindMin: can not return the minimal element of an empty set"
deleteFindMin (Bin _ k l r) = takeMin k l r

deleteFindMax :: Set key -> (key, Set key)
deleteFindMax Tip = error "Set.deleteFindMax: can not return the maximal element of an empty set"
deleteFindMax (Bin _ k l r) = takeMax k l r

minView :: Set key -> Maybe (key, Set key)
minView Tip = Nothing
minView (Bin _ k l r) = Just (takeMin k l r)

maxView :: Set key -> Maybe (key, Set key)
maxView Tip = Nothing
maxView (Bin _ k l r) = Just (takeMax k l r)

foldr :: (key -> b -> b) -> b -> Set key -> b
foldr _ z Tip = z
foldr f z (Bin _ k l r) = foldr f (f k (foldr f z r)) l

foldl :: (b -> key -> b) -> b -> Set key -> b
foldl _ z Tip = z
foldl f z (Bin _ k l r) = foldl f (f (foldl f z l) k) r

foldr' :: (key -> b -> b) -> b -> Set key -> b
foldr' f z t = foldr f z t

foldl' :: (b -> key -> b) -> b -> Set key -> b
foldl' f z t = foldl f z t

elems :: Set key -> [key]
elems t = toAscList t

toList :: Set key -> [key]
toList t = toAscList t

toAscList :: Set key -> [key]
toAscList t = foldr (\k ks -> k : ks) [] t

toDescList :: Set key -> [key]
toDescList t = foldl (\ks k -> k : ks) [] t

fromList :: Ord key => [key] -> Set key
fromList ks = insertAll ks Tip

insertAll :: Ord key => [key] -> Set key -> Set key
insertAll [] t = t
insertAll (k : ks) t = insertAll ks (insert k t)

fromAscList :: Eq key => [key] -> Set key
fromAscList ks = fromDistinctAscList (lastOfEach ks)

lastOfEach :: Eq key => [key] -> [key]
lastOfEach [] = []
lastOfEach (k : ks) = lastOfThis k ks

lastOfThis :: Eq key => key -> [key] -> [key]
lastOfThis k [] = [k]
lastOfThis k (k1 : ks)
  | k == k1 = lastOfThis k1 ks
  | otherwise = k : lastOfThis k1 ks

fromDescList :: Eq key => [key] -> Set key
fromDescList ks = fromDistinctAscList (List.reverse (lastOfEach ks))

fromDistinctAscList :: [key] -> Set key
fromDistinctAscList ks = case treeOf (List.length ks) ks of (t, _) -> t

treeOf :: Int -> [key] -> (Set key, [key])
treeOf n ks
  | n <= 0 = (Tip, ks)
  | otherwise = case treeOf (quot n 2) ks of
      (l, rest) -> case rest of
        [] -> (l, [])
        k : more -> case treeOf (n - quot n 2 - 1) more of (r, others) -> (bin k l r, others)

split :: Ord key => key -> Set key -> (Set key, Set key)
split k t = case splitMember k t of (less, _, more) -> (less, more)

splitMember :: Ord key => key -> Set key -> (Set key, Bool, Set key)
splitMember _ Tip = (Tip, False, Tip)
splitMember k (Bin _ k1 l r) = case compare k k1 of
  LT -> case splitMember k l of (less, found, more) -> (less, found, link k1 more r)
  GT -> case splitMember k r of (less, found, more) -> (link k1 l less, found, more)
  EQ -> (l, True, r)

union :: Ord key => Set key -> Set key -> Set key
union Tip t = t
union (Bin n k l r) Tip = Bin n k l r
union (Bin _ k l r) (Bin m k1 l1 r1) = case splitMember k (Bin m k1 l1 r1) of
  (less, _, more) -> link k (union l less) (union r more)

-- The caller says that the order stays.
mapMonotonic :: (key -> other) -> Set key -> Set other
mapMonotonic _ Tip = Tip
mapMonotonic f (Bin n k l r) = Bin n (f k) (mapMonotonic f l) (mapMonotonic f r)

unions :: (Ord key, Foldable f) => f (Set key) -> Set key
unions ts = unionsOnto Tip (Foldable.toList ts)

unionsOnto :: Ord key => Set key -> [Set key] -> Set key
unionsOnto s [] = s
unionsOnto s (t : ts) = unionsOnto (union s t) ts

difference :: Ord key => Set key -> Set key -> Set key
difference Tip _ = Tip
difference t Tip = t
difference t (Bin _ k l r) = case splitMember k t of
  (less, _, more) -> merge (difference less l) (difference more r)

(\\) :: Ord key => Set key -> Set key -> Set key
s \\ t = difference s t

intersection :: Ord key => Set key -> Set key -> Set key
intersection Tip _ = Tip
intersection _ Tip = Tip
intersection (Bin _ k l r) t = case splitMember k t of
  (less, found, more)
    | found -> link k (intersection l less) (intersection r more)
    | otherwise -> merge (intersection l less) (intersection r more)

disjoint :: Ord key => Set key -> Set key -> Bool
disjoint s t = null (intersection s t)

isSubsetOf :: Ord key => Set key -> Set key -> Bool
isSubsetOf Tip _ = True
isSubsetOf (Bin _ k l r) t = member k t && isSubsetOf l t && isSubsetOf r t

isProperSubsetOf :: Ord key => Set key -> Set key -> Bool
isProperSubsetOf s t = size s < size t && isSubsetOf s t

map :: Ord other => (key -> other) -> Set key -> Set other
map f t = fromList (foldr (\k ks -> f k : ks) [] t)

filter :: (key -> Bool) -> Set key -> Set key
filter _ Tip = Tip
filter p (Bin _ k l r)
  | p k = link k (filter p l) (filter p r)
  | otherwise = merge (filter p l) (filter p r)

partition :: (key -> Bool) -> Set key -> (Set key, Set key)
partition _ Tip = (Tip, Tip)
partition p (Bin _ k l r) = case partition p l of
  (l1, l2) -> case partition p r of
    (r1, r2) -> if p k then (link k l1 r1, merge l2 r2) else (merge l1 r1, link k l2 r2)

takeWhileAntitone :: (key -> Bool) -> Set key -> Set key
takeWhileAntitone p t = case spanAntitone p t of (l, _) -> l

dropWhileAntitone :: (key -> Bool) -> Set key -> Set key
dropWhileAntitone p t = case spanAntitone p t of (_, r) -> r

spanAntitone :: (key -> Bool) -> Set key -> (Set key, Set key)
spanAntitone _ Tip = (Tip, Tip)
spanAntitone p (Bin _ k l r)
  | p k = case spanAntitone p r of (r1, r2) -> (link k l r1, r2)
  | otherwise = case spanAntitone p l of (l1, l2) -> (l1, link k l2 r)

lookupIndex :: Ord key => key -> Set key -> Maybe Int
lookupIndex k t = indexFrom 0 k t

indexFrom :: Ord key => Int -> key -> Set key -> Maybe Int
indexFrom _ _ Tip = Nothing
indexFrom i k (Bin _ k1 l r) = case compare k k1 of
  LT -> indexFrom i k l
  GT -> indexFrom (i + size l + 1) k r
  EQ -> Just (i + size l)

findIndex :: Ord key => key -> Set key -> Int
findIndex k t = case lookupIndex k t of
  Nothing -> error "Set.findIndex: element is not in the set"
  Just i -> i

elemAt :: Int -> Set key -> key
elemAt _ Tip = error "Set.elemAt: index out of range"
elemAt i (Bin _ k l r)
  | i < n = elemAt i l
  | i > n = elemAt (i - n - 1) r
  | otherwise = k
  where n = size l

deleteAt :: Int -> Set key -> Set key
deleteAt _ Tip = error "Set.deleteAt: index out of range"
deleteAt i (Bin _ k l r)
  | i < n = balance k (deleteAt i l) r
  | i > n = balance k l (deleteAt (i - n - 1) r)
  | otherwise = glue l r
  where n = size l

take :: Int -> Set key -> Set key
take n t = case splitAt n t of (l, _) -> l

drop :: Int -> Set key -> Set key
drop n t = case splitAt n t of (_, r) -> r

splitAt :: Int -> Set key -> (Set key, Set key)
splitAt _ Tip = (Tip, Tip)
splitAt i (Bin _ k l r)
  | i <= n = case splitAt i l of (l1, l2) -> (l1, link k l2 r)
  | otherwise = case splitAt (i - n - 1) r of (r1, r2) -> (link k l r1, r2)
  where n = size l
)";
}

// Sets of `Int`s are of no type constructor.
std::string_view setFoldableSource() {
  return R"(
instance Foldable Set where
  foldMap f t = List.foldr (\x r -> f x <> r) mempty (elems t)
  foldr f z t = foldr f z t
  foldl f z t = foldl f z t
  foldl' f z t = foldl f z t
  toList t = elems t
  null t = null t
  length t = size t
  sum t = foldl (\s x -> s + x) 0 t
  product t = foldl (\s x -> s * x) 1 t
)";
}

}  // namespace deforest::text
