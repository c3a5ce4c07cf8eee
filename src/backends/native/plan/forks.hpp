// Which calls of a block can run at the same time.
#pragma once

#include <vector>

#include "backends/native/code.hpp"
#include "backends/native/facts.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

/// Puts calls that are worth a thread of their own and independent of each other side by side, in
/// all blocks of the function: what comes between them and needs none of them goes before, the rest
/// after. But what takes one step and needs only the first of them stays behind that: the others
/// are then still to be done, by this thread or another, and what it was made of can be given back.
void gatherForks(ir::Function& function, const CppFacts& facts);

/// Gathers the forks of every function, and finds which functions have any, or call one that has,
/// and are therefore there in a second variant. Lists that are handed out count.
///
///     go s (x : xs) = let (a, b) = (f s x, g s x) in go (h a b) xs      f and g side by side
///
/// A call of the function itself that waits for what runs side by side, alone, is a jump in that
/// variant, too: as recursion it would need stack for each round, and nothing that a round leaves
/// behind would be given back, or move, before the last. All threads are done with a round when it
/// ends. Where several calls lead back to the function, it is a recursion that is divided among
/// threads, of which each call gets a share (shareLevels).
void putSideBySide(NativeCode& code);

/// The bindings from `at` on that are independent calls worth a thread each; at least that one. Of
/// what stands between them none needs a later one.
[[nodiscard]] std::vector<std::size_t> forkAt(const ir::Block& block, std::size_t at,
                                              const CppFacts& facts);

/// Whether the function has calls to run at the same time. Its forks must be gathered.
[[nodiscard]] bool hasForks(const ir::Block& block, const CppFacts& facts);

/// How the calls of a parallel function share the levels left to it, so that it is divided into as
/// many pieces whether it makes two calls on its way or ten.
struct LevelShares {
  /// Those that are begun side by side on one way through it, and with `inTurn` all calls of itself
  /// and of what calls it.
  std::size_t calls = 0;
  /// Whether calls in turn have fewer levels, too. One that is alone on its way goes on as deep as
  /// its caller: the function is a loop, and its forks are those of its rounds.
  bool inTurn = false;
};

/// `id` is the function's; its forks must be gathered.
[[nodiscard]] LevelShares shareLevels(const ir::Function& function, ir::FunId id,
                                      const CppFacts& facts);

}  // namespace deforest::backends
