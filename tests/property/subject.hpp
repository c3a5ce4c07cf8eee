// One random program and what the compiler makes of it, computed when a property asks for it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/options.hpp"
#include "eval/compare.hpp"
#include "ir/program.hpp"
#include "pipeline/run.hpp"
#include "search/portfolio.hpp"

namespace deforest::property {

/// A program after a pipeline, and how it came to it.
struct Compiled {
  ir::Program program;
  pipeline::RunReport report;
  std::vector<pipeline::Decision> decisions;
};

/// Runs a pipeline and checks what every pass leaves. Throws what `pipeline::run` throws.
[[nodiscard]] Compiled compile(const pipeline::Pipeline& pipeline, const ir::Program& program);

/// Compares on a few dozen generated inputs, of which the largest have so many nodes.
[[nodiscard]] eval::Comparison compare(const ir::Program& before, const ir::Program& after,
                                       std::size_t inputs = 40);

/// How the second program of an unequal comparison differs: in a value, an error, an endless loop.
[[nodiscard]] std::string differenceOf(const eval::Comparison& comparison);

class Subject {
 public:
  /// `seed` decides what properties choose at random.
  Subject(ir::Program program, std::uint64_t seed) : program_(std::move(program)), seed_(seed) {}

  [[nodiscard]] const ir::Program& program() const { return program_; }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }

  /// The program after the pipeline of a stage, with the default limits.
  [[nodiscard]] const Compiled& after(engine::Stage stage);

  /// The program in normal form, where passes may run one by one.
  [[nodiscard]] const ir::Program& normal();

  /// The program in native form, as it was read otherwise.
  [[nodiscard]] const ir::Program& native();

  /// The settings that the compiler chooses itself.
  [[nodiscard]] const search::Selection& selection();

  /// The program after the pipeline with those settings.
  [[nodiscard]] const Compiled& chosen();

  /// The program compared with what the pipeline of a stage makes of it.
  [[nodiscard]] const eval::Comparison& comparison(engine::Stage stage);

 private:
  ir::Program program_;
  std::uint64_t seed_;
  std::optional<ir::Program> normal_;
  std::optional<ir::Program> native_;
  std::optional<search::Selection> selection_;
  std::optional<Compiled> chosen_;
  std::map<engine::Stage, Compiled> compiled_;
  std::map<engine::Stage, eval::Comparison> comparisons_;
};

}  // namespace deforest::property
