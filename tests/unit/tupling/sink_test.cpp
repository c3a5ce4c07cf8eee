// What moves into the branches that read it, and what keeps its place: tupling/sink.
#include "tupling/sink.hpp"

#include <gtest/gtest.h>

#include "graph/facts.hpp"
#include "ir/printing.hpp"
#include "text/parse.hpp"

namespace deforest::tupling {
namespace {

// A conditional first, then a call that only one branch of the second one reads.
const std::string source =
    "data Text = Text Int\n"
    "put :: Text -> Int -> Text\n"
    "put (Text m) n = Text (m + n)\n"
    "held :: Text -> Int\n"
    "held (Text m) = m\n"
    "f :: Bool -> Text -> Int -> Int\n"
    "f b t n = let k = if b then n * 3 else n\n"
    "              u = put t 1\n"
    "              r = if n > 3 then held u else 0\n"
    "          in k + r * k\n";

struct Example {
  ir::Program program;
  ir::Function target;
  Sunk sunk;
};

// `prints`: values of Text stand for what has been printed.
Example sunk(bool prints) {
  text::ParseOptions options;
  options.roots = {"f"};
  auto parsed = text::parse(source, "test.hs.ir", options);
  EXPECT_TRUE(parsed);
  Example example{*parsed, {}, {}};
  const graph::Facts facts = graph::factsOf(example.program, false);
  for (ir::Type& type : example.program.types) {
    if (!prints || type.name != "Text") continue;
    type.shape = ir::DataShape::Library;
    type.module = ir::printingLibrary;
  }
  for (const ir::Function& function : example.program.functions) {
    if (function.name == "f") example.target = function;
  }
  const engine::Limits limits;
  const Ancestry ancestry;
  const Site site{example.program, facts,         limits, ir::Semantics::Strict, full,
                  ancestry,        example.target};
  example.sunk = sink(site, example.target, example.target.body);
  return example;
}

TEST(Sink, MovesACallIntoTheBranchThatReadsIt) {
  const Example example = sunk(false);
  EXPECT_EQ(example.sunk.region.bindings.size() + 1, example.target.body.bindings.size());
  EXPECT_EQ(example.sunk.region.results, example.target.body.results);
}

TEST(Sink, LeavesWhatPrintsInItsPlace) {
  const Example example = sunk(true);
  EXPECT_EQ(example.sunk.region, example.target.body);
}

}  // namespace
}  // namespace deforest::tupling
