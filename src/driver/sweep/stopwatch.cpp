#include "driver/sweep/stopwatch.hpp"

#include <filesystem>

#include "driver/files.hpp"
#include "driver/session.hpp"
#include "driver/usage.hpp"
#include "text/parse.hpp"

namespace deforest::driver {
namespace {

const std::string native = "exe";

TimedProgram timedProgram(const Json& program) {
  TimedProgram timed;
  timed.path = program["program"];
  Session session;
  timed.module = load(timed.path, {}, session).module.name;
  for (const Json& input : program["inputs"]) timed.calls.push_back(input["call"]);
  timed.hasMain = timed.calls == std::vector<std::string>{"main"};
  if (timed.calls.empty()) throw Failure("there is nothing to run");
  return timed;
}

std::string build(const TimedProgram& program, const std::string& target, const std::string& text,
                  const std::string& directory) {
  std::filesystem::create_directories(directory);
  return target == native ? buildNative(program, text, directory, false, program.path)
                          : buildHaskell(program, text, directory);
}

Json failed(const std::string& message) {
  return {{"outcome", "failed"},
          {"message", message},
          {"seconds", Json::array()},
          {"megabytes", Json::array()},
          {"source_seconds", Json::array()},
          {"source_megabytes", Json::array()}};
}

}  // namespace

Stopwatch::Stopwatch(const SweepCommand& command, std::string work)
    : command_(command), work_(std::move(work)) {}

const std::string& Stopwatch::source(const TimedProgram& program, const std::string& target) {
  const std::pair<std::string, std::string> key = {program.path, target};
  const auto found = sources_.find(key);
  if (found != sources_.end()) return found->second;
  const std::string directory = work_ + "/source-" + target + "-" + fingerprint(program.path);
  return sources_[key] = build(program, target, readFile(program.path), directory);
}

// Runs one after the other, and again.
Json Stopwatch::compare(const std::string& before, const std::string& after,
                        const std::string& directory) const {
  Json result = failed("");
  std::string value;
  for (unsigned round = 0; round <= command_.rounds; ++round) {
    for (const bool source : {true, false}) {
      const Surroundings surroundings{directory, directory + "/printed"};
      const LimitedRun run = runLimited({source ? before : after}, surroundings, command_.limits);
      if (run.end == LimitedRun::End::Time || run.end == LimitedRun::End::Memory) {
        result["outcome"] = run.end == LimitedRun::End::Time ? "time" : "memory";
        result["message"] = source ? "the source exceeds the limit" : "it exceeds the limit";
        return result;
      }
      if (run.end != LimitedRun::End::Exited || run.status != 0) {
        return failed(source ? "the source fails" : "it fails");
      }
      const std::string printed = readFile(directory + "/printed");
      if (value.empty()) value = printed;
      if (value != printed) return failed("it prints something else than the source");
      if (round == 0) continue;
      const std::string prefix = source ? "source_" : "";
      result[prefix + "seconds"].push_back(run.seconds);
      result[prefix + "megabytes"].push_back(run.megabytes);
    }
  }
  result["outcome"] = "done";
  return result;
}

Json Stopwatch::time(const Json& program, const std::map<std::string, std::string>& emitted,
                     const std::string& directory) {
  Json times = Json::object();
  for (const auto& [target, text] : emitted) {
    try {
      const TimedProgram timed = timedProgram(program);
      const std::string& before = source(timed, target);
      const std::string after = build(timed, target, text, directory + "/" + target);
      times[target] = compare(before, after, directory);
    } catch (const std::exception& error) {
      // What cannot be built is told, and the study goes on.
      times[target] = failed(error.what());
    }
  }
  return times;
}

}  // namespace deforest::driver
