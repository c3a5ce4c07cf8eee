// Declarations that are not understood.
//
//     parse s = runParser (many token <* eof) s      opaque: defines parse, mentions many, eof, ...
//     makeLenses ''Config                            opaque: defines what nobody knows
//     words s = case lexeme s of ...                 is looked at
//
// A module of ordinary Haskell has declarations that the language does not cover. Layout delimits
// them all the same: a declaration goes on until the next line that begins in its column. What is
// between is text that stays as it is, and all that is known of it are words: those that it may
// define, which hide the names that libraries have, and those that it mentions, whose declarations
// keep their names and types.
//
// A function is opaque as a whole, with all its equations. Its signature is looked at unless the
// signature is what is not understood.
#pragma once

#include <string_view>

#include "support/diagnostic.hpp"
#include "text/lexing/lexer.hpp"
#include "text/parsing/ast.hpp"

namespace deforest::text {

class OpaqueFinder {
 public:
  /// Both must outlive the finder. `lexemes` are those of `text`.
  OpaqueFinder(std::string_view text, const Lexemes& lexemes) : text_(text), lexemes_(lexemes) {}

  /// Fills in what the opaque declarations of the module, of which extent and reason are known,
  /// define and mention; equations of functions of which another is opaque become opaque, too.
  void complete(ast::Module& module) const;

  /// Makes the declarations opaque that the errors are about. Returns the errors that are about no
  /// declaration.
  [[nodiscard]] support::Diagnostics takeOut(ast::Module& module,
                                             const support::Diagnostics& errors) const;

 private:
  void describe(ast::OpaqueDeclaration& declaration) const;

  std::string_view text_;
  const Lexemes& lexemes_;
};

}  // namespace deforest::text
