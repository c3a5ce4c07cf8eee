// Whole programs: what they print, and that printing and reading them changes nothing. The
// expected output is GHC's.
#include "semantics.hpp"

namespace deforest::text {
namespace {

TEST(Programs, GibbonStyle) {
  const std::string source =
      "module Tree where\n"
      "import Gibbon.Prim\n"
      "data Tree = Leaf Int | Node Int Tree Tree\n"
      "\n"
      "add1Tree :: Tree -> Tree\n"
      "add1Tree t =\n"
      "  case t of\n"
      "    Leaf x -> Leaf (x + 1)\n"
      "    Node k a b -> let k1 = k + 1\n"
      "                      a1 = add1Tree a\n"
      "                      b1 = add1Tree b in\n"
      "                    Node k1 a1 b1\n"
      "\n"
      "sumTree :: Tree -> Int\n"
      "sumTree t = case t of\n"
      "  Leaf x -> x\n"
      "  Node k a b -> k + sumTree a + sumTree b\n"
      "\n"
      "buildTree :: Int -> Tree\n"
      "buildTree n = if n == 0 then Leaf 1 else Node n (buildTree (n - 1)) (buildTree (n - 1))\n"
      "\n"
      "gibbon_main :: Int\n"
      "gibbon_main = let t = buildTree 4\n"
      "                  u = add1Tree t\n"
      "              in sumTree u\n";
  const ir::Program program = accepted(source);
  EXPECT_EQ(functionNames(program),
            (std::vector<std::string>{"add1Tree", "sumTree", "buildTree", "gibbon_main"}));
  EXPECT_EQ(evaluated(source, "gibbon_main"), "73");
  expectRoundTrip(source);
}

TEST(Programs, OrdinaryHaskell) {
  const std::string source =
      "{-# LANGUAGE BangPatterns #-}\n"
      "module Main (main) where\n"
      "import qualified Prelude as P\n"
      "import Prelude hiding (lookup)\n"
      "\n"
      "infixl 6 |+|\n"
      "infixr 5 :+:\n"
      "\n"
      "data V = V Int Int deriving (Eq, Ord, Show)\n"
      "data E a = Lit a | E a :+: E a | Neg (E a) deriving (Eq, Show)\n"
      "data Account = Account { owner :: String, balance :: !Int } deriving (Eq, Show)\n"
      "newtype Age = Age Int deriving (Eq, Ord, Show)\n"
      "\n"
      "(|+|) :: V -> V -> V\n"
      "V a b |+| V c d = V (a + c) (b + d)\n"
      "\n"
      "eval :: Num a => E a -> a\n"
      "eval (Lit x) = x\n"
      "eval (a :+: b) = eval a + eval b\n"
      "eval (Neg e) = negate (eval e)\n"
      "\n"
      "deposit :: Int -> Account -> Either String Account\n"
      "deposit n account\n"
      "  | n <= 0 = Left (\"bad amount for \" ++ owner account)\n"
      "  | otherwise = Right account { balance = total }\n"
      "  where total = balance account + n\n"
      "\n"
      "lookup :: Eq k => k -> [(k, v)] -> Maybe v\n"
      "lookup _ [] = Nothing\n"
      "lookup k ((k', v) : rest)\n"
      "  | k == k' = Just v\n"
      "  | otherwise = lookup k rest\n"
      "\n"
      "isEven', isOdd' :: Int -> Bool\n"
      "isEven' 0 = True\n"
      "isEven' n = isOdd' (n - 1)\n"
      "isOdd' 0 = False\n"
      "isOdd' n = isEven' (n - 1)\n"
      "\n"
      "primes :: Int -> [Int]\n"
      "primes n = sieve [2 .. n]\n"
      "  where\n"
      "    sieve [] = []\n"
      "    sieve (p : xs) = p : sieve (strike xs)\n"
      "      where\n"
      "        strike [] = []\n"
      "        strike (x : rest)\n"
      "          | x `mod` p == 0 = strike rest\n"
      "          | otherwise = x : strike rest\n"
      "\n"
      "main :: IO ()\n"
      "main = do\n"
      "  print (V 1 2 |+| V 3 4 |+| V (-1) 0)\n"
      "  let e = Lit 3 :+: Neg (Lit 4) :+: Lit 10\n"
      "      accounts = [(\"ann\", Account \"ann\" 5), (\"bob\", Account { owner = \"bob\", "
      "balance "
      "= 7 })]\n"
      "  print (eval e, eval (Lit 1.5 :+: Neg (Lit 0.25)))\n"
      "  print $ lookup \"bob\" accounts\n"
      "  print [deposit 5 (Account \"ann\" 1), deposit 0 (Account \"ann\" 1)]\n"
      "  print (isEven' 10, isOdd' 7, primes 30)\n"
      "  print (Age 3 < Age 4, P.div (-7) 2)\n"
      "  putStrLn (\"done \" ++ show (length accounts))\n"
      "  putStrLn (show [1, 2, 3])\n";
  EXPECT_EQ(output(source),
            "V 3 6\n"
            "(9,1.25)\n"
            "Just (Account {owner = \"bob\", balance = 7})\n"
            "[Right (Account {owner = \"ann\", balance = 6}),Left \"bad amount for ann\"]\n"
            "(True,True,[2,3,5,7,11,13,17,19,23,29])\n"
            "(True,-4)\n"
            "done 2\n"
            "[1,2,3]\n");
  expectRoundTrip(source);
}

TEST(Programs, CallsOfRun) {
  const std::string source =
      "module M where\n"
      "data T = L | N { left :: T, key :: Int, right :: T } deriving Show\n"
      "infixr 5 |:\n"
      "(|:) :: Int -> T -> T\n"
      "k |: t = N t k L\n"
      "size :: T -> Int\n"
      "size L = 0\n"
      "size (N l _ r) = 1 + size l + size r\n"
      "call :: Int\n"
      "call = 9\n"
      "pair x = (x, x)\n";
  EXPECT_EQ(evaluated(source, "size (N L 3 (N L (-4) L))"), "2");
  EXPECT_EQ(evaluated(source, "1 |: 2 |: L"),
            "N {left = N {left = L, key = 2, right = L}, key = 1, right = L}");
  EXPECT_EQ(evaluated(source, "N { left = L, key = size L, right = L }"),
            "N {left = L, key = 0, right = L}");
  EXPECT_EQ(evaluated(source, "pair (call, 'x')"), "((9,'x'),(9,'x'))");
  const auto wrong = parseCall(source, "test", "size 3");
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.diagnostics()[0].message, "type mismatch: expected T, found a number");
  EXPECT_EQ(wrong.diagnostics()[0].span.begin, (support::Position{1, 6}));
  EXPECT_FALSE(parseCall(source, "test", "size (").ok());
  const auto right = parseCall(source, "test", "size L");
  ASSERT_TRUE(right.ok());
  EXPECT_EQ(rootNames(right->program), (std::vector<std::string>{"call'"}));
}

TEST(Programs, NoEncodingButUtf8) {
  const auto program = [](const std::string& encoding) {
    return "import System.IO\nmain = do\n  hSetEncoding stdin " + encoding +
           "\n  text <- getContents\n  putStr text\n";
  };
  EXPECT_EQ(complaints(program("utf8")), std::vector<std::string>());
  EXPECT_EQ(
      complaints(program("latin1")),
      (std::vector<std::string>{"3:22: text is read and written as UTF-8, in no other encoding "
                                "(write `utf8`, or leave the line out)"}));
}

// GHC fails with `1` where the reading does not make the field strict.
TEST(Programs, StrictDataMakesFieldsStrict) {
  const auto strict = [](const std::string& head) {
    ParseOptions haskell;
    haskell.lazy = true;
    const auto parsed = parse(head +
                                  "data P = P Int Int\n"
                                  "first :: P -> Int\n"
                                  "first (P a _) = a\n"
                                  "main = print (first (P 1 (error \"unused\")))\n",
                              "test", haskell);
    EXPECT_TRUE(parsed.ok());
    std::vector<bool> marks;
    if (!parsed.ok()) return marks;
    for (const ir::Constructor& constructor : parsed->constructors) {
      if (constructor.name != "P") continue;
      for (const ir::Field& field : constructor.fields) marks.push_back(field.strict);
    }
    return marks;
  };
  EXPECT_EQ(strict(""), (std::vector<bool>{false, false}));
  EXPECT_EQ(strict("{-# LANGUAGE StrictData #-}\n"), (std::vector<bool>{true, true}));
}

// A program that is called has no `main`, and nothing about how it prints its results.
TEST(Programs, CallsInAProgramThatPrints) {
  const std::string source =
      "main = do { putStrLn \"one\"; print (f 1); putStr \"two\" }\n"
      "f :: Int -> Int\n"
      "f x = x + 1\n";
  const auto called = parseCall(source, "test", "f 2");
  ASSERT_TRUE(called.ok());
  EXPECT_TRUE(called->program.outputs.empty());
  EXPECT_EQ(functionNames(called->program), (std::vector<std::string>{"f", "call"}));
  EXPECT_EQ(called->program.function(called->call).name, "call");
  EXPECT_EQ(evaluated(source, "f 2"), "3");
}

}  // namespace
}  // namespace deforest::text
