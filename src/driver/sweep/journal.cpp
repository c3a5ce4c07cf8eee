#include "driver/sweep/journal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "driver/files.hpp"
#include "driver/json_text.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

[[noreturn]] void fail(const std::string& path, const char* what) {
  throw Failure("deforest: error: cannot " + std::string(what) + " '" + path +
                "': " + std::strerror(errno) + "\n");
}

// The records of the complete lines, and how many bytes these have.
std::size_t parse(const std::string& path, const std::string& text, std::vector<Json>& records) {
  std::size_t done = 0;
  for (std::size_t line = 1;; ++line) {
    const std::size_t end = text.find('\n', done);
    if (end == std::string::npos) return done;
    Json record = Json::parse(text.begin() + static_cast<std::ptrdiff_t>(done),
                              text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    if (record.is_discarded()) {
      throw Failure(path + ":" + std::to_string(line) +
                    ": error: this is no record of a study\n  help: take another directory, or "
                    "take this line out\n");
    }
    records.push_back(std::move(record));
    done = end + 1;
  }
}

}  // namespace

Journal::Journal(std::string path) : path_(std::move(path)) {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0) fail(path_, "open");
  const std::size_t complete = parse(path_, readFile(path_), records_);
  if (::ftruncate(file_, static_cast<off_t>(complete)) != 0) fail(path_, "write");
  if (::lseek(file_, 0, SEEK_END) < 0) fail(path_, "write");
}

Journal::~Journal() {
  if (file_ >= 0) ::close(file_);
}

void Journal::append(const Json& record) {
  const std::string line = lineOf(record);
  const std::lock_guard lock(mutex_);
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t count = ::write(file_, line.data() + done, line.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail(path_, "write");
    done += static_cast<std::size_t>(count);
  }
  if (::fdatasync(file_) != 0 && errno != EINVAL) fail(path_, "write");
}

std::vector<Json> readRecords(const std::string& path) {
  std::vector<Json> records;
  parse(path, readFile(path), records);
  return records;
}

std::string lineOf(const Json& record) {
  return jsonText(record) + "\n";
}

// FNV-1a.
std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3U;
  }
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

}  // namespace deforest::driver
