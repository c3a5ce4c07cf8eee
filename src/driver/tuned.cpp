#include "driver/tuned.hpp"

#include <algorithm>
#include <array>
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
  constexpr std::array<std::string_view, 3> tunable = {"width", "cap", "glue"};
  engine::Options& engine = command.engine;
  for (const std::string& part : splitAtCommas({std::string(settings)})) {
    const std::size_t first = part.find_first_not_of(" \t");
    const std::size_t last = part.find_last_not_of(" \t\r");
    if (first == std::string::npos) continue;
    const std::string setting = part.substr(first, last + 1 - first);
    if (setting == "unfused") {
      if (command.given.stage || command.given.price) continue;
      engine.stopAfter = engine::Stage::None;
      command.portfolio = false;
      continue;
    }
    const std::size_t space = setting.find(' ');
    const std::string name = setting.substr(0, space);
    const std::string value = space == std::string::npos ? "" : setting.substr(space + 1);
    double price = 0;
    unsigned number = 0;
    const auto limit = std::ranges::find(engine::namedLimits, name, &engine::NamedLimit::name);
    const bool known = std::ranges::find(tunable, name) != tunable.end();
    if (name == "price" && read(value, price) && std::isfinite(price) && price >= 0) {
      if (!command.given.price) engine.price = price;
    } else if (known && read(value, number) && number >= limit->least) {
      if (!command.given.limits.contains(name)) engine.limits.*limit->value = number;
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
