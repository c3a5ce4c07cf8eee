// Two programs compared by running them.
#pragma once

#include <cstddef>
#include <vector>

#include "driver/command_line.hpp"
#include "eval/generate.hpp"
#include "ir/program.hpp"
#include "ir/semantics.hpp"

namespace deforest::driver {

/// How much was compared.
struct VerificationReport {
  std::size_t roots = 0;
  std::size_t inputs = 0;     ///< Over all roots.
  std::size_t undefined = 0;  ///< Of these, where the first program gives no value.
};

/// Runs every root of `before` and its namesake in `after` on generated inputs. Throws `Failure`
/// with the smallest counterexample found, if they differ in the sense of `semantics`. Given inputs
/// come in addition.
VerificationReport verify(const ir::Program& before, const ir::Program& after,
                          const Verification& verification, ir::Semantics semantics,
                          const std::vector<eval::GivenInput>& given = {});

}  // namespace deforest::driver
