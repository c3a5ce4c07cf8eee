// Names of variables do not matter: renumbering, comparison up to renaming, substitution, and
// copying code from one function into another.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "ir/program.hpp"

namespace deforest::ir {

/// Maps variables of one function to atoms, of the same function or another.
class Substitution {
 public:
  Substitution() = default;
  /// Of variables of `source`: those that stand outside of its branches, and some of one branch.
  explicit Substitution(const Function& source)
      : first_(source.parameters.size() + source.resultTypes.size()) {}

  void set(VarId variable, Atom atom);

  /// What `variable` is mapped to; null if it is not mapped.
  [[nodiscard]] const Atom* find(VarId variable) const;

  /// The atom itself if it is a literal or not mapped.
  [[nodiscard]] Atom operator()(const Atom& atom) const;

 private:
  [[nodiscard]] const Atom* at(std::uint32_t variable) const;

  // An invalid variable stands for "not mapped". Branches have numbers of their own: to have room
  // for all of them would take as long as there are branches, for each of them.
  std::vector<Atom> first_;
  std::vector<Atom> others_;
  std::uint32_t offset_ = 0;  // Of the others.
};

/// Numbers the variables in order of binding, parameters first, the results of a binding before
/// what its blocks bind, and drops those that are not bound.
void renumber(Function& function);
void renumber(Program& program);

/// Whether two functions of one program, or of programs with equal numbers of types, constructors
/// and functions, do the same by the same operations: parameters, results and body agree up to the
/// names of variables. Names, positions and documentation of the functions do not count. Callees
/// are compared by `sameCallee`, or must be equal.
using CalleeEquality = std::function<bool(FunId, FunId)>;
[[nodiscard]] bool alphaEquivalent(const Function& a, const Function& b,
                                   const CalleeEquality& sameCallee = {});

/// Whether the programs differ at most in the names and numbers of variables.
[[nodiscard]] bool alphaEquivalent(const Program& a, const Program& b);

/// Whether two blocks of one function come to the same by the same operations, and `positions`: at
/// the same positions of the source, up to the names of the variables they bind.
class BlockEquality {
 public:
  explicit BlockEquality(const Function& function, bool positions = true);
  [[nodiscard]] bool operator()(const Block& a, const Block& b);

 private:
  const Function& function_;
  bool positions_;
  std::vector<VarId> partner_;  // By variable: itself, but while blocks are compared.
};

/// Equal for functions that are equivalent. `calleeHash` says what a callee contributes; without
/// it, its id.
[[nodiscard]] std::uint64_t alphaHash(const Function& function,
                                      const std::function<std::uint64_t(FunId)>& calleeHash = {});

/// Replaces the variables that the block reads. What it binds must not be mapped.
void substitute(Block& block, const Substitution& substitution);

/// A copy of `block`, which belongs to `source`, for use in `target`. Every variable bound in it
/// gets a fresh variable of `target`, of the same type and name; the others become what
/// `substitution` says, or stay what they are if source and target are the same function. A free
/// variable without a substitute is an internal error otherwise. `substitution` then also maps the
/// variables bound in `block`.
[[nodiscard]] Block freshCopy(const Block& block, Substitution& substitution,
                              const Function& source, Function& target);

/// The body of `callee` for inlining at a call with these arguments, which belong to `target`.
/// `callee` and `target` may be the same object.
[[nodiscard]] Block instantiate(const Function& callee, std::span<const Atom> arguments,
                                Function& target);

/// The same of a callee that is nothing but a match on a parameter, where that is known to be made
/// with the constructor of `taken`, one of its alternatives, of these fields. The other
/// alternatives are not looked at: of a type with many constructors they are most of the function.
[[nodiscard]] Block instantiate(const Function& callee, std::span<const Atom> arguments,
                                const Alternative& taken, std::span<const Atom> fields,
                                Function& target);

/// Puts the bindings of `inlined` in place of a binding of `results`: its bindings are appended to
/// `bindings`, followed by a `Copy` of its results to `results`.
void splice(std::vector<Binding>& bindings, Block inlined, std::vector<VarId> results);

}  // namespace deforest::ir
