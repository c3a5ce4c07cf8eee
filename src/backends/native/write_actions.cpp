#include "backends/native/write_actions.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/text_writer.hpp"
#include "ir/printing.hpp"
#include "ir/reading.hpp"
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

bool takes(const Function& function, std::size_t i, TypeId type) {
  return i < function.parameters.size() &&
         function.variables[function.parameters[i].value].type == type;
}

// data Printed = NothingPrinted | Printed Printed String | PrintedError Printed String
//   | PrintedFile Printed String String Bool, of the Prelude's source. Three functions take it
// apart, and three others are given it to read behind it.
std::optional<TypeId> printedType(const ir::Program& program) {
  for (const Function& function : program.functions) {
    if (function.name != "textBefore" || function.parameters.size() != 2) continue;
    const TypeId type = function.variables[function.parameters[0].value].type;
    const ir::Type& printed = program.type(type);
    const bool known = printed.constructors.size() == 4 &&
                       program.constructor(printed.constructors[0]).name == "NothingPrinted";
    if (known) return type;
  }
  return std::nullopt;
}

bool isMade(const ir::Program& program, ir::CtorId ctor) {
  bool made = false;
  for (const Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](const Binding& binding) {
      const auto* construct = std::get_if<ir::Construct>(&binding.operation);
      made = made || (construct != nullptr && construct->ctor == ctor);
    });
  }
  return made;
}

class Writing {
 public:
  explicit Writing(ir::Program& program) : program_(program) {}

  bool run() {
    const std::optional<TypeId> found = printedType(program_);
    if (!found) return false;
    printed_ = *found;
    output_ = addOutput(program_);
    const std::vector<ir::CtorId> ctors = program_.type(printed_).constructors;
    const TypeId text = program_.constructor(ctors[1]).fields[1].type;
    writers_ = {{ctors[1], addWriter(program_, text, output_)},
                {ctors[2], addWriter(program_, text, output_, ir::putErrorCall)}};
    if (isMade(program_, ctors[3])) {
      const TypeId condition = program_.constructor(ctors[3]).fields[3].type;
      writers_.emplace(ctors[3], addFileWriter(program_, text, condition, output_));
    }
    // Functions are added meanwhile.
    for (std::size_t i = 0; i < program_.functions.size(); ++i) {
      Function function = std::move(program_.functions[i]);
      readBack(function);
      program_.functions[i] = std::move(function);
    }
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
  void retype(TypeId& type) const {
    if (type == printed_) type = output_;
  }

  // What asks for what has been printed, and what reads.
  void readBack(Function& function) {
    if (takes(function, 1, printed_)) {
      if (function.name == "ahead") readAhead(function);
      if (function.name == "textOfFile") readFile(function);
    }
    if (!takes(function, 0, printed_)) return;
    if (function.name == "textBefore") {
      const VarId result = function.fresh(function.resultTypes[0], "text");
      Foreign written{std::string(ir::writtenCall),
                      {function.parameters[0], function.parameters[1]}};
      function.body = Block{{Binding{{result}, std::move(written), function.position}}, {result}};
    } else if (function.name == "unread") {
      const VarId input = function.fresh(function.resultTypes[0], "input");
      Foreign unread{std::string(ir::unreadCall), {function.parameters[0], function.parameters[1]}};
      function.body = Block{{Binding{{input}, std::move(unread), function.position}}, {input}};
    } else if (function.name == "hasErrors") {
      function.body = Block{{}, {ir::Literal{ir::TypeKind::Bool, 0}}};
    } else if (function.name == "errorsBefore") {
      function.body = Block{{}, {function.parameters[1]}};
    }
  }

  // What is left of the input, of which as much is there as the first parameter says.
  void readAhead(Function& function) const {
    const std::vector<VarId> given = function.parameters;
    const TypeId amount = function.variables[given[0].value].type;
    std::vector<ir::Alternative> alternatives;
    for (const ir::CtorId ctor : program_.type(amount).constructors) {
      const VarId left = function.fresh(function.resultTypes[0], "left");
      const ir::Literal much{ir::TypeKind::Int, alternatives.size()};
      Foreign ahead{std::string(ir::aheadCall), {given[1], given[2], much}};
      alternatives.push_back(
          {ctor, {}, Block{{Binding{{left}, std::move(ahead), function.position}}, {left}}});
    }
    const VarId result = function.fresh(function.resultTypes[0], "left");
    ir::Case choice{given[0], std::move(alternatives)};
    function.body = Block{{Binding{{result}, std::move(choice), function.position}}, {result}};
  }

  // The text of a file, and what has been printed by then.
  void readFile(Function& function) {
    const std::vector<VarId> given = function.parameters;
    const ir::Type& pair = program_.type(function.resultTypes[0]);
    const ir::CtorId ctor = pair.constructors[0];
    const TypeId text = program_.constructor(ctor).fields[0].type;
    const FunId writeName = addWriter(program_, text, output_, ir::fileNameCall);
    const VarId named = function.fresh(output_, "out");
    const VarId read = function.fresh(text, "text");
    const VarId after = function.fresh(output_, "out");
    const VarId result = function.fresh(function.resultTypes[0], "read");
    Block body;
    const auto add = [&](VarId defined, ir::Operation operation) {
      body.bindings.push_back({{defined}, std::move(operation), function.position});
    };
    add(named, ir::Call{writeName, {given[0], given[1]}});
    add(read, Foreign{std::string(ir::fileTextCall), {named, given[2]}});
    add(after, Foreign{std::string(ir::afterReadingCall), {named, read}});
    add(result, ir::Construct{ctor, {read, after}});
    body.results = {result};
    function.body = std::move(body);
  }

  void rewrite(Function& function) {
    for (ir::Variable& variable : function.variables) retype(variable.type);
    for (TypeId& type : function.resultTypes) retype(type);
    ir::forEachBinding(function.body, [&](Binding& binding) {
      const auto* construct = std::get_if<ir::Construct>(&binding.operation);
      if (construct == nullptr) return;
      const auto writer = writers_.find(construct->ctor);
      if (writer != writers_.end()) {
        std::vector<ir::Atom> given(construct->fields.begin() + 1, construct->fields.end());
        given.push_back(construct->fields[0]);
        binding.operation = ir::Call{writer->second, std::move(given)};
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

bool usesFiles(const ir::Program& program) {
  const std::optional<TypeId> printed = printedType(program);
  return printed && (isMade(program, program.type(*printed).constructors[3]) ||
                     std::ranges::any_of(program.functions, [&](const Function& function) {
                       return function.name == "textOfFile" && takes(function, 1, *printed);
                     }));
}

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
