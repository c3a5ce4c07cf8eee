#include "driver/misspelt_marks.hpp"

#include <algorithm>
#include <iostream>
#include <string_view>
#include <vector>

#include "driver/session.hpp"
#include "driver/usage.hpp"
#include "support/diagnostic.hpp"

namespace deforest::driver {

void warnOfMisspeltMarks(const std::string& path, const std::string& content) {
  static const std::vector<std::string_view> words = {"sample", "tuned", "keep", "off", "on"};
  static constexpr std::string_view mark = "-- deforest: ";
  support::Diagnostics diagnostics;
  std::uint32_t line = 0;
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t end = std::min(content.find('\n', begin), content.size());
    const std::string_view text = std::string_view(content).substr(begin, end - begin);
    begin = end + 1;
    ++line;
    if (!text.starts_with(mark)) continue;
    const std::string_view word =
        text.substr(mark.size(), text.find(' ', mark.size()) - mark.size());
    // A short one may be the beginning of a sentence.
    constexpr std::size_t shortest = 3;
    if (word.size() < shortest || std::ranges::find(words, word) != words.end()) continue;
    const std::string likely = didYouMean(word, words);
    if (likely.empty()) continue;
    const auto column = static_cast<std::uint32_t>(mark.size()) + 1;
    const auto past = column + static_cast<std::uint32_t>(word.size());
    diagnostics.push_back({{{line, column}, {line, past}},
                           "this line is a comment like any other" + likely,
                           "behind `-- deforest:` stands `sample`, `tuned`, `keep`, `off` or `on`",
                           support::Severity::Warning});
  }
  if (!diagnostics.empty()) {
    std::cerr << support::render(diagnostics, displayName(path), content);
  }
}

}  // namespace deforest::driver
