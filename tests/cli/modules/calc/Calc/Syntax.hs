module Calc.Syntax where

infixl 6 :+:, :-:
infixl 7 :*:

data Expr
  = Lit Int
  | Var String
  | Expr :+: Expr
  | Expr :-: Expr
  | Expr :*: Expr
  | Let { bound :: String, value :: Expr, body :: Expr }
  deriving (Show, Eq)

type Name = String

-- | How large an expression is.
size :: Expr -> Int
size e = case e of
  Lit _ -> 1
  Var _ -> 1
  a :+: b -> node a b
  a :-: b -> node a b
  a :*: b -> node a b
  Let _ v b -> node v b
  where node a b = 1 + size a + size b
