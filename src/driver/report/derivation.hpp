// How a program became another one, function by function.
//
// Of every run of a pass that changed the text of some function it says which, and from what to
// what. Texts that occur again are kept once, so that a derivation of forty steps is little longer
// than the functions that changed in it. The program after any step is the one before the first
// with the changes up to that step applied.
//
// Functions go by their names, as people follow them. What `fuse` makes is made of other functions
// than its namesake: `addOrigins` adds these.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "driver/explain/source_names.hpp"
#include "pipeline/pass.hpp"
#include "pipeline/run.hpp"

namespace deforest::driver {

struct Derivation {
  /// A function, or a text of it.
  struct Change {
    std::string function;
    std::optional<std::size_t> before;  ///< Index into `texts`; none: the function is new.
    std::optional<std::size_t> after;   ///< None: it is gone.
    std::vector<std::string> from{};    ///< Functions of the program before that it is made of.
    std::string calls{};                ///< In words: `total` after `square`.
  };
  struct Step {
    std::size_t index = 0;  ///< Of the run among all runs of passes, from 1.
    std::string pass;
    std::string description;
    std::optional<std::size_t> fusion;  ///< Of a run of `fuse`: its number among them, from 0.
    std::size_t functions = 0;          ///< After it.
    std::size_t size = 0;               ///< After it, as `ir::size`.
    std::vector<Change> changes;        ///< In the order of the program, what is gone last.
  };
  std::vector<std::string> texts;
  std::vector<Change> start;  ///< What was read: all of it is new.
  std::size_t size = 0;       ///< Of what was read.
  std::vector<Step> steps;
  std::size_t runs = 0;  ///< Of passes, those that changed nothing included.
};

/// Records the passes of a run in `derivation`, which must outlive it.
[[nodiscard]] pipeline::Observer recordDerivation(Derivation& derivation);

/// Says of what each step of fusion composed its functions.
void addOrigins(Derivation& derivation, const std::vector<pipeline::Composition>& compositions,
                const SourceNames& names);

}  // namespace deforest::driver
