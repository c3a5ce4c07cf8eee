// The call graph as Graphviz.
#include <gtest/gtest.h>

#include "driver/call_graph_dot.hpp"

namespace deforest::driver {
namespace {

ir::Function caller(std::string name, const std::vector<std::uint32_t>& callees) {
  ir::Function function;
  function.name = std::move(name);
  for (const std::uint32_t callee : callees) {
    ir::Binding binding;
    binding.operation = ir::Call{ir::FunId{callee}, {}};
    function.body.bindings.push_back(binding);
  }
  return function;
}

TEST(CallGraph, HasANodePerFunctionAndAnEdgePerPair) {
  ir::Program program;
  program.functions = {caller("main", {1, 1, 2}), caller("f", {1}), caller("g\"", {})};
  ir::Binding unpack;
  unpack.operation = ir::Unpack{ir::CtorId{0}, ir::Literal{}};
  program.functions[2].body.bindings.push_back(unpack);
  program.roots = {ir::FunId{0}};
  EXPECT_EQ(callGraphDot(program),
            "digraph calls {\n"
            "  node [fontname=\"monospace\"];\n"
            "  \"main\" [shape=ellipse, peripheries=2];\n"
            "  \"f\" [shape=ellipse];\n"
            "  \"g\\\"\" [shape=box];\n"
            "  \"main\" -> \"f\" [label=\"2\"];\n"
            "  \"main\" -> \"g\\\"\";\n"
            "  \"f\" -> \"f\";\n"
            "}\n");
}

}  // namespace
}  // namespace deforest::driver
