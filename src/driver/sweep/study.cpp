#include "driver/sweep/study.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

#include "driver/files.hpp"
#include "driver/sweep/tables.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

namespace fs = std::filesystem;

const std::string format = "deforest sweep 1";

std::string manifestPath(const std::string& directory) {
  return directory + "/sweep.json";
}

Json readManifest(const std::string& directory) {
  const std::string path = manifestPath(directory);
  Json manifest = Json::parse(readFile(path), nullptr, false);
  if (manifest.is_discarded() || !manifest.is_object() || manifest.value("format", "") != format) {
    throw Failure(path +
                  ": error: this is no study of this version\n  help: take another "
                  "directory\n");
  }
  return manifest;
}

// What two directories do not have in common, in words; empty if they are of one study.
std::string difference(Json a, Json b, bool asParts) {
  if (asParts) {
    a.erase("shard");
    b.erase("shard");
  }
  for (const auto& [key, value] : a.items()) {
    if (b.contains(key) && b[key] == value) continue;
    if (key == "build" || key == "version") return "it was made by another build of the compiler";
    if (key == "programs") return "it is of other programs, or they have changed";
    if (key == "axes" || key == "points") return "it has other settings";
    if (key == "calls") return "other calls are counted in it";
    return "it has other `" + key + "`";
  }
  return "";
}

std::vector<Axis> axesOf(const Json& manifest) {
  std::vector<Axis> axes;
  for (const Json& axis : manifest["axes"]) {
    axes.push_back({axis["option"], axis["values"].get<std::vector<std::string>>()});
  }
  return axes;
}

std::string linesOf(const std::vector<Json>& records) {
  std::string text;
  for (const Json& record : records) text += lineOf(record);
  return text;
}

}  // namespace

Json manifestOf(const SweepCommand& command) {
  const Grid& grid = command.grid;
  Json axes = Json::array();
  for (const Axis& axis : grid.axes) {
    axes.push_back({{"option", axis.option}, {"values", axis.values}});
  }
  Json programs = Json::array();
  for (const std::string& path : grid.programs) {
    programs.push_back({{"path", path}, {"fingerprint", fingerprint(readFile(path))}});
  }
  const ProcessLimits& limits = command.limits;
  return {{"format", format},
          {"version", DEFOREST_VERSION},
          {"build", fingerprint(readFile("/proc/self/exe"))},
          {"axes", axes},
          {"programs", programs},
          {"points", grid.points()},
          {"limits", {{"seconds", limits.seconds}, {"megabytes", limits.megabytes}}},
          {"semantics", command.semantics},
          {"time", command.time},
          {"rounds", command.time.empty() ? 0 : command.rounds},
          {"shard", {{"index", command.shard.index}, {"count", command.shard.count}}},
          {"calls", command.calls.empty() ? "" : fingerprint(readFile(command.calls))}};
}

void openStudy(const std::string& directory, const Json& manifest) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) throw UsageError("cannot create '" + directory + "': " + error.message());
  if (!fs::exists(manifestPath(directory))) {
    if (fs::exists(directory + "/points.jsonl")) {
      throw Failure(directory + ": error: there are points in it, but no sweep.json\n");
    }
    writeFile(manifestPath(directory), manifest.dump(2) + "\n");
    return;
  }
  const std::string other = difference(manifest, readManifest(directory), false);
  if (other.empty()) return;
  throw Failure(directory + ": error: there is another study in it: " + other +
                "\n  help: take another directory\n");
}

StudyLock::StudyLock(const std::string& directory) {
  const std::string path = directory + "/.lock";
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  // A lock of this process alone: with `flock`, a child that is about to start its program would
  // hold it for a moment after this process was killed.
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (file_ >= 0 && ::fcntl(file_, F_SETLK, &whole) == 0) return;
  if (file_ >= 0) ::close(file_);
  throw Failure(directory + ": error: somebody else is writing this study\n");
}

StudyLock::~StudyLock() {
  ::close(file_);
}

void finishStudy(const std::string& directory, const Json& manifest, std::vector<Json> programs,
                 std::vector<Json> points) {
  std::map<std::string, std::size_t> places;
  for (const Json& program : manifest["programs"]) places.emplace(program["path"], places.size());
  std::ranges::sort(programs, {}, [&](const Json& program) { return places[program["program"]]; });
  std::ranges::sort(points, {},
                    [](const Json& point) { return point["point"].get<std::size_t>(); });
  const std::vector<Table> tables = tablesOf(axesOf(manifest), programs, points);
  if (canWriteDatabase()) {
    writeDatabase(directory + "/sweep.sqlite", tables);
  } else {
    std::cerr << "deforest: warning: this compiler was built without SQLite: there is no "
                 "sweep.sqlite\n";
  }
  const std::string programLines = linesOf(programs);
  const std::string pointLines = linesOf(points);
  const std::string csv = csvOf(tables.front());
  writeFiles({{directory + "/programs.jsonl", programLines},
              {directory + "/points.jsonl", pointLines},
              {directory + "/points.csv", csv}});
}

std::size_t mergeStudies(const std::vector<std::string>& parts, const std::string& directory) {
  Json manifest = readManifest(parts.front());
  std::map<std::size_t, Json> points;
  std::map<std::string, Json> programs;
  for (const std::string& part : parts) {
    const std::string other = difference(manifest, readManifest(part), true);
    if (!other.empty()) {
      throw Failure(part + ": error: this is no part of the study in " + parts.front() + ": " +
                    other + "\n");
    }
    for (Json& program : readRecords(part + "/programs.jsonl")) {
      programs.emplace(program["program"], std::move(program));
    }
    for (Json& point : readRecords(part + "/points.jsonl")) {
      points.emplace(point["point"].get<std::size_t>(), std::move(point));
    }
  }
  manifest["shard"] = {{"index", 1}, {"count", 1}};
  openStudy(directory, manifest);
  const StudyLock lock(directory);
  std::vector<Json> allPrograms;
  for (auto& [path, program] : programs) allPrograms.push_back(std::move(program));
  std::vector<Json> allPoints;
  for (auto& [number, point] : points) allPoints.push_back(std::move(point));
  const std::size_t missing = manifest["points"].get<std::size_t>() - allPoints.size();
  finishStudy(directory, manifest, std::move(allPrograms), std::move(allPoints));
  return missing;
}

}  // namespace deforest::driver
