#include "driver/stats_json.hpp"

#include <nlohmann/json.hpp>

#include "driver/decisions.hpp"
#include "driver/json_text.hpp"
#include "driver/stats.hpp"

namespace deforest::driver {
namespace {

using Json = nlohmann::ordered_json;

Json toJson(const engine::Options& options) {
  constexpr const char* stages[] = {"none", "fusion", "tupling", "redundancy"};
  Json json = {{"stop_after", stages[static_cast<std::size_t>(options.stopAfter)]},
               {"semantics", options.semantics == ir::Semantics::Haskell ? "haskell" : "strict"}};
  for (const engine::NamedLimit& limit : engine::namedLimits) {
    json[engine::joined(limit.name, '_')] = options.limits.*limit.value;
  }
  json["max_growth"] = options.limits.maxGrowth;
  return json;
}

Json toJson(const pipeline::PassReport& pass) {
  return {{"name", pass.name},
          {"round", pass.round},
          {"seconds", pass.seconds},
          {"changed", pass.changed},
          {"taken", pass.taken},
          {"refused", pass.refused},
          {"size", {{"before", pass.sizeBefore}, {"after", pass.sizeAfter}}},
          {"functions", {{"before", pass.functionsBefore}, {"after", pass.functionsAfter}}}};
}

Json toJson(const pipeline::Decision& decision) {
  return {
      {"subject", decision.subject},    {"function", decision.function},
      {"reason", decision.reason},      {"limit", decision.limit ? optionOf(*decision.limit) : ""},
      {"line", decision.position.line}, {"column", decision.position.column}};
}

// How deep the engine had to go: the least depths with which it would have done the same; nothing
// where a depth was in the way.
Json depthsJson(const engine::DepthDemand* demand) {
  if (demand == nullptr) return nullptr;
  const auto needed = [](const engine::Demand& depth) -> Json {
    const auto least = depth.needed();
    return least ? Json(*least) : Json();
  };
  return {{"fusion", needed(demand->fusion)}, {"tupling", needed(demand->tupling)}};
}

// What the search has spent; nothing where there was none.
Json stepsJson(const std::optional<search::Selection>& selection) {
  if (!selection) return nullptr;
  return {{"used", selection->steps.used()},
          {"allowed", selection->steps.allowed()},
          {"untried", selection->untried}};
}

}  // namespace

std::string statsJson(std::string_view input, const engine::Options& options,
                      const pipeline::RunReport& report,
                      const std::vector<pipeline::Decision>& decisions,
                      const std::optional<search::Selection>& selection,
                      const engine::DepthDemand* demand) {
  Json stops = Json::array();
  for (const pipeline::Decision& stop : cutOffs(decisions)) {
    stops.push_back(toJson(stop));
  }
  Json passes = Json::array();
  for (const pipeline::PassReport& pass : report.passes) passes.push_back(toJson(pass));
  std::map<std::string, std::pair<std::size_t, std::size_t>> counts;
  for (const pipeline::Decision& decision : decisions) {
    auto& [taken, refused] = counts[std::string(kindName(decision.kind))];
    ++(decision.taken ? taken : refused);
  }
  Json decided = Json::object();
  for (const auto& [kind, count] : counts) {
    decided[kind] = {{"taken", count.first}, {"refused", count.second}};
  }
  Json settings = Json::array();
  for (const search::Candidate& candidate :
       selection ? selection->candidates : std::vector<search::Candidate>()) {
    settings.push_back({{"name", candidate.name},
                        {"cost", candidate.cost},
                        {"matches", candidate.cases},
                        {"allocations", candidate.allocations},
                        {"size", candidate.size},
                        {"steps", candidate.steps},
                        {"refusal", candidate.refusal},
                        {"taken", settings.size() == selection->winner}});
  }
  const Json json = {
      {"input", input},
      {"options", toJson(options)},
      {"functions", {{"before", report.functionsBefore}, {"after", report.functionsAfter}}},
      {"size", {{"before", report.sizeBefore}, {"after", report.sizeAfter}}},
      {"growth", growth(report)},
      {"termination", {{"natural", stops.empty()}, {"cut_offs", stops}}},
      {"depths", depthsJson(demand)},
      {"settings", settings},
      {"steps", stepsJson(selection)},
      {"decisions", decided},
      {"seconds", report.seconds},
      {"passes", passes}};
  return jsonText(json, 2) + "\n";
}

}  // namespace deforest::driver
