// One attempt at a program: what comes of it with one setting of the options.
//
//     preparation | transformation | completion
//
// What does not depend on the setting, the preparation, is done once for all attempts. What there
// is before the completion is kept: whoever wants the program need not run the engine again.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/options.hpp"
#include "eval/compare.hpp"
#include "pipeline/pass.hpp"
#include "search/price.hpp"
#include "search/workload.hpp"

namespace deforest::search {

/// A program on its way, and what is known of the way so far.
struct State {
  ir::Program program;
  pipeline::Context context;
};

struct Attempt {
  State transformed;        ///< Before the completion.
  ir::Program program;      ///< After it.
  std::uint64_t steps = 0;  ///< That it took to make.
  /// With the program as it was read; filled in by whoever counts.
  eval::Comparison comparison;
};

/// Makes attempts. With a price, the first of a setting finds a plan, which later ones follow.
class Workshop {
 public:
  /// `input`, `workload` and `written` must outlive it. `tokens`: of the source.
  Workshop(const ir::Program& input, const Workload& workload, std::size_t tokens,
           const Written& written, const engine::Options& options);

  /// Sets the plan of `options`, if there is to be one.
  [[nodiscard]] Attempt operator()(engine::Options& options) const;

  [[nodiscard]] const ir::Program& input() const { return input_; }
  [[nodiscard]] const Workload& workload() const { return workload_; }
  [[nodiscard]] std::size_t tokens() const { return tokens_; }
  [[nodiscard]] const Written& written() const { return written_; }

  /// The input after the preparation.
  [[nodiscard]] const State& prepared() const { return prepared_; }

  /// What becomes of it if nothing is fused.
  [[nodiscard]] ir::Program unfused() const;

 private:
  const ir::Program& input_;
  const Workload& workload_;
  std::size_t tokens_;
  const Written& written_;
  engine::Options options_;
  State prepared_;
};

}  // namespace deforest::search
