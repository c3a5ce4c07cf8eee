#include "text/parsing/opaque.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace deforest::text {
namespace {

using ast::Declaration;
using ast::OpaqueDeclaration;
using support::Diagnostic;
using support::Diagnostics;
using support::Span;

bool isVariable(const Token& token) {
  return token.kind == TokenKind::Variable || token.kind == TokenKind::VariableOperator;
}

// A prefix of a pattern, and no operator that is defined.
bool isPatternMark(const Token& token) {
  return token.kind == TokenKind::Tilde || token.kind == TokenKind::At ||
         (token.text == "!" && token.spaceBefore && !token.spaceAfter);
}

int nesting(TokenKind kind) {
  switch (kind) {
    case TokenKind::OpenParen:
    case TokenKind::OpenUnboxed:
    case TokenKind::OpenBracket:
    case TokenKind::OpenBrace:
      return 1;
    case TokenKind::CloseParen:
    case TokenKind::CloseUnboxed:
    case TokenKind::CloseBracket:
    case TokenKind::CloseBrace:
      return -1;
    default:
      return 0;
  }
}

// What a declaration defines, from its tokens alone.
class Description {
 public:
  Description(const Token* begin, const Token* end, OpaqueDeclaration& into)
      : begin_(begin), end_(end), into_(into) {}

  void run() {
    for (const Token* token = begin_; token != end_; ++token) {
      if (isVariable(*token)) add(into_.mentions, *token);
    }
    if (begin_ == end_) return;
    switch (begin_->kind) {
      case TokenKind::Data:
      case TokenKind::Newtype:
        defineType(begin_ + 1);
        defineConstructors();
        defineSigned();
        return;
      case TokenKind::Type:
        return defineType(begin_ + 1);
      case TokenKind::Class:
        defineType(begin_ + 1);
        return defineSigned();
      case TokenKind::Instance:
      case TokenKind::Deriving:
      case TokenKind::Default:
      case TokenKind::Infix:
      case TokenKind::Infixl:
      case TokenKind::Infixr:
      case TokenKind::Import:
        return;
      case TokenKind::Foreign:
        return defineSigned();
      default:
        return defineValue();
    }
  }

 private:
  static void add(std::vector<std::string>& names, const Token& token) {
    std::string name = withoutQualifier(token.text);
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }

  // The first token at depth 0 for which `is` holds; else the end.
  template <class Is>
  [[nodiscard]] const Token* find(const Token* from, Is is) const {
    int depth = 0;
    for (const Token* token = from; token != end_; ++token) {
      if (depth == 0 && is(*token)) return token;
      depth += nesting(token->kind);
    }
    return end_;
  }

  // [context =>] Name variables; `data family`, `type instance`, ... too.
  void defineType(const Token* from) {
    const Token* head = find(from, [](const Token& token) {
      return token.kind == TokenKind::Equals || token.kind == TokenKind::Where ||
             token.kind == TokenKind::Bar;
    });
    for (const Token* token = from; token != head; ++token) {
      if (token->kind == TokenKind::DoubleArrow) from = token + 1;
    }
    for (const Token* token = from; token != head; ++token) {
      if (token->kind == TokenKind::Constructor || token->kind == TokenKind::ConstructorOperator) {
        return add(into_.types, *token);
      }
    }
  }

  // Types of fields are named along with them, which does no harm.
  void defineConstructors() {
    const Token* from = find(begin_, [](const Token& token) {
      return token.kind == TokenKind::Equals || token.kind == TokenKind::Where;
    });
    for (const Token* token = from; token != end_; ++token) {
      if (token->kind == TokenKind::Constructor || token->kind == TokenKind::ConstructorOperator) {
        add(into_.constructors, *token);
      }
    }
  }

  // The names before every `::`: methods, labels.
  void defineSigned() {
    for (const Token* token = begin_; token != end_; ++token) {
      if (token->kind != TokenKind::DoubleColon) continue;
      for (const Token* before = token; before != begin_;) {
        --before;
        if (isVariable(*before)) add(into_.names, *before);
        const bool goesOn = isVariable(*before) || before->kind == TokenKind::Comma ||
                            before->kind == TokenKind::OpenParen ||
                            before->kind == TokenKind::CloseParen;
        if (!goesOn) break;
      }
    }
  }

  // f x = .., x <+> y = .., (a, b) = .., f :: ..; a splice defines nothing that is known here.
  void defineValue() {
    const auto endsHead = [](const Token& token) {
      return token.kind == TokenKind::Equals || token.kind == TokenKind::Bar ||
             token.kind == TokenKind::DoubleColon;
    };
    const Token* head = find(begin_, endsHead);
    if (head == end_) return;
    if (begin_->text == "pattern" && begin_ + 1 != head) {
      for (const Token* token = begin_ + 1; token != head; ++token) {
        if (token->kind == TokenKind::Constructor ||
            token->kind == TokenKind::ConstructorOperator) {
          return add(into_.constructors, *token);
        }
      }
    }
    const Token* op = find(begin_, [&](const Token& token) {
      return (&token >= head) ||
             (token.kind == TokenKind::VariableOperator && !isPatternMark(token)) ||
             token.kind == TokenKind::Backquote;
    });
    if (op < head && head->kind != TokenKind::DoubleColon) {
      return add(into_.names, op->kind == TokenKind::Backquote ? op[1] : *op);
    }
    if (begin_->kind == TokenKind::Variable && head->kind != TokenKind::DoubleColon) {
      return add(into_.names, *begin_);
    }
    for (const Token* token = begin_; token != head; ++token) {
      if (isVariable(*token) && !isPatternMark(*token)) add(into_.names, *token);
    }
  }

  const Token* begin_;
  const Token* end_;
  OpaqueDeclaration& into_;
};

const std::string* clauseName(const Declaration& declaration) {
  const auto* clause = std::get_if<ast::Clause>(&declaration.node);
  return clause == nullptr ? nullptr : &clause->name;
}

void addMentions(ast::Module& module) {
  std::set<std::string> words(module.untouchedIdentifiers.begin(),
                              module.untouchedIdentifiers.end());
  for (const OpaqueDeclaration& declaration : module.opaque) {
    words.insert(declaration.mentions.begin(), declaration.mentions.end());
  }
  module.untouchedIdentifiers.assign(words.begin(), words.end());
}

}  // namespace

void OpaqueFinder::describe(OpaqueDeclaration& declaration) const {
  const Token* tokens = lexemes_.tokens.data();
  Description(tokens + lexemes_.tokenAt(declaration.span.begin),
              tokens + lexemes_.tokenAt(declaration.span.end), declaration)
      .run();
}

void OpaqueFinder::complete(ast::Module& module) const {
  std::map<std::string, Diagnostic> reasons;
  for (OpaqueDeclaration& declaration : module.opaque) {
    describe(declaration);
    for (const std::string& name : declaration.names) {
      reasons.emplace(name, declaration.reason);
    }
  }
  std::erase_if(module.declarations, [&](const Declaration& declaration) {
    const std::string* name = clauseName(declaration);
    const auto reason = name == nullptr ? reasons.end() : reasons.find(*name);
    if (reason == reasons.end()) return false;
    module.opaque.push_back({declaration.span, reason->second, {}, {}, {}, {}});
    describe(module.opaque.back());
    return true;
  });
  std::ranges::stable_sort(module.opaque, {}, [](const OpaqueDeclaration& declaration) {
    return declaration.span.begin;
  });
  addMentions(module);
}

Diagnostics OpaqueFinder::takeOut(ast::Module& module, const Diagnostics& errors) const {
  Diagnostics others;
  std::map<std::string, Diagnostic> functions;
  std::map<const Declaration*, Diagnostic> declarations;
  for (const Diagnostic& error : errors) {
    const auto behind =
        std::ranges::upper_bound(module.declarations, error.span.begin, {},
                                 [](const Declaration& each) { return each.span.begin; });
    if (behind == module.declarations.begin() || !(error.span.begin < (behind - 1)->span.end)) {
      others.push_back(error);
      continue;
    }
    const Declaration& declaration = *(behind - 1);
    if (const std::string* name = clauseName(declaration)) {
      functions.emplace(*name, error);
      continue;
    }
    declarations.emplace(&declaration, error);
    if (const auto* signature = std::get_if<ast::Signature>(&declaration.node)) {
      for (const std::string& name : signature->names) functions.emplace(name, error);
    }
  }
  std::vector<Declaration> left;
  for (Declaration& declaration : module.declarations) {
    std::optional<Diagnostic> reason;
    if (const std::string* name = clauseName(declaration)) {
      if (const auto found = functions.find(*name); found != functions.end()) {
        reason = found->second;
      }
    } else if (const auto found = declarations.find(&declaration); found != declarations.end()) {
      reason = found->second;
    }
    if (!reason) {
      left.push_back(std::move(declaration));
      continue;
    }
    module.opaque.push_back({declaration.span, *reason, {}, {}, {}, {}});
    describe(module.opaque.back());
  }
  module.declarations = std::move(left);
  std::ranges::stable_sort(module.opaque, {}, [](const OpaqueDeclaration& declaration) {
    return declaration.span.begin;
  });
  addMentions(module);
  return others;
}

}  // namespace deforest::text
