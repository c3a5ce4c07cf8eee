// What an explanation needs beside what a compilation leaves anyway: counts of the result, and how
// long it is as Haskell.
#pragma once

#include <optional>
#include <string>

#include "driver/explain/explanation.hpp"
#include "engine/options.hpp"
#include "search/portfolio.hpp"

namespace deforest::driver {

/// A compilation that is over.
struct Compilation {
  const ir::Program& input;
  const text::Original& original;
  const ir::Program& output;
  const pipeline::Context& context;
  const engine::Options& options;  ///< With which it ran.
  const Fused& fused;
  const engine::Limits& asked;  ///< As the user set them.
  const std::optional<search::Selection>& selection;
  const std::vector<eval::GivenInput>& given;
  std::string path;       ///< Of the input.
  std::string text;       ///< Of the input, if it is one; else empty.
  bool searched = false;  ///< The default passes ran.
  /// Where declarations that did not improve keep their text: the result as Haskell.
  std::optional<std::string> result{};
};

[[nodiscard]] Explanation explainCompilation(const Compilation& compilation);

}  // namespace deforest::driver
