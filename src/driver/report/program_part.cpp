#include "driver/report/program_part.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "backends/haskell.hpp"
#include "driver/explain/evidence.hpp"
#include "driver/given_inputs.hpp"
#include "driver/json_text.hpp"
#include "driver/keep_text.hpp"
#include "driver/report/derivation.hpp"
#include "driver/report/heat.hpp"
#include "driver/stats.hpp"
#include "driver/transformation.hpp"
#include "driver/tuned.hpp"
#include "eval/classify.hpp"
#include "graph/call_graph.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"
#include "text/print.hpp"

namespace deforest::driver {
namespace {

using Json = nlohmann::ordered_json;

// ------------------------------------------------------------------------------------ derivation

Json toJson(const std::vector<Derivation::Change>& changes) {
  Json list = Json::array();
  for (const Derivation::Change& change : changes) {
    Json each = {{"function", change.function}};
    if (change.before) each["before"] = *change.before;
    if (change.after) each["after"] = *change.after;
    if (!change.from.empty()) each["from"] = change.from;
    if (!change.calls.empty()) each["calls"] = change.calls;
    list.push_back(std::move(each));
  }
  return list;
}

Json toJson(const Derivation& derivation) {
  Json steps = Json::array();
  for (const Derivation::Step& step : derivation.steps) {
    Json each = {
        {"index", step.index},         {"pass", step.pass}, {"description", step.description},
        {"functions", step.functions}, {"size", step.size}, {"changes", toJson(step.changes)}};
    if (step.fusion) each["fusion"] = *step.fusion;
    steps.push_back(std::move(each));
  }
  return {{"runs", derivation.runs},
          {"size", derivation.size},
          {"texts", derivation.texts},
          {"start", toJson(derivation.start)},
          {"steps", steps}};
}

// ------------------------------------------------------------------------------------ call graph

// The functions that roots reach and who calls whom, with what was counted.
Json graphOf(const ir::Program& program, const std::vector<FunctionHeat>& heat,
             const SourceNames& names) {
  const graph::CallGraph calls = graph::callGraph(program);
  const std::vector<bool> reached = graph::reachable(calls, program.roots);
  const std::vector<eval::CallClass> classes = eval::classify(program);
  Json functions = Json::array();
  Json edges = Json::array();
  std::map<ir::FunId, std::size_t> place;
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    if (!reached[i]) continue;
    const ir::FunId id{i};
    const ir::Function& function = program.function(id);
    const bool root = std::ranges::find(program.roots, id) != program.roots.end();
    place.emplace(id, functions.size());
    Json each = {{"name", function.name},
                 {"root", root},
                 {"visits", classes[i].visits()},
                 {"calls", heat[i].calls},
                 {"work", heat[i].work}};
    if (names.knows(function.name)) {
      const SourceName name = names.of(function.name);
      each["says"] = name.text;
      each["library"] = name.kind == SourceName::Kind::Library;
      each["declaration"] = name.declaration;
      if (name.position.known()) each["line"] = name.position.line;
    } else {
      each["origin"] = function.origin;
    }
    functions.push_back(std::move(each));
  }
  for (const auto& [id, from] : place) {
    for (const auto& [callee, sites] : graph::callSites(program.function(id))) {
      const auto times = heat[id.value].callees.find(callee);
      edges.push_back({from, place.at(callee), sites,
                       times == heat[id.value].callees.end() ? 0 : times->second});
    }
  }
  return {{"functions", functions}, {"edges", edges}};
}

// ---------------------------------------------------------------------------------------- source

// First and last line of every definition.
Json declarationsOf(const text::Original& original) {
  std::vector<std::size_t> starts = {0};
  for (std::size_t i = 0; i < original.text.size(); ++i) {
    if (original.text[i] == '\n') starts.push_back(i + 1);
  }
  const auto lineOf = [&](std::size_t offset) {
    return std::ranges::upper_bound(starts, offset) - starts.begin();
  };
  Json list = Json::array();
  for (const text::Piece& piece : original.pieces) {
    if (piece.kind != text::Piece::Kind::Definition || piece.names.empty()) continue;
    list.push_back({{"name", piece.names.front()},
                    {"first", lineOf(piece.begin)},
                    {"last", lineOf(std::max(piece.begin, piece.end - 1))}});
  }
  return list;
}

// Line, column, how often, whether it is the beginning of a function, whether it fails.
Json toJson(const std::vector<PlaceHeat>& places) {
  Json list = Json::array();
  for (const PlaceHeat& place : places) {
    list.push_back({place.position.line, place.position.column, place.times, place.entry ? 1 : 0,
                    place.fails ? 1 : 0});
  }
  return list;
}

Json settingsOf(const std::optional<search::Selection>& selection) {
  Json settings = Json::array();
  if (!selection) return settings;
  for (const search::Candidate& candidate : selection->candidates) {
    settings.push_back({{"name", candidate.name},
                        {"cost", candidate.cost},
                        {"matches", candidate.cases},
                        {"allocations", candidate.allocations},
                        {"size", candidate.size},
                        {"tokens", candidate.text.tokens},
                        {"refusal", candidate.refusal},
                        {"taken", settings.size() == selection->winner}});
  }
  return settings;
}

// -------------------------------------------------------------------------------------- overview

Json indexOf(const Explanation& explanation, std::size_t cutOffs, std::size_t steps) {
  eval::Counts before;
  eval::Counts after;
  std::size_t fused = 0;
  std::size_t notFused = 0;
  std::size_t counted = 0;
  for (const RootReport& root : explanation.roots) {
    before += root.before;
    after += root.after;
    counted += root.counted ? 1 : 0;
  }
  for (const Finding& finding : explanation.findings) {
    fused += finding.kind == Finding::Kind::Fused ? 1 : 0;
    notFused += finding.kind == Finding::Kind::NotFused ? 1 : 0;
  }
  const auto counts = [](const eval::Counts& each) {
    return Json{{"matches", each.cases}, {"calls", each.calls}, {"allocations", each.allocations}};
  };
  return {{"file", explanation.file},
          {"tokens", {explanation.tokensBefore, explanation.tokensAfter}},
          {"roots", explanation.roots.size()},
          {"counted", counted},
          {"before", counts(before)},
          {"after", counts(after)},
          {"fused", explanation.declined.empty() ? fused : 0},
          {"notFused", notFused},
          {"cutOffs", cutOffs},
          {"steps", steps},
          {"declined", explanation.declined}};
}

void dropPasses(Json& findings) {
  for (Json& finding : findings) finding.erase("passes");
}

// Records of the same fields, with the names of these once: there are thousands of decisions.
Json tableOf(const Json& records) {
  Json table = {{"fields", Json::array()}, {"rows", Json::array()}};
  for (const Json& record : records) {
    const bool first = table["fields"].empty();
    Json row = Json::array();
    for (const auto& [field, value] : record.items()) {
      if (first) table["fields"].push_back(field);
      row.push_back(value);
    }
    support::check(row.size() == table["fields"].size(), "a record has other fields");
    table["rows"].push_back(std::move(row));
  }
  return table;
}

// As `--explain` has it, but for what the page does not show, and with the run of `fuse` that each
// decision belongs to.
Json explanationOf(const Explanation& explanation) {
  Json json = Json::parse(explanationJson(explanation));
  Json& decisions = json["decisions"];
  for (std::size_t i = 0; i < explanation.decisions.size(); ++i) {
    decisions[i]["run"] = explanation.decisions[i].run;
    decisions[i].erase("calls");
  }
  decisions = tableOf(decisions);
  dropPasses(json["findings"]);
  for (Json& root : json["roots"]) {
    dropPasses(root["fused"]);
    dropPasses(root["not_fused"]);
  }
  return json;
}

std::string summaryOf(const Explanation& explanation) {
  const std::string text = explanationText(explanation);
  return text.substr(0, text.find("\n\n") + 1);
}

}  // namespace

ProgramPart programPart(const CompileCommand& asked, Session& session) {
  const std::string content = readInput(asked.input, session);
  const bool lazy = asked.engine.semantics == ir::Semantics::Haskell;
  text::Original original;
  const ir::Program input =
      load(asked.input, content, {asked.roots, lazy, asked.keepsOpaque}, &original);
  const CompileCommand command = withTuned(asked, content, displayName(asked.input));
  const std::vector<eval::GivenInput> given =
      givenInputs(input, content, displayName(command.input), command.samples);
  const std::optional<search::Selection> selection =
      select(input, command, content, original, given);
  const bool keepsText =
      !command.passes && canKeepText(command.input, original, input, command.engine.semantics);
  Fused fused;
  Derivation derivation;
  pipeline::RunOptions options;
  options.check = command.check;
  options.print = [](const ir::Program& program) { return text::print(program); };
  options.observers = {rememberFused(fused), recordDerivation(derivation)};
  backends::Kept kept;
  const engine::Options& engine = selection ? selection->options : command.engine;
  pipeline::Context context;
  pipeline::RunReport run;
  const auto native = std::make_shared<backends::NativeCode>();
  const ir::Program output = transform(input, command, selection, keepsText ? &original : nullptr,
                                       native, options, kept, context, run);
  const backends::HaskellOptions haskell{command.engine.semantics};
  const std::string result = keepsText ? backends::emitHaskell(output, original, kept, haskell)
                                       : backends::emitHaskell(output, haskell);

  Explanation explanation = explainCompilation(
      {input, original, output, context, engine, fused, command.engine.limits, selection, given,
       command.input, isArchive(content) ? std::string() : content, !command.passes,
       keepsText ? std::optional(result) : std::nullopt});
  if (keepsText) {
    explanation.declarations =
        reportDeclarations(original, improvedDeclarations(original, kept, output));
  }
  SourceNames names(input, original);
  for (const ir::Program& program : fused.before) names.learn(program);
  addOrigins(derivation, context.compositions, names);
  eval::SampleOptions sampling;
  sampling.lazy = lazy;
  const eval::Samples samples =
      selection ? selection->samples : eval::sampleInputs(input, sampling, given);
  const std::size_t stops = cutOffs(context.decisions).size();

  const Json json = {{"file", explanation.file},
                     {"source", isArchive(content) ? std::string() : content},
                     {"declarations", declarationsOf(original)},
                     {"places", toJson(placesOf(input, samples, lazy))},
                     {"explanation", explanationOf(explanation)},
                     {"natural", stops == 0},
                     {"settings", settingsOf(selection)},
                     {"before", graphOf(input, heatOf(input, input, samples, lazy), names)},
                     {"after", graphOf(output, heatOf(output, input, samples, lazy), names)},
                     {"derivation", toJson(derivation)},
                     {"result", result}};
  return {jsonText(json), jsonText(indexOf(explanation, stops, derivation.steps.size())),
          summaryOf(explanation)};
}

ProgramPart failedPart(const std::string& path, const std::string& message) {
  const Json json = {{"file", displayName(path)}, {"error", message}};
  return {jsonText(json), jsonText(json), message};
}

}  // namespace deforest::driver
