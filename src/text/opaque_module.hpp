// A module of which declarations may be opaque, while it is found out which ones are.
//
// What uses a declaration that has become opaque is found when names are looked up, so declarations
// are taken out until nothing is wrong with those that are left:
//
//     read the module  =>  errors  =>  take out what they are about  =>  read what is left  =>  ...
//
// Each turn takes one out at least.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"
#include "text/lexing/lexer.hpp"
#include "text/parsing/ast.hpp"
#include "text/parsing/opaque.hpp"
#include "text/scopes/interfaces.hpp"

namespace deforest::text {

class OpaqueModule {
 public:
  /// `interfaces` must outlive the module. Where the module's extensions give text another meaning
  /// than it has here, the declarations that have it are opaque from the beginning; so are those
  /// that the module asks for, or that are `kept`.
  OpaqueModule(std::string_view text, const Package& package, Interfaces& interfaces,
               const std::vector<std::string>& kept = {});

  OpaqueModule(const OpaqueModule&) = delete;
  OpaqueModule& operator=(const OpaqueModule&) = delete;

  /// What is left of it, or what is wrong outside of its declarations.
  [[nodiscard]] const support::Result<ast::Module>& source() const { return source_; }
  /// Without the markers of the C preprocessor: positions are in it.
  [[nodiscard]] std::string_view text() const { return text_; }

  /// Has it read by `read`, which says what is wrong, until nothing is with what is left of it.
  /// Returns the errors that are about no declaration, if there are any.
  template <class Read>
  [[nodiscard]] support::Diagnostics settle(const Read& read) {
    while (true) {
      support::Diagnostics wrong;
      try {
        wrong = read();
      } catch (const support::LocatedLimit& limit) {
        wrong = {limit.diagnostic};
      }
      if (wrong.empty()) return {};
      support::Diagnostics others = finder_.takeOut(*source_, wrong);
      if (!others.empty()) return others;
    }
  }

 private:
  std::string text_;
  Lexemes lexemes_;
  OpaqueFinder finder_;
  support::Result<ast::Module> source_;
};

}  // namespace deforest::text
