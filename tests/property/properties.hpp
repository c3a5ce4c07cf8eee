// What must hold of every program, whatever it computes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/options.hpp"
#include "subject.hpp"

namespace deforest::property {

/// How a property fails.
struct Violation {
  /// What kind of failure this is: the same for failures that probably have the same cause.
  std::string kind;
  /// The particulars, in any number of lines.
  std::string detail;
};

struct Property {
  std::string_view name;
  std::string_view description;  ///< One line.
  /// Whether it holds of a program; throws nothing but LimitError.
  std::function<std::optional<Violation>(Subject&)> violation;
};

[[nodiscard]] Property checked();  ///< property_checked.cpp, and so on
[[nodiscard]] Property meaning();
[[nodiscard]] Property cost();
[[nodiscard]] Property printed();
[[nodiscard]] Property stable();
[[nodiscard]] Property archive();
[[nodiscard]] Property threads();
[[nodiscard]] Property growth();
[[nodiscard]] Property limits();
[[nodiscard]] Property laziness();
[[nodiscard]] Property large();
[[nodiscard]] Property budget();

/// Every property, in this order.
[[nodiscard]] const std::vector<Property>& allProperties();

/// How the property fails on the program; an error of the compiler's own is a failure of any
/// property, an honest refusal of none.
[[nodiscard]] std::optional<Violation> violationOf(const Property& property, Subject& subject);

/// The spelling of a stage on the command line.
[[nodiscard]] std::string_view stageName(engine::Stage stage);

/// All stages, in order.
inline constexpr engine::Stage allStages[] = {engine::Stage::None, engine::Stage::Fusion,
                                              engine::Stage::Tupling, engine::Stage::Redundancy};

}  // namespace deforest::property
