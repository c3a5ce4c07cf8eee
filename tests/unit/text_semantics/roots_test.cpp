// Which functions a program keeps, and what it keeps of its module.
#include "semantics.hpp"

namespace deforest::text {
namespace {

using Strings = std::vector<std::string>;

TEST(Roots, Defaults) {
  const std::string functions =
      "f :: Int -> Int\nf x = g x\ng :: Int -> Int\ng x = x\nh x = x + 1\n";
  EXPECT_EQ(rootNames(accepted("module M where\n" + functions)), (Strings{"f", "g"}));
  EXPECT_EQ(rootNames(accepted(functions)), (Strings{"f", "g"}));
  EXPECT_EQ(rootNames(accepted("module M (g) where\n" + functions)), (Strings{"g"}));
  EXPECT_EQ(functionNames(accepted("module M (g) where\n" + functions)), (Strings{"g"}));
  EXPECT_EQ(rootNames(accepted("module M (module M) where\n" + functions)), (Strings{"f", "g"}));
  EXPECT_EQ(rootNames(accepted(functions + "main = print (f 1)\n")), (Strings{"main"}));
  EXPECT_EQ(rootNames(accepted("module Main where\n" + functions + "main = print (f 1)\n")),
            (Strings{"main"}));
  EXPECT_EQ(rootNames(accepted("module M where\n" + functions + "main = print (f 1)\n")),
            (Strings{"f", "g", "main"}));
  EXPECT_EQ(rootNames(accepted("module M where\n" + functions + "gibbon_main = f 1\n")),
            (Strings{"gibbon_main"}));
  EXPECT_EQ(rootNames(accepted("module M (g) where\n" + functions + "main = print (f 1)\n")),
            (Strings{"g", "main"}));
  EXPECT_EQ(rootNames(accepted("module M (T(..), f, lbl) where\ndata T = T { lbl :: Int }\n" +
                               functions)),
            (Strings{"f"}));
}

TEST(Roots, Named) {
  const std::string source =
      "f :: Int -> Int\nf x = x\ng :: Int -> Int\ng x = x\nmain = print (f 1)\n";
  EXPECT_EQ(rootNames(accepted(source, {{"g"}})), (Strings{"g"}));
  EXPECT_EQ(rootNames(accepted(source, {{"main", "f"}})), (Strings{"f", "main"}));
  EXPECT_EQ(complaints("f x = 1\nfold1 :: Int\nfold1 = 1\n", {{"fold"}}),
            (Strings{"0:0: there is no function `fold` to keep (did you mean `fold1`?)"}));
}

TEST(Roots, WrongExports) {
  EXPECT_EQ(complaints("module M (f) where\nf x = x\n"),
            (Strings{"2:1: `f` is exported, but its type has variables (give it a type without "
                     "variables, or do not export it)"}));
  EXPECT_EQ(complaints("module M (g) where\nf x = 1\n"),
            (Strings{"1:11: `g` is exported, but not defined (define it, or drop it from the "
                     "list)"}));
}

TEST(Roots, NoneOfThem) {
  EXPECT_EQ(complaints("module M where\nf :: a -> a\nf x = x\ng x = x + 1\n"),
            (Strings{"3:1: every function of the module has type variables in its type (functions "
                     "are compiled for the types they are used at: write a `main`, or a signature "
                     "without variables for what is to be kept)"}));
  EXPECT_EQ(rootNames(accepted("module M where\ndata T = A | B\n")), Strings{});
}

TEST(Roots, UntouchedRegionsKeepWhatTheyMention) {
  const ir::Program program = accepted(
      "module M (main) where\n"
      "f :: Int -> Int\nf x = x\n"
      "g :: Int -> Int\ng x = x\n"
      "main = print 1\n"
      "-- deforest: off\nclass C a where c :: a -> Int\ninstance C Int where c x = f x\n"
      "-- deforest: on\n");
  EXPECT_EQ(rootNames(program), (Strings{"f", "main"}));
  ASSERT_EQ(program.module.untouched.size(), 1U);
}

TEST(Roots, WhatIsKeptOfTheModule) {
  const ir::Program program = accepted(
      "{-# LANGUAGE BangPatterns #-}\n"
      "module M (f, T(..)) where\n"
      "import Data.List (sort)\n"
      "infixr 5 :+\n"
      "-- | A tree.\n"
      "data T = E -- nothing\n"
      "       | T :+ Int\n"
      "  deriving (Eq, Show)\n"
      "type S = [T]\n"
      "-- | Doc of f.\n"
      "f :: T -> Int\n"
      "f E = 0\n"
      "f (t :+ n) = f t + n\n");
  EXPECT_EQ(program.module.name, "M");
  EXPECT_EQ(program.module.exports, "f, T(..)");
  EXPECT_EQ(program.module.pragmas, (Strings{"{-# LANGUAGE BangPatterns #-}"}));
  EXPECT_EQ(program.module.imports, (Strings{"import Data.List (sort)"}));
  ASSERT_EQ(program.module.types.size(), 3U);
  EXPECT_EQ(program.module.types[0], "infixr 5 :+");
  EXPECT_EQ(program.module.types[1],
            "-- | A tree.\ndata T = E -- nothing\n       | T :+ Int\n  deriving (Eq, Show)");
  EXPECT_EQ(program.functions[0].documentation, "-- | Doc of f.");
  EXPECT_EQ(program.functions[0].position, (support::Position{12, 1}));
}

TEST(Roots, InstancesAreNamedAfterTheirTypes) {
  EXPECT_EQ(functionNames(accepted("twice x = (x, x)\n"
                                   "f :: Int -> (Int, Int)\nf n = twice n\n")),
            (Strings{"twice", "f"}));
  EXPECT_EQ(functionNames(accepted("len [] = 0\nlen (_ : xs) = 1 + len xs\n"
                                   "f :: [Int] -> [[Char]] -> Int\nf a b = len a + len b\n")),
            (Strings{"len_Int_Int", "len_List_Char_Int", "f"}));
  EXPECT_EQ(functionNames(accepted("f :: Int -> Int\nf x = length [x] + length \"a\"\n")),
            (Strings{"f", "length_Int", "length_Char"}));
  EXPECT_EQ(functionNames(accepted("x <+> y = x : y\n"
                                   "f :: Int -> ([Int], [Char])\n"
                                   "f n = (n <+> [], 'c' <+> [])\n")),
            (Strings{"op_Int", "op_Char", "f"}));
}

TEST(Roots, TypesDoNotDependOnTheOrderOfUse) {
  const ir::Program program = accepted(
      "f :: [Int] -> Maybe Int\nf xs = case xs of { [] -> Nothing; x : _ -> Just x }\n"
      "data B = B A\ndata A = A (Int, [Int])\n");
  Strings names;
  for (const ir::Type& type : program.types) names.push_back(type.name);
  EXPECT_EQ(names, (Strings{"Int", "Word", "Double", "Float", "Char", "Bool", "Integer", "B", "A",
                            "(Int, [Int])", "Maybe Int", "[Int]"}));
}

}  // namespace
}  // namespace deforest::text
