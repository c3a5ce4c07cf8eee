#include "pipeline/explain.hpp"

#include <set>

namespace deforest::pipeline {

std::string_view kindName(Decision::Kind kind) {
  switch (kind) {
    case Decision::Kind::Fuse:
      return "fuse";
    case Decision::Kind::Tuple:
      return "tuple";
    case Decision::Kind::Fact:
      return "fact";
    case Decision::Kind::Simplify:
      return "simplify";
    case Decision::Kind::CutOff:
      return "cut-off";
    case Decision::Kind::Reuse:
      return "reuse";
    case Decision::Kind::Leave:
      return "leave";
    case Decision::Kind::Native:
      return "native";
  }
  return "";
}

std::string render(const Decision& decision) {
  std::string line;
  if (decision.position.known()) {
    line = std::to_string(decision.position.line) + ":" + std::to_string(decision.position.column) +
           ": ";
  }
  line += kindName(decision.kind);
  if (!decision.subject.empty()) line += " " + decision.subject;
  if (!decision.function.empty()) line += " in " + decision.function;
  line += ":";
  const bool outcome = decision.kind != Decision::Kind::CutOff;
  if (outcome) line += decision.taken ? " taken" : " refused";
  if (!decision.reason.empty()) line += (outcome ? ", " : " ") + decision.reason;
  if (decision.limit) line += " (" + std::string(optionOf(*decision.limit)) + ")";
  return line;
}

std::string explain(const std::vector<Decision>& decisions, std::string_view file) {
  std::string text;
  // What every round finds again is told once.
  std::set<std::string> told;
  for (const Decision& decision : decisions) {
    std::string line = render(decision);
    if (!told.insert(line).second) continue;
    text += std::string(file) + (decision.position.known() ? ":" : ": ") + line + "\n";
  }
  return text;
}

}  // namespace deforest::pipeline
