// The classes of type constructors, with the instances that base has: `Functor`, `Foldable`,
// `Applicative`, `Monad`, `Traversable`, `Alternative`.
//
// What Haskell defines by way of `Foldable` outside of the class is a method here, so that lists
// have the functions of the list library for it (`listMethods` in prelude.cpp). Other types fold by
// `foldMap` or `foldr`, whichever their instance defines: what is left to right and strict goes by
// `foldMap` to the functions `Leftwards`, which need no list; a type that has only `foldr`, or
// whose `foldMap` does more than to join, is made a list (`foldsByList` in lowering/methods.cpp).
#include "text/prelude/source.hpp"

namespace deforest::text {

std::string_view functorSource() {
  return R"(
class Functor f where
  infixl 4 <$
  fmap :: (a -> b) -> f a -> f b
  (<$) :: a -> f b -> f a
  x <$ m = fmap (\_ -> x) m

instance Functor [] where
  fmap f xs = map f xs

instance Functor Maybe where
  fmap _ Nothing = Nothing
  fmap f (Just x) = Just (f x)

instance Functor (Either e) where
  fmap _ (Left e) = Left e
  fmap f (Right x) = Right (f x)

instance Functor ((,) a) where
  fmap f (a, x) = (a, f x)

instance Functor ((->) r) where
  fmap f g x = f (g x)

class Functor f => Applicative f where
  infixl 4 <*>, <*, *>
  pure :: a -> f a
  (<*>) :: f (a -> b) -> f a -> f b
  liftA2 :: (a -> b -> c) -> f a -> f b -> f c
  (*>) :: f a -> f b -> f b
  (<*) :: f a -> f b -> f a
  liftA3 :: (a -> b -> c -> d) -> f a -> f b -> f c -> f d
  liftA4 :: (a -> b -> c -> d -> e) -> f a -> f b -> f c -> f d -> f e
  liftA5 :: (a -> b -> c -> d -> e -> g) -> f a -> f b -> f c -> f d -> f e -> f g
  m <*> n = liftA2 (\f x -> f x) m n
  liftA2 f m n = fmap f m <*> n
  m *> n = (identity <$ m) <*> n
  m <* n = liftA2 first m n
  liftA3 f m n o = liftA2 f m n <*> o
  liftA4 f m n o p = liftA3 f m n o <*> p
  liftA5 f m n o p q = liftA4 f m n o p <*> q

instance Applicative [] where
  pure x = [x]
  fs <*> xs = concatMap (\f -> map f xs) fs
  liftA2 f xs ys = concatMap (\x -> map (f x) ys) xs
  xs *> ys = concatMap (\_ -> ys) xs
  xs <* ys = concatMap (\x -> map (\_ -> x) ys) xs
  liftA3 f xs ys zs = concatMap (\x -> concatMap (\y -> map (f x y) zs) ys) xs
  liftA4 f xs ys zs us = concatMap (\x -> concatMap (\y -> concatMap (\z -> map (f x y z) us) zs) ys) xs
  liftA5 f xs ys zs us vs =
    concatMap (\x -> concatMap (\y -> concatMap (\z -> concatMap (\u -> map (f x y z u) vs) us) zs) ys) xs

instance Applicative Maybe where
  pure x = Just x
  Nothing <*> _ = Nothing
  Just f <*> m = fmap f m
  liftA2 f (Just x) (Just y) = Just (f x y)
  liftA2 _ _ _ = Nothing
  Nothing *> _ = Nothing
  Just _ *> m = m
  liftA3 f (Just x) (Just y) (Just z) = Just (f x y z)
  liftA3 _ _ _ _ = Nothing
  liftA4 f (Just x) (Just y) (Just z) (Just u) = Just (f x y z u)
  liftA4 _ _ _ _ _ = Nothing
  liftA5 f (Just x) (Just y) (Just z) (Just u) (Just v) = Just (f x y z u v)
  liftA5 _ _ _ _ _ _ = Nothing

instance Applicative (Either e) where
  pure x = Right x
  Left e <*> _ = Left e
  Right f <*> m = fmap f m
  liftA2 f m n = case m of
    Left e -> Left e
    Right x -> case n of
      Left e -> Left e
      Right y -> Right (f x y)
  Left e *> _ = Left e
  Right _ *> m = m
  liftA3 f m n o = case m of
    Left e -> Left e
    Right x -> liftA2 (f x) n o
  liftA4 f m n o p = case m of
    Left e -> Left e
    Right x -> liftA3 (f x) n o p
  liftA5 f m n o p q = case m of
    Left e -> Left e
    Right x -> liftA4 (f x) n o p q

instance Monoid a => Applicative ((,) a) where
  pure x = (mempty, x)
  (a, f) <*> (b, x) = (a <> b, f x)
  liftA2 f (a, x) (b, y) = (a <> b, f x y)
  (a, _) *> (b, y) = (a <> b, y)

instance Applicative ((->) r) where
  pure x _ = x
  (f <*> g) x = f x (g x)
  liftA2 f g h x = f (g x) (h x)
  (_ *> g) x = g x

class Applicative m => Monad m where
  infixl 1 >>=, >>
  (>>=) :: m a -> (a -> m b) -> m b
  (>>) :: m a -> m b -> m b
  return :: a -> m a
  m >> n = m >>= \_ -> n
  return x = pure x

instance Monad [] where
  xs >>= f = concatMap f xs
  xs >> ys = concatMap (\_ -> ys) xs

instance Monad Maybe where
  Nothing >>= _ = Nothing
  Just x >>= f = f x
  Nothing >> _ = Nothing
  Just _ >> m = m

instance Monad (Either e) where
  Left e >>= _ = Left e
  Right x >>= f = f x
  Left e >> _ = Left e
  Right _ >> m = m

instance Monoid a => Monad ((,) a) where
  (a, x) >>= f = case f x of (b, y) -> (a <> b, y)

instance Monad ((->) r) where
  (f >>= k) x = k (f x) x

class Monad m => MonadFail m where
  fail :: String -> m a

instance MonadFail [] where
  fail _ = []

instance MonadFail Maybe where
  fail _ = Nothing

class Applicative f => Alternative f where
  infixl 3 <|>
  empty :: f a
  (<|>) :: f a -> f a -> f a
  many :: f a -> f [a]
  some :: f a -> f [a]
  many p = some p <|> pure []
  some p = liftA2 consOnto p (many p)

instance Alternative [] where
  empty = []
  xs <|> ys = append xs ys

instance Alternative Maybe where
  empty = Nothing
  Nothing <|> m = m
  Just x <|> _ = Just x

class Foldable t where
  foldMap :: Monoid m => (a -> m) -> t a -> m
  foldr :: (a -> b -> b) -> b -> t a -> b
  foldl :: (b -> a -> b) -> b -> t a -> b
  foldr' :: (a -> b -> b) -> b -> t a -> b
  foldl' :: (b -> a -> b) -> b -> t a -> b
  foldr1 :: (a -> a -> a) -> t a -> a
  foldl1 :: (a -> a -> a) -> t a -> a
  foldl1' :: (a -> a -> a) -> t a -> a
  fold :: Monoid m => t m -> m
  toList :: t a -> [a]
  null :: t a -> Bool
  length :: t a -> Int
  elem :: Eq a => a -> t a -> Bool
  notElem :: Eq a => a -> t a -> Bool
  maximum :: Ord a => t a -> a
  minimum :: Ord a => t a -> a
  sum :: Num a => t a -> a
  product :: Num a => t a -> a
  and :: t Bool -> Bool
  or :: t Bool -> Bool
  any :: (a -> Bool) -> t a -> Bool
  all :: (a -> Bool) -> t a -> Bool
  concat :: t [a] -> [a]
  concatMap :: (a -> [b]) -> t a -> [b]
  find :: (a -> Bool) -> t a -> Maybe a
  maximumBy :: (a -> a -> Ordering) -> t a -> a
  minimumBy :: (a -> a -> Ordering) -> t a -> a
  foldrByList :: (a -> b -> b) -> b -> t a -> b
  foldl'ByList :: (b -> a -> b) -> b -> t a -> b
  toListByList :: t a -> [a]
  foldrByList f z t = List.foldr f z (Foldable.foldMap (\x -> [x]) t)
  foldl'ByList f z t = List.foldl f z (Foldable.toList t)
  toListByList t = Foldable.foldMap (\x -> [x]) t
  foldMap f t = Foldable.foldr (\x r -> f x <> r) mempty t
  foldr f z t = runRightwards (Foldable.foldMap (\x -> Rightwards (\r -> f x r)) t) z
  foldl f z t = List.foldl f z (Foldable.toList t)
  foldr' f z t = List.foldr f z (Foldable.toList t)
  foldl' f z t = runLeftwards (Foldable.foldMap (\x -> Leftwards (\r -> f r x)) t) z
  foldr1 f t = List.foldr1 f (Foldable.toList t)
  foldl1 f t = List.foldl1 f (Foldable.toList t)
  foldl1' f t = List.foldl1 f (Foldable.toList t)
  fold t = Foldable.foldMap identity t
  toList t = Foldable.foldr consOnto [] t
  null t = Foldable.foldr (\_ _ -> False) True t
  length t = Foldable.foldl' (\n _ -> n + 1) 0 t
  elem x t = List.elem x (Foldable.toList t)
  notElem x t = List.notElem x (Foldable.toList t)
  maximum t = List.maximum (Foldable.toList t)
  minimum t = List.minimum (Foldable.toList t)
  sum t = Foldable.foldl' (\s x -> s + x) 0 t
  product t = Foldable.foldl' (\s x -> s * x) 1 t
  and t = andAll (Foldable.toList t)
  or t = orAny (Foldable.toList t)
  any p t = List.any p (Foldable.toList t)
  all p t = List.all p (Foldable.toList t)
  concat t = Foldable.foldr append [] t
  concatMap f t = Foldable.foldr (\x r -> append (f x) r) [] t
  find p t = List.find p (Foldable.toList t)
  maximumBy order t = List.maximumBy order (Foldable.toList t)
  minimumBy order t = List.minimumBy order (Foldable.toList t)

instance Foldable [] where
  foldMap f xs = List.foldr (\x r -> f x <> r) mempty xs
  fold xs = List.foldr (\x r -> x <> r) mempty xs
  toList xs = xs

instance Foldable Maybe where
  foldMap _ Nothing = mempty
  foldMap f (Just x) = f x
  foldr _ z Nothing = z
  foldr f z (Just x) = f x z
  foldl' _ z Nothing = z
  foldl' f z (Just x) = f z x

instance Foldable (Either e) where
  foldMap _ (Left _) = mempty
  foldMap f (Right x) = f x
  foldr _ z (Left _) = z
  foldr f z (Right x) = f x z
  foldl' _ z (Left _) = z
  foldl' f z (Right x) = f z x

instance Foldable ((,) a) where
  foldMap f (_, x) = f x
  foldr f z (_, x) = f x z
  foldl' f z (_, x) = f z x

instance Semigroup (Rightwards b) where
  Rightwards f <> Rightwards g = Rightwards (\x -> f (g x))

instance Monoid (Rightwards b) where
  mempty = Rightwards (\x -> x)

instance Semigroup (Leftwards b) where
  Leftwards f <> Leftwards g = Leftwards (\x -> afterwards g (f x))

instance Monoid (Leftwards b) where
  mempty = Leftwards (\x -> x)

newtype Sum a = Sum { getSum :: a } deriving (Eq, Ord, Show)
newtype Product a = Product { getProduct :: a } deriving (Eq, Ord, Show)
newtype Any = Any { getAny :: Bool } deriving (Eq, Ord, Show)
newtype All = All { getAll :: Bool } deriving (Eq, Ord, Show)
newtype First a = First { getFirst :: Maybe a } deriving (Eq, Ord, Show)
newtype Last a = Last { getLast :: Maybe a } deriving (Eq, Ord, Show)
newtype Min a = Min { getMin :: a } deriving (Eq, Ord, Show)
newtype Max a = Max { getMax :: a } deriving (Eq, Ord, Show)
newtype Dual a = Dual { getDual :: a } deriving (Eq, Ord, Show)
newtype Endo a = Endo { appEndo :: a -> a }
newtype Down a = Down { getDown :: a } deriving (Eq)

instance Num a => Semigroup (Sum a) where
  Sum x <> Sum y = Sum (x + y)
  stimes n (Sum x) = Sum (fromIntegral n * x)

instance Num a => Monoid (Sum a) where
  mempty = Sum 0

instance Num a => Semigroup (Product a) where
  Product x <> Product y = Product (x * y)
  stimes n (Product x) = Product (x ^ n)

instance Num a => Monoid (Product a) where
  mempty = Product 1

instance Semigroup Any where
  Any x <> Any y = Any (x || y)
  stimes n x = sameTimes n x

instance Monoid Any where
  mempty = Any False

instance Semigroup All where
  All x <> All y = All (x && y)
  stimes n x = sameTimes n x

instance Monoid All where
  mempty = All True

instance Semigroup (First a) where
  First Nothing <> y = y
  First (Just x) <> _ = First (Just x)

instance Monoid (First a) where
  mempty = First Nothing

instance Semigroup (Last a) where
  x <> Last Nothing = x
  _ <> Last (Just y) = Last (Just y)

instance Monoid (Last a) where
  mempty = Last Nothing

instance Ord a => Semigroup (Min a) where
  Min x <> Min y = Min (min x y)

instance (Ord a, Bounded a) => Monoid (Min a) where
  mempty = Min maxBound

instance Ord a => Semigroup (Max a) where
  Max x <> Max y = Max (max x y)

instance (Ord a, Bounded a) => Monoid (Max a) where
  mempty = Max minBound

instance Semigroup a => Semigroup (Dual a) where
  Dual x <> Dual y = Dual (y <> x)

instance Monoid a => Monoid (Dual a) where
  mempty = Dual mempty

instance Semigroup (Endo a) where
  Endo f <> Endo g = Endo (\x -> f (g x))
  stimes n f = monoidTimes n f

instance Monoid (Endo a) where
  mempty = Endo (\x -> x)

instance Ord a => Ord (Down a) where
  compare (Down x) (Down y) = compare y x

instance Show a => Show (Down a) where
  showsPrec d (Down x) = showParen (d >= 11) (showString "Down " . showsPrec 11 x)

newtype Rightwards b = Rightwards (b -> b)
newtype Leftwards b = Leftwards (b -> b)

runRightwards :: Rightwards b -> b -> b
runRightwards (Rightwards f) x = f x

runLeftwards :: Leftwards b -> b -> b
runLeftwards (Leftwards f) x = f x

afterwards :: (b -> b) -> b -> b
afterwards f !x = f x

consOnto :: a -> [a] -> [a]
consOnto x xs = x : xs

class (Functor t, Foldable t) => Traversable t where
  traverse :: Applicative f => (a -> f b) -> t a -> f (t b)
  sequenceA :: Applicative f => t (f a) -> f (t a)
  mapM :: Monad m => (a -> m b) -> t a -> m (t b)
  sequence :: Monad m => t (m a) -> m (t a)
  mapAccumL :: (s -> a -> (s, b)) -> s -> t a -> (s, t b)
  mapAccumR :: (s -> a -> (s, b)) -> s -> t a -> (s, t b)
  traverse f t = sequenceA (fmap f t)
  sequenceA t = traverse identity t
  mapM f t = traverse f t
  sequence t = traverse identity t
  mapAccumL f s t = runLeftState (traverse (\x -> LeftState (\r -> f r x)) t) s
  mapAccumR f s t = runRightState (traverse (\x -> RightState (\r -> f r x)) t) s

newtype LeftState s a = LeftState (s -> (s, a))
newtype RightState s a = RightState (s -> (s, a))

runLeftState :: LeftState s a -> s -> (s, a)
runLeftState (LeftState f) s = f s

runRightState :: RightState s a -> s -> (s, a)
runRightState (RightState f) s = f s

instance Functor (LeftState s) where
  fmap f m = LeftState (\s -> let (r, x) = runLeftState m s in (r, f x))

instance Applicative (LeftState s) where
  pure x = LeftState (\s -> (s, x))
  liftA2 f m n = LeftState (\s ->
    let (r, x) = runLeftState m s
        (q, y) = runLeftState n r
    in (q, f x y))

instance Functor (RightState s) where
  fmap f m = RightState (\s -> let (r, x) = runRightState m s in (r, f x))

instance Applicative (RightState s) where
  pure x = RightState (\s -> (s, x))
  liftA2 f m n = RightState (\s ->
    let (r, y) = runRightState n s
        (q, x) = runRightState m r
    in (q, f x y))

instance Traversable [] where
  traverse _ [] = pure []
  traverse f (x : xs) = liftA2 consOnto (f x) (traverse f xs)

instance Traversable Maybe where
  traverse _ Nothing = pure Nothing
  traverse f (Just x) = fmap (\y -> Just y) (f x)

instance Traversable (Either e) where
  traverse _ (Left e) = pure (Left e)
  traverse f (Right x) = fmap (\y -> Right y) (f x)

instance Traversable ((,) a) where
  traverse f (a, x) = fmap (\y -> (a, y)) (f x)

forTraversable :: (Traversable t, Applicative f) => t a -> (a -> f b) -> f (t b)
forTraversable t f = traverse f t

traverseUnit :: (Foldable t, Applicative f) => (a -> f b) -> t a -> f ()
traverseUnit f t = traverseEach f (Foldable.toList t)

traverseEach :: Applicative f => (a -> f b) -> [a] -> f ()
traverseEach _ [] = pure ()
traverseEach f (x : xs) = f x *> traverseEach f xs

forUnit :: (Foldable t, Applicative f) => t a -> (a -> f b) -> f ()
forUnit t f = traverseEach f (Foldable.toList t)

sequenceUnit :: (Foldable t, Applicative f) => t (f a) -> f ()
sequenceUnit t = traverseEach identity (Foldable.toList t)

foldM :: (Foldable t, Monad m) => (b -> a -> m b) -> b -> t a -> m b
foldM f z t = foldEach f z (Foldable.toList t)

foldEach :: Monad m => (b -> a -> m b) -> b -> [a] -> m b
foldEach _ z [] = return z
foldEach f z (x : xs) = f z x >>= \y -> foldEach f y xs

foldrM :: (Foldable t, Monad m) => (a -> b -> m b) -> b -> t a -> m b
foldrM f z t = foldEach (\y x -> f x y) z (reverse (Foldable.toList t))

foldUnit :: (Foldable t, Monad m) => (b -> a -> m b) -> b -> t a -> m ()
foldUnit f z t = foldEach f z (Foldable.toList t) >>= \_ -> return ()

replicateM :: Applicative m => Int -> m a -> m [a]
replicateM n m
  | n <= 0 = pure []
  | otherwise = liftA2 consOnto m (replicateM (n - 1) m)

replicateUnit :: Applicative m => Int -> m a -> m ()
replicateUnit n m
  | n <= 0 = pure ()
  | otherwise = m *> replicateUnit (n - 1) m

zipWithM :: Applicative m => (a -> b -> m c) -> [a] -> [b] -> m [c]
zipWithM f (x : xs) (y : ys) = liftA2 consOnto (f x y) (zipWithM f xs ys)
zipWithM _ _ _ = pure []

zipWithUnit :: Applicative m => (a -> b -> m c) -> [a] -> [b] -> m ()
zipWithUnit f (x : xs) (y : ys) = f x y *> zipWithUnit f xs ys
zipWithUnit _ _ _ = pure ()

mfilter :: (Alternative m, Monad m) => (a -> Bool) -> m a -> m a
mfilter p m = m >>= \x -> if p x then pure x else empty

filterM :: Applicative m => (a -> m Bool) -> [a] -> m [a]
filterM _ [] = pure []
filterM p (x : xs) = liftA2 (\keep ys -> if keep then x : ys else ys) (p x) (filterM p xs)

join :: Monad m => m (m a) -> m a
join m = m >>= \n -> n

liftM :: Monad m => (a -> b) -> m a -> m b
liftM f m = m >>= \x -> return (f x)

liftM2 :: Monad m => (a -> b -> c) -> m a -> m b -> m c
liftM2 f m n = m >>= \x -> n >>= \y -> return (f x y)

liftM3 :: Monad m => (a -> b -> c -> d) -> m a -> m b -> m c -> m d
liftM3 f m n o = m >>= \x -> n >>= \y -> o >>= \z -> return (f x y z)

mapAndUnzipM :: Applicative m => (a -> m (b, c)) -> [a] -> m ([b], [c])
mapAndUnzipM f xs = fmap unzip (traverse f xs)

applyBehind :: Applicative f => f a -> f (a -> b) -> f b
applyBehind x f = liftA2 (\a g -> g a) x f

unzipFunctor :: Functor f => f (a, b) -> (f a, f b)
unzipFunctor pairs = (fmap fst pairs, fmap snd pairs)

mapStrictly :: Monad m => (a -> b) -> m a -> m b
mapStrictly f m = m >>= \x -> let y = f x in seq y (return y)

foldMapStrictly :: (Foldable t, Monoid m) => (a -> m) -> t a -> m
foldMapStrictly f t = Foldable.foldl' (\m x -> m <> f x) mempty t

ap :: Monad m => m (a -> b) -> m a -> m b
ap m n = m >>= \f -> n >>= \x -> return (f x)

bindBack :: Monad m => (a -> m b) -> m a -> m b
bindBack f m = m >>= f

composeTo :: Monad m => (a -> m b) -> (b -> m c) -> a -> m c
composeTo f g x = f x >>= g

composeBack :: Monad m => (b -> m c) -> (a -> m b) -> a -> m c
composeBack g f x = f x >>= g

forever :: Monad m => m a -> m b
forever m = m >>= \_ -> forever m

-- Their first operands are made where they are needed (text/scopes/delayed.cpp).
replaceBy :: Functor f => (() -> a) -> f b -> f a
replaceBy x m = fmap (\_ -> x ()) m

maybeBy :: (() -> b) -> (a -> b) -> Maybe a -> b
maybeBy z _ Nothing = z ()
maybeBy _ f (Just x) = f x

fromMaybeBy :: (() -> a) -> Maybe a -> a
fromMaybeBy x Nothing = x ()
fromMaybeBy _ (Just y) = y

void :: Functor f => f a -> f ()
void m = fmap (\_ -> ()) m

mapBack :: Functor f => f a -> (a -> b) -> f b
mapBack m f = fmap f m

replaceBack :: Functor f => f a -> b -> f b
replaceBack m x = fmap (\_ -> x) m

guard :: Alternative f => Bool -> f ()
guard b = if b then pure () else empty

mzero :: Alternative f => f a
mzero = empty

mplus :: Alternative f => f a -> f a -> f a
mplus m n = m <|> n

optional :: Alternative f => f a -> f (Maybe a)
optional m = fmap (\x -> Just x) m <|> pure Nothing

asum :: (Foldable t, Alternative f) => t (f a) -> f a
asum t = Foldable.foldr (\m n -> m <|> n) empty t

liftA :: Applicative f => (a -> b) -> f a -> f b
liftA f m = fmap f m

)";
}

}  // namespace deforest::text
