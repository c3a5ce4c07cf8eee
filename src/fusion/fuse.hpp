// The pass `fuse`: fusion, tupling and partial fusion by one mechanism, fragments
// (fusion/derivation).
//
// Which fragments are built is a choice. Without a judge all are, as long as there is room
// (fusion/budget): as the thesis has it, and for research. A judge begins with none of them, and
// builds what is worth its code (search/worth). What it has chosen is then derived anew: the result
// is what a plan of the same fragments gives, names included, whatever was tried before.
#pragma once

#include <set>
#include <string>

#include "fusion/derivation.hpp"
#include "fusion/laws.hpp"
#include "pipeline/pass.hpp"

namespace deforest::fusion {

/// Decides which fragments of a derivation are built.
class Judge {
 public:
  Judge() = default;
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;
  virtual ~Judge() = default;

  /// The fragments to build (tupling::textOf). Called once per round, with a derivation to try
  /// them in, of which only the roots are known.
  virtual std::set<std::string> choose(Derivation& derivation) = 0;
};

/// The program in which every root does what it did, by fragments. Establishes normal form
/// first (simplify/split_matches).
ir::Program fuse(ir::Program program, pipeline::Context& context, Judge* judge = nullptr);

/// The same by given laws, for a program in normal form to which they belong. Builds everything.
ir::Program fuse(ir::Program program, pipeline::Context& context, Laws laws);

/// The pass `fuse`. `judge` must outlive it.
pipeline::Pass fusePass(Judge* judge = nullptr);

}  // namespace deforest::fusion
