// Where lists of a program may come to: classes of places, joined by every binding through which a
// list goes, whichever way.
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "ir/program.hpp"

namespace deforest::backends {

class ListClasses {
 public:
  explicit ListClasses(const ir::Program& program);

  /// Of a variable, of a result and of a field: the class that it is in.
  [[nodiscard]] std::size_t ofVariable(ir::FunId function, ir::VarId variable) const;
  [[nodiscard]] std::size_t ofResult(ir::FunId function, std::size_t result) const;
  /// What follows in a list has none of its own: it is in the class of the list.
  [[nodiscard]] std::size_t ofField(ir::CtorId ctor, std::size_t field) const;
  /// That of lists which come from, or go to, what is no function of the program.
  [[nodiscard]] std::size_t outside() const { return find(0); }

 private:
  [[nodiscard]] std::size_t find(std::size_t place) const;
  void join(std::size_t a, std::size_t b);
  void joinVariable(ir::FunId function, const ir::Atom& atom, std::size_t place);
  void visit(ir::FunId function, const ir::Block& block, const std::vector<std::size_t>& results);
  void visit(ir::FunId function, const ir::Binding& binding);
  void visitAlternatives(ir::FunId function, const ir::Case& match,
                         const std::vector<std::size_t>& results);
  void bindFields(ir::FunId function, ir::CtorId ctor, const ir::Atom& whole,
                  const std::vector<ir::VarId>& fields);
  void keepWithin(ir::TypeId type);
  [[nodiscard]] bool isList(ir::TypeId type) const { return lists_[type.value]; }
  /// Whether the field is what follows in a list.
  [[nodiscard]] bool isRest(ir::CtorId ctor, std::size_t field) const;

  const ir::Program& program_;
  std::vector<bool> lists_;              // by type
  std::set<ir::TypeId> kept_;            // of roots
  std::vector<std::size_t> variables_;   // by function: the place of its first variable
  std::vector<std::size_t> results_;     // by function: of its first result
  std::vector<std::size_t> fields_;      // by constructor: of its first field
  mutable std::vector<std::size_t> of_;  // by place: another one of its class, or itself
};

}  // namespace deforest::backends
