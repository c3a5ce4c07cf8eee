#include "backends/cpp/main_input.hpp"

namespace deforest::backends {

CppMainInput mainInput(const ir::Program& program, const ir::Function& main,
                       const CppLayout& layout, const std::string& space) {
  CppMainInput input;
  for (const ir::VarId parameter : main.parameters) {
    const ir::TypeId id = main.variables[parameter.value].type;
    const ir::TypeId element = program.type(id).arguments[0];
    const std::string type = space + layout[id].name;
    if (program.type(element).kind == ir::TypeKind::Char) {
      input.names.emplace_back("input");
      input.lines.push_back("const auto* input = deforest::inputList<" + type +
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
