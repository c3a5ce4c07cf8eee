"""Random modules of Haskell as people write it: functions that take and make functions, classes with
instances and defaults, `Integer` beside `Int`, data that derives, folds of lists and trees,
computations that change arrays and references.

What a module computes is what its `main` prints, a line for each of its definitions. Values stay
finite and every definition ends: recursion is over lists and trees that are written down. Division
has a divisor that is not zero. So whatever differs between two routes is a mistake.
"""

import random
import re

HEAD = """\
module {name} (main) where

import Control.Monad (forM_, when)
import Control.Monad.ST (ST, runST)
import Data.Array.ST (STUArray, getElems, newArray, newListArray, readArray, writeArray)
import Data.List (foldl', sortBy)
import Data.Ord (comparing)
import Data.STRef (modifySTRef, modifySTRef', newSTRef, readSTRef, writeSTRef)

data Tree a = Leaf | Node (Tree a) a (Tree a) deriving (Eq, Show, Functor, Foldable)

data Shape = Dot | Line Int | Box {{ width :: Int, height :: Integer }} deriving (Eq, Ord, Show)

newtype Wrapped a = Wrapped {{ unwrap :: a }} deriving (Eq, Ord, Show)

class Measured a where
  measure :: a -> Integer
  measure x = 3 * weight x + 1
  weight :: a -> Integer
  weight _ = 7
  {{-# MINIMAL #-}}

build :: Int -> Tree Int
build n = if n <= 0 then Leaf else Node (build (n - 2)) (n * n - 5 * n) (build (n - 3))

twice :: (a -> a) -> a -> a
twice f = f . f

times :: Int -> (a -> a) -> a -> a
times n f x = if n <= 0 then x else times (n - 1) f (f x)

"""

PRAGMAS = "{-# LANGUAGE DeriveFunctor, DeriveFoldable #-}\n"

# What a type is written as; functions are of one parameter.
INT, INTEGER, BOOL = "Int", "Integer", "Bool"
LIST, BIG, TREE, SHAPE, TEXT = "[Int]", "[Integer]", "(Tree Int)", "Shape", "String"
BASE = [INT, INTEGER, BOOL, LIST, BIG, TREE, SHAPE, TEXT]
PASSED = [(INT, INT), (INTEGER, INTEGER), (INT, BOOL), (INT, INTEGER), (INT, LIST)]


class Module:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.name = f"M{seed}"
        self.functions = []  # a name, the types of parameters (pairs are functions), the result
        self.fresh = 0

    def pick(self, *choices):
        return self.random.choice(choices)

    def variable(self):
        self.fresh += 1
        return f"v{self.fresh}"

    def literal(self, kind):
        n = self.random.randint(-9, 99)
        return {
            INT: f"({n} :: Int)",
            INTEGER: f"({n * self.pick(1, 1, 10**19 + 7)} :: Integer)",
            BOOL: self.pick("True", "False"),
            LIST: f"({self.pick('[]', f'[{n}, 2, {n % 7}]', f'[1 .. {n % 12}]')} :: [Int])",
            BIG: f"({self.pick('[]', f'[{n}, 18446744073709551616]')} :: [Integer])",
            TREE: f"(build {n % 7})",
            SHAPE: self.pick("Dot", f"(Line {abs(n)})", f"(Box {abs(n)} {abs(n) * 10**15})"),
            TEXT: self.pick('"ab"', f'(show ({n} :: Int))'),
        }[kind]

    def function(self, wanted, scope, depth):
        """An expression of a function type."""
        given, made = wanted
        known = [name for name, kind in scope if kind == wanted]
        named = [name for name, parameters, result in self.functions
                 if parameters == [given] and result == made]
        roll = self.random.random()
        if known and roll < 0.35:
            return self.pick(*known)
        if named and roll < 0.5:
            return self.pick(*named)
        if wanted in ((INT, INT), (INTEGER, INTEGER)):
            if roll < 0.6:
                return f"({self.pick('+', '*', 'subtract')} {self.term(given, scope, 0)})" \
                    if self.random.random() < 0.8 else "negate"
            if roll < 0.7 and depth > 0:
                return f"(twice {self.function(wanted, scope, depth - 1)})"
            if roll < 0.78 and depth > 0:
                return (f"({self.function(wanted, scope, depth - 1)} . "
                        f"{self.function(wanted, scope, depth - 1)})")
        if wanted == (INT, BOOL) and roll < 0.7:
            return self.pick("even", "odd", "(> 3)", "(/= 0)")
        if wanted == (INT, INTEGER) and roll < 0.7:
            return self.pick("toInteger", "fromIntegral")
        name = self.variable()
        return f"(\\{name} -> {self.term(made, scope + [(name, given)], depth - 1)})"

    def term(self, kind, scope, depth):
        known = [name for name, of in scope if of == kind]
        if depth <= 0:
            return self.pick(*known) if known and self.random.random() < 0.8 else self.literal(kind)
        if known and self.random.random() < 0.15:
            return self.pick(*known)
        calls = [f for f in self.functions if f[2] == kind]
        if calls and self.random.random() < 0.25:
            name, parameters, _ = self.pick(*calls)
            return f"({' '.join([name] + [self.argument(p, scope, depth) for p in parameters])})"
        t = lambda of: self.term(of, scope, depth - 1)
        f = lambda given, made: self.function((given, made), scope, depth - 1)
        if self.random.random() < 0.12:
            return f"(if {t(BOOL)} then {t(kind)} else {t(kind)})"
        if self.random.random() < 0.1:
            name, of = self.variable(), self.pick(INT, INTEGER, LIST)
            inner = self.term(kind, scope + [(name, of)], depth - 1)
            return f"(let {name} = {t(of)} in {inner})"
        # Only what the form that is picked is made of is made.
        holes = []

        def later(make):
            holes.append(make)
            return f"\0{len(holes) - 1}\0"

        forms = getattr(self, "of" + kind.strip("[()]").replace(" ", ""))(
            kind, lambda of: later(lambda: t(of)), lambda *of: later(lambda: f(*of)))
        return re.sub("\0(\\d+)\0", lambda hole: holes[int(hole[1])](), self.pick(*forms))

    def argument(self, kind, scope, depth):
        if isinstance(kind, tuple):
            return self.function(kind, scope, depth - 1)
        return self.term(kind, scope, depth - 1)

    # What makes a value of the type.
    def ofInt(self, kind, t, f):
        if kind == LIST:
            return [f"(map {f(INT, INT)} {t(LIST)})", f"(filter {f(INT, BOOL)} {t(LIST)})",
                    f"(concatMap {f(INT, LIST)} (take 4 {t(LIST)}))", f"({t(INT)} : {t(LIST)})",
                    f"({t(LIST)} ++ {t(LIST)})", f"(reverse {t(LIST)})",
                    f"(zipWith (\\x y -> x * y - 1) {t(LIST)} {t(LIST)})",
                    f"(takeWhile {f(INT, BOOL)} {t(LIST)})", f"(foldr (:) {t(LIST)} {t(TREE)})",
                    f"[x + y | x <- take 5 {t(LIST)}, y <- take 3 {t(LIST)}, x /= y]",
                    f"(scanl (+) 0 {t(LIST)})", f"(sortBy (comparing {f(INT, INT)}) {t(LIST)})"]
        return [f"({t(INT)} + {t(INT)})", f"({t(INT)} - {t(INT)})", f"({t(INT)} * {t(INT)})",
                f"(sum {t(LIST)})", f"(length {t(LIST)})", f"(sum {t(TREE)})",
                f"({t(INT)} `mod` {self.pick('7', '(-5)', '1000')})",
                f"(foldr (\\x k a -> k (a + {f(INT, INT)} x)) id {t(LIST)} 0)",
                f"(foldl' (\\a x -> {f(INT, INT)} a + x) {t(INT)} {t(LIST)})",
                f"(times {self.random.randint(0, 4)} {f(INT, INT)} {t(INT)})",
                f"(maximum ({t(INT)} : {t(LIST)}))", f"(fromInteger {t(INTEGER)} :: Int)",
                f"(case {t(SHAPE)} of {{ Dot -> {t(INT)}; Line n -> n; Box w _ -> w }})",
                f"(unwrap (Wrapped {t(INT)}))", f"(length {t(TEXT)})"]

    def ofInteger(self, kind, t, f):
        if kind == BIG:
            return [f"(map {f(INTEGER, INTEGER)} {t(BIG)})", f"(map {f(INT, INTEGER)} {t(LIST)})",
                    f"({t(INTEGER)} : {t(BIG)})", f"(zipWith (+) {t(BIG)} {t(BIG)})",
                    f"(reverse {t(BIG)})"]
        return [f"({t(INTEGER)} + {t(INTEGER)})", f"({t(INTEGER)} * {t(INTEGER)})",
                f"({t(INTEGER)} - {t(INTEGER)})", f"(sum {t(BIG)})", f"(toInteger {t(INT)})",
                f"(measure {t(SHAPE)})", f"(measure {t(INT)})", f"(weight {t(LIST)})",
                f"(measure (Wrapped {t(INT)}))", f"({t(INTEGER)} `div` {self.pick('3', '(-10)')})",
                f"(times {self.random.randint(0, 3)} {f(INTEGER, INTEGER)} {t(INTEGER)})",
                f"(foldr (\\x a -> {f(INT, INTEGER)} x + a) 0 {t(TREE)})",
                f"(product (take 5 {t(BIG)}))", f"(abs {t(INTEGER)})"]

    def ofBool(self, _, t, f):
        return [f"({t(INT)} < {t(INT)})", f"({t(INTEGER)} == {t(INTEGER)})", f"(null {t(LIST)})",
                f"(any {f(INT, BOOL)} {t(LIST)})", f"(all {f(INT, BOOL)} {t(LIST)})",
                f"({t(BOOL)} && {t(BOOL)})", f"(not {t(BOOL)})", f"({t(SHAPE)} < {t(SHAPE)})",
                f"(elem {t(INT)} {t(TREE)})", f"(fmap {f(INT, INT)} {t(TREE)} == {t(TREE)})"]

    def ofTreeInt(self, _, t, f):
        return [f"(fmap {f(INT, INT)} {t(TREE)})", f"(Node {t(TREE)} {t(INT)} {t(TREE)})",
                f"(build (mod {t(INT)} 7))"]

    def ofShape(self, _, t, f):
        return [f"(Line {t(INT)})", f"(Box {t(INT)} {t(INTEGER)})",
                f"(max {t(SHAPE)} {t(SHAPE)})", f"((Box 1 2) {{ height = {t(INTEGER)} }})"]

    def ofString(self, _, t, f):
        return [f"(show {t(INT)})", f"(show {t(SHAPE)})", f"(show {t(BIG)})",
                f"(concatMap show {t(LIST)})", f"({t(TEXT)} ++ {t(TEXT)})",
                f"(show (Just (Wrapped {t(INTEGER)})))"]

    # ------------------------------------------------------------------------------ declarations

    def written(self, kind):
        return f"({kind[0]} -> {kind[1]})" if isinstance(kind, tuple) else kind

    def signature(self, name, parameters, result):
        return f"{name} :: {' -> '.join(map(self.written, parameters + [result]))}"

    def instance(self, kind):
        x = self.variable()
        lines = [f"instance Measured {kind} where"]
        for method in self.pick(["measure"], ["weight"], ["measure", "weight"], ["weight"]):
            body = self.plain(kind, x)
            lines.append(f"  {method} {x} = {body}")
        return lines

    def plain(self, kind, x):
        """A measure that calls no other."""
        if kind == INT:
            return self.pick(f"toInteger {x} * 5", f"toInteger ({x} + 1)")
        cases = "Box w h -> toInteger w * h; Line n -> toInteger n; Dot -> 0"
        return self.pick(f"case {x} of {{ {cases} }}", f"if {x} == Dot then 1 else 2")

    # ------------------------------------------------------------------- what changes arrays

    def number(self, scope):
        """Of variables, and no more than a few operations."""
        if self.random.random() < 0.3:
            return self.term(INT, scope, self.pick(0, 0, 1))
        x, y = self.pick(*scope)[0], self.pick(*scope)[0]
        return self.pick(x, y, f"({x} * {self.random.randint(2, 9)} + 1)", f"({x} - {y})",
                         f"({x} + {y})", str(self.random.randint(0, 50)))

    def place(self, scope):
        return f"({self.number(scope)} `mod` (m + 1))"

    def statements(self, scope, depth, indent):
        """Some that read and write the arrays a and b, and the references r, of Int, and q."""
        lines = []
        scope = list(scope)
        for _ in range(self.random.randint(1, 4)):
            array, x = self.pick("a", "b"), self.variable()
            roll = self.random.random()
            if roll < 0.25:
                lines.append(f"{x} <- readArray {array} {self.place(scope)}")
                scope.append((x, INT))
            elif roll < 0.5:
                lines.append(f"writeArray {array} {self.place(scope)} ({self.number(scope)} `mod` 1009)")
            elif roll < 0.6:
                change = f"(\\z -> (z + {self.number(scope)}) `mod` 10007)"
                lines.append(f"{self.pick('modifySTRef', 'modifySTRef' + chr(39))} r {change}")
            elif roll < 0.66:
                lines.append(f"modifySTRef q ({self.number(scope)} :)")
            elif roll < 0.74:
                lines.append(f"{x} <- readSTRef r")
                scope.append((x, INT))
            elif roll < 0.8:
                lines.append(f"writeSTRef r ({self.number(scope)} `mod` 77)")
            elif depth == 0:
                lines.append(f"let {x} = {self.number(scope)} - 1")
                scope.append((x, INT))
            elif roll < 0.9:
                lines.append(f"when (even {self.number(scope)}) $ do")
                lines += self.statements(scope, depth - 1, "  ")
            else:
                numbers = self.pick("[0 .. m]", "[m, m - 1 .. 0]", f"[1 .. {self.place(scope)}]")
                lines.append(f"forM_ {numbers} $ \\{x} -> do")
                lines += self.statements(scope + [(x, INT)], depth - 1, "  ")
        # A block ends in an action.
        lines.append(f"writeArray {self.pick('a', 'b')} {self.place(scope)} {self.number(scope)}")
        return [indent + line for line in lines]

    def changing(self, index):
        name, result = f"f{index}", self.pick(INT, INT, LIST)
        lines = [self.signature(name, [INT], result), f"{name} n = runST (do",
                 "  let m = abs n `mod` 6",
                 "  a <- newArray (0, m) n :: ST s (STUArray s Int Int)",
                 f"  b <- newListArray (0, m) {self.pick('[n ..]', '[n .. n + m]')} :: ST s (STUArray s Int Int)",
                 "  r <- newSTRef (3 :: Int)", "  q <- newSTRef ([] :: [Int])"]
        scope = [("n", INT), ("m", INT)]
        lines += self.statements(scope, 2, "  ")
        if result == LIST:
            lines += [f"  xs <- getElems {self.pick('a', 'b')}", "  ys <- readSTRef q",
                      f"  return ({self.pick('xs ++ take 5 ys', 'map (`mod` 97) xs', 'xs')}))"]
        else:
            lines += ["  x <- readSTRef r", f"  y <- readArray a {self.place(scope)}",
                      "  ys <- readSTRef q", "  return (x + y * 3 + sum (take 9 ys)))"]
        self.functions.append((name, [INT], result))
        return lines

    def definition(self, index):
        if self.random.random() < 0.2:
            return self.changing(index)
        name, result = f"f{index}", self.pick(*BASE)
        parameters = [self.pick(*BASE) for _ in range(self.random.randint(0, 2))]
        parameters += [self.pick(*PASSED) for _ in range(self.pick(0, 0, 1, 2))]
        self.random.shuffle(parameters)
        names = [self.variable() for _ in parameters]
        scope = list(zip(names, parameters))
        lines = [self.signature(name, parameters, result)]
        over = [i for i, kind in enumerate(parameters) if kind == LIST]
        if over and self.random.random() < 0.5:  # recursion over that list
            i = over[0]
            head, rest = self.variable(), self.variable()
            without = [v for v in scope if v[0] != names[i]]
            cell = names[:i] + [f"({head} : {rest})"] + names[i + 1:]
            nil = names[:i] + ["[]"] + names[i + 1:]
            again = self.variable()
            inner = without + [(head, INT), (again, result)]
            call = " ".join([name] + names[:i] + [rest] + names[i + 1:])
            lines.append(f"{name} {' '.join(nil)} = {self.term(result, without, 2)}")
            body = self.term(result, inner, 3)
            lines.append(f"{name} {' '.join(cell)} = let {again} = {call} in {body}")
        else:
            lines.append(f"{' '.join([name] + names)} = {self.term(result, scope, 4)}")
        self.functions.append((name, parameters, result))
        return lines

    def text(self):
        lines = self.instance(INT) + self.instance(SHAPE)
        lines += ["instance Measured a => Measured [a] where",
                  f"  weight xs = {self.pick('sum (map measure xs)', 'foldr (max . weight) 0 xs')}",
                  "instance Measured a => Measured (Wrapped a) where",
                  "  weight (Wrapped x) = measure x * 2"]
        for index in range(self.random.randint(3, 7)):
            lines += [""] + self.definition(index)
        lines += ["", "main :: IO ()", "main = do"]
        for name, parameters, _ in self.functions:
            for _ in range(2 if parameters else 1):
                call = " ".join([name] + [self.argument(p, [], 1) for p in parameters])
                lines.append(f"  print ({call})")
        return PRAGMAS + HEAD.format(name=self.name) + "\n".join(lines) + "\n"


def module(seed):
    """The text of a module, and its name."""
    made = Module(seed)
    return made.text(), made.name
