// Lists that are made as they are read, as data of first order.
//
//     data Cells = End | Item Int Rest
//     data Rest = Made [Int] | Ready Cells | Leaves Tree | Append Rest Rest
//
//     force :: Rest -> Cells
//     force (Made xs) = case xs of { [] -> End; x : ys -> Item x (Made ys) }
//     force (Ready cells) = cells
//     force (Leaves t) = leaves_lazy t
//     force (Append xs ys) = append_lazy (force xs) ys
//
// A `Rest` is a call that has not been made: one constructor for each function that is called so,
// with the arguments; `force` makes it (Reynolds, Definitional interpreters, 1972).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "backends/native/suspension/additions.hpp"
#include "backends/native/suspension/list_facts.hpp"
#include "backends/native/suspension/lists.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// A form of a function: how it takes its parameters, and whether what it gives is a `Cells`.
struct ListVariant {
  ir::FunId function;
  std::vector<ListForm> parameters;
  bool lazyResult = false;
  auto operator<=>(const ListVariant&) const = default;
};

/// The types for one type of lists.
struct LazyList {
  ListCtors strict;
  ir::TypeId cells;
  ir::TypeId rest;
  ir::CtorId end;
  ir::CtorId item;
  ir::CtorId made;
  ir::CtorId ready;
  ir::FunId force;  ///< Of a `Rest`, its first cell.
  ir::FunId open;   ///< Of a list, its first cell.
  ir::FunId whole;  ///< Of a first cell, the list.
  std::map<ListVariant, ir::CtorId> suspended;
  std::vector<std::pair<ListVariant, ir::FunId>> calls;  ///< Behind `made` and `ready`, in order.
};

/// Adds these types and functions to a program.
class LazyLists {
 public:
  explicit LazyLists(ir::Program& program);

  LazyList& of(ir::TypeId list);
  /// The constructor for a call that waits of this form of a function, which is `made`.
  ir::CtorId suspend(const ListVariant& variant, ir::FunId made, const ir::Function& source);
  /// The type of such a list in that form.
  ir::TypeId typeOf(ir::TypeId list, ListForm form);
  /// Defines what forces, of all calls that were suspended.
  void finish();
  std::string uniqueName(const std::string& name) { return additions_.uniqueFunction(name); }

 private:
  void defineOpen(const LazyList& list);
  void defineWhole(const LazyList& list);
  void defineForce(const LazyList& list);

  ir::Program& program_;
  Additions additions_;
  std::map<ir::TypeId, LazyList> lists_;
};

}  // namespace deforest::backends
