// One program, or one point of a study, measured: the compiler and the interpreter are run as
// anybody would run them, in processes that are watched, and what they say becomes a record.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "driver/sweep/command.hpp"
#include "driver/sweep/journal.hpp"
#include "driver/sweep/stopwatch.hpp"

namespace deforest::driver {

/// `{"origin", "calls"}`: what is counted of a program for which no table names any calls. In it
/// `main` is the main program.
[[nodiscard]] Json inputsOf(const std::string& path, const std::string& semantics);

class Measurer {
 public:
  /// Processes work in directories of their own within `work`, which are taken away again.
  Measurer(const SweepCommand& command, const std::string& work);

  /// A record of `programs.jsonl`.
  [[nodiscard]] Json measureProgram(const std::string& path) const;

  /// A record of `points.jsonl`; `program` is the record of its program. From any thread.
  [[nodiscard]] Json measurePoint(std::size_t point, const Json& program);

  /// The record of a point, made of that of the deepest point of its line; none where the two may
  /// be different runs.
  [[nodiscard]] std::optional<Json> shared(std::size_t point, const Json& deepest) const;

  /// A point that was measured before: what has the same output counts the same.
  void remember(const Json& point);

 private:
  class Place;

  /// What is known of a point before it is measured.
  [[nodiscard]] Json begun(std::size_t point) const;
  [[nodiscard]] std::vector<std::string> callsOf(const std::string& path) const;
  [[nodiscard]] Json count(const Place& place, const std::string& program, const std::string& path,
                           const std::string& call) const;
  [[nodiscard]] Json inputs(const Place& place, const std::string& output,
                            const std::string& fingerprint, const Json& program);
  void transform(const Place& place, const std::string& path, Json& record) const;
  [[nodiscard]] std::vector<std::string> compilation(const std::string& path, const Json& record,
                                                     const std::string& output) const;
  [[nodiscard]] Json times(const Place& place, const std::string& path, const std::string& text,
                           const Json& program, const Json& record);
  [[nodiscard]] std::string semanticsFor(const std::string& path) const;

  const SweepCommand& command_;
  std::string work_;
  std::string self_;
  std::map<std::string, std::vector<std::string>> table_;  // by path
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, Json> counted_;  // by program and output
  Stopwatch stopwatch_;
};

}  // namespace deforest::driver
