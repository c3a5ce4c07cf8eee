// Decision trees: which tests, in which order, find the equation that matches.
//
// Patterns are tested as Haskell tests them, equations from the top and columns from the left, but
// no value is tested twice: what a test has shown is used for all equations below. An occurrence
// is a value that patterns look at: a scrutinee, a field of a constructor that was found, or what a
// function makes of one of them.
//
//     f A _ = 1
//     f _ A = 2
//     f _ _ = 3
//
// Where the first is B or C, the same is left to be done: the tree of the last two equations stands
// once.
//
// So a tree is a graph without cycles, and what other columns test is not repeated in every branch
// (L. Maranget, "Compiling pattern matching to good decision trees", ML 2008, section 6).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "text/scopes/tree.hpp"

namespace deforest::text {

using Occurrence = std::size_t;

struct Tree;
using TreeRef = std::shared_ptr<Tree>;

/// No equation matches.
struct TreeFail {};

/// The equation `row` matches; its guards may still refuse, and then `next` goes on.
struct TreeLeaf {
  std::size_t row = 0;
  std::vector<std::pair<resolved::LocalId, Occurrence>> bindings;
  /// Patterns to be matched when what they bind is wanted.
  std::vector<std::pair<const resolved::Pattern*, Occurrence>> deferred;
  TreeRef next;  ///< Null if the equation cannot refuse.
};

struct TreeArm {
  ConId con;
  std::vector<Occurrence> fields;
  TreeRef body;
  /// Where the constructor has type variables of its own: those of the rows that go on there.
  std::vector<const resolved::ConstructorPattern*> patterns = {};
};

/// One arm for every constructor of the type, in order; a single arm is no test.
struct TreeSwitch {
  Occurrence occurrence = 0;
  TypeConId type;
  std::vector<TreeArm> arms;
};

struct TreeTest {
  Occurrence occurrence = 0;
  const resolved::Literal* literal = nullptr;
  TreeRef equal;
  TreeRef different;
};

/// What a function makes of the value is looked at.
struct TreeView {
  Occurrence occurrence = 0;
  const resolved::ViewPattern* view = nullptr;
  Occurrence viewed = 0;
  TreeRef body;
};

/// The value is forced, whatever it is.
struct TreeForce {
  Occurrence occurrence = 0;
  TreeRef body;
};

struct Tree {
  std::variant<TreeFail, TreeLeaf, TreeSwitch, TreeTest, TreeView, TreeForce> node;
  std::size_t uses = 1;  ///< In how many places it stands.
};

struct TreeRow {
  std::vector<const resolved::Pattern*> patterns;  ///< One per scrutinee.
  bool mayRefuse = false;                          ///< Its guards may all fail.
  bool now = false;  ///< The patterns are matched now, though a `~` may stand before them.
};

struct MatchTree {
  TreeRef root;
  std::vector<std::string> names;   ///< Per occurrence: how a pattern calls it, or empty.
  std::vector<std::size_t> leaves;  ///< Per row: in how many places it stands in the tree.
  bool branches = false;            ///< Some test decides.
};

/// Scrutinee i is occurrence i. Nothing if the tree would have more than `maxTreeNodes` nodes.
/// `lazy`: `!` and `~` matter.
[[nodiscard]] std::optional<MatchTree> buildMatchTree(const resolved::Module& module,
                                                      const std::vector<TreeRow>& rows,
                                                      std::size_t scrutinees, bool lazy);
inline constexpr std::size_t maxTreeNodes = 20000;

}  // namespace deforest::text
