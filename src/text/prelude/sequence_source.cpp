// Data.Sequence: the trees of map_source.cpp, in which an element is found by its place instead of
// by a key. Their nodes are evaluated, the elements are not.
#include "text/prelude/source.hpp"

namespace deforest::text {

// What an end is looked at as: data like others, whose instances are the library's, so that
// programs without sequences do not come to read it.
std::string_view sequenceViewSource() {
  return R"(
data ViewL a = EmptyL | a :< Seq a deriving (Eq, Ord)
data ViewR a = EmptyR | Seq a :> a deriving (Eq, Ord)
)";
}

std::string_view sequenceSource() {
  return R"(
infixr 5 <|, ><
infixl 5 |>

data Seq a = Tip | Bin !Int a !(Seq a) !(Seq a)

instance Eq a => Eq (Seq a) where
  s == t = length s == length t && elems s == elems t

instance Ord a => Ord (Seq a) where
  compare s t = compare (elems s) (elems t)

instance Show a => Show (Seq a) where
  showsPrec d t s = showParen (d > 10) (showString "fromList " . shows (elems t)) s

instance Semigroup (Seq a) where
  s <> t = s >< t

instance Monoid (Seq a) where
  mempty = empty

instance Functor Seq where
  fmap f t = mapped f t

instance Foldable Seq where
  foldMap f t = List.foldr (\x r -> f x <> r) mempty (elems t)
  foldr f z t = foldr f z t
  foldl f z t = foldl f z t
  foldl' f z t = foldlStrictly f z t
  toList t = elems t
  null t = null t
  length t = length t
  sum t = foldlStrictly (\s x -> s + x) 0 t
  product t = foldlStrictly (\s x -> s * x) 1 t

instance Traversable Seq where
  traverse f t = fmap fromList (traverse f (elems t))

instance Applicative Seq where
  pure x = singleton x
  fs <*> xs = fromList (List.concatMap (\f -> List.map f (elems xs)) (elems fs))
  liftA2 f xs ys = fromList (List.concatMap (\x -> List.map (f x) (elems ys)) (elems xs))
  xs *> ys = fromList (List.concatMap (\_ -> elems ys) (elems xs))

instance Monad Seq where
  xs >>= f = fromList (List.concatMap (\x -> elems (f x)) (elems xs))

instance MonadFail Seq where
  fail _ = empty

instance Alternative Seq where
  empty = Tip
  s <|> t = s >< t

instance Show a => Show (ViewL a) where
  showsPrec _ EmptyL s = showString "EmptyL" s
  showsPrec d (x :< t) s = showParen (d > 5) (showsPrec 6 x . showString " :< " . showsPrec 6 t) s

instance Show a => Show (ViewR a) where
  showsPrec _ EmptyR s = showString "EmptyR" s
  showsPrec d (t :> x) s = showParen (d > 5) (showsPrec 6 t . showString " :> " . showsPrec 6 x) s

instance Functor ViewL where
  fmap _ EmptyL = EmptyL
  fmap f (x :< t) = f x :< mapped f t

instance Functor ViewR where
  fmap _ EmptyR = EmptyR
  fmap f (t :> x) = mapped f t :> f x

instance Foldable ViewL where
  foldr _ z EmptyL = z
  foldr f z (x :< t) = f x (foldr f z t)

instance Foldable ViewR where
  foldr _ z EmptyR = z
  foldr f z (t :> x) = foldr f (f x z) t

empty :: Seq a
empty = Tip

singleton :: a -> Seq a
singleton x = Bin 1 x Tip Tip

null :: Seq a -> Bool
null Tip = True
null (Bin _ _ _ _) = False

length :: Seq a -> Int
length Tip = 0
length (Bin n _ _ _) = n

bin :: a -> Seq a -> Seq a -> Seq a
bin x l r = Bin (length l + length r + 1) x l r

balance :: a -> Seq a -> Seq a -> Seq a
balance x l r
  | m + n <= 1 = Bin (m + n + 1) x l r
  | n > 3 * m = rotateLeft x l r
  | m > 3 * n = rotateRight x l r
  | otherwise = Bin (m + n + 1) x l r
  where
    m = length l
    n = length r

rotateLeft :: a -> Seq a -> Seq a -> Seq a
rotateLeft x l Tip = bin x l Tip
rotateLeft x l (Bin _ y l1 r1)
  | length l1 < 2 * length r1 = bin y (bin x l l1) r1
  | otherwise = case l1 of
      Tip -> bin y (bin x l Tip) r1
      Bin _ z l2 r2 -> bin z (bin x l l2) (bin y r2 r1)

rotateRight :: a -> Seq a -> Seq a -> Seq a
rotateRight x Tip r = bin x Tip r
rotateRight x (Bin _ y l1 r1) r
  | length r1 < 2 * length l1 = bin y l1 (bin x r1 r)
  | otherwise = case r1 of
      Tip -> bin y l1 (bin x Tip r)
      Bin _ z l2 r2 -> bin z (bin y l1 l2) (bin x r2 r)

(<|) :: a -> Seq a -> Seq a
x <| Tip = singleton x
x <| (Bin _ y l r) = balance y (x <| l) r

(|>) :: Seq a -> a -> Seq a
Tip |> x = singleton x
(Bin _ y l r) |> x = balance y l (r |> x)

(><) :: Seq a -> Seq a -> Seq a
Tip >< r = r
(Bin m x l1 r1) >< Tip = Bin m x l1 r1
(Bin m x l1 r1) >< (Bin n y l2 r2)
  | 3 * m < n = balance y (Bin m x l1 r1 >< l2) r2
  | 3 * n < m = balance x l1 (r1 >< Bin n y l2 r2)
  | m > n = case takeLast x l1 r1 of (z, l) -> balance z l (Bin n y l2 r2)
  | otherwise = case takeFirst y l2 r2 of (z, r) -> balance z (Bin m x l1 r1) r

link :: a -> Seq a -> Seq a -> Seq a
link x Tip r = x <| r
link x (Bin m y l1 r1) Tip = Bin m y l1 r1 |> x
link x (Bin m y l1 r1) (Bin n z l2 r2)
  | 3 * m < n = balance z (link x (Bin m y l1 r1) l2) r2
  | 3 * n < m = balance y l1 (link x r1 (Bin n z l2 r2))
  | otherwise = Bin (m + n + 1) x (Bin m y l1 r1) (Bin n z l2 r2)

takeFirst :: a -> Seq a -> Seq a -> (a, Seq a)
takeFirst x Tip r = (x, r)
takeFirst x (Bin _ y l1 r1) r = case takeFirst y l1 r1 of (z, l) -> (z, balance x l r)

takeLast :: a -> Seq a -> Seq a -> (a, Seq a)
takeLast x l Tip = (x, l)
takeLast x l (Bin _ y l1 r1) = case takeLast y l1 r1 of (z, r) -> (z, balance x l r)

viewl :: Seq a -> ViewL a
viewl Tip = EmptyL
viewl (Bin _ x l r) = case takeFirst x l r of (y, t) -> y :< t

viewr :: Seq a -> ViewR a
viewr Tip = EmptyR
viewr (Bin _ x l r) = case takeLast x l r of (y, t) -> t :> y

foldr :: (a -> b -> b) -> b -> Seq a -> b
foldr _ z Tip = z
foldr f z (Bin _ x l r) = foldr f (f x (foldr f z r)) l

foldl :: (b -> a -> b) -> b -> Seq a -> b
foldl _ z Tip = z
foldl f z (Bin _ x l r) = foldl f (f (foldl f z l) x) r

foldlStrictly :: (b -> a -> b) -> b -> Seq a -> b
foldlStrictly f z t = z `seq` (case t of
  Tip -> z
  Bin _ x l r -> foldlStrictly f (f (foldlStrictly f z l) x) r)

elems :: Seq a -> [a]
elems t = foldr (\x xs -> x : xs) [] t

fromList :: [a] -> Seq a
fromList xs = case treeOf (List.length xs) xs of (t, _) -> t

treeOf :: Int -> [a] -> (Seq a, [a])
treeOf n xs
  | n <= 0 = (Tip, xs)
  | otherwise = case treeOf (quot n 2) xs of
      (l, rest) -> case rest of
        [] -> (l, [])
        x : more -> case treeOf (n - quot n 2 - 1) more of (r, others) -> (Bin n x l r, others)

fromFunction :: Int -> (Int -> a) -> Seq a
fromFunction n f
  | n < 0 = error "Data.Sequence.fromFunction called with negative len"
  | otherwise = places 0 n f

places :: Int -> Int -> (Int -> a) -> Seq a
places i n f
  | n <= 0 = Tip
  | otherwise =
      let m = quot n 2
      in Bin n (f (i + m)) (places i m f) (places (i + m + 1) (n - m - 1) f)

replicate :: Int -> a -> Seq a
replicate n x
  | n < 0 = error "replicate takes a nonnegative integer argument"
  | otherwise = places 0 n (\_ -> x)

replicateA :: Applicative f => Int -> f a -> f (Seq a)
replicateA n m
  | n < 0 = error "replicateA takes a nonnegative integer argument"
  | otherwise = fmap fromList (List.replicateM n m)

replicateM :: Applicative f => Int -> f a -> f (Seq a)
replicateM n m = replicateA n m

iterateN :: Int -> (a -> a) -> a -> Seq a
iterateN n f x
  | n < 0 = error "iterateN takes a nonnegative integer argument"
  | otherwise = fromList (steps n f x)

steps :: Int -> (a -> a) -> a -> [a]
steps n f x = if n <= 0 then [] else x : (if n == 1 then [] else steps (n - 1) f (f x))

unfoldr :: (b -> Maybe (a, b)) -> b -> Seq a
unfoldr f b = fromList (List.unfoldr f b)

lookup :: Int -> Seq a -> Maybe a
lookup _ Tip = Nothing
lookup i (Bin _ x l r)
  | i < n = lookup i l
  | i > n = lookup (i - n - 1) r
  | otherwise = Just x
  where n = length l

(!?) :: Seq a -> Int -> Maybe a
t !? i = lookup i t

index :: Seq a -> Int -> a
index t i
  | i < 0 || i >= length t =
      error (List.append "index out of bounds in call to: Data.Sequence.index " (show i))
  | otherwise = at i t

at :: Int -> Seq a -> a
at _ Tip = error "Data.Sequence.index"
at i (Bin _ x l r)
  | i < n = at i l
  | i > n = at (i - n - 1) r
  | otherwise = x
  where n = length l

adjust :: (a -> a) -> Int -> Seq a -> Seq a
adjust _ _ Tip = Tip
adjust f i (Bin m x l r)
  | i < n = Bin m x (adjust f i l) r
  | i > n = Bin m x l (adjust f (i - n - 1) r)
  | otherwise = Bin m (f x) l r
  where n = length l

adjust' :: (a -> a) -> Int -> Seq a -> Seq a
adjust' _ _ Tip = Tip
adjust' f i (Bin m x l r)
  | i < n = Bin m x (adjust' f i l) r
  | i > n = Bin m x l (adjust' f (i - n - 1) r)
  | otherwise = let y = f x in y `seq` Bin m y l r
  where n = length l

update :: Int -> a -> Seq a -> Seq a
update _ _ Tip = Tip
update i y (Bin m x l r)
  | i < n = Bin m x (update i y l) r
  | i > n = Bin m x l (update (i - n - 1) y r)
  | otherwise = Bin m y l r
  where n = length l

insertAt :: Int -> a -> Seq a -> Seq a
insertAt _ y Tip = singleton y
insertAt i y (Bin _ x l r)
  | i <= n = balance x (insertAt i y l) r
  | otherwise = balance x l (insertAt (i - n - 1) y r)
  where n = length l

deleteAt :: Int -> Seq a -> Seq a
deleteAt _ Tip = Tip
deleteAt i (Bin _ x l r)
  | i < n = balance x (deleteAt i l) r
  | i > n = balance x l (deleteAt (i - n - 1) r)
  | otherwise = l >< r
  where n = length l

take :: Int -> Seq a -> Seq a
take n t = case splitAt n t of (l, _) -> l

drop :: Int -> Seq a -> Seq a
drop n t = case splitAt n t of (_, r) -> r

splitAt :: Int -> Seq a -> (Seq a, Seq a)
splitAt _ Tip = (Tip, Tip)
splitAt i (Bin _ x l r)
  | i <= n = case splitAt i l of (l1, l2) -> (l1, link x l2 r)
  | otherwise = case splitAt (i - n - 1) r of (r1, r2) -> (link x l r1, r2)
  where n = length l
)";
}

}  // namespace deforest::text
