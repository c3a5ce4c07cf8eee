// The command line as a value: what is to be done, with every option read and checked for itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "backends/cpp.hpp"
#include "driver/format.hpp"
#include "driver/sweep/command.hpp"
#include "engine/options.hpp"
#include "pipeline/run.hpp"

namespace deforest::driver {

/// Where a report goes: a file (`-` is standard output), or standard error if none is named.
struct Destination {
  std::optional<std::string> file;
};

struct Verification {
  unsigned inputs = 200;  ///< Generated inputs per root.
  std::uint64_t seed = 1;
};

/// What of the engine's options the command line sets itself.
struct Given {
  std::set<std::string_view> limits;  ///< engine::NamedLimit::name
  bool price = false;
  bool stage = false;
};

/// `deforest IN -o OUT`.
struct CompileCommand {
  std::string input;
  std::string original;      ///< As GHC's preprocessor: what the input was made of; else empty.
  bool keepsOpaque = false;  ///< What is not understood of the input stays as it is.
  std::optional<std::string> output;  ///< Without one nothing but the reports is written.
  std::optional<std::string> header;  ///< Of C++ that is written to `output`.
  Format format = Format::Haskell;
  bool serial = false;                        ///< C++ without parallelism.
  bool consumeInput = false;                  ///< C++ whose roots write into their arguments.
  std::string nameSpace;                      ///< Of C++; empty: after the module.
  std::optional<backends::CppErrors> errors;  ///< Of C++; none: by the kind of file.
  bool cereal = false;                        ///< C++ whose trees can be saved and loaded.
  std::string adapt;                          ///< C++ with adapters of such types; empty: none.
  bool profile = false;                       ///< C++ that writes a profile of itself.
  engine::Options engine;
  std::optional<std::vector<std::string>> passes;  ///< Replaces the pipeline of the stage.
  std::vector<std::string> roots;                  ///< Empty: the module says.
  std::vector<std::string> kept;                   ///< Functions whose text stays.
  std::vector<std::string> samples;                ///< Calls that are typical of the program.
  bool portfolio = true;  ///< Try several settings of the engine and take the best.
  std::optional<Destination> explain;
  std::optional<Destination> stats;  ///< A file gets JSON, standard error a table.
  std::string printAfter;            ///< A pass, `changed`, `all`; empty: nothing.
  bool diff = false;
  std::string dumpDirectory;  ///< Empty: nothing.
  bool timePasses = false;
  bool callGraph = false;  ///< `--graph calls`, on standard output.
  std::optional<Verification> verify;
  pipeline::CheckMode check = pipeline::CheckMode::Each;
  std::optional<std::size_t> fuel;
  unsigned threads = 0;  ///< 0: as many as there are processors.
  Given given;
  bool obeysTuned = true;     ///< The settings in the module (driver/tuned).
  bool saysUncounted = true;  ///< Warn of what could not be counted.
};

/// `deforest tune IN`.
struct TuneCommand {
  CompileCommand base;             ///< The input, roots, samples, and how candidates are compiled.
  bool native = false;             ///< C++ and its compiler; otherwise Haskell and GHC.
  unsigned rounds = 5;             ///< Runs of each candidate.
  std::string read = "/dev/null";  ///< The file that main reads as its standard input.
  std::vector<std::string> arguments;  ///< What main gets from `getArgs`.
};

/// `deforest report IN...`.
struct ReportCommand {
  std::vector<std::string> inputs;  ///< Programs, directories, files of evaluations.
  std::string output;
  CompileCommand base;     ///< How programs are transformed; its input is left open.
  bool semantics = false;  ///< Those of `base` are asked for; else the name of the input says.
};

/// `deforest run IN`.
struct RunCommand {
  std::string input;
  /// The words after `--call`: a function and its arguments, each an expression. Empty: run main.
  std::vector<std::string> call;
  std::vector<std::string> arguments;  ///< The words after `--`: what main gets from `getArgs`.
  std::optional<Destination> count;
  std::optional<std::uint64_t> maxCalls;  ///< Without one there is no limit but memory.
  ir::Semantics semantics = ir::Semantics::Strict;
};

/// `deforest check A B`.
struct CheckCommand {
  std::string before;
  std::string after;
  Verification verification;
  std::vector<std::string> roots;
  ir::Semantics semantics = ir::Semantics::Strict;
};

/// `--help` and `--version`: text for standard output.
struct ShowText {
  std::string text;
};

/// `--list-passes`.
struct ListPasses {};

using Command = std::variant<CompileCommand, RunCommand, CheckCommand, TuneCommand, SweepCommand,
                             ReportCommand, ShowText, ListPasses>;

/// Reads the words after the program's name. Throws `UsageError`.
Command parseCommandLine(const std::vector<std::string>& words);

}  // namespace deforest::driver
