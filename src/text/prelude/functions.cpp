// The part of the Prelude that takes functions: each is what Haskell's report says, written so that
// a function is a parameter that never changes in a recursion.
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view functionsSource() {
  return R"(
compose :: (b -> c) -> (a -> b) -> a -> c
compose f g x = f (g x)

applyTo :: (a -> b) -> a -> b
applyTo f x = f x

applyForced :: (a -> b) -> a -> b
applyForced f !x = f x

forcedBefore :: a -> (b -> c) -> b -> c
forcedBefore x f y = seq x (f y)

applyBack :: a -> (a -> b) -> b
applyBack x f = f x

flip :: (a -> b -> c) -> b -> a -> c
flip f x y = f y x

curry :: ((a, b) -> c) -> a -> b -> c
curry f x y = f (x, y)

fixFunction :: ((a -> b) -> a -> b) -> a -> b
fixFunction f x = f (\y -> fixFunction f y) x

uncurry :: (a -> b -> c) -> (a, b) -> c
uncurry f p = f (fst p) (snd p)

on :: (b -> b -> c) -> (a -> b) -> a -> a -> c
on f g x y = f (g x) (g y)

comparing :: Ord b => (a -> b) -> a -> a -> Ordering
comparing f x y = compare (f x) (f y)

until :: (a -> Bool) -> (a -> a) -> a -> a
until p f x = if p x then x else until p f (f x)

map :: (a -> b) -> [a] -> [b]
map _ [] = []
map f (x : xs) = f x : map f xs

filter :: (a -> Bool) -> [a] -> [a]
filter _ [] = []
filter p (x : xs) = if p x then x : filter p xs else filter p xs

foldr :: (a -> b -> b) -> b -> [a] -> b
foldr _ z [] = z
foldr f z (x : xs) = f x (foldr f z xs)

foldl :: (b -> a -> b) -> b -> [a] -> b
foldl _ z [] = z
foldl f z (x : xs) = foldl f (f z x) xs

foldr1 :: (a -> a -> a) -> [a] -> a
foldr1 _ [] = error "Prelude.foldr1: empty list"
foldr1 f (x : xs) = foldr1From f x xs

foldr1From :: (a -> a -> a) -> a -> [a] -> a
foldr1From _ x [] = x
foldr1From f x (y : ys) = f x (foldr1From f y ys)

foldl1 :: (a -> a -> a) -> [a] -> a
foldl1 _ [] = error "Prelude.foldl1: empty list"
foldl1 f (x : xs) = foldl f x xs

foldl1' :: (a -> a -> a) -> [a] -> a
foldl1' _ [] = error "Prelude.foldl1': empty list"
foldl1' f (x : xs) = foldl f x xs

concatMap :: (a -> [b]) -> [a] -> [b]
concatMap _ [] = []
concatMap f (x : xs) = append (f x) (concatMap f xs)

all :: (a -> Bool) -> [a] -> Bool
all _ [] = True
all p (x : xs) = if p x then all p xs else False

any :: (a -> Bool) -> [a] -> Bool
any _ [] = False
any p (x : xs) = if p x then True else any p xs

takeWhile :: (a -> Bool) -> [a] -> [a]
takeWhile _ [] = []
takeWhile p (x : xs) = if p x then x : takeWhile p xs else []

dropWhile :: (a -> Bool) -> [a] -> [a]
dropWhile _ [] = []
dropWhile p (x : xs) = if p x then dropWhile p xs else x : xs

dropWhileEnd :: (a -> Bool) -> [a] -> [a]
dropWhileEnd _ [] = []
dropWhileEnd p (x : xs)
  | p x = case dropWhileEnd p xs of
      [] -> []
      y : ys -> x : y : ys
  | otherwise = x : dropWhileEnd p xs

span :: (a -> Bool) -> [a] -> ([a], [a])
span _ [] = ([], [])
span p (x : xs)
  | p x = let (ys, zs) = span p xs in (x : ys, zs)
  | otherwise = ([], x : xs)

breakAt :: (a -> Bool) -> [a] -> ([a], [a])
breakAt _ [] = ([], [])
breakAt p (x : xs)
  | p x = ([], x : xs)
  | otherwise = let (ys, zs) = breakAt p xs in (x : ys, zs)

partition :: (a -> Bool) -> [a] -> ([a], [a])
partition _ [] = ([], [])
partition p (x : xs) =
  let (ys, zs) = partition p xs
  in if p x then (x : ys, zs) else (ys, x : zs)

zipWith :: (a -> b -> c) -> [a] -> [b] -> [c]
zipWith _ [] _ = []
zipWith _ (_ : _) [] = []
zipWith f (x : xs) (y : ys) = f x y : zipWith f xs ys

zipWith3 :: (a -> b -> c -> d) -> [a] -> [b] -> [c] -> [d]
zipWith3 f (x : xs) (y : ys) (z : zs) = f x y z : zipWith3 f xs ys zs
zipWith3 _ _ _ _ = []

zipWith4 :: (a -> b -> c -> d -> e) -> [a] -> [b] -> [c] -> [d] -> [e]
zipWith4 f (w : ws) (x : xs) (y : ys) (z : zs) = f w x y z : zipWith4 f ws xs ys zs
zipWith4 _ _ _ _ _ = []

zipWith5 :: (a -> b -> c -> d -> e -> f) -> [a] -> [b] -> [c] -> [d] -> [e] -> [f]
zipWith5 f (v : vs) (w : ws) (x : xs) (y : ys) (z : zs) = f v w x y z : zipWith5 f vs ws xs ys zs
zipWith5 _ _ _ _ _ _ = []

zip5 :: [a] -> [b] -> [c] -> [d] -> [e] -> [(a, b, c, d, e)]
zip5 vs ws xs ys zs = zipWith5 (\v w x y z -> (v, w, x, y, z)) vs ws xs ys zs

iterateStrictly :: (a -> a) -> a -> [a]
iterateStrictly f x = seq x (x : iterateStrictly f (f x))

unsnoc :: [a] -> Maybe ([a], a)
unsnoc [] = Nothing
unsnoc (x : xs) = Just (unsnocFrom x xs)

unsnocFrom :: a -> [a] -> ([a], a)
unsnocFrom x [] = ([], x)
unsnocFrom x (y : ys) = let (before, last) = unsnocFrom y ys in (x : before, last)

applyWhen :: Bool -> (a -> a) -> a -> a
applyWhen True f x = f x
applyWhen False _ x = x

clamp :: Ord a => (a, a) -> a -> a
clamp (low, high) x = min high (max x low)

zip4 :: [a] -> [b] -> [c] -> [d] -> [(a, b, c, d)]
zip4 ws xs ys zs = zipWith4 (\w x y z -> (w, x, y, z)) ws xs ys zs

unzip3 :: [(a, b, c)] -> ([a], [b], [c])
unzip3 [] = ([], [], [])
unzip3 ((x, y, z) : rest) = let (xs, ys, zs) = unzip3 rest in (x : xs, y : ys, z : zs)

scanl :: (b -> a -> b) -> b -> [a] -> [b]
scanl f z xs = z : scanlRest f z xs

scanlRest :: (b -> a -> b) -> b -> [a] -> [b]
scanlRest _ _ [] = []
scanlRest f z (x : xs) = let y = f z x in y : scanlRest f y xs

scanlStrict :: (b -> a -> b) -> b -> [a] -> [b]
scanlStrict f z xs = z `seq` (z : (case xs of
  [] -> []
  x : rest -> scanlStrict f (f z x) rest))

scanl1 :: (a -> a -> a) -> [a] -> [a]
scanl1 _ [] = []
scanl1 f (x : xs) = scanl f x xs

scanr :: (a -> b -> b) -> b -> [a] -> [b]
scanr _ z [] = [z]
scanr f z (x : xs) = let ys = scanr f z xs in f x (head ys) : ys

scanr1 :: (a -> a -> a) -> [a] -> [a]
scanr1 _ [] = []
scanr1 f (x : xs) = case scanr1 f xs of
  [] -> [x]
  y : ys -> f x y : y : ys

mapAccumL :: (s -> a -> (s, b)) -> s -> [a] -> (s, [b])
mapAccumL _ s [] = (s, [])
mapAccumL f s (x : xs) =
  let (s1, y) = f s x
      (s2, ys) = mapAccumL f s1 xs
  in (s2, y : ys)

mapAccumR :: (s -> a -> (s, b)) -> s -> [a] -> (s, [b])
mapAccumR _ s [] = (s, [])
mapAccumR f s (x : xs) =
  let (s1, ys) = mapAccumR f s xs
      (s2, y) = f s1 x
  in (s2, y : ys)

unfoldr :: (b -> Maybe (a, b)) -> b -> [a]
unfoldr f s = case f s of
  Nothing -> []
  Just (x, rest) -> x : unfoldr f rest

find :: (a -> Bool) -> [a] -> Maybe a
find _ [] = Nothing
find p (x : xs) = if p x then Just x else find p xs

findIndex :: (a -> Bool) -> [a] -> Maybe Int
findIndex p xs = findIndexFrom p 0 xs

findIndexFrom :: (a -> Bool) -> Int -> [a] -> Maybe Int
findIndexFrom _ _ [] = Nothing
findIndexFrom p n (x : xs) = if p x then Just n else findIndexFrom p (n + 1) xs

findIndices :: (a -> Bool) -> [a] -> [Int]
findIndices p xs = findIndicesFrom p 0 xs

findIndicesFrom :: (a -> Bool) -> Int -> [a] -> [Int]
findIndicesFrom _ _ [] = []
findIndicesFrom p n (x : xs) =
  if p x then n : findIndicesFrom p (n + 1) xs else findIndicesFrom p (n + 1) xs

elemIndex :: Eq a => a -> [a] -> Maybe Int
elemIndex x xs = elemIndexFrom 0 x xs

elemIndexFrom :: Eq a => Int -> a -> [a] -> Maybe Int
elemIndexFrom _ _ [] = Nothing
elemIndexFrom n x (y : ys) = if x == y then Just n else elemIndexFrom (n + 1) x ys

elemIndices :: Eq a => a -> [a] -> [Int]
elemIndices x xs = findIndices (\y -> x == y) xs

sortBy :: (a -> a -> Ordering) -> [a] -> [a]
sortBy order xs = mergeAllBy order (singletons xs)

mergeAllBy :: (a -> a -> Ordering) -> [[a]] -> [a]
mergeAllBy _ [] = []
mergeAllBy order (xs : xss) = case xss of
  [] -> xs
  ys : yss -> mergeAllBy order (mergeTwoBy order xs ys : mergePairsBy order yss)

mergePairsBy :: (a -> a -> Ordering) -> [[a]] -> [[a]]
mergePairsBy _ [] = []
mergePairsBy order (xs : xss) = case xss of
  [] -> [xs]
  ys : yss -> mergeTwoBy order xs ys : mergePairsBy order yss

mergeTwoBy :: (a -> a -> Ordering) -> [a] -> [a] -> [a]
mergeTwoBy _ [] ys = ys
mergeTwoBy _ (x : xs) [] = x : xs
mergeTwoBy order (x : xs) (y : ys) = case order x y of
  GT -> y : mergeTwoBy order (x : xs) ys
  _ -> x : mergeTwoBy order xs (y : ys)

sortOn :: Ord b => (a -> b) -> [a] -> [a]
sortOn f xs = map snd (sortBy (comparing fst) (map (\x -> (f x, x)) xs))

deleteFirstsBy :: (a -> a -> Bool) -> [a] -> [a] -> [a]
deleteFirstsBy equal xs ys = foldl (flip (deleteBy equal)) xs ys

insertBy :: (a -> a -> Ordering) -> a -> [a] -> [a]
insertBy _ x [] = [x]
insertBy order x (y : ys) = case order x y of
  GT -> y : insertBy order x ys
  _ -> x : y : ys

deleteBy :: (a -> a -> Bool) -> a -> [a] -> [a]
deleteBy _ _ [] = []
deleteBy equal x (y : ys) = if equal x y then ys else y : deleteBy equal x ys

nubBy :: (a -> a -> Bool) -> [a] -> [a]
nubBy equal xs = nubBesideBy equal xs []

nubBesideBy :: (a -> a -> Bool) -> [a] -> [a] -> [a]
nubBesideBy _ [] _ = []
nubBesideBy equal (x : xs) seen
  | any (\y -> equal y x) seen = nubBesideBy equal xs seen
  | otherwise = x : nubBesideBy equal xs (x : seen)

unionBy :: (a -> a -> Bool) -> [a] -> [a] -> [a]
unionBy equal xs ys = append xs (foldl (flip (deleteBy equal)) (nubBy equal ys) xs)

union :: Eq a => [a] -> [a] -> [a]
union xs ys = unionBy (\x y -> x == y) xs ys

intersectBy :: (a -> a -> Bool) -> [a] -> [a] -> [a]
intersectBy equal xs ys = filter (\x -> any (equal x) ys) xs

intersect :: Eq a => [a] -> [a] -> [a]
intersect xs ys = filter (\x -> elem x ys) xs

difference :: Eq a => [a] -> [a] -> [a]
difference xs ys = foldl (flip delete) xs ys

groupBy :: (a -> a -> Bool) -> [a] -> [[a]]
groupBy _ [] = []
groupBy equal (x : xs) = let (ys, zs) = span (equal x) xs in (x : ys) : groupBy equal zs

group :: Eq a => [a] -> [[a]]
group xs = groupBy (\x y -> x == y) xs

maximumBy :: (a -> a -> Ordering) -> [a] -> a
maximumBy _ [] = error "maximumBy: empty structure"
maximumBy order (x : xs) = foldl (\m y -> if order m y == GT then m else y) x xs

minimumBy :: (a -> a -> Ordering) -> [a] -> a
minimumBy _ [] = error "minimumBy: empty structure"
minimumBy order (x : xs) = foldl (\m y -> if order m y == GT then y else m) x xs

transpose :: [[a]] -> [[a]]
transpose [] = []
transpose ([] : xss) = transpose xss
transpose ((x : xs) : xss) = (x : heads xss) : transpose (xs : rests xss)

heads :: [[a]] -> [a]
heads [] = []
heads ([] : xss) = heads xss
heads ((x : _) : xss) = x : heads xss

rests :: [[a]] -> [[a]]
rests [] = []
rests ([] : xss) = rests xss
rests ((_ : xs) : xss) = xs : rests xss

subsequences :: [a] -> [[a]]
subsequences xs = [] : nonEmptySubsequences xs

nonEmptySubsequences :: [a] -> [[a]]
nonEmptySubsequences [] = []
nonEmptySubsequences (x : xs) =
  [x] : foldr (\ys rest -> ys : (x : ys) : rest) [] (nonEmptySubsequences xs)

permutations :: [a] -> [[a]]
permutations xs = xs : permutationsFrom xs []

permutationsFrom :: [a] -> [a] -> [[a]]
permutationsFrom [] _ = []
permutationsFrom (t : ts) is =
  foldr (interleave t ts) (permutationsFrom ts (t : is)) (permutations is)

interleave :: a -> [a] -> [a] -> [[a]] -> [[a]]
interleave t ts xs rest = case interleaveBehind t ts [] xs rest of (_, zs) -> zs

interleaveBehind :: a -> [a] -> [a] -> [a] -> [[a]] -> ([a], [[a]])
interleaveBehind _ ts _ [] rest = (ts, rest)
interleaveBehind t ts before (y : ys) rest =
  case interleaveBehind t ts (y : before) ys rest of
    (us, zs) -> (y : us, reverseOnto before (t : y : us) : zs)

stripPrefix :: Eq a => [a] -> [a] -> Maybe [a]
stripPrefix [] ys = Just ys
stripPrefix (_ : _) [] = Nothing
stripPrefix (x : xs) (y : ys) = if x == y then stripPrefix xs ys else Nothing

isSubsequenceOf :: Eq a => [a] -> [a] -> Bool
isSubsequenceOf [] _ = True
isSubsequenceOf (_ : _) [] = False
isSubsequenceOf (x : xs) (y : ys) =
  if x == y then isSubsequenceOf xs ys else isSubsequenceOf (x : xs) ys

uncons :: [a] -> Maybe (a, [a])
uncons [] = Nothing
uncons (x : xs) = Just (x, xs)

maybe :: b -> (a -> b) -> Maybe a -> b
maybe z _ Nothing = z
maybe _ f (Just x) = f x

mapMaybe :: (a -> Maybe b) -> [a] -> [b]
mapMaybe _ [] = []
mapMaybe f (x : xs) = case f x of
  Nothing -> mapMaybe f xs
  Just y -> y : mapMaybe f xs

listToMaybe :: [a] -> Maybe a
listToMaybe [] = Nothing
listToMaybe (x : _) = Just x

maybeToList :: Maybe a -> [a]
maybeToList Nothing = []
maybeToList (Just x) = [x]

either :: (a -> c) -> (b -> c) -> Either a b -> c
either f _ (Left x) = f x
either _ g (Right y) = g y

lefts :: [Either a b] -> [a]
lefts [] = []
lefts (Left x : rest) = x : lefts rest
lefts (Right _ : rest) = lefts rest

rights :: [Either a b] -> [b]
rights [] = []
rights (Left _ : rest) = rights rest
rights (Right y : rest) = y : rights rest

partitionEithers :: [Either a b] -> ([a], [b])
partitionEithers [] = ([], [])
partitionEithers (Left x : rest) = case partitionEithers rest of (xs, ys) -> (x : xs, ys)
partitionEithers (Right y : rest) = case partitionEithers rest of (xs, ys) -> (xs, y : ys)

isLeft :: Either a b -> Bool
isLeft (Left _) = True
isLeft (Right _) = False

isRight :: Either a b -> Bool
isRight (Left _) = False
isRight (Right _) = True

fromLeft :: a -> Either a b -> a
fromLeft _ (Left x) = x
fromLeft x (Right _) = x

fromRight :: b -> Either a b -> b
fromRight x (Left _) = x
fromRight _ (Right y) = y
)";
}

}  // namespace deforest::text
