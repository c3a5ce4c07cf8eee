// Whole modules: headers, imports, documentation, untouched regions, and going on after mistakes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "syntax.hpp"

namespace deforest::text {
namespace {

using ::testing::ElementsAre;

ast::Module parsed(std::string_view source) {
  auto result = parseModule(source);
  if (!result) {
    ADD_FAILURE() << errors(result.diagnostics());
    return {};
  }
  return std::move(*result);
}

TEST(Module, Header) {
  const ast::Module m = parsed(
      "{-# LANGUAGE BangPatterns #-}\r\n{-# OPTIONS_GHC -O2\r\n  -Wall #-}\r\n"
      "module Data.M\r\n  ( f, (+++), T(..), U(A, b)\r\n  , module X, type V, pattern P,\r\n  ) "
      "where\r\n"
      "x = 1\r\n");
  EXPECT_EQ(m.name, "Data.M");
  EXPECT_TRUE(m.exportsListed);
  EXPECT_EQ(m.exportText, " f, (+++), T(..), U(A, b)\n  , module X, type V, pattern P,\n  ");
  std::vector<std::string> names;
  std::vector<std::string> texts;
  for (const ast::Export& e : m.exports) {
    names.push_back(e.name);
    texts.push_back(e.text);
  }
  EXPECT_THAT(names, ElementsAre("f", "+++", "T", "U", "X", "V", "P"));
  EXPECT_THAT(texts,
              ElementsAre("f", "(+++)", "T(..)", "U(A, b)", "module X", "type V", "pattern P"));
  EXPECT_EQ(m.exports[1].span, (support::Span{{5, 8}, {5, 13}}));
  EXPECT_THAT(m.pragmas,
              ElementsAre("{-# LANGUAGE BangPatterns #-}", "{-# OPTIONS_GHC -O2\n  -Wall #-}"));
}

TEST(Module, WithoutHeaderOrExports) {
  EXPECT_EQ(parsed("x = 1\n").name, "");
  EXPECT_FALSE(parsed("module M where\n").exportsListed);
  const ast::Module m = parsed("module M () where\n");
  EXPECT_TRUE(m.exportsListed);
  EXPECT_TRUE(m.exports.empty());
}

TEST(Module, Imports) {
  const ast::Module m = parsed(
      "module M where\n"
      "import A\n"
      "import qualified B.C as D\n"
      "import E (f, (+), T(..), U(V, w))\n"
      "import F hiding (g,)\n"
      "import G qualified as H\n"
      "import {-# SOURCE #-} \"pkg\" I ()\n"
      "import safe J\n  ( x\n  , y )\n"
      "z = 1\n");
  ASSERT_EQ(m.imports.size(), 7U);
  EXPECT_EQ(m.imports[0].text, "import A");
  EXPECT_EQ(m.imports[0].module, "A");
  EXPECT_FALSE(m.imports[0].names);
  EXPECT_TRUE(m.imports[1].qualified);
  EXPECT_EQ(m.imports[1].module, "B.C");
  EXPECT_EQ(m.imports[1].alias, "D");
  EXPECT_THAT(*m.imports[2].names, ElementsAre("f", "+", "T", "U", "V", "w"));
  EXPECT_FALSE(m.imports[2].hiding);
  EXPECT_TRUE(m.imports[3].hiding);
  EXPECT_THAT(*m.imports[3].names, ElementsAre("g"));
  EXPECT_TRUE(m.imports[4].qualified);
  EXPECT_EQ(m.imports[4].alias, "H");
  EXPECT_EQ(m.imports[5].text, "import {-# SOURCE #-} \"pkg\" I ()");
  EXPECT_TRUE(m.imports[5].names->empty());
  EXPECT_EQ(m.imports[6].text, "import safe J\n  ( x\n  , y )");
  EXPECT_EQ(m.imports[6].span.begin, (support::Position{8, 1}));
  EXPECT_EQ(m.declarations.size(), 1U);
}

TEST(Module, HeaderErrors) {
  const Case cases[] = {
      {"module m where\nx = 1\n",
       "1:8: unexpected `m` [expected the name of the module, with a capital letter]\n"},
      {"module M\nx = 1\n", "2:1: unexpected `x` [expected `(` or `where`]\n"},
      {"module M (f where\nx = )\n",
       "1:13: unexpected `where` [expected `,` or `)`, to close the `(` at line 1, column 10]\n"
       "2:5: unexpected `)` [expected an expression]\n"},
      {"module M (+) where\n",
       "1:11: unexpected `+` [expected a name, or an operator in "
       "parentheses]\n"},
      {"import a\n", "1:8: unexpected `a` [expected the name of a module]\n"},
      {"import A as b\n", "1:13: unexpected `b` [expected a name for the module]\n"},
      {"import A hiding\nx = 1\n",
       "2:1: unexpected `x` at the beginning of a line [expected `(` after `hiding`; to go on with "
       "the line above, indent this one to the right of column 1]\n"},
      {"x = 1\nimport A\n",
       "2:1: import after a declaration [imports stand before the first declaration]\n"},
      {"import A B\n",
       "1:10: unexpected `B` [expected an operator, an argument or the end of the declaration]\n"},
  };
  for (const Case& c : cases) EXPECT_EQ(program(c.source), c.expected) << c.source;
}

TEST(Module, ErrorsCostOneDeclaration) {
  EXPECT_EQ(program("f = (\n\ng x = = 2\n\nh = 3\n\nk = case of\n  A -> 1\n  B -> 2\n\nl = ]\n"),
            "3:1: unexpected `g` at the beginning of a line [expected an expression; to go on with "
            "the line above, indent this one to the right of column 1]\n"
            "3:7: unexpected `=` [expected an expression]\n"
            "7:10: unexpected `of` [expected an expression]\n"
            "11:5: unexpected `]` [expected an expression]\n");
  EXPECT_EQ(program("f = (1 + 2\ng = 3\nh = [1, 2\n"),
            "1:5: unclosed `(` [expected `)` before line 2, which begins something new]\n"
            "3:5: unclosed `[` [expected `]` before the end of the file]\n");
  // What the lexer reports is not reported twice.
  EXPECT_EQ(program("f = \"abc\ng = 'ab'\nh = )\n"),
            "1:5: unclosed string [close it with `\"` on the same line]\n"
            "2:5: unclosed character literal [a character is quoted like `'a'`, a string like "
            "`\"ab\"`]\n"
            "3:5: unexpected `)` [expected an expression]\n");
  EXPECT_EQ(program("f = a == b == c\ng = a < b < c\n"),
            "1:12: `==` and `==` need parentheses to say which is applied first [`==` is infix "
            "4]\n"
            "2:11: `<` and `<` need parentheses to say which is applied first [`<` is infix 4]\n");
}

TEST(Module, ReportsAtMostAHundredErrors) {
  std::string source;
  for (int i = 0; i < 1000; ++i) source += "x = )\n";
  const auto result = parseModule(source);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.diagnostics().size(), 100U);
}

TEST(Module, ClassesAndInstances) {
  EXPECT_EQ(program("class (Eq a, Show a) => C a where\n  f, g :: Ord b => a -> b\n  f x = x\n"
                    "class D a\n"
                    "instance (C a, D b) => C (T a b) where { g (T x) = x }\n"
                    "instance D Int\n"),
            "(class (Eq a) (Show a) C a (::=> f g (-> a b)) (f x x))\n"
            "(class D a)\n"
            "(instance (C a) (D b) C (T a b) (g (T x) x))\n"
            "(instance D Int)\n");
}

TEST(Module, DeclarationsThatAreNotInTheLanguage) {
  const std::string_view keep =
      "; to pass it through as it is, put it between the lines `-- deforest: off` and "
      "`-- deforest: on`]\n";
  EXPECT_EQ(program("class C a b where\n  f :: a -> b\n\n"
                    "instance C Int Int where\n  f = id\n"
                    "deriving via Int instance Eq T\n"
                    "foreign import ccall \"sin\" c_sin :: Double -> Double\n"
                    "default (Int)\n"
                    "type family F a\n"
                    "data family G a\n"
                    "type instance F Int = Int\n"
                    "type role T nominal\n"
                    "pattern P x = Just x\n"
                    "$(makeLenses ''T)\n"
                    "x = )\n"),
            "1:9: class `C` has not exactly one parameter [a class is a property of one type: "
            "`class C a where`, which may decide others: `class C a b | a -> b where`]\n"
            "6:10: `deriving via` is not in the language [derive the class without `via`]\n"
            "7:1: foreign declarations are not in the language [to pass it through as it is, "
            "put it between the lines `-- deforest: off` and `-- deforest: on`]\n"
            "8:1: default declarations are not in the language [numbers without a signature "
            "are of type Int or Double]\n"
            "9:1: type families are not in the language [write the types out]\n"
            "10:1: type families are not in the language [write the types out]\n"
            "11:1: type families are not in the language [write the types out]\n"
            "12:1: role annotations are not in the language [leave it out]\n"
            "13:1: pattern synonyms are not in the language [write the patterns out]\n"
            "14:1: splices of Template Haskell are not in the language [write out what they "
            "make" +
                std::string(keep) +
                "14:14: empty character literal [an empty string is written "
                "`\"\"`]\n15:5: unexpected `)` [expected an expression]\n");
}

TEST(Module, PragmasInTheBodyAreSkipped) {
  EXPECT_EQ(program("{-# INLINE f #-}\nf x = {-# SCC \"a\" #-} x\n{-# ANN f \"b\" #-}\n"
                    "{-# SPECIALIZE g :: Int -> Int #-}\ng = {-# UNKNOWN #-} 1\n"),
            "(f x x)\n(g 1)\n");
}

TEST(Module, Documentation) {
  const ast::Module m = parsed(
      "-- | Of the module.\nmodule M where\n"
      "import A -- | not kept\n"
      "-- | Of f,\n-- on two lines.\n\n-- Not part of it.\nf :: Int -- ^ Not of g.\nf = 1\n\n"
      "{-| Of T. -}\ndata T\n  = A -- ^ The first.\n  | B\n"
      "-- plain\ng = 2\n-- ^ Of g,\n--   too.\n\n"
      "-- | Replaced.\n{- | Of h. -}\nh = 3\n"
      "i = 4\n-- | Of j.\nj = let\n  -- | Local.\n  k = 5 in k\n");
  std::vector<std::string> documentation;
  for (const ast::Declaration& d : m.declarations) documentation.push_back(d.documentation);
  EXPECT_THAT(documentation,
              ElementsAre("-- | Of f,\n-- on two lines.", "", "{-| Of T. -}",
                          "-- | Of g,\n--   too.", "{- | Of h. -}", "", "-- | Of j."));
}

TEST(Module, UntouchedRegions) {
  const ast::Module m = parsed(
      "module M where\nx = 1\n-- deforest: off\nclass C a where\n  op :: a -> M.k a\n\n"
      "instance C Int where { op x = x <+> y -- comment z\n}\n-- deforest: on  \r\ny = 2\n"
      "-- deforest: off\n-- deforest: on\n");
  EXPECT_THAT(m.untouched, ElementsAre("class C a where\n  op :: a -> M.k a\n\n"
                                       "instance C Int where { op x = x <+> y -- comment z\n}\n",
                                       ""));
  EXPECT_THAT(m.untouchedIdentifiers, ElementsAre("<+>", "a", "k", "op", "x", "y"));
  EXPECT_EQ(m.declarations.size(), 2U);
}

TEST(Module, UntouchedRegionsEndItems) {
  EXPECT_EQ(program("f = do\n  a\n-- deforest: off\n  ) ' \" {-\n-- deforest: on\n  b\n"),
            "(f (do a b))\n");
}

TEST(Module, UntouchedRegionErrors) {
  EXPECT_EQ(program("x = 1\n-- deforest: off\ny = (\n"),
            "2:1: this region does not end [end it with the line `-- deforest: on`]\n");
  EXPECT_EQ(program("x = 1\n-- deforest: on\n"),
            "2:1: nothing was switched off here [a region that is to be kept as it is begins with "
            "the line `-- deforest: off`]\n");
  // Elsewhere than at the beginning of a line it is a comment.
  EXPECT_EQ(program("x = 1 -- deforest: off\n  -- deforest: on\n"), "(x 1)\n");
}

TEST(Module, GibbonStyle) {
  EXPECT_EQ(program("module Add1 where\n\nimport Gibbon.Prim\n\n"
                    "data Tree = Leaf Int | Node Int Tree Tree deriving (Show)\n\n"
                    "add1 :: Tree -> Tree\nadd1 tr =\n  case tr of\n"
                    "    Leaf n -> Leaf (n + 1)\n"
                    "    Node n l r ->\n      let l' = add1 l\n          r' = add1 r in\n"
                    "      -- (Node n l' r') \xE2\n"
                    "      if(n .>. 3) then (Node n l' r')\n      else Node (n-1) l' r'\n\n"
                    "gibbon_main = sumTree (add1 (mkTree 3))\n"),
            "module Add1\nimport Gibbon.Prim\n"
            "(data Tree (Leaf Int) (Node Int Tree Tree) (deriving Show))\n"
            "(:: add1 (-> Tree Tree))\n"
            "(add1 tr (case tr ((Leaf n) (Leaf (+ n 1))) ((Node n l r) (let ((l' (add1 l)) (r' "
            "(add1 r))) (if (.>. n 3) (Node n l' r') (Node (- n 1) l' r'))))))\n"
            "(gibbon_main (sumTree (add1 (mkTree 3))))\n");
}

}  // namespace
}  // namespace deforest::text
