#!/usr/bin/env python3
"""`printf` and the formatting functions of `Numeric` against GHC: one program that prints tables of
numbers in formats, as GHC compiles it, as `deforest run` evaluates it, and as a native executable.

usage: formats_test.py DEFOREST RUNTIME
"""

import random

import routes
import tap
from routes import DEFOREST

WHOLE = ["%d", "%5d", "%-5d|", "%05d", "%+d", "% d", "%+06d", "%.3d", "%7.3d|", "%07.3d|", "%.0d|",
         "%x", "%#X", "%08x", "%o", "%#o", "%b", "%u", "%i%%", "%v"]
NATURAL = ["%d", "%x", "%#10X|", "%-10o|", "%u"]
FRACTION = ["%f", "%.0f", "%.1f", "%.2f", "%8.3f|", "%-8.3f|", "%08.2f", "%+.2f", "% .1f", "%e",
            "%.2e", "%.0e", "%g", "%.3g", "%12.4g|", "%E", "%G", "%v"]
TEXT = ["%s", "%6s|", "%-6s|", "%.2s|", "%6.1s|", "%v"]


def program():
    rng = random.Random(1)
    doubles = ["0", "-0.0", "1", "-1", "0.5", "1.5", "2.5", "-2.5", "0.05", "0.25", "0.125", "0.375",
               "99.995", "9.9999", "999999.5", "1e7", "12345678.9", "0.1", "0.01", "1e-5", "1e22",
               "1.7976931348623157e308", "5.0e-324", "2.675", "1.005", "1/0", "-1/0", "0/0"]
    doubles += [repr(rng.uniform(-1000, 1000)) for _ in range(12)]
    doubles += [repr(rng.uniform(0, 1) * 10.0 ** rng.randint(-9, 12)) for _ in range(12)]

    def table(formats, values, kind):
        return [f'  putStrLn (unwords [printf "{form}" x | x <- {values} :: [{kind}]])'
                for form in formats]

    lines = table(WHOLE, "[0, 1, -1, 42, -4096, maxBound, minBound]", "Int")
    lines += table(WHOLE[:8] + ["%v"], "[0, 7, -7, 2 ^ (70 :: Int), -(10 ^ (20 :: Int))]", "Integer")
    lines += table(NATURAL, "[0, 8, maxBound]", "Word")
    lines += table(FRACTION, f"[{', '.join(doubles)}]", "Double")
    lines += table(FRACTION, "[0, 0.1, -2.5, 3.14159, 16777216, 1e-20, 3.0e38]", "Float")
    lines += table(TEXT, '["", "a", "abcdefgh"]', "String")
    lines += table(["%c", "%3c|", "%-3c|", "%v"], "\"xy\"", "Char")
    for function in ("showFFloat", "showEFloat", "showGFloat"):
        for precision in ("Nothing", "(Just 0)", "(Just 2)", "(Just (-1))"):
            lines.append(f'  putStrLn (unwords [{function} {precision} (x :: Double) "" '
                         f"| x <- [{', '.join(doubles)}]])")
    lines += ['  putStrLn (unwords [showFloat (x :: Double) "" | x <- [0.1, 1e9, 25]])',
              '  putStrLn (showHex (255 :: Int) (showOct (2 ^ (80 :: Int) :: Integer) "."))',
              '  mapM_ (printf "%s is %d\\n" "it") [1, 2 :: Int]',
              '  printf ("%d " ++ "%s" ++ "\\n") (3 :: Int) (show (Just 2.5))',
              '  hPrintf stdout "%s\\n" "out"']
    return ("module Main where\n\nimport Numeric\nimport System.IO (stdout)\n"
            "import Text.Printf (hPrintf, printf)\n\nmain :: IO ()\nmain = do\n"
            + "\n".join(lines) + "\n")


class Formats(routes.Routes):
    program = staticmethod(program)

    def compare(self, found):
        lines = self.expected.splitlines()
        calls = [line for line in program().splitlines() if line.startswith("  ")]
        for at, (one, other) in enumerate(zip(lines, found.splitlines())):
            self.assertEqual(one, other, calls[min(at, len(calls) - 1)][:200])
        self.assertEqual(len(lines), len(found.splitlines()))

    def test_interpreted(self):
        self.compare(self.succeed([DEFOREST, "run", self.source]))

    def test_native(self):
        self.compare(self.executed(self.native("--stop-after", "none"), "-O0"))


if __name__ == "__main__":
    tap.main(__name__)
