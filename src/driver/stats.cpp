#include "driver/stats.hpp"

#include <algorithm>
#include <cstdio>

#include "driver/decisions.hpp"

namespace deforest::driver {

using pipeline::Decision;
using pipeline::PassReport;
using pipeline::RunReport;

namespace {

std::string fixed(double value, int digits) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, value);
  return buffer;
}

std::string padLeft(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

std::string padRight(const std::string& text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

std::size_t nameWidth(const std::vector<PassTotal>& passes) {
  std::size_t width = 16;
  for (const PassTotal& pass : passes) width = std::max(width, pass.name.size());
  return width + 2;
}

std::string signedNumber(std::ptrdiff_t number) {
  return (number > 0 ? "+" : "") + std::to_string(number);
}

}  // namespace

std::vector<PassTotal> totals(const RunReport& report) {
  std::vector<PassTotal> result;
  for (const PassReport& entry : report.passes) {
    auto found = std::find_if(result.begin(), result.end(),
                              [&](const PassTotal& total) { return total.name == entry.name; });
    if (found == result.end()) {
      PassTotal total;
      total.name = entry.name;
      found = result.insert(result.end(), total);
    }
    ++found->runs;
    found->changes += entry.changed ? 1 : 0;
    found->seconds += entry.seconds;
    found->taken += entry.taken;
    found->refused += entry.refused;
    found->growth += static_cast<std::ptrdiff_t>(entry.sizeAfter) -
                     static_cast<std::ptrdiff_t>(entry.sizeBefore);
  }
  return result;
}

std::vector<Decision> cutOffs(const std::vector<Decision>& decisions) {
  std::vector<Decision> result;
  std::copy_if(decisions.begin(), decisions.end(), std::back_inserter(result),
               [](const Decision& d) { return d.kind == Decision::Kind::CutOff; });
  return result;
}

double growth(const RunReport& report) {
  if (report.sizeBefore == 0) return 1;
  return static_cast<double>(report.sizeAfter) / static_cast<double>(report.sizeBefore);
}

std::string renderStats(const RunReport& report, const std::vector<Decision>& decisions) {
  std::string out = "functions    " + std::to_string(report.functionsBefore) + " -> " +
                    std::to_string(report.functionsAfter) + "\n";
  out += "size         " + std::to_string(report.sizeBefore) + " -> " +
         std::to_string(report.sizeAfter) + "\n";
  out += "growth       " + fixed(growth(report), 2) + "x\n";
  const std::vector<Decision> stops = cutOffs(decisions);
  if (stops.empty()) {
    out += "termination  natural\n";
  } else {
    out += "termination  cut off\n";
    for (const Decision& stop : stops) out += "  " + render(stop) + "\n";
  }
  const std::vector<PassTotal> passes = totals(report);
  if (passes.empty()) return out;
  const std::size_t width = nameWidth(passes);
  out += padRight("pass", width) + "  runs changed   taken refused    size\n";
  for (const PassTotal& pass : passes) {
    out += padRight(pass.name, width) + padLeft(std::to_string(pass.runs), 6) +
           padLeft(std::to_string(pass.changes), 8) + padLeft(std::to_string(pass.taken), 8) +
           padLeft(std::to_string(pass.refused), 8) + padLeft(signedNumber(pass.growth), 8) + "\n";
  }
  return out;
}

std::string renderTimes(const RunReport& report) {
  const std::vector<PassTotal> passes = totals(report);
  const std::size_t width = nameWidth(passes);
  const auto line = [&](const std::string& name, const std::string& runs, double seconds) {
    const double share = report.seconds > 0 ? 100 * seconds / report.seconds : 0;
    return padRight(name, width) + padLeft(runs, 6) + padLeft(fixed(1000 * seconds, 3), 12) +
           padLeft(fixed(share, 1), 8) + "\n";
  };
  std::string out = padRight("pass", width) + "  runs          ms       %\n";
  double rest = report.seconds;
  for (const PassTotal& pass : passes) {
    out += line(pass.name, std::to_string(pass.runs), pass.seconds);
    rest -= pass.seconds;
  }
  out += line("checks and dumps", "", std::max(0.0, rest));
  out += line("all", "", report.seconds);
  return out;
}

}  // namespace deforest::driver
