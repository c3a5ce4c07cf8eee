"""Random modules that call functions which are not understood, among functions that fuse.

Each function of a module is a pipeline of known recursive functions on lists and of opaque ones:
strict and lazy ones, ones that ignore an argument, that fail, that stream. `main` shows what each
of them makes of finite lists, of infinite ones as far as they are taken, and of lists that fail
somewhere: so a module prints what a wrong transformation could change, a value or an evaluation too
many. Which of several failures is met Haskell leaves open.
"""

import random

HEAD = """\
{-# LANGUAGE ImplicitParams #-}
{-# OPTIONS_GHC -F -pgmF deforest #-}
module Main (main) where

import Control.Exception (ErrorCall (..), evaluate, try)

-- What is not understood.
step :: Int -> Int
step x = let ?k = 3 in x * ?k + 1

pick :: Int -> Int -> Int
pick n x = let ?k = 2 in if n `mod` ?k == 0 then n else x

firm :: Int -> Int
firm x = let ?k = 13 in if x `mod` ?k == 7 then error ("firm " ++ show x) else x + ?k

evens :: [Int] -> [Int]
evens xs = let ?k = 2 in [x | x <- xs, x `mod` ?k == 0]

front :: Int -> [Int] -> [Int]
front n xs = let ?k = n in take ?k xs

whole :: [Int] -> [Int]
whole xs = let ?k = length xs in map (+ ?k) xs

fold :: (Int -> Int -> Int) -> Int -> [Int] -> Int
fold f z xs = let ?z = z in foldr f ?z xs

-- What is.
double :: [Int] -> [Int]
double [] = []
double (x : xs) = 2 * x : double xs

shift :: Int -> [Int] -> [Int]
shift _ [] = []
shift k (x : xs) = x + k : shift k xs

small :: [Int] -> [Int]
small [] = []
small (x : xs) = if x < 50 then x : small xs else small xs

stepped :: [Int] -> [Int]
stepped [] = []
stepped (x : xs) = step x : stepped xs

firmly :: [Int] -> [Int]
firmly [] = []
firmly (x : xs) = firm x : firmly xs

picked :: Int -> [Int] -> [Int]
picked _ [] = []
picked n (x : xs) = pick n (step x) : picked (n + 1) xs

total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs

headOr :: Int -> [Int] -> Int
headOr z [] = z
headOr _ (x : _) = x
"""

LISTS = ["double {}", "shift {n} {}", "small {}", "stepped {}", "firmly {}", "picked {n} {}",
         "evens {}", "front {n} {}", "whole {}"]
NUMBERS = ["total {}", "headOr {n} {}", "fold (\\x y -> x + {n} * y) {n} {}",
           "fold (\\x y -> if x > {n} then x else y) {n} {}", "fold pick {n} {}"]

TAIL = """
shown :: String -> a -> (a -> String) -> IO ()
shown name value write = do
  let text = write value
  made <- try (evaluate (length text))
  putStrLn (name ++ " " ++ either (\\(ErrorCall _) -> "fails") (const text) made)

parts :: [Int] -> String
parts = show . take 12

main :: IO ()
main = do
"""

INPUTS = ["[1 .. 9]", "[]", "[40, 7, 46, 33]", "(3 : 8 : error \"rest\")",
          "(2 : error \"second\" : [5])", "[4, 6 ..]"]


def pipeline(source, length):
    text = "xs"
    for _ in range(length):
        chosen = source.choice(LISTS)
        text = "(" + chosen.format(text, n=source.randint(0, 6)) + ")"
    return text


def module(seed):
    """A module, with what its functions are called."""
    source = random.Random(seed)
    text, runs = HEAD, []
    for i in range(8):
        body = pipeline(source, source.randint(2, 4))
        listed = source.random() < 0.5
        if not listed:
            body = source.choice(NUMBERS).format(body, n=source.randint(0, 6))
        if source.random() < 0.3:
            body = f"let xs = {pipeline(source, 1).replace('xs', 'ys')} in {body}"
        kind = "[Int]" if listed else "Int"
        argument = "ys" if body.startswith("let") else "xs"
        text += f"\np{i} :: [Int] -> {kind}\np{i} {argument} = {body}\n"
        write = "parts" if listed else "show"
        # A number may need all of an infinite list.
        for given in INPUTS if listed and "whole" not in body and "small" not in body else INPUTS[:5]:
            name = f"p{i} {given}".replace('"', '\\"')
            runs.append(f'  shown "{name}" (p{i} {given}) {write}')
    return text + TAIL + "\n".join(runs) + "\n"
