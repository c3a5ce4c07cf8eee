{-# LANGUAGE GADTs, ExistentialQuantification, KindSignatures, RankNTypes #-}
-- Constructors that hide the types of what is in them, and constructors that say what a type is applied
-- to: an expression language, a type checker, vectors of known length.
module Main (main) where

import qualified Data.Map as M
import Data.List (sortBy, foldl')
import Data.Ord (comparing)

-- existential with methods that return the value
class Animal a where
  step :: Int -> a -> (a, [String])
  label :: a -> String
  label _ = "?"

data Dog = Dog Int
data Cat = Cat { lives :: Int, tag :: String }
newtype Wrapped a = Wrapped [a]

instance Animal Dog where
  step k (Dog n) = (Dog (n + k), ["woof " ++ show n])
  label (Dog n) = "dog" ++ show n

instance Animal Cat where
  step k c | lives c > k = (c { lives = lives c - k }, [])
           | otherwise = (c { lives = 0 }, ["dead " ++ tag c])

instance Show a => Animal (Wrapped a) where
  step _ (Wrapped xs) = (Wrapped (drop 1 xs), map show (take 1 xs))
  label (Wrapped xs) = "w" ++ show (length xs)

data Any = forall a. Animal a => Any a | Plain Int

stepAll :: Int -> [Any] -> ([Any], [String])
stepAll k = foldr go ([], [])
  where
    go (Any a) (as, out) = let (a', o) = step k a in (Any a' : as, o ++ out)
    go p@(Plain _) (as, out) = (p : as, out)

rename :: Any -> String
rename x
  | Any a <- x, let l = label a, length l > 1 = l ++ "!"
  | Plain n <- x = show n
  | otherwise = "none"

lift :: Animal a => [a] -> [Any]
lift = map Any

-- showables
data Showable = forall a. (Show a, Ord a) => Showable { items :: [a], note :: String }

describe :: Showable -> String
describe (Showable xs n) = n ++ ":" ++ show (maximum xs) ++ "/" ++ inner
  where
    inner = concatMap one xs
    one y | y < maximum xs = show y ++ ","
          | otherwise = "max"

-- state machine with hidden state
data Machine = forall s. Machine s (s -> Int -> (s, Int))

runMachine :: Machine -> [Int] -> [Int]
runMachine (Machine s f) (x:xs) = let (s', y) = f s x in y : runMachine (Machine s' f) xs
runMachine _ [] = []

-- GADT with context and pairs
data Expr :: * -> * where
  I    :: Int -> Expr Int
  B    :: Bool -> Expr Bool
  Add, Mul :: Expr Int -> Expr Int -> Expr Int
  If   :: Expr Bool -> Expr a -> Expr a -> Expr a
  Eq   :: (Eq a, Show a) => Expr a -> Expr a -> Expr Bool
  Pair :: Expr a -> Expr b -> Expr (a, b)
  Fst  :: Expr (a, b) -> Expr a
  Snd  :: Expr (a, b) -> Expr b

eval :: Expr a -> a
eval e = case e of
  I n -> n
  B b -> b
  Add a b -> eval a + eval b
  Mul a b -> eval a * eval b
  If c t f | eval c -> eval t
           | otherwise -> eval f
  Eq a b -> eval a == eval b
  Pair a b -> (eval a, eval b)
  Fst p -> fst (eval p)
  Snd p -> snd (eval p)

simplify :: Expr a -> Expr a
simplify (Add (I 0) e) = simplify e
simplify (Add e (I 0)) = simplify e
simplify (Add a b) = Add (simplify a) (simplify b)
simplify (If (B True) t _) = simplify t
simplify (If c t f) = If (simplify c) (simplify t) (simplify f)
simplify (Pair a b) = Pair (simplify a) (simplify b)
simplify (Fst (Pair a _)) = simplify a
simplify (Snd (Pair _ b)) = simplify b
simplify e = e

size :: Expr a -> Int
size (I _) = 1
size (B _) = 1
size (Add a b) = 1 + size a + size b
size (Mul a b) = 1 + size a + size b
size (If c t f) = 1 + size c + size t + size f
size (Eq a b) = 1 + size a + size b
size (Pair a b) = 1 + size a + size b
size (Fst p) = 1 + size p
size (Snd p) = 1 + size p

pretty :: Expr a -> String
pretty (I n) = show n
pretty (B b) = show b
pretty (Add a b) = "(" ++ pretty a ++ " + " ++ pretty b ++ ")"
pretty (Mul a b) = pretty a ++ " * " ++ pretty b
pretty (If c t f) = "if " ++ pretty c ++ " then " ++ pretty t ++ " else " ++ pretty f
pretty (Eq a b) = pretty a ++ " == " ++ pretty b
pretty (Pair a b) = "<" ++ pretty a ++ ", " ++ pretty b ++ ">"
pretty (Fst p) = "fst " ++ pretty p
pretty (Snd p) = "snd " ++ pretty p

-- typed stack machine
data Ty a where
  TInt :: Ty Int
  TBool :: Ty Bool

data Typed = forall t. Typed (Ty t) (Expr t)

data U = UI Int | UB Bool | UAdd U U | UIf U U U | UEq U U

check :: U -> Either String Typed
check (UI n) = Right (Typed TInt (I n))
check (UB b) = Right (Typed TBool (B b))
check (UAdd a b) = do
  Typed ta a' <- check a
  Typed tb b' <- check b
  case (ta, tb) of
    (TInt, TInt) -> Right (Typed TInt (Add a' b'))
    _ -> Left "add"
check (UEq a b) = do
  Typed ta a' <- check a
  Typed tb b' <- check b
  case (ta, tb) of
    (TInt, TInt) -> return (Typed TBool (Eq a' b'))
    (TBool, TBool) -> return (Typed TBool (Eq a' b'))
    _ -> Left "eq"
check (UIf c a b) = do
  Typed tc c' <- check c
  case tc of
    TInt -> Left "cond"
    TBool -> do
      Typed ta a' <- check a
      Typed tb b' <- check b
      case (ta, tb) of
        (TInt, TInt) -> Right (Typed TInt (If c' a' b'))
        (TBool, TBool) -> Right (Typed TBool (If c' a' b'))
        _ -> Left "branches"

showTyped :: Typed -> String
showTyped (Typed TInt e) = "int " ++ show (eval e) ++ " " ++ pretty e
showTyped (Typed TBool e) = "bool " ++ show (eval e) ++ " " ++ pretty e

-- vectors
data Z
data S n
data Vec n a where
  Nil :: Vec Z a
  (:>) :: a -> Vec n a -> Vec (S n) a
infixr 5 :>

toList :: Vec n a -> [a]
toList Nil = []
toList (x :> xs) = x : toList xs

vzip :: (a -> b -> c) -> Vec n a -> Vec n b -> Vec n c
vzip _ Nil Nil = Nil
vzip f (x :> xs) (y :> ys) = f x y :> vzip f xs ys

vhead :: Vec (S n) a -> a
vhead (x :> _) = x

main :: IO ()
main = do
  let as = [Any (Dog 1), Any (Cat 3 "tom"), Plain 7, Any (Wrapped [1.5 :: Double, 2.5])] ++ lift [Dog 10, Dog 20]
      (as1, o1) = stepAll 2 as
      (as2, o2) = stepAll 2 as1
  mapM_ putStrLn (o1 ++ o2)
  mapM_ (putStrLn . rename) as2
  mapM_ (putStrLn . describe) [Showable [3, 1, 2 :: Int] "ints", Showable "hello" "chars", Showable [(1 :: Int, 'x'), (2, 'y')] "pairs"]
  print (runMachine (Machine 0 (\s x -> (s + x, s * x))) [1 .. 6])
  print (runMachine (Machine (1 :: Integer, "") (\(n, t) x -> ((n * 2, t ++ show x), length t + fromInteger n))) [1 .. 6])
  let e1 = If (Eq (Add (I 0) (I 3)) (I 3)) (Pair (Mul (I 2) (I 5)) (B False)) (Pair (I 1) (B True))
  print (eval e1)
  putStrLn (pretty (simplify e1))
  print (eval (Fst e1), eval (Snd (Pair (B True) e1)), size e1)
  putStrLn (pretty (simplify (Fst (Pair (Add (I 0) (I 4)) (B True)))))
  let progs = [UAdd (UI 1) (UI 2), UIf (UEq (UI 1) (UAdd (UI 0) (UI 1))) (UB True) (UB False), UAdd (UI 1) (UB True), UIf (UI 1) (UI 2) (UI 3)]
  mapM_ (putStrLn . either ("error: " ++) showTyped . check) progs
  let v = 1 :> 2 :> 3 :> Nil :: Vec (S (S (S Z))) Int
  print (toList (vzip (+) v v), vhead v)
  print (toList (vzip (,) v ("a" :> "b" :> "c" :> Nil)))
