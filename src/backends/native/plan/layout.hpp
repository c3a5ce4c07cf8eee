// How values of each type are represented in C++, and what everything is called.
//
//   no constructor has fields        an `enum class`
//   one constructor, small           a struct, passed as a value
//   one constructor, large           a pointer to a cell
//   two, one of them without fields  a pointer to a cell of the other, null for the one
//   otherwise                        a pointer to a cell that begins with a tag; constructors
//                                    without fields share one constant cell each
//
// Small fields come first in a cell, beside the tag, so that nothing is lost to alignment.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "backends/native/hosts.hpp"
#include "backends/native/names.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

enum class CppForm : std::uint8_t { Scalar, Enumeration, Value, Pointer };

struct CppType {
  CppForm form = CppForm::Scalar;
  std::string name;                ///< `Tree`, `std::int64_t`.
  std::string type;                ///< Of variables: `const Tree*`, `std::int64_t`.
  bool tagged = false;             ///< Pointer: cells begin with a tag.
  std::optional<ir::CtorId> null;  ///< Pointer: the constructor that is the null pointer.
  std::size_t bytes = 8;           ///< Of a variable.
  std::string host;                ///< The struct of a host that it is; empty: one of its own.
};

struct CppCtor {
  std::string name;                 ///< Enumerator or struct, without the type: `Node`.
  std::string cell;                 ///< The struct of its cells or values: `Tree::Node`.
  std::string constant;             ///< The cell of a constructor without fields of a tagged type.
  std::vector<std::string> fields;  ///< Names, in the order of the source.
  std::vector<std::size_t> order;   ///< Indices of the fields, in the order of memory.
};

class CppLayout {
 public:
  /// Of the types that the functions for which `used` holds mention, some of which may be a host's.
  CppLayout(const ir::Program& program, const std::vector<bool>& used, const CppHosts& hosts = {});

  [[nodiscard]] const CppType& operator[](ir::TypeId type) const { return types_[type.value]; }
  [[nodiscard]] const CppCtor& operator[](ir::CtorId ctor) const { return ctors_[ctor.value]; }

  /// The types to declare, such that what is held by value comes before what holds it.
  [[nodiscard]] const std::vector<ir::TypeId>& order() const { return order_; }

  /// The type of a function's results: of the one, or a struct of several.
  [[nodiscard]] const std::string& results(const std::vector<ir::TypeId>& types) const;

  /// The structs of several results: their names and the types of their fields `result1`, ...
  [[nodiscard]] const std::vector<std::pair<std::string, std::vector<ir::TypeId>>>& resultStructs()
      const {
    return results_;
  }

  /// The names taken in the name space; those of functions are to be added.
  [[nodiscard]] CppNames& names() { return names_; }

  /// Whether making a value with the constructor allocates a cell.
  [[nodiscard]] bool allocates(ir::CtorId ctor) const;

 private:
  void choose(ir::TypeId id);
  void nameFields(ir::CtorId id);
  void takeFromHosts(const CppHosts& hosts);
  void nameResults(const std::vector<ir::TypeId>& types);
  void declare(ir::TypeId id, std::vector<bool>& done);

  const ir::Program& program_;
  CppNames names_;
  std::vector<bool> used_;
  std::vector<std::uint8_t> state_;  // 0 not chosen, 1 being chosen, 2 chosen
  std::vector<CppType> types_;
  std::vector<CppCtor> ctors_;
  std::vector<ir::TypeId> order_;
  std::vector<std::pair<std::string, std::vector<ir::TypeId>>> results_;
};

/// By type: whether its values have cells.
[[nodiscard]] std::vector<bool> typesWithCells(const ir::Program& program, const CppLayout& layout);

}  // namespace deforest::backends
