// Equality, order and enumeration of data.
#include "ir/measure.hpp"
#include "semantics.hpp"

namespace deforest::text {
namespace {

TEST(Derived, Equality) {
  expectElaborates(
      "data T = E | B T Int deriving Eq\n"
      "f :: T -> T -> Bool\n"
      "f a b = a == b\n",
      "data T = E | B T Int deriving Eq\n"
      "f :: T -> T -> Bool\n"
      "f a b = eqT a b\n"
      "eqT :: T -> T -> Bool\n"
      "eqT a b = case a of\n"
      "  E -> case b of { E -> True; B x y -> False }\n"
      "  B x y -> case b of\n"
      "    E -> False\n"
      "    B u v -> let { !s = eqT x u; !t = y == v } in s && t\n");
}

TEST(Derived, NamesStayClearOfTheModules) {
  const ir::Program program = accepted(
      "data T = A | B deriving Eq\n"
      "f :: T -> Bool\n"
      "f a = a == A || eqT a\n"
      "eqT :: T -> Bool\n"
      "eqT a = True\n");
  EXPECT_EQ(functionNames(program), (std::vector<std::string>{"f", "eqT", "eqT2"}));
}

TEST(Derived, Comparisons) {
  const std::string source =
      "data T = A | B Int [T] | C { x :: Double, y :: Maybe T } deriving (Eq, Ord, Show)\n"
      "data N = N0 | N1 | N2 | N3 Double deriving (Eq, Ord)\n"
      "newtype W = W Double deriving (Eq, Ord)\n"
      "nan :: Double\n"
      "nan = 0 / 0\n";
  const std::vector<std::pair<std::string, std::string>> table = {
      {"(A == A, A == B 1 [], B 1 [A] == B 1 [A], B 1 [A] /= B 1 [])", "(True,False,True,True)"},
      {"(compare A (B 0 []), compare (B 2 []) (B 1 [A]), compare (B 1 []) (B 1 [A]))",
       "(LT,GT,LT)"},
      {"(C 1 Nothing < C 1 (Just A), C 2 Nothing >= C 1 (Just A), max A (B 1 []))",
       "(True,True,B 1 [])"},
      {"min (C 1 (Just A)) (C 1 Nothing)", "C {x = 1.0, y = Nothing}"},
      {"(\"abc\" < \"abd\", \"ab\" < \"abc\", \"b\" > \"abc\", compare [1] [1, 2])",
       "(True,True,True,LT)"},
      {"((1, 'a') < (1, 'b'), (2, 'a') <= (1, 'b'), () == (), compare () ())",
       "(True,False,True,EQ)"},
      // With NaN the operations differ: `<` is defined for small types, `compare` for large ones.
      {"(W nan == W nan, W nan < W 1, W nan <= W 1, W nan > W 1, W nan >= W 1)",
       "(False,False,True,False,True)"},
      {"(N3 nan < N3 1, N3 nan <= N3 1, N3 nan > N3 1, N3 nan >= N3 1, compare (N3 nan) (N3 1))",
       "(False,False,True,True,GT)"},
      {"([nan] <= [1], (nan, 1) <= (1, 1), Just nan <= Just 1)", "(False,True,True)"},
      {"(compare nan 1, nan == nan, nan < 1, compare 1 2, compare 'b' 'a')",
       "(GT,False,False,LT,GT)"},
      {"(LT < GT, maximum [EQ, GT, LT], minimum \"hello\")", "(True,GT,'e')"},
  };
  for (const auto& [expression, value] : table) {
    EXPECT_EQ(evaluated(source, expression), value) << expression;
  }
}

// Of many constructors not all pairs are written out.
TEST(Derived, ManyConstructors) {
  std::string constants;
  std::string boxes;
  for (int i = 0; i < 200; ++i) {
    const std::string bar = i == 0 ? " = " : " | ";
    constants += bar + "C" + std::to_string(i);
    boxes += bar + "D" + std::to_string(i) + (i % 50 == 7 ? " Int" : "");
  }
  const std::string source = "data C" + constants + " deriving (Eq, Ord)\ndata D" + boxes +
                             " deriving (Eq, Ord)\n"
                             "f :: C -> C -> (Bool, Ordering, Bool)\n"
                             "f a b = (a == b, compare a b, a < b)\n"
                             "g :: D -> D -> (Bool, Ordering, Bool)\n"
                             "g a b = (a == b, compare a b, a <= b)\n";
  const ir::Program program = accepted(source);
  std::size_t size = 0;
  for (const ir::Function& function : program.functions) size += ir::size(function.body);
  EXPECT_LT(size, 10000U);
  EXPECT_EQ(evaluated(source, "(f C3 C3, f C3 C190, f C199 C0)"),
            "((True,EQ,False),(False,LT,True),(False,GT,False))");
  EXPECT_EQ(evaluated(source, "(g (D7 1) (D7 1), g (D7 2) (D7 1), g (D7 1) (D57 0))"),
            "((True,EQ,True),(False,GT,False),(False,LT,True))");
  EXPECT_EQ(evaluated(source, "(g (D57 1) (D7 1), g D8 (D7 1), g D8 D9, g D8 D8, g (D7 0) D6)"),
            "((False,GT,False),(False,GT,False),(False,LT,True),(True,EQ,True),(False,GT,False))");
}

TEST(Derived, ShownAsDeclared) {
  const std::string source = "data I = I `Foo` I | Bar I I | Z deriving Show\ninfixl 6 `Foo`\n";
  EXPECT_EQ(evaluated(source, "(Foo (Z `Foo` Z) (Bar Z Z), Bar (Foo Z Z) Z)"),
            "((Z `Foo` Z) `Foo` Bar Z Z,Bar (Z `Foo` Z) Z)");
}

TEST(Derived, Enumerations) {
  const std::string source =
      "data C = R | G | B | Y deriving (Eq, Ord, Show, Enum, Bounded)\n"
      "data One = One deriving (Show, Enum, Bounded)\n";
  const std::vector<std::pair<std::string, std::string>> table = {
      {"[R ..  Y]", "[R,G,B,Y]"},
      {"([G .. B], [B .. G], [R, B .. Y], [Y, B .. R])", "([G,B],[],[R,B],[Y,B,G,R])"},
      {"(fromEnum B, succ R, pred Y, [minBound .. maxBound :: C])", "(2,G,B,[R,G,B,Y])"},
      {"(toEnum 3 :: C)", "Y"},
      {"(toEnum 4 :: C)", "error: toEnum{C}: bad argument"},
      {"succ Y", "error: toEnum{C}: bad argument"},
      {"(fromEnum One, toEnum 0 :: One, [LT .. GT], fromEnum True, toEnum 0 :: Bool)",
       "(0,One,[LT,EQ,GT],1,False)"},
      {"(fromEnum 'a', toEnum 98 :: Char, ['a' .. 'e'], ['a', 'c' .. 'i'], [10, 7 .. 0])",
       "(97,'b',\"abcde\",\"acegi\",[10,7,4,1])"},
      {"([5 .. 3], [5, 4 .. 6], [5, 5 .. 4], [1, 3 .. 1], [maxBound - 1 .. maxBound :: Int])",
       "([],[],[],[1],[9223372036854775806,9223372036854775807])"},
  };
  for (const auto& [expression, value] : table) {
    EXPECT_EQ(evaluated(source, expression), value) << expression;
  }
}

}  // namespace
}  // namespace deforest::text
