// Functions that are called and not understood: of which a type is known, where it comes from, and
// what keeps them from being called.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <utility>

#include "ir/checker.hpp"
#include "ir/traverse.hpp"
#include "text/parse.hpp"
#include "text/parsing/parser.hpp"
#include "text/prelude/signatures.hpp"

namespace deforest::text {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

using Modules = std::map<std::string, std::string>;

struct Read {
  ir::Program program;
  Original original;
};

Read readModule(std::string_view text, const Modules& modules = {}) {
  ParseOptions options;
  options.keepsOpaque = true;
  options.lazy = true;
  options.package.modules = [&](const std::string& name) -> std::optional<std::string> {
    const auto found = modules.find(name);
    return found == modules.end() ? std::nullopt : std::optional(found->second);
  };
  Read read;
  support::Result<ir::Program> program = parse(text, "a.hs", options, nullptr, &read.original);
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : program.diagnostics()[0].message);
  if (!program.ok()) return read;
  read.program = std::move(*program);
  EXPECT_THAT(ir::check(read.program), IsEmpty());
  return read;
}

// Why a declaration is opaque; empty: it is not.
std::string opaqueReason(const Original& original, const std::string& name) {
  for (const DeclarationPart& part : original.declarations) {
    if (part.name == name) return part.opaque;
  }
  ADD_FAILURE() << "no declaration " << name;
  return "";
}

// What the program calls and does not understand, as it is written in Haskell.
std::vector<std::string> foreignNames(const ir::Program& program) {
  std::vector<std::string> names;
  for (const ir::Function& function : program.functions) {
    if (function.library && function.library->module.empty()) {
      names.push_back(function.library->name);
    }
  }
  return names;
}

// The function that stands for one that is not understood.
const ir::Function& foreignFunction(const ir::Program& program, const std::string& name) {
  for (const ir::Function& function : program.functions) {
    if (function.library && function.library->module.empty() && function.library->name == name) {
      return function;
    }
  }
  throw std::runtime_error("nothing is called " + name);
}

constexpr std::string_view splice = "\n\ng :: Int -> [Int]\ng x = [| x |]\n";

TEST(Foreign, OpaqueFunctionsWithASignatureAreCalled) {
  const Read read = readModule("f :: Int -> Int\nf x = length (g (x + 1))" + std::string(splice));
  EXPECT_EQ(opaqueReason(read.original, "f"), "");
  EXPECT_NE(opaqueReason(read.original, "g"), "");
  EXPECT_THAT(foreignNames(read.program), ElementsAre("g"));
  const std::string name = foreignFunction(read.program, "g").name;
  EXPECT_EQ(read.original.functions.at(name).name, "g");
}

TEST(Foreign, WithoutASignatureTheCallerIsOpaque) {
  const Read read = readModule("f :: Int -> Int\nf x = length (g x)\n\ng x = [| x |]\n");
  EXPECT_THAT(opaqueReason(read.original, "f"), HasSubstr("`g`, which is opaque"));
}

TEST(Foreign, TheBodyIsOneCallOfTheNameInTheSource) {
  const Read read = readModule("f :: Int -> [Int]\nf x = g (x + 1)" + std::string(splice));
  const ir::Function& g = foreignFunction(read.program, "g");
  ASSERT_EQ(g.body.bindings.size(), 1U);
  const auto& called = std::get<ir::Foreign>(g.body.bindings[0].operation);
  EXPECT_EQ(called.name, "g");
  EXPECT_EQ(called.arguments.size(), 1U);
}

TEST(Foreign, ImportedFunctionsHaveTheTypeThatTheirModuleSays) {
  const Modules modules = {{"Data.Page",
                            "module Data.Page (render, Page) where\n"
                            "data Page = Page Int\n"
                            "render, hidden :: Page -> [Int]\n"
                            "render p = [| p |]\nhidden p = [| p |]\n"}};
  const std::string body =
      "f :: P.Page -> Int\nf p = sum (P.render p)\n\n"
      "h :: P.Page -> Int\nh p = sum (P.hidden p)\n";
  const Read read = readModule("module A where\nimport qualified Data.Page as P\n" + body, modules);
  EXPECT_EQ(opaqueReason(read.original, "f"), "");
  EXPECT_NE(opaqueReason(read.original, "h"), "");
  EXPECT_THAT(foreignNames(read.program), ElementsAre("P.render"));
  // Without the module there is nothing to go by.
  EXPECT_NE(
      opaqueReason(readModule("module A where\nimport qualified Data.Page as P\n" + body).original,
                   "f"),
      "");
}

TEST(Foreign, LibrariesThatOnlyWholeProgramsHaveAreTheReason) {
  const auto reason = [](const std::string& import, const std::string& body) {
    const std::string text = "module M where\nimport " + import + "\n\nf x = " + body + "\n";
    return opaqueReason(readModule(text).original, "f");
  };
  EXPECT_THAT(reason("Control.Monad.State.Strict", "modify' (+ x)"),
              HasSubstr("`modify'` is from `Control.Monad.State.Strict`, which is understood only "
                        "where a program is read as a whole"));
  EXPECT_THAT(reason("qualified Control.Monad.State as S", "S.runState x 0"),
              HasSubstr("`S.runState` is from `Control.Monad.State`, which is"));
  EXPECT_THAT(reason("Control.Monad.Except (throwError)", "throwError x"),
              HasSubstr("`throwError` is from `Control.Monad.Except`, which is"));
  EXPECT_THAT(reason("Control.Monad.ST", "runST x"),
              HasSubstr("`runST` is from `Control.Monad.ST`, which is"));
  EXPECT_THAT(reason("Data.IORef", "newIORef x"), HasSubstr("`newIORef` is from `Data.IORef`"));
  // Not what it does not export, nor what is not imported from it.
  EXPECT_THAT(reason("Control.Monad.State", "tell x"), HasSubstr("`tell` is not in scope"));
  EXPECT_THAT(reason("Control.Monad.State (get)", "put x"), HasSubstr("`put` is not in scope"));
  EXPECT_THAT(reason("Control.Monad.State hiding (put)", "put x"), HasSubstr("not in scope"));
  // Of what it exports in turn, and of a module of which nothing is known, nobody can tell.
  EXPECT_THAT(reason("Control.Monad.State", "forever x"),
              HasSubstr("`forever` may be from `Control.Monad.State`, which is not read here"));
  EXPECT_THAT(reason("Control.Monad.State (get)", "forever x"), HasSubstr("is not in scope"));
  EXPECT_THAT(reason("Some.Module", "frobnicate x"),
              HasSubstr("`frobnicate` may be from `Some.Module`, which is not read here"));
  EXPECT_THAT(reason("Some.Module (other)", "frobnicate x"), HasSubstr("is not in scope"));
}

TEST(Foreign, WhatIsDerivedOfATypeThatIsNotReadIsOpaque) {
  const Read read = readModule(
      "module M where\nimport Control.Monad.State\n\n"
      "newtype Counter a = Counter (State Int a)\n  deriving (Functor, Applicative, Monad)\n\n"
      "tick :: Counter Int -> Int -> Int\ntick c x = x + 1\n\n"
      "f :: Int -> Int\nf x = x + 1\n");
  EXPECT_EQ(opaqueReason(read.original, "f"), "");
}

TEST(Foreign, ModulesExportWhatTheyImport) {
  const Modules modules = {
      {"A", "module A (module B, k) where\nimport B\nimport C (k)\n"},
      {"B", "module B where\nf :: Int -> Int\nf x = [| x |]\n"},
      {"C", "module C where\nk :: Int -> Int\nk x = [| x |]\nl :: Int -> Int\nl x = [| x |]\n"}};
  const Read read = readModule(
      "module M where\nimport A\nm :: Int -> Int\nm x = f (k x)\n\n"
      "n :: Int -> Int\nn x = l x\n",
      modules);
  EXPECT_EQ(opaqueReason(read.original, "m"), "");
  EXPECT_NE(opaqueReason(read.original, "n"), "");
}

TEST(Foreign, ImportsSayWhatIsSeen) {
  const Modules modules = {
      {"B", "module B where\nf, g :: Int -> Int\nf x = [| x |]\ng x = [| x |]\n"}};
  const std::string body = "m :: Int -> Int\nm x = f x\n\nn :: Int -> Int\nn x = g x\n";
  const auto reasons = [&](const std::string& import) {
    const Original original =
        readModule("module M where\n" + import + "\n" + body, modules).original;
    return std::pair(opaqueReason(original, "m").empty(), opaqueReason(original, "n").empty());
  };
  EXPECT_EQ(reasons("import B"), std::pair(true, true));
  EXPECT_EQ(reasons("import B (f)"), std::pair(true, false));
  EXPECT_EQ(reasons("import B hiding (f)"), std::pair(false, true));
  EXPECT_EQ(reasons("import qualified B"), std::pair(false, false));
}

TEST(Foreign, SynonymsOfOtherModulesAreExpandedThere) {
  const Modules modules = {{"B",
                            "module B where\nimport C\ntype Names a = [Entry a]\n"
                            "names :: Int -> Names Bool\nnames n = [| n |]\n"},
                           {"C", "module C where\ntype Entry a = (a, Int)\n"}};
  const Read read = readModule(
      "module M where\nimport B\n"
      "m :: Int -> Int\nm x = sum (map snd (names x))\n\n"
      "k :: Names Char -> Int\nk xs = length xs\n",
      modules);
  EXPECT_EQ(opaqueReason(read.original, "m"), "");
  EXPECT_EQ(opaqueReason(read.original, "k"), "");
}

TEST(Foreign, ATypeIsTheSameUnderEveryName) {
  const Modules modules = {{"B",
                            "module B where\nimport Data.Text (Text)\n"
                            "get :: Int -> Text\nget n = [| n |]\n"
                            "put :: Text -> Int\nput n = [| n |]\n"}};
  const std::string body =
      "m :: Int -> T.Text\nm x = get (x + 1)\n\n"
      "k :: Int -> Int\nk x = put (m x)\n";
  const Read read =
      readModule("module M where\nimport B\nimport qualified Data.Text as T\n" + body, modules);
  EXPECT_EQ(opaqueReason(read.original, "m"), "");
  EXPECT_EQ(opaqueReason(read.original, "k"), "");
  // Another module's type of that name is another type.
  const Read other = readModule(
      "module M where\nimport B\nimport qualified Data.Text.Lazy as T\n" + body, modules);
  EXPECT_NE(opaqueReason(other.original, "m"), "");
}

TEST(Foreign, ATypeWithoutANameHereIsNotKnown) {
  const Modules modules = {{"B",
                            "module B where\ndata Secret = Secret Int\n"
                            "make :: Int -> Secret\nmake n = [| n |]\n"
                            "use :: Secret -> Int\nuse n = [| n |]\n"}};
  const std::string body = "m :: Int -> Int\nm x = use (make x)\n";
  EXPECT_NE(opaqueReason(
                readModule("module M where\nimport B (make, use)\n" + body, modules).original, "m"),
            "");
  EXPECT_EQ(opaqueReason(readModule("module M where\nimport B\n" + body, modules).original, "m"),
            "");
}

TEST(Foreign, OwnTypesAreNotThoseOfOthers) {
  const Modules modules = {{"B",
                            "module B (make) where\ndata T = T Int\n"
                            "make :: Int -> T\nmake n = [| n |]\n"}};
  const Read read = readModule(
      "module M where\nimport B\ndata T = U | V T\n\n"
      "m :: Int -> Bool\nm x = case make x of\n  U -> True\n  V _ -> False\n",
      modules);
  EXPECT_NE(opaqueReason(read.original, "m"), "");
}

TEST(Foreign, LibrariesComeWithSignatures) {
  const Read read = readModule(
      "module M where\nimport qualified Data.Tree as Tree\nimport Data.Char (toTitle)\n"
      "total :: Tree.Tree Int -> Int\n"
      "total t = sum [x | x <- Tree.flatten t, x > 0]\n\n"
      "rows :: Tree.Tree Int -> [[Int]]\n"
      "rows t = map (map (* 2)) (Tree.levels t)\n\n"
      "titles :: String -> String\ntitles s = map toTitle s\n");
  for (const char* name : {"total", "rows", "titles"}) {
    EXPECT_EQ(opaqueReason(read.original, name), "") << name;
  }
  EXPECT_THAT(foreignNames(read.program), IsSupersetOf({"Tree.flatten", "Tree.levels", "toTitle"}));
}

TEST(Foreign, SignaturesOfLibrariesAreRead) {
  for (const std::string_view module : modulesWithSignatures()) {
    const support::Result<ast::Module> parsed = parseModuleWithOpaque(*signaturesOf(module));
    ASSERT_TRUE(parsed.ok()) << module;
    EXPECT_TRUE(parsed->opaque.empty()) << module << ": " << parsed->opaque[0].reason.message;
    EXPECT_FALSE(parsed->declarations.empty()) << module;
  }
}

TEST(Foreign, FunctionsAreGivenToThem) {
  const Read read = readModule(
      "module M where\nimport Data.Tree (Tree, foldTree)\n"
      "count :: Int -> Tree Int -> Int\n"
      "count k t = foldTree (\\x counts -> x + k * sum counts) t\n");
  EXPECT_EQ(opaqueReason(read.original, "count"), "");
  bool found = false;
  for (const ir::Function& function : read.program.functions) {
    if (!function.library || function.library->name != "foldTree") continue;
    found = true;
    ASSERT_EQ(function.library->arguments.size(), 2U);
    EXPECT_FALSE(function.library->arguments[0].function.empty());
    const auto& called = std::get<ir::Foreign>(function.body.bindings[0].operation);
    EXPECT_THAT(called.name, HasSubstr(function.library->arguments[0].function));
  }
  EXPECT_TRUE(found);
}

// What comes between one argument and the next may be done once for many.
TEST(Foreign, WhatIsGivenAPartOfItsArgumentsIsNotUnderstood) {
  const std::string g = "\n\ng :: Int -> Int -> Int\ng x = [| x |]\n";
  EXPECT_NE(
      opaqueReason(readModule("f :: Int -> [Int] -> [Int]\nf x = map (g x)" + g).original, "f"),
      "");
  EXPECT_EQ(
      opaqueReason(readModule("f :: [Int] -> [Int] -> [Int]\nf = zipWith g" + g).original, "f"),
      "");
  const Modules modules = {{"B", "module B where\ng :: Int -> Int -> Int\ng x y = [| x |]\n"},
                           {"C", "module C where\ng :: Int -> Int -> Int\ng x = [| x |]\n"}};
  const std::string f = "f :: Int -> [Int] -> [Int]\nf x ys = map (g x) ys\n";
  EXPECT_NE(opaqueReason(readModule("module M where\nimport C\n" + f, modules).original, "f"), "");
}

// Their classes may decide what no argument does.
TEST(Foreign, ClassesOfResultsAreNotAskedFor) {
  const Modules modules = {{"B",
                            "module B where\nclass Make a where\n  one :: a\n"
                            "make :: Make a => Int -> a\nmake n = [| n |]\n"
                            "say :: Make a => a -> Int\nsay n = [| n |]\n"
                            "blame :: HasCallStack => Int -> Int\nblame n = [| n |]\n"}};
  const std::string head = "module M where\nimport B\n";
  EXPECT_NE(
      opaqueReason(readModule(head + "m :: Int -> Bool\nm x = make x\n", modules).original, "m"),
      "");
  EXPECT_EQ(
      opaqueReason(readModule(head + "m :: Bool -> Int\nm x = say x\n", modules).original, "m"),
      "");
  EXPECT_NE(
      opaqueReason(readModule(head + "m :: Int -> Int\nm x = blame x\n", modules).original, "m"),
      "");
}

TEST(Foreign, OperatorsBindAsTheirModuleSays) {
  const Modules modules = {{"B",
                            "module B ((<+>)) where\ninfixl 6 <+>\n"
                            "(<+>) :: Int -> Int -> Int\nx <+> y = [| x |]\n"}};
  const Read read = readModule(
      "module M where\nimport B\nm :: Int -> Int -> Int\nm x y = x <+> y * 2\n", modules);
  EXPECT_EQ(opaqueReason(read.original, "m"), "");
  const ir::Function& m = read.program.function(*read.program.find("m"));
  EXPECT_TRUE(std::holds_alternative<ir::Call>(m.body.bindings.back().operation));
}

TEST(Foreign, ExtensionsThatChangeWhatTextMeansMakeItOpaque) {
  const std::string body = "f :: Int -> String\nf x = \"a\"\n\ng :: Int -> Int\ng x = x - 1\n";
  const auto opaque = [&](const std::string& pragma) {
    const Original original = readModule(pragma + "\nmodule M where\n" + body).original;
    return std::pair(!opaqueReason(original, "f").empty(), !opaqueReason(original, "g").empty());
  };
  EXPECT_EQ(opaque("{-# LANGUAGE BangPatterns #-}"), std::pair(false, false));
  EXPECT_EQ(opaque("{-# LANGUAGE GADTs, OverloadedStrings #-}"), std::pair(false, false));
  EXPECT_EQ(opaque("{-# LANGUAGE LexicalNegation #-}"), std::pair(false, true));
  EXPECT_EQ(opaque("{-# LANGUAGE RebindableSyntax #-}"), std::pair(true, true));
  EXPECT_EQ(opaque("{-# OPTIONS_GHC -XStrict #-}"), std::pair(true, true));
  EXPECT_EQ(opaque("{-# LANGUAGE NoImplicitPrelude #-}"), std::pair(true, true));
}

TEST(Foreign, FieldsAreStrictWhereTheExtensionSaysSo) {
  const std::string body = "module M where\ndata P = P Int Int\n\nf :: Int -> P\nf x = P x x\n";
  const auto strict = [](const Read& read) {
    for (const ir::Constructor& ctor : read.program.constructors) {
      if (ctor.name == "P") return ctor.fields[0].strict;
    }
    return false;
  };
  EXPECT_FALSE(strict(readModule(body)));
  EXPECT_TRUE(strict(readModule("{-# LANGUAGE StrictData #-}\n" + body)));
}

TEST(Foreign, SamplesAreReadWhereDeclarationsAreOpaque) {
  const std::string text = "f :: Int -> Int\nf x = length (g (x + 1))" + std::string(splice);
  ParseOptions options;
  options.keepsOpaque = true;
  const support::Result<CalledProgram> called = parseCall(text, "a.hs", "f 3", options);
  ASSERT_TRUE(called.ok()) << called.diagnostics()[0].message;
  EXPECT_TRUE(called->program.find("f"));
  EXPECT_FALSE(parseCall(text, "a.hs", "f True", options).ok());
}

}  // namespace
}  // namespace deforest::text
