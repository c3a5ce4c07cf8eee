// What leads down each path of a function.
//
//     rare key n t = if key == 20261121 then big n t else ([], LA)
//     part "secret" n t = big n t
//     part _ _ _ = error "bad key"
//
// No random number is 20261121, and no random list of characters is "secret". The paths of `rare`
// are (20261121, _, _) and (_, _, _), that of `part` is ("secret", _, _): patterns, whose holes a
// generator fills. They are found by following the function from its entry with unknown parameters:
// where it takes a value apart or compares it with a constant, both ways are followed, and each
// says something about the parameters. Calls are followed, too, recursive ones a few times, or as
// long as they take a constant apart (the comparison with "secret" is a recursive function). What
// arithmetic makes of a parameter is not understood: such conditions are followed both ways without
// a conclusion. Paths that end in a failure are left out.
//
// Nothing here is exact: a pattern is a guess that the interpreter will check.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.hpp"

namespace deforest::eval {

/// One node of a pattern: a scalar, a datum, or a hole, which any value of the type fills.
struct PatternNode {
  ir::TypeId type;
  ir::CtorId ctor;         ///< Valid for a datum only.
  std::uint64_t bits = 0;  ///< Of a scalar.
  std::uint32_t size = 1;  ///< Nodes of the pattern that starts here.
  bool hole = false;
  /// Of a number: not it alone will do, but less (-1) or more (1), too.
  std::int8_t direction = 0;
  bool operator==(const PatternNode&) const = default;
};

/// Nodes in preorder, as in a term.
using Pattern = std::vector<PatternNode>;

/// One pattern per parameter.
using Path = std::vector<Pattern>;

/// What makes a number of a text, or perhaps one, as `read` and `readMaybe`: a function of texts
/// alone that results in a number, or in something of which each constructor has numbers alone. A
/// thousand paths lead through it, and none says more than that it found one.
enum class NumberReaders : std::uint8_t { AreFollowed, AreNotFollowed };

/// The paths of a function, at most `most` of them, different from each other, in the order in
/// which the function decides. The one that only consists of holes is left out.
[[nodiscard]] std::vector<Path> pathsOf(const ir::Program& program, ir::FunId function,
                                        std::size_t most = 128,
                                        NumberReaders readers = NumberReaders::AreFollowed);

}  // namespace deforest::eval
