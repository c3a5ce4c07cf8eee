#include "backends/cpp_text.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

namespace deforest::backends {
namespace {

constexpr std::size_t columns = 100;

// Where a line may be broken: after a comma or an opening parenthesis, at a depth of parentheses.
struct Break {
  std::size_t at = 0;     // index of the first character of the next line
  std::size_t align = 0;  // column, from the start of the text, of what follows
  std::size_t depth = 0;
};

// In the continuation of a line, commas outside all parentheses belong to those opened before.
std::vector<Break> breaks(std::string_view text, bool continuation) {
  std::vector<Break> found;
  std::vector<std::size_t> open;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == '\\') {
        ++i;
      } else if (c == quote) {
        quote = 0;
      }
      continue;
    }
    const bool apostrophe =
        c == '\'' && (i == 0 || std::isalnum(static_cast<unsigned char>(text[i - 1])) == 0 ||
                      text[i - 1] == 'U');
    if (c == '"' || apostrophe) {
      quote = c;
    } else if (c == '(' || c == '{' || c == '[') {
      open.push_back(i + 1);
    } else if ((c == ')' || c == '}' || c == ']') && !open.empty()) {
      open.pop_back();
    } else if (c == ',' && i + 1 < text.size() && text[i + 1] == ' ' &&
               (continuation || !open.empty())) {
      found.push_back({i + 2, open.empty() ? 0 : open.back(), open.size()});
    }
  }
  return found;
}

}  // namespace

void CppText::line(const std::string& text) {
  std::size_t indentation = 2 * depth_;
  std::string rest = text;
  bool first = true;
  while (true) {
    const std::string prefix(indentation, ' ');
    if (indentation + rest.size() <= columns || rest.empty()) {
      text_ += prefix + rest + '\n';
      return;
    }
    // An assignment whose right side fits on a line of its own.
    const std::size_t assigned = rest.find(" = ");
    if (first && assigned != std::string::npos && rest.find('(') > assigned &&
        rest.size() - assigned - 3 + indentation + 4 <= columns) {
      text_ += prefix + rest.substr(0, assigned + 2) + '\n';
      text_ += std::string(indentation + 4, ' ') + rest.substr(assigned + 3) + '\n';
      return;
    }
    // The last break that fits, of the outermost parentheses that have one.
    const auto candidates = breaks(rest, !first);
    std::optional<Break> best;
    for (const auto& candidate : candidates) {
      if (indentation + candidate.at - 1 > columns) break;
      if (!best || candidate.depth <= best->depth) best = candidate;
    }
    if (!best) {
      const std::size_t equals = rest.find(" = ");
      if (!first || equals == std::string::npos || equals + 2 + indentation > columns) {
        text_ += prefix + rest + '\n';
        return;
      }
      text_ += prefix + rest.substr(0, equals + 2) + '\n';
      rest = rest.substr(equals + 3);
      indentation += 4;
    } else {
      text_ += prefix + rest.substr(0, best->at - 1) + '\n';
      // What is still open at the break stays open for the breaks of the next line.
      rest = rest.substr(best->at);
      indentation += best->align;
    }
    first = false;
  }
}

void CppText::comment(std::string_view text, std::string_view mark) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string body(text.substr(0, end));
    text_ +=
        std::string(2 * depth_, ' ') + std::string(mark) + (body.empty() ? "" : " ") + body + '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace deforest::backends
