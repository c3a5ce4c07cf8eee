#include "backends/haskell/edit.hpp"

#include <algorithm>

namespace deforest::backends {

void TextEdit::replace(std::size_t begin, std::size_t end, std::string by) {
  changes_.push_back({begin, end, std::move(by)});
}

void TextEdit::dropLines(std::size_t begin, std::size_t end) {
  dropped_.push_back({lineBegin(begin), behindLine(end), {}});
}

std::size_t TextEdit::lineBegin(std::size_t at) const {
  const std::size_t found = at == 0 ? std::string::npos : text_.rfind('\n', at - 1);
  return found == std::string::npos ? 0 : found + 1;
}

std::size_t TextEdit::behindLine(std::size_t at) const {
  const std::size_t found = text_.find('\n', at);
  return found == std::string::npos ? text_.size() : found + 1;
}

bool TextEdit::isBlank(std::size_t begin, std::size_t end) const {
  const std::size_t found = text_.find_first_not_of(" \t\r\n", begin);
  return found == std::string::npos || found >= end;
}

// Neighbours become one range, and take the blank lines between them along.
void TextEdit::mergeDropped() {
  std::ranges::sort(dropped_, {}, &Change::begin);
  std::vector<Change> merged;
  for (const Change& next : dropped_) {
    const bool joins = !merged.empty() &&
                       (next.begin <= merged.back().end || isBlank(merged.back().end, next.begin));
    if (joins) {
      merged.back().end = std::max(merged.back().end, next.end);
    } else {
      merged.push_back(next);
    }
  }
  for (Change& range : merged) {
    const bool blankBefore = range.begin == 0 || isBlank(lineBegin(range.begin - 1), range.begin);
    const bool atEnd = isBlank(range.end, text_.size());
    while (blankBefore && !atEnd && isBlank(range.end, behindLine(range.end))) {
      range.end = behindLine(range.end);
    }
    while (atEnd && range.begin > 0 && isBlank(lineBegin(range.begin - 1), range.begin)) {
      range.begin = lineBegin(range.begin - 1);
    }
    changes_.push_back(range);
  }
}

std::size_t TextEdit::lineOf(std::size_t at) const {
  const auto end = text_.begin() + static_cast<std::ptrdiff_t>(at);
  return 1 + static_cast<std::size_t>(std::count(text_.begin(), end, '\n'));
}

// A change within a line needs no pragma.
void TextEdit::mark(Change& change) const {
  const std::string_view before =
      std::string_view(text_).substr(change.begin, change.end - change.begin);
  const bool breaks = before.find('\n') != std::string::npos;
  if (!breaks && change.by.find('\n') == std::string::npos) return;
  const std::size_t line = lineBegin(change.begin);
  if (isBlank(line, change.begin) && !change.by.empty()) {
    const std::string indent = text_.substr(line, change.begin - line);
    change.by = origins_.pragmaFor(lineOf(change.begin)) + "\n" + indent + change.by;
  }
  if (isBlank(change.end, text_.size())) return;
  if (lineBegin(change.end) == change.end) {
    change.by += origins_.pragmaFor(lineOf(change.end)) + "\n";
  } else {
    change.by += "\n" + origins_.pragmaFor(lineOf(change.end) + 1);
  }
}

std::string TextEdit::run() {
  mergeDropped();
  if (!origins_.empty()) {
    for (Change& change : changes_) mark(change);
  }
  std::ranges::stable_sort(changes_, {}, &Change::begin);
  const bool carriageReturns = text_.find("\r\n") != std::string::npos;
  std::string out;
  std::size_t at = 0;
  for (const Change& change : changes_) {
    if (change.begin > at) out.append(text_, at, change.begin - at);
    at = std::max(at, change.end);
    for (const char c : change.by) {
      if (c == '\n' && carriageReturns) out += '\r';
      out += c;
    }
  }
  out.append(text_, at, text_.size() - at);
  return out;
}

}  // namespace deforest::backends
