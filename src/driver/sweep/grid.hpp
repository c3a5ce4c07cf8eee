// The grid of a study: programs times settings.
//
// An axis is an option of the compiler and the values it is to have. A point is a program and one
// value of every axis; points are numbered program by program, the last axis fastest, so that a
// number means the same in every process that was given the same words.
//
// The points of a program that differ in depths alone are a line. Where the deepest of them was
// stopped by no depth, it says how deep it had to go; every other point of its line that allows as
// much is the same run, question for question (engine/limits.hpp), and need not be made again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace deforest::driver {

struct Axis {
  std::string option;  ///< Without its hyphens: `max-depth`.
  std::vector<std::string> values;
  bool operator==(const Axis&) const = default;
};

/// The cut-offs of depth, as a point has them or as a run needs them.
struct Depths {
  unsigned fusion = 0;
  unsigned tupling = 0;
  [[nodiscard]] bool allow(const Depths& needed) const {
    return needed.fusion <= fusion && needed.tupling <= tupling;
  }
};

struct Grid {
  std::vector<std::string> programs;  ///< Paths.
  std::vector<Axis> axes;

  [[nodiscard]] std::size_t pointsPerProgram() const;
  [[nodiscard]] std::size_t points() const { return programs.size() * pointsPerProgram(); }
  [[nodiscard]] std::size_t programOf(std::size_t point) const {
    return point / pointsPerProgram();
  }
  /// By axis: its value at the point.
  [[nodiscard]] std::vector<std::string> valuesOf(std::size_t point) const;

  [[nodiscard]] Depths depthsOf(std::size_t point) const;
  [[nodiscard]] std::size_t lineOf(std::size_t point) const;  ///< Lines are numbered from 0.
  /// The deepest point of its line.
  [[nodiscard]] std::size_t deepestOf(std::size_t point) const;

 private:
  /// By axis: the place of its value at the point.
  [[nodiscard]] std::vector<std::size_t> indicesOf(std::size_t point) const;
};

/// What may be an axis, and how `--help` speaks of its values.
struct AxisOption {
  std::string name;
  std::string metavariable;
  std::string text;
};
[[nodiscard]] const std::vector<AxisOption>& axisOptions();

/// `0..12`, `a,b`, `0,0.5,2..4`: the values in the order in which they are written. Throws
/// `UsageError` where a range is empty or has no end, or a value is there twice.
[[nodiscard]] std::vector<std::string> axisValues(const std::string& option,
                                                  const std::string& text);

/// The words by which the compiler is given a value of an axis.
[[nodiscard]] std::vector<std::string> wordsOf(const std::string& option, const std::string& value);

}  // namespace deforest::driver
