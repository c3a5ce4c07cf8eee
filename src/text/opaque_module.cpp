#include "text/opaque_module.hpp"

#include <algorithm>

#include "text/line_origins.hpp"
#include "text/parsing/parser.hpp"

namespace deforest::text {
namespace {

bool hasToken(const Lexemes& lexemes, support::Span span, TokenKind kind, std::string_view text) {
  return std::ranges::any_of(lexemes.tokens, [&](const Token& token) {
    const bool inside = !(token.span.begin < span.begin) && token.span.begin < span.end;
    return inside && token.kind == kind && (text.empty() || token.text == text);
  });
}

// Extensions under which text means something else than it says here: the declarations that they
// are about are opaque. Where fields are strict unless told otherwise, they are.
void obeyExtensions(ast::Module& module, const Lexemes& lexemes, const OpaqueFinder& finder) {
  struct Strange {
    std::string_view extension;
    TokenKind kind;  // of the tokens that mean something else; End: everything may
    std::string_view text;
  };
  constexpr Strange all[] = {{"NoImplicitPrelude", TokenKind::End, ""},
                             {"RebindableSyntax", TokenKind::End, ""},
                             {"Strict", TokenKind::End, ""},
                             {"StrictData", TokenKind::End, ""},
                             {"OverloadedLists", TokenKind::OpenBracket, ""},
                             {"LexicalNegation", TokenKind::VariableOperator, "-"}};
  support::Diagnostics strange;
  for (const auto& [extension, kind, text] : all) {
    // That fields are strict can be obeyed, where it is certain.
    if (!mayHaveExtension(module, extension)) continue;
    if (extension == "StrictData" && hasExtension(module, extension)) continue;
    for (const ast::Declaration& declaration : module.declarations) {
      if (kind != TokenKind::End && !hasToken(lexemes, declaration.span, kind, text)) continue;
      strange.push_back(
          {declaration.span, "it may mean something else with " + std::string(extension), ""});
    }
  }
  (void)finder.takeOut(module, strange);
  makeFieldsStrict(module);
}

}  // namespace

OpaqueModule::OpaqueModule(std::string_view text, const Package& package, Interfaces& interfaces)
    : text_(withoutLineMarkers(text)),
      lexemes_(lex(text_)),
      finder_(text_, lexemes_),
      source_(parseModuleWithOpaque(
          text_, [&interfaces](const ast::Module& module, const std::string& name) {
            return interfaces.fixity(module, name);
          })) {
  if (!source_) return;
  source_->extensions = package.extensions;
  obeyExtensions(*source_, lexemes_, finder_);
}

}  // namespace deforest::text
