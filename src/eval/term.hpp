// Values that belong to no machine: inputs made by the generator, given to several programs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "eval/show.hpp"
#include "eval/value.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

/// One node of a term: a scalar or a datum.
struct TermNode {
  ir::TypeId type;
  ir::CtorId ctor;         ///< Not valid for scalars.
  std::uint64_t bits = 0;  ///< Of a scalar; a large Integer is a kept one.
  std::uint32_t size = 1;  ///< Nodes of the subterm that starts here.
  bool operator==(const TermNode&) const = default;
};

/// A term: its nodes in preorder. The subterm at node `i` is the nodes from `i` up to `i + size`.
using Term = std::vector<TermNode>;

/// The subterms right below the node at `index`, by their first nodes.
[[nodiscard]] std::vector<std::size_t> childrenOf(const Term& term, std::size_t index);

/// A copy of the subterm at `index`.
[[nodiscard]] Term subterm(const Term& term, std::size_t index);

/// `term` with the subterm at `index` replaced by another of the same type.
[[nodiscard]] Term withSubterm(const Term& term, std::size_t index, const Term& replacement);

/// Which types and constructors of one program are those of another, by name.
struct Correspondence {
  std::vector<ir::TypeId> types;         ///< By type of the first; invalid: has no counterpart.
  std::vector<ir::CtorId> constructors;  ///< By constructor of the first.
};

/// Types correspond if they have the same name and kind and their constructors, in the same order,
/// have the same names and fields of corresponding types.
[[nodiscard]] Correspondence correspond(const ir::Program& from, const ir::Program& to);

/// The value of `term` on a heap. The term's types and constructors are those of `program`, or
/// those that `correspondence` maps to it. Throws LimitError if the heap is full.
[[nodiscard]] Value build(Heap& heap, const ir::Program& program, const Term& term,
                          const Correspondence* correspondence = nullptr);

/// The term of the same value in which the trees of libraries are as `build` makes them: then it
/// has nothing to sort.
[[nodiscard]] Term settled(const ir::Program& program, Term term);

/// The term of a value, if it has at most `most` nodes; what is shared is copied. Needs no machine
/// stack.
[[nodiscard]] std::optional<Term> termOf(const ir::Program& program, ir::TypeId type, Value value,
                                         std::size_t most);

/// Fills in the sizes of the nodes of a term.
void setSizes(const ir::Program& program, Term& term);

/// A term of one program as one of another; nothing if that lacks a type or constructor.
[[nodiscard]] std::optional<Term> translated(const Term& term,
                                             const Correspondence& correspondence);

/// The term as Haskell source, as an argument of a function: in parentheses where necessary.
[[nodiscard]] std::string showTerm(const ir::Program& program, const Term& term,
                                   std::size_t limit = 4000);

/// The same of several, separated by spaces.
[[nodiscard]] std::string showTerms(const ir::Program& program, const std::vector<Term>& terms,
                                    std::size_t limit = 4000);

}  // namespace deforest::eval
