// Slices of the source text. Columns count characters.
#include "text/lowering/source.hpp"

#include "text/lexing/characters.hpp"

namespace deforest::text {
namespace {

class Slicer {
 public:
  explicit Slicer(std::string_view text) : text_(text) {
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text_.starts_with(byteOrderMark)) text_.remove_prefix(byteOrderMark.size());
    lines_.push_back(0);
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\n') lines_.push_back(i + 1);
    }
  }

  [[nodiscard]] std::string slice(Span span) const {
    const std::size_t begin = offset(span.begin);
    const std::size_t end = offset(span.end);
    std::string found;
    for (std::size_t i = begin; i < end && i < text_.size(); ++i) {
      const bool crlf = text_[i] == '\r' && i + 1 < text_.size() && text_[i + 1] == '\n';
      if (!crlf) found += text_[i];
    }
    while (!found.empty() && (found.back() == '\n' || found.back() == ' ')) found.pop_back();
    return found;
  }

 private:
  [[nodiscard]] std::size_t offset(support::Position position) const {
    if (position.line == 0 || position.line > lines_.size()) return text_.size();
    std::size_t at = lines_[position.line - 1];
    for (std::uint32_t column = 1; column < position.column && at < text_.size(); ++column) {
      ++at;
      while (at < text_.size() && !beginsCodePoint(text_[at])) ++at;
    }
    return at;
  }

  std::string_view text_;
  std::vector<std::size_t> lines_;
};

}  // namespace

ir::Module keptModule(const ast::Module& source, std::string_view text) {
  ir::Module module;
  module.name = source.name;
  if (source.exportsListed) module.exports = source.exportText;
  module.pragmas = source.pragmas;
  for (const ast::Import& import : source.imports) module.imports.push_back(import.text);
  module.untouched = source.untouched;
  const Slicer slicer(text);
  for (const ast::Declaration& declaration : source.declarations) {
    const bool kept = std::holds_alternative<ast::DataDeclaration>(declaration.node) ||
                      std::holds_alternative<ast::TypeSynonym>(declaration.node) ||
                      std::holds_alternative<ast::Fixity>(declaration.node);
    if (!kept) continue;
    std::string piece = declaration.documentation;
    if (!piece.empty() && piece.back() != '\n') piece += '\n';
    module.types.push_back(piece + slicer.slice(declaration.span));
  }
  return module;
}

std::vector<std::string> labelsOf(const resolved::Module& module) {
  std::vector<std::string> labels;
  for (const TypeConId type : module.declaredTypes) {
    for (const ConId con : module.types.con(type).constructors) {
      for (const SourceField& field : module.types.constructor(con).fields) {
        if (!field.label.empty()) labels.push_back(field.label);
      }
    }
  }
  return labels;
}

}  // namespace deforest::text
