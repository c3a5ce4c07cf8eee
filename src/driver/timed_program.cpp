#include "driver/timed_program.hpp"

#include <algorithm>
#include <filesystem>

#include "backends/cpp.hpp"
#include "backends/native/passes.hpp"
#include "driver/files.hpp"
#include "driver/interruption.hpp"
#include "driver/native.hpp"
#include "driver/process.hpp"
#include "driver/session.hpp"
#include "driver/usage.hpp"
#include "support/check.hpp"
#include "text/parse.hpp"

namespace deforest::driver {
namespace {

namespace fs = std::filesystem;

ir::Program parsed(const std::string& text) {
  support::Result<ir::Program> program = text::parse(text, "the result");
  support::check(static_cast<bool>(program), "a printed program that cannot be read");
  return std::move(*program);
}

// The program with a main that prints what the calls give.
ir::Program withCalls(const std::string& text, const std::vector<std::string>& calls) {
  std::string all = calls.back();
  for (std::size_t i = calls.size() - 1; i-- > 0;) all = "(" + calls[i] + ", " + all + ")";
  support::Result<text::CalledProgram> called = text::parseCall(text, "the result", all);
  if (!called) throw Failure(support::render(called.diagnostics(), "the calls", all));
  called->program.functions[called->call.value].name = "main";
  const std::size_t results = called->program.function(called->call).resultTypes.size();
  called->program.outputs.assign(results, ir::Output::Print);
  return std::move(called->program);
}

}  // namespace

std::string buildNative(const TimedProgram& program, const std::string& text,
                        const std::string& directory, bool serial, const std::string& what) {
  ir::Program whole = program.hasMain ? parsed(text) : withCalls(text, program.calls);
  const support::Result<backends::CppOutput> output =
      backends::emitCpp(*backends::toNative(std::move(whole), {.serial = serial}));
  if (!output) throw Failure(support::render(output.diagnostics(), what, ""));
  std::string executable = directory + "/program";
  writeFile(executable, compileNative(output->source, serial), true);
  return executable;
}

std::string buildHaskell(const TimedProgram& program, const std::string& text,
                         const std::string& directory) {
  const std::string module = program.module.empty() ? "Main" : program.module;
  std::string path = module;
  std::ranges::replace(path, '.', '/');
  path = directory + "/" + path + ".hs";
  fs::create_directories(fs::path(path).parent_path());
  writeFile(path, text);
  std::string executable = directory + "/program";
  std::vector<std::string> command = wordsOf(environment("GHC", "ghc"));
  for (const std::string& word :
       {std::string("-O2"), std::string("-w"), std::string("-v0"), "-i" + directory,
        std::string("-outputdir"), directory + "/objects", std::string("-o"), executable}) {
    command.push_back(word);
  }
  if (program.hasMain) {
    command.insert(command.end(), {"-main-is", module, path});
  } else {
    if (module == "Main") {
      throw Failure(displayName(program.path) +
                    ": error: a module without a name and a main cannot be called\n"
                    "  help: begin with `module M where`, or give it a main\n");
    }
    std::string main =
        "module Main (main) where\nimport " + module + "\nmain :: IO ()\nmain = do\n";
    for (const std::string& call : program.calls) main += "  print (" + call + ")\n";
    writeFile(directory + "/Main.hs", main);
    command.push_back(directory + "/Main.hs");
  }
  const Execution done = execute(command);
  if (done.status == 0) return executable;
  if (Interruption::pending()) throw Failure("");
  throw Failure(done.notFound()
                    ? "deforest: error: there is no Haskell compiler '" + command[0] +
                          "'\n  help: install GHC, or name it in GHC; or take C++ instead\n"
                    : "deforest: error: GHC failed; calls may use what the module exports, and "
                      "their results must be of class Show\n");
}

}  // namespace deforest::driver
