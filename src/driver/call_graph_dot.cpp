#include "driver/call_graph_dot.hpp"

#include <algorithm>
#include <variant>

#include "graph/call_graph.hpp"
#include "ir/traverse.hpp"

namespace deforest::driver {
namespace {

std::string quoted(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

bool matches(const ir::Function& function) {
  bool found = false;
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    found = found || std::holds_alternative<ir::Case>(binding.operation) ||
            std::holds_alternative<ir::Unpack>(binding.operation);
  });
  return found;
}

}  // namespace

std::string callGraphDot(const ir::Program& program) {
  std::string out = "digraph calls {\n  node [fontname=\"monospace\"];\n";
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    const ir::Function& function = program.functions[i];
    const bool root =
        std::find(program.roots.begin(), program.roots.end(), ir::FunId{i}) != program.roots.end();
    out += "  " + quoted(function.name) + " [shape=" + (matches(function) ? "box" : "ellipse") +
           (root ? ", peripheries=2" : "") + "];\n";
  }
  for (const ir::Function& function : program.functions) {
    for (const auto& [callee, count] : graph::callSites(function)) {
      out += "  " + quoted(function.name) + " -> " + quoted(program.function(callee).name);
      if (count > 1) out += " [label=\"" + std::to_string(count) + "\"]";
      out += ";\n";
    }
  }
  return out + "}\n";
}

}  // namespace deforest::driver
