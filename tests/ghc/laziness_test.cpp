// Under lazy semantics the emitted program forces what its source forces, and nothing else: probes
// with undefined arguments end in a value or fail alike in both.
//
// Two things may make it more defined than the source. A match on something computed is emitted as
// that of a `let`, since the program does not say that it was one of a `case`. And the
// transformation drops matches of which nothing is used.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <sstream>

#include "backends/haskell.hpp"
#include "driver/pipelines.hpp"
#include "ghc.hpp"
#include "text/parse.hpp"

namespace deforest::testing {
namespace {

using pipeline::Semantics;

struct Laziness {
  std::string source;  // without a module header
  std::vector<std::string> probes;
  std::vector<std::string> computedMatches = {};  // probes that may be more defined
};

const std::vector<Laziness>& cases() {
  static const std::vector<Laziness> list = {
      {R"(
data Tree = E | B Int Tree Tree deriving Show

size :: Tree -> Int
size E = 0
size (B _ l r) = 1 + size l + size r

value :: Tree -> Int
value E = 0
value (B x _ _) = x

mirror :: Tree -> Tree
mirror E = E
mirror (B x l r) = B x (mirror r) (mirror l)

forever :: Int -> Tree
forever n = B n (forever (n + 1)) E

depthOne :: Tree -> Int
depthOne (B x (B y _ _) _) = x + y
depthOne _ = 0

program :: Tree -> Int
program t = size (mirror (mirror t))

top :: Tree -> Int
top t = value (mirror (mirror t))
)",
       {"size (B undefined E E)", "size (B 1 undefined E)", "value (B 7 undefined undefined)",
        "value (mirror (B 3 undefined undefined))", "value (forever 5)", "depthOne (forever 5)",
        "depthOne (B 1 E undefined)", "depthOne (B undefined E E)", "program (B undefined E E)",
        "top (B 4 undefined undefined)", "top (forever 9)", "value (mirror undefined)"}},
      {R"(
nats :: Int -> [Int]
nats n = n : nats (n + 1)

first :: Int -> [Int] -> [Int]
first 0 _ = []
first _ [] = []
first n (x : xs) = x : first (n - 1) xs

total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs

squares :: [Int] -> [Int]
squares [] = []
squares (x : xs) = x * x : squares xs

count :: [Int] -> Int
count [] = 0
count (_ : xs) = 1 + count xs

accumulate :: Int -> [Int] -> Int
accumulate acc [] = acc
accumulate acc (x : xs) = accumulate (acc + x) xs

ignore :: Int -> [Int] -> Int
ignore _ [] = 0
ignore acc (_ : xs) = ignore (acc + 1) xs

both :: [Int] -> Int
both xs = count (squares xs)

some :: Int -> Int
some n = total (first n (squares (nats 1)))
)",
       {"total (first 3 (nats 1))", "first 0 undefined", "first undefined []",
        "count [undefined, 1]", "count (first 2 [undefined, undefined, undefined])",
        "accumulate undefined []", "ignore undefined [1, 2]", "ignore undefined []",
        "both [undefined, undefined]", "some 4", "count (undefined : undefined : [])",
        "total [1, undefined]"}},
      {R"(
data D = D Int Int
data S = S !Int Int
newtype N = N Int

choose :: Bool -> Int -> Int -> Int
choose c a b = if c then a else b

guarded :: Int -> Int -> Int
guarded n d
  | d == 0 = 0
  | q > 3 = q
  | otherwise = n
  where q = n `div` d

conjunction :: Bool -> Int -> Bool
conjunction a n = a && n > 0

disjunction :: Bool -> Int -> Bool
disjunction a n = a || n > 0

constant :: D -> Int
constant (D _ _) = 1

swap :: D -> D
swap (D a b) = D b a

left :: D -> Int
left (D a _) = a

strictField :: Int -> Int -> S
strictField a b = S (a + 1) (b + 1)

isS :: S -> Int
isS (S _ _) = 1

isN :: N -> Int
isN (N _) = 1

unused :: Int -> Int -> Int
unused a b = let c = a `div` b in if a > 5 then c else 0

order :: Int -> D -> Int
order 0 _ = 0
order n (D a _) = n + a

pairOf :: Int -> (Int, Int)
pairOf n = (n, n `div` 0)

useFirst :: Int -> Int
useFirst n = let (a, _) = pairOf n in a

never :: Int -> Int
never n = let (a, _) = loop n in if n > 0 then 0 else a

loop :: Int -> (Int, Int)
loop n = if n < 0 then (0, 0) else error "loop"

matched :: Int -> Int
matched n = case pairOf n of (_, _) -> 5

failing :: Int -> Int
failing n = case loop n of (_, _) -> 5

sequenced :: Int -> Int -> Int
sequenced a b = a `seq` b
)",
       {"choose True 1 undefined",
        "choose False undefined 2",
        "choose undefined 1 1",
        "guarded 5 0",
        "guarded 7 2",
        "guarded undefined 0",
        "conjunction False undefined",
        "conjunction True undefined",
        "disjunction True undefined",
        "constant undefined",
        "constant (D undefined undefined)",
        "left (swap (D undefined 3))",
        "left (swap (D 3 undefined))",
        "constant (swap undefined)",
        "isS (strictField undefined 1)",
        "isS (strictField 1 undefined)",
        "isN undefined",
        "isN (N undefined)",
        "unused 3 0",
        "unused 7 0",
        "order 0 undefined",
        "order 1 undefined",
        "useFirst 3",
        "never 1",
        "matched 1",
        "failing 1",
        "sequenced undefined 1",
        "sequenced 1 2"},
       {"failing 1"}},
  };
  return list;
}

std::string header(std::size_t index) {
  return "module M" + std::to_string(index) +
         " where\n\nimport Control.Exception (SomeException, evaluate, try)\n";
}

// An action that says of each probe what it is, or that it fails.
std::string probes(const std::vector<std::string>& expressions) {
  std::string text = R"(
deforestProbe :: Show a => a -> IO ()
deforestProbe x = try (evaluate x) >>= \r -> putStrLn (either failed show r)
  where failed e = const "fails" (e :: SomeException)

deforestCheck :: IO ()
deforestCheck = do
)";
  for (const auto& expression : expressions) {
    text += "  deforestProbe (length (show (" + expression + ")))\n";
  }
  return text;
}

std::vector<std::string> probesOf(const Laziness& laziness) {
  auto all = laziness.probes;
  all.insert(all.end(), laziness.computedMatches.begin(), laziness.computedMatches.end());
  return all;
}

// `exact`: whether what fails in the source must fail in the emitted program, too.
void expectAlike(const std::function<ir::Program(ir::Program)>& transform, bool exact) {
  if (!haveGhc()) GTEST_SKIP() << "skipped: no ghc";
  std::vector<std::string> modules;
  for (const auto& laziness : cases()) {
    const std::string check = probes(probesOf(laziness));
    modules.push_back(header(modules.size()) + laziness.source + check);
    const std::string text = header(modules.size()) + laziness.source;
    const auto program = text::parse(text, "source.hs.ir");
    ASSERT_TRUE(program) << support::render(program.diagnostics(), "source.hs.ir", text);
    modules.push_back(backends::emitHaskell(transform(*program), {Semantics::Lazy}) + check);
  }
  const GhcResult result = runModules(modules, "-O0", "deforestCheck");
  ASSERT_TRUE(result.built) << result.messages;
  ASSERT_EQ(result.outputs.size(), modules.size()) << result.messages;
  for (std::size_t i = 0; i < modules.size(); i += 2) {
    const Laziness& laziness = cases()[i / 2];
    std::istringstream source(result.outputs[i]);
    std::istringstream emitted(result.outputs[i + 1]);
    for (const auto& expression : probesOf(laziness)) {
      std::string expected;
      std::string actual;
      std::getline(source, expected);
      std::getline(emitted, actual);
      const auto& more = laziness.computedMatches;
      const bool mayBeMore =
          !exact || std::find(more.begin(), more.end(), expression) != more.end();
      if (mayBeMore && expected == "fails") continue;
      EXPECT_EQ(actual, expected) << expression;
    }
  }
}

TEST(Laziness, AsWritten) {
  expectAlike([](ir::Program program) { return program; }, true);
}

TEST(Laziness, Transformed) {
  expectAlike(
      [](ir::Program program) {
        pipeline::Context context;
        context.options.semantics = Semantics::Lazy;
        pipeline::RunReport report;
        const auto pipeline = driver::defaultPipeline(context.options.stopAfter);
        return pipeline::run(pipeline, std::move(program), context, {}, report);
      },
      false);
}

}  // namespace
}  // namespace deforest::testing
