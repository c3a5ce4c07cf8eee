#!/usr/bin/env python3
"""What base has by name to show and to read numbers: as GHC compiles it, as `deforest run`
evaluates it, as a native executable, and as GHC compiles what is emitted, where every function that
shows or reads is improved, and says what it did in the words of base.

usage: named_test.py DEFOREST RUNTIME
"""

import routes
import tap
from routes import DEFOREST

DOUBLES = ("[0, -0.0, 1, -1, 0.1, 2.5, -2.5, 1e7, 12345678.9, 0.05, 1e-5, 1e22, 5.0e-324, 99.995, "
           "1 / 0, -1 / 0, 0 / 0, 3.14159]")
FLOATS = "[0, 0.1, -2.5, 16777216, 1e-20, 3.0e38]"
INTEGERS = "[0, -7, 10 ^ (18 :: Int), 2 ^ (70 :: Int), -(10 ^ (20 :: Int))]"
TEXTS = '["1", " -2", "(3)", "x", "4 ", "", "0x1F", "-(5)", "2.5", "1e3", "NaN", "1 2"]'
GOOD = '["1", " -2", "(3)", "4 ", "0x1F", "27"]'

# By name: the type of the elements, the list, and what becomes of `x`, a text.
LINES = {
    "showsDouble": ("Double", DOUBLES, "show (x * 2)"),
    "showsFloat": ("Float", FLOATS, "show (x / 2)"),
    "showsInteger": ("Integer", INTEGERS, "show (x - 1)"),
    "innerDouble": ("Double", DOUBLES, "show (Just (negate x))"),
    "innerFloat": ("Float", FLOATS, "showsPrec 7 (negate x) \"|\""),
    "innerInteger": ("Integer", INTEGERS, "shows (Just x) \"|\""),
    "fixedPlaces": ("Double", DOUBLES, "showFFloat (Just 2) x \"%\""),
    "anyPlaces": ("Double", DOUBLES, "showFFloat Nothing x \"%\""),
    "scientific": ("Float", FLOATS, "showEFloat (Just 3) x \"\""),
    "general": ("Double", DOUBLES, "showGFloat (Just 1) x \"\""),
    "shortest": ("Float", FLOATS, "showFloat x \"\""),
    "hexadecimal": ("Int", "[0 .. 40]", "showHex x (showOct (x + 9) \"\")"),
    "formatted": ("Double", DOUBLES, 'printf "%.2f" x'),
    "padded": ("Double", DOUBLES, 'printf "%8.3f|%-9.1e|%+.2f" x x x'),
    "paddedWhole": ("Int", "[-40 .. 40]", 'printf "%5d %-4d| %05d %x" x x x (abs x)'),
    "paddedText": ("Int", "[0 .. 20]", 'printf "%6s|%-6s|" (show x) (replicate x \'a\')'),
    "measured": ("Double", DOUBLES, "show (length (printf \"%7.2f\" x :: String))"),
    "converted": ("Int", "[0 .. 9]", "printf \"%7.2f\" (fromIntegral x * 0.25 :: Double)"),
    "literal": ("Int", "[0 .. 9]", "shows x (printf \"%9.7f\" (0.1 :: Float))"),
    "intRead": ("String", GOOD, "show (read x + 1 :: Int)"),
    "integerRead": ("String", GOOD, "show (read x * 10 ^ (30 :: Int) :: Integer)"),
    "doubleRead": ("String", '["1", "-2.5", "1e3"]', "show (read x / 2 :: Double)"),
    "maybeInt": ("String", TEXTS, "maybe \"none\" show (readMaybe x :: Maybe Int)"),
    "maybeDouble": ("String", TEXTS, "show (readMaybe x :: Maybe Double)"),
    "maybeShade": ("String", '["Dark", " Light", "Grey"]', "show (readMaybe x :: Maybe Shade)"),
    "maybePairs": ("String", '["[(1,2.5)]", "[]", "(1,2)"]',
                   "show (readMaybe x :: Maybe [(Int, Double)])"),
    "eitherInt": ("String", TEXTS, "either id show (readEither x :: Either String Int)"),
    "someReads": ("String", TEXTS, "show (reads x :: [(Int, String)])"),
    "showsText": ("String", TEXTS, "show x ++ shows (reverse x) (show (Just x))"),
    "showsLetters": ("Char", "['a', '\\'', '\"', '\\n', '\\DEL', '\\233']",
                     "show x ++ show [x, '1']"),
    "nothingShown": ("Int", "[0, 1]", "show (\"\" :: String) ++ shows (take x \"\") (show x)"),
    "derived": ("Double", DOUBLES, "show (Point {px = x, py = negate x})"),
}


def program(names=tuple(LINES)):
    lines = [f"module Main (main, {', '.join(names)}) where", "", "import Numeric",
             "import Text.Printf (printf)", "import Text.Read (readEither, readMaybe)", "",
             "data Shade = Dark | Light deriving (Eq, Show, Read)",
             "data Point = Point {px :: Double, py :: Double} deriving (Eq, Show)", ""]
    for name in names:
        kind, _, text = LINES[name]
        # Most of the work is what can be fused.
        lines += [f"{name} :: [(Int, {kind})] -> [String]",
                  f"{name} rows = map (\\(_, x) -> '<' : ({text}))",
                  "  (filter (\\(k, _) -> k == 40) (map (\\(k, x) -> (k + 1, x)) rows))", ""]
    lines += ["main :: IO ()", "main = do"]
    lines += [f"  putStrLn (unwords ({name} [(k, x) | x <- {LINES[name][1]}, k <- [1 .. 40]]))"
              for name in names]
    return "\n".join(lines) + "\n"


class Named(routes.Routes):
    program = staticmethod(program)

    def compare(self, found, names=tuple(LINES)):
        expected = dict(zip(LINES, self.expected.splitlines()))
        self.assertEqual(dict(zip(names, found.splitlines())),
                         {name: expected[name] for name in names})

    def test_interpreted(self):
        self.compare(self.succeed([DEFOREST, "run", self.source]))

    def test_native(self):
        self.compare(self.executed(self.native(), "-O0"))

    def test_emitted(self):
        names = list(LINES)
        left = tried = 0
        for first in tap.sample(range(0, len(names), 4), 3):
            some = names[first:first + 4]
            path = f"{self.source}{first}.hs"
            with open(path, "w") as file:
                file.write(program(some))
            emitted = path + ".out.hs"
            self.succeed([DEFOREST, path, "-o", emitted, "--price", "0"])
            with open(emitted) as file:
                text = file.read()
            self.compare(self.ghc(emitted), some)
            left += text.count("(k + 1, x)")
            tried += len(some)
            for part in ("mantissaOf", "bigTimes", "showNatural", "printfFill", "naturalFrom", "showsTextRest"):
                self.assertNotIn(part, text)
        # The others are no longer as they were written.
        self.assertLess(left, tried / 2)


if __name__ == "__main__":
    tap.main(__name__)
