// Options and operands of one command: what CLI11 makes of the words, and the reading of values
// with messages that say what would have been right.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace deforest::driver {

/// Declares a command's options, splits its words, and answers for the values. Values are kept as
/// text until the whole line has been read. Wrong usage throws `UsageError`.
class OptionParser {
 public:
  /// What `--help` shows before and after the options.
  struct Texts {
    std::string description;
    std::string usage;   ///< Complete lines.
    std::string footer;  ///< Complete lines, or empty.
  };

  explicit OptionParser(const Texts& texts);
  OptionParser(const OptionParser&) = delete;
  OptionParser& operator=(const OptionParser&) = delete;
  ~OptionParser();

  /// The heading under which the options declared next are shown.
  void group(std::string name);

  /// An option with a value; the last one given counts.
  void value(const std::string& name, const std::string& metavariable, const std::string& text);
  /// An option with an optional value, `--name` or `--name=VALUE`.
  void optionalValue(const std::string& name, const std::string& metavariable,
                     const std::string& text);
  /// An option without a value.
  void flag(const std::string& name, const std::string& text);
  /// An option with a value that may be given several times. `name` may have a short form before
  /// it: `-o,--output`; it is then asked for by `--output`.
  void list(const std::string& name, const std::string& metavariable, const std::string& text);

  /// Reads the words. The text of the help, if that is what they ask for.
  std::optional<std::string> parse(std::vector<std::string> words);

  /// Words that are no options.
  [[nodiscard]] const std::vector<std::string>& operands() const;
  /// Was the option given?
  [[nodiscard]] bool isSet(std::string_view name) const;
  /// Its value; nothing if it was not given, or given without its optional value.
  [[nodiscard]] std::optional<std::string> find(std::string_view name) const;
  /// All values of an option declared by `list`.
  [[nodiscard]] std::vector<std::string> all(std::string_view name) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The number that `text`, the value of `option`, stands for. Throws `UsageError` for anything but
/// a decimal number within the bounds.
std::uint64_t number(std::string_view option, const std::string& text, std::uint64_t least,
                     std::uint64_t most);

/// Likewise a decimal fraction of at least `least`, such as 1.5; `wanted` says so in words.
double decimal(std::string_view option, const std::string& text, double least,
               std::string_view wanted);

/// The index of the value of `option` among the words it may be.
std::size_t choice(std::string_view option, const std::string& value,
                   const std::vector<std::string_view>& names);

/// `a,b` and `c` are three words.
std::vector<std::string> splitAtCommas(const std::vector<std::string>& values);

}  // namespace deforest::driver
