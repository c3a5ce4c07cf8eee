#include "driver/option_parser.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "driver/usage.hpp"

namespace deforest::driver {
namespace {

using Words = std::vector<std::string>;
using Names = std::vector<std::string_view>;

// Stands for an option's optional value when the option is given without one.
const std::string bare = "\x01";

// Help with a usage line of our own.
class Formatter : public CLI::Formatter {
 public:
  explicit Formatter(std::string usage) : usage_(std::move(usage)) { column_width(34); }
  std::string make_usage(const CLI::App*, std::string) const override { return usage_; }
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string name = option->get_type_name();
    return name.empty() || name.starts_with('[') ? name : " " + name;
  }

 private:
  std::string usage_;
};

[[noreturn]] void badValue(std::string_view option, const std::string& value,
                           const std::string& expected) {
  throw UsageError("option '" + std::string(option) + "' takes " + expected + ", not '" + value +
                   "'");
}

}  // namespace

struct OptionParser::State {
  explicit State(const Texts& texts) : app(texts.description, "deforest") {
    app.allow_extras();
    app.set_help_flag("-h,--help", "Show this help and stop");
    app.formatter(std::make_shared<Formatter>(texts.usage));
    app.footer(texts.footer);
    app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }

  CLI::Option* add(const std::string& name, const std::string& metavariable,
                   const std::string& text) {
    CLI::Option* option = app.add_option(name, text);
    option->type_name(metavariable)->type_size(1)->expected(1)->group(group);
    return option;
  }

  [[nodiscard]] const CLI::Option* get(std::string_view name) const {
    return app.get_option(std::string(name));
  }

  [[noreturn]] void unknown(const std::string& word) const {
    const std::string name = word.substr(0, word.find('='));
    Words known;
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& longName : option->get_lnames()) known.push_back("--" + longName);
    }
    throw UsageError("unknown option '" + name + "'" +
                     didYouMean(name, Names(known.begin(), known.end())));
  }

  CLI::App app;
  std::string group = "Options";
  Words optional;  // Names of options whose value is optional.
  Words operands;
};

OptionParser::OptionParser(const Texts& texts) : state_(std::make_unique<State>(texts)) {}
OptionParser::~OptionParser() = default;

void OptionParser::group(std::string name) {
  state_->group = std::move(name);
}

void OptionParser::value(const std::string& name, const std::string& metavariable,
                         const std::string& text) {
  state_->add(name, metavariable, text);
}

void OptionParser::optionalValue(const std::string& name, const std::string& metavariable,
                                 const std::string& text) {
  state_->add(name, "[=" + metavariable + "]", text);
  state_->optional.push_back(name);
}

void OptionParser::flag(const std::string& name, const std::string& text) {
  state_->app.add_flag(name, text)->group(state_->group);
}

void OptionParser::list(const std::string& name, const std::string& metavariable,
                        const std::string& text) {
  state_->add(name, metavariable, text)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

std::optional<std::string> OptionParser::parse(std::vector<std::string> words) {
  // An option without its optional value must not take the next word for it.
  for (std::string& word : words) {
    if (word == "--") break;
    const Words& optional = state_->optional;
    if (std::find(optional.begin(), optional.end(), word) != optional.end()) word += "=" + bare;
  }
  std::reverse(words.begin(), words.end());
  try {
    state_->app.parse(words);
  } catch (const CLI::CallForHelp&) {
    return state_->app.help();
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string message = error.what();
    throw UsageError("option '" + message.substr(0, message.find(':')) + "' needs a value");
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  // What follows a `--` are operands, whatever they look like.
  bool operandsOnly = false;
  for (const std::string& word : state_->app.remaining()) {
    if (!operandsOnly && word == "--") {
      operandsOnly = true;
      continue;
    }
    if (!operandsOnly && word.size() > 1 && word[0] == '-') state_->unknown(word);
    state_->operands.push_back(word);
  }
  return std::nullopt;
}

const std::vector<std::string>& OptionParser::operands() const {
  return state_->operands;
}

bool OptionParser::isSet(std::string_view name) const {
  return state_->get(name)->count() > 0;
}

std::optional<std::string> OptionParser::find(std::string_view name) const {
  const Words values = all(name);
  if (values.empty() || values.back() == bare) return std::nullopt;
  return values.back();
}

std::vector<std::string> OptionParser::all(std::string_view name) const {
  return state_->get(name)->results();
}

std::uint64_t number(std::string_view option, const std::string& text, std::uint64_t least,
                     std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (whole && value >= least && value <= most) return value;
  // A bound that only says how wide the number is helps nobody.
  const bool bounded = most < std::numeric_limits<std::uint32_t>::max();
  badValue(option, text,
           "a number of " + (bounded ? std::to_string(least) + " to " + std::to_string(most)
                                     : "at least " + std::to_string(least)));
}

double decimal(std::string_view option, const std::string& text, double least,
               std::string_view wanted) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (!whole || !std::isfinite(value) || value < least) badValue(option, text, std::string(wanted));
  return value;
}

std::size_t choice(std::string_view option, const std::string& value,
                   const std::vector<std::string_view>& names) {
  const auto found = std::find(names.begin(), names.end(), value);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw UsageError("option '" + std::string(option) + "' takes " + alternatives(names) + ", not '" +
                   value + "'" + didYouMean(value, names));
}

std::vector<std::string> splitAtCommas(const std::vector<std::string>& values) {
  Words parts;
  for (const std::string& value : values) {
    std::size_t begin = 0;
    while (begin <= value.size()) {
      const std::size_t end = std::min(value.find(',', begin), value.size());
      if (end > begin) parts.push_back(value.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return parts;
}

}  // namespace deforest::driver
