// What is worth its code, and what is not: search/worth, search/workload.
#include "search/worth.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "eval/compare.hpp"
#include "ir/measure.hpp"
#include "search/portfolio.hpp"
#include "search/price.hpp"
#include "search/stages.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"

namespace deforest::search {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string lists = R"(
data List = Nil | Cons Int List
square :: List -> List
square Nil = Nil
square (Cons x xs) = Cons (x * x) (square xs)
total :: List -> Int
total Nil = 0
total (Cons x xs) = x + total xs
)";

ir::Program parsed(const std::string& text, const std::vector<std::string>& roots) {
  text::ParseOptions options;
  options.roots = roots;
  auto program = text::parse(lists + text, "test.hs.ir", options);
  EXPECT_TRUE(program);
  return *program;
}

ir::Program run(const ir::Program& program, const engine::Options& options) {
  pipeline::Context context;
  pipeline::RunReport report;
  return pipeline::run(defaultPipeline(options), program, context, {}, report);
}

// Nothing makes the list of squares any more.
bool isFused(const ir::Program& program) {
  return !program.find("square").has_value();
}

TEST(Worth, BuildsWhatSavesItsCode) {
  const ir::Program program = parsed("f :: List -> Int\nf xs = total (square xs)\n", {"f"});
  const Selection selection = choose(program, {});
  const ir::Program result = run(program, selection.options);
  EXPECT_TRUE(isFused(result));
  EXPECT_TRUE(eval::comparePrograms(program, result).equal());
  EXPECT_LE(tokens(result), tokens(program));
}

TEST(Worth, LeavesWhatIsTooDear) {
  const ir::Program program = parsed(
      "f :: List -> List -> Int\nf xs ys = total (square xs) + total ys + total (square ys)\n",
      {"f"});
  engine::Options dear;
  dear.price = 100;
  const Selection selection = choose(program, dear);
  const Candidate& winner = selection.candidates[selection.winner];
  EXPECT_LE(winner.text.tokens, selection.candidates.back().text.tokens);
}

// The branch that fuses is never taken by what the user says is typical.
TEST(Worth, BuildsNothingThatNeverRan) {
  const ir::Program program = parsed(
      "f :: Int -> List -> Int\nf n xs = if n > 5 then total (square xs) else total xs\n", {"f"});
  const auto sample = [&](std::int64_t n) {
    const ir::Function& f = program.function(program.roots.front());
    const ir::TypeId list = f.variables[f.parameters[1].value].type;
    eval::TermNode number;
    number.type = f.variables[f.parameters[0].value].type;
    number.bits = static_cast<std::uint64_t>(n);
    eval::Term xs;
    for (int i = 0; i < 20; ++i) {
      xs.push_back({list, program.type(list).constructors[1], 0, 1});
      xs.push_back({number.type, {}, 7, 1});
    }
    xs.push_back({list, program.type(list).constructors[0], 0, 1});
    eval::setSizes(program, xs);
    return eval::GivenInput{program.roots.front(), {{number}, xs}, "f"};
  };
  const auto fused = [&](std::int64_t n) {
    const Workload workload(program, {sample(n)});
    WorthOptions options;
    options.tokens = tokens(program);
    pipeline::Steps steps;
    Worth worth(workload, options, steps);
    pipeline::Context context;
    pipeline::RunReport report;
    return isFused(pipeline::run(defaultPipeline({}, &worth), program, context, {}, report));
  };
  EXPECT_TRUE(fused(6));
  EXPECT_FALSE(fused(5));
}

// Both filters share a visit, though taking a list apart and sorting what is less is too dear.
TEST(Worth, SharesAVisitWithoutFusion) {
  const ir::Program program = parsed(R"(
quicksort :: [Int] -> [Int]
quicksort [] = []
quicksort (p : xs) = quicksort [x | x <- xs, x < p] ++ [p] ++ quicksort [x | x <- xs, x >= p]
random :: Int -> Int -> [Int]
random 0 _ = []
random n s = s : random (n - 1) ((s * 1103515245 + 12345) `mod` 2147483648)
f :: Int -> Int
f n = sum (zipWith (*) (quicksort (random n 42)) [1 .. n])
)",
                                     {"f"});
  engine::Options options;
  options.price = 0.5;
  const ir::Program result = run(program, choose(program, options).options);
  EXPECT_TRUE(eval::comparePrograms(program, result).equal());
  EXPECT_LE(tokens(result), 2 * tokens(program));
  const auto partitions = std::ranges::count_if(result.functions, [](const ir::Function& function) {
    return function.resultTypes.size() == 2;
  });
  EXPECT_EQ(partitions, 1) << text::print(result);
}

// A plan gives the same program again.
TEST(Worth, APlanIsFollowed) {
  const ir::Program program =
      parsed("f :: List -> Int\nf xs = total (square (square xs))\n", {"f"});
  const Workload workload(program);
  WorthOptions options;
  options.tokens = tokens(program);
  pipeline::Steps steps;
  Worth worth(workload, options, steps);
  pipeline::Context context;
  pipeline::RunReport report;
  const ir::Program found =
      pipeline::run(defaultPipeline({}, &worth), program, context, {}, report);
  engine::Options plan;
  plan.plan = worth.plan();
  EXPECT_EQ(run(program, plan), found);
}

// Every call takes longer than is counted.
TEST(Worth, LeavesARootThatTakesTooLong) {
  const ir::Program program = parsed(R"(
burn :: Int -> Int
burn n = if n <= 0 then 0 else burn (n - 1)
f :: List -> Int
f xs = burn 100000000 + total (square xs)
)",
                                     {"f"});
  const Selection selection = choose(program, {});
  EXPECT_FALSE(isFused(run(program, selection.options)));
  EXPECT_THAT(selection.warnings, ElementsAre(HasSubstr("`f` takes too long")));
}

// Nobody guesses the key.
TEST(Worth, LeavesARootThatAlwaysFails) {
  const ir::Program program = parsed(R"(
f :: Int -> List -> Int
f key xs = if mod (key * key * 7919) 1000003 == 271828
             then total (square xs)
             else error "no"
)",
                                     {"f"});
  const Selection selection = choose(program, {});
  EXPECT_FALSE(isFused(run(program, selection.options)));
  EXPECT_THAT(selection.warnings, ElementsAre(HasSubstr("`f` fails on every input")));
}

// What is behind a number is seen if the program has that number in it.
TEST(Worth, SeesWhatIsBehindALiteral) {
  const ir::Program program = parsed(
      "f :: Int -> List -> Int\nf n xs = if n == 20261121 then total (square xs) else 0\n", {"f"});
  const Selection selection = choose(program, {});
  EXPECT_TRUE(isFused(run(program, selection.options)));
  EXPECT_THAT(selection.warnings, IsEmpty());
}

}  // namespace
}  // namespace deforest::search
