// To how many types the parameters of types are applied:
//
//     newtype StateT s m a = StateT (s -> m (a, s))        s and a to none, m to one
//     newtype Parser m a = Parser (StateT String m a)      m to one, since StateT applies it
//     type Eval m = StateT Int m
//
// What is given for such a parameter is a type with so many arguments missing: `StateT Int Maybe`.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "text/parsing/ast.hpp"

namespace deforest::text {

/// To how many types the variable is applied at most, as far as the type says.
[[nodiscard]] std::size_t applicationsOf(std::string_view variable, const ast::TypeExpr& type);

class Kinds {
 public:
  /// Those of the types and synonyms that the module declares.
  void declare(const ast::Module& module);

  /// Of the argument at `index` of the type, or synonym, of that name.
  [[nodiscard]] std::size_t of(const std::string& type, std::size_t index) const;

 private:
  struct Declared {
    std::vector<std::string> parameters;
    std::vector<const ast::TypeExpr*> parts;  // the fields, or what a synonym stands for
    bool isSynonym = false;
    std::vector<std::size_t> arities = {};  // by parameter
  };
  [[nodiscard]] std::size_t within(std::string_view variable, const ast::TypeExpr& type) const;

  std::map<std::string, Declared, std::less<>> declared_;
};

}  // namespace deforest::text
