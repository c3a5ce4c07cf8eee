{-# OPTIONS_GHC -F -pgmF deforest #-}
-- Explicit braces around declarations that stand on lines of their own, as generators write them.
-- improved: run
-- known: data Nat
module Main (main)
where {
import System.IO;
data Nat = Zero | Succ Nat;
    fromInt :: Int -> Nat;
    fromInt n = if ((==) :: Int -> Int -> Bool) n 0
        then Zero
        else Succ (fromInt (((-) :: Int -> Int -> Int) n 1)); -- on fingers
    double :: Nat -> Nat;
    double Zero = Zero;
    double (Succ n) = Succ (Succ (double n));
    toInt :: Nat -> Int;
    toInt Zero = 0;
    toInt (Succ n) = 1 + toInt n;
    main :: IO ();
    main = do {
        n <- return 21;
        print (run n);
        hFlush stdout
    };
    run :: Int -> Int;
    run n = toInt (double (fromInt n))
}
