#include "text/linking/source_files.hpp"

#include <algorithm>

namespace deforest::text {

std::uint32_t SourceFiles::add(std::string path, std::string_view text) {
  if (!files_.empty()) {
    text_ += "{-# LINE 1 \"" + path + "\" #-}\n";
    ++lines_;
  }
  const std::uint32_t before = lines_;
  const auto order = static_cast<std::uint32_t>(files_.size());
  files_.push_back({before, std::make_shared<const support::SourceText>(
                                support::SourceText{std::move(path), std::string(text), order})});
  text_ += text;
  if (!text_.ends_with('\n')) text_ += '\n';
  lines_ = static_cast<std::uint32_t>(std::ranges::count(text_, '\n'));
  return before;
}

std::vector<ir::SourceFile> SourceFiles::imported() const {
  std::vector<ir::SourceFile> result;
  for (std::size_t i = 1; i < files_.size(); ++i) {
    result.push_back({files_[i].source->file, files_[i].before});
  }
  return result;
}

support::Diagnostic SourceFiles::located(support::Diagnostic diagnostic) const {
  support::Span& span = diagnostic.span;
  const auto isBehind = [](std::uint32_t line, const File& file) { return line <= file.before; };
  const auto next = std::upper_bound(files_.begin(), files_.end(), span.begin.line, isBehind);
  if (!span.begin.known() || next - files_.begin() <= 1) return diagnostic;
  const File& file = *(next - 1);
  span.begin.line -= file.before;
  span.end.line -= std::min(span.end.line, file.before);
  diagnostic.source = file.source;
  return diagnostic;
}

support::Diagnostics SourceFiles::located(support::Diagnostics diagnostics) const {
  for (support::Diagnostic& diagnostic : diagnostics) diagnostic = located(std::move(diagnostic));
  return diagnostics;
}

}  // namespace deforest::text
