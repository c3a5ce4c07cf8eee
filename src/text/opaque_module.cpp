#include "text/opaque_module.hpp"

#include <algorithm>
#include <map>

#include "text/line_origins.hpp"
#include "text/parsing/extensions.hpp"
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

// Words, with commas or without.
std::vector<Sample> wordsOf(const Sample& line) {
  std::vector<Sample> words;
  for (std::size_t i = 0; i < line.text.size();) {
    const std::size_t begin = line.text.find_first_not_of(" \t,", i);
    if (begin == std::string_view::npos) break;
    i = std::min(line.text.find_first_of(" \t,", begin), line.text.size());
    support::Position position = line.position;
    position.column += static_cast<std::uint32_t>(begin);
    words.push_back({line.text.substr(begin, i - begin), position});
  }
  return words;
}

// Functions whose text is to stay are not looked into. Says which of those that the module names
// are none.
support::Diagnostics keep(ast::Module& module, const Lexemes& lexemes, const OpaqueFinder& finder,
                          const std::vector<std::string>& others) {
  std::map<std::string, support::Span, std::less<>> functions;
  for (const ast::Declaration& declaration : module.declarations) {
    const auto* clause = std::get_if<ast::Clause>(&declaration.node);
    if (clause != nullptr) functions.emplace(clause->name, declaration.span);
  }
  support::Diagnostics asked;
  support::Diagnostics unknown;
  for (const std::string& name : others) {
    const auto found = functions.find(name);
    if (found != functions.end()) asked.push_back({found->second, "it is to be kept", ""});
  }
  for (const Sample& line : lexemes.kept) {
    for (const Sample& word : wordsOf(line)) {
      support::Position end = word.position;
      end.column += static_cast<std::uint32_t>(word.text.size());
      const auto found = functions.find(word.text);
      const bool isOpaque = std::ranges::any_of(module.opaque, [&](const auto& declaration) {
        return std::ranges::find(declaration.names, word.text) != declaration.names.end();
      });
      if (found != functions.end()) {
        asked.push_back({found->second, "`-- deforest: keep` names it", ""});
      } else if (!isOpaque) {
        unknown.push_back({{word.position, end},
                           "no function `" + std::string(word.text) + "` is defined here",
                           "name functions of this module: `-- deforest: keep f g`"});
      }
    }
  }
  (void)finder.takeOut(module, asked);
  return unknown;
}

}  // namespace

OpaqueModule::OpaqueModule(std::string_view text, const Package& package, Interfaces& interfaces,
                           const std::vector<std::string>& kept)
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
  const support::Diagnostics unknown = keep(*source_, lexemes_, finder_, kept);
  if (!unknown.empty()) source_ = unknown;
}

}  // namespace deforest::text
