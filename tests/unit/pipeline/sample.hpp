// A small well-formed program and passes over it, for the tests of the runner.
#pragma once

#include <string>

#include "ir/program.hpp"
#include "pipeline/pass.hpp"

namespace deforest::pipeline::sample {

/// `f :: Int -> Int`, `f x = x`.
inline ir::Program identity() {
  ir::Program program;
  ir::Type type;
  type.kind = ir::TypeKind::Int;
  type.name = "Int";
  program.types.push_back(type);
  ir::Function function;
  function.name = "f";
  function.resultTypes = {ir::TypeId{0}};
  function.parameters = {function.fresh(ir::TypeId{0}, "x")};
  function.body.results = {ir::Atom{function.parameters[0]}};
  program.functions.push_back(function);
  program.roots = {ir::FunId{0}};
  return program;
}

/// Puts `negate` before the result of the first function.
inline ir::Program negateOnce(ir::Program program, Context&) {
  ir::Function& function = program.functions[0];
  const ir::VarId negated = function.fresh(ir::TypeId{0}, "y");
  ir::Binding binding;
  binding.results = {negated};
  binding.operation = ir::Primitive{ir::PrimOp::Negate, {function.body.results[0]}};
  function.body.bindings.push_back(binding);
  function.body.results = {ir::Atom{negated}};
  return program;
}

inline Pass negatePass() {
  return {.name = "negate", .description = "Negates the result.", .run = negateOnce};
}

inline Pass nothingPass() {
  return {.name = "nothing",
          .description = "Changes nothing.",
          .run = [](ir::Program program, Context&) { return program; }};
}

/// A printer that shows the number of bindings of every function.
inline std::string printSizes(const ir::Program& program) {
  std::string text;
  for (const ir::Function& function : program.functions) {
    text += function.name + " " + std::to_string(function.body.bindings.size()) + "\n";
  }
  return text;
}

}  // namespace deforest::pipeline::sample
