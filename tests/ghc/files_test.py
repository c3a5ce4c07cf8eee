#!/usr/bin/env python3
"""Programs that read and write files, and that talk with who writes to them: what GHC makes of one
is what `deforest run` does, and what the native executable does.

usage: files_test.py DEFOREST RUNTIME
"""

import os
import pathlib
import subprocess
import tempfile

from routes import DEFOREST, Ending, run
import tap

FILES = r"""module Main (main) where
import Control.Monad
import Data.Char (toUpper)
import Data.IORef
import qualified Data.Map.Strict as M
import System.Environment
import System.IO

type Counts = M.Map String Int

load :: FilePath -> IO Counts
load f = do
  s <- readFile f
  return (M.fromListWith (+) [(w, 1) | w <- words s])

save :: FilePath -> Counts -> IO ()
save f m = writeFile f (unlines [k ++ " " ++ show v | (k, v) <- M.toList m])

copied :: FilePath -> FilePath -> IO Int
copied from to = do
  s <- readFile from
  putStrLn "read"
  writeFile to (map toUpper s)
  return (length s)

main :: IO ()
main = do
  args <- getArgs
  case args of
    ["copy", from, to] -> copied from to >>= print
    ["show", f] -> readFile f >>= putStr
    ["numbered", f] -> do
      ls <- lines <$> readFile f
      mapM_ putStrLn (zipWith (\n l -> show n ++ ": " ++ l) [1 :: Int ..] ls)
    ["sum", f] -> do
      putStrLn "summing"
      text <- readFile f
      print (sum (map read (lines text)) :: Int)
    ["parts", n] -> do
      let count = read n :: Int
      forM_ [1 .. count] $ \i -> do
        writeFile (name i) ""
        forM_ [1 .. i * 2] $ \j -> appendFile (name i) ("w" ++ show (j `mod` 3) ++ " x\n")
      parts <- mapM (load . name) [1 .. count]
      save "total.txt" (foldr (M.unionWith (+)) M.empty parts)
      again <- newIORef (0 :: Int)
      forM_ [1 .. 20 :: Int] $ \_ -> do
        s <- readFile "total.txt"
        modifyIORef' again (+ length s)
      readIORef again >>= print
    ["turn", f] -> do
      -- The same file, before and after it is written.
      a <- readFile f
      print (length a)
      appendFile f "more\n"
      b <- readFile f
      putStr b
      writeFile f "less\n"
      c <- readFile f
      putStr c
    ["into", f] -> do
      putStrLn "before"
      writeFile f "text"
      putStrLn "after"
    ["log", f] -> forM_ (zip [1 :: Int ..] "a\228\8364\128512") $ \(i, c) -> do
      appendFile f (show i ++ [c, '\n'])
      when (i == 2) $ readFile f >>= putStr
    ["copied", from, to] -> do
      n <- withFile from ReadMode $ \input -> withFile to WriteMode (numbered input 1)
      print n
      h <- openFile to AppendMode
      hSetBuffering h LineBuffering
      hPutStr h "end"
      hPrint h n
      hClose h
    ["reads", f] -> do
      h <- openFile f ReadMode
      print h
      c <- hGetChar h
      l <- hGetLine h
      end <- hIsEOF h
      rest <- hGetContents h
      print (c, l, end, length rest)
      forM_ [stdout, stderr] $ \o -> hPutStrLn o rest
    ["both", f] -> do
      h <- openFile f ReadMode
      k <- openFile f ReadMode
      a <- hGetLine h
      b <- hGetLine h
      c <- hGetLine k
      print (a, b, c, h == k, h == h)
    ["misuse", how] -> do
      writeFile "own.txt" "a\nb"
      h <- openFile "own.txt" (if how == "writing" then ReadMode else AppendMode)
      case how of
        "reading" -> hGetLine h >>= putStrLn
        "writing" -> hPutStrLn h "text"
        "closed" -> hClose h >> hPutStrLn h "text"
        "end" -> do
          hClose h
          k <- openFile "own.txt" ReadMode
          forM_ [1 .. 3 :: Int] (\_ -> hGetLine k >>= putStrLn)
        _ -> hPutStrLn h how >> hClose h
    ["given"] -> do
      have <- getContents
      writeFile "given.txt" have
      print (length have)
    _ -> putStrLn "nothing to do"
 where
  name i = "part" ++ show i ++ ".txt"
  numbered input n output = do
    end <- hIsEOF input
    if end then return n else do
      l <- hGetLine input
      hPutStrLn output (show (n :: Int) ++ " " ++ l)
      numbered input (n + 1) output
"""

GIVEN = {
    "in.txt": "one two\nthr\u00e9e \u20ac\n\nfour".encode(),
    "numbers.txt": b"1\n20\n-3\n",
    "wrong.txt": b"1\nx\n",
    "empty.txt": b"",
    "broken.txt": b"ab\xff\xfecd\n",
    "cut.txt": b"ab\xe2\x82",
    "large.txt": b"".join(b"line %d\n" % i for i in range(20000)),
}

WAYS = [
    ["copy", "in.txt", "out.txt"], ["copy", "large.txt", "out.txt"], ["copy", "empty.txt", "out.txt"],
    ["copy", "absent.txt", "out.txt"], ["copy", "in.txt", "absent/out.txt"],
    ["show", "in.txt"], ["show", "."], ["show", "absent.txt"], ["show", "in.txt/x"], ["show", ""],
    ["show", "broken.txt"], ["show", "cut.txt"],
    ["numbered", "in.txt"], ["sum", "numbers.txt"], ["sum", "empty.txt"], ["sum", "wrong.txt"],
    ["sum", "absent.txt"], ["parts", "3"], ["turn", "numbers.txt"], ["into", "new.txt"],
    ["into", "."], ["into", "absent/new.txt"], ["log", "log.txt"], ["log", "in.txt"], ["given"],
    ["copied", "in.txt", "out.txt"], ["copied", "empty.txt", "out.txt"],
    ["copied", "large.txt", "out.txt"], ["copied", "absent.txt", "out.txt"],
    ["reads", "in.txt"], ["reads", "numbers.txt"], ["reads", "empty.txt"], ["reads", "absent.txt"],
    ["both", "in.txt"], ["misuse", "reading"], ["misuse", "writing"], ["misuse", "closed"],
    ["misuse", "end"], ["misuse", "not"],
]


class Files(Ending):
    @classmethod
    def program(cls):
        return FILES

    def outcome(self, command, words):
        """What the command does, and the files that are there afterwards."""
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            for file, content in GIVEN.items():
                (directory / file).write_bytes(content)
            done = run([*command, *words], cwd=name, input="some\ninput\n",
                       env={**os.environ, "LC_ALL": "C.UTF-8"})
            files = {file.name: file.read_bytes() for file in directory.iterdir()}
            return done, files

    def test_all(self):
        exe = self.executable("--serial")
        for words in WAYS:
            expected, files = self.outcome([self.source + ".exe"], words)
            for command in ([DEFOREST, "run", self.source, "--"], [exe]):
                with self.subTest(f"{command[0]} {words}"):
                    done, written = self.outcome(command, words)
                    # GHC prints the beginning of a text that has no good end.
                    if words[1:] == ["cut.txt"] or words[1:] == ["broken.txt"]:
                        expected.stdout = done.stdout
                    self.same(expected, done)
                    self.assertEqual(files, written)

    def test_parallel(self):
        exe = self.executable()
        for words in WAYS:
            with self.subTest(words):
                expected, files = self.outcome([self.source + ".exe"], words)
                if expected.returncode == 0:
                    done, written = self.outcome([exe], words)
                    self.assertEqual((expected.stdout, files), (done.stdout, written))

    def test_strict_evaluation_is_refused(self):
        done = run([DEFOREST, "run", "--semantics", "strict", self.source, "--", "given"],
                   cwd=self.directory.name)
        self.assertEqual((1, ""), (done.returncode, done.stdout))
        self.assertIn("reads or writes files", done.stderr)


TALK = r"""module Main (main) where
import System.IO

data State = State { total :: !Int, names :: [String] }

loop :: State -> IO State
loop s = do
  putStr "> "
  end <- isEOF
  if end then return s else do
    line <- getLine
    case words line of
      ["add", n] -> do
        let t = total s + read n
        print t
        loop s { total = t }
      ["name", x] -> loop s { names = x : names s }
      ["key"] -> do
        c <- getChar
        putStrLn ("key " ++ show c)
        loop s
      ["rest"] -> do
        text <- getContents
        putStr (unlines (map reverse (lines text)))
        return s
      ["quit"] -> return s
      _ -> do
        putStrLn ("what is " ++ show line ++ "?")
        loop s

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  s <- loop (State 0 [])
  print (total s, names s)
"""

# What is written, and what the answer to it is.
TALKS = [
    [("", "> "), ("add 3\n", "3\n> "), ("add \u00e9\n", None)],
    [("", "> "), ("add 3\n", "3\n> "), ("add 4\nadd 5\n", "7\n> 12\n> "), ("na", ""),
     ("me Ann\n", "> "), ("hm\n", "what is \"hm\"?\n> "), ("quit\n", "(12,[\"Ann\"])\n")],
    [("", "> "), ("key\nx", "key 'x'\n> "), ("add 1\n", "1\n> "), ("rest\nab", ""), ("c\nde\n", "")],
    [("", "> "), ("key\n\n\n", "key '\\n'\n> what is \"\"?\n> "), ("add 2", ""), ("0", "")],
]


PROMPT = r"""import System.IO

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  putStr "name? "
  name <- getLine
  putStr ("how many, " ++ name ++ "? ")
  n <- read <$> getLine
  print (sum (map (* 2) [1 .. n :: Int]))
  rest <- getContents
  mapM_ putStrLn (reverse (lines rest))
"""

PROMPTED = [
    [("", "name? "), ("Ann\n", "how many, Ann? "), ("10\n", "110\n"), ("a\n", ""), ("b", "")],
    [("", "name? "), ("Ann\n1", "how many, Ann? "), ("0\n", "110\n")],
]


class Talks(Ending):
    talks = TALKS

    @classmethod
    def program(cls):
        return TALK

    def test_answers_come_before_the_next_question(self):
        exe = self.executable("--serial")
        for talk in self.talks:
            written = "".join(line for line, _ in talk)
            expected = run([self.source + ".exe"], input=written)
            with self.subTest(written), subprocess.Popen([exe], stdin=subprocess.PIPE,
                                                         stdout=subprocess.PIPE) as process:
                seen = b""
                for line, answer in talk:
                    process.stdin.write(line.encode())
                    process.stdin.flush()
                    if answer is None:
                        break
                    wanted = seen + answer.encode()
                    while len(seen) < len(wanted):
                        more = os.read(process.stdout.fileno(), len(wanted) - len(seen))
                        self.assertTrue(more, "the program has ended")
                        seen += more
                    self.assertEqual(wanted, seen)
                process.stdin.close()
                seen += process.stdout.read()
                self.assertEqual(expected.stdout.encode(), seen)
                self.assertEqual(expected.returncode, process.wait())

    def test_interpreter(self):
        for talk in self.talks:
            written = "".join(line for line, _ in talk)
            expected = run([self.source + ".exe"], input=written)
            self.same(expected, run([DEFOREST, "run", self.source], input=written))


class Prompts(Talks):
    talks = PROMPTED

    @classmethod
    def program(cls):
        return PROMPT


SILENT = r"""module Main (main) where
import System.Environment

count :: Int -> IO Int
count n = if n > 3 then return n else print n >> count (n + 1)

main :: IO ()
main = do
  args <- getArgs
  n <- count (length args)
  print (n * 2)
"""


class Silent(Ending):
    @classmethod
    def program(cls):
        return SILENT

    def test_what_reads_nothing_waits_for_nothing(self):
        exe = self.executable("--serial")
        for command in ([DEFOREST, "run", self.source], [exe]):
            reading, writing = os.pipe()
            try:
                done = run(command, stdin=reading)
            finally:
                os.close(reading)
                os.close(writing)
            self.assertEqual(run([self.source + ".exe"]).stdout, done.stdout)


if __name__ == "__main__":
    tap.main(__name__)
