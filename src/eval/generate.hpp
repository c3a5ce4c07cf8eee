// Generated inputs: for given types, a sequence of tuples of values. First the smallest ones, all
// of them, then random ones of growing size. The same seed gives the same sequence, everywhere.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eval/term.hpp"
#include "ir/program.hpp"

namespace deforest::eval {

struct GenerateOptions {
  std::size_t count = 200;  ///< Tuples wanted; there are fewer if the types have fewer values.
  std::uint64_t seed = 1;
  std::size_t largest = 60;  ///< Nodes in the largest tuples, where their types allow.
};

/// The arguments of one call.
using Arguments = std::vector<Term>;

/// An input of a function that somebody chose, as typical of it.
struct GivenInput {
  ir::FunId function;
  Arguments arguments;
  std::string text;  ///< As it was written.
};

/// The number of nodes of the smallest value of each type; nothing for types that have no value at
/// all (every constructor needs another value of the type, or there is none).
[[nodiscard]] std::vector<std::optional<std::size_t>> smallestSizes(const ir::Program& program);

/// The smallest value of a type; nothing if it has none. Of several, that of the first constructor.
[[nodiscard]] std::optional<Term> smallestTerm(const ir::Program& program, ir::TypeId type);

/// Random values, each made from a seed of its own.
class RandomTerms {
 public:
  /// `program` must outlive this.
  explicit RandomTerms(const ir::Program& program);
  ~RandomTerms();

  /// A value of about `nodes` nodes, if the type has values that large; nothing if it has none.
  [[nodiscard]] std::optional<Term> term(ir::TypeId type, std::size_t nodes, std::uint64_t seed);

 private:
  std::unique_ptr<class Generator> generator_;
};

/// Different tuples of values of these types, the smallest first. Empty if one of the types has no
/// value; one empty tuple if there are no types.
[[nodiscard]] std::vector<Arguments> generate(const ir::Program& program,
                                              const std::vector<ir::TypeId>& types,
                                              const GenerateOptions& options = {});

}  // namespace deforest::eval
