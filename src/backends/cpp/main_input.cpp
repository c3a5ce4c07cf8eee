#include "backends/cpp/main_input.hpp"

#include "ir/reading.hpp"

namespace deforest::backends {

CppMainInput mainInput(const ir::Program& program, ir::FunId function, const CppLayout& layout,
                       const std::string& space) {
  CppMainInput input;
  const ir::Function& main = program.function(function);
  for (std::size_t i = 0; i < main.parameters.size(); ++i) {
    const ir::TypeId id = main.variables[main.parameters[i].value].type;
    const ir::TypeId element = program.type(id).arguments[0];
    const std::string type = space + layout[id].name;
    if (program.type(element).kind == ir::TypeKind::Char) {
      input.names.emplace_back("input");
      input.lines.push_back(ir::isUnread(program, function, i)
                                ? "const " + type + "* input = nullptr;"
                                : "const auto* input = deforest::inputList<" + type +
                                      ">(region.here());");
    } else {
      input.words = true;
      input.names.emplace_back("words");
      input.lines.push_back("const auto* words = deforest::argumentList<" + type + ", " + space +
                            layout[element].name + ">(region.here(), argc, argv);");
    }
  }
  return input;
}

}  // namespace deforest::backends
