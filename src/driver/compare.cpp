// `deforest check A B`.
#include <string>

#include "driver/commands.hpp"
#include "driver/files.hpp"
#include "driver/given_inputs.hpp"
#include "driver/module_texts.hpp"
#include "driver/usage.hpp"
#include "driver/verify.hpp"

namespace deforest::driver {

int compare(const CheckCommand& command, Session& session) {
  if (command.before == "-" && command.after == "-") {
    throw UsageError("only one of the programs can come from standard input");
  }
  const bool lazy = command.semantics == ir::Semantics::Haskell;
  const ir::Program before = load(command.before, {command.roots, lazy}, session);
  // The second is looked at where the first has roots; it may keep what else it likes.
  const ir::Program after = load(command.after, {{}, lazy}, session);
  text::ParseOptions reading;
  if (!isArchive(session.input)) {
    reading.modules = moduleFilesOf(command.before, session.input);
  }
  const std::vector<eval::GivenInput> given =
      givenInputs(before, session.input, displayName(command.before), {}, reading);
  const VerificationReport report =
      verify(before, after, command.verification, command.semantics, given);
  if (report.inputs == report.undefined) {
    throw Failure("deforest: error: nothing could be compared: " +
                  (report.inputs == 0 ? std::string("there is no input")
                                      : "on none of " + std::to_string(report.inputs) +
                                            " inputs the first program gives a value") +
                  "\n  help: name functions to be compared by --root, or run more inputs\n");
  }
  writeFile("-", "equal on " + std::to_string(report.inputs) + " inputs of " +
                     std::to_string(report.roots) + (report.roots == 1 ? " root" : " roots") +
                     (report.undefined == 0 ? "\n"
                                            : "; on " + std::to_string(report.undefined) +
                                                  " of these the first gives no value\n"));
  return 0;
}

}  // namespace deforest::driver
