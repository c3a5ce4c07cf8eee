// What is certainly evaluated, where a function is called of which only the type is known.
#include "graph/demand.hpp"

#include <gtest/gtest.h>

#include "../ir/builder.hpp"

namespace deforest::graph {
namespace {

using ir::testing::Builder;

TEST(Demand, AForeignCallMayIgnoreItsArguments) {
  Builder p;
  const ir::FunId f = p.declare("f", {{"n", p.intType}, {"m", p.intType}}, {p.intType});
  auto body = p.body(f);
  const ir::Atom m = p.parameter(f, 1);
  const ir::VarId x = body.bind("x", p.intType, ir::Foreign{"M.g", {p.parameter(f, 0), m}});
  const ir::VarId sum = body.primitive("s", p.intType, ir::PrimOp::Add, {x, m});
  p.define(f, body.results({sum}));
  EXPECT_EQ(demandsOf(p.program)[f.value][0], (std::vector<bool>{false, true}));
}

TEST(VariableSet, OfNumbersFarFromEachOther) {
  VariableSet some;
  for (const std::uint32_t number : {1'000'000U, 3U, 70U, 64U}) some.insert(ir::VarId{number});
  VariableSet others;
  for (const std::uint32_t number : {70U, 65U, 1'000'001U}) others.insert(ir::VarId{number});

  VariableSet both = some;
  both.add(others);
  for (const std::uint32_t number : {3U, 64U, 65U, 70U, 1'000'000U, 1'000'001U}) {
    EXPECT_TRUE(both.contains(ir::VarId{number})) << number;
  }
  EXPECT_FALSE(both.contains(ir::VarId{4}));
  EXPECT_FALSE(both.contains(ir::VarId{999'999}));

  both.keepOnly(some);
  both.keepOnly(VariableSet::everything());
  EXPECT_TRUE(both.contains(ir::VarId{1'000'000}));
  EXPECT_FALSE(both.contains(ir::VarId{1'000'001}));
  EXPECT_FALSE(both.contains(ir::VarId{65}));

  VariableSet all = VariableSet::everything();
  all.keepOnly(others);
  EXPECT_FALSE(all.isEverything());
  EXPECT_TRUE(all.contains(ir::VarId{65}));
  EXPECT_FALSE(all.contains(ir::VarId{3}));
  all.add(VariableSet::everything());
  EXPECT_TRUE(all.contains(ir::VarId{3}));
}

}  // namespace
}  // namespace deforest::graph
