#include "driver/report/study_part.hpp"

#include <array>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "driver/files.hpp"
#include "driver/json_text.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view sweepFormat = "deforest sweep 1";
constexpr std::string_view evaluationFormat = "deforest evaluation 1";

[[noreturn]] void reject(const std::string& place, const std::string& what,
                         const std::string& help) {
  throw Failure(place + ": error: " + what + "\n  help: " + help + "\n");
}

// Line and column of a byte, counted from one, for messages.
std::string placeIn(const std::string& path, std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t start = before.rfind('\n');
  const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return path + ":" + std::to_string(line) + ":" + std::to_string(column);
}

Json parse(const std::string& path, const std::string& text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    reject(placeIn(path, text, error.byte > 0 ? error.byte - 1 : 0), "this is no JSON",
           "make the file anew with the command that wrote it");
  }
}

void requireFormat(const std::string& path, const Json& json, std::string_view wanted) {
  const std::string format =
      json.is_object() && json.contains("format") && json["format"].is_string()
          ? json["format"].get<std::string>()
          : "";
  if (format == wanted) return;
  reject(path + ":1:1",
         format.empty() ? "there is no field 'format'" : "the format is '" + format + "'",
         "this compiler reads '" + std::string(wanted) + "'");
}

// The objects of a file of lines. A last line without an end was being written.
std::vector<Json> readLines(const std::string& path) {
  const std::string text = readFile(path);
  std::vector<Json> lines;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) break;
    ++number;
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty()) continue;
    try {
      lines.push_back(Json::parse(line));
    } catch (const Json::parse_error& error) {
      reject(path + ":" + std::to_string(number) + ":" + std::to_string(error.byte),
             "this is no JSON", "go on with the sweep: it writes the line again");
    }
  }
  return lines;
}

// ----------------------------------------------------------------------------------------- sweeps

constexpr std::array<const char*, 6> countNames = {"visits", "matches",     "cases",
                                                   "calls",  "allocations", "held"};

// By name, over the inputs that have counts before and after: of the source and of the result.
// `held` is the most.
Json countsOf(const Json& point, const Json& program) {
  Json counts = Json::object();
  const Json& after = point.at("inputs");
  const Json& before = program.at("inputs");
  for (const char* name : countNames) {
    std::uint64_t own = 0;
    std::uint64_t source = 0;
    bool any = false;
    for (std::size_t i = 0; i < std::min(after.size(), before.size()); ++i) {
      const Json& now = after[i].at("counts");
      const Json& then = before[i].at("counts");
      if (!now.is_object() || !then.is_object() || !now.contains(name) || !then.contains(name)) {
        continue;
      }
      any = true;
      const auto add = [&](std::uint64_t& sum, std::uint64_t number) {
        sum = std::string_view(name) == "held" ? std::max(sum, number) : sum + number;
      };
      add(own, now.at(name).get<std::uint64_t>());
      add(source, then.at(name).get<std::uint64_t>());
    }
    if (any) counts[name] = {source, own};
  }
  return counts;
}

// Matches of the source and of the result, input by input; null: one of them has no value.
Json matchesByInput(const Json& point, const Json& program) {
  const Json& after = point.at("inputs");
  const Json& before = program.at("inputs");
  Json list = Json::array();
  for (std::size_t i = 0; i < std::min(after.size(), before.size()); ++i) {
    const Json& now = after[i].at("counts");
    const Json& then = before[i].at("counts");
    const bool both = now.is_object() && then.is_object();
    list.push_back(both ? Json{then.at("cases"), now.at("cases")} : Json());
  }
  return list;
}

double median(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  const std::size_t half = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[half] : (numbers[half - 1] + numbers[half]) / 2;
}

// Everything that tables and plots show of a point.
Json pointOf(const Json& point, const std::map<std::string, std::size_t>& index,
             const std::vector<Json>& programs) {
  const auto program = index.find(point.at("program").get<std::string>());
  Json result = {{"point", point.at("point")},
                 {"program", program == index.end() ? -1 : static_cast<int>(program->second)},
                 {"settings", point.at("settings")},
                 {"outcome", point.at("outcome")}};
  if (point.at("outcome") != "done") {
    result["message"] = point.value("message", "");
    return result;
  }
  if (point.contains("same_as") && !point["same_as"].is_null()) result["sameAs"] = point["same_as"];
  const Json& termination = point.at("termination");
  result["natural"] = termination.at("natural");
  Json limits = Json::array();
  for (const Json& cutOff : termination.at("cut_offs")) {
    if (std::ranges::find(limits, cutOff.at("limit")) == limits.end()) {
      limits.push_back(cutOff.at("limit"));
    }
  }
  result["limits"] = limits;
  for (const char* field : {"functions", "size", "tokens"}) result[field] = point.at(field);
  if (program != index.end()) {
    const Json& source = programs[program->second];
    if (source.contains("inputs")) {
      result["counts"] = countsOf(point, source);
      result["byInput"] = matchesByInput(point, source);
    }
  }
  const Json& effort = point.at("transformation");
  if (effort.is_object()) result["seconds"] = effort.at("seconds");
  const auto times = point.find("times");
  if (times != point.end() && times->is_object()) {
    for (const auto& [target, runs] : times->items()) {
      const auto seconds = runs.at("seconds").get<std::vector<double>>();
      if (!seconds.empty()) result["times"][target] = median(seconds);
    }
  }
  return result;
}

}  // namespace

bool holdsSweep(const std::string& directory) {
  return std::filesystem::is_regular_file(std::filesystem::path(directory) / "sweep.json");
}

StudyPart sweepPart(const std::string& directory) {
  const std::filesystem::path root(directory);
  const std::string head = (root / "sweep.json").string();
  const Json sweep = parse(head, readFile(head));
  requireFormat(head, sweep, sweepFormat);
  const std::string programsPath = (root / "programs.jsonl").string();
  const std::string pointsPath = (root / "points.jsonl").string();
  const std::vector<Json> programs = readLines(programsPath);
  std::map<std::string, std::size_t> index;
  Json programList = Json::array();
  Json points = Json::array();
  std::string place = programsPath;
  std::size_t number = 0;
  try {
    for (const Json& program : programs) {
      number = programList.size() + 1;
      index.emplace(program.at("program").get<std::string>(), programList.size());
      Json each = {{"program", program.at("program")}, {"outcome", program.at("outcome")}};
      for (const char* field : {"message", "functions", "size", "tokens", "origin"}) {
        if (program.contains(field)) each[field] = program[field];
      }
      programList.push_back(std::move(each));
    }
    place = pointsPath;
    for (const Json& point : readLines(pointsPath)) {
      number = points.size() + 1;
      points.push_back(pointOf(point, index, programs));
    }
    const Json study = {{"kind", "sweep"},          {"name", directory},
                        {"axes", sweep.at("axes")}, {"asked", sweep.at("points")},
                        {"programs", programList},  {"points", points}};
    const Json line = {{"kind", "sweep"},
                       {"name", directory},
                       {"points", points.size()},
                       {"asked", sweep.at("points")},
                       {"programs", programList.size()}};
    return {jsonText(study), jsonText(line)};
  } catch (const Json::exception& error) {
    reject(place + ":" + std::to_string(number),
           "a field is missing or of another type than it should be (" + std::string(error.what()) +
               ")",
           "go on with the sweep in this directory, or make it anew");
  }
}

bool isEvaluation(const std::string& content) {
  const Json json = Json::parse(content, nullptr, false);
  const auto format = json.is_object() ? json.find("format") : json.end();
  return json.is_object() && format != json.end() && format->is_string() &&
         format->get<std::string>().starts_with("deforest evaluation ");
}

StudyPart evaluationPart(const std::string& path, const std::string& content) {
  Json json = parse(path, content);
  requireFormat(path, json, evaluationFormat);
  for (const char* field : {"part", "title", "columns", "rows"}) {
    if (!json.contains(field)) {
      reject(path + ":1:1", "there is no field '" + std::string(field) + "'",
             "make the file anew with scripts/evaluate");
    }
  }
  const Json line = {{"kind", "evaluation"},
                     {"name", path},
                     {"title", json["title"]},
                     {"rows", json["rows"].size()}};
  json["kind"] = "evaluation";
  return {jsonText(json), jsonText(line)};
}

}  // namespace deforest::driver
