// Emits C++ for the native tests: reads a program, runs the passes of a stage, and writes what the
// backend makes of it.
//
//     emit_cpp IN [-o] OUT [--stage none|fusion|tupling|redundancy] [--serial] [--show] [--both]
//              [--consume-input] [--namespace NAME] [--roots a,b,c] [--call EXPRESSION]
//              [--errors exit|throw|expected] [--move-everywhere]
//
// With --call the program is one function `call`, which computes the expression.
// The kind of file follows from the name of OUT: .hpp is a header with everything, .cpp a source
// file; with --both a header OUT.hpp and a source file OUT.cpp are written.
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "backends/cpp.hpp"
#include "backends/native/passes.hpp"
#include "driver/pipelines.hpp"
#include "pipeline/run.hpp"
#include "text/parse.hpp"

namespace {

using deforest::backends::CppOptions;

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

deforest::engine::Stage stageNamed(const std::string& name) {
  using deforest::engine::Stage;
  if (name == "none") return Stage::None;
  if (name == "fusion") return Stage::Fusion;
  if (name == "tupling") return Stage::Tupling;
  if (name == "redundancy") return Stage::Redundancy;
  throw std::runtime_error("no stage '" + name + "'");
}

deforest::backends::CppErrors errorsNamed(const std::string& name) {
  using deforest::backends::CppErrors;
  if (name == "exit") return CppErrors::Exit;
  if (name == "throw") return CppErrors::Throw;
  if (name == "expected") return CppErrors::Expected;
  throw std::runtime_error("no kind of errors '" + name + "'");
}

std::string read(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::string& path, const std::string& text) {
  std::ofstream out(path);
  out << text;
  if (!out.flush()) throw std::runtime_error("cannot write " + path);
}

// The module with the function `call` as its only root.
deforest::support::Result<deforest::ir::Program> called(const std::string& text,
                                                        const std::string& file,
                                                        const std::string& expression) {
  auto result = deforest::text::parseCall(text, file, expression);
  if (!result) return result.diagnostics();
  result->program.functions[result->call.value].name = "call";
  return std::move(result->program);
}

int run(std::vector<std::string> words) {
  if (words.size() > 1 && words[1] == "-o") words.erase(words.begin() + 1);
  const std::string input = words.at(0);
  const std::string output = words.at(1);
  CppOptions options;
  deforest::backends::NativeOptions native;
  deforest::text::ParseOptions parsing;
  deforest::pipeline::Context context;
  deforest::engine::Options engine;
  std::string expression;
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (words[i] == "--serial") {
      native.serial = true;
    } else if (words[i] == "--consume-input") {
      native.consumeInput = true;
    } else if (words[i] == "--show") {
      options.show = true;
    } else if (words[i] == "--move-everywhere") {
      native.moveEverywhere = true;
    } else if (words[i] == "--both") {
      options.files = CppOptions::Files::Both;
      options.headerName = output.substr(output.rfind('/') + 1) + ".hpp";
    } else if (words[i] == "--stage") {
      engine.stopAfter = stageNamed(words.at(++i));
    } else if (words[i] == "--namespace") {
      options.nameSpace = words.at(++i);
    } else if (words[i] == "--errors") {
      options.errors = errorsNamed(words.at(++i));
    } else if (words[i] == "--roots") {
      parsing.roots = split(words.at(++i));
    } else if (words[i] == "--call") {
      expression = words.at(++i);
    } else {
      throw std::runtime_error("unknown option " + words[i]);
    }
  }
  if (output.ends_with(".hpp")) options.files = CppOptions::Files::Header;
  const std::string text = read(input);
  const auto program = expression.empty() ? deforest::text::parse(text, input, parsing)
                                          : called(text, input, expression);
  if (!program) {
    std::cerr << deforest::support::render(program.diagnostics(), input, text);
    return 1;
  }
  deforest::pipeline::RunReport report;
  const auto fused = deforest::pipeline::run(deforest::driver::defaultPipeline(engine), *program,
                                             context, {}, report);
  const auto emitted =
      deforest::backends::emitCpp(*deforest::backends::toNative(fused, native), options);
  if (!emitted) {
    std::cerr << deforest::support::render(emitted.diagnostics(), input, text);
    return 1;
  }
  if (options.files == CppOptions::Files::Both) {
    write(output + ".hpp", emitted->header);
    write(output + ".cpp", emitted->source);
  } else {
    write(output, emitted->header + emitted->source);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "emit_cpp: " << error.what() << '\n';
    return 2;
  }
}
