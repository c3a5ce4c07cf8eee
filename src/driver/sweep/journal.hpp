// A file of lines of JSON that survives the process that writes it.
//
// Each record is appended by one write and brought to the disk before the next step. Whoever is
// killed leaves at most one torn record, the last; it has no end of line, and is taken away when
// the file is opened again. So what is read is what was finished, no more and no less.
#pragma once

#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace deforest::driver {

using Json = nlohmann::ordered_json;

class Journal {
 public:
  /// Opens the file, made if there is none; `records()` is what it holds. Throws `Failure` if it
  /// cannot be, or if a line that is not the last one is no JSON.
  explicit Journal(std::string path);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  [[nodiscard]] const std::vector<Json>& records() const { return records_; }

  /// From any thread. Throws `Failure` if the disk is full.
  void append(const Json& record);

 private:
  std::string path_;
  int file_ = -1;
  std::mutex mutex_;
  std::vector<Json> records_;
};

/// The records of a file that nobody writes any more.
[[nodiscard]] std::vector<Json> readRecords(const std::string& path);

/// As one line, with its end.
[[nodiscard]] std::string lineOf(const Json& record);

/// A short name of a text: different texts have different ones, but for an accident.
[[nodiscard]] std::string fingerprint(std::string_view text);

}  // namespace deforest::driver
