#include "backends/native/written_output.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/facts.hpp"
#include "backends/native/text_writer.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/printing.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Foreign;
using ir::Function;
using ir::FunId;
using ir::TypeId;
using ir::VarId;

bool isCalled(const ir::Program& program, FunId id) {
  return std::ranges::any_of(program.functions, [&](const Function& function) {
    const std::vector<FunId> called = ir::callees(function.body);
    return std::ranges::find(called, id) != called.end();
  });
}

// Puts what prints where all that it reads is there.
void insert(Block& block, std::vector<Binding> printing) {
  std::size_t at = 0;
  for (const VarId read : variablesRead(printing[0].operation)) {
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      const std::vector<VarId>& made = block.bindings[i].results;
      if (std::ranges::find(made, read) != made.end()) at = std::max(at, i + 1);
    }
  }
  block.bindings.insert(block.bindings.begin() + static_cast<std::ptrdiff_t>(at),
                        std::make_move_iterator(printing.begin()),
                        std::make_move_iterator(printing.end()));
}

// One value that is shown is no text that could be written as it is made.
bool isWorthIt(const ir::Program& program) {
  return program.outputs.size() > 1 ||
         (program.outputs.size() == 1 && program.outputs[0] != ir::Output::Print);
}

void writeOutput(ir::Program& program, pipeline::Context& context) {
  const std::optional<FunId> id = program.find("main");
  if (!id || ir::writesOutput(program) || !isWorthIt(program) || isCalled(program, *id)) return;
  support::check(std::ranges::find(program.outputs, ir::Output::PutEach) == program.outputs.end(),
                 "natively, the texts of actions are one");
  const TypeId output = addOutput(program);
  std::optional<FunId> writer;
  for (std::size_t i = 0; i < program.outputs.size(); ++i) {
    if (writer || program.outputs[i] == ir::Output::Print) continue;
    writer = addWriter(program, program.function(*id).resultTypes[i], output);
  }
  Function& main = program.functions[id->value];
  const std::vector<Atom> results = main.body.results;
  VarId out = main.fresh(output, "out");
  insert(main.body, {{{out}, Foreign{std::string(ir::outputCall), {}}, main.position}});
  for (std::size_t i = 0; i < results.size(); ++i) {
    const VarId next = main.fresh(output, "out");
    std::vector<Binding> printing;
    if (program.outputs[i] == ir::Output::Print) {
      printing.push_back(
          {{next}, Foreign{std::string(ir::printCall), {out, results[i]}}, main.position});
    } else {
      printing.push_back({{next}, ir::Call{*writer, {results[i], out}}, main.position});
    }
    out = next;
    if (program.outputs[i] != ir::Output::PutStr) {
      const VarId behind = main.fresh(output, "out");
      printing.push_back(put(behind, out, ir::charLiteral(U'\n'), main.position));
      out = behind;
    }
    insert(main.body, std::move(printing));
  }
  main.body.results = {out};
  main.resultTypes = {output};
  program.outputs = {ir::Output::Written};
  context.add({pipeline::Decision::Kind::Native, true, main.name, "written output",
               "what it prints is written as it is made", main.position});
}

Foreign* putIn(Binding& binding) {
  auto* call = std::get_if<Foreign>(&binding.operation);
  const bool puts =
      call != nullptr && (call->name == ir::putCall || call->name == ir::putErrorCall);
  return puts ? call : nullptr;
}

void joinPuts(Block& block, const std::vector<unsigned>& uses) {
  for (Binding& binding : block.bindings) {
    ir::forEachBlock(binding.operation, [&](Block& inner) { joinPuts(inner, uses); });
  }
  std::vector<Binding> kept;
  for (Binding& binding : block.bindings) {
    const Foreign* behind = putIn(binding);
    Foreign* before = kept.empty() ? nullptr : putIn(kept.back());
    const bool follows = behind != nullptr && before != nullptr && behind->name == before->name &&
                         behind->arguments[0] == Atom(kept.back().results[0]) &&
                         uses[kept.back().results[0].value] == 1;
    if (!follows) {
      kept.push_back(std::move(binding));
      continue;
    }
    before->arguments.insert(before->arguments.end(), behind->arguments.begin() + 1,
                             behind->arguments.end());
    kept.back().results = std::move(binding.results);
  }
  block.bindings = std::move(kept);
}

}  // namespace

void joinPuts(ir::Function& function) {
  joinPuts(function.body, ir::countUses(function));
}

pipeline::Pass writtenOutput() {
  return {.name = "written-output",
          .description = "write what is printed as it is made",
          .makes = pipeline::Form::Free,
          .run = [](ir::Program program, pipeline::Context& context) {
            writeOutput(program, context);
            return program;
          }};
}

}  // namespace deforest::backends
