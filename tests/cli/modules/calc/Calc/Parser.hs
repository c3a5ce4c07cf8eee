-- | Parsers by hand: what a token list begins with, and the rest.
module Calc.Parser (parse, Result (..)) where

import Calc.Lexer
import Calc.Syntax

data Result a = Ok a | Error String
  deriving Show

instance Functor Result where
  fmap f (Ok a) = Ok (f a)
  fmap _ (Error e) = Error e

instance Applicative Result where
  pure = Ok
  Ok f <*> r = fmap f r
  Error e <*> _ = Error e

instance Monad Result where
  Ok a >>= f = f a
  Error e >>= _ = Error e

parse :: String -> Result Expr
parse text = do
  (e, rest) <- expr (tokens text)
  case rest of
    [] -> pure e
    t : _ -> Error ("left over: " ++ show t)

expr :: [Token] -> Result (Expr, [Token])
expr (Word "let" : Word x : Symbol '=' : ts) = do
  (v, rest) <- expr ts
  case rest of
    Word "in" : more -> do
      (b, end) <- expr more
      return (Let x v b, end)
    _ -> Error "no in"
expr ts = do
  (t, rest) <- term ts
  go t rest
  where
    go acc (Symbol '+' : rest) = step (acc :+:) rest
    go acc (Symbol '-' : rest) = step (acc :-:) rest
    go acc rest = Ok (acc, rest)
    step f rest = do
      (t, more) <- term rest
      go (f t) more

term :: [Token] -> Result (Expr, [Token])
term ts = do
  (f, rest) <- factor ts
  go f rest
  where
    go acc (Symbol '*' : rest) = do
      (f, more) <- factor rest
      go (acc :*: f) more
    go acc rest = Ok (acc, rest)

factor :: [Token] -> Result (Expr, [Token])
factor (Number n : ts) = Ok (Lit n, ts)
factor (Word x : ts) = Ok (Var x, ts)
factor (Symbol '(' : ts) = do
  (e, rest) <- expr ts
  case rest of
    Symbol ')' : more -> Ok (e, more)
    _ -> Error "no )"
factor _ = Error "no factor"
