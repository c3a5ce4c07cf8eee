// Types, constructors and type declarations as Haskell writes them.
#pragma once

#include <string>
#include <vector>

#include "ir/program.hpp"
#include "text/printing/imports.hpp"

namespace deforest::text {

/// How several results are written: `(# a, b #)` or `(a, b)`.
enum class ResultForm { Unboxed, Boxed };

class TypePrinter {
 public:
  /// Both must outlive the printer; `scope` remembers what is imported.
  TypePrinter(const ir::Program& program, ModuleScope& scope) : program_(program), scope_(scope) {}

  /// The type, in parentheses if it is an application and `atomic` is set.
  [[nodiscard]] std::string type(ir::TypeId id, bool atomic = false);

  /// One result type, or the tuple of several.
  [[nodiscard]] std::string results(const std::vector<ir::TypeId>& types, ResultForm form);

  /// The type of a function.
  [[nodiscard]] std::string signature(const ir::Function& function, ResultForm form);

  /// A constructor applied to arguments, which are atomic words already: `Node l r`, `x : xs`,
  /// `(a, b)`, `E`. Whether it needs parentheses as an argument is said by `isAtomic`.
  [[nodiscard]] std::string construct(ir::CtorId id, const std::vector<std::string>& arguments);
  [[nodiscard]] bool isAtomic(ir::CtorId id) const;
  [[nodiscard]] std::string atomicConstruct(ir::CtorId id,
                                            const std::vector<std::string>& arguments);

  /// The module's type and fixity declarations. Fixities of what the program has not are left out,
  /// and data types that no declaration of the module defines are declared from the type table.
  [[nodiscard]] std::vector<std::string> declarations();

 private:
  [[nodiscard]] std::string head(const ir::Type& type);
  [[nodiscard]] std::string declare(const std::vector<ir::TypeId>& instances);
  [[nodiscard]] std::string abstracted(const std::vector<ir::TypeId>& types,
                                       const std::vector<ir::TypeId>& instances, bool atomic);

  const ir::Program& program_;
  ModuleScope& scope_;
};

/// `(# a, b #)`, `(a, b)`, or the one element itself.
[[nodiscard]] std::string tupleText(const std::vector<std::string>& elements, ResultForm form);

/// The name as it stands alone: operators in parentheses.
[[nodiscard]] std::string prefixName(std::string_view name);

}  // namespace deforest::text
