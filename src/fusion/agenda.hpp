// What is still to be driven (fusion/drive), and by which unfoldings it came about.
#pragma once

#include <cstddef>
#include <vector>

#include "ir/program.hpp"

namespace deforest::fusion {

// One unfolding on the way to a binding.
struct Unfolding {
  ir::FunId callee;
  ir::CtorId ctor;  // Of the traversed argument.
  unsigned size;    // Of what was known of it.
  const Unfolding* outer;
  std::size_t number;  // Of unfoldings before it.
};

// The innermost that is among the first `number` unfoldings. What is driven in the branch of a
// conditional that was met before is not held to those begun since: they knew less.
inline const Unfolding* begunBefore(std::size_t number, const Unfolding* unfolding) {
  while (unfolding != nullptr && unfolding->number >= number) unfolding = unfolding->outer;
  return unfolding;
}

// A binding still to be driven.
struct Work {
  ir::Binding binding;
  const Unfolding* unfolding = nullptr;
};

// Bindings still to be driven, the next one last, and the results wanted in the end.
struct Agenda {
  std::vector<Work> work;
  std::vector<ir::Atom> results;

  void push(std::vector<ir::Binding> bindings, const Unfolding* unfolding) {
    for (auto binding = bindings.rbegin(); binding != bindings.rend(); ++binding) {
      work.push_back({std::move(*binding), unfolding});
    }
  }
};

}  // namespace deforest::fusion
