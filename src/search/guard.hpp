// The guard: which fragments to refuse so that no root counts more than it did.
//
// The engine makes every call of the source at most once, so that its result counts no more; what
// the counts show all the same (a rebuilt node that was shared before, a helper that is called more
// often) is laid at the door of fragments. Those that only roots in breach can reach are refused,
// and if that does not mend it, all that these can reach; each is left as its line of calls, or as
// it is written, and what calls it is built anew. If that mends the breach, those that are really
// to blame are looked for among them: a half is innocent if refusing the other is enough, and if
// neither is enough, both are searched, with what was found in the other refused. With k to blame
// among n that takes about 2 k log(n / k) runs; every one of them that is left refused is needed.
// (Junker, QuickXplain, AAAI 2004.) Of eighteen natural programs none needs one, so that there is
// nothing to be gained by counting who is to blame.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/options.hpp"

namespace deforest::search {

/// What one run of the engine gave.
struct Trial {
  std::vector<std::string> suspects;  ///< Fragments (tupling::textOf) that roots in breach reach.
  std::string breach;                 ///< What is counted more, as a sentence; empty: nothing.
  std::vector<std::string> ownSuspects = {};  ///< Those of them that no other root reaches.
};

/// Runs the engine with some fragments refused.
using TryWith = std::function<Trial(const std::vector<engine::Refused>&)>;

/// The fragments to refuse, as few as `trials` runs can tell; none if no such set mends the breach.
[[nodiscard]] std::optional<std::vector<engine::Refused>> refuse(const Trial& first,
                                                                 const TryWith& attempt,
                                                                 unsigned trials = 24);

}  // namespace deforest::search
