// The pass `fuse`: fusion, tupling and partial fusion by one mechanism, fragments
// (fusion/derivation).
//
// Which fragments are built is a choice. Without a judge all are, as long as there is room
// (fusion/budget): as the thesis has it, and for research. A judge begins with none of them, and
// builds what is worth its code (search/worth). What it has chosen is then derived anew: the result
// is what a plan of the same fragments gives, names included, whatever was tried before.
//
// Source: L. Sakka, "Techniques for automatic fusion of general tree traversals", PhD thesis, Purdue
// University, 2020, chapter 4; the thesis of which other headers name sections.
#pragma once

#include <map>
#include <set>
#include <string>

#include "engine/options.hpp"
#include "fusion/derivation.hpp"
#include "fusion/laws.hpp"
#include "pipeline/pass.hpp"

namespace deforest::fusion {

/// Which fragments are built, and why others are not; both by tupling::textOf.
struct Choice {
  std::set<std::string> built;
  std::map<std::string, engine::Left> whyLeft;
};

/// Decides which fragments of a derivation are built.
class Judge {
 public:
  Judge() = default;
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;
  virtual ~Judge() = default;

  /// Called once per round, with a derivation to try fragments in, of which only the roots are
  /// known.
  virtual Choice choose(Derivation& derivation) = 0;
};

/// The program, which is in normal form, in which every root does what it did, by fragments.
ir::Program fuse(ir::Program program, const engine::Options& options, pipeline::Context& context,
                 Judge* judge = nullptr);

/// The same by given laws, which belong to the program. Builds everything.
ir::Program fuse(ir::Program program, const engine::Options& options, pipeline::Context& context,
                 Laws laws);

/// The pass `fuse`. `judge` must outlive it.
pipeline::Pass fusePass(const engine::Options& options, Judge* judge = nullptr);

}  // namespace deforest::fusion
