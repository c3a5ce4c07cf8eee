// What the engine is asked for. Passes are made with it; the runner knows nothing of it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/limits.hpp"
#include "ir/semantics.hpp"
#include "pipeline/pass.hpp"

namespace deforest::engine {

/// The stages of the thesis's Table 4.3 (section 4.7.2). `None` normalises only.
enum class Stage : std::uint8_t { None, Fusion, Tupling, Redundancy };

/// A fragment that must not be made, because a program with it was counted and found worse.
struct Refused {
  std::string fragment;  ///< tupling::textOf
  std::string reason;    ///< A sentence without full stop.
  bool operator==(const Refused&) const = default;
};

/// What to build: by run of the pass `fuse`, the fragments (tupling::textOf). Others are left as
/// the lines of their calls.
using Plan = std::vector<std::set<std::string>>;

/// Why a fragment is not in a plan.
struct Left {
  std::string reason;  ///< A sentence without full stop; empty: it would gain nothing,
  std::vector<pipeline::Decision> refused;    ///< for these joins were refused.
  std::optional<pipeline::Limit> limit = {};  ///< That stopped the search before it came to it.
  bool operator==(const Left&) const = default;
};

/// By run of the pass `fuse`, by fragment.
using Reasons = std::vector<std::map<std::string, Left>>;

struct Options {
  Limits limits;
  std::vector<Refused> refused;
  std::optional<Plan> plan;  ///< None: everything, as far as the limits allow.
  Reasons whyLeft;           ///< For explanations alone.
  /// What as many tokens again as the source has may cost, in shares of what the program costs to
  /// run (search/worth). 0: code costs nothing, and everything is built.
  double price = 0.055;
  /// Every consumer of a tree gets a producer of its own, even where that repeats work: fusion
  /// without the partition that keeps it from being slower.
  bool naive = false;
  /// Where there is no room for all fragments, those without a useful join (fusion/usefulness) are
  /// given up first; otherwise those furthest from what the source composes.
  bool usefulFirst = false;
  /// What one run of the engine may spend; none: what `limits.steps` gives for its program.
  std::optional<std::uint64_t> steps;
  Stage stopAfter = Stage::Redundancy;
  std::set<std::string, std::less<>> without;  ///< Names of passes that are left out.
  ir::Semantics semantics = ir::Semantics::Strict;
};

}  // namespace deforest::engine
