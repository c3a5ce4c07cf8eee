#include <nlohmann/json.hpp>

#include "driver/decisions.hpp"
#include "driver/explain/explanation.hpp"
#include "driver/json_text.hpp"

namespace deforest::driver {
namespace {

using Json = nlohmann::ordered_json;

// What a reader of the file can rely on changes with this number.
constexpr int schemaVersion = 1;

Json toJson(ir::Position position) {
  return {{"line", position.line}, {"column", position.column}};
}

Json toJson(const eval::Counts& counts) {
  return {{"matches", counts.cases}, {"calls", counts.calls}, {"allocations", counts.allocations}};
}

Json toJson(const SourceName& name) {
  return {{"name", name.text},
          {"declaration", name.declaration},
          {"library", name.kind == SourceName::Kind::Library},
          {"position", toJson(name.position)}};
}

const char* kindOf(Finding::Kind kind) {
  switch (kind) {
    case Finding::Kind::Fused:
      return "fused";
    case Finding::Kind::NotFused:
      return "not_fused";
    case Finding::Kind::Limit:
      return "limit";
    case Finding::Kind::Left:
      return "left";
    case Finding::Kind::Clean:
      return "simplified";
    case Finding::Kind::Reuse:
      return "cell";
    case Finding::Kind::Native:
      return "native";
  }
  return "";
}

Json toJson(const Finding& finding) {
  Json passes = Json::array();
  for (const SourceName& pass : finding.passes) passes.push_back(toJson(pass));
  Json also = Json::array();
  for (const ir::Position position : finding.also) also.push_back(toJson(position));
  return {{"kind", kindOf(finding.kind)},
          {"position", toJson(finding.position)},
          {"declaration", finding.declaration},
          {"subject", finding.subject},
          {"text", finding.text},
          {"limit", finding.limit},
          {"passes", passes},
          {"gone", finding.gone},
          {"share", finding.share},
          {"also", also}};
}

Json toJson(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(toJson(finding));
  return list;
}

Json toJson(const RootReport& root) {
  Json unseen = Json::array();
  for (const Unseen& place : root.unseen) {
    unseen.push_back({{"position", toJson(place.position)},
                      {"declaration", place.declaration},
                      {"whole", place.entry}});
  }
  return {{"name", root.name},
          {"position", toJson(root.position)},
          {"counted", root.counted},
          {"uncounted", root.uncounted},
          {"inputs",
           {{"given", root.given}, {"generated", root.generated}, {"examples", root.examples}}},
          {"before", toJson(root.before)},
          {"after", toJson(root.after)},
          {"fused", toJson(root.fused)},
          {"not_fused", toJson(root.notFused)},
          {"unseen", unseen}};
}

Json toJson(const pipeline::Decision& decision) {
  return {{"kind", kindName(decision.kind)},
          {"taken", decision.taken},
          {"subject", decision.subject},
          {"function", decision.function},
          {"reason", decision.reason},
          {"limit", decision.limit ? optionOf(*decision.limit) : ""},
          {"calls", decision.calls},
          {"becomes", decision.fragment},
          {"position", toJson(decision.position)}};
}

}  // namespace

std::string explanationJson(const Explanation& explanation) {
  Json roots = Json::array();
  for (const RootReport& root : explanation.roots) roots.push_back(toJson(root));
  Json decisions = Json::array();
  for (const pipeline::Decision& decision : explanation.decisions) {
    decisions.push_back(toJson(decision));
  }
  Json declarations = Json::array();
  for (const DeclarationReport& report : explanation.declarations) {
    declarations.push_back({{"name", report.part.name},
                            {"kind", nameOf(report.kind)},
                            {"reason", report.part.opaque},
                            {"tokens", report.part.tokens},
                            {"position", toJson(report.part.position)}});
  }
  const Json json = {
      {"version", schemaVersion},
      {"file", explanation.file},
      {"tokens", {{"before", explanation.tokensBefore}, {"after", explanation.tokensAfter}}},
      {"smaller_numbers", explanation.shortMain},
      {"declined", explanation.declined},
      {"declarations", declarations},
      {"roots", roots},
      {"findings", toJson(explanation.findings)},
      {"decisions", decisions}};
  return jsonText(json, 2) + "\n";
}

}  // namespace deforest::driver
