#include "driver/explain/declarations.hpp"

#include "backends/haskell/reach.hpp"

namespace deforest::driver {

std::vector<DeclarationReport> reportDeclarations(const text::Original& original,
                                                  const std::set<std::string>& improved) {
  std::vector<DeclarationReport> reports;
  for (const text::DeclarationPart& part : original.declarations) {
    DeclarationReport report{DeclarationReport::Kind::Known, part};
    if (!part.opaque.empty()) {
      report.kind = DeclarationReport::Kind::Opaque;
    } else if (part.function && improved.contains(part.name)) {
      report.kind = DeclarationReport::Kind::Improved;
    }
    reports.push_back(std::move(report));
  }
  return reports;
}

std::set<std::string> improvedDeclarations(const text::Original& original,
                                           const backends::Kept& kept, const ir::Program& result) {
  const backends::Reached reached = backends::reach(original, kept, result);
  std::set<std::string> improved;
  for (const std::string& name : original.defined) {
    if (!reached.texts.contains(name)) improved.insert(name);
  }
  return improved;
}

std::string_view nameOf(DeclarationReport::Kind kind) {
  switch (kind) {
    case DeclarationReport::Kind::Improved:
      return "improved";
    case DeclarationReport::Kind::Known:
      return "known";
    case DeclarationReport::Kind::Opaque:
      break;
  }
  return "opaque";
}

}  // namespace deforest::driver
