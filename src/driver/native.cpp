#include "driver/native.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <vector>

#include "driver/files.hpp"
#include "driver/interruption.hpp"
#include "driver/process.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string compileNative(const std::string& source, bool serial) {
  const Interruption interruption;
  const TemporaryDirectory directory;
  const std::string sourceFile = directory.file("program.cpp");
  const std::string program = directory.file("program");
  writeFile(sourceFile, source);
  // `CXX` may hold a wrapper and options, too.
  std::vector<std::string> command = wordsOf(environment("CXX", ""));
  const std::string runtime = environment("DEFOREST_RUNTIME", "");
  const bool isUsual = command.empty() && runtime.empty();
  if (command.empty()) command = {"c++"};
  // Contraction of a multiplication and an addition would round once instead of twice.
  std::ranges::move(wordsOf(DEFOREST_EXECUTABLE_FLAGS), std::back_inserter(command));
  command.push_back("-I" + (runtime.empty() ? DEFOREST_RUNTIME : runtime));
  // Where it was built: compiled beforehand, it saves a third to half of the time.
  if (isUsual && fs::exists(DEFOREST_PROGRAM_HEADER)) {
    command.insert(command.end(), {"-include", DEFOREST_PROGRAM_HEADER});
  }
  command.insert(command.end(), {sourceFile, "-o", program});
  if (!serial) command.emplace_back("-ltbb");
  const Execution done = execute(command);
  const int status = done.status;
  if (Interruption::pending()) throw Failure("");
  if (status == 0 && fs::exists(program)) return readFile(program);
  if (status == 0) {
    throw Failure("deforest: error: the C++ compiler '" + command[0] +
                  "' made no program\n  help: name another in CXX; or write C++ with -o x.cpp\n");
  }
  throw Failure(done.notFound()
                    ? "deforest: error: there is no C++ compiler '" + command[0] +
                          "'\n  help: install one, or name it in CXX; or write C++ with -o x.cpp\n"
                    : "deforest: error: the C++ compiler failed\n");
}

}  // namespace deforest::driver
