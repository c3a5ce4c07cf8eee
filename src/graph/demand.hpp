// What is certainly evaluated, where evaluation is Haskell's.
//
//     f t n = case t of { Leaf -> n; Node x l r -> f l (x + n) }
//
// A call of `f` that is evaluated evaluates `t`, and `n` too: one branch returns it, the other adds
// it, or never ends. So an argument for `n` may as well be computed before the call. Of
// `g b x y = if b then x else y` only `b` is certain.
//
// Certain means: if the variable has no value, the result has none. So a result that fails, or
// whose evaluation does not end, certainly evaluates everything. For recursion the analysis assumes
// that of every function to begin with and takes back what turns out wrong: the least fixed point
// of the functions' abstractions, of which "evaluates everything" is the least element. Each result
// of a function stands for itself.
//
// Mycroft, "The theory and practice of transforming call-by-need into call-by-value", International
// Symposium on Programming, LNCS 83, 1980, is the analysis of functions on flat values. Wadler and
// Hughes, "Projections for strictness analysis", Functional Programming Languages and Computer
// Architecture, LNCS 274, 1987, ask backwards, as here, what a demand on the result demands of the
// arguments. Sergey, Vytiniotis and Peyton Jones, "Modular, higher-order cardinality analysis in
// theory and practice", POPL 2014, say what GHC does. Here a demand is evaluation to the outermost
// constructor, and nothing is said about what happens to its fields.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ir/program.hpp"

namespace deforest::graph {

/// By function, result and parameter: evaluating the result certainly evaluates the parameter.
using Demands = std::vector<std::vector<std::vector<bool>>>;

[[nodiscard]] Demands demandsOf(const ir::Program& program);

/// The same of functions that have changed since `demands` was made, or are new; what others make
/// of them is not asked again, and may be more than is said.
void update(Demands& demands, const ir::Program& program, const std::vector<ir::FunId>& changed);

/// Whether all results of the function certainly evaluate the parameter of that index.
[[nodiscard]] bool demandedByAll(const Demands& demands, ir::FunId function, std::size_t parameter);

/// A set of variables, or all of them.
class VariableSet {
 public:
  [[nodiscard]] static VariableSet everything() {
    VariableSet all;
    all.all_ = true;
    return all;
  }
  [[nodiscard]] bool contains(ir::VarId variable) const;
  [[nodiscard]] bool isEverything() const { return all_; }
  void insert(ir::VarId variable);
  void add(const VariableSet& other);
  void keepOnly(const VariableSet& other);

 private:
  // Sixty-four variables of neighbouring numbers, of which the set has some. In a table of
  // thousands of entries the numbers are large and the sets small.
  struct Word {
    std::uint32_t index;
    std::uint64_t bits;
  };
  bool all_ = false;
  std::vector<Word> words_;  // Ascending.
};

/// Whether a result of a function is known to have no value.
using Fails = std::function<bool(ir::FunId, std::size_t)>;

/// By variable of `function`, itself among them: what evaluating it certainly evaluates, of the
/// variables that are in scope where it is bound; everything if it fails.
[[nodiscard]] std::vector<VariableSet> evaluatedWith(const ir::Program& program,
                                                     const ir::Function& function,
                                                     const Demands& demands,
                                                     const Fails& fails = {});

/// The same of the results of a block, whose other variables are in `known` already; variables it
/// binds are added there.
[[nodiscard]] std::vector<VariableSet> evaluatedWithResults(const ir::Program& program,
                                                            const ir::Block& block,
                                                            const Demands& demands,
                                                            std::vector<VariableSet>& known);

}  // namespace deforest::graph
