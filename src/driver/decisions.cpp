#include "driver/decisions.hpp"

#include <algorithm>

#include "engine/limits.hpp"

namespace deforest::driver {

using pipeline::Decision;
using pipeline::Limit;

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

std::string optionOf(Limit limit) {
  switch (limit) {
    case Limit::MaxGrowth:
      return "--max-growth";
    case Limit::Fuel:
      return "--fuel";
    case Limit::Guard:
      return "--no-guard";
    default:
      return "--" +
             engine::joined(
                 std::ranges::find(engine::namedLimits, limit, &engine::NamedLimit::stops)->name,
                 '-');
  }
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
  if (decision.limit) line += " (" + optionOf(*decision.limit) + ")";
  return line;
}

}  // namespace deforest::driver
