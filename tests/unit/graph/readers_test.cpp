// What others read of a group of bindings.
#include <gtest/gtest.h>

#include "../ir/builder.hpp"
#include "graph/dependence.hpp"

namespace deforest::graph {
namespace {

using ir::testing::Builder;

TEST(Readers, AreOthersThanTheGroupItself) {
  Builder p;
  const ir::FunId f = p.declare("f", {{"n", p.intType}}, {p.intType});
  auto body = p.body(f);
  const ir::Atom n = p.parameter(f, 0);
  const ir::VarId inner = body.primitive("inner", p.intType, ir::PrimOp::Add, {n, n});
  const ir::VarId shared = body.primitive("shared", p.intType, ir::PrimOp::Add, {inner, inner});
  const ir::VarId last = body.primitive("last", p.intType, ir::PrimOp::Add, {shared, n});
  const ir::VarId sum = body.primitive("sum", p.intType, ir::PrimOp::Add, {shared, n});
  p.define(f, body.results({last}));
  const ir::Function& function = p.program.function(f);
  const Readers readers(function.body, function.variables.size());

  const auto ofOthers = [&](const std::vector<std::uint32_t>& bindings, ir::VarId variable) {
    return static_cast<bool>(readers.ofOthers(bindings)[variable.value]);
  };
  EXPECT_FALSE(ofOthers({0, 1}, inner));
  EXPECT_TRUE(ofOthers({0, 1}, shared));
  EXPECT_TRUE(ofOthers({0}, inner));
  EXPECT_TRUE(ofOthers({1, 2}, shared));
  EXPECT_FALSE(ofOthers({1, 2, 3}, shared));
  EXPECT_TRUE(ofOthers({2}, last)) << "it is a result";
  EXPECT_FALSE(ofOthers({3}, sum));
}

}  // namespace
}  // namespace deforest::graph
