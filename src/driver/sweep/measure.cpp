#include "driver/sweep/measure.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <sstream>

#include "driver/call.hpp"
#include "driver/chosen_calls.hpp"
#include "driver/files.hpp"
#include "driver/session.hpp"
#include "driver/usage.hpp"
#include "text/samples.hpp"
#include "text/token_count.hpp"

namespace deforest::driver {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longestMessage = 1000;
constexpr int internalErrorStatus = 70;

const std::string done = "done";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), with);
    at += with.size();
  }
  return text;
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  if (text.size() > longestMessage) text = text.substr(0, longestMessage) + "...";
  return text;
}

// `120`, `0.05`.
std::string amount(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

struct Ending {
  std::string outcome;
  std::string message;
};

Ending endingOf(const LimitedRun& run, const ProcessLimits& limits, const std::string& errors) {
  switch (run.end) {
    case LimitedRun::End::Time:
      return {"time", "it takes more than " + amount(limits.seconds) + " seconds"};
    case LimitedRun::End::Memory:
      return {"memory", "it takes more than " + amount(limits.megabytes) + " MB"};
    case LimitedRun::End::Signalled:
      return {"failed", "it was ended by signal " + std::to_string(run.status) + " (" +
                            ::strsignal(run.status) + ")"};
    case LimitedRun::End::NotStarted:
      return {"failed", "the process could not be started"};
    case LimitedRun::End::Exited:
      break;
  }
  if (run.status == 0) return {done, ""};
  const std::string message = errors.empty() ? "exit status " + std::to_string(run.status) : errors;
  return {run.status == internalErrorStatus ? "failed" : "refused", message};
}

Json countsOf(const std::string& path) {
  return Json::parse(readFile(path));
}

std::string optionalText(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error) ? readFile(path) : "";
}

// `FILE<tab>CALL`, by file as it is found from here.
std::map<std::string, std::vector<std::string>> readTable(const std::string& path) {
  std::map<std::string, std::vector<std::string>> table;
  std::istringstream lines(readFile(path));
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    const std::size_t tab = line.find('\t');
    const std::size_t end = line.find('\t', tab == std::string::npos ? 0 : tab + 1);
    if (tab == std::string::npos || tab + 1 == line.size() || tab + 1 == end) {
      throw Failure(path + ":" + std::to_string(number) +
                    ":1: error: a line of calls is a program and a call, with a tab in between\n");
    }
    const std::string call = line.substr(tab + 1, end == std::string::npos ? end : end - tab - 1);
    table[fs::weakly_canonical(line.substr(0, tab)).string()].push_back(call);
  }
  return table;
}

}  // namespace

Json inputsOf(const std::string& path, const std::string& semantics) {
  const bool lazy = semantics == "haskell";
  Session session;
  const ir::Program program = load(path, {{}, lazy}, session);
  std::vector<std::string> calls;
  if (!isArchive(session.input)) {
    for (const text::SampleText& sample : text::samplesIn(session.input)) {
      calls.push_back(sample.expression);
    }
  }
  if (!calls.empty()) return {{"origin", "samples"}, {"calls", calls}};
  if (!program.outputs.empty()) return {{"origin", "main"}, {"calls", {"main"}}};
  return {{"origin", "generated"}, {"calls", chosenCalls(program, lazy)}};
}

// A directory for the files of one process, and the names in it.
class Measurer::Place {
 public:
  Place(const std::string& work, const std::string& name) : path_(work + "/" + name) {
    std::error_code error;
    fs::remove_all(path_, error);
    fs::create_directories(path_, error);
    if (error) throw Failure("deforest: error: cannot create '" + path_ + "'\n");
    path_ = fs::absolute(path_).string();
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
  [[nodiscard]] Surroundings surroundings() const {
    return {path_, file("printed"), file("errors")};
  }
  /// What a process said, about files as the user knows them.
  [[nodiscard]] std::string errors(const std::string& absolute, const std::string& path) const {
    const std::string text = replaced(optionalText(file("errors")), absolute, path);
    return trimmed(replaced(text, path_ + "/", ""));
  }

 private:
  std::string path_;
};

Measurer::Measurer(const SweepCommand& command, const std::string& work)
    : command_(command),
      work_(fs::absolute(work).string()),
      self_(fs::read_symlink("/proc/self/exe").string()),
      stopwatch_(command, work_) {
  if (!command.calls.empty()) table_ = readTable(command.calls);
}

std::string Measurer::semanticsFor(const std::string& path) const {
  if (!command_.semantics.empty()) return command_.semantics;
  return isHaskellFile(path) ? "haskell" : "strict";
}

std::vector<std::string> Measurer::callsOf(const std::string& path) const {
  const auto found = table_.find(fs::weakly_canonical(path).string());
  return found == table_.end() ? std::vector<std::string>() : found->second;
}

// Runs a call of a program, in the file `path`, which came of the program `program`.
Json Measurer::count(const Place& place, const std::string& program, const std::string& path,
                     const std::string& call) const {
  std::vector<std::string> words = {
      self_, "run", path, "--count=" + place.file("counts"), "--semantics", semanticsFor(program)};
  if (call != "main") words.insert(words.end(), {"--call", call});
  const LimitedRun run = runLimited(words, place.surroundings(), command_.limits);
  const Ending ending = endingOf(run, command_.limits, place.errors(path, program));
  Json record = {{"call", call}, {"outcome", ending.outcome}, {"message", ending.message}};
  const bool ended = ending.outcome == done;
  record["counts"] = ended ? countsOf(place.file("counts")) : Json();
  record["value"] = ended ? fingerprint(readFile(place.file("printed"))) : "";
  return record;
}

Json Measurer::measureProgram(const std::string& path) const {
  const Place place(work_, "program-" + fingerprint(path));
  const std::string absolute = fs::absolute(path).string();
  const std::string semantics = semanticsFor(path);
  Json record = {{"program", path}, {"outcome", done}, {"message", ""}};

  // What it is made of, and that it can be read, says a run that changes nothing.
  const LimitedRun read =
      runLimited({self_, absolute, "-o", place.file("out.hs"), "--stop-after", "none",
                  "--stats=" + place.file("stats"), "--semantics", semantics, "--threads", "1"},
                 place.surroundings(), command_.limits);
  const Ending ending = endingOf(read, command_.limits, place.errors(absolute, path));
  record["outcome"] = ending.outcome;
  record["message"] = ending.message;
  record["functions"] = nullptr;
  record["size"] = nullptr;
  record["tokens"] = nullptr;
  record["origin"] = "";
  record["inputs"] = Json::array();
  if (ending.outcome != done) return record;
  const Json stats = Json::parse(readFile(place.file("stats")));
  record["functions"] = stats["functions"]["before"];
  record["size"] = stats["size"]["before"];
  const std::string text = readFile(path);
  if (!isArchive(text)) record["tokens"] = text::countTokens(text);

  std::vector<std::string> calls = callsOf(path);
  record["origin"] = "calls";
  if (calls.empty()) {
    const LimitedRun list =
        runLimited({self_, "sweep", absolute, "--list-inputs", "--semantics", semantics},
                   place.surroundings(), command_.limits);
    const Ending listed = endingOf(list, command_.limits, place.errors(absolute, path));
    record["outcome"] = listed.outcome;
    record["message"] = listed.message;
    if (listed.outcome != done) return record;
    const Json inputs = Json::parse(readFile(place.file("printed")));
    record["origin"] = inputs["origin"];
    calls = inputs["calls"].get<std::vector<std::string>>();
  }
  for (const std::string& call : calls) {
    record["inputs"].push_back(count(place, path, absolute, call));
  }
  return record;
}

void Measurer::remember(const Json& point) {
  if (point["outcome"] == done) counted_[{point["program"], point["output"]}] = point["inputs"];
}

// The counts of an output. One that was counted before is not counted again.
Json Measurer::inputs(const Place& place, const std::string& output, const std::string& print,
                      const Json& program) {
  const std::pair<std::string, std::string> key = {program["program"], print};
  {
    const std::lock_guard lock(mutex_);
    const auto found = counted_.find(key);
    if (found != counted_.end()) return found->second;
  }
  Json result = Json::array();
  for (const Json& before : program["inputs"]) {
    Json after = count(place, key.first, output, before["call"]);
    if (before["outcome"] == done && after["outcome"] == done &&
        before["value"] != after["value"]) {
      after["outcome"] = "failed";
      after["message"] = "the value is not that of the source";
    }
    result.push_back(std::move(after));
  }
  const std::lock_guard lock(mutex_);
  counted_[key] = result;
  return result;
}

// The words that run the compiler as `record` says.
std::vector<std::string> Measurer::compilation(const std::string& path, const Json& record,
                                               const std::string& output) const {
  std::vector<std::string> words = {self_, path, "-o", output, "--threads", "1"};
  for (std::size_t i = 1; i < record["command"].size(); ++i) words.push_back(record["command"][i]);
  return words;
}

void Measurer::transform(const Place& place, const std::string& path, Json& record) const {
  const std::string absolute = fs::absolute(path).string();
  std::vector<std::string> words = compilation(absolute, record, place.file("out.hs"));
  words.push_back("--stats=" + place.file("stats"));
  const LimitedRun run = runLimited(words, place.surroundings(), command_.limits);
  const Ending ending = endingOf(run, command_.limits, place.errors(absolute, path));
  record["outcome"] = ending.outcome;
  record["message"] = ending.message;
  record["transformation"] = {{"seconds", run.seconds}, {"megabytes", run.megabytes}};
}

// GHC is given what was written, the C++ backend the program itself.
Json Measurer::times(const Place& place, const std::string& path, const std::string& text,
                     const Json& program, const Json& record) {
  std::map<std::string, std::string> emitted;
  for (const std::string& target : command_.time) {
    if (target == "haskell") {
      emitted[target] = text;
      continue;
    }
    const std::string output = place.file("out.hs.ir");
    const std::string absolute = fs::absolute(path).string();
    const LimitedRun run =
        runLimited(compilation(absolute, record, output), place.surroundings(), command_.limits);
    if (endingOf(run, command_.limits, "").outcome == done) emitted[target] = readFile(output);
  }
  return stopwatch_.time(program, emitted, place.file("times"));
}

Json Measurer::begun(std::size_t point) const {
  const Grid& grid = command_.grid;
  const std::string& path = grid.programs[grid.programOf(point)];
  const std::vector<std::string> values = grid.valuesOf(point);
  Json settings = Json::object();
  std::vector<std::string> words = {path};
  for (std::size_t i = 0; i < values.size(); ++i) {
    settings[grid.axes[i].option] = values[i];
    for (const std::string& word : wordsOf(grid.axes[i].option, values[i])) words.push_back(word);
  }
  words.insert(words.end(), {"--semantics", semanticsFor(path)});
  return {{"point", point},
          {"program", path},
          {"settings", settings},
          {"command", words},
          {"same_as", nullptr}};
}

std::optional<Json> Measurer::shared(std::size_t point, const Json& deepest) const {
  const Json& depths = deepest["depths"];
  if (depths.is_null() || depths["fusion"].is_null() || depths["tupling"].is_null()) return {};
  const Depths needed{depths["fusion"], depths["tupling"]};
  if (!command_.grid.depthsOf(point).allow(needed)) return {};
  Json record = deepest;
  const Json own = begun(point);
  for (const auto& [key, value] : own.items()) record[key] = value;
  record["same_as"] = deepest["point"];
  return record;
}

Json Measurer::measurePoint(std::size_t point, const Json& program) {
  Json record = begun(point);
  for (const char* text : {"outcome", "message"}) record[text] = "";
  for (const char* absent :
       {"termination", "depths", "setting", "functions", "size", "tokens", "steps"}) {
    record[absent] = nullptr;
  }
  record["output"] = "";
  record["inputs"] = Json::array();
  const std::string path = record["program"];
  const Place place(work_, "point-" + std::to_string(point));
  if (program["outcome"] != done) {
    record["outcome"] = program["outcome"];
    record["message"] = "the program: " + program["message"].get<std::string>();
    record["transformation"] = {{"seconds", 0.0}, {"megabytes", 0.0}};
    return record;
  }
  transform(place, path, record);
  if (record["outcome"] != done) return record;

  const Json stats = Json::parse(readFile(place.file("stats")));
  const std::string text = readFile(place.file("out.hs"));
  record["termination"] = stats["termination"];
  record["depths"] = stats["depths"];
  record["setting"] = "";
  for (const Json& setting : stats["settings"]) {
    if (setting["taken"] == true) record["setting"] = setting["name"];
  }
  record["functions"] = stats["functions"]["after"];
  record["size"] = stats["size"]["after"];
  record["tokens"] = text::countTokens(text);
  std::size_t taken = 0;
  std::size_t refused = 0;
  for (const Json& pass : stats["passes"]) {
    taken += pass["taken"].get<std::size_t>();
    refused += pass["refused"].get<std::size_t>();
  }
  record["steps"] = {{"passes", stats["passes"].size()}, {"taken", taken}, {"refused", refused}};
  record["output"] = fingerprint(text);
  record["inputs"] = inputs(place, place.file("out.hs"), record["output"], program);
  if (!command_.time.empty()) record["times"] = times(place, path, text, program, record);
  return record;
}

}  // namespace deforest::driver
