#!/usr/bin/env python3
"""A program that prints to either handle and ends with a status: what GHC makes of it is what
`deforest run` does, and what the native executable does, for several command lines.

usage: ending_test.py DEFOREST RUNTIME
"""

import routes
import tap
from routes import DEFOREST, Ending, run

PROGRAM = r"""module Main (main) where
import System.Exit
import System.IO
import System.Environment
import Control.Monad
import Data.IORef
import Text.Printf

check :: Int -> IO Int
check n
  | n > 3 = do
      hPutStrLn stderr ("too large: " ++ show n)
      exitWith (ExitFailure (n + 1))
  | otherwise = return (n * 2)

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  name <- getProgName
  args <- getArgs
  case args of
    ["-h"] -> do
      hPrintf stderr "usage: %s N..\n" name
      exitSuccess
    [] -> die "nothing to do"
    ("u" : rest) -> ioError (userError (unwords rest))
    ("m" : rest) -> error ('\1114111' : unwords rest)
    _ -> return ()
  total <- newIORef 0
  forM_ args $ \a -> do
    r <- check (read a)
    modifyIORef' total (+ r)
    printf "%s -> %d\n" a r
    hFlush stdout
  t <- readIORef total
  putStrLn "grüße"
  hPutStr stdout "total "
  hPrint stderr t
  when (t > 10) exitFailure
  print t"""

CASES = {
    "nothing": [],
    "success": ["-h"],
    "both_handles": ["1", "2"],
    "failure_after_output": ["1", "2", "3"],
    "status": ["2", "5", "1"],
}


# What reads lines until one of them ends the program, in one of several ways.
LOOP = r"""{-# LANGUAGE BangPatterns #-}
module Main (main) where
import Control.Monad (when)
import Data.IORef
import qualified Data.Map as Map
import System.Exit

small :: Int -> ()
small t = if t > 5 then error ("too large: " ++ show t) else ()

banged :: Int -> Int -> Int
banged t n = let !rest = sum (map (t `div`) [n - n ..  n]) in n

step :: IORef Int -> Int -> IO ()
step total n = do
  line <- getLine
  when (line == "quit") $ do
    putStrLn "bye"
    exitWith (ExitFailure n)
  t <- readIORef total
  writeIORef total (t + length line)
  putStrLn (show n ++ ": " ++ reverse line)
  case line of
    "error" -> error ("line " ++ show n ++ " after " ++ show t ++ " characters")
    "user" -> ioError (userError (show (t, n)))
    "zero" -> print (t `div` (n - n))
    "forced" -> print (const t $! t `div` (n - n))
    "checked" -> print (small t `seq` n)
    "banged" -> print (banged t n)
    "key" -> putStrLn (Map.fromList [(1, "one")] Map.! n)
    "head" -> print (head (drop n [t]))
    _ -> return ()
  step total (n + 1)

main :: IO ()
main = newIORef 0 >>= \total -> step total 1"""

LOOP_CASES = ["quit", "one\ntwo\nquit\n", "", "some\n", "a\nerror\n", "ab\nuser\nc\n",
              "a\nzero\n", "a\nforced\n", "abcdefghij\nchecked\n",
              "ab\nchecked\nbanged\n", "key\nkey\n", "a\nb\nhead\n"]


# Whatever it is given, it ends with a status or fails; what it wrote to either handle is seen.
ALWAYS = r"""module Main (main) where
import System.Environment
import System.Exit
import System.IO

finish :: Int -> IO ()
finish n = if n > 2 then exitWith (ExitFailure n) else exitSuccess

main :: IO ()
main = do
  args <- getArgs
  hPutStrLn stderr ("given " ++ show (length args))
  putStrLn (unwords args)
  case args of
    ["zero", n] -> print (10 `div` (read n :: Int))
    _ -> return ()
  hPutStr stderr "no newline"
  finish (length args)"""


class Always(Ending):
    @classmethod
    def program(cls):
        return ALWAYS

    def test_all(self):
        exe = self.executable("--serial")
        for words in ([], ["a"], ["a", "b", "c"], ["zero", "1"]):
            self.same_by_both(exe, words, same=self.identical)
        words = ["zero", "0"]
        failed = run([exe] + words)
        expected = run([self.source + ".exe"] + words)
        self.assertEqual((expected.returncode, expected.stdout),
                         (failed.returncode, failed.stdout))
        self.assertEqual(expected.stderr.replace("Main.hs.exe: ", "native.cpp.exe: "),
                         failed.stderr)


# The end is an action of another monad, lifted, with what is printed before it.
LIFTED = r"""module Main (main) where
import Control.Monad
import Control.Monad.State
import System.Environment
import System.Exit
import System.IO

type App = StateT Int IO

step :: Int -> Int -> App ()
step most x = do
  modify (+ x)
  n <- get
  when (n > most) $ liftIO (hPutStrLn stderr "too much" >> exitWith (ExitFailure 2))
  lift (print n)

main :: IO ()
main = do
  args <- getArgs
  n <- execStateT (mapM_ (step (10 * length args)) [1 .. 20]) 0
  print n"""


class Lifted(Ending):
    @classmethod
    def program(cls):
        return LIFTED

    def test_all(self):
        exe = self.executable("--serial")
        for words in ([], ["a"], ["a", "b", "c"], ["a"] * 30):
            self.same_by_both(exe, words, same=self.identical)


# What is printed before a failure is seen, also where something later runs at the same time.
BEFORE = r"""module Main (main) where

f :: Int -> [Int]
f n = map succ (filter even [1 .. n])

g :: Int -> Int
g x = succ (pred x) * 2

main :: IO ()
main = do
  print (sum (f 10))
  print (map pred "bcd")
  print (succ (maxBound - g 0))"""

# An action that fails before it is one, behind `>>`.
THEN = r"""module Main (main) where
import Data.IORef

usage :: Int -> IO ()
usage n = putStrLn "usage" >> error ("status " ++ show n)

main :: IO ()
main = do
  count <- newIORef (3 :: Int)
  n <- readIORef count
  if n > 5 then usage n else putStrLn "small" >> print (10 `div` (n - 3)) >> putStrLn "end" """


# A failure that is certain, of what was named before anything was printed.
CERTAIN = r"""module Main (main) where
import qualified Data.Map as Map

main :: IO ()
main = do
  let squares = Map.fromList [(i, i * i) | i <- [1 .. 10 :: Int]]
      missing = squares Map.! 11
      largest = maximum ([] :: [Int])
  putStrLn "squares"
  print (squares Map.! 3)
  print largest
  putStrLn (show missing)"""

# The same, of a pattern that certainly does not match.
MATCHED = r"""module Main (main) where

main :: IO ()
main = do
  let Just name = lookup 3 [(1 :: Int, "a"), (2, "b")]
  putStrLn "names"
  putStrLn ("name " ++ name)
  putStrLn "end" """


class Printed(Ending):
    source_text = BEFORE

    @classmethod
    def program(cls):
        return cls.source_text

    def test_all(self):
        expected = run([self.source + ".exe"])
        for options in (["--serial"], []):
            with self.subTest(str(options)):
                self.same(expected, run([self.executable(*options)]))


class PrintedThen(Printed):
    source_text = THEN


@tap.dear
class PrintedCertain(Printed):
    source_text = CERTAIN


@tap.dear
class PrintedMatched(Printed):
    source_text = MATCHED


# What could share a visit with what is printed before it, and fails.
SHARED = r"""module Main (main) where
import System.Environment

data Tree = Leaf | Node Tree Int Tree

grown :: [Int] -> Tree
grown = foldr insert Leaf
  where
    insert x Leaf = Node Leaf x Leaf
    insert x t@(Node l y r)
      | x < y = Node (insert x l) y r
      | x > y = Node l y (insert x r)
      | otherwise = t

weight :: Tree -> Int
weight Leaf = 0
weight (Node l x r) = weight l + x + weight r

checked :: Int -> Tree -> Int
checked _ Leaf = 1
checked most (Node l x r)
  | x > most = error ("too much: " ++ show x)
  | otherwise = checked most l + checked most r

main :: IO ()
main = do
  mode : words <- getArgs
  let xs = map read words :: [Int]
      tree = grown xs
  case mode of
    "greatest" -> do
      print xs
      print (length xs)
      print (maximum xs)
    "shares" -> do
      print (foldr (+) 0 xs)
      putStrLn "shares"
      print (foldr (\x s -> 1000 `div` x + s) 0 xs)
    "tree" -> do
      print (weight tree)
      print (checked 100 tree)
    _ -> do
      print (sum xs)
      print (foldr1 max (filter (> 5) xs)) """


class Shared(Ending):
    @classmethod
    def program(cls):
        return SHARED

    def test_all(self):
        for options in (["--serial"], []):
            exe = self.executable(*options)
            for mode in ("greatest", "shares", "tree", "filtered"):
                for numbers in ([], ["3", "200", "7"], ["3", "0", "4"]):
                    self.same_by_both(exe, [mode, *numbers])


# Patterns that do not match, each in its own place, and a key that is not there.
PATTERNS = r"""module Main (main) where
import Control.Monad (forM_)
import qualified Data.IntMap as IntMap
import System.Environment

main :: IO ()
main = do
  [what, number] <- getArgs
  let n = read number :: Int
  case what of
    "lambda" -> print (map (\(Just x) -> x + n) [Just 1, lookup n [(1, 2)]])
    "key" -> print (IntMap.fromList [(1, 'a'), (2, 'b')] IntMap.! n)
    "loop" -> forM_ [n, n + 1] $ \i -> do
      Just x <- return (lookup i [(1, "one"), (2, "two")])
      putStrLn x
    _ -> putStrLn "nothing" """


class Patterns(Ending):
    @classmethod
    def program(cls):
        return PATTERNS

    def test_all(self):
        exe = self.executable("--serial")
        for words in ([], ["lambda", "1"], ["lambda", "2"], ["key", "2"], ["key", "-3"],
                      ["loop", "1"], ["loop", "2"], ["other", "1", "2"], ["other", "1"]):
            self.same_by_both(exe, words)


# What is forced before an action or a function, and what is matched and not read.
FORCED = r"""{-# LANGUAGE BangPatterns #-}
module Main (main) where
import Control.Monad (when)
import Data.IORef
import System.Environment

short :: String -> Bool
short w = length w <= 3 || error ("long: " ++ w)

number :: String -> Int
number w = if short w then length w else 0

unit :: String -> ()
unit w = if short w then () else error w

data Pair = Pair { left :: Int, right :: Int }
newtype Age = Age Int
data Only = Only deriving (Eq, Ord)

pair :: String -> Pair
pair w = if short w then Pair 1 2 else error w

age :: String -> Age
age w = if short w then Age 1 else error w

only :: String -> Only
only w = if short w then Only else error w

area :: Pair -> Int
area (Pair _ _) = 7

forceAll :: [Int] -> ()
forceAll [] = ()
forceAll (n : ns) = n `seq` forceAll ns

newtype Counter a = Counter { count :: Int -> (a, Int) }

tick :: Int -> Counter ()
tick !n = Counter (\s -> ((), s + 1))

both :: Counter a -> Counter b -> Counter b
both m k = Counter (\s -> let (_, s') = count m s in count k s')

later :: Int -> Int -> Int
later n = let !m = n in \k -> k + 1

main :: IO ()
main = do
  [what, w] <- getArgs
  putStrLn "begin"
  case what of
    "seq" -> do
      number w `seq` return ()
      putStrLn "seq"
    "list" -> if forceAll (map number ["a", w, "b"]) == () then putStrLn "list" else return ()
    "return" -> do
      _ <- return $! number w
      putStrLn "return"
    "ref" -> do
      r <- newIORef $! number w
      writeIORef r 1
      readIORef r >>= print
    "write" -> do
      r <- newIORef 0
      writeIORef r $! number w
      putStrLn "write"
    "bang" -> do
      let !(Age _) = age w
      putStrLn "bang"
    "unit" -> case unit w of () -> putStrLn "unit"
    "fields" -> case pair w of Pair {} -> putStrLn "fields"
    "function" -> print (area (pair w))
    "lambda" -> print ((\() -> 3 :: Int) (unit w))
    "bind" -> do
      () <- return (unit w)
      putStrLn "bind"
    "equal" -> putStrLn (if only w == Only then "equal" else "different")
    "compare" -> print (compare Only (only w))
    "state" -> print (snd (count (tick (number w) `both` tick 1) 0))
    "partial" -> print (map (later (number w)) [1, 2])
    "unused" -> when (length w > 10) (number w `seq` putStrLn "unused")
    "lazy" -> do
      let (_, _) = (unit w, pair w)
          Age _ = age w
      putStrLn "lazy"
    _ -> putStrLn "nothing" """
FORCED_WAYS = ["seq", "list", "return", "ref", "write", "bang", "unit", "fields", "function",
               "lambda", "bind", "equal", "compare", "state", "partial", "unused", "lazy", "other"]


class Forced(Ending):
    @classmethod
    def program(cls):
        return FORCED

    def test_all(self):
        exe = self.executable("--serial")
        for way in FORCED_WAYS:
            for word in ("abc", "abcd"):
                self.same_by_both(exe, [way, word])


class Loops(Ending):
    @classmethod
    def program(cls):
        return LOOP

    def test_all(self):
        exe = self.executable("--serial")
        for lines in LOOP_CASES:
            self.same_by_both(exe, input=lines)


class Endings(Ending):
    @classmethod
    def program(cls):
        return PROGRAM

    def outcome(self, command, words):
        done = run(command + words)
        return done.returncode, done.stdout, done.stderr

    def test_all(self):
        exe = self.executable("--serial")
        for name, words in CASES.items():
            expected = self.outcome([self.source + ".exe"], words)
            expected = (*expected[:2], expected[2].replace("Main.hs.exe", "Main"))
            with self.subTest(name):
                self.assertEqual(expected, self.outcome([DEFOREST, "run", self.source, "--"], words))
                self.assertEqual(expected, self.outcome([exe], words))

    def test_message_like_an_end(self):
        """Of a program whose own message begins as that does which says how one ends."""
        exe = self.executable("--serial")
        for words in ([], ["x"], ["-"], ["3"], ["3", "x", "y"], ["3", "9", "abc"]):
            for command in ([self.source + ".exe"], [DEFOREST, "run", self.source, "--"], [exe]):
                with self.subTest(f"{command[0]} {words}"):
                    code, printed, errors = self.outcome(command, ["m"] + words)
                    self.assertEqual((1, ""), (code, printed))
                    if command[0] != exe:
                        self.assertIn(" ".join(words), errors)

    def test_user_error(self):
        for command in ([self.source + ".exe"], [DEFOREST, "run", self.source, "--"]):
            code, printed, errors = self.outcome(command, ["u", "a", "b"])
            self.assertEqual((1, ""), (code, printed))
            self.assertIn("user error (a b)", errors)


if __name__ == "__main__":
    tap.main(__name__)
