#include "backends/native/write_actions.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/text_writer.hpp"
#include "ir/printing.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::Foreign;
using ir::Function;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

class Writing {
 public:
  explicit Writing(ir::Program& program) : program_(program) {}

  bool run() {
    const std::optional<TypeId> found = find();
    if (!found) return false;
    printed_ = *found;
    output_ = addOutput(program_);
    const std::vector<ir::CtorId> ctors = program_.type(printed_).constructors;
    const TypeId text = program_.constructor(ctors[1]).fields[1].type;
    writers_ = {{ctors[1], addWriter(program_, text, output_)},
                {ctors[2], addWriter(program_, text, output_, ir::putErrorCall)}};
    for (Function& function : program_.functions) readBack(function);
    for (ir::Constructor& ctor : program_.constructors) {
      if (ctor.type == printed_) continue;
      for (ir::Field& field : ctor.fields) {
        // Whoever has the world has printed.
        field.strict = field.strict || field.type == printed_;
        retype(field.type);
      }
    }
    for (Function& function : program_.functions) rewrite(function);
    return true;
  }

 private:
  // data Printed = NothingPrinted | Printed Printed String | PrintedError Printed String, of the
  // Prelude's source. Three functions take it apart.
  [[nodiscard]] std::optional<TypeId> find() const {
    for (const Function& function : program_.functions) {
      if (function.name != "textBefore" || function.parameters.size() != 2) continue;
      const TypeId type = function.variables[function.parameters[0].value].type;
      const ir::Type& printed = program_.type(type);
      const bool known = printed.constructors.size() == 3 &&
                         program_.constructor(printed.constructors[0]).name == "NothingPrinted";
      if (known) return type;
    }
    return std::nullopt;
  }

  void retype(TypeId& type) const {
    if (type == printed_) type = output_;
  }

  // What asks for what has been printed.
  void readBack(Function& function) {
    if (function.parameters.empty() ||
        function.variables[function.parameters[0].value].type != printed_) {
      return;
    }
    if (function.name == "textBefore") {
      const VarId result = function.fresh(function.resultTypes[0], "text");
      Foreign written{std::string(ir::writtenCall),
                      {function.parameters[0], function.parameters[1]}};
      function.body = Block{{Binding{{result}, std::move(written), function.position}}, {result}};
    } else if (function.name == "hasErrors") {
      function.body = Block{{}, {ir::Literal{ir::TypeKind::Bool, 0}}};
    } else if (function.name == "errorsBefore") {
      function.body = Block{{}, {function.parameters[1]}};
    }
  }

  void rewrite(Function& function) {
    for (ir::Variable& variable : function.variables) retype(variable.type);
    for (TypeId& type : function.resultTypes) retype(type);
    ir::forEachBinding(function.body, [&](Binding& binding) {
      const auto* construct = std::get_if<ir::Construct>(&binding.operation);
      if (construct == nullptr) return;
      const auto writer = writers_.find(construct->ctor);
      if (writer != writers_.end()) {
        binding.operation = ir::Call{writer->second, {construct->fields[1], construct->fields[0]}};
      } else if (program_.constructor(construct->ctor).type == printed_) {
        binding.operation = Foreign{std::string(ir::outputCall), {}};
      }
    });
    failBehindOutput(program_, function);
  }

  ir::Program& program_;
  TypeId printed_;
  TypeId output_;
  std::map<ir::CtorId, FunId> writers_;
};

}  // namespace

pipeline::Pass writeActions() {
  return {.name = "write-actions",
          .description = "write what actions print where they print it",
          .run = [](ir::Program program, pipeline::Context& context) {
            if (Writing(program).run()) {
              context.add({pipeline::Decision::Kind::Native,
                           true,
                           "main",
                           "write-actions",
                           "what actions print is written where they print it",
                           {}});
            }
            return program;
          }};
}

}  // namespace deforest::backends
