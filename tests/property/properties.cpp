#include "properties.hpp"

#include <cctype>

#include "support/check.hpp"

namespace deforest::property {
namespace {

// The first line, with digits and names in quotes left out: what failures of one cause share.
std::string kindOf(const std::string& message) {
  std::string kind;
  bool quoted = false;
  for (const char c : message) {
    if (c == '\n' && kind.find("not well formed") == std::string::npos) break;
    if (c == '\n' && kind.find("|") != std::string::npos) break;
    if (c == '`') quoted = !quoted;
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!quoted && !digit) kind += c == '\n' ? '|' : c;
  }
  return kind;
}

}  // namespace

const std::vector<Property>& allProperties() {
  static const std::vector<Property> all{checked(), meaning(),  cost(),    printed(),
                                         stable(),  archive(),  threads(), growth(),
                                         limits(),  laziness(), large(),   budget()};
  return all;
}

std::optional<Violation> violationOf(const Property& property, Subject& subject) {
  try {
    return property.violation(subject);
  } catch (const support::LimitError&) {
    return std::nullopt;
  } catch (const std::exception& error) {
    return Violation{"error: " + kindOf(error.what()), error.what()};
  }
}

std::string_view stageName(engine::Stage stage) {
  switch (stage) {
    case engine::Stage::None:
      return "none";
    case engine::Stage::Fusion:
      return "fusion";
    case engine::Stage::Tupling:
      return "tupling";
    case engine::Stage::Redundancy:
      return "redundancy";
  }
  support::fail("a stage without a name");
}

}  // namespace deforest::property
