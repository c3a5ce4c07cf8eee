module Main where

import Control.Monad (foldM, unless, when)
import qualified Data.Map.Strict as M
import qualified Data.Set as S
import Data.List (intercalate, nub)

-- Hindley-Milner inference with a state monad of our own.

infixr 5 :->

data Type = TVar Int | TInt | TBool | Type :-> Type | TList Type
  deriving (Eq, Ord)

instance Show Type where
  showsPrec _ (TVar n) = showString (varName n)
  showsPrec _ TInt = showString "Int"
  showsPrec _ TBool = showString "Bool"
  showsPrec d (a :-> b) = showParen (d > 5) $ showsPrec 6 a . showString " -> " . showsPrec 5 b
  showsPrec _ (TList t) = showChar '[' . showsPrec 0 t . showChar ']'

varName :: Int -> String
varName n
  | n < 26 = [toEnum (fromEnum 'a' + n)]
  | otherwise = varName (n `mod` 26) ++ show (n `div` 26)

data Scheme = Forall [Int] Type

data Expr
  = Var String
  | Lam String Expr
  | App Expr Expr
  | Let String Expr Expr
  | Lit Int
  | BoolLit Bool
  | IfE Expr Expr Expr

type Subst = M.Map Int Type

newtype Infer a = Infer { runInfer :: (Int, Subst) -> Either String (a, (Int, Subst)) }

instance Functor Infer where
  fmap f (Infer g) = Infer $ \s -> case g s of
    Left e -> Left e
    Right (a, s') -> Right (f a, s')

instance Applicative Infer where
  pure a = Infer $ \s -> Right (a, s)
  Infer f <*> Infer g = Infer $ \s -> do
    (h, s1) <- f s
    (a, s2) <- g s1
    return (h a, s2)

instance Monad Infer where
  Infer g >>= f = Infer $ \s -> g s >>= \(a, s') -> runInfer (f a) s'

fresh :: Infer Type
fresh = Infer $ \(n, s) -> Right (TVar n, (n + 1, s))

failWith :: String -> Infer a
failWith msg = Infer $ const (Left msg)

getSubst :: Infer Subst
getSubst = Infer $ \st@(_, s) -> Right (s, st)

extend :: Int -> Type -> Infer ()
extend v t = Infer $ \(n, s) -> Right ((), (n, M.insert v t s))

zonk :: Type -> Infer Type
zonk t = do
  s <- getSubst
  return (walk s t)
  where
    walk s (TVar v) = case M.lookup v s of
      Just u -> walk s u
      Nothing -> TVar v
    walk s (a :-> b) = walk s a :-> walk s b
    walk s (TList a) = TList (walk s a)
    walk _ u = u

free :: Type -> S.Set Int
free (TVar v) = S.singleton v
free (a :-> b) = free a `S.union` free b
free (TList a) = free a
free _ = S.empty

unify :: Type -> Type -> Infer ()
unify a b = do
  a' <- zonk a
  b' <- zonk b
  go a' b'
  where
    go (TVar v) (TVar w) | v == w = return ()
    go (TVar v) t = bind v t
    go t (TVar v) = bind v t
    go TInt TInt = return ()
    go TBool TBool = return ()
    go (x :-> y) (u :-> v) = unify x u >> unify y v
    go (TList x) (TList y) = unify x y
    go x y = failWith ("cannot match " ++ show x ++ " with " ++ show y)
    bind v t = do
      when (v `S.member` free t) $ failWith ("infinite type " ++ show t)
      extend v t

type Env = M.Map String Scheme

instantiate :: Scheme -> Infer Type
instantiate (Forall vs t) = do
  fs <- mapM (const fresh) vs
  let sub = M.fromList (zip vs fs)
  return (apply sub t)

apply :: Subst -> Type -> Type
apply s t@(TVar v) = M.findWithDefault t v s
apply s (a :-> b) = apply s a :-> apply s b
apply s (TList a) = TList (apply s a)
apply _ t = t

generalize :: Env -> Type -> Infer Scheme
generalize env t = do
  t' <- zonk t
  envTypes <- mapM (\(Forall vs u) -> (\u' -> free u' `S.difference` S.fromList vs) <$> zonk u) (M.elems env)
  let vars = S.toList (free t' `S.difference` S.unions envTypes)
  return (Forall vars t')

infer :: Env -> Expr -> Infer Type
infer env e = case e of
  Var x -> maybe (failWith ("unbound " ++ x)) instantiate (M.lookup x env)
  Lit _ -> return TInt
  BoolLit _ -> return TBool
  Lam x body -> do
    a <- fresh
    b <- infer (M.insert x (Forall [] a) env) body
    return (a :-> b)
  App f x -> do
    tf <- infer env f
    tx <- infer env x
    r <- fresh
    unify tf (tx :-> r)
    return r
  Let x e1 e2 -> do
    t1 <- infer env e1
    sc <- generalize env t1
    infer (M.insert x sc env) e2
  IfE c t f -> do
    tc <- infer env c
    unify tc TBool
    tt <- infer env t
    tf <- infer env f
    unify tt tf
    return tt

normalize :: Type -> Type
normalize t = apply (M.fromList (zip (nub (vars t)) (map TVar [0 ..]))) t
  where
    vars (TVar v) = [v]
    vars (a :-> b) = vars a ++ vars b
    vars (TList a) = vars a
    vars _ = []

prelude :: Env
prelude = M.fromList
  [ ("nil", Forall [0] (TList (TVar 0)))
  , ("cons", Forall [0] (TVar 0 :-> TList (TVar 0) :-> TList (TVar 0)))
  , ("add", Forall [] (TInt :-> TInt :-> TInt))
  , ("isZero", Forall [] (TInt :-> TBool))
  ]

typeOf :: Expr -> Either String Type
typeOf e = case runInfer (infer prelude e >>= zonk) (100, M.empty) of
  Left err -> Left err
  Right (t, _) -> Right (normalize t)

examples :: [(String, Expr)]
examples =
  [ ("id", Lam "x" (Var "x"))
  , ("const", Lam "x" (Lam "y" (Var "x")))
  , ("compose", Lam "f" (Lam "g" (Lam "x" (App (Var "f") (App (Var "g") (Var "x"))))))
  , ("omega", Lam "x" (App (Var "x") (Var "x")))
  , ("poly", Let "i" (Lam "x" (Var "x")) (IfE (App (Var "i") (BoolLit True)) (App (Var "i") (Lit 1)) (Lit 2)))
  , ("single", Lam "x" (App (App (Var "cons") (Var "x")) (Var "nil")))
  , ("bad", App (Lit 3) (Lit 4))
  , ("inc", App (Var "add") (Lit 1))
  ]

main :: IO ()
main = mapM_ (\(n, e) -> putStrLn (n ++ " : " ++ either ("error: " ++) show (typeOf e))) examples
