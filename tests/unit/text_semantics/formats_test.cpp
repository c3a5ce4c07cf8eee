// `printf`: what it may be, and what is said where it is wrong. That the texts are GHC's is for
// tests/ghc/formats_test.py.
#include <gmock/gmock.h>

#include "semantics.hpp"

namespace deforest::text {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string head = "import Text.Printf (printf)\n";

TEST(Formats, TextOrAction) {
  EXPECT_EQ(output(head + "label :: String -> Int -> String\n"
                          "label s n = printf \"%-4s%3d|\" s n\n"
                          "row x = printf \"%6.2f\\n\" (x :: Double)\n"
                          "main :: IO ()\n"
                          "main = do\n"
                          "  putStrLn (label \"ab\" 7)\n"
                          "  printf \"%d%%\\n\" (50 :: Int)\n"
                          "  row 2.675\n"
                          "  mapM_ row [1, 10]\n"
                          "  putStrLn (unwords (map (printf \"%02x\") [10, 255 :: Int]))\n"
                          "  mapM_ (\\(n, s) -> printf \"%s=%d\\n\" s n) [(1 :: Int, \"one\")]\n"),
            "ab    7|\n50%\n  2.68\n  1.00\n 10.00\n0a ff\none=1\n");
}

TEST(Formats, WrongOnes) {
  const auto complaint = [](const std::string& call) {
    return complaints(head + "f :: Int -> Double -> String\nf n x = " + call + "\n");
  };
  EXPECT_THAT(complaint("printf \"%d\" n x"), ElementsAre(HasSubstr("takes 1 argument")));
  EXPECT_THAT(complaint("printf \"%d %d\" n"), ElementsAre(HasSubstr("3:")));
  EXPECT_THAT(complaint("printf \"%*d\" x n"), ElementsAre(HasSubstr("whole numbers")));
  EXPECT_THAT(complaint("printf \"%q\" n"), ElementsAre(HasSubstr("does not know")));
  EXPECT_THAT(complaint("printf \"%\""), ElementsAre(HasSubstr("ends behind")));
  EXPECT_THAT(complaint("printf (show n) n"), ElementsAre(HasSubstr("is computed")));
  EXPECT_THAT(complaint("printf \"%s\" n"), ElementsAre(HasSubstr("Int")));
  EXPECT_THAT(complaint("printf \"%d\" x"), ElementsAre(HasSubstr("Double")));
  EXPECT_THAT(complaint("printf \"%.2f\" n"), ElementsAre(HasSubstr("Int")));
  EXPECT_THAT(complaints(head + "main :: IO ()\nmain = printf \"%d\\n\"\n"),
              ElementsAre(HasSubstr("takes 1 argument")));
}

}  // namespace
}  // namespace deforest::text
