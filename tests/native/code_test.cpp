// Native code: what its passes decide for roots that consume, what the checker refuses, and that
// every pass can do without the others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "backends/cpp.hpp"
#include "backends/native/code_checker.hpp"
#include "backends/native/notes.hpp"
#include "backends/native/passes.hpp"
#include "backends/native/plan_passes.hpp"
#include "backends/native/slot_users.hpp"
#include "backends/native/write_accumulations.hpp"
#include "backends/native/write_actions.hpp"
#include "backends/native/write_arrays.hpp"
#include "backends/native/write_slots.hpp"
#include "eval/evaluate.hpp"
#include "foreign_calls.hpp"
#include "ir/arrays.hpp"
#include "ir/checker.hpp"
#include "ir/measure.hpp"
#include "ir/printing.hpp"
#include "ir/slots.hpp"
#include "ir/traverse.hpp"
#include "text/parse.hpp"

namespace deforest::backends {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

const std::string source = R"(module M (T (..), List (..), program, turned) where
data T = L | N Int T T
data List = Nil | Cons Int List

grow :: Int -> T
grow n = if n <= 0 then L else N n (grow (n - 1)) (grow (n - 2))

inc :: T -> T
inc L = L
inc (N x l r) = N (x + 1) (inc l) (inc r)

keys :: T -> List -> List
keys L ks = ks
keys (N x l r) ks = keys l (Cons x (keys r ks))

sums :: List -> Int -> Int
sums Nil k = k
sums (Cons x xs) k = x * sums xs (k + 1) + k

program :: Int -> Int
program n = sums (keys (inc (grow n)) Nil) 0

turned :: T -> T
turned t = inc t
)";

ir::Program parsed() {
  const auto program = text::parse(source, "m.hs.ir");
  EXPECT_TRUE(program.ok());
  return *program;
}

ir::FunId functionCalled(const std::string& name, const NativeCode& code) {
  const auto found = code.program.find(name);
  EXPECT_TRUE(found.has_value()) << name;
  return found.value_or(ir::FunId{});
}

// The faults of the code of `source` once something of it has been broken.
std::vector<std::string> faultsAfter(const std::function<void(NativeCode&)>& breakIt) {
  const auto code = std::make_shared<NativeCode>();
  pipeline::Context context;
  pipeline::RunReport report;
  pipeline::run(nativePipeline(code), parsed(), context, {}, report);
  EXPECT_THAT(faultsOf(*code), IsEmpty());
  breakIt(*code);
  return faultsOf(*code);
}

TEST(NativeCode, OfARootThatConsumesTheInputIsWrittenAndCanBeCopied) {
  const auto reads = toNative(parsed());
  EXPECT_EQ(reads->copies, 0U);
  const auto consumes = toNative(parsed(), {.consumeInput = true});
  ASSERT_EQ(consumes->copies, 1U);
  EXPECT_EQ(consumes->program.function(consumes->program.roots.back()).name, "copyT");
  const ir::FunId turned = functionCalled("turned", *consumes);
  EXPECT_THAT(consumes->consumed[1], testing::ElementsAre(true));
  EXPECT_TRUE(consumes->writesInPlace[turned.value]);
  EXPECT_FALSE(reads->writesInPlace[functionCalled("turned", *reads).value]);
}

TEST(NativeCode, IsRightAndPlainWithoutAnyOfItsPasses) {
  const std::shared_ptr<NativeCode> names = std::make_shared<NativeCode>();
  for (const pipeline::Pass& left : planPasses(names)) {
    if (left.name == "layout") continue;
    const auto code = std::make_shared<NativeCode>();
    const auto pipeline = pipeline::leaveOut({std::string(left.name)}, nativePipeline(code));
    pipeline::Context context;
    pipeline::RunReport report;
    pipeline::run(pipeline, parsed(), context, {}, report);
    EXPECT_THAT(faultsOf(*code), IsEmpty()) << left.name;
    EXPECT_TRUE(emitCpp(*code).ok()) << left.name;
    for (std::uint32_t i = 0; i < code->program.functions.size(); ++i) {
      if (!code->facts.emitted[i]) continue;
      EXPECT_THAT(notesOf(*code, ir::FunId{i}),
                  Not(Contains(HasSubstr("[" + std::string(left.name) + "]"))));
    }
  }
}

TEST(NativeCode, APassThatRunsAgainForgetsWhatCameAfterIt) {
  const auto code = std::make_shared<NativeCode>();
  pipeline::Context context;
  pipeline::RunReport report;
  const ir::Program after = pipeline::run(nativePipeline(code), parsed(), context, {}, report);
  const auto isParallel = [&] { return std::ranges::count(code->parallel, true) > 0; };
  EXPECT_TRUE(isParallel());
  for (const pipeline::Pass& pass : planPasses(code)) {
    if (pass.name == "loops") pass.run(after, context);
  }
  EXPECT_FALSE(isParallel());
  EXPECT_THAT(faultsOf(*code), IsEmpty());
}

// Of the functions that write a number and those that read one, none; the user's, which go through a
// list or a tree, have.
TEST(NativeCode, WhatReadsAndWritesNumbersHasNoSecondForm) {
  const char* source =
      "module M (texts, depth) where\n"
      "data T = L Double | N T T\n"
      "texts :: [String] -> [String]\n"
      "texts [] = []\n"
      "texts (s : ss) = shows (read s * (1.5 :: Double)) (show (words s)) : texts ss\n"
      "depth :: T -> Int\n"
      "depth (L x) = length (show x)\n"
      "depth (N l r) = 1 + max (depth l) (depth r)\n";
  const support::Result<ir::Program> program = text::parse(source, "m.hs.ir");
  ASSERT_TRUE(program);
  const auto code = std::make_shared<NativeCode>();
  pipeline::Context context;
  pipeline::RunReport report;
  pipeline::run(nativePipeline(code), *program, context, {}, report);
  std::vector<std::string> parallel;
  for (std::uint32_t i = 0; i < code->program.functions.size(); ++i) {
    if (code->parallel[i]) parallel.push_back(code->program.functions[i].name);
  }
  EXPECT_THAT(parallel, UnorderedElementsAre("texts", "depth"));
}

// What a program that prints is made to be. `action` is what its `main` does.
std::shared_ptr<const NativeCode> printing(const std::string& action, bool serial = true) {
  const auto program = text::parse(R"(module Main (main) where
data Tree = Leaf | Node Tree Int Tree

render :: Tree -> String
render Leaf = "."
render (Node l x r) = render l ++ show x ++ render r

grow :: Int -> Tree
grow n = if n <= 0 then Leaf else Node (grow (n - 1)) n (grow (n - 2))

line :: Int -> String
line n = if odd n then render (grow n) else show n ++ "!"

main :: IO ()
main = )" + action + "\n",
                                   "m.hs.ir");
  EXPECT_TRUE(program.ok());
  return toNative(*program, {.serial = serial});
}

// The functions of the program that are reached and result in lists of characters.
std::vector<std::string> makersOfTexts(const NativeCode& code) {
  std::vector<std::string> found;
  for (std::uint32_t i = 0; i < code.program.functions.size(); ++i) {
    const ir::Function& function = code.program.functions[i];
    if (!code.facts.emitted[i] || function.resultTypes.size() != 1) continue;
    const ir::Type& type = code.program.type(function.resultTypes[0]);
    if (type.name == "String" || type.name == "[Char]") found.push_back(function.name);
  }
  return found;
}

bool printsInLoop(const NativeCode& code) {
  for (std::uint32_t i = 0; i < code.program.functions.size(); ++i) {
    const std::string& name = code.program.functions[i].name;
    if (name.starts_with("main_each") && code.facts.prints[i] && code.loops[i].loops()) return true;
  }
  return false;
}

TEST(WrittenOutput, MakesALoopThatPrintsOfARecursionThatMakesAText) {
  const auto code = printing("mapM_ (putStrLn . line) [1, 2, 3]");
  EXPECT_THAT(makersOfTexts(*code), IsEmpty());
  EXPECT_TRUE(printsInLoop(*code));
  EXPECT_THAT(faultsOf(*code), IsEmpty());
}

TEST(WrittenOutput, HandsOutTheRestOfAListThatIsPrinted) {
  const auto code = printing("mapM_ (putStrLn . line) [1, 2, 3]", false);
  EXPECT_TRUE(printsInLoop(*code));
  EXPECT_TRUE(
      std::ranges::any_of(code->spines, [](const auto& spine) { return spine.has_value(); }));
}

TEST(WrittenOutput, KeepsATextThatIsReadAgain) {
  const auto code = printing("let text = line 7 in do { putStrLn text; print (length text) }");
  EXPECT_THAT(makersOfTexts(*code), Contains("render"));
}

TEST(WrittenOutput, LeavesRecursionsThatAreDividedAmongThreads) {
  EXPECT_THAT(makersOfTexts(*printing("putStrLn (render (grow 9))", false)), Not(IsEmpty()));
  EXPECT_THAT(makersOfTexts(*printing("putStrLn (render (grow 9))")), IsEmpty());
}

TEST(WrittenOutput, LeavesAValueThatIsPrintedAlone) {
  EXPECT_EQ(printing("print (length (line 7))")->program.outputs, std::vector{ir::Output::Print});
}

TEST(WrittenOutput, PrintsLettersTogether) {
  const auto code = printing("putStrLn \"first\"");
  const ir::Function& main = code->program.function(functionCalled("main", *code));
  std::size_t calls = 0;
  ir::forEachBinding(main.body, [&](const ir::Binding& binding) {
    const auto* call = std::get_if<ir::Foreign>(&binding.operation);
    if (call == nullptr || call->name != ir::putCall) return;
    ++calls;
    EXPECT_EQ(call->arguments.size(), 7U);
  });
  EXPECT_EQ(calls, 1U);
}

// What `write-actions` makes of a program of which the actions are functions of the world.
ir::Program ofActions() {
  const auto program = text::parse(R"(module Main (main) where
import Data.IORef

main :: IO ()
main = do
  total <- newIORef 1
  putStrLn "begin"
  modifyIORef total (+ 2)
  t <- readIORef total
  if t > 3 then error ("too many: " ++ show t) else print t
)",
                                   "m.hs.ir");
  EXPECT_TRUE(program.ok());
  pipeline::Context context;
  return writeActions().run(*program, context);
}

TEST(WriteActions, PrintsWhereATextWasKept) {
  const ir::Program program = ofActions();
  EXPECT_THAT(ir::check(program), IsEmpty());
  EXPECT_EQ(countForeign(program, ir::outputCall), 1U);
  EXPECT_EQ(countForeign(program, ir::writtenCall), 1U);
  for (const ir::Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      const auto* made = std::get_if<ir::Construct>(&binding.operation);
      EXPECT_FALSE(made != nullptr && program.constructor(made->ctor).name == "Printed");
    });
  }
}

// What `write-arrays` makes of a program with two computations that have arrays, and references to
// elements of that type.
ir::Program ofArrays(const std::string& element, const std::string& value) {
  const auto program = text::parse(R"(module Main (main) where
import Control.Monad.ST
import Data.Array.ST
import Data.STRef

third :: )" + element + " -> " + element +
                                       R"(
third x = runST (do
  a <- newArray (0, 2) x
  r <- newSTRef x
  y <- readSTRef r
  writeArray (a `as` x) 1 y
  readArray a 2)

as :: STArray s Int b -> b -> STArray s Int b
as a _ = a

main :: IO ()
main = print (third )" + value + ") >> print (third " +
                                       value + ")\n",
                                   "m.hs");
  EXPECT_TRUE(program.ok());
  pipeline::Context context;
  ir::Program written = writeArrays().run(*program, context);
  EXPECT_THAT(ir::check(written), IsEmpty());
  return written;
}

TEST(WriteArrays, PlacesOfScalars) {
  for (const auto& [element, value] : {std::pair("Int", "7"), {"Double", "0.5"}, {"Char", "'c'"}}) {
    const ir::Program program = ofArrays(element, value);
    EXPECT_EQ(countForeign(program, ir::newArrayCall), 2U) << element;
    EXPECT_EQ(countForeign(program, ir::elementCall), 2U) << element;
    EXPECT_EQ(countForeign(program, ir::putElementCall), 1U) << element;
    // What was made or read is done before what comes next.
    EXPECT_EQ(countForeign(program, ir::afterCall), 4U) << element;
  }
}

TEST(WriteArrays, EachComputationBeginsAnew) {
  const ir::Program program = ofArrays("Int", "7");
  EXPECT_EQ(countForeign(program, ir::arraysCall), 2U);  // `third`, and the actions of `main`
  EXPECT_FALSE(program.find("ownHeap"));
}

TEST(WriteArrays, HeapOfNothingElseIsANumber) {
  const auto heapOf = [](const ir::Program& program) {
    return *std::ranges::find(program.types, "CellHeap", &ir::Type::name);
  };
  EXPECT_TRUE(heapOf(ofArrays("Int", "7")).isNewtype);
}

TEST(WriteArrays, CellsOfTreesStay) {
  const ir::Program program = ofArrays("[Int]", "[7]");
  EXPECT_EQ(countForeign(program, ir::newArrayCall), 0U);
  EXPECT_EQ(countForeign(program, ir::arraysCall), 0U);
}

// What `write-accumulations` makes of an array of entries of that type.
ir::Program ofEntries(const std::string& element, const std::string& made) {
  const auto program = text::parse(
      "module Main (count) where\nimport Data.Array\n"
      "count :: Int -> [(Int, " +
          element + ")] -> Array Int " + element + "\ncount n entries = " + made + "\n",
      "m.hs");
  EXPECT_TRUE(program.ok());
  pipeline::Context context;
  ir::Program written = writeAccumulations().run(*program, context);
  EXPECT_THAT(ir::check(written), IsEmpty());
  return written;
}

TEST(WriteAccumulations, ScalarsAreAddedUpInMemory) {
  for (const std::string element : {"Int", "Double"}) {
    const ir::Program program = ofEntries(element, "accumArray (+) 0 (0, n) entries");
    EXPECT_EQ(countForeign(program, ir::arraysCall), 1U) << element;
    EXPECT_EQ(countForeign(program, ir::newArrayCall), 1U) << element;
    // Once where an entry is added, and one by one or in fours where the tree is made of the array.
    EXPECT_EQ(countForeign(program, ir::elementCall), 6U) << element;
    EXPECT_EQ(countForeign(program, ir::putElementCall), 1U) << element;
  }
}

TEST(WriteAccumulations, OtherArraysStayTrees) {
  EXPECT_EQ(countForeign(ofEntries("Integer", "accumArray (+) 0 (0, n) entries"), ir::newArrayCall),
            0U);
  EXPECT_EQ(countForeign(ofEntries("[Int]", "accumArray (++) [] (0, n) entries"), ir::newArrayCall),
            0U);
  // The array before is there to be looked at.
  EXPECT_EQ(countForeign(ofEntries("Int", "accum (+) (listArray (0, n) [1 ..]) entries"),
                         ir::newArrayCall),
            0U);
}

TEST(WriteActions, FailsBehindWhatIsPrinted) {
  const ir::Program program = ofActions();
  std::size_t behind = 0;
  for (const ir::Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      const auto* failure = std::get_if<ir::Fail>(&binding.operation);
      behind += failure == nullptr ? 0 : failure->printed.size();
    });
  }
  EXPECT_GE(behind, 1U);
}

TEST(WriteActions, LeavesAProgramWithoutActions) {
  const auto program = text::parse(source, "m.hs.ir");
  pipeline::Context context;
  EXPECT_EQ(writeActions().run(*program, context), *program);
  EXPECT_THAT(context.decisions, IsEmpty());
}

const std::string table = R"(module Main (main) where
import Data.Array

main :: IO ()
main = print (t ! 30)
  where
    t = listArray (0, 30) [f i | i <- [0 .. 30]]
    f i = if i < 2 then i else t ! (i - 1) + t ! (i - 2)
)";

ir::Program ofTable() {
  text::ParseOptions options;
  options.mayHaveRunTimeFunctions = true;
  const auto program = text::parse(table, "m.hs.ir", options);
  EXPECT_TRUE(program.ok());
  return *program;
}

TEST(WriteSlots, KeepsWhatElementsOfATableAre) {
  pipeline::Context context;
  const ir::Program written = writeSlots().run(ofTable(), context);
  EXPECT_THAT(ir::check(written), IsEmpty());
  for (const auto call : {ir::slotCall, ir::isFilledCall, ir::slotValueCall, ir::fillCall}) {
    EXPECT_EQ(countForeign(written, call), 1U) << call;
  }
  // What makes two calls of each element's predecessors where nothing is kept.
  eval::Machine machine(written);
  const eval::Outcome outcome = machine.call(*written.find("main"), {});
  EXPECT_TRUE(outcome.ok()) << outcome.message;
  EXPECT_LT(outcome.counts.calls, 5'000U);
}

// Of a table that a function makes for a number nobody sees anything afterwards; of one that it
// makes for a list the list is seen, whatever is in it.
TEST(WriteSlots, GivesBackWhatIsMadeForANumber) {
  text::ParseOptions options;
  options.mayHaveRunTimeFunctions = true;
  const auto program = text::parse(R"(module M (numbers, lists) where
import Data.Array

numbers :: [Int] -> [Int]
numbers ns = [number n | n <- ns]

number :: Int -> Int
number n = t ! n
  where t = listArray (0, n) [if i < 2 then i else t ! (i - 1) + t ! (i - 2) | i <- [0 .. n]]

lists :: [Int] -> [[Int]]
lists ns = [list n | n <- ns]

list :: Int -> [Int]
list n = t ! n
  where t = listArray (0, n) [if i < 1 then [] else i : t ! (i - 1) | i <- [0 .. n]]
)",
                                   "m.hs.ir", options);
  ASSERT_TRUE(program.ok());
  pipeline::Context context;
  const auto code = toNative(writeSlots().run(*program, context));
  const auto giveBack = [&](const std::string& name) {
    const auto found = code->program.find(name);
    return found && !code->scratch.serial[found->value].sites.empty();
  };
  EXPECT_TRUE(giveBack("number"));
  EXPECT_FALSE(giveBack("list"));
  // And nothing moves in functions that have to do with slots, nor behind calls of such.
  const std::vector<bool> users = slotUsers(code->program, code->facts.components);
  for (std::size_t i = 0; i < users.size(); ++i) {
    const SurvivorPlan& plan = code->survivors[i];
    EXPECT_FALSE(users[i] && (plan.betweenRounds || plan.freesRounds));
    ir::forEachBinding(code->program.functions[i].body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      EXPECT_FALSE(call != nullptr && users[call->callee.value] &&
                   plan.calls.contains(binding.results[0]));
    });
  }
}

// A table whose elements are lists, each made of the one before in so many steps.
ir::Program ofLists(const std::string& step) {
  text::ParseOptions options;
  options.mayHaveRunTimeFunctions = true;
  const auto program = text::parse(R"(module M (lists) where
import Data.Array

lists :: Int -> [Int]
lists n = t ! n
  where t = listArray (0, n) [if i < 1 then [] else step i (t ! (i - 1)) | i <- [0 .. n]]

step :: Int -> [Int] -> [Int]
step i xs = )" + step + R"(

sorted, halved :: [Int] -> [Int]
sorted [] = []
sorted (x : xs) = insert x (sorted xs)
halved (x : _ : xs) = x : halved xs
halved xs = xs

insert :: Int -> [Int] -> [Int]
insert x [] = [x]
insert x (y : ys) = if x <= y then x : y : ys else y : insert x ys
)",
                                   "m.hs.ir", options);
  EXPECT_TRUE(program.ok());
  pipeline::Context context;
  return writeSlots().run(*program, context);
}

// Whether a function of its own calls `insert`, in the step to the next element.
bool hasApartStep(const NativeCode& code) {
  return std::ranges::any_of(code.program.functions, [&](const ir::Function& function) {
    const auto callees = ir::callees(function.body);
    return function.name.find("_apart") != std::string::npos &&
           std::ranges::any_of(
               callees, [&](ir::FunId id) { return code.program.function(id).name == "insert"; });
  });
}

TEST(ApartFromSlots, SeveralCallsAreAFunctionOfTheirOwn) {
  const auto code = toNative(ofLists("insert i (halved (sorted xs))"));
  EXPECT_TRUE(hasApartStep(*code));
  EXPECT_EQ(countForeign(code->program, ir::fillCall), 1U);
  EXPECT_THAT(faultsOf(*code), IsEmpty());
}

TEST(ApartFromSlots, OneCallStaysWhereItIs) {
  EXPECT_FALSE(hasApartStep(*toNative(ofLists("insert i xs"))));
}

TEST(WriteSlots, LeavesAProgramWithoutTables) {
  const auto program = text::parse(source, "m.hs.ir");
  pipeline::Context context;
  EXPECT_EQ(writeSlots().run(*program, context), *program);
  EXPECT_THAT(context.decisions, IsEmpty());
}

TEST(CodeChecker, RefusesWhatWasNotDecidedOfEveryFunction) {
  EXPECT_THAT(faultsAfter([](NativeCode& code) { code.absorbed.pop_back(); }),
              Contains("something is not decided of every function"));
}

TEST(CodeChecker, RefusesJumpsThatAreNone) {
  EXPECT_THAT(faultsAfter([](NativeCode& code) {
                auto& jumps = code.loops[functionCalled("grow", code).value].jumps;
                ASSERT_FALSE(jumps.empty());
                jumps[code.program.function(functionCalled("grow", code)).parameters[0]] = {};
              }),
              Contains(HasSubstr("a jump is no call of itself")));
  EXPECT_THAT(faultsAfter([](NativeCode& code) {
                code.loops[functionCalled("keys", code).value].results.clear();
              }),
              Contains(HasSubstr("a result of the loop is missing")));
}

TEST(CodeChecker, RefusesACellThatIsTakenTwiceOrTooEarly) {
  EXPECT_THAT(faultsAfter([](NativeCode& code) {
                for (CellReuse& reuse : code.reuse) {
                  for (auto& [made, old] : reuse.taken) old = made;
                }
              }),
              Contains(HasSubstr("is taken before it is taken apart")));
}

TEST(CodeChecker, RefusesToGiveBackWhatStays) {
  EXPECT_THAT(faultsAfter([](NativeCode& code) {
                const ir::FunId keys = functionCalled("keys", code);
                ir::forEachBinding(code.program.function(keys).body, [&](const auto& binding) {
                  if (std::holds_alternative<ir::Construct>(binding.operation)) {
                    code.scratch.serial[keys.value].sites.insert(binding.results[0]);
                  }
                });
              }),
              Contains(HasSubstr("is given back, and is needed by the next round")));
  EXPECT_THAT(faultsAfter([](NativeCode& code) {
                const ir::FunId program = functionCalled("program", code);
                code.scratch.serial[program.value].sites.clear();
                code.scratch.serial[program.value].pockets.insert(ir::VarId{0});
              }),
              Contains(HasSubstr("has a pocket, and is not given back")));
}

TEST(CodeChecker, RefusesSurvivorsWithoutACall) {
  EXPECT_THAT(faultsAfter([](NativeCode& code) {
                code.survivors[functionCalled("program", code).value].betweenRounds = true;
              }),
              Contains(HasSubstr("there are no rounds")));
  EXPECT_THAT(faultsAfter([](NativeCode& code) {
                code.survivors[functionCalled("program", code).value].calls.insert(ir::VarId{0});
              }),
              Contains(HasSubstr("no call that comes back")));
}

TEST(CodeChecker, RefusesOtherCallsSideBySide) {
  EXPECT_THAT(faultsAfter([](NativeCode& code) {
                auto& forked = code.forked[functionCalled("program", code).value];
                forked.body.bindings.erase(forked.body.bindings.begin());
              }),
              Not(IsEmpty()));
  EXPECT_THAT(faultsAfter([](NativeCode& code) {
                code.absorbed[functionCalled("program", code).value] = true;
              }),
              Contains(HasSubstr("is a part of its caller")));
}

}  // namespace
}  // namespace deforest::backends
