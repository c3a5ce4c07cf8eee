// What functions that result in lists do with the end of their list, and which functions read lists
// from there: facts for `given-ends`.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "backends/native/facts.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// A function that is a match on one of its parameters, a list, and makes another list of it, or
/// prints it (written_output.hpp).
struct ListReader {
  std::size_t parameter = 0;  ///< The list.
  bool append = false;        ///< It is `++`, and nothing else.
  std::size_t rest = 0;       ///< Of `++`: the parameter that comes behind the list.
  /// It prints what it makes of the elements, one after the other, and nothing else: the parameter
  /// that stands for what was printed before.
  std::optional<std::size_t> output = {};
  bool plain = false;  ///< It does nothing else for an element than to print it.
};

/// How the function reads a list, if it is `++`, or makes one list of a list of lists, each of
/// which it puts in front of what it makes of those behind it, or prints what it makes of the
/// elements.
[[nodiscard]] std::optional<ListReader> listReader(const ir::Program& program, ir::FunId id);

/// Functions are added as they are made (`add`); what is known of the others stays.
class ListMakers {
 public:
  ListMakers(const ir::Program& program, const CppFacts& facts);

  /// The parameter for which f(.., ys) is f(.., []) ++ ys: all that the function does with it is to
  /// have it at the end of its result.
  [[nodiscard]] std::optional<std::size_t> rest(ir::FunId id) const { return rest_[id.value]; }
  /// Whether some cells of its result are made there, or in what it calls for its result.
  [[nodiscard]] bool makesCells(ir::FunId id) const { return cells_[id.value]; }
  /// Whether that, or it puts something in front.
  [[nodiscard]] bool makesFront(ir::FunId id) const { return front_[id.value]; }

  void add(std::optional<std::size_t> rest, bool cells, bool front);

 private:
  std::vector<std::optional<std::size_t>> rest_;
  std::vector<bool> cells_;
  std::vector<bool> front_;
};

/// The list that each of the branches ends in, if it is one that is made before them and needed for
/// nothing else in the function.
[[nodiscard]] std::optional<ir::VarId> commonEnd(const ir::Function& function,
                                                 const ListMakers& makers,
                                                 const ir::Binding& branches);

}  // namespace deforest::backends
