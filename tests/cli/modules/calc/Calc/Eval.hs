module Calc.Eval
  ( eval, simplify, Env, module Calc.Syntax, Value (..)
  ) where

import qualified Data.Map.Strict as Map
import Calc.Syntax hiding (Name, size)
import qualified Calc.Syntax as Syntax (Name)

type Env = Map.Map Syntax.Name Int

data Value = Number Int | Error Syntax.Name deriving (Show, Eq, Ord)

eval :: Env -> Expr -> Value
eval env = go
  where
    go (Lit n) = Number n
    go (Var x) = maybe (Error x) Number (Map.lookup x env)
    go (a :+: b) = both (+) (go a) (go b)
    go (a :-: b) = both (-) (go a) (go b)
    go (a :*: b) = both (*) (go a) (go b)
    go l@Let { bound = x } = case go (value l) of
      Number n -> eval (Map.insert x n env) (body l)
      failed -> failed

both :: (Int -> Int -> Int) -> Value -> Value -> Value
both f (Number a) (Number b) = Number (f a b)
both _ (Error x) _ = Error x
both _ _ e = e

simplify :: Expr -> Expr
simplify e = case e of
  a :+: b -> plus (simplify a) (simplify b)
  a :-: b -> simplify a :-: simplify b
  a :*: b -> times (simplify a) (simplify b)
  Let x v b -> Let { bound = x, value = simplify v, body = simplify b }
  _ -> e

plus, times :: Expr -> Expr -> Expr
plus (Lit 0) b = b
plus a (Lit 0) = a
plus (Lit a) (Lit b) = Lit (a + b)
plus a b = a :+: b
times (Lit 1) b = b
times a (Lit 1) = a
times _ (Lit 0) = Lit 0
times a b = a :*: b
