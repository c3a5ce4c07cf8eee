// Tries many programs, and reduces those of which a property does not hold.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "properties.hpp"

namespace deforest::property {

struct HuntOptions {
  std::uint64_t seed = 1;         ///< Of the first program; the next has the next seed.
  std::uint64_t programs = 1000;  ///< At most so many.
  double seconds = 0;             ///< At most so long; 0: no limit.
  unsigned timeout = 30;          ///< Seconds for one program.
  double reduceSeconds = 20;      ///< For the reduction of one failure.
  unsigned perKind = 1;           ///< Failures of one kind that are reduced and described.
  std::vector<Property> properties;
};

struct Found {
  std::string property;
  std::string kind;
  std::uint64_t seed = 0;
  std::string report;  ///< The reduced program, and what is wrong with it.
};

/// Sums and distributions over all programs.
struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t inputs = 0;      ///< On which roots were evaluated.
  std::uint64_t undefined = 0;   ///< Of these, on which the program fails or is given up.
  std::uint64_t moreVisits = 0;  ///< Programs with an input that costs more visits, and so on.
  std::uint64_t moreMatches = 0;
  std::uint64_t moreAllocations = 0;
  std::uint64_t moreWords = 0;
  eval::Counts before;         ///< Of the normalised programs.
  eval::Counts after;          ///< After stage redundancy.
  std::vector<double> growth;  ///< Size after stage redundancy over size after stage none.
  std::map<std::string, std::uint64_t> violations;  ///< By property and kind.
};

struct HuntResult {
  Tally tally;
  std::vector<Found> found;
};

/// Runs the hunt. Every program is tried in a process of its own. `progress` gets a line now and
/// then, and the reports as they come.
[[nodiscard]] HuntResult hunt(const HuntOptions& options, std::ostream& progress);

/// The last lines of a hunt.
[[nodiscard]] std::string describe(const Tally& tally);

}  // namespace deforest::property
