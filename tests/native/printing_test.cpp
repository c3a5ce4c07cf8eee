// What native code prints, reads and writes: in which order, and by which calls.
#include "ir/printing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "backends/native/late_failures.hpp"
#include "backends/native/native_form.hpp"
#include "backends/native/write_actions.hpp"
#include "backends/native/written_output.hpp"
#include "foreign_calls.hpp"
#include "graph/printing_order.hpp"
#include "ir/checker.hpp"
#include "ir/reading.hpp"
#include "ir/traverse.hpp"
#include "text/parse.hpp"

namespace deforest::backends {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

ir::Program read(const std::string& text) {
  auto program = text::parse(text, "m.hs.ir");
  EXPECT_TRUE(program.ok());
  return std::move(*program);
}

ir::Program after(const pipeline::Pass& pass, ir::Program program) {
  pipeline::Context context;
  ir::Program result = pass.run(std::move(program), context);
  EXPECT_THAT(ir::check(result), IsEmpty());
  return result;
}

ir::Function& mainOf(ir::Program& program) {
  return program.functions[program.find("main")->value];
}

// What `main` does, in order: the functions that it calls, and "print".
std::vector<std::string> orderIn(ir::Program& program) {
  std::vector<std::string> order;
  for (const ir::Binding& binding : mainOf(program).body.bindings) {
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      order.push_back(program.function(call->callee).name);
    } else if (const auto* foreign = std::get_if<ir::Foreign>(&binding.operation)) {
      if (foreign->name == ir::printCall) order.emplace_back("print");
    } else if (const auto* primitive = std::get_if<ir::Primitive>(&binding.operation)) {
      if (primitive->op == ir::PrimOp::Seq) order.emplace_back("seq");
    }
  }
  return order;
}

const std::string figures = R"(module Main (main) where
total :: [Int] -> Int
total [] = 0
total (x : xs) = x + total xs

greatest :: [Int] -> Int
greatest [] = error "greatest of nothing"
greatest (x : xs) = case xs of { [] -> x; _ : _ -> max x (greatest xs) }

shares :: Int -> [Int] -> Int
shares n [] = n
shares n (x : xs) = n `div` x + shares n xs

upTo :: Int -> [Int]
upTo n = if n <= 0 then [] else n : upTo (n - 1)

main :: IO ()
main = do
  let xs = upTo 10
  print (total xs)
  print (greatest xs)
  print (shares 100 xs)
)";

// A `main` that prints figures, with all of them computed before it does: `made` after `upTo`.
ir::Program computedBefore(const std::vector<std::string>& made) {
  ir::Program program = after(nativeForm(), after(writtenOutput(), read(figures)));
  std::vector<ir::Binding>& bindings = mainOf(program).body.bindings;
  const auto callOf = [&](const std::string& name) {
    return std::ranges::find_if(bindings, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      return call != nullptr && program.function(call->callee).name == name;
    });
  };
  for (std::size_t i = made.size(); i-- > 0;) {
    const auto call = callOf(made[i]);
    std::rotate(callOf("upTo") + 1, call, call + 1);
  }
  EXPECT_THAT(ir::check(program), IsEmpty());
  return program;
}

TEST(LateFailures, AreComputedBehindWhatIsPrintedBefore) {
  ir::Program program = computedBefore({"total", "greatest", "shares"});
  ASSERT_THAT(orderIn(program),
              ElementsAre("upTo", "total", "greatest", "shares", "print", "print", "print"));
  program = after(lateFailures(), std::move(program));
  EXPECT_THAT(orderIn(program),
              ElementsAre("upTo", "total", "print", "greatest", "shares", "print", "print"));
}

TEST(LateFailures, KeepTheirOrder) {
  ir::Program program = after(lateFailures(), computedBefore({"shares", "total", "greatest"}));
  EXPECT_THAT(orderIn(program),
              ElementsAre("upTo", "total", "print", "shares", "greatest", "print", "print"));
}

TEST(LateFailures, StayWhereTheyAreForced) {
  ir::Program program = computedBefore({"total", "greatest", "shares"});
  ir::Function& main = mainOf(program);
  std::vector<ir::Binding>& bindings = main.body.bindings;
  const auto greatest = std::ranges::find_if(bindings, [&](const ir::Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    return call != nullptr && program.function(call->callee).name == "greatest";
  });
  const ir::VarId value = greatest->results[0];
  const ir::VarId forced = main.fresh(main.variables[value.value].type, "forced");
  bindings.insert(greatest + 1,
                  {{forced}, ir::Primitive{ir::PrimOp::Seq, {value, value}}, main.position});
  program = after(lateFailures(), std::move(program));
  EXPECT_THAT(orderIn(program),
              ElementsAre("upTo", "total", "greatest", "seq", "print", "print", "shares", "print"));
}

TEST(LateFailures, AreNothingWhereNothingIsPrinted) {
  const ir::Program program = after(nativeForm(), read(figures));
  EXPECT_EQ(after(lateFailures(), program), program);
}

// `greatest` comes behind what is printed, and what is printed needs `total`.
TEST(PrintingOrder, WhatMayFailSharesNoVisitWithWhatIsPrintedBefore) {
  ir::Program program = after(nativeForm(), after(writtenOutput(), read(figures)));
  const ir::Function& main = mainOf(program);
  const graph::Facts facts = graph::factsOf(program, false);
  graph::Dependence dependence(main.body);
  graph::keepBehindOutput(dependence, program, main, main.body, facts, ir::Semantics::Strict);
  const auto groupingOf = [&](const std::string& one, const std::string& other) {
    graph::Grouping grouping;
    std::uint32_t group = 0;
    for (std::uint32_t i = 0; i < main.body.bindings.size(); ++i) {
      grouping.push_back(i);
      const auto* call = std::get_if<ir::Call>(&main.body.bindings[i].operation);
      if (call == nullptr) continue;
      const std::string& name = program.function(call->callee).name;
      if (name == one) group = i;
      if (name == other) grouping[i] = group;
    }
    return dependence.acyclicAt(grouping, group);
  };
  EXPECT_FALSE(groupingOf("total", "greatest"));
  EXPECT_FALSE(groupingOf("greatest", "shares"));
  EXPECT_TRUE(groupingOf("upTo", "total"));
}

ir::Program ofActions(const std::string& lines) {
  auto program = text::parse(
      "module Main (main) where\nimport System.IO\n"
      "again :: Int -> IO Int\nagain n = if n > 3 then return n else do\n" +
          lines + "  again (n + 1)\nmain :: IO ()\nmain = again 0 >>= print\n",
      "m.hs");
  EXPECT_TRUE(program.ok());
  return after(writeActions(), std::move(*program));
}

TEST(Reading, AsksForWhatIsReadOnly) {
  ir::Program program = ofActions("  print n\n");
  EXPECT_FALSE(ir::readsAhead(program));
  const ir::FunId main = *program.find("main");
  EXPECT_TRUE(ir::isUnread(program, main, 1));
  program = ofActions("  line <- getLine\n  putStrLn line\n");
  EXPECT_TRUE(ir::readsAhead(program));
  EXPECT_TRUE(ir::isUnread(program, *program.find("main"), 1));
}

TEST(Reading, OfAMainThatIsNoWorldIsReadBefore) {
  const ir::Program program = read(
      "module Main (main) where\nmain :: IO ()\n"
      "main = getContents >>= putStr\n");
  EXPECT_FALSE(ir::readsAhead(program));
  EXPECT_FALSE(ir::isUnread(program, *program.find("main"), 1));
}

TEST(Files, AreNamedAndReadOrWritten) {
  EXPECT_EQ(countForeign(ofActions("  print n\n"), ir::fileNameCall), 0U);
  ir::Program program = ofActions("  writeFile (show n) \"text\"\n");
  EXPECT_EQ(countForeign(program, ir::openFileCall), 1U);
  EXPECT_EQ(countForeign(program, ir::putToFileCall), 1U);
  EXPECT_EQ(countForeign(program, ir::closeFileCall), 1U);
  EXPECT_EQ(countForeign(program, ir::fileTextCall), 0U);
  program = ofActions("  s <- readFile (show n)\n  putStr s\n");
  EXPECT_EQ(countForeign(program, ir::fileTextCall), 1U);
  EXPECT_EQ(countForeign(program, ir::openFileCall), 0U);
}

}  // namespace
}  // namespace deforest::backends
