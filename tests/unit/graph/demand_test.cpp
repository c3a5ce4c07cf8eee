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

}  // namespace
}  // namespace deforest::graph
