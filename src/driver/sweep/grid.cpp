#include "driver/sweep/grid.hpp"

#include <algorithm>
#include <charconv>

#include "driver/option_parser.hpp"
#include "driver/usage.hpp"
#include "engine/limits.hpp"

namespace deforest::driver {
namespace {

constexpr std::size_t longestRange = 10'000;

bool readNumber(std::string_view text, std::size_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

bool isDepth(const Axis& axis) {
  return axis.option == "max-depth" || axis.option == "fusion-depth" ||
         axis.option == "tupling-depth";
}

// The compiler has taken the value, so it is a number.
unsigned depthAt(const Axis& axis, std::size_t value) {
  std::size_t depth = 0;
  readNumber(axis.values[value], depth);
  return static_cast<unsigned>(depth);
}

std::size_t deepestValue(const Axis& axis) {
  std::size_t deepest = 0;
  for (std::size_t i = 1; i < axis.values.size(); ++i) {
    if (depthAt(axis, i) > depthAt(axis, deepest)) deepest = i;
  }
  return deepest;
}

}  // namespace

std::size_t Grid::pointsPerProgram() const {
  std::size_t count = 1;
  for (const Axis& axis : axes) count *= axis.values.size();
  return count;
}

std::vector<std::size_t> Grid::indicesOf(std::size_t point) const {
  std::size_t rest = point % pointsPerProgram();
  std::vector<std::size_t> indices(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    const std::size_t count = axes[i].values.size();
    indices[i] = rest % count;
    rest /= count;
  }
  return indices;
}

std::vector<std::string> Grid::valuesOf(std::size_t point) const {
  const std::vector<std::size_t> indices = indicesOf(point);
  std::vector<std::string> values;
  for (std::size_t i = 0; i < axes.size(); ++i) values.push_back(axes[i].values[indices[i]]);
  return values;
}

// As the command line has it: a depth of its own goes before the one for both.
Depths Grid::depthsOf(std::size_t point) const {
  const std::vector<std::size_t> indices = indicesOf(point);
  const engine::Limits usual;
  Depths depths{usual.fusionDepth, usual.tuplingDepth};
  const auto set = [&](std::string_view option, auto change) {
    const auto axis = std::ranges::find(axes, option, &Axis::option);
    if (axis == axes.end()) return;
    change(depthAt(*axis, indices[static_cast<std::size_t>(axis - axes.begin())]));
  };
  set("max-depth", [&](unsigned depth) { depths = {depth, depth}; });
  set("fusion-depth", [&](unsigned depth) { depths.fusion = depth; });
  set("tupling-depth", [&](unsigned depth) { depths.tupling = depth; });
  return depths;
}

std::size_t Grid::lineOf(std::size_t point) const {
  const std::vector<std::size_t> indices = indicesOf(point);
  std::size_t line = programOf(point);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (!isDepth(axes[i])) line = line * axes[i].values.size() + indices[i];
  }
  return line;
}

std::size_t Grid::deepestOf(std::size_t point) const {
  const std::vector<std::size_t> indices = indicesOf(point);
  std::size_t deepest = programOf(point);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const std::size_t value = isDepth(axes[i]) ? deepestValue(axes[i]) : indices[i];
    deepest = deepest * axes[i].values.size() + value;
  }
  return deepest;
}

const std::vector<AxisOption>& axisOptions() {
  static const std::vector<AxisOption> options = [] {
    std::vector<AxisOption> all = {{"stop-after", "STAGES", "none, fusion, tupling, redundancy"},
                                   {"max-depth", "N", "Fusion and tupling depth"}};
    for (const engine::NamedLimit& limit : engine::namedLimits) {
      all.push_back({engine::joined(limit.name, '-'), "N", std::string(limit.text)});
    }
    all.insert(all.end(),
               {{"max-growth", "X", "Size of the result over that of the input"},
                {"price", "X", "What code costs"},
                {"portfolio", "on,off", "Whether settings around the given ones are tried"},
                {"guard", "on,off", "off: --no-guard"}});
    return all;
  }();
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
