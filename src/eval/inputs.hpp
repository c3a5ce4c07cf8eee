// Inputs of a function in many shapes and sizes, to find out what it does and what that costs.
//
// `generate` makes small inputs that tell programs apart. To see which branches of a function
// matter, and how its costs grow, takes more: trees that lean to the left and to the right, deep
// and balanced ones, long lists, sorted and equal numbers, sizes, and the values that the program
// itself looks for (eval/vocabulary). An input is made from its number and a magnitude, so that the
// same one can be had smaller, and nothing depends on what was made before: the same seed gives the
// same inputs everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "eval/generate.hpp"
#include "eval/vocabulary.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

/// How what grows of a value is divided among the fields of a constructor.
enum class Shape : std::uint8_t {
  Random,    ///< Evenly or not, and it may end early.
  Left,      ///< All to the first field that can grow.
  Right,     ///< All to the last one.
  Balanced,  ///< In equal parts.
  Deep,      ///< All to one of them, another one every time.
  Wide,      ///< Lists of about the square root of it, of elements as large.
};
inline constexpr std::size_t shapes = 6;

/// Which numbers stand in a value, in preorder.
enum class Numbers : std::uint8_t {
  Usual,  ///< Mostly small; literals of the program among them.
  Equal,
  Ascending,  ///< Of a tree with several subtrees, as in a search tree.
  Descending,
  Distinct,  ///< In no order.
  Large,
  Literals,  ///< Those of the program and their neighbours, where it has any.
};
inline constexpr std::size_t numberings = 7;

/// What numbers are tried that may be sizes.
inline constexpr std::array<std::int64_t, 16> growingSizes = {
    0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 100, 200, 500, 1000, 2000, 5000};

/// Values of one type or of several, as arguments of `function`.
class Inputs {
 public:
  /// `program` and `vocabulary` (of `program`) must outlive this.
  Inputs(const ir::Program& program, const Vocabulary& vocabulary, ir::FunId function,
         std::uint64_t seed = 1);

  /// Whether there is any input: every parameter's type has a value.
  [[nodiscard]] bool any() const { return inhabited_; }

  /// The smallest inputs, evenly spread where there are many of one size.
  [[nodiscard]] std::vector<Arguments> smallest(std::size_t count) const;

  /// For each Int parameter a series of growing numbers up to `largest`, the other parameters
  /// small; where there are several, all of them growing, too. In turn; empty if there is none.
  [[nodiscard]] std::vector<Arguments> sizes(std::int64_t largest) const;

  /// How many paths of the function there are to follow.
  [[nodiscard]] std::size_t paths() const { return paths_.size(); }

  /// An input that follows a path (below `paths()`), of about `magnitude` nodes.
  [[nodiscard]] Arguments along(std::size_t path, std::uint64_t number,
                                std::size_t magnitude) const;

  /// The input of this number, of about `magnitude` nodes where its types allow. Shape and numbers
  /// change from one to the next.
  [[nodiscard]] Arguments at(std::uint64_t number, std::size_t magnitude) const;

  /// The same of a given shape.
  [[nodiscard]] Arguments at(std::uint64_t number, std::size_t magnitude, Shape shape,
                             Numbers numbers) const;

  /// `arguments` with a change or several: another scalar, another subterm, one moved elsewhere.
  [[nodiscard]] Arguments changed(const Arguments& arguments, std::uint64_t number) const;

 private:
  class Maker;

  const ir::Program& program_;
  const Vocabulary& vocabulary_;
  std::vector<ir::TypeId> types_;
  std::vector<std::optional<std::size_t>> smallestSizes_;
  std::vector<bool> growing_;
  std::vector<Path> paths_;
  std::uint64_t seed_;
  bool inhabited_ = true;
};

/// How many nodes.
[[nodiscard]] std::size_t nodesOf(const Arguments& arguments);

/// Arguments as a sequence of words, to tell them apart.
[[nodiscard]] std::vector<std::uint64_t> keyOf(const Arguments& arguments);

}  // namespace deforest::eval
