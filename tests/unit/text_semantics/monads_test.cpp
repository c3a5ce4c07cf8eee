// `do` and its operators in Maybe and Either (other monads: constructor_classes_test.cpp), and
// `main` that branches and repeats.
#include "semantics.hpp"

namespace deforest::text {
namespace {

TEST(Monads, ABindingIsAMatch) {
  expectElaborates(
      "f :: Maybe Int -> Maybe Int\n"
      "f m = do { x <- m; pure (x + 1) }\n",
      "f :: Maybe Int -> Maybe Int\n"
      "f m = case m of { Just x -> Just (x + 1); Nothing -> Nothing }\n");
  expectElaborates(
      "f :: Either Bool Int -> Either Bool Char\n"
      "f m = m >>= \\x -> return (toEnum x)\n",
      "f :: Either Bool Int -> Either Bool Char\n"
      "f m = case m of { Right x -> Right (toEnum x); Left e -> Left e }\n");
}

TEST(Monads, Values) {
  const std::string source =
      "import Control.Monad (when, unless)\n"
      "half :: Int -> Maybe Int\n"
      "half n = if even n then Just (div n 2) else Nothing\n"
      "quarter n = half n >>= half\n"
      "pairs m n = do\n"
      "  (a, b) <- m\n"
      "  Just c <- n\n"
      "  let d = a + b\n"
      "  unless (d > 9) Nothing\n"
      "  pure (d, c)\n"
      "data Err = Neg Int | Large deriving Show\n"
      "checked :: Int -> Either Err [Int]\n"
      "checked n\n"
      "  | n < 0 = Left (Neg n)\n"
      "  | n == 0 = return []\n"
      "  | otherwise = do\n"
      "      when (n > 3) $ Left Large\n"
      "      let go k = do { m <- Right k; pure (m * m) }\n"
      "      x <- go n\n"
      "      rest <- checked (n - 1)\n"
      "      pure (x : rest)\n"
      "plus :: Maybe Int -> Maybe Int -> Maybe Int\n"
      "plus a b = (+) <$> a <*> b\n"
      "ones :: Int -> Maybe [Int]\n"
      "ones n = if n == 0 then Just [] else prepend (ones (n - 1))\n"
      "  where prepend rest = do { xs <- rest; pure (1 : xs) }\n";
  const std::vector<std::pair<std::string, std::string>> table = {
      {"(quarter 12, quarter 6, quarter 3)", "(Just 3,Nothing,Nothing)"},
      {"pairs (Just (4, 6)) (Just (Just 'c'))", "Just (10,'c')"},
      {"(pairs (Just (4, 6)) (Just (Nothing :: Maybe Int)), pairs (Just (1, 2)) (Just (Just ())))",
       "(Nothing,Nothing)"},
      {"(checked 3, checked (-2), checked 5)", "(Right [9,4,1],Left (Neg (-2)),Left Large)"},
      {"(plus (Just 1) (Just 2), plus Nothing (Just 1), succ <$> Just 3)",
       "(Just 3,Nothing,Just 4)"},
      {"ones 3", "Just [1,1,1]"},
      {"(Just 1 >> Just 'x', Nothing >> Just 'x', (pure 3 :: [Int]))", "(Just 'x',Nothing,[3])"},
  };
  for (const auto& [expression, value] : table) {
    EXPECT_EQ(evaluated(source, expression), value) << expression;
  }
}

TEST(Monads, WhatIsWrongIsSaid) {
  EXPECT_EQ(complaints("f :: Either Int (Maybe Int) -> Either Int Int\n"
                       "f m = do { Just x <- m; pure x }\n"),
            (std::vector<std::string>{
                "2:12: this pattern can fail, and `Either Int` does not say what happens then "
                "(match on the value by `case`, and say what the rest results in)"}));
}

TEST(Main, BranchesAndRepeats) {
  EXPECT_EQ(output("import Control.Monad (forM_, when, unless)\n"
                   "main = do\n"
                   "  let xs = [1, 2, 3 :: Int]\n"
                   "      total = sum xs\n"
                   "  putStrLn \"xs\"\n"
                   "  mapM_ print xs\n"
                   "  forM_ (zip xs \"abc\") $ \\(n, c) -> do\n"
                   "    putStr (show n)\n"
                   "    when (n > 1) $ putStr (show (total * n))\n"
                   "    putStrLn [c]\n"
                   "  case xs of\n"
                   "    [] -> return ()\n"
                   "    x : _ | x > 1 -> print x\n"
                   "          | otherwise -> do { print 'o'; print x }\n"
                   "  if null xs then putStrLn \"none\" else unless (total > 9) $ print total\n"
                   "  mapM_ (putStrLn . unwords) [[\"a\", \"b\"], []] >> putStr \"end\"\n"),
            "xs\n1\n2\n3\n1a\n212b\n318c\n'o'\n1\n6\na b\n\nend");
}

}  // namespace
}  // namespace deforest::text
