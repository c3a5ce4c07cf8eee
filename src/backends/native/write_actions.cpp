#include "backends/native/write_actions.hpp"

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

// The type of what actions have printed, and the function that makes a text of it.
struct Printed {
  TypeId type;
  FunId text;
};

class Writing {
 public:
  explicit Writing(ir::Program& program) : program_(program) {}

  bool run() {
    const std::optional<Printed> found = find();
    if (!found) return false;
    printed_ = found->type;
    const std::vector<ir::CtorId> ctors = program_.type(printed_).constructors;
    last_ = ctors[1];
    output_ = addOutput(program_);
    writer_ = addWriter(program_, program_.constructor(last_).fields[1].type, output_);
    writeBack(program_.functions[found->text.value]);
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
  // data Printed = NothingPrinted | Printed Printed String, of the Prelude's source, which
  // `textBefore` alone takes apart.
  [[nodiscard]] std::optional<Printed> find() const {
    for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
      const Function& function = program_.functions[i];
      if (function.name != "textBefore" || function.parameters.size() != 2) continue;
      const TypeId type = function.variables[function.parameters[0].value].type;
      const ir::Type& printed = program_.type(type);
      const bool known = printed.constructors.size() == 2 &&
                         program_.constructor(printed.constructors[0]).name == "NothingPrinted";
      if (known) return Printed{type, FunId{i}};
    }
    return std::nullopt;
  }

  void retype(TypeId& type) const {
    if (type == printed_) type = output_;
  }

  void writeBack(Function& function) {
    const VarId result = function.fresh(function.resultTypes[0], "text");
    Foreign written{std::string(ir::writtenCall), {function.parameters[0], function.parameters[1]}};
    function.body = Block{{Binding{{result}, std::move(written), function.position}}, {result}};
  }

  void rewrite(Function& function) {
    for (ir::Variable& variable : function.variables) retype(variable.type);
    for (TypeId& type : function.resultTypes) retype(type);
    std::vector<VarId> printed;
    for (const VarId parameter : function.parameters) note(function, parameter, printed);
    rewrite(function, function.body, std::move(printed));
  }

  void note(const Function& function, VarId variable, std::vector<VarId>& printed) const {
    if (ir::holdsOutput(program_, function.variables[variable.value].type)) {
      printed.push_back(variable);
    }
  }

  // `printed`: all in which what has been printed is, the last one last.
  void rewrite(const Function& function, Block& block, std::vector<VarId> printed) {
    for (Binding& binding : block.bindings) {
      if (auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
        const ir::Constructor& ctor = program_.constructor(construct->ctor);
        if (construct->ctor == last_) {
          binding.operation = ir::Call{writer_, {construct->fields[1], construct->fields[0]}};
        } else if (ctor.type == printed_) {
          binding.operation = Foreign{std::string(ir::outputCall), {}};
        }
      } else if (auto* failure = std::get_if<ir::Fail>(&binding.operation)) {
        if (!printed.empty()) failure->printed = {printed.back()};
      } else if (auto* match = std::get_if<ir::Case>(&binding.operation)) {
        for (ir::Alternative& alternative : match->alternatives) {
          std::vector<VarId> inside = printed;
          for (const VarId field : alternative.fields) note(function, field, inside);
          rewrite(function, alternative.body, std::move(inside));
        }
      } else if (auto* conditional = std::get_if<ir::Conditional>(&binding.operation)) {
        rewrite(function, conditional->whenTrue, printed);
        rewrite(function, conditional->whenFalse, printed);
      }
      for (const VarId result : binding.results) note(function, result, printed);
    }
  }

  ir::Program& program_;
  TypeId printed_;
  TypeId output_;
  ir::CtorId last_;
  FunId writer_;
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
