-- | Type inference with unification and let-polymorphism for a small lambda
-- language.
module Main (main) where

import Data.Char (chr, ord)
import Data.List (nub, sort, (\\))
import qualified Data.Map as Map
import System.Environment (getArgs)

-- Terms and types ----------------------------------------------------------

type Name = String

data Term
  = Var Name
  | Lam Name Term
  | App Term Term
  | Let Name Term Term
  | IntLit Int
  | BoolLit Bool
  | If Term Term Term
  | Pair Term Term
  | Fst Term
  | Snd Term
  | Prim PrimOp Term Term
  | Fix Term
  deriving (Eq, Show)

data PrimOp = Plus | Times | Less | Both
  deriving (Eq, Show)

data Type
  = TVar Int
  | TInt
  | TBool
  | Type :-> Type
  | TPair Type Type
  deriving (Eq, Ord, Show)

infixr 5 :->

data Scheme = Forall [Int] Type

type Env = [(Name, Scheme)]

data TypeError
  = Mismatch Type Type
  | Infinite Int Type
  | Unbound Name
  deriving (Eq, Show)

-- Substitutions ------------------------------------------------------------

type Subst = Map.Map Int Type

-- | Replaces all variables that are known.
apply :: Subst -> Type -> Type
apply s (TVar v) = case Map.lookup v s of
  Just t -> apply s t
  Nothing -> TVar v
apply s (a :-> b) = apply s a :-> apply s b
apply s (TPair a b) = TPair (apply s a) (apply s b)
apply _ t = t

freeVars :: Type -> [Int]
freeVars = nub . go
  where
    go (TVar v) = [v]
    go (a :-> b) = go a ++ go b
    go (TPair a b) = go a ++ go b
    go _ = []

occurs :: Int -> Type -> Bool
occurs v (TVar w) = v == w
occurs v (a :-> b) = occurs v a || occurs v b
occurs v (TPair a b) = occurs v a || occurs v b
occurs _ _ = False

unify :: Type -> Type -> Subst -> Either TypeError Subst
unify t u s = case (shallow s t, shallow s u) of
  (TVar v, TVar w) | v == w -> Right s
  (TVar v, u') -> bind v u' s
  (t', TVar w) -> bind w t' s
  (TInt, TInt) -> Right s
  (TBool, TBool) -> Right s
  (a :-> b, a' :-> b') -> unify a a' s >>= unify b b'
  (TPair a b, TPair a' b') -> unify a a' s >>= unify b b'
  (t', u') -> Left (Mismatch (apply s t') (apply s u'))

-- | Looks a variable up until there is more than a variable.
shallow :: Subst -> Type -> Type
shallow s (TVar v) = maybe (TVar v) (shallow s) (Map.lookup v s)
shallow _ t = t

bind :: Int -> Type -> Subst -> Either TypeError Subst
bind v t s
  | occurs v full = Left (Infinite v full)
  | otherwise = Right (Map.insert v t s)
  where
    full = apply s t

-- Inference ----------------------------------------------------------------

-- | What inference threads through: the substitution so far and the next
-- variable.
data State = State Subst Int

type Result = Either TypeError (Type, State)

fresh :: State -> (Type, State)
fresh (State s n) = (TVar n, State s (n + 1))

unifyIn :: Type -> Type -> State -> Either TypeError State
unifyIn t u (State s n) = do
  s' <- unify t u s
  Right (State s' n)

instantiate :: Scheme -> State -> (Type, State)
instantiate (Forall vs t) (State s n) = (rename t, State s (n + length vs))
  where
    table = zip vs [n ..]
    rename (TVar v) = TVar (maybe v id (lookup v table))
    rename (a :-> b) = rename a :-> rename b
    rename (TPair a b) = TPair (rename a) (rename b)
    rename u = u

generalise :: Env -> Type -> State -> Scheme
generalise env t (State s _) = Forall (freeVars t' \\ inEnv) t'
  where
    t' = apply s t
    inEnv = concat [freeVars (apply s u) \\ vs | (_, Forall vs u) <- env]

infer :: Env -> Term -> State -> Result
infer env term st = case term of
  Var x -> case lookup x env of
    Just scheme -> Right (instantiate scheme st)
    Nothing -> Left (Unbound x)
  IntLit _ -> Right (TInt, st)
  BoolLit _ -> Right (TBool, st)
  Lam x body -> do
    let (a, st1) = fresh st
    (b, st2) <- infer ((x, Forall [] a) : env) body st1
    Right (a :-> b, st2)
  App f a -> do
    (tf, st1) <- infer env f st
    (ta, st2) <- infer env a st1
    let (r, st3) = fresh st2
    st4 <- unifyIn tf (ta :-> r) st3
    Right (r, st4)
  Let x e body -> do
    (t, st1) <- infer env e st
    infer ((x, generalise env t st1) : env) body st1
  If c a b -> do
    st1 <- check env c TBool st
    (t, st2) <- infer env a st1
    st3 <- check env b t st2
    Right (t, st3)
  Pair a b -> do
    (ta, st1) <- infer env a st
    (tb, st2) <- infer env b st1
    Right (TPair ta tb, st2)
  Fst p -> do
    (a, _, st1) <- inferPair env p st
    Right (a, st1)
  Snd p -> do
    (_, b, st1) <- inferPair env p st
    Right (b, st1)
  Prim op a b -> do
    let (arg, result) = primType op
    st1 <- check env a arg st
    st2 <- check env b arg st1
    Right (result, st2)
  Fix f -> do
    let (a, st1) = fresh st
    st2 <- check env f (a :-> a) st1
    Right (a, st2)

check :: Env -> Term -> Type -> State -> Either TypeError State
check env e t st = do
  (u, st1) <- infer env e st
  unifyIn t u st1

inferPair :: Env -> Term -> State -> Either TypeError (Type, Type, State)
inferPair env p st = do
  let (a, st1) = fresh st
      (b, st2) = fresh st1
  st3 <- check env p (TPair a b) st2
  Right (a, b, st3)

primType :: PrimOp -> (Type, Type)
primType Plus = (TInt, TInt)
primType Times = (TInt, TInt)
primType Less = (TInt, TBool)
primType Both = (TBool, TBool)

typeOf :: Term -> Either TypeError Type
typeOf e = do
  (t, State s _) <- infer [] e (State Map.empty 0)
  Right (apply s t)

-- Printing -----------------------------------------------------------------

-- | A type with its variables named a, b, c ... in order.
pretty :: Type -> String
pretty t = go False t
  where
    names = zip (freeVars t) [0 :: Int ..]
    go _ TInt = "Int"
    go _ TBool = "Bool"
    go _ (TVar v) = maybe "?" letter (lookup v names)
    go _ (TPair a b) = "(" ++ go False a ++ ", " ++ go False b ++ ")"
    go inner (a :-> b)
      | inner = "(" ++ arrow ++ ")"
      | otherwise = arrow
      where
        arrow = go True a ++ " -> " ++ go False b
    letter i
      | i < 26 = [chr (ord 'a' + i)]
      | otherwise = 't' : show i

termSize :: Term -> Int
termSize (Lam _ b) = 1 + termSize b
termSize (App f a) = 1 + termSize f + termSize a
termSize (Let _ e b) = 1 + termSize e + termSize b
termSize (If c a b) = 1 + termSize c + termSize a + termSize b
termSize (Pair a b) = 1 + termSize a + termSize b
termSize (Fst p) = 1 + termSize p
termSize (Snd p) = 1 + termSize p
termSize (Prim _ a b) = 1 + termSize a + termSize b
termSize (Fix f) = 1 + termSize f
termSize _ = 1

-- Sample terms -------------------------------------------------------------

next :: Int -> Int
next s = (s * 1103515245 + 12345) `mod` 2147483648

pick :: Int -> Int -> Int
pick s n = (s `div` 4096) `mod` n

-- | A random term over the given variables; most of them have a type.
generate :: Int -> [Name] -> Int -> Term
generate depth scope s
  | depth == 0 = leaf (pick s 4)
  | otherwise = case pick s 14 of
      0 -> App (Lam x (generate d (x : scope) s1)) (generate d scope s2)
      1 -> Let x (Lam y (Var y)) (App (Var x) (generate d (x : scope) s1))
      2 -> Let x (generate d scope s1) (generate d (x : scope) s2)
      3 -> Fst (Pair (generate d scope s1) (generate d scope s2))
      4 -> Snd (Pair (generate d scope s1) (generate d scope s2))
      5 -> If (Prim Less (IntLit 3) (generate 0 [] s1)) (generate d scope s2) (generate d scope s2)
      6 -> Prim Plus (IntLit (pick s1 100)) (IntLit (pick s2 100))
      7 -> Lam x (Pair (Var x) (generate d (x : scope) s1))
      8 -> Lam x (generate d (x : scope) s1)
      9 -> Pair (generate d scope s1) (generate d scope s2)
      10 -> Fix (Lam x (Lam y (If (Prim Both (BoolLit True) (BoolLit False)) (App (Var x) (Var y)) (generate d (y : scope) s1))))
      11 -> App (generate d scope s1) (generate 0 scope s2)
      12 -> Let x (Lam y (Pair (Var y) (Var y))) (Pair (App (Var x) (IntLit 1)) (App (Var x) (generate d scope s1)))
      _ -> leaf (pick s1 8)
  where
    d = depth - 1
    s1 = next (s + 1)
    s2 = next (s + 2)
    x = [chr (ord 'f' + depth), 'x']
    y = [chr (ord 'f' + depth), 'y']
    leaf k
      | k == 0 = BoolLit (even (pick s1 64))
      | k < 3 || null scope = IntLit (pick s1 100)
      | otherwise = Var (scope !! pick s2 (length scope))

-- Main ---------------------------------------------------------------------

describe :: Either TypeError Type -> String
describe (Right t) = pretty t
describe (Left (Mismatch t u)) = "mismatch: " ++ pretty t ++ " and " ++ pretty u
describe (Left (Infinite _ t)) = "infinite: " ++ pretty t
describe (Left (Unbound x)) = "unbound: " ++ x

isMismatch, isCyclic :: Either TypeError Type -> Bool
isMismatch (Left (Mismatch _ _)) = True
isMismatch _ = False
isCyclic (Left (Infinite _ _)) = True
isCyclic _ = False

checksum :: String -> Int
checksum = foldr (\c acc -> (acc * 31 + ord c) `mod` 1000003) 1

main :: IO ()
main = do
  args <- getArgs
  let n = if null args then 100 else read (head args)
      terms = [generate (3 + i `mod` 5) [] (next (i * 7919)) | i <- [1 .. n]]
      results = map typeOf terms
      texts = map describe results
      longest = maximum (map length texts)
  putStrLn ("terms: " ++ show n ++ " of size " ++ show (sum (map termSize terms)))
  putStrLn ("well typed: " ++ show (length [() | Right _ <- results]))
  putStrLn ("mismatches: " ++ show (length (filter isMismatch results)))
  putStrLn ("infinite: " ++ show (length (filter isCyclic results)))
  putStrLn ("longest text: " ++ show longest)
  putStrLn ("checksum: " ++ show (checksum (concat texts)))
  putStrLn ("first: " ++ take 60 (head (sort texts)))
