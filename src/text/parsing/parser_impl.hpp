// The recursive-descent parser behind text/parsing/parser.hpp. One class, because everything in a
// program nests in everything else; above each part stands the name of its file.
//
// A mistake is thrown as a `SyntaxError` and caught per top-level declaration. Nothing is parsed
// twice: where one token does not tell what comes, a scan over the tokens of a pattern does.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/diagnostic.hpp"
#include "text/lexing/layout.hpp"
#include "text/lexing/lexer.hpp"
#include "text/parsing/ast.hpp"
#include "text/parsing/parser.hpp"

namespace deforest::text {

/// Thrown where a declaration turns out wrong. `reported`: the lexer has said why.
struct SyntaxError {
  support::Diagnostic diagnostic;
  bool reported = false;
};

// What parentheses hold: one element stands for itself, if they do not say that it is a tuple.
template <typename Node, typename Tuple>
void setTuple(Node& result, Tuple tuple) {
  if (!tuple.unboxed && tuple.elements.size() == 1) {
    result = std::move(tuple.elements.front());
  } else {
    result.node = std::move(tuple);
  }
}

class Parser {
 public:
  explicit Parser(const Lexemes& lexemes) : lexemes_(lexemes), stream_(lexemes.tokens) {}

  [[nodiscard]] ast::Module parseModule();
  /// From now on a declaration with an error is opaque.
  void keepOpaque() { keepsOpaque_ = true; }
  [[nodiscard]] ast::Expr parseWholeExpression();
  [[nodiscard]] std::vector<ast::Expr> parseWholeArguments();
  [[nodiscard]] support::Diagnostics& diagnostics() { return diagnostics_; }

 private:
  // Counts how deep the parser is in nested syntax while it lives.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > nestingLimit) {
        --parser_.depth_;
        parser_.failNesting();
      }
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  // ------------------------------------------------------------------------- tokens (inline)
  [[nodiscard]] TokenKind kind() { return stream_.kind(); }
  [[nodiscard]] bool at(TokenKind kind) { return stream_.kind() == kind; }
  // Whether the next token is this unreserved word or operator.
  [[nodiscard]] bool atText(TokenKind kind, std::string_view text) {
    return at(kind) && stream_.peek().text == text;
  }
  const Token& take() {
    stream_.advance();
    return stream_.previous();
  }
  bool accept(TokenKind kind) {
    if (!at(kind)) return false;
    stream_.advance();
    return true;
  }
  // Takes a token of this kind; `expected` says in a message what else would have been right.
  const Token& expect(TokenKind kind, std::string_view expected) {
    if (!at(kind)) unexpected(expected);
    return take();
  }
  [[nodiscard]] support::Position begin() const { return stream_.raw().span.begin; }
  [[nodiscard]] support::Span since(support::Position begin) const {
    return {begin, stream_.previous().span.end};
  }
  template <class Node>
  [[nodiscard]] static ast::Box<Node> box(Node node) {
    return std::make_unique<Node>(std::move(node));
  }

  // ------------------------------------------------------------------------------------ errors.cpp
  [[noreturn]] void unexpected(std::string_view expected);
  [[noreturn]] static void fail(support::Span span, std::string message, std::string hint);
  [[noreturn]] void failNesting();
  // A block has ended that should have had an item.
  [[noreturn]] void failEmpty(std::string_view item);
  // The end of an item is due, and another token comes.
  [[noreturn]] void unexpectedAfter(std::string_view item);
  // The bracket `open` must be closed here by a token of this kind, which is not the next one;
  // `orElse` says what else would be right.
  [[noreturn]] void failClose(TokenKind close, const Token& open, std::string_view orElse);
  void expectClose(TokenKind close, const Token& open, std::string_view orElse) {
    if (!at(close)) failClose(close, open, orElse);
    stream_.advance();
  }
  [[noreturn]] void notInLanguage(const Token& token, std::string_view what, std::string_view hint);

  // ------------------------------------------------------------------------------------ blocks.cpp
  // Parses the items of a block, the next token being the one after the keyword.
  template <class Item>
  void parseBlock(Item item);
  [[nodiscard]] bool startsItem();
  [[nodiscard]] std::vector<ast::Declaration> parseLocalDeclarations();
  [[nodiscard]] ast::Rhs parseRhs(TokenKind separator);
  [[nodiscard]] std::vector<ast::GuardedExpr> parseGuardedExprs(TokenKind separator);
  [[nodiscard]] ast::Guard parseGuard();
  [[nodiscard]] bool looksLikeBind() const;
  [[nodiscard]] ast::CaseAlternative parseAlternative();
  [[nodiscard]] ast::Statement parseStatement();
  [[nodiscard]] ast::Expr parseLetBody(const Token& let,
                                       std::vector<ast::Declaration> declarations);
  [[noreturn]] void failSeparator(TokenKind separator);
  [[noreturn]] void failAfterGuard(TokenKind separator);

  // ------------------------------------------------------------------------------------ module.cpp
  void parseHeader(ast::Module& module);
  void recoverFromHeader();
  void parseExports(ast::Module& module);
  void parseBody(ast::Module& module);
  void parseTopLevel(ast::Module& module, bool& declarationsBegan);
  void recordError(const SyntaxError& error);
  [[nodiscard]] ast::Import parseImport();
  ast::Entity parseEntity();
  void rejectForeignDeclaration(const Token& first);
  [[nodiscard]] std::string documentationOf(std::size_t first, std::size_t end);
  [[nodiscard]] std::string textSince(const Token& first) const;

  // ------------------------------------------------------------------------------ declarations.cpp
  [[nodiscard]] ast::Declaration parseDeclaration();
  [[nodiscard]] bool looksLikeSignature() const;
  [[nodiscard]] ast::Signature parseSignature();
  void parseTyped(ast::Declaration& declaration);
  void splitTuple(std::vector<ast::Declaration>& declarations);
  static void splitTyped(std::vector<ast::Declaration>& declarations);
  void annotateWhole(ast::Pattern& pattern);
  [[nodiscard]] ast::Fixity parseFixity();
  void parseBinding(ast::Declaration& declaration);
  // A left-hand side: of a function, with `name`, or of a pattern binding, with the one pattern.
  struct LeftHandSide {
    bool function = false;
    std::string name;
    std::vector<ast::Pattern> patterns;
  };
  [[nodiscard]] LeftHandSide parseLeftHandSide(int parentheses);
  void parseInfixLeftHandSide(LeftHandSide& left, support::Position from);
  [[nodiscard]] bool looksLikeParenthesisedFunction() const;
  [[nodiscard]] bool atBang();
  [[nodiscard]] std::string parseVariableName();
  [[nodiscard]] std::string parseLabel();
  [[nodiscard]] std::optional<std::string> acceptOperatorName();
  [[nodiscard]] static std::string unqualified(const Token& token);

  // -------------------------------------------------------------------------------------- data.cpp
  [[nodiscard]] ast::DataDeclaration parseData();
  [[nodiscard]] ast::TypeSynonym parseSynonym();
  void parseTypeHead(std::string& name, std::vector<std::string>& parameters);
  [[nodiscard]] bool looksLikeContext() const;
  [[nodiscard]] ast::ConstructorDeclaration parseConstructor();
  [[nodiscard]] static ast::ConstructorField asOperand(std::vector<ast::ConstructorField> items,
                                                       support::Span span);
  void parseInfixConstructor(ast::ConstructorDeclaration& constructor);
  void parseRecordFields(ast::ConstructorDeclaration& constructor);
  [[nodiscard]] ast::ConstructorField parseField();
  void takeDerivingStrategy();
  void parseDeriving(ast::DataDeclaration& data);

  // -------------------------------------------------------------------------- generalised_data.cpp
  void refuseGeneralised(std::string_view what, std::string_view hint);
  void parseGeneralised(ast::DataDeclaration& data);
  void parseTypedConstructors(ast::DataDeclaration& data);
  void parseConstructorType(ast::ConstructorDeclaration& constructor,
                            const ast::DataDeclaration& data);
  void parseOwnVariables(ast::ConstructorDeclaration& constructor);
  std::size_t parseKind();

  // ----------------------------------------------------------------------------------- classes.cpp
  [[nodiscard]] ast::ClassDeclaration parseClass();
  std::string parseDependencies(const std::vector<std::string>& variables);
  [[nodiscard]] ast::InstanceDeclaration parseInstance();
  void takeOverlap(ast::InstanceDeclaration& declared);
  [[nodiscard]] ast::DerivingDeclaration parseStandaloneDeriving();
  void parseContext(std::vector<ast::TypeExpr>& context);
  [[nodiscard]] std::vector<ast::Declaration> parseClassBody();

  // ------------------------------------------------------------------------------------- types.cpp
  [[nodiscard]] ast::TypeExpr parseType();
  [[nodiscard]] ast::TypeExpr parseSignatureType(std::vector<ast::TypeExpr>& context,
                                                 std::vector<std::string>* variables = nullptr);
  void parseNatural(ast::TypeExpr& result);
  static void addConstraints(ast::TypeExpr source, std::vector<ast::TypeExpr>& context);
  void parseArrowRest(ast::TypeExpr& from);
  void parseTypeApplication(ast::TypeExpr& result);
  void parseTypeAtom(ast::TypeExpr& result);
  void parseTypeBrackets(ast::TypeExpr& result);
  void parseTypeParentheses(ast::TypeExpr& result);
  bool parseTypeName(ast::TypeExpr& result, const Token& open);
  void parseTypeTuple(ast::TypeExpr& result, const Token& open);
  [[nodiscard]] bool startsTypeAtom();
  [[nodiscard]] bool acceptArrow();
  [[nodiscard]] bool atForall();
  std::vector<std::string> parseForall();

  // ---------------------------------------------------------------------------------- patterns.cpp
  [[nodiscard]] ast::Pattern parsePattern();
  [[nodiscard]] ast::Pattern parseTypedPattern();
  void parseParameters(std::vector<ast::Pattern>& parameters);
  void parsePatternAnnotation(ast::Pattern& pattern);
  void parsePatternTail(ast::Pattern& first);
  void parsePatternOperand(ast::Pattern& result);
  void parseNegativePattern(ast::Pattern& result);
  void parsePatternArguments(ast::Pattern& result, TokenKind first);
  void parsePatternAtom(ast::Pattern& result);
  void parseSimplePattern(ast::Pattern& result);
  void parseVariablePattern(ast::Pattern& result);
  void parseConstructorPattern(ast::Pattern& result);
  void parsePrefixedPattern(ast::Pattern& result);
  void parsePatternBrackets(ast::Pattern& result);
  void parsePatternParentheses(ast::Pattern& result);
  [[noreturn]] void failPatternParentheses(TokenKind close, const Token& open);
  void parseRecordPattern(ast::RecordPattern& record);
  [[nodiscard]] bool startsPatternAtom();

  // ------------------------------------------------------------------------------- expressions.cpp
  [[nodiscard]] ast::Expr parseExpression();
  // An operator application, or a single operand. Sets `bare` if it is the former (a parenthesised
  // one is an operand).
  [[nodiscard]] ast::Expr parseInfix(bool& bare);
  void parseInfixTail(ast::Expr& first, bool negated, support::Position from);
  void parseAnnotation(ast::Expr& expression, support::Position from);
  [[nodiscard]] bool atInnerOperator();
  [[nodiscard]] ast::Expr parseOperand();
  void parseApplication(ast::Expr& result);
  bool startsBlock();
  bool startsArgument();
  bool atTypeArgument();
  void parseTypeArguments(ast::Expr& name);
  void parseApplied(ast::Expr& function, support::Position from);
  void parseAtom(ast::Expr& result);
  void parseSimpleAtom(ast::Expr& result);
  void parseParentheses(ast::Expr& result);
  void parseParenthesesRest(ast::Expr& result, const Token& open, bool bare);
  bool parseSpecialParentheses(ast::Expr& result, const Token& open);
  void parseRightSection(ast::Expr& result, std::pair<std::string, support::Span> op);
  void parseLeftSection(ast::Expr& result, bool bare);
  using TupleElements = std::vector<std::optional<ast::Expr>>;  // nothing: it is missing
  void parseTupleRest(ast::Expr& result, TupleElements elements);
  void parseUnboxed(ast::Expr& result);
  void parseBrackets(ast::Expr& result);
  [[nodiscard]] bool runsActionsAt(const Token& open) const;
  struct Qualifiers {
    std::vector<ast::Guard> guards;
    std::vector<std::string> names;
  };
  Qualifiers parseQualifiers();
  void parseComprehension(ast::Expr& result, const Token& open);
  Qualifiers sideBySide(std::vector<Qualifiers> branches, support::Span span);
  [[nodiscard]] std::string freshNumber();
  static void nameParameters(std::vector<ast::Pattern>& parameters, ast::Rhs& rhs);
  void parseLambdaCase(ast::Expr& result, support::Position from);
  void parseRecord(ast::Expr& record, support::Position begin);
  void parseLambda(ast::Expr& result);
  void parseLet(ast::Expr& result);
  void parseIf(ast::Expr& result);
  void parseCase(ast::Expr& result);
  void parseDo(ast::Expr& result);
  [[nodiscard]] bool startsAtom();
  [[nodiscard]] bool atOperator();
  [[nodiscard]] bool atMinus() { return atText(TokenKind::VariableOperator, "-"); }
  // How many tokens the operator at the next token has: 3 with backquotes.
  [[nodiscard]] std::size_t operatorLength() { return at(TokenKind::Backquote) ? 3 : 1; }
  [[nodiscard]] std::pair<std::string, support::Span> parseOperator();
  [[nodiscard]] ast::LiteralNode parseLiteral();
  void acceptSemicolonBefore(TokenKind kind);

  const Lexemes& lexemes_;
  TokenStream stream_;
  support::Diagnostics diagnostics_;
  // How many declarations were wrong, those of which the lexer said so included.
  std::size_t errors_ = 0;
  bool keepsOpaque_ = false;
  bool blockArguments_ = false;
  bool namesNaturals_ = false;
  int depth_ = 0;
  // How many updates of updates the current declaration has.
  int updates_ = 0;
  std::size_t nextComment_ = 0;
  // Numbers at the end of names that comprehensions must not take.
  bool knowsTakenNumbers_ = false;
  std::set<std::string, std::less<>> takenNumbers_;
  std::uint64_t lastNumber_ = 0;
};

template <class Item>
void Parser::parseBlock(Item item) {
  const TokenStream::Block block = stream_.beginBlock();
  if (block == TokenStream::Block::Empty) return;
  const bool braces = block == TokenStream::Block::Braces;
  const Token& open = stream_.previous();
  while (true) {
    while (at(TokenKind::VirtualSemicolon) || at(TokenKind::Semicolon)) stream_.advance();
    if (at(braces ? TokenKind::CloseBrace : TokenKind::VirtualClose)) break;
    // What cannot begin an item ends a block that is written by indentation.
    if (!braces && !startsItem()) break;
    item();
    if (at(TokenKind::VirtualSemicolon) || at(TokenKind::Semicolon)) continue;
    if (braces && !at(TokenKind::CloseBrace)) failClose(TokenKind::CloseBrace, open, "`;`");
    break;
  }
  stream_.endBlock();
}

}  // namespace deforest::text
