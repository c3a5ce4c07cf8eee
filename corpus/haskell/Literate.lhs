Literate Haskell: GHC takes the text away first.

> {-# OPTIONS_GHC -F -pgmF deforest #-}
> -- improved: run, double, toInt, fromInt
> -- known: data Nat
> module Main (main) where

> import System.IO (hFlush, stdout)

Numbers that are counted on fingers.

> data Nat = Zero | Succ Nat

> fromInt :: Int -> Nat
> fromInt n = if n == 0 then Zero else Succ (fromInt (n - 1))

> double :: Nat -> Nat
> double Zero = Zero
> double (Succ n) = Succ (Succ (double n))

> toInt :: Nat -> Int
> toInt Zero = 0
> toInt (Succ n) = 1 + toInt n

> run :: Int -> Int
> run n = toInt (double (fromInt n))

> main :: IO ()
> main = do
>   n <- return 21
>   print (run n)
>   hFlush stdout
