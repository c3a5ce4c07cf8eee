// Collects what is wrong with the program, and what may be.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "support/diagnostic.hpp"
#include "text/scopes/shown_name.hpp"

namespace deforest::text {

class Reporter {
 public:
  void error(support::Span span, std::string message, std::string hint = {}) {
    diagnostics_.push_back({span, std::move(message), std::move(hint)});
  }
  void warning(support::Span span, std::string message, std::string hint) {
    warnings_.push_back({span, std::move(message), std::move(hint), support::Severity::Warning});
  }
  /// Whether there are errors.
  [[nodiscard]] bool any() const { return !diagnostics_.empty(); }
  [[nodiscard]] std::size_t count() const { return diagnostics_.size(); }
  /// Whether there are so many errors that nobody reads the hints of further ones: what is dear to
  /// find, such as a name that is spelt alike, is not looked for then.
  [[nodiscard]] bool crowded() const {
    constexpr std::size_t many = 100;
    return diagnostics_.size() >= many;
  }
  /// Errors from the one of that number on are about this place, but for those that are settled.
  void blame(std::size_t from, support::Span span) {
    settled_.resize(diagnostics_.size());
    for (std::size_t i = from; i < diagnostics_.size(); ++i) {
      if (!settled_[i]) diagnostics_[i].span = span;
    }
  }
  /// Errors from the one of that number on are where they belong.
  void settle(std::size_t from) {
    settled_.resize(diagnostics_.size());
    std::fill(settled_.begin() + static_cast<std::ptrdiff_t>(from), settled_.end(), true);
  }
  /// Forgets the errors from the one of that number on.
  void drop(std::size_t from) {
    diagnostics_.resize(from);
    settled_.resize(from);
  }
  [[nodiscard]] support::Diagnostics take() { return std::move(diagnostics_); }
  [[nodiscard]] support::Diagnostics takeWarnings() { return std::move(warnings_); }

 private:
  support::Diagnostics diagnostics_;
  support::Diagnostics warnings_;
  std::vector<bool> settled_;
};

/// `2 arguments`, `1 argument`.
[[nodiscard]] inline std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

/// The text, or how it begins and how long it is: nobody wants a message of a million digits.
[[nodiscard]] inline std::string shortened(std::string_view text) {
  constexpr std::size_t most = 200;
  constexpr std::size_t shown = 40;
  if (text.size() <= most) return std::string(text);
  std::size_t end = shown;
  while ((text[end] & 0xC0) == 0x80) --end;  // not within a character
  return std::string(text.substr(0, end)) + "... (" + std::to_string(text.size()) + " bytes)";
}

/// `name` in backquotes.
[[nodiscard]] inline std::string quoted(std::string_view name) {
  return "`" + shortened(shownName(name)) + "`";
}

}  // namespace deforest::text
