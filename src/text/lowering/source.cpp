// Slices of the source text. Columns count characters.
#include "text/lowering/source.hpp"

#include <algorithm>
#include <set>

#include "text/lexing/characters.hpp"
#include "text/lexing/lexer.hpp"
#include "text/scopes/shown_name.hpp"

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

namespace {

// What the types of the program still derive. Instances that the module declares are functions of
// the program, and no text; so what is derived by way of them goes, too.
class Deriving {
 public:
  explicit Deriving(const resolved::Module& module) : module_(module) {}

  // The declaration as it was, or with a shorter list of classes.
  [[nodiscard]] std::string declaration(const ast::DataDeclaration& data, std::string text) const {
    std::vector<std::string> kept;
    for (const std::string& name : data.deriving) {
      if (!needsInstance(data.name, name)) kept.push_back(name);
    }
    if (kept.size() == data.deriving.size()) return text;
    const Lexemes lexemes = lex(text);
    const auto clause = std::ranges::find(lexemes.tokens, TokenKind::Deriving, &Token::kind);
    if (clause == lexemes.tokens.end()) return text;
    std::string shorter =
        text.substr(0, static_cast<std::size_t>(clause->text.data() - text.data()));
    while (!shorter.empty() && (shorter.back() == ' ' || shorter.back() == '\n')) {
      shorter.pop_back();
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {
      shorter += (i == 0 ? " deriving (" : ", ") + kept[i];
    }
    return kept.empty() ? shorter : shorter + ")";
  }

  [[nodiscard]] bool keeps(const ast::DerivingDeclaration& derived) const {
    return !needsInstance(ast::headOf(derived.type), derived.className);
  }

 private:
  // Whether a type that a value may contain has a declared instance of the class.
  [[nodiscard]] bool needsInstance(const std::string& type, const std::string& name) const {
    const auto known = classNamed(name);
    if (!known || module_.instances.empty()) return false;
    std::set<TypeConId> seen;
    std::vector<TypeConId> waiting;
    const auto visit = [&](TypeConId con) {
      if (seen.insert(con).second) waiting.push_back(con);
    };
    const auto visitAll = [&](auto&& self, TypeRef part) -> void {
      part = module_.types.prune(part);
      if (part->con.valid()) visit(part->con);
      for (const TypeRef argument : part->arguments) self(self, argument);
    };
    for (const TypeConId con : module_.declaredTypes) {
      if (module_.types.con(con).name == type) visit(con);
    }
    while (!waiting.empty()) {
      const TypeConId con = waiting.back();
      waiting.pop_back();
      if (module_.instances.contains({classSet(*known), con})) return true;
      for (const ConId constructor : module_.types.con(con).constructors) {
        for (const SourceField& field : module_.types.constructor(constructor).fields) {
          visitAll(visitAll, field.type);
        }
      }
    }
    return false;
  }

  const resolved::Module& module_;
};

}  // namespace

ir::Module keptModule(const ast::Module& source, const resolved::Module& resolvedModule,
                      std::string_view text) {
  ir::Module module;
  module.name = source.name;
  if (source.exportsListed) module.exports = source.exportText;
  module.pragmas = source.pragmas;
  for (const ast::Import& import : source.imports) {
    if (import.module != "Deforest.Cells") module.imports.push_back(import.text);
  }
  module.untouched = source.untouched;
  const Slicer slicer(text);
  const Deriving deriving(resolvedModule);
  for (const ast::Declaration& declaration : source.declarations) {
    // Names in the text of other modules may mean something else here.
    const bool kept = (!source.ownDeclarations &&
                       (std::holds_alternative<ast::DataDeclaration>(declaration.node) ||
                        std::holds_alternative<ast::TypeSynonym>(declaration.node) ||
                        std::holds_alternative<ast::DerivingDeclaration>(declaration.node))) ||
                      std::holds_alternative<ast::Fixity>(declaration.node);
    if (!kept) continue;
    std::string piece = declaration.documentation;
    if (!piece.empty() && piece.back() != '\n') piece += '\n';
    std::string declared = slicer.slice(declaration.span);
    const auto* derived = std::get_if<ast::DerivingDeclaration>(&declaration.node);
    if (derived != nullptr && !deriving.keeps(*derived)) continue;
    if (const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node)) {
      if (data->isGeneralised()) continue;  // its instances are declared
      declared = deriving.declaration(*data, std::move(declared));
    }
    module.types.push_back(piece + declared);
  }
  return module;
}

std::vector<std::string> labelsOf(const resolved::Module& module) {
  std::vector<std::string> labels;
  for (const TypeConId type : module.declaredTypes) {
    for (const ConId con : module.types.con(type).constructors) {
      for (const SourceField& field : module.types.constructor(con).fields) {
        if (!field.label.empty()) labels.push_back(shownName(field.label));
      }
    }
  }
  return labels;
}

}  // namespace deforest::text
