#include "driver/sweep/tables.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace deforest::driver {
namespace {

const std::vector<std::string> counted = {"visits",      "matches", "cases", "calls",
                                          "allocations", "words",   "held"};

// The name of a column or a table's field for an option.
std::string columnOf(std::string option) {
  std::ranges::replace(option, '-', '_');
  return option;
}

// Of a sum the most that is held.
void add(Json& total, const Json& counts) {
  for (const std::string& key : counted) {
    const auto value = counts[key].get<std::uint64_t>();
    const std::uint64_t before = total.contains(key) ? total[key].get<std::uint64_t>() : 0;
    total[key] = key == "held" ? std::max(before, value) : before + value;
  }
}

// Sums over the inputs that have a value in the source and in the result.
struct Sums {
  Json before = Json::object();
  Json after = Json::object();
  std::size_t inputs = 0;
};

Sums sumsOf(const Json& program, const Json& point) {
  Sums sums;
  for (std::size_t i = 0; i < point["inputs"].size() && i < program["inputs"].size(); ++i) {
    const Json& before = program["inputs"][i]["counts"];
    const Json& after = point["inputs"][i]["counts"];
    if (before.is_null() || after.is_null()) continue;
    add(sums.before, before);
    add(sums.after, after);
    ++sums.inputs;
  }
  return sums;
}

Json median(const Json& values) {
  if (values.empty()) return {};
  auto sorted = values.get<std::vector<double>>();
  std::ranges::sort(sorted);
  return sorted[sorted.size() / 2];
}

Json timeOf(const Json& point, const std::string& target, const std::string& field) {
  if (!point.contains("times") || !point["times"].contains(target)) return {};
  return median(point["times"][target][field]);
}

std::vector<Json> pointRow(const std::vector<Axis>& axes, const Json& program, const Json& point) {
  std::vector<Json> row = {point["point"], point["program"]};
  for (const Axis& axis : axes) row.push_back(point["settings"][axis.option]);
  row.insert(row.end(), {point["same_as"], point["outcome"], point["message"]});
  const Json& termination = point["termination"];
  if (termination.is_null()) {
    row.insert(row.end(), {Json(), Json(), Json()});
  } else {
    std::set<std::string> limits;
    for (const Json& cutOff : termination["cut_offs"]) limits.insert(cutOff["limit"]);
    std::string names;
    for (const std::string& name : limits) names += (names.empty() ? "" : " ") + name;
    row.insert(row.end(), {termination["natural"], termination["cut_offs"].size(), names});
  }
  for (const char* field : {"setting", "functions", "size", "tokens"}) row.push_back(point[field]);
  for (const char* field : {"functions", "size", "tokens"}) row.push_back(program[field]);
  for (const char* field : {"passes", "taken", "refused"}) {
    row.push_back(point["steps"].is_null() ? Json() : point["steps"][field]);
  }
  row.push_back(point["output"]);
  const Sums sums = sumsOf(program, point);
  for (const std::string& key : counted) {
    row.push_back(sums.after.value(key, Json()));
    row.push_back(sums.before.value(key, Json()));
  }
  row.push_back(sums.inputs);
  row.push_back(point["transformation"]["seconds"]);
  row.push_back(point["transformation"]["megabytes"]);
  for (const char* target : {"haskell", "exe"}) {
    row.push_back(timeOf(point, target, "seconds"));
    row.push_back(timeOf(point, target, "source_seconds"));
  }
  return row;
}

Table pointsTable(const std::vector<Axis>& axes) {
  Table table{"points", {"point", "program"}, {}};
  const auto add = [&](std::initializer_list<const char*> names) {
    table.columns.insert(table.columns.end(), names.begin(), names.end());
  };
  for (const Axis& axis : axes) table.columns.push_back(columnOf(axis.option));
  add({"same_as", "outcome", "message", "natural", "cut_offs", "limits", "setting", "functions",
       "size", "tokens", "source_functions", "source_size", "source_tokens", "passes", "taken",
       "refused", "output"});
  for (const std::string& key : counted) {
    table.columns.push_back(key);
    table.columns.push_back("source_" + key);
  }
  add({"inputs", "seconds", "megabytes", "haskell_seconds", "source_haskell_seconds", "exe_seconds",
       "source_exe_seconds"});
  return table;
}

Table inputsTable() {
  Table table{"inputs", {"point", "call", "outcome", "message"}, {}};
  for (const std::string& key : counted) {
    table.columns.push_back(key);
    table.columns.push_back("source_" + key);
  }
  return table;
}

void addInputs(const Json& program, const Json& point, Table& table) {
  for (std::size_t i = 0; i < point["inputs"].size(); ++i) {
    const Json& after = point["inputs"][i];
    const Json& before = program["inputs"][i]["counts"];
    std::vector<Json> row = {point["point"], after["call"], after["outcome"], after["message"]};
    for (const std::string& key : counted) {
      row.push_back(after["counts"].is_null() ? Json() : after["counts"][key]);
      row.push_back(before.is_null() ? Json() : before[key]);
    }
    table.rows.push_back(std::move(row));
  }
}

std::string cell(const Json& value) {
  if (value.is_null()) return "";
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::vector<Table> tablesOf(const std::vector<Axis>& axes, const std::vector<Json>& programs,
                            const std::vector<Json>& points) {
  Table all = pointsTable(axes);
  Table sources{
      "programs", {"program", "outcome", "message", "functions", "size", "tokens", "origin"}, {}};
  Table cutOffs{
      "cut_offs", {"point", "option", "function", "subject", "reason", "line", "column"}, {}};
  Table inputs = inputsTable();
  std::map<std::string, const Json*> byPath;
  for (const Json& program : programs) {
    byPath[program["program"]] = &program;
    sources.rows.emplace_back();
    for (const std::string& column : sources.columns) {
      sources.rows.back().push_back(program[column]);
    }
  }
  for (const Json& point : points) {
    const Json& program = *byPath.at(point["program"]);
    all.rows.push_back(pointRow(axes, program, point));
    addInputs(program, point, inputs);
    if (point["termination"].is_null()) continue;
    for (const Json& cutOff : point["termination"]["cut_offs"]) {
      cutOffs.rows.push_back({point["point"], cutOff["limit"], cutOff["function"],
                              cutOff["subject"], cutOff["reason"], cutOff["line"],
                              cutOff["column"]});
    }
  }
  return {all, sources, cutOffs, inputs};
}

std::string csvOf(const Table& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    text += (i > 0 ? "," : "") + cell(table.columns[i]);
  }
  text += "\n";
  for (const std::vector<Json>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "," : "") + cell(row[i]);
    text += "\n";
  }
  return text;
}

}  // namespace deforest::driver
