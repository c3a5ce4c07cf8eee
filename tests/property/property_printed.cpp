// Reading what is printed gives the program back, up to the names of variables.
#include <bit>
#include <cmath>
#include <optional>

#include "ir/alpha.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "properties.hpp"
#include "text/parse.hpp"
#include "text/print.hpp"

namespace deforest::property {
namespace {

// An infinity or NaN is printed as the quotient that makes it, so such a quotient is read as one.
std::optional<ir::Literal> quotient(const ir::Operation& operation) {
  const auto* primitive = std::get_if<ir::Primitive>(&operation);
  if (primitive == nullptr || primitive->op != ir::PrimOp::FDiv) return std::nullopt;
  std::vector<ir::Literal> operands;
  for (const ir::Atom& atom : primitive->arguments) {
    if (const auto* literal = std::get_if<ir::Literal>(&atom)) operands.push_back(*literal);
  }
  if (operands.size() != 2) return std::nullopt;
  const auto value = ir::evaluate(primitive->op, operands, operands[0].kind);
  if (!value || std::isfinite(std::bit_cast<double>(value->bits))) return std::nullopt;
  return value;
}

// A copy is read as what it copies.
void seeThroughCopies(ir::Block& block, ir::Substitution& values) {
  std::vector<ir::Binding> kept;
  for (ir::Binding& binding : block.bindings) {
    ir::forEachAtom(binding.operation, [&](ir::Atom& atom) { atom = values(atom); });
    ir::forEachBlock(binding.operation, [&](ir::Block& inner) { seeThroughCopies(inner, values); });
    if (const auto value = quotient(binding.operation)) binding.operation = ir::Copy{{*value}};
    if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
      for (std::size_t i = 0; i < binding.results.size(); ++i) {
        values.set(binding.results[i], copy->atoms[i]);
      }
    } else {
      kept.push_back(std::move(binding));
    }
  }
  block.bindings = std::move(kept);
  for (ir::Atom& atom : block.results) atom = values(atom);
}

// The program with variables numbered in order and without names of their own.
ir::Program canonical(ir::Program program) {
  for (ir::Function& function : program.functions) {
    ir::Substitution values(function);
    seeThroughCopies(function.body, values);
    ir::renumber(function);
    for (ir::Variable& variable : function.variables) variable.name = "v";
  }
  return program;
}

std::optional<Violation> roundTrip(const ir::Program& program, const std::string& what) {
  const std::string text = text::print(program);
  text::ParseOptions options;
  for (const ir::FunId root : program.roots) options.roots.push_back(program.function(root).name);
  const support::Result<ir::Program> read = text::parse(text, "printed.hs.ir", options);
  if (!read) {
    return Violation{what + " is not read: " + read.diagnostics()[0].message,
                     support::render(read.diagnostics(), "printed.hs.ir", text) + text};
  }
  const ir::Program before = canonical(program);
  const ir::Program after = canonical(*read);
  for (std::uint32_t i = 0; i < after.functions.size(); ++i) {
    const std::string& name = after.functions[i].name;
    const std::optional<ir::FunId> original = before.find(name);
    if (!original) return Violation{what + " is read with another function", name + "\n" + text};
    const std::string was = text::printFunction(before, *original);
    const std::string is = text::printFunction(after, ir::FunId{i});
    if (was != is) {
      return Violation{what + " is read as another program", was + "-- read as:\n" + is};
    }
  }
  for (const std::string& root : options.roots) {
    if (!after.find(root)) return Violation{what + " is read without a root", root + "\n" + text};
  }
  return std::nullopt;
}

std::optional<Violation> violationPrinted(Subject& subject) {
  if (auto wrong = roundTrip(subject.program(), "a program")) return wrong;
  for (const engine::Stage stage : allStages) {
    auto wrong = roundTrip(subject.after(stage).program,
                           "the result of stage " + std::string(stageName(stage)));
    if (wrong) return wrong;
  }
  return std::nullopt;
}

}  // namespace

Property printed() {
  return {"printed", "reading the printed program gives it back", violationPrinted};
}

}  // namespace deforest::property
