// What code costs a reader: tokens.
//
//     sortOn snd rows        left, `sortOn` costs nothing: the library has it
//     fill, fill' :: ...     left, both instances of a polymorphic `fill` are its one text
//     total (square xs)      built, `total_square` is new text, and that of its caller, too
//
// Declarations in which nothing is changed keep their text (backends/haskell/keep), and functions
// of libraries are called by their names; what is changed is printed, with its parts, once per
// instance. What that comes to is estimated from the program, so that what is not printed yet can
// be weighed: about what the Haskell backend would write, names and operators each as one,
// punctuation that lines need left out.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "graph/call_graph.hpp"
#include "ir/program.hpp"

namespace deforest::search {

/// What of a program stands in a text. Without one, all of it is printed.
struct Written {
  /// By function: the declaration that it is, or is an instance of. Parts of declarations are
  /// absent.
  std::map<std::string, std::string> declarations;
  std::map<std::string, std::size_t> tokens;  ///< By declaration.
  std::set<std::string> instances;            ///< Functions of declarations that are polymorphic.
  std::set<std::string> outside;              ///< Functions that stand elsewhere: in libraries.
  std::set<std::string> fusedByGhc{};         ///< Of lists, which GHC's rules fuse with each other.
};

struct Size {
  std::size_t tokens = 0;
  std::size_t replaced = 0;  ///< Of the text that is no longer there.
};

/// What a token of text that is replaced costs, though it is no token more: its author does not
/// know it again.
constexpr double ofAnother = 0.25;

[[nodiscard]] std::size_t tokens(const ir::Function& function);

/// Of the functions that the roots reach, all printed.
[[nodiscard]] std::size_t tokens(const ir::Program& program);

/// Of the text, where `isChanged` tells which functions are not what they were as it was read.
[[nodiscard]] Size sizeOf(const ir::Program& program, const Written& written,
                          const std::function<bool(ir::FunId)>& isChanged);

/// The same where the calls are known.
[[nodiscard]] Size sizeOf(const ir::Program& program, const graph::CallGraph& calls,
                          const Written& written, const std::function<bool(ir::FunId)>& isChanged);

/// The same where what nothing was done to looks as it does in `unchanged`.
[[nodiscard]] Size sizeOf(const ir::Program& program, const Written& written,
                          const ir::Program& unchanged);

}  // namespace deforest::search
