#include "driver/tuned.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "driver/option_parser.hpp"
#include "driver/session.hpp"
#include "driver/usage.hpp"
#include "text/samples.hpp"

namespace deforest::driver {
namespace {

template <class Number>
bool read(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

std::string applySettings(std::string_view settings, CompileCommand& command) {
  const auto isGiven = [&](const std::string& option) {
    return std::ranges::find(command.given, option) != command.given.end();
  };
  pipeline::Options& engine = command.engine;
  for (const std::string& part : splitAtCommas({std::string(settings)})) {
    const std::size_t first = part.find_first_not_of(" \t");
    const std::size_t last = part.find_last_not_of(" \t\r");
    if (first == std::string::npos) continue;
    const std::string setting = part.substr(first, last + 1 - first);
    if (setting == "unfused") {
      if (isGiven("--stop-after") || isGiven("--policy") || isGiven("--price")) continue;
      engine.stopAfter = pipeline::Stage::None;
      command.portfolio = false;
      continue;
    }
    const std::size_t space = setting.find(' ');
    const std::string name = setting.substr(0, space);
    const std::string value = space == std::string::npos ? "" : setting.substr(space + 1);
    double price = 0;
    unsigned number = 0;
    unsigned* limit = name == "width"  ? &engine.limits.width
                      : name == "cap"  ? &engine.limits.cap
                      : name == "glue" ? &engine.limits.glue
                                       : nullptr;
    if (name == "price" && read(value, price) && std::isfinite(price) && price >= 0) {
      if (!isGiven("--price")) engine.price = price;
    } else if (limit != nullptr && read(value, number) && (number > 0 || name != "width")) {
      if (!isGiven("--" + name)) *limit = number;
    } else {
      return "`" + setting + "` is no setting";
    }
  }
  return "";
}

CompileCommand withTuned(const CompileCommand& command, const std::string& module,
                         const std::string& file) {
  CompileCommand result = command;
  if (!command.obeysTuned || isArchive(module)) return result;
  for (const text::SampleText& line : text::tunedIn(module)) {
    const std::string wrong = applySettings(line.expression, result);
    if (wrong.empty()) continue;
    support::Position end = line.position;
    end.column += static_cast<std::uint32_t>(line.expression.size());
    throw Failure(support::render(
        {{{line.position, end},
          wrong,
          "settings are `price X`, `width N`, `cap N`, `glue N`, with commas between them, or "
          "`unfused`"}},
        file, module));
  }
  return result;
}

}  // namespace deforest::driver
