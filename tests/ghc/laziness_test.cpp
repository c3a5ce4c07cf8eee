// Under Haskell's semantics the emitted program forces what its source forces, and nothing else:
// probes with undefined arguments end in the same value or fail in both, with the same message
// where there is one, and what is consumed as it is made is never there as a whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <sstream>

#include "../laziness/programs.hpp"
#include "backends/haskell.hpp"
#include "driver/pipelines.hpp"
#include "ghc.hpp"
#include "text/parse.hpp"

namespace deforest::testing {
namespace {

using ir::Semantics;

struct Laziness {
  std::string source;  // without a module header
  std::vector<std::string> probes;
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
        "sequenced 1 2",
        "failing 1"}},
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

ir::Program read(const std::string& text) {
  text::ParseOptions options;
  options.lazy = true;
  const auto program = text::parse(text, "source.hs", options);
  if (!program) throw std::runtime_error(support::render(program.diagnostics(), "source.hs", text));
  return *program;
}

ir::Program transformed(ir::Program program, engine::Stage stage) {
  engine::Options options;
  options.semantics = Semantics::Haskell;
  options.stopAfter = stage;
  options.price = 0;
  pipeline::Context context;
  pipeline::RunReport report;
  return pipeline::run(driver::defaultPipeline(options), std::move(program), context, {}, report);
}

void expectAlike(const std::function<ir::Program(ir::Program)>& transform) {
  if (!haveGhc()) GTEST_SKIP() << "skipped: no ghc";
  std::vector<std::string> modules;
  for (const auto& laziness : cases()) {
    const std::string check = probes(laziness.probes);
    modules.push_back(header(modules.size()) + laziness.source + check);
    const std::string text = header(modules.size()) + laziness.source;
    modules.push_back(backends::emitHaskell(transform(read(text)), {Semantics::Haskell}) + check);
  }
  const GhcResult result = runModules(modules, "-O0", "deforestCheck");
  ASSERT_TRUE(result.built) << result.messages;
  ASSERT_EQ(result.outputs.size(), modules.size()) << result.messages;
  for (std::size_t i = 0; i < modules.size(); i += 2) {
    const Laziness& laziness = cases()[i / 2];
    std::istringstream source(result.outputs[i]);
    std::istringstream emitted(result.outputs[i + 1]);
    for (const auto& expression : laziness.probes) {
      std::string expected;
      std::string actual;
      std::getline(source, expected);
      std::getline(emitted, actual);
      EXPECT_EQ(actual, expected) << expression;
    }
  }
}

TEST(Laziness, AsWritten) {
  expectAlike([](ir::Program program) { return program; });
}

TEST(Laziness, Transformed) {
  expectAlike([](ir::Program program) {
    return transformed(std::move(program), engine::Stage::Redundancy);
  });
}

// The programs that the lazy machine runs, too.
TEST(Laziness, SaysWhatTheMachineSays) {
  if (!haveGhc()) GTEST_SKIP() << "skipped: no ghc";
  std::vector<std::string> modules;
  for (const LazyProgram& program : lazyPrograms()) {
    std::string check = R"(
deforestProbe :: Show a => a -> IO ()
deforestProbe x = try (evaluate (length (show x))) >>= either failed (const (print x))
  where failed e = putStrLn ("error: " ++ takeWhile (/= '\n') (show (e :: SomeException)))

deforestCheck :: IO ()
deforestCheck = do
)";
    for (const Probe& probe : program.probes)
      check += "  deforestProbe (" + probe.expression + ")\n";
    const std::string body = program.source.substr(program.source.find('\n'));
    modules.push_back(header(modules.size()) + body + check);
    for (const engine::Stage stage : {engine::Stage::None, engine::Stage::Redundancy}) {
      const ir::Program made = transformed(read(header(modules.size()) + body), stage);
      modules.push_back(backends::emitHaskell(made, {Semantics::Haskell}) + check);
    }
  }
  const GhcResult result = runModules(modules, "-O0 -XBangPatterns", "deforestCheck");
  ASSERT_TRUE(result.built) << result.messages;
  ASSERT_EQ(result.outputs.size(), modules.size()) << result.messages;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    std::istringstream output(result.outputs[i]);
    for (const Probe& probe : lazyPrograms()[i / 3].probes) {
      std::string line;
      std::getline(output, line);
      EXPECT_EQ(line, probe.result) << probe.expression << " in\n" << modules[i];
    }
  }
}

// 10! elements, some 140 MB as a whole.
constexpr const char* longList = R"(
numbers :: Int -> Int -> [Int]
numbers a b = if a > b then [] else a : numbers (a + 1) b

odds :: [Int] -> [Int]
odds [] = []
odds (x : xs) = if x `mod` 2 == 1 then x : odds xs else odds xs

total :: Int -> [Int] -> Int
total acc [] = acc
total acc (x : xs) = acc `seq` total (acc + x) xs

deforestTotal :: Int -> Int
deforestTotal n = total 0 (odds (numbers 1 n))
)";

TEST(Laziness, ConsumesAsItMakes) {
  if (!haveGhc()) GTEST_SKIP() << "skipped: no ghc";
  const std::string check =
      "\ndeforestCheck :: IO ()\ndeforestCheck = print (deforestTotal 3628800)\n";
  std::vector<std::string> modules;
  for (const engine::Stage stage : {engine::Stage::None, engine::Stage::Redundancy}) {
    const std::string text = "module M" + std::to_string(modules.size()) + " where\n" + longList;
    modules.push_back(backends::emitHaskell(transformed(read(text), stage), {Semantics::Haskell}) +
                      check);
  }
  for (const std::string flags : {"-O0", "-O1"}) {
    const GhcResult result = runModules(modules, flags + " -with-rtsopts=-M32m", "deforestCheck");
    ASSERT_TRUE(result.built) << result.messages;
    ASSERT_EQ(result.outputs.size(), modules.size()) << result.messages;
    for (const std::string& output : result.outputs) EXPECT_EQ(output, "3292047360000\n");
  }
}

}  // namespace
}  // namespace deforest::testing
