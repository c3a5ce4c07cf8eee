// Which types can be changed, since none but the functions of the program knows of them.
#pragma once

#include <set>
#include <vector>

#include "ir/program.hpp"

namespace deforest::backends {

/// Which types the values of a type are made of. Refers to the program.
class TypesWithin {
 public:
  explicit TypesWithin(const ir::Program& program)
      : program_(program), within_(program.types.size()) {}

  /// The types of which values can be reached from those of the type, itself among them.
  [[nodiscard]] const std::set<ir::TypeId>& of(ir::TypeId type) const;

 private:
  void collect(ir::TypeId type, std::set<ir::TypeId>& types) const;

  const ir::Program& program_;
  mutable std::vector<std::set<ir::TypeId>> within_;
};

/// What knows of types besides the functions that are compiled.
struct Outsiders {
  bool constants = false;  ///< Functions without parameters: what they are made of all share.
  /// Functions of libraries, by all that they are given and give; otherwise by what they make or take
  /// apart alone.
  bool libraries = false;
};

/// By type: whether roots, functions of libraries or foreign calls know of it.
[[nodiscard]] std::vector<bool> typesOutside(const ir::Program& program, const TypesWithin& within,
                                             Outsiders outsiders);

}  // namespace deforest::backends
