#include <cstdio>
#include <iostream>
#include <new>

#include "driver/commands.hpp"
#include "driver/files.hpp"
#include "driver/pipelines.hpp"
#include "driver/preprocess.hpp"
#include "driver/reproduction.hpp"
#include "driver/usage.hpp"
#include "support/check.hpp"
#include "support/match.hpp"

namespace deforest::driver {
namespace {

constexpr int statusOfSuccess = 0;
constexpr int statusOfFailure = 1;
constexpr int wrongUsage = 2;
constexpr int internalError = 70;

int carryOut(const Command& command, Session& session) {
  return support::match(
      command, [&](const CompileCommand& c) { return compile(c, session); },
      [&](const RunCommand& c) { return evaluate(c, session); },
      [&](const CheckCommand& c) { return compare(c, session); },
      [&](const TuneCommand& c) { return tune(c, session); },
      [](const SweepCommand& c) { return sweep(c); },
      [&](const ReportCommand& c) { return makeReport(c, session); },
      [](const ShowText& c) {
        writeFile("-", c.text);
        return statusOfSuccess;
      },
      [](const ListPasses&) {
        writeFile("-", listPasses());
        return statusOfSuccess;
      });
}

int reportInternalError(const Session& session, const std::string& message,
                        const std::string& before) {
  std::cerr << "deforest: internal error: " << message << "\n"
            << writeReproduction(reproduction(session.words, session.input, message, before));
  return internalError;
}

}  // namespace

void report(const Destination& destination, std::string_view text) {
  if (destination.file) {
    writeFile(*destination.file, text);
  } else {
    std::cerr << text;
  }
}

int runCommandLine(const std::vector<std::string>& words) {
  if (isPreprocessorCall(words)) return preprocess(words);
  Session session;
  session.words = words;
  try {
    return carryOut(parseCommandLine(words), session);
  } catch (const UsageError& error) {
    std::cerr << "deforest: " << error.what() << "\nTry 'deforest --help'.\n";
    return wrongUsage;
  } catch (const Failure& failure) {
    std::cerr << failure.what();
    return statusOfFailure;
  } catch (const support::LimitError& error) {
    std::cerr << "deforest: error: " << error.what() << "\n";
    return statusOfFailure;
  } catch (const std::bad_alloc&) {
    std::cerr << "deforest: error: out of memory\n";
    return statusOfFailure;
  } catch (const pipeline::PassError& error) {
    return reportInternalError(session, error.what(), error.before());
  } catch (const std::exception& error) {
    return reportInternalError(session, error.what(), "");
  }
}

}  // namespace deforest::driver
