// Declarations that are not understood: what they are taken to define, and what of a module is
// left.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/line_origins.hpp"
#include "text/parse.hpp"
#include "text/parsing/parser.hpp"

namespace deforest::text {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

ast::OpaqueDeclaration onlyOpaque(std::string_view text) {
  support::Result<ast::Module> module = parseModuleWithOpaque(text);
  EXPECT_TRUE(module.ok()) << text;
  EXPECT_EQ(module->opaque.size(), 1U) << text;
  return std::move(module->opaque.at(0));
}

TEST(Opaque, DefinesWhatItsHeadSays) {
  EXPECT_THAT(onlyOpaque("f x y = proc z -> do g -< z\n").names, ElementsAre("f"));
  EXPECT_THAT(onlyOpaque("f !x = \\ @a -> x\n").names, ElementsAre("f"));
  EXPECT_THAT(onlyOpaque("x <+> y = [| x |]\n").names, ElementsAre("<+>"));
  EXPECT_THAT(onlyOpaque("x `plus` y = [| x |]\n").names, ElementsAre("plus"));
  EXPECT_THAT(onlyOpaque("(a, b) | c = [| x |]\n").names, ElementsAre("a", "b"));
  EXPECT_THAT(onlyOpaque("f, g :: forall a -> a\n").names, ElementsAre("f", "g"));
  EXPECT_THAT(onlyOpaque("makeLenses ''Config\n").names, IsEmpty());
}

TEST(Opaque, DefinesTypesConstructorsAndMethods) {
  const ast::OpaqueDeclaration data =
      onlyOpaque("data Eq a => T a where { A :: { l :: a } -> T a }\n");
  EXPECT_THAT(data.types, ElementsAre("T"));
  EXPECT_THAT(data.constructors, Contains("A"));
  EXPECT_THAT(data.names, Contains("l"));
  const ast::OpaqueDeclaration declared =
      onlyOpaque("class (Eq a, Show b) => C a b where\n  m, (<.>) :: a -> b\n  m = k\n");
  EXPECT_THAT(declared.types, ElementsAre("C"));
  EXPECT_THAT(declared.names, testing::UnorderedElementsAre("m", "<.>"));
  EXPECT_THAT(declared.mentions, Contains("k"));
}

TEST(Opaque, TakesAllEquationsOfAFunction) {
  const support::Result<ast::Module> module =
      parseModuleWithOpaque("f 0 = 1\nf n = [| n |]\nf m = 3\n\ng x = x\n");
  ASSERT_TRUE(module.ok());
  EXPECT_EQ(module->opaque.size(), 3U);
  EXPECT_EQ(module->declarations.size(), 1U);
}

std::vector<std::string> functionsOf(std::string_view text, Original* original = nullptr) {
  ParseOptions options;
  options.keepsOpaque = true;
  const support::Result<ir::Program> program = parse(text, "a.hs", options, nullptr, original);
  EXPECT_TRUE(program.ok());
  std::vector<std::string> names;
  for (const ir::Function& function : program->functions) names.push_back(function.name);
  return names;
}

TEST(Opaque, SpreadsToWhatUsesIt) {
  Original original;
  EXPECT_THAT(functionsOf("f :: Int -> Int\nf x = g x\n\ng x = h (h x)\n\n"
                          "h x = [| x |]\n\nk :: Int -> Int\nk x = x + 1\n",
                          &original),
              ElementsAre("k"));
  ASSERT_EQ(original.declarations.size(), 4U);
  EXPECT_THAT(original.declarations[0].opaque, HasSubstr("`g`, which is opaque"));
  EXPECT_THAT(original.declarations[1].opaque, HasSubstr("`h`, which is opaque"));
  EXPECT_TRUE(original.declarations[3].opaque.empty());
}

TEST(Opaque, HidesWhatLibrariesCallSo) {
  EXPECT_THAT(functionsOf("import Prelude hiding (length)\nlength x = [| x |]\n\n"
                          "f :: [Int] -> Int\nf xs = length xs\n\ng :: Int -> Int\ng x = x\n"),
              ElementsAre("g"));
}

TEST(Opaque, TypesThatAreNotKnownArePassedAlong) {
  EXPECT_THAT(functionsOf("import Data.Text (Text)\ndata P = P Text Int deriving (Eq)\n\n"
                          "f :: Text -> P\nf t = P t 1\n\n"
                          "same :: P -> P -> Bool\nsame a b = a == b\n"),
              ElementsAre("f"));
}

TEST(Opaque, BlamesWhoCallsALibrarySFunction) {
  const std::vector<std::string> names = functionsOf(
      "f :: [Int] -> [Int]\nf xs = map (if sum xs > 1 then (+ 1) else (* 2)) xs\n\n"
      "g :: [Int] -> [Int]\ng xs = map (+ 1) xs\n");
  EXPECT_THAT(names, Contains("g"));
  EXPECT_THAT(names, Not(Contains("f")));
}

// It would be given functions that `fold` makes, which is not understood itself.
TEST(Opaque, SpreadsToFunctionsThatAreGivenDataWithFunctionsInside) {
  const std::vector<std::string> names = functionsOf(
      "data T = L Int | N [T]\n\n"
      "fold :: (T -> [a] -> a) -> T -> a\nfold f t = f t (map (fold f) (below t))\n\n"
      "below :: T -> [T]\nbelow (N ts) = ts\nbelow _ = []\n\n"
      "leaves :: T -> [Int]\n"
      "leaves t = fold (\\u fs -> case u of { L n -> (n :); _ -> foldr (.) id fs }) t []\n");
  EXPECT_THAT(names, Contains("below"));
  EXPECT_THAT(names, Not(Contains("leaves")));
}

TEST(LineOrigins, FollowMarkers) {
  const std::string text = "# 1 \"a.hs\"\nx\n#line 40 \"b.hs\"\ny\nz\n{-# LINE 7 \"c.y\" #-}\nw\n";
  const LineOrigins lines(text, "given.hs");
  EXPECT_EQ(lines.pragmaFor(1), "{-# LINE 1 \"given.hs\" #-}");
  EXPECT_EQ(lines.pragmaFor(2), "{-# LINE 1 \"a.hs\" #-}");
  EXPECT_EQ(lines.pragmaFor(5), "{-# LINE 41 \"b.hs\" #-}");
  EXPECT_EQ(lines.pragmaFor(7), "{-# LINE 7 \"c.y\" #-}");
  EXPECT_EQ(withoutLineMarkers(text),
            "          \nx\n               \ny\nz\n{-# LINE 7 \"c.y\" #-}\nw\n");
}

}  // namespace
}  // namespace deforest::text
