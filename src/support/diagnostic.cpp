#include "support/diagnostic.hpp"

#include <algorithm>

#include "support/utf8.hpp"

namespace deforest::support {
namespace {

// The text of line `line` (from 1), without its end; empty past the end of the source.
std::string_view lineOf(std::string_view text, std::uint32_t line) {
  for (std::uint32_t i = 1; i < line; ++i) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

// Long lines are shown around the caret only.
constexpr std::size_t shownBefore = 60;
constexpr std::size_t shownWidth = 100;

// Byte offset of the `column`-th (from 1) code point of `line`.
std::size_t byteOffset(std::string_view line, std::uint32_t column) {
  std::size_t offset = 0;
  for (std::uint32_t i = 1; i < column && offset < line.size(); ++i) {
    ++offset;
    while (offset < line.size() && (line[offset] & 0xC0) == 0x80) ++offset;
  }
  return offset;
}

void renderSource(std::string& out, const Span& span, std::string_view text) {
  const std::string_view line = lineOf(text, span.begin.line);
  if (line.empty()) return;
  const std::size_t caret = byteOffset(line, span.begin.column);
  const bool sameLine = span.end.line == span.begin.line;
  const std::size_t stop =
      std::max(caret + 1, sameLine ? byteOffset(line, span.end.column) : line.size());
  std::size_t from = caret > shownBefore ? caret - shownBefore : 0;
  while (from > 0 && (line[from] & 0xC0) == 0x80) --from;
  std::size_t length = std::min(shownWidth, line.size() - from);
  while (from + length < line.size() && (line[from + length] & 0xC0) == 0x80) ++length;
  out += "  ";
  if (from > 0) out += "...";
  for (const char c : line.substr(from, length)) out += c == '\t' ? ' ' : c;
  if (from + length < line.size()) out += "...";
  out += "\n  ";
  if (from > 0) out += "   ";
  out.append(countCodePoints(line.substr(from, caret - from)), ' ');
  out += '^';
  const std::size_t end = std::min({stop, from + length, line.size()});
  // Bytes that continue no code point count for none.
  const std::size_t marked = end > caret ? countCodePoints(line.substr(caret, end - caret)) : 0;
  if (marked > 1) out.append(marked - 1, '~');
  out += '\n';
}

std::uint32_t orderOf(const Diagnostic& diagnostic) {
  return diagnostic.source == nullptr ? 0 : diagnostic.source->order;
}

}  // namespace

std::string render(const Diagnostics& diagnostics, std::string_view file, std::string_view text,
                   std::size_t limit) {
  Diagnostics sorted = diagnostics;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(orderOf(a), a.span.begin) < std::pair(orderOf(b), b.span.begin);
  });
  std::string out;
  for (std::size_t i = 0; i < std::min(limit, sorted.size()); ++i) {
    const Diagnostic& diagnostic = sorted[i];
    const bool isElsewhere = diagnostic.source != nullptr;
    out += isElsewhere ? diagnostic.source->file : file;
    if (diagnostic.span.begin.known()) {
      out += ':' + std::to_string(diagnostic.span.begin.line) + ':' +
             std::to_string(diagnostic.span.begin.column);
    }
    const bool isError = diagnostic.severity == Severity::Error;
    out += (isError ? ": error: " : ": warning: ") + diagnostic.message + '\n';
    if (diagnostic.span.begin.known()) {
      renderSource(out, diagnostic.span,
                   isElsewhere ? std::string_view(diagnostic.source->text) : text);
    }
    if (!diagnostic.hint.empty()) out += "  help: " + diagnostic.hint + '\n';
  }
  if (sorted.size() > limit) {
    out += std::string(file) + ": " + std::to_string(sorted.size() - limit) + " more " +
           (sorted[0].severity == Severity::Error ? "errors\n" : "warnings\n");
  }
  return out;
}

}  // namespace deforest::support
