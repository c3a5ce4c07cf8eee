// A study on disk: the directory in which a sweep writes, and goes on.
//
//     sweep.json       what was asked; the same words give the same bytes
//     programs.jsonl   the programs as they are written
//     points.jsonl     the points, as they come; in the order of their numbers when all are there
//     points.csv, sweep.sqlite   the same as tables, when all are there
//
// Nothing is ever half there: the two journals bear being cut off (driver/sweep/journal.hpp), and
// everything else is written beside its place and renamed.
#pragma once

#include <string>
#include <vector>

#include "driver/sweep/command.hpp"
#include "driver/sweep/journal.hpp"

namespace deforest::driver {

/// The content of `sweep.json`. Reads the programs. Throws `UsageError` if one cannot be read.
[[nodiscard]] Json manifestOf(const SweepCommand& command);

/// Makes the directory and its `sweep.json`, or checks that what is there is the same study. Throws
/// `Failure` otherwise.
void openStudy(const std::string& directory, const Json& manifest);

/// Keeps others from writing in the directory as long as it lives. Throws `Failure` if somebody
/// does.
class StudyLock {
 public:
  explicit StudyLock(const std::string& directory);
  StudyLock(const StudyLock&) = delete;
  StudyLock& operator=(const StudyLock&) = delete;
  ~StudyLock();

 private:
  int file_ = -1;
};

/// Puts the records in order and writes the tables. Says if a database could not be written.
void finishStudy(const std::string& directory, const Json& manifest, std::vector<Json> programs,
                 std::vector<Json> points);

/// Puts parts of one study together in another directory. Throws `Failure` if they are not of one
/// study. Returns how many points are in none of them.
std::size_t mergeStudies(const std::vector<std::string>& parts, const std::string& directory);

}  // namespace deforest::driver
