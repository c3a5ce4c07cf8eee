#include "text/lexing/literate.hpp"

#include <algorithm>

namespace deforest::text {
namespace {

std::string withoutProse(std::string_view text) {
  std::string program;
  bool inCode = false;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, length);
    if (line.starts_with("\\begin{code}")) {
      inCode = true;
    } else if (line.starts_with("\\end{code}")) {
      inCode = false;
    } else if (inCode) {
      program += line;
    } else if (line.starts_with('>')) {
      program += ' ';
      program += line.substr(1);
    }
    if (length < text.size()) program += '\n';
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return program;
}

}  // namespace

std::string programIn(std::string_view path, std::string text) {
  return isLiterate(path) ? withoutProse(text) : text;
}

}  // namespace deforest::text
