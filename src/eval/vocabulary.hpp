// What a program looks for in its inputs: the literals it mentions, and the shapes of values that
// its functions decide by. Generated inputs are made of these, among others.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "eval/patterns.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

struct Vocabulary {
  /// By kind of scalar: the literals of the program and their neighbours, without the numbers that
  /// any generator would think of.
  std::array<std::vector<std::uint64_t>, static_cast<std::size_t>(ir::TypeKind::Data)> scalars;
  /// By type: what some function looks for in a parameter, and the constants handed to functions;
  /// each has a literal, or two constructors.
  std::vector<std::vector<Pattern>> patterns;

  [[nodiscard]] const std::vector<std::uint64_t>& of(ir::TypeKind kind) const {
    return scalars[static_cast<std::size_t>(kind)];
  }
};

[[nodiscard]] Vocabulary vocabularyOf(const ir::Program& program);

}  // namespace deforest::eval
