#include "driver/call_graph_dot.hpp"

#include <algorithm>
#include <map>
#include <variant>

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

std::map<ir::FunId, std::size_t> callSites(const ir::Function& function) {
  std::map<ir::FunId, std::size_t> sites;
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) ++sites[call->callee];
  });
  return sites;
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
    for (const auto& [callee, count] : callSites(function)) {
      out += "  " + quoted(function.name) + " -> " + quoted(program.function(callee).name);
      if (count > 1) out += " [label=\"" + std::to_string(count) + "\"]";
      out += ";\n";
    }
  }
  return out + "}\n";
}

}  // namespace deforest::driver
