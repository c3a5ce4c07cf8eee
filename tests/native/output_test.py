#!/usr/bin/env python3
"""What emitted programs print is printed as it is made: the same text on one thread and on several,
no more memory for many lines than for few, and before a program fails what comes before that.

    output_test.py --deforest DEFOREST --work DIR --runtime DIR [--compiler g++] [--only NAME,...]

What is printed is compared with the interpreter's, and with the memory that is given back
overwritten (DEFOREST_POISON).
"""

import argparse
import hashlib
import os
import pathlib
import subprocess
import sys

DATA = """
import Control.Monad (forM_, when)
import Data.IORef
import Data.List (intercalate)

data Tree = Leaf | Node Tree Int Tree
data Shape = Dot | Box { width :: Int, name :: String } deriving Show

grow :: Int -> Int -> Tree
grow d x = if d <= 0 then Leaf else Node (grow (d - 1) (x * 2)) x (grow (d - 1) (x * 2 + 1))

render :: Tree -> String
render Leaf = "."
render (Node l x r) = "(" ++ render l ++ show x ++ render r ++ ")"

weigh :: Tree -> Int
weigh Leaf = 1
weigh (Node l x r) = (weigh l * 31 + x + weigh r) `mod` 1000003

line :: Int -> String
line n = show n ++ ": " ++ show (weigh (grow (n `mod` 7 + 2) n)) ++ (if even n then "" else " odd")

kinds :: Int -> [String]
kinds n = [intercalate ", " (map show [1 .. k]) | k <- [1 .. n], k `mod` 3 /= 0]

count :: IORef Int -> Int -> Int -> IO ()
count total most n = do
  modifyIORef' total (+ n)
  t <- readIORef total
  when (even t) (putStrLn (show n ++ ", " ++ show t))
  when (n > most) (ioError (userError ("more than " ++ show most ++ ": " ++ show n)))

counted :: Int -> Int -> IO ()
counted most n = do
  putStr "from 1: "
  total <- newIORef 0
  forM_ [1 .. n] (count total most)
  t <- readIORef total
  when (t > 20) $ do
    putStrLn "\\955"
    print (t `div` (n - 7))
"""

# What a program does, for a number of lines.
PRINTED = {
    "lines": "mapM_ (putStrLn . line) [1 .. {0}]",
    "elements": "mapM_ (putStrLn . line) (filter odd (map (* 3) [1 .. {0}]))",
    "unlines": "putStr (unlines (map line [1 .. {0}]))",
    "nested": "mapM_ (\\n -> mapM_ putStrLn (kinds (n `mod` 9))) [1 .. {0}]",
    "tree": "mapM_ (\\n -> putStrLn (render (grow 3 n))) [1 .. {0}]",
    "values": "mapM_ (\\n -> print (Box n \"\\955\\n\\\"\") >> print (fromIntegral n / 8 :: Double)) [1 .. {0}]",
    "characters": "putStr (concatMap (\\n -> [toEnum (n `mod` 1000), '\\n']) [1 .. {0}])",
    "actions": "counted {0} {0}",
    "in_turn": "do {{ putStr \"from \"; print (line {0}); mapM_ print [1 .. {0} :: Int]; putStrLn \"to\" }}",
}
# The same that hold what they print, since they need it once more.
HELD = {
    "twice": "let text = concatMap line [1 .. {0}] in putStrLn text >> print (length text)",
    "backwards": "let ls = map line [1 .. {0}] in mapM_ putStrLn ls >> mapM_ putStrLn (reverse ls)",
    "whole_tree": "putStrLn (render (grow 9 {0}))",
}
FEW, MANY = 200, 200000
MOST = 40000  # kilobytes, for many lines
# What a program does, and what it has printed when it fails, on one thread.
FAILING = {
    "division": ("mapM_ (\\x -> print (100 `div` x)) [5, 4, 0 :: Int]", "20\n25\n"),
    "between": ("do { putStrLn \"first\"; print (sum [1 .. 10 :: Int]);"
                " putStrLn (show (head (drop 3 (kinds 3)))); putStrLn \"never\" }", "first\n55\n"),
    "in_action": ("counted 4 9", "from 1: 3, 6\n4, 10\n"),
    "behind_actions": ("counted 9 7", "from 1: 3, 6\n4, 10\n7, 28\n\u03bb\n"),
    "in_loop": ("mapM_ (\\n -> putStrLn (if n > 2 then error (\"not \" ++ show n) else line n)) [1 .. 9]",
                "1: 37026 odd\n2: 588448\n"),
}


def run(command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, **options)


def measured(command):
    """What a program prints, as a digest and its beginning, and the most kilobytes that it held."""
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE)
    digest, begin = hashlib.sha256(), b""
    while part := process.stdout.read(1 << 16):
        digest.update(part)
        begin = begin or part[:200]
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise RuntimeError(f"{command}: status {status}")
    return digest.hexdigest(), begin, usage.ru_maxrss


def build(args, name, action, *flags):
    source = args.work / f"{name}.hs"
    source.write_text(f"module Main (main) where\n{DATA}\nmain :: IO ()\nmain = {action}\n")
    text = source.with_suffix(".cpp")
    subprocess.run([args.deforest, source, "-o", text, "--policy", "unfused"], check=True,
                   stderr=subprocess.DEVNULL)
    out = args.work / (name + "".join(flags))
    subprocess.run([args.compiler, "-std=c++20", "-O1", "-ffp-contract=off", *flags, "-I",
                    args.runtime, text, "-o", out, "-ltbb", "-pthread"], check=True)
    return source, out


def options(source):
    """For one thread, and for two where there is a choice."""
    if "ThreadLimit" not in source.with_suffix(".cpp").read_text():
        return [[]]
    return [["--threads", "1"], ["--threads", "2"]]


def check_few(args, name, action, failures):
    """What it prints for few lines."""
    source, made = build(args, name, action, "-DDEFOREST_POISON")
    wanted = run([args.deforest, "run", source]).stdout
    for option in options(source):
        if run([made, *option]).stdout != wanted:
            failures.append(f"{name}, {option}: another text than the interpreter's")
    return wanted


def check_many(args, name, action, wanted, failures):
    """That it holds no more for many lines."""
    source, made = build(args, name + "_long", action)
    texts = set()
    for option in options(source):
        text, begin, held = measured([made, *option])
        texts.add(text)
        print(f"{name}, {option}: {held} KB for {MANY} lines", flush=True)
        if held > MOST:
            failures.append(f"{name}, {option}: memory grows with the lines")
        if name != "in_turn" and not wanted.startswith(begin[:100]):
            failures.append(f"{name}, {option}: it begins with {begin}")
    if len(texts) != 1:
        failures.append(f"{name}: another text on two threads")


def main():
    parser = argparse.ArgumentParser()
    for name in ("deforest", "runtime", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--compiler", default=os.environ.get("CXX", "g++"))
    parser.add_argument("--only")
    args = parser.parse_args()
    only = args.only.split(",") if args.only else [*PRINTED, *HELD]
    args.work = pathlib.Path(args.work).resolve()
    args.work.mkdir(parents=True, exist_ok=True)
    failures = []
    for name in only:
        action = (PRINTED | HELD)[name]
        wanted = check_few(args, name, action.format(FEW), failures)
        if name in PRINTED:
            check_many(args, name, action.format(MANY), wanted, failures)
    for name, (action, wanted) in FAILING.items():
        source, made = build(args, name, action)
        result = run([made, *options(source)[0]])
        if result.returncode != 1 or result.stdout.decode() != wanted or not result.stderr:
            failures.append(f"{name}: status {result.returncode}, {result.stdout}, {result.stderr}")
    _, made = build(args, "full", PRINTED["lines"].format(MANY))
    with open("/dev/full", "w") as full:
        result = subprocess.run([made], stdout=full, stderr=subprocess.PIPE)
    if result.returncode != 1 or b"cannot write to standard output" not in result.stderr:
        failures.append(f"a full device: status {result.returncode}, {result.stderr}")
    for failure in failures:
        print("FAILED:", failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
