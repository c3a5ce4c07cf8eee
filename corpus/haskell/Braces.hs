{-# OPTIONS_GHC -F -pgmF deforest #-}
-- Declarations that share a line: none can be replaced, everything goes through.
-- improved:
module Main (main) where {
import Data.Char (toUpper);
double :: Int -> Int; double x = 2 * x;
main :: IO ();
main = do { s <- return "braces"; putStrLn (map toUpper s); print (double 4) }
}
