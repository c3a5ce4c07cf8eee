// The command line of an emitted program.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "deforest/fail.hpp"

namespace deforest {

/// `--threads N` limits the threads that the program uses (0: not said), `--memory-limit BYTES` the
/// memory that its region takes; K, M or G behind a number of bytes stands for 2^10, 2^20 or 2^30.
/// Anything else ends the program with a message.
struct Options {
  std::size_t threads = 0;
  std::size_t memory = std::numeric_limits<std::size_t>::max();

  Options(int count, char** words) {
    for (int i = 1; i < count; i += 2) {
      const std::string_view name = words[i];
      const bool bytes = name == "--memory-limit";
      std::size_t& value = bytes ? memory : threads;
      const bool known = (bytes || name == "--threads") && i + 1 < count;
      if (!known || !read(words[i + 1], bytes, value)) {
        fail("usage: the options are --threads N and --memory-limit BYTES");
      }
    }
  }

 private:
  static bool read(const char* word, bool bytes, std::size_t& value) {
    if (*word < '0' || *word > '9') return false;
    char* end = nullptr;
    value = std::strtoull(word, &end, 10);
    const std::string_view units = "KMG";
    if (const std::size_t unit = units.find(*end); bytes && *end != '\0' && unit != units.npos) {
      value <<= 10 * (unit + 1);
      ++end;
    }
    return *end == '\0' && value != 0;
  }
};

}  // namespace deforest
