// Studies on a report: sweeps of `deforest sweep` and evaluations of `scripts/evaluate`, read from
// their files (docs/STUDIES.md), as JSON for the page.
#pragma once

#include <string>

namespace deforest::driver {

struct StudyPart {
  std::string json;   ///< What the page shows.
  std::string index;  ///< Its line in the overview, as JSON.
};

/// Does a sweep lie in this directory?
[[nodiscard]] bool holdsSweep(const std::string& directory);

/// Of the points, what tables and plots need. Throws `Failure` that says which line of which file
/// is not as it should be; an unfinished last line is passed over.
[[nodiscard]] StudyPart sweepPart(const std::string& directory);

/// Does this text begin like an evaluation? Other JSON files may lie beside them.
[[nodiscard]] bool isEvaluation(const std::string& content);

/// `content` of the file `path`. Throws `Failure` likewise.
[[nodiscard]] StudyPart evaluationPart(const std::string& path, const std::string& content);

}  // namespace deforest::driver
