// Which fragments are worth their code.
//
// Every fragment has a way out, the line of its calls, so what to build is a choice; and it is made
// by measuring. At first nothing is built. Then, in turns, whatever runs much is: a fragment, or a
// function of the source, that takes part in a hundredth or more of the work (with what it calls),
// until there is none left. Of the states passed on the way the best is kept, the one that makes
//
//     cost + price * tokens        (both relative to the program as it was read)
//
// least, and the one of least cost, much of whose code may go. In both, fragments are left again, as
// long as that does not rise: functions of the source one by one, with what is built for them
// alone, and then those that do least per token, in batches; the better of the two results stays. A
// root that saves less than `least` in the end keeps its text.
//
// Tokens are those of the text that will be written (search/price): what is left keeps the user's
// text, or a library's name. Calls that the target unfolds anyway cost nothing (search/inlined).
//
// Growing and pruning, rather than building everything and leaving what is cold: what is left makes
// room, into which the derivation goes on elsewhere, and it does not settle. What never ran is
// never built.
//
// Steps (pipeline/steps.hpp) are spent first on what runs most: of what is hot, the hottest is
// built first. A round may spend half of what is left, and growing some two thirds of that, so that
// later rounds and pruning come to their share. What growing did not come to is left, and is said
// to be cut off.
//
// Where the result is lazy Haskell that keeps its author's text, GHC comes after us. It unfolds,
// shares visits of its own lists and unboxes what it finds strict, so that much of what is counted
// costs nothing as it stands; and what is computed in one go instead of on demand may be held
// longer. Of eighteen programs that were not written for this, what saved less than an eighth, or
// saved more in twice their words, was no faster. So code costs more there in the end, as often as
// there are roots that it may be for, and a root must save more. While fragments grow it costs what
// it costs elsewhere: what brings little by itself may be needed for what brings much. Fragments of
// nothing but lists that GHC's rules fuse (backends/haskell/list_fusion) are never built: printed
// as functions that call themselves they would be in the way of the rules. (Of ten further programs
// six were changed before, one of them to take 1.10 times as long; with this rule, and with roots
// that weigh what they do for `main`, two are, with 0.60 and 0.94 of the time.)
//
// Right, whatever is chosen: a fragment that is left computes the same.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/options.hpp"
#include "fusion/fuse.hpp"
#include "search/price.hpp"
#include "search/workload.hpp"

namespace deforest::search {

struct WorthOptions {
  double price = 0.055;          ///< Of the source's tokens once again, in shares of its cost.
  double priceInTheEnd = price;  ///< When what was grown is pruned.
  double hot = 0.01;             ///< Share of the work from which on a fragment is tried.
  double least = 0.03;           ///< Share of a root's cost that must be saved.
  double growth = 2.35;          ///< Tokens that the result may have, relative to the source.
  unsigned turns = 12;           ///< Of growing, in one round.
  unsigned trials = 32;          ///< Of pruning, in one round.
  std::size_t tokens = 0;        ///< Of the source.
  Written written{};             ///< What of it stands in a text.
};

/// Whether GHC makes of the result what it can, and what is not changed is its author's.
[[nodiscard]] bool isForGhc(const engine::Options& options, const Written& written);

/// `WorthOptions::least` there.
constexpr double leastForGhc = 0.12;

/// What as much code as the source costs.
[[nodiscard]] double priceOf(const engine::Options& options, const Written& written, double roots);

class Worth : public fusion::Judge {
 public:
  /// `workload` and `steps`, from which it takes what it spends, must outlive it.
  Worth(const Workload& workload, const WorthOptions& options, pipeline::Steps& steps)
      : workload_(workload), options_(options), steps_(steps) {}

  fusion::Choice choose(fusion::Derivation& derivation) override;

  [[nodiscard]] const engine::Plan& plan() const { return plan_; }

  /// Why the others are left.
  [[nodiscard]] const engine::Reasons& whyLeft() const { return whyLeft_; }

 private:
  const Workload& workload_;
  WorthOptions options_;
  pipeline::Steps& steps_;
  std::optional<std::size_t> base_;  // Tokens of the program as it was read.
  std::set<std::string> improved_;   // Roots that some round found worth changing.
  std::set<std::string> rewritten_;  // Functions of the source that earlier rounds have built.
  engine::Plan plan_;
  engine::Reasons whyLeft_;
};

}  // namespace deforest::search
