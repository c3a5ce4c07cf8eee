// Classes and instances: of the module, and its instances of the Prelude's classes.
#include "semantics.hpp"

namespace deforest::text {
namespace {

const char* const shapes =
    "data Square = Square Int\n"
    "data Tree a = Leaf a | Node (Tree a) (Tree a)\n"
    "class Shape a where\n"
    "  area, twice :: a -> Int\n"
    "  grow :: Int -> a -> a\n"
    "  twice x = 2 * area x\n"
    "instance Shape Square where\n"
    "  area (Square s) = s * s\n"
    "  grow k (Square s) = Square (k * s)\n"
    "instance Shape a => Shape (Tree a) where\n"
    "  area (Leaf x) = area x\n"
    "  area (Node l r) = area l + area r\n"
    "  grow k (Leaf x) = Leaf (grow k x)\n"
    "  grow k (Node l r) = Node (grow k l) (grow k r)\n"
    "  twice t = area (grow 3 t)\n"
    "grown :: Shape a => a -> Int\n"
    "grown x = area (grow 2 x)\n";

TEST(Classes, MethodsDefaultsAndContexts) {
  expectValues(shapes, {{"area (Node (Leaf (Square 2)) (Leaf (Square 3)))", "13"},
                        {"(twice (Square 3), twice (Leaf (Square 1)))", "(18,9)"},
                        {"(grown (Square 5), grown (Leaf (Leaf (Square 1))))", "(100,4)"}});
}

TEST(Classes, MethodsAreFunctionsOfTheirTypes) {
  const std::string source = std::string(shapes) + "f :: Square -> Int\nf s = twice s + area s\n";
  ParseOptions options;
  options.roots = {"f"};
  EXPECT_EQ(functionNames(accepted(source, options)),
            (std::vector<std::string>{"f", "twice_Square", "area_Square"}));
}

TEST(Classes, NamesStayClearOfTheModules) {
  const std::string source = std::string(shapes) +
                             "f :: Square -> Int\nf s = area s + area_Square s\n" +
                             "area_Square :: Square -> Int\narea_Square (Square s) = s\n";
  ParseOptions options;
  options.roots = {"f"};
  EXPECT_EQ(functionNames(accepted(source, options)),
            (std::vector<std::string>{"f", "area_Square", "area_Square2"}));
}

TEST(Classes, TheResultDecides) {
  expectValues(
      "class Def a where { def :: a; pair :: b -> (a, b); pair x = (def, x) }\n"
      "instance Def Int where def = 7\n"
      "instance Def [a] where def = []\n"
      "instance (Def a, Def b) => Def (a, b) where def = (def, def)\n",
      {{"(def :: (Int, ([Char], Int)))", "(7,(\"\",7))"},
       {"(pair 'c' :: (Int, Char))", "(7,'c')"}});
}

TEST(Classes, Superclasses) {
  expectValues(
      "class (Eq a, Show a) => Named a where { name :: a -> String; name x = show x }\n"
      "data C = R | G deriving (Eq, Show)\n"
      "instance Named C\n"
      "same :: Named a => a -> a -> String\n"
      "same x y = if x == y then name x else show x ++ name y\n",
      {{"(same R R, same R G)", "(\"R\",\"RG\")"}});
}

TEST(Classes, OperatorsAndTheirFixities) {
  expectValues(
      "class Vec a where\n"
      "  infixl 6 ^+^\n"
      "  (^+^) :: a -> a -> a\n"
      "  (*^) :: Int -> a -> a\n"
      "infixr 7 *^\n"
      "data P = P Int Int deriving Show\n"
      "instance Vec P where\n"
      "  P a b ^+^ P c d = P (a + c) (b + d)\n"
      "  k *^ P a b = P (k * a) (k * b)\n",
      {{"2 *^ 3 *^ P 1 2 ^+^ P 1 1 ^+^ P 0 1", "P 7 14"}});
}

const char* const modular =
    "newtype M = M Int\n"
    "value :: M -> Int\n"
    "value (M n) = n\n"
    "instance Eq M where M a == M b = mod a 7 == mod b 7\n"
    "instance Ord M where M a <= M b = mod a 7 <= mod b 7\n"
    "instance Num M where\n"
    "  M a + M b = M (mod (a + b) 7)\n"
    "  M a * M b = M (mod (a * b) 7)\n"
    "  negate (M a) = M (mod (negate a) 7)\n"
    "  abs x = x\n"
    "  signum _ = 1\n"
    "  fromInteger n = M (fromInteger n `mod` 7)\n"
    "data D = D M Int | E deriving (Eq, Ord)\n";

TEST(Classes, InstancesOfThePreludesClasses) {
  expectValues(modular, {{"(M 1 == M 8, M 1 /= M 8, compare (M 9) (M 1), M 7 < M 1, M 8 >= M 2)",
                          "(True,False,GT,True,False)"},
                         {"(value (max (M 6) (M 8)), value (min (M 6) (M 8)))", "(6,8)"},
                         {"(value (3 - 5), value (M 3 ^ 5), value (sum [M 3, 6, 6]))", "(5,5,1)"},
                         {"(value (fromIntegral (20 :: Word)), value (-1))", "(6,6)"}});
}

TEST(Classes, DerivedOperationsUseTheInstancesOfParts) {
  expectValues(modular, {{"(D 1 2 == D 8 2, D 1 2 < D 8 3, compare (D 9 0) (D 1 5), D 3 1 <= E)",
                          "(True,True,GT,True)"},
                         {"([M 1, M 9] == [M 8, M 2], lookup (M 8) [(M 1, 'x')], elem (M 0) [M 7])",
                          "(True,Just 'x',True)"}});
}

TEST(Classes, EnumAndBounded) {
  expectValues(
      "data Day = Day Int deriving (Eq, Show)\n"
      "instance Bounded Day where { minBound = Day 0; maxBound = Day 6 }\n"
      "instance Enum Day where { toEnum n = Day (mod n 7); fromEnum (Day n) = n }\n",
      {{"([minBound .. Day 2], succ (Day 6), fromEnum (maxBound :: Day))",
        "([Day 0,Day 1,Day 2],Day 0,6)"}});
}

TEST(Classes, SemigroupAndMonoid) {
  expectValues(
      "newtype Most = Most Int deriving (Eq, Show)\n"
      "instance Semigroup Most where Most a <> Most b = Most (max a b)\n"
      "instance Monoid Most where mempty = Most minBound\n",
      {{"(\"ab\" <> \"c\", LT <> GT, EQ <> GT, () <> ())", "(\"abc\",LT,GT,())"},
       {"(mconcat [Most 3, Most 8], (Most 1, \"a\") <> mempty <> (Most 2, \"b\"))",
        "(Most 8,(Most 2,\"ab\"))"},
       {"(Just [1] <> Nothing <> Just [2], mconcat [Nothing, Just \"a\"])",
        "(Just [1,2],Just \"a\")"}});
}

TEST(Classes, WhatIsWrongIsSaid) {
  EXPECT_EQ(complaints("class C a where m :: a -> Int\nf :: Int -> Int\nf x = m x\n"),
            (std::vector<std::string>{"3:9: type `Int` is not in class `C` (write `instance C Int "
                                      "where ...`)"}));
  EXPECT_EQ(complaints("class C a where m :: a -> Int\n"
                       "data T a = T a\n"
                       "instance C (T a) where m (T x) = m x\n"),
            (std::vector<std::string>{"3:36: nothing says that type variable `a` is in class `C` "
                                      "(write `C a =>` in the signature, or give a type)"}));
  EXPECT_EQ(complaints("data T = T\ninstance Ord T where compare _ _ = EQ\n"),
            (std::vector<std::string>{"2:1: type `T` is not in class `Eq`, of which every type of "
                                      "`Ord` must be (write an instance of `Eq` too, or derive "
                                      "it)"}));
  EXPECT_EQ(complaints("data T = T\ninstance Eq T\n"),
            (std::vector<std::string>{"2:1: this instance defines neither `==` nor `/=` (each is "
                                      "by default defined by the other: write one of them)"}));
  EXPECT_EQ(complaints("f :: Foo a => a -> Int\nf _ = 1\ng :: Int\ng = f 'c'\n"),
            (std::vector<std::string>{"1:6: class `Foo` is not in the language (declare it: "
                                      "`class Foo a where ...`)"}));
  EXPECT_EQ(
      complaints("data T = T\ninstance Exception T\n"),
      (std::vector<std::string>{"2:10: class `Exception` is not in the language (let what may "
                                "fail result in `Maybe` or `Either`)"}));
  EXPECT_EQ(complaints("class C a where m :: Int\n"),
            (std::vector<std::string>{"1:17: the type of method `m` does not mention `a` (nothing "
                                      "would say which instance is meant: define it outside)"}));
}

TEST(Classes, NumbersOfInstancesAreNoPatterns) {
  EXPECT_EQ(
      complaints(std::string(modular) + "f :: M -> Int\nf 0 = 1\nf _ = 2\n"),
      (std::vector<std::string>{"15:1: a number is a pattern of type `M`, whose instance of "
                                "`Num` is the module's (compare it in a guard: `| x == 0`)"}));
}

// An instance at ever larger types has no end; it is refused, not looped on.
TEST(Classes, PolymorphicRecursionIsRefused) {
  const std::string source =
      "data T a = T a\n"
      "class Deep a where deep :: Int -> a -> Int\n"
      "instance Deep Int where deep _ n = n\n"
      "instance Deep a => Deep (T a) where\n"
      "  deep n t = if n == 0 then 0 else deep (n - 1) (T t)\n"
      "f :: Int -> Int\n"
      "f n = deep n (T n)\n";
  EXPECT_THROW((void)parse(source, "test"), support::LimitError);
}

}  // namespace
}  // namespace deforest::text
