// When a call that results in a function may be made each time that function is applied.
//
//     add x = \y -> x + y                    add 3 stands for \y -> add 3 y: nothing is repeated
//     slow x = let t = big x in \y -> t + y  slow 3 is evaluated where it stands: t is kept
//     foldr f z (x : xs) = f x (foldr f z xs)      at functions: foldr f z xs a, if f itself
//                                                  does no work before it has its last argument
//
// It may if what the body evaluates before it has that argument is cheap: variables, literals,
// primitive operations, matches, functions with too few arguments. Calls that result in functions
// are cheap if the same holds for them; where that depends on itself, it holds. Functions whose
// signature ends in `ShowS` wait for the text in any case: they are written as pieces of it. So do
// functions that result in a newtype of functions (`State`, `Parser`) and choose which: they are
// written as actions, which are run where they stand.
#pragma once

#include <optional>
#include <set>
#include <unordered_map>

#include "text/lowering/program.hpp"

namespace deforest::text {

class Delay {
 public:
  explicit Delay(ProgramBuilder& builder) : builder_(builder) {}

  /// `instance.parts` has an entry for each of the arguments, invalid where nothing is known.
  [[nodiscard]] bool isCheap(const Instance& instance);

  /// Whether the function looks at something before it results in one function or another.
  [[nodiscard]] static bool chooses(const resolved::Function& function);

 private:
  using Term = resolved::Term;
  /// The function whose body is looked at.
  struct Body {
    Substitution substitution;
    const Instance* instance = nullptr;
    std::unordered_map<std::uint32_t, ShapeId> known;  ///< Of locals.
  };
  /// The term, applied to `more` arguments.
  bool isCheap(const Term& term, std::size_t more, const Body& body);
  bool isCheap(const resolved::Rhs& rhs, std::size_t more, const Body& body);
  bool isCheap(const resolved::LetGroup& group, const Body& body);
  bool areCheap(const std::vector<Term>& terms, const Body& body);
  bool isCheapCall(const resolved::FunctionCall& call, const Term& source, std::size_t more,
                   const Body& body);
  bool isCheapUse(resolved::LocalId local, std::size_t more, const Body& body);
  [[nodiscard]] std::optional<Instance> calledBy(const resolved::FunctionCall& call,
                                                 const Body& body);
  [[nodiscard]] ShapeId knownOf(const Term& term, const Body& body) const;

  ProgramBuilder& builder_;
  std::set<resolved::FunctionId> open_;
  std::size_t fuel_ = 20000;
};

}  // namespace deforest::text
