// Lists of a program: where their cells are read and what becomes of them.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "ir/program.hpp"

namespace deforest::backends {

struct ListCtors {
  ir::CtorId nil;
  ir::CtorId cons;
};

/// The constructors of a type of lists; none of any other type.
[[nodiscard]] std::optional<ListCtors> listCtors(const ir::Program& program, ir::TypeId type);

/// One place where a list is read.
struct ListUse {
  enum class Kind : std::uint8_t {
    Scrutinee,  ///< The function's own match takes it apart.
    Argument,   ///< A call gets it.
    Tail,       ///< It is what follows in a cell.
    Result,     ///< The function results in it, on this way.
    Other       ///< It is stored, shown, given to a library, ...
  };
  Kind kind = Kind::Other;
  ir::FunId callee{};         ///< Argument: of this function,
  std::size_t parameter = 0;  ///< at this place.
  /// Argument, Tail: what the call, or the cell, is bound to; none if that is several variables.
  std::optional<ir::VarId> made{};
  const ir::Block* block = nullptr;  ///< In which it is read.
};

/// What a function does with its variables. Refers to the function.
class ListUses {
 public:
  ListUses(const ir::Program& program, const ir::Function& function);

  [[nodiscard]] const std::vector<ListUse>& of(ir::VarId variable) const {
    return uses_[variable.value];
  }
  /// The operation that a variable is the only result of; null of parameters and fields.
  [[nodiscard]] const ir::Operation* definition(ir::VarId variable) const {
    return definitions_[variable.value];
  }
  /// In which it is bound; null of parameters.
  [[nodiscard]] const ir::Block* home(ir::VarId variable) const { return homes_[variable.value]; }
  /// What the function results in, on one of its ways.
  [[nodiscard]] bool isResult(ir::VarId variable) const { return results_.contains(variable); }
  /// The match that the function is, if it takes apart this list.
  [[nodiscard]] const ir::Case* matchOn(ir::VarId variable) const;
  /// What follows the first element in the function's match on this list; none if there is none.
  [[nodiscard]] std::optional<ir::VarId> tailOf(ir::VarId variable) const;
  /// Whether on no way more than one of the variable and what follows in it is read, once.
  [[nodiscard]] bool isLinear(ir::VarId variable) const;
  /// Whether on some way that does not fail none of it is read, but its first cell.
  [[nodiscard]] bool isDropped(ir::VarId variable) const;

 private:
  void visit(const ir::Block& block, bool results);
  void add(const ir::Atom& atom, ListUse use);
  [[nodiscard]] std::set<ir::VarId> parts(ir::VarId variable) const;

  const ir::Program& program_;
  const ir::Function& function_;
  std::vector<std::vector<ListUse>> uses_;
  std::vector<const ir::Operation*> definitions_;
  std::vector<const ir::Block*> homes_;
  std::set<ir::VarId> results_;
};

/// How often the variables are read: by an operation without its blocks, and with them.
[[nodiscard]] std::size_t readsItself(const ir::Operation& operation,
                                      const std::set<ir::VarId>& variables);
[[nodiscard]] std::size_t countReads(const ir::Operation& operation,
                                     const std::set<ir::VarId>& variables);
[[nodiscard]] std::size_t countReads(const ir::Block& block, const std::set<ir::VarId>& variables);

/// The most that is read of the variables on one way through the block, and the least on one that
/// does not fail.
[[nodiscard]] std::size_t mostReads(const ir::Block& block, const std::set<ir::VarId>& variables);
[[nodiscard]] std::size_t leastReads(const ir::Block& block, const std::set<ir::VarId>& variables);

}  // namespace deforest::backends
