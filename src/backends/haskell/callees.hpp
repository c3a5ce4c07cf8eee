// How functions are called that are not printed: those whose text stays, and those of libraries.
//
//     append_Int xs ys    =>    xs ++ ys
//     eqTree a b          =>    a == b
//     size_Int t          =>    size t        an instance of a declaration with type variables
#pragma once

#include <vector>

#include "ir/program.hpp"
#include "text/printing/ascription.hpp"

namespace deforest::backends {

struct Callees {
  /// By function; null: it is printed and called by its own name.
  std::vector<const text::Provenance*> outside;

  [[nodiscard]] const text::Provenance* find(ir::FunId id) const {
    return id.value < outside.size() ? outside[id.value] : nullptr;
  }

  /// Which of them have a type that is open where they are called.
  [[nodiscard]] text::OpenCallees open() const {
    text::OpenCallees found;
    for (const text::Provenance* known : outside) {
      const bool fixed =
          known == nullptr || (known->kind == text::Provenance::Kind::Entry && !known->polymorphic);
      found.push_back(fixed ? nullptr : &known->open);
    }
    return found;
  }
};

}  // namespace deforest::backends
