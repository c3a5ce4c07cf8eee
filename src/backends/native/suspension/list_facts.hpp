// What functions do with the lists that they are given, and which lists take long to make.
//
// All of it is found by induction over the calls. A list is *dropped* where on some way not all of
// it is read: `take 0 xs`, `head (x : xs)`, `any p (x : xs)` where p x holds. It *flows* where the
// result is a list whose cells need no more of it than their places in it: `map`, `filter`, `++`.
// A producer is *heavy* if it puts together what it makes by recursion: if what a call within its
// own recursion results in flows through another function, as in
//
//     leaves (Node l r) = leaves l ++ leaves r
//     go k = [q : qs | qs <- go (k - 1), q <- [1 .. n], safe q qs]
//
// What is only put behind a list, as in `concatMap`, is not taken apart. Heavy lists are those that
// fusion cannot do away with, and they may be as long as a search takes.
#pragma once

#include <optional>
#include <vector>

#include "backends/native/suspension/lists.hpp"
#include "graph/call_graph.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// How a list is represented.
enum class ListForm : std::uint8_t {
  Whole,     ///< As a list.
  Cell,      ///< Its first cell is there, or its end.
  Suspended  ///< Nothing of it need be there.
};

/// Of a program in normal form that outlives it.
class ListFacts {
 public:
  explicit ListFacts(const ir::Program& program);

  [[nodiscard]] const ListUses& uses(ir::FunId function) const { return uses_[function.value]; }
  [[nodiscard]] const graph::CallGraph& calls() const { return calls_; }
  [[nodiscard]] bool isList(ir::TypeId type) const { return isList_[type.value]; }

  /// Whether the function can be given a list that is not there yet: it reads it once on each way,
  /// and hands it only to others of which that holds, or on in its result.
  [[nodiscard]] bool takesLazily(ir::FunId function, std::size_t parameter) const {
    return takes_[function.value][parameter];
  }
  [[nodiscard]] bool drops(ir::FunId function, std::size_t parameter) const {
    return drops_[function.value][parameter];
  }
  [[nodiscard]] bool flows(ir::FunId function, std::size_t parameter) const {
    return flows_[function.value][parameter];
  }
  /// Whether a form of the function can result in a list that is not there yet.
  [[nodiscard]] bool givesLazily(ir::FunId function) const;
  [[nodiscard]] bool isHeavy(ir::FunId function) const { return heavy_[function.value]; }
  /// How a form of the function that takes the parameter lazily is given it.
  [[nodiscard]] ListForm formOf(ir::FunId function, std::size_t parameter) const {
    return cells_[function.value][parameter] ? ListForm::Cell : ListForm::Suspended;
  }
  /// Whether the call is one of the caller's own recursion.
  [[nodiscard]] bool isWithin(ir::FunId caller, ir::FunId callee) const {
    return calls_.recursive[caller.value] &&
           calls_.componentOf[caller.value] == calls_.componentOf[callee.value];
  }

 private:
  using Table = std::vector<std::vector<bool>>;

  [[nodiscard]] bool isListParameter(ir::FunId function, std::size_t parameter) const;
  [[nodiscard]] std::vector<ir::VarId> parts(ir::FunId function, std::size_t parameter) const;
  [[nodiscard]] bool flowsOn(ir::FunId function, ir::VarId variable) const;
  [[nodiscard]] bool holdsTakes(ir::FunId function, std::size_t parameter) const;
  [[nodiscard]] bool holdsDrops(ir::FunId function, std::size_t parameter) const;
  [[nodiscard]] bool holdsFlows(ir::FunId function, std::size_t parameter) const;
  [[nodiscard]] bool holdsTakenApart(ir::FunId function, std::size_t parameter) const;
  [[nodiscard]] bool holdsCell(ir::FunId function, std::size_t parameter) const;
  [[nodiscard]] bool isHeavyHere(ir::FunId function, const ir::Atom& list) const;
  [[nodiscard]] bool holdsHeavy(ir::FunId function) const;
  void findNested();
  template <class Holds>
  void induce(Table& table, bool start, Holds holds);

  const ir::Program& program_;
  graph::CallGraph calls_;
  std::vector<ListUses> uses_;
  std::vector<bool> isList_;
  Table takes_;
  Table drops_;
  Table flows_;
  Table takenApart_;
  Table cells_;
  std::vector<bool> heavy_;
};

}  // namespace deforest::backends
