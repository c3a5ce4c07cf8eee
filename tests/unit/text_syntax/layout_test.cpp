// The layout rule, in all the places where it meets brackets, keywords and operators.
#include <gtest/gtest.h>

#include "syntax.hpp"

namespace deforest::text {
namespace {

void expectLayouts(std::initializer_list<Case> cases) {
  for (const Case& c : cases) EXPECT_EQ(program(c.source), c.expected) << "in:\n" << c.source;
}

TEST(Layout, TopLevel) {
  expectLayouts({
      {"", ""},
      {"\n\n-- nothing\n", ""},
      {"x = 1\ny = 2\n", "(x 1)\n(y 2)\n"},
      {"x = 1\ny = 2", "(x 1)\n(y 2)\n"},
      {"  x = 1\n  y = 2\n", "(x 1)\n(y 2)\n"},
      {"x = 1; y = 2\nz = 3\n", "(x 1)\n(y 2)\n(z 3)\n"},
      {"{ x = 1; y = 2 }", "(x 1)\n(y 2)\n"},
      {"module M where\nx = 1\n", "module M\n(x 1)\n"},
      {"module M where { x = 1; ; y =\n2 }", "module M\n(x 1)\n(y 2)\n"},
      {"module M where\n", "module M\n"},
      {"module M where", "module M\n"},
      {"module M (\n  f\n) where\n  x = 1\n  y = 2\n", "module M\nexport f\n(x 1)\n(y 2)\n"},
      {"x\n  =\n  1\n", "(x 1)\n"},
      {"x = 1\r\ny = 2\r\n", "(x 1)\n(y 2)\n"},
      {"x = f\n  {- a -} 1\n{- b -}\ny = 2\n", "(x (f 1))\n(y 2)\n"},
      {"x = f {- a\n-} 1\n", "(x (f 1))\n"},
  });
}

TEST(Layout, TabsGoToMultiplesOfEight) {
  expectLayouts({
      {"x = y\n  where\n\ty = 1\n        z = 2\n", "(x y (where (y 1) (z 2)))\n"},
      {"x = do\n\ta\n  \tb\n", "(x (do a b))\n"},
  });
}

TEST(Layout, Let) {
  expectLayouts({
      {"x = let y = 1 in y\n", "(x (let ((y 1)) y))\n"},
      {"x = let y = 1; z = 2 in y\n", "(x (let ((y 1) (z 2)) y))\n"},
      {"x = let y = 1\n        z = 2\n    in y\n", "(x (let ((y 1) (z 2)) y))\n"},
      {"x = let y = 1\n        z = 2 in y\n", "(x (let ((y 1) (z 2)) y))\n"},
      {"x =\n  let\n    y = 1\n    z = 2\n  in\n    y\n", "(x (let ((y 1) (z 2)) y))\n"},
      {"x =\n  let y = 1\n  in\n  let z = 2\n  in y\n", "(x (let ((y 1)) (let ((z 2)) y)))\n"},
      {"x = let { y = 1; z = 2 } in y\n", "(x (let ((y 1) (z 2)) y))\n"},
      {"x = let {\ny = 1;\nz = 2 } in y\n", "(x (let ((y 1) (z 2)) y))\n"},
      {"x = let in 1\n", "(x (let () 1))\n"},
      {"x = let {} in 1\n", "(x (let () 1))\n"},
      {"x = let f 0 = 1\n        f n = n\n    in f\n", "(x (let ((f 0 1) (f n n)) f))\n"},
      {"x = (let y = 1 in y, 2)\n", "(x (tuple (let ((y 1)) y) 2))\n"},
      {"x = let y = let z = 1 in z in y\n", "(x (let ((y (let ((z 1)) z))) y))\n"},
      {"x = let y = case a of A -> 1 in y\n", "(x (let ((y (case a (A 1)))) y))\n"},
      {"x = 1 + let y = 1 in y + 2\n", "(x (+ 1 (let ((y 1)) (+ y 2))))\n"},
      {"x = [let y = 1 in y]\n", "(x (list (let ((y 1)) y)))\n"},
      {"f x = if(a>b) then let y = 1 in y else 2\n", "(f x (if (> a b) (let ((y 1)) y) 2))\n"},
  });
}

TEST(Layout, Case) {
  expectLayouts({
      {"x = case a of\n  A -> 1\n  B -> 2\n", "(x (case a (A 1) (B 2)))\n"},
      {"x = case a of A -> 1\n              B -> 2\n", "(x (case a (A 1) (B 2)))\n"},
      {"x = (case a of A -> 1)\n", "(x (case a (A 1)))\n"},
      {"x = (case a of A -> 1; B -> 2) + 3\n", "(x (+ (case a (A 1) (B 2)) 3))\n"},
      {"x = f (case a of\n  A -> 1\n  B -> 2) 3\n", "(x (f (case a (A 1) (B 2)) 3))\n"},
      {"x = case a of { A -> 1; B -> 2 }\n", "(x (case a (A 1) (B 2)))\n"},
      {"x = case a of { A ->\n1\n; B -> 2 }\n", "(x (case a (A 1) (B 2)))\n"},
      {"x = case a of\n  A -> case b of\n    C -> 1\n    D -> 2\n  B -> 3\n",
       "(x (case a (A (case b (C 1) (D 2))) (B 3)))\n"},
      {"x = case a of\n  A ->\n    1\n  B\n    -> 2\n", "(x (case a (A 1) (B 2)))\n"},
      {"x = case a of\n  A | b -> 1\n    | c -> 2\n  B -> 3\n",
       "(x (case a (A [b] 1 [c] 2) (B 3)))\n"},
      {"x = case a of\n  A -> y where y = 1\n  B -> 2\n",
       "(x (case a (A y (where (y 1))) (B 2)))\n"},
      {"x = case a of\n  A -> 1\n  B -> 2\n  where y = 1\n",
       "(x (case a (A 1) (B 2)) (where (y 1)))\n"},
      {"x = case case a of A -> B of B -> 1\n", "(x (case (case a (A B)) (B 1)))\n"},
      {"x = if case a of A -> b then 1 else 2\n", "(x (if (case a (A b)) 1 2))\n"},
      {"x = [case a of A -> 1, 2]\n", "(x (list (case a (A 1)) 2))\n"},
      {"x = case a of\n  A -> 1\n\ny = 2\n", "(x (case a (A 1)))\n(y 2)\n"},
      {"x = case a of\n    A -> 1\n    B -> 2\n  + 3\n", "(x (+ (case a (A 1) (B 2)) 3))\n"},
  });
}

TEST(Layout, Where) {
  expectLayouts({
      {"x = y where y = 1\n", "(x y (where (y 1)))\n"},
      {"x = y\n  where y = 1\n        z = 2\n", "(x y (where (y 1) (z 2)))\n"},
      {"x = y\n where\n  y = 1\n\n  z = 2\n", "(x y (where (y 1) (z 2)))\n"},
      {"x = y where { y = 1; z = 2 }\n", "(x y (where (y 1) (z 2)))\n"},
      {"x = y where\nz = 2\n", "(x y)\n(z 2)\n"},
      {"x = y\n  where y = z\n          where z = 1\n        a = 2\n",
       "(x y (where (y z (where (z 1))) (a 2)))\n"},
      {"f x\n  | x > y = 1\n  | otherwise = 2\n  where y = 1\n",
       "(f x [(> x y)] 1 [otherwise] 2 (where (y 1)))\n"},
      {"x = do\n  a\n  where a = 1\n", "(x (do a) (where (a 1)))\n"},
      {"x = let y = z where z = 1 in y\n", "(x (let ((y z (where (z 1)))) y))\n"},
      {"x = (case a of A -> y where y = 1)\n", "(x (case a (A y (where (y 1)))))\n"},
  });
}

TEST(Layout, IfAndDo) {
  expectLayouts({
      {"x = if a then b else c\n", "(x (if a b c))\n"},
      {"x = if a\n  then b\n  else c\n", "(x (if a b c))\n"},
      {"x = if a then b else if c then d else e\n", "(x (if a b (if c d e)))\n"},
      {"x = do a; b\n", "(x (do a b))\n"},
      {"x = do { a; b; }\n", "(x (do a b))\n"},
      {"x = do\n  if a\n    then b\n    else c\n  d\n", "(x (do (if a b c) d))\n"},
      {"x = do\n  if a\n  then b\n  else c\n  d\n", "(x (do (if a b c) d))\n"},
      {"x = do { if a; then b; else c; d }\n", "(x (do (if a b c) d))\n"},
      {"x = do\n  if a then do\n    b\n    c\n  else do\n    d\n  e\n",
       "(x (do (if a (do b c) (do d)) e))\n"},
      {"x = do\n  y <- a\n  let z = 1\n      w = 2\n  b z\n",
       "(x (do (<- y a) (let (z 1) (w 2)) (b z)))\n"},
      {"x = do\n  let y = 1 in b y\n  c\n", "(x (do (let ((y 1)) (b y)) c))\n"},
      {"x = do\n  let f 0 = 1\n      f n = n\n  print (f 1)\n",
       "(x (do (let (f 0 1) (f n n)) (print (f 1))))\n"},
      {"x = do\n  (a, Just b) <- c\n  R {d = e} <- f\n  g\n",
       "(x (do (<- (tuple a (Just b)) c) (<- (R record (d=e)) f) g))\n"},
      {"x = do\n    a\n    b\n  + c\n", "(x (+ (do a b) c))\n"},
      {"x = do\n    a\n    + c\n", "(x (+ (do a) c))\n"},
      {"x = do a `f` do b\n", "(x (do (f a (do b))))\n"},
  });
}

TEST(Layout, MultiWayIf) {
  expectLayouts({
      {"x = if | a -> 1 | b, c -> 2\n", "(x (if| [a] 1 [b, c] 2))\n"},
      {"x = if | a -> 1\n       | b -> 2\ny = 3\n", "(x (if| [a] 1 [b] 2))\n(y 3)\n"},
      {"x = if | a -> if | b -> 1\n                 | c -> 2\n       | d -> 3\n",
       "(x (if| [a] (if| [b] 1 [c] 2) [d] 3))\n"},
      {"x = (if | a -> 1\n        | b -> 2) + 3\n", "(x (+ (if| [a] 1 [b] 2) 3))\n"},
      {"x = do\n  if | a -> b\n     | c -> d\n  e\n", "(x (do (if| [a] b [c] d) e))\n"},
  });
}

TEST(Layout, BracesOfRecordsAreNoBlocks) {
  expectLayouts({
      {"x = r { a = 1,\nb = 2 }\n", "(x (update r (a=1 b=2)))\n"},
      {"x = case r of\n  R { a = y,\nb = z } -> R {\n  a = z\n  }\n",
       "(x (case r ((R record (a=y b=z)) (record R (a=z)))))\n"},
      {"data R = R\n  { a :: Int\n  , b :: Int\n  } deriving Eq\nx = 1\n",
       "(data R (R record a::Int b::Int) (deriving Eq))\n(x 1)\n"},
  });
}

TEST(Layout, OperatorsGoOnWithTheLineAbove) {
  expectLayouts({
      {"x = a\n  + b\n  * c\n", "(x (+ a (* b c)))\n"},
      {"x = f a\n      b\n  `div` c\n", "(x (div (f a b) c))\n"},
      {"x =\n    a\n  : b\n  : []\n", "(x (: a (: b (list))))\n"},
      {"x = [ 1\n    , 2\n    ]\n", "(x (list 1 2))\n"},
  });
}

TEST(Layout, Errors) {
  expectLayouts({
      {"f x =\ng = 1\n",
       "2:1: unexpected `g` at the beginning of a line [expected an expression; to go on with the "
       "line above, indent this one to the right of column 1]\n"},
      {"x = case a of\n    A -> 1\n  B -> 2\n",
       "3:3: unexpected `B` [expected an operator, an argument or the end of the declaration; this "
       "line is indented less than the block that begins at line 2, column 5]\n"},
      {"x = case a of\n  A -> 1\n\t\tB -> 2\n",
       "3:5: unexpected `->` [`->` stands in types, and after the pattern of a case alternative or "
       "of a lambda]\n"},
      {"x = do\n        a\n\t  b\n  where\n\tc = 1\n    d = 2\n",
       "6:5: unexpected `d` [expected an operator, an argument or the end of the declaration; this "
       "line is indented less than the block that begins at line 5, column 2]\n"},
      {"x = do\n  let y = 1\n  in y\n",
       "3:3: unexpected `in` [a `let` has the form `let bindings in expression`, and in a `do` "
       "block its `in` is indented more than the `let`]\n"},
      {"x = let y = 1\n        z = 2\n      w = 3\n    in y\n",
       "3:7: unexpected `w` [expected `in` after the bindings of `let`; this line is indented less "
       "than the block that begins at line 1, column 9]\n"},
      {"x = a\n  where\n    y = f\n    1\n", "4:6: unexpected end of file [expected `=` or `|`]\n"},
      {"  x = 1\n y = 2\n",
       "2:2: unexpected `y` [expected a declaration at the column of the first one; this line is "
       "indented less than the block that begins at line 1, column 3]\n"},
      {"x = case a of\ny = 1\n",
       "2:1: unexpected `y` at the beginning of a line [expected an alternative of the `case`; to "
       "go on with the line above, indent this one to the right of column 1]\n"},
      {"x = do\ny = 1\n",
       "2:1: unexpected `y` at the beginning of a line [expected a statement of the `do`; to go on "
       "with the line above, indent this one to the right of column 1]\n"},
      {"module M where {\nx = 1\n",
       "1:16: unclosed `{` [expected `}` before the end of the file]\n"},
      {"{ x = 1 } y",
       "1:11: unexpected `y` [expected the end of the file after the `}` of the "
       "module]\n"},
      {"x = let { y = 1 in y\n",
       "1:17: unexpected `in` [expected `;` or `}`, to close the `{` at line 1, column 9]\n"},
  });
}

}  // namespace
}  // namespace deforest::text
