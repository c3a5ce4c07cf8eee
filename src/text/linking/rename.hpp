// Writes other names for those in a module: what is not local is called what the program calls it.
//
//     import qualified Shapes as S              area = 1
//     area = 1                          ──►     f xs = area_Shapes xs + area
//     f xs = S.area xs + area
//
// Local names are left as they are. Where one is that of something at the top level that is meant,
// that is written with a qualifier: `Main.area`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "text/parsing/ast.hpp"

namespace deforest::text {

/// What the names of one module are to be called. What is wrong with one is reported, and the name
/// left as it is.
class NewNames {
 public:
  NewNames() = default;
  NewNames(const NewNames&) = delete;
  NewNames& operator=(const NewNames&) = delete;
  virtual ~NewNames() = default;

  // What stands somewhere.
  [[nodiscard]] virtual std::string value(const std::string& written, support::Span span) = 0;
  [[nodiscard]] virtual std::string constructor(const std::string& written, support::Span span) = 0;
  [[nodiscard]] virtual std::string type(const std::string& written, support::Span span) = 0;
  [[nodiscard]] virtual std::string label(const std::string& written, support::Span span) = 0;
  /// A method that an instance of the class defines.
  [[nodiscard]] virtual std::string method(const std::string& className,
                                           const std::string& name) = 0;

  // What the module defines.
  [[nodiscard]] virtual std::string ownValue(const std::string& name) = 0;
  [[nodiscard]] virtual std::string ownConstructor(const std::string& name) = 0;
  [[nodiscard]] virtual std::string ownType(const std::string& name) = 0;

  /// The labels of a constructor that `..` stands for: as they are seen, and what they are called.
  [[nodiscard]] virtual std::vector<std::pair<std::string, std::string>> labelsOf(
      const std::string& constructor) = 0;
  /// The qualifier with which what is at the top level can be written.
  [[nodiscard]] virtual const std::string& qualifier() = 0;
};

/// Renames what the declarations of a module define and use. Operators are in order.
void rename(std::vector<ast::Declaration>& topLevel, NewNames& names);

/// Renames what an expression that stands alone uses.
void rename(ast::Expr& expression, NewNames& names);

}  // namespace deforest::text
