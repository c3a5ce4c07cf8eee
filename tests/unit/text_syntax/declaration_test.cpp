// Declarations: signatures and types, equations and patterns, data, fixities.
#include <gtest/gtest.h>

#include "syntax.hpp"

namespace deforest::text {
namespace {

// Every expectation is of one line.
void expectAll(std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    EXPECT_EQ(program(c.source), std::string(c.expected) + "\n") << "in:\n" << c.source;
  }
}

TEST(Declaration, SignaturesAndTypes) {
  expectAll({
      {"f :: Int", "(:: f Int)"},
      {"f, g, (+++) :: Int -> Int", "(:: f g +++ (-> Int Int))"},
      {"f :: a -> b -> c", "(:: f (-> a (-> b c)))"},
      {"f :: (a -> b) -> c", "(:: f (-> (-> a b) c))"},
      {"f :: Maybe Int -> [Int] -> (Int, [a])",
       "(:: f (-> (Maybe Int) (-> (list Int) (tuple Int (list a)))))"},
      {"f :: () -> (Int)", "(:: f (-> (tuple) Int))"},
      {"f :: M.Tree (Either a b)", "(:: f (M.Tree (Either a b)))"},
      {"f :: Int -> (# Int, Tree #)", "(:: f (-> Int (utuple Int Tree)))"},
      {"f :: [] a -> (,) a b -> (->) a b", "(:: f (-> ([] a) (-> ((,) a b) ((->) a b))))"},
      {"f :: Int %1 -> Int", "(:: f (-> Int Int))"},
      {"f :: Int %1-> a %m -> b ⊸ c ->. d", "(:: f (-> Int (-> a (-> b (-> c d)))))"},
      {"f ∷ a → b", "(:: f (-> a b))"},
      {"f :: Num a => a -> a", "(::=> f (-> a a))"},
      {"f :: (Num a, Eq b) => a -> b", "(::=> f (-> a b))"},
      {"f :: forall a. a -> a", "(:: f (-> a a))"},
      {"f :: (forall a. Show a => a -> c) -> b", "(:: f (-> (forall a (-> a c)) b))"},
      {"f :: ∀ a (b :: Type) . Eq a => Ord b => a -> b", "(::=> f (-> a b))"},
      {"f\n  :: Int -- ^ one\n  -> Int -- ^ two", "(:: f (-> Int Int))"},
  });
}

TEST(Declaration, TypeErrors) {
  expectAll({
      {"f :: Int ->", "1:12: unexpected end of file [expected a type]"},
      {"f :: (Int", "1:6: unclosed `(` [expected `)` before the end of the file]"},
      {"f :: (Int, Int]",
       "1:15: unexpected `]` [expected `,` or `)`, to close the `(` at line 1, column 6]"},
      {"f :: [Int, Int]",
       "1:10: unexpected `,` [expected `]`, to close the `[` at line 1, column 6]"},
      {"f :: (a ~ b) => a",
       "1:9: an equality of types is not in the language [write the types as they are]"},
      {"f :: (Show a => a) -> b",
       "1:14: unexpected `=>` [expected `->`, `,` or `)`, to close the `(` at line 1, column 6; "
       "`=>` stands after the context of a type only; case alternatives are written with `->`, and "
       "\"at least\" is `>=`]"},
      {"f, g :: Int = 5",
       "1:13: unexpected `=` after a signature [the signature and the definition are two "
       "declarations, each on a line of its own]"},
      {"f, :: Int", "1:4: unexpected `::` [expected the name of a function or variable]"},
      {"f :: a % -> b",
       "1:10: unexpected `->` [expected the multiplicity of a linear arrow, as in `a %1 -> b`]"},
  });
}

TEST(Declaration, Equations) {
  expectAll({
      {"f = 1", "(f 1)"},
      {"f x y = x", "(f x y x)"},
      {"f (Just x) [] = x", "(f (Just x) (list) x)"},
      {"f ((x)) = x", "(f x x)"},
      {"x `f` y = x", "(f x y x)"},
      {"x <+> y = x", "(<+> x y x)"},
      {"(<+>) x y = x", "(<+> x y x)"},
      {"(x <+> y) z = x", "(<+> x y z x)"},
      {"(x `f` y) z w = x", "(f x y z w x)"},
      {"(f x) y = x", "(f x y x)"},
      {"((f x) y) z = x", "(f x y z x)"},
      {"Just x <+> Just y = x", "(<+> (Just x) (Just y) x)"},
      {"(a : b) <+> c = x", "(<+> (: a b) c x)"},
      {"f ((:) a b) ((:|) c []) = x", "(f (: a b) (:| c (list)) x)"},
      {"0 <+> -1 = x", "(<+> 0 -1 x)"},
      {"f !x ~y !(A z) = x", "(f (! x) (~ y) (! (A z)) x)"},
      {"x ! y = x", "(! x y x)"},
      {"(!) x y = x", "(! x y x)"},
      {"x - y = x", "(- x y x)"},
      {"(x, y) = z", "(= (tuple x y) z)"},
      {"Just x = z", "(= (Just x) z)"},
      {"x : xs = z", "(= (: x xs) z)"},
      {"[x, y] = z", "(= (list x y) z)"},
      {"!x = z", "(= (! x) z)"},
      {"p@(x, y) = z", "(= (@ p (tuple x y)) z)"},
      {"(x) = z", "(= x z)"},
      {"x :: Int = z", "(= (:: x Int) z)"},
      {"!x :: Int = z", "(= (! (:: x Int)) z)"},
      {"x :: Int | y = z", "(= (:: x Int) [y] z)"},
      {"f = x where { x :: Int = z }", "(f x (where (:: x Int) (x z)))"},
      {"f x | x > 0 = 1 | otherwise = 2", "(f x [(> x 0)] 1 [otherwise] 2)"},
      {"f x | Just y <- x, y > 0, let { z = 1 } = z",
       "(f x [(<- (Just y) x), (> y 0), (let (z 1))] z)"},
      {"f x | let y = x, y > 0 = y", "(f x [(let (y x)), (> y 0)] y)"},
      {"f x | let y = x in y = 1", "(f x [(let ((y x)) y)] 1)"},
      {"f x | (y, _) <- g x = y", "(f x [(<- (tuple y _) (g x))] y)"},
      {"f x | Just (y :: Int) <- g x = y", "(f x [(<- (Just (:: y Int)) (g x))] y)"},
      {"f x | y : _ <- x = y", "(f x [(<- (: y _) x)] y)"},
      {"f x | g (a, b) [c] = y", "(f x [(g (tuple a b) (list c))] y)"},
      {"gibbon_main = mkTree 3", "(gibbon_main (mkTree 3))"},
      {"hiding as qualified = as", "(hiding as qualified as)"},
      {"forall x = x", "(forall x x)"},
  });
}

TEST(Declaration, Patterns) {
  expectAll({
      {"f _ x' 1 2.5 'c' \"s\" = 1", "(f _ x' 1 2.5 'c' \"s\" 1)"},
      {"f (-1) (-2.5) = 1", "(f -1 -2.5 1)"},
      {"f () (x, y) (a, b, c) = 1", "(f (tuple) (tuple x y) (tuple a b c) 1)"},
      {"f (# x, y #) = 1", "(f (utuple x y) 1)"},
      {"f [] [x] [x, _] = 1", "(f (list) (list x) (list x _) 1)"},
      {"f (x : y : z) = 1", "(f (: x (: y z)) 1)"},
      {"f (Node l x r) = 1", "(f (Node l x r) 1)"},
      {"f (M.Node (Leaf 1) Nil) = 1", "(f (M.Node (Leaf 1) Nil) 1)"},
      {"f (a :+: b) (a `Foo` b) = 1", "(f (:+: a b) (Foo a b) 1)"},
      {"f all@(x : _) = 1", "(f (@ all (: x _)) 1)"},
      {"f a@b@_ = 1", "(f (@ a (@ b _)) 1)"},
      {"f ~(x, y) !z = 1", "(f (~ (tuple x y)) (! z) 1)"},
      {"f (x :: Int) ((y, z) :: (Int, Int)) = 1",
       "(f (:: x Int) (:: (tuple y z) (tuple Int Int)) 1)"},
      {"f R { a = x, b, .. } = 1", "(f (R record (a=x b=b) ..) 1)"},
      {"f R {} (R {..}) = 1", "(f (R record ()) (R record () ..) 1)"},
      {"f (Just R { a = 1 }) = 1", "(f (Just (R record (a=1))) 1)"},
      {"f (Just (-1)) = 1", "(f (Just -1) 1)"},
      {"f (-1 : x) = 1", "(f (: -1 x) 1)"},
  });
}

TEST(Declaration, ConstructorFixities) {
  EXPECT_EQ(program("infixl 6 :+:\ninfixl 7 :*:\nf (a :+: b :*: c :+: d) = a :+: b :*: c\n"),
            "(infixl 6 :+:)\n(infixl 7 :*:)\n"
            "(f (:+: (:+: a (:*: b c)) d) (:+: a (:*: b c)))\n");
  expectAll({
      {"infix 4 :=:\nf (a :=: b :=: c) = 1",
       "2:12: `:=:` and `:=:` need parentheses to say which is applied first [`:=:` is infix 4]"},
      {"f (a :=: b : c) = 1", "(f (: (:=: a b) c) 1)"},
  });
}

TEST(Declaration, PatternErrors) {
  expectAll({
      {"f (g x) = 1",
       "1:6: unexpected `x` [expected the end of the pattern: only constructors take arguments in "
       "a pattern, and they begin with a capital letter]"},
      {"f (x + 1) = 1",
       "1:6: `+` is not a constructor [patterns are made of constructors, which begin with a "
       "capital letter or a colon]"},
      {"f (x `div` 1) = 1",
       "1:6: `div` is not a constructor [patterns are made of constructors, which begin with a "
       "capital letter or a colon]"},
      {"f (g -> x) = 1",
       "1:6: a view pattern is not in the language [apply the function in a guard]"},
      {"f (- x) = 1", "1:6: unexpected `x` [expected a number after `-`]"},
      {"f M.x = 1", "1:3: a qualified name cannot be defined [define it without the qualifier]"},
      {"M.f x = 1", "1:1: a qualified name cannot be defined [define it without the qualifier]"},
      {"f (x = 1",
       "1:6: unexpected `=` [expected `,` or `)`, to close the `(` at line 1, column "
       "3; `=` defines a name; a comparison is written `==`]"},
      {"f x y", "1:6: unexpected end of file [expected `=` or `|`]"},
      {"f x -> y",
       "1:5: unexpected `->` [expected `=`: definitions are written `name arguments = "
       "expression`]"},
      {"f x := y",
       "1:5: unexpected `:=` [expected a pattern, `=` or `|`; an argument that is more "
       "than a name or a constructor alone needs parentheses]"},
      {"f x : xs = y",
       "1:5: unexpected `:` [expected a pattern, `=` or `|`; an argument that is more than a name "
       "or a constructor alone needs parentheses]"},
      {"x : xs <+> y = z",
       "1:8: unexpected operator `<+>` [put operands that are infix patterns into parentheses]"},
      {"x <+> y : ys = z",
       "1:9: unexpected operator `:` [put operands that are infix patterns into parentheses]"},
      {"x P.+ y = z", "1:3: a qualified name cannot be defined [define it without the qualifier]"},
      {"(x, y) z = 1",
       "1:1: these parentheses do not contain a function and its arguments [a pattern binding has "
       "one pattern before its `=`]"},
      {"f x | x = 1 = 2",
       "1:13: unexpected `=` [a guard has one `=`, before its result; a comparison is written "
       "`==`]"},
      {"f x | x > 1 -> 2",
       "1:13: unexpected `->` [expected `=`: the guards of a definition are written `| condition = "
       "expression`]"},
      {"f x | x > 1\n",
       "1:12: unexpected end of file [expected an operator, `,` or `=` after the "
       "guard]"},
      {"f x = 1 where y = 2 where z = 3 where w = 4 }",
       "1:45: unexpected `}` [no bracket is open that this one could close]"},
      {"f x = 1\n  where y = 2\n  where z = 3",
       "3:3: unexpected `where` [a `where` belongs to a definition or a case alternative, and each "
       "has one at most]"},
  });
}

TEST(Declaration, Data) {
  expectAll({
      {"data T", "(data T)"},
      {"data T = A", "(data T (A))"},
      {"data T a b = A a | B (T a b) b [a]", "(data (T a b) (A a) (B (T a b) b (list a)))"},
      {"data T = A !Int {-# UNPACK #-} !Int ~Int (Maybe Int)",
       "(data T (A !Int !Int Int (Maybe Int)))"},
      {"data T = Int :+: T | T `Foo` !Int", "(data T (:+: Int T) (Foo T !Int))"},
      {"data T = Maybe Int :+: Maybe T", "(data T (:+: (Maybe Int) (Maybe T)))"},
      {"data T = !Int :+: (Int, Int)", "(data T (:+: !Int (tuple Int Int)))"},
      {"data T = (:+:) Int T | E", "(data T (:+: Int T) (E))"},
      {"data T = R { a, b :: Int, c :: !(Maybe T) } | S {}",
       "(data T (R record a::Int b::Int c::!(Maybe T)) (S record))"},
      {"data T = R { a :: Int -> Int }", "(data T (R record a::(-> Int Int)))"},
      {"data T = A deriving Eq", "(data T (A) (deriving Eq))"},
      {"data T = A deriving (Eq, Ord, M.Show)", "(data T (A) (deriving Eq Ord M.Show))"},
      {"data T = A deriving ()", "(data T (A))"},
      {"data T = A deriving stock (Eq)\n  deriving anyclass (NFData) deriving newtype Num",
       "(data T (A) (deriving Eq NFData Num))"},
      {"data Eq a => T a = A a", "(data (T a) (A a))"},
      {"data T (a :: Type) = A a", "(data (T a) (A a))"},
      {"newtype N a = N { unN :: a } deriving Eq",
       "(newtype (N a) (N record unN::a) (deriving Eq))"},
      {"newtype N = N Int", "(newtype N (N Int))"},
      {"type S = [Int]", "(type S (list Int))"},
      {"type F a b = (a, b)", "(type F a b (tuple a b))"},
  });
}

TEST(Declaration, GeneralisedData) {
  expectAll({
      {"data T = forall a b. (Show a, Eq b) => A a b | B", "(data T (A (forall a b) a b) (B))"},
      {"data T = A Int | forall a. Show a => a :+: Int", "(data T (A Int) (:+: (forall a) a Int))"},
      {"data T a where\n  A, B :: Int -> T Int\n  C :: T b -> T c -> T (b, c)\n  D :: T b -> T b",
       "(data (T a) (A (~ a Int) Int) (B (~ a Int) Int) "
       "(C (forall b c) (~ a (tuple b c)) (T b) (T c)) (D (T a)))"},
      {"data T :: Type -> (* -> *) -> * where\n  A :: forall a f. Show a => !(f a) -> T a f",
       "(data (T t1 t2) (A !(t2 t1)))"},
      {"data T a where { (:+) :: { l, r :: a } -> T a } deriving Eq",
       "(data (T a) (:+ record l::a r::a) (deriving Eq))"},
      {"data T a where\n  A :: b -> a -> T b\n  deriving Show",
       "(data (T a) (A (forall a') a a') (deriving Show))"},
      {"data T (n :: Nat) where\n  A :: T 'Z\n  B :: T n -> T ('S n)",
       "(data (T n) (A (~ n Z)) (B (forall n') (~ n (S n')) (T n')))"},
  });
}

TEST(Declaration, DataErrors) {
  expectAll({
      {"data t = A", "1:6: unexpected `t` [expected the name of the type, with a capital letter]"},
      {"data T = a",
       "1:10: this is not a constructor [constructors begin with a capital letter or "
       "a colon]"},
      {"data T = A |", "1:13: unexpected end of file [expected a constructor]"},
      {"data T = Int + T",
       "1:14: unexpected `+` [expected an operator, an argument or the end of the declaration]"},
      {"data T a where\n  A :: Int -> T",
       "2:15: constructor `A` does not make a `T` [its type ends in `T`, applied to 1 type]"},
      {"data T where\n  A :: Int -> Maybe Int",
       "2:15: constructor `A` does not make a `T` [its type ends in `T`, applied to 0 types]"},
      {"data T a where\n  A :: T '[]",
       "2:10: a list of types is not in the language [write pairs, `(a, (b, ()))`]"},
      {"data T a where\n  A :: T (a ': b)",
       "2:13: a list of types is not in the language [write pairs, `(a, (b, ()))`]"},
      {"data T where\n  A Int :: T", "2:5: unexpected `Int` [expected `,` or `::`]"},
      {"data T = A { a = Int }", "1:16: unexpected `=` [expected `,` or `::`]"},
      {"data T = A { a :: Int", "1:12: unclosed `{` [expected `}` before the end of the file]"},
      {"data T = A deriving eq", "1:21: unexpected `eq` [expected the name of a class]"},
      {"data T = A deriving (Eq) via B",
       "1:26: `deriving .. via` is not in the language [derive the class without `via`]"},
      {"type F a", "1:9: unexpected end of file [expected a type variable or `=`]"},
      {"newtype T = Show a => A a",
       "1:20: a constructor with a context is not in the language [leave the context out]"},
  });
}

TEST(Declaration, Fixities) {
  expectAll({
      {"infixl 6 +, `div`, :+:", "(infixl 6 + div :+:)"},
      {"infixr 0 $$", "(infixr 0 $$)"},
      {"infix `f`", "(infix 9 f)"},
      {"infixl 10 +", "1:8: precedence out of range [a precedence is a digit, from 0 to 9]"},
      {"infixl 6 f",
       "1:10: unexpected `f` [expected an operator; a name is written in backquotes]"},
  });
}

TEST(Declaration, FixitiesOfTheModule) {
  // One below the declaration that uses it, one that replaces a standard one.
  EXPECT_EQ(program("f a b c = a <+> b <*> c\ninfixr 2 <+>\ninfixl 1 <*>\n"),
            "(f a b c (<*> (<+> a b) c))\n(infixr 2 <+>)\n(infixl 1 <*>)\n");
  // A function of the module hides the standard operator and its fixity.
  EXPECT_EQ(program("f = a `div` b + c `P.div` d\na + b = a\n"),
            "(f (P.div (div a (+ b c)) d))\n(+ a b a)\n");
  EXPECT_EQ(program("f = a ++ b ++ c\na ++ b = a\n"), "(f (++ (++ a b) c))\n(++ a b a)\n");
  // Names of this module may be qualified.
  EXPECT_EQ(program("module M where\ninfixr 1 <+>\nf = a M.<+> b M.<+> c N.+ d\n"),
            "module M\n(infixr 1 <+>)\n(f (M.<+> a (M.<+> b (N.+ c d))))\n");
}

TEST(Declaration, LocalFixities) {
  expectAll({
      {"f = a <+> b <+> c where infixr 5 <+>", "(f (<+> a (<+> b c)) (where (infixr 5 <+>)))"},
      {"f = (let infixr 5 <+>; in a <+> b <+> c, a <+> b <+> c)",
       "(f (tuple (let ((infixr 5 <+>)) (<+> a (<+> b c))) (<+> (<+> a b) c)))"},
      {"f = (a ++ b ++ c, a ++ b ++ c where)",
       "1:31: unexpected `where` [expected an operator, `,` or `)`, to close the `(` at line 1, "
       "column 5]"},
      {"f = a ++ b ++ c where a ++ b = a", "(f (++ (++ a b) c) (where (++ a b a)))"},
      {"f elem = a `elem` b `elem` c", "(f elem (elem (elem a b) c))"},
      {"f = case x of { elem -> a `elem` b `elem` c }", "(f (case x (elem (elem (elem a b) c))))"},
      {"f = do { elem <- x; a `elem` b `elem` c }", "(f (do (<- elem x) (elem (elem a b) c)))"},
      {"f | (elem, _) <- x, a `elem` b `elem` c = 1",
       "(f [(<- (tuple elem _) x), (elem (elem a b) c)] 1)"},
      {"f = (\\elem -> a `elem` b `elem` c) + (a `elem` b `elem` c)",
       "1:50: `elem` and `elem` need parentheses to say which is applied first [`elem` is infix "
       "4]"},
  });
}

}  // namespace
}  // namespace deforest::text
