// What becomes of the text of a module, declaration by declaration.
#include "driver/keep_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "backends/haskell.hpp"
#include "driver/pipelines.hpp"
#include "eval/compare.hpp"
#include "text/parse.hpp"

namespace deforest::testing {
namespace {

struct Emitted {
  std::string text;
  bool editable = false;
};

Emitted emit(const std::string& source, engine::Stage stage = engine::Stage::Redundancy,
             double growth = 8, ir::Semantics semantics = ir::Semantics::Strict) {
  text::Original original;
  const auto program = text::parse(source, "module.hs.ir", {}, nullptr, &original);
  EXPECT_TRUE(program.ok()) << source;
  if (!program) return {};
  pipeline::Context context;
  engine::Options options;
  options.stopAfter = stage;
  options.limits.maxGrowth = growth;
  options.semantics = semantics;
  if (!driver::canKeepText("module.hs.ir", original, *program, semantics)) {
    return {};
  }
  pipeline::RunReport report;
  backends::Kept kept;
  const auto pipeline = driver::pipelineKeepingText(options, original, *program, nullptr, kept);
  const ir::Program result = pipeline::run(pipeline, *program, context, {}, report);
  Emitted emitted{backends::emitHaskell(result, original, kept, {semantics}), true};
  const auto again = text::parse(emitted.text, "emitted.hs.ir");
  EXPECT_TRUE(again.ok()) << emitted.text;
  eval::CompareOptions compare;
  compare.inputs = 20;
  compare.limits.calls = 5000;
  compare.constantCalls = 5000;
  if (again) {
    const eval::Comparison comparison = eval::comparePrograms(*program, *again, compare);
    EXPECT_TRUE(comparison.equal()) << emitted.text;
  }
  EXPECT_EQ(result.roots.size(), program->roots.size());
  return emitted;
}

std::string edited(const std::string& source) {
  const Emitted emitted = emit(source);
  EXPECT_TRUE(emitted.editable) << source;
  return emitted.text;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// A list, and two functions of it that fuse.
const std::string list = R"(data List = Nil | Cons Int List

squares :: List -> List
squares Nil = Nil
squares (Cons x xs) = Cons (x * x) (squares xs)

total :: List -> Int
total Nil = 0
total (Cons x xs) = x + total xs
)";

// ------------------------------------------------------------------------------ nothing improved

TEST(KeepText, ByteForByteWhateverTheTextLooksLike) {
  const std::string text =
      "\xEF\xBB\xBF{-# OPTIONS_GHC -Wall #-}\r\n-- tabs\tand ends of lines\r\nmodule M "
      "where\r\n\r\n"
      "import Data.Char (ord)   -- for f  \r\n\r\n\r\n{- | A {- nested -} comment. -}\r\n"
      "{-# INLINE f #-}\r\nf, g :: Char -> Int\r\nf\tc = ord c\r\n\r\n-- trailing\r\n"
      "g c = f c `plus` 1\r\ninfixl 6 `plus`\r\nplus :: Int -> Int -> Int\r\nplus a b = a + b";
  EXPECT_EQ(emit(text, engine::Stage::None).text, text);
}

TEST(KeepText, WhatNothingUses) {
  const std::string text =
      "module Main where\n\nmain :: IO ()\nmain = print (1 :: Int)\n\n"
      "spare :: [a] -> Int\nspare xs = length xs\n";
  EXPECT_EQ(edited(text), text);
}

TEST(KeepText, Regions) {
  const std::string text =
      "module M where\n\nf :: Int -> Int\nf x = x + 1\n\n-- deforest: off\n"
      "g :: Int -> IO ()\ng = mapM_ print . replicate 2 . f\n-- deforest: on\n";
  EXPECT_EQ(edited(text), text);
}

TEST(KeepText, NotWithoutLinesOfTheirOwn) {
  EXPECT_FALSE(emit("module M where { f :: Int -> Int; f x = x + 1 }\n").editable);
  EXPECT_FALSE(emit("module M where\nf :: Int -> Int; f x = x + 1\n").editable);
}

TEST(KeepText, TheCorpusByteForByte) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(DEFOREST_CORPUS)) {
    if (entry.path().extension() != ".ir") continue;
    std::ifstream file(entry.path());
    std::ostringstream content;
    content << file.rdbuf();
    const std::string text = content.str();
    if (!text::parse(text, entry.path().string())) continue;
    const Emitted emitted = emit(text, engine::Stage::None);
    if (!emitted.editable) continue;  // Gibbon's
    EXPECT_EQ(emitted.text, text) << entry.path();
    ++count;
  }
  EXPECT_GT(count, 30U);
}

// Every fourth program. A function composed with itself may be called like it: it is another one all
// the same.
TEST(KeepText, TheCorpusMeansTheSame) {
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(DEFOREST_CORPUS)) {
    if (entry.path().extension() != ".ir" || seen++ % 4 != 0) continue;
    std::ifstream file(entry.path());
    std::ostringstream content;
    content << file.rdbuf();
    if (!text::parse(content.str(), entry.path().string())) continue;
    SCOPED_TRACE(entry.path().string());
    for (const auto semantics : {ir::Semantics::Strict, ir::Semantics::Haskell}) {
      (void)emit(content.str(), engine::Stage::Redundancy, 2, semantics);
    }
  }
}

TEST(KeepText, NotAFunctionComposedWithItself) {
  const std::string text = R"(module M (f, g) where

data P = P Int Int Int

shift :: P -> P
shift (P a b c) = P b c (a + 1)

g :: Int -> P -> P
g n p = if n < 1 then shift p else g (n - 1) p

f :: [P] -> Int
f [] = 0
f (p : ps) = case shift (shift (shift p)) of P a b c -> a - b + c + f ps
)";
  (void)edited(text);
}

// ---------------------------------------------------------------------------------- one improved

TEST(KeepText, OneDeclarationInPlace) {
  const std::string before = "module M (f, g) where\n\n-- A list.\n" + list;
  const std::string middle = "\n-- | The sum of the squares.\n";
  const std::string after =
      "\n-- Not touched,  as  it is.\ng :: Int -> Int\ng x =\n    x * 2 -- twice\n";
  const std::string text =
      before + middle + "f :: List -> Int\nf xs = total (squares xs) -- fused\n" + after;
  EXPECT_EQ(edited(text), R"(module M (f, g) where

-- A list.
data List = Nil | Cons Int List

-- | The sum of the squares.
f :: List -> Int
f xs = total_squares_acc xs 0

total_squares_acc :: List -> Int -> Int
total_squares_acc Nil acc = acc
total_squares_acc (Cons x xs) acc = total_squares_acc xs (acc + x * x)
)" + after);
}

TEST(KeepText, WhatKeptTextMentionsStays) {
  const std::string text =
      "module M (f, total) where\n\n" + list + "\nf :: List -> Int\nf xs = total (squares xs)\n";
  const std::string out = edited(text);
  EXPECT_TRUE(has(out, "total (Cons x xs) = x + total xs\n")) << out;
  EXPECT_FALSE(has(out, "squares ::")) << out;
}

TEST(KeepText, SharedSignaturesAndPragmasLoseNames) {
  const std::string text = "module M (f, doubles) where\n\n" + list + R"(
{-# INLINE triples #-}
doubles, triples :: List -> List
doubles Nil = Nil
doubles (Cons x xs) = Cons (x + x) (doubles xs)
triples Nil = Nil
triples (Cons x xs) = Cons (3 * x) (triples xs)

f :: List -> Int
f xs = total (triples xs)
)";
  const std::string out = edited(text);
  EXPECT_TRUE(has(out, "\ndoubles :: List -> List\ndoubles Nil = Nil\n")) << out;
  EXPECT_FALSE(has(out, "INLINE")) << out;
  EXPECT_FALSE(has(out, "triples Nil")) << out;
}

TEST(KeepText, FixityGoesWithItsOperator) {
  const std::string text = "module M (f) where\n\n" + list + R"(
infixl 6 +++
infixr 5 `plus`, :+

data P = Int :+ Int

(+++) :: List -> List -> List
Nil +++ ys = ys
Cons x xs +++ ys = Cons x (xs +++ ys)

plus :: List -> List -> List
plus Nil ys = ys
plus (Cons x xs) ys = Cons x (xs `plus` ys)

f :: List -> List -> Int
f xs ys = case 1 :+ 2 of a :+ _ -> a + total (xs +++ ys) + total (xs `plus` ys)
)";
  const std::string out = edited(text);
  EXPECT_FALSE(has(out, "+++")) << out;
  EXPECT_TRUE(has(out, "infixr 5 :+\n")) << out;
}

TEST(KeepText, AnInstanceThatIsReplacedTakesItsCallersAlong) {
  const std::string text = R"(module M (f, g, h) where

data List a = Nil | Cons a (List a)

double :: List Int -> List Int
double Nil = Nil
double (Cons x xs) = Cons (x + x) (double xs)

size :: List a -> Int
size Nil = 0
size (Cons _ xs) = 1 + size xs

f :: List Int -> Int
f xs = if size (double xs) > 9 then 1 else f (double (double xs))

g :: List Char -> Int
g cs = size cs + 1

h :: List Int -> Int
h xs = f xs * 2
)";
  const std::string out = edited(text);
  EXPECT_TRUE(has(out, "size (Cons _ xs) = 1 + size xs\n")) << out;
  EXPECT_TRUE(has(out, "g cs = size cs + 1\n")) << out;
  EXPECT_TRUE(has(out, "h xs = f xs * 2\n")) << out;
}

TEST(KeepText, NamesOfNewFunctionsAreFree) {
  const std::string text = "module M (f, total_squares, total_squares_acc) where\n\n" + list + R"(
total_squares :: Int -> Int
total_squares x = x

total_squares_acc :: Int -> Int
total_squares_acc x = x

f :: List -> Int
f xs = total (squares xs)
)";
  const std::string out = edited(text);
  EXPECT_TRUE(has(out, "total_squares x = x\n")) << out;
  EXPECT_TRUE(has(out, "total_squares_acc x = x\n")) << out;
}

TEST(KeepText, LineEndsOfTheText) {
  std::string text =
      "module M (f) where\n\n" + list + "\nf :: List -> Int\nf xs = total (squares xs)\n";
  std::string windows;
  for (const char c : text) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const std::string out = edited(windows);
  EXPECT_EQ(std::ranges::count(out, '\n'), std::ranges::count(out, '\r')) << out;
}

}  // namespace
}  // namespace deforest::testing
