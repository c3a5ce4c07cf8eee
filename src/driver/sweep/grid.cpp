#include "driver/sweep/grid.hpp"

#include <algorithm>
#include <charconv>

#include "driver/option_parser.hpp"
#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

constexpr std::size_t longestRange = 10'000;

bool readNumber(std::string_view text, std::size_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace

std::size_t Grid::pointsPerProgram() const {
  std::size_t count = 1;
  for (const Axis& axis : axes) count *= axis.values.size();
  return count;
}

std::vector<std::string> Grid::valuesOf(std::size_t point) const {
  std::size_t rest = point % pointsPerProgram();
  std::vector<std::string> values(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    const std::size_t count = axes[i].values.size();
    values[i] = axes[i].values[rest % count];
    rest /= count;
  }
  return values;
}

const std::vector<AxisOption>& axisOptions() {
  static const std::vector<AxisOption> options = {
      {"stop-after", "STAGES", "none, fusion, tupling, redundancy"},
      {"max-depth", "N", "Fusion and tupling depth"},
      {"fusion-depth", "N", "Calls chained in one function"},
      {"tupling-depth", "N", "Calls of one function side by side"},
      {"width", "N", "Traversals in one function"},
      {"cap", "N", "Occurrences of one function that unfolding may add"},
      {"glue", "N", "Arithmetic operations taken along in one function"},
      {"unfoldings", "N", "Unfoldings in one branch of one function"},
      {"pushes", "N", "Conditionals opened in one branch of one function"},
      {"order", "N", "Seeds of the order in which calls are joined"},
      {"rounds", "N", "Repetitions of the stages"},
      {"max-functions", "N", "Functions generated"},
      {"max-growth", "X", "Size of the result over that of the input"},
      {"price", "X", "What code costs"},
      {"portfolio", "on,off", "Whether settings around the given ones are tried"},
      {"guard", "on,off", "off: --no-guard"},
  };
  return options;
}

std::vector<std::string> axisValues(const std::string& option, const std::string& text) {
  std::vector<std::string> values;
  const auto add = [&](const std::string& value) {
    if (std::ranges::find(values, value) != values.end()) {
      throw UsageError("option '--" + option + "' has the value '" + value + "' twice");
    }
    values.push_back(value);
  };
  for (const std::string& part : splitAtCommas({text})) {
    const std::size_t dots = part.find("..");
    if (dots == std::string::npos) {
      add(part);
      continue;
    }
    std::size_t first = 0;
    std::size_t last = 0;
    if (!readNumber(std::string_view(part).substr(0, dots), first) ||
        !readNumber(std::string_view(part).substr(dots + 2), last) || last < first ||
        last - first >= longestRange) {
      throw UsageError("option '--" + option + "' takes values such as 0..12 or 1,2,5, not '" +
                       part + "'");
    }
    for (std::size_t value = first; value <= last; ++value) add(std::to_string(value));
  }
  if (values.empty()) throw UsageError("option '--" + option + "' needs a value");
  return values;
}

std::vector<std::string> wordsOf(const std::string& option, const std::string& value) {
  if (option != "guard") return {"--" + option, value};
  if (value == "on") return {};
  if (value == "off") return {"--no-guard"};
  throw UsageError("option '--guard' takes on or off, not '" + value + "'");
}

}  // namespace deforest::driver
