// Times variants of one computation in turn, so that whatever else the machine does happens to all.
#pragma once

#include <tbb/global_control.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deforest/parallel.hpp>
#include <deforest/runtime.hpp>
#include <functional>
#include <string>
#include <vector>

namespace bench {

struct Variant {
  std::string name;
  int threads = 1;
  /// Computes the result in a region and returns a digest of it; only the computation is timed.
  std::function<void(deforest::Region&, const std::function<void()>& start,
                     const std::function<void()>& stop)>
      run;
  std::vector<double> seconds{};
  std::size_t bytes = 0;
};

/// One line of JSON: medians in seconds, medians of the ratios to the first variant in each round,
/// bytes of result cells. Regions are warm: the first round is not counted.
inline void measure(std::vector<Variant>& variants, int rounds) {
  deforest::Region region;
  for (int round = 0; round <= rounds; ++round) {
    for (auto& variant : variants) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(variant.threads));
      std::chrono::steady_clock::time_point begin;
      double seconds = 0;
      variant.run(
          region, [&] { begin = std::chrono::steady_clock::now(); },
          [&] {
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
            seconds = taken.count();
          });
      if (round > 0) variant.seconds.push_back(seconds);
      variant.bytes = region.bytes();
      region.reset();
    }
  }
  const auto median = [](std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  };
  std::printf("{");
  for (std::size_t i = 0; i < variants.size(); ++i) {
    std::vector<double> ratios;
    for (std::size_t j = 0; j < variants[i].seconds.size(); ++j) {
      ratios.push_back(variants[i].seconds[j] / variants[0].seconds[j]);
    }
    std::printf("%s\"%s\": {\"seconds\": %.6g, \"ratio\": %.4f, \"bytes\": %zu}",
                i == 0 ? "" : ", ", variants[i].name.c_str(), median(variants[i].seconds),
                median(ratios), variants[i].bytes);
  }
  std::printf("}\n");
}

/// Whether two digests are equal.
template <class T>
inline bool same(const T& a, const T& b) {
  return a == b;
}

/// Measures what the command line says: the number of rounds, and the name of the only variant that
/// is to run, if it is one.
inline void run(std::vector<Variant>& variants, int count, char** words) {
  if (count > 2) {
    std::erase_if(variants, [&](const Variant& variant) { return variant.name != words[2]; });
  }
  measure(variants, count > 1 ? std::atoi(words[1]) : 1);
}

}  // namespace bench
