#include "backends/native/text_writer.hpp"

#include <string>
#include <utility>
#include <vector>

#include "backends/native/suspension/lists.hpp"
#include "ir/printing.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"

namespace deforest::backends {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Foreign;
using ir::Function;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

namespace {

class Failures {
 public:
  Failures(const ir::Program& program, Function& function)
      : program_(program), function_(function) {}

  void run() {
    std::vector<VarId> printed;
    for (const VarId parameter : function_.parameters) note(parameter, printed);
    run(function_.body, std::move(printed));
  }

 private:
  // `printed`: all in which what has been printed is, the last one last.
  void run(Block& block, std::vector<VarId> printed) {
    for (Binding& binding : block.bindings) {
      if (auto* failure = std::get_if<ir::Fail>(&binding.operation)) {
        if (!printed.empty()) failure->printed = {printed.back()};
      } else if (auto* match = std::get_if<ir::Case>(&binding.operation)) {
        for (ir::Alternative& alternative : match->alternatives) {
          std::vector<VarId> inside = printed;
          for (const VarId field : alternative.fields) note(field, inside);
          run(alternative.body, std::move(inside));
        }
      } else {
        ir::forEachBlock(binding.operation, [&](Block& inner) { run(inner, printed); });
      }
      // Who makes a record of it has not printed.
      if (std::holds_alternative<ir::Construct>(binding.operation)) continue;
      for (const VarId result : binding.results) note(result, printed);
    }
  }

  void note(VarId variable, std::vector<VarId>& printed) const {
    if (ir::holdsOutput(program_, function_.variables[variable.value].type)) {
      printed.push_back(variable);
    }
  }

  const ir::Program& program_;
  Function& function_;
};

}  // namespace

TypeId addOutput(ir::Program& program) {
  for (std::uint32_t i = 0; i < program.types.size(); ++i) {
    if (ir::isOutput(program, TypeId{i})) return TypeId{i};
  }
  ir::Type type;
  type.shape = ir::DataShape::Library;
  type.name = "Output";
  type.module = ir::printingLibrary;
  program.types.push_back(std::move(type));
  return TypeId{static_cast<std::uint32_t>(program.types.size() - 1)};
}

Binding put(VarId result, Atom output, Atom character, const ir::Position& position,
            std::string_view call) {
  return {{result}, Foreign{std::string(call), {output, character}}, position};
}

FunId addWriter(ir::Program& program, TypeId text, TypeId output, std::string_view call) {
  const ListCtors ctors = *listCtors(program, text);
  const FunId id{static_cast<std::uint32_t>(program.functions.size())};
  Function made;
  made.name = simplify::Names(program).unique("write");
  const VarId list = made.fresh(text, "text");
  const VarId out = made.fresh(output, "out");
  made.parameters = {list, out};
  made.resultTypes = {output};
  const VarId head = made.fresh(program.constructor(ctors.cons).fields[0].type, "c");
  const VarId tail = made.fresh(text, "cs");
  const VarId next = made.fresh(output, "out");
  const VarId rest = made.fresh(output, "out");
  const VarId result = made.fresh(output, "out");
  ir::Alternative empty{ctors.nil, {}, Block{{}, {out}}};
  ir::Alternative cell{ctors.cons, {head, tail}, {}};
  cell.body.bindings.push_back(put(next, out, head, made.position, call));
  cell.body.bindings.push_back({{rest}, ir::Call{id, {tail, next}}, made.position});
  cell.body.results = {rest};
  std::vector<ir::Alternative> alternatives;
  for (const ir::CtorId ctor : program.type(text).constructors) {
    alternatives.push_back(ctor == ctors.nil ? empty : cell);
  }
  made.body.bindings.push_back({{result}, ir::Case{list, std::move(alternatives)}, made.position});
  made.body.results = {result};
  program.functions.push_back(std::move(made));
  return id;
}

FunId addFileWriter(ir::Program& program, TypeId text, TypeId condition, TypeId output) {
  const FunId name = addWriter(program, text, output, ir::fileNameCall);
  const FunId content = addWriter(program, text, output, ir::putToFileCall);
  const FunId id{static_cast<std::uint32_t>(program.functions.size())};
  Function made;
  made.name = simplify::Names(program).unique("writeFile");
  const VarId nameGiven = made.fresh(text, "name");
  const VarId textGiven = made.fresh(text, "text");
  const VarId keeps = made.fresh(condition, "keeps");
  const VarId out = made.fresh(output, "out");
  made.parameters = {nameGiven, textGiven, keeps, out};
  made.resultTypes = {output};
  VarId last = out;
  const auto then = [&](ir::Operation operation) {
    const VarId next = made.fresh(output, "out");
    made.body.bindings.push_back({{next}, std::move(operation), made.position});
    last = next;
  };
  then(ir::Call{name, {nameGiven, last}});
  then(Foreign{std::string(ir::openFileCall), {last, keeps}});
  then(ir::Call{content, {textGiven, last}});
  then(Foreign{std::string(ir::closeFileCall), {last}});
  made.body.results = {last};
  program.functions.push_back(std::move(made));
  return id;
}

void failBehindOutput(const ir::Program& program, Function& function) {
  Failures(program, function).run();
}

}  // namespace deforest::backends
