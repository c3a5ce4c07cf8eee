// What must hold of native code, whatever its passes have decided.
//
// It is looked at after each of them (`--check=each`), beside the invariants of the program itself
// (ir/checker.hpp). What is checked is said in terms of the program alone, and not found out as the
// passes find it out: a cell that is given back must not be where a direct look finds it again.
#pragma once

#include <string>
#include <vector>

#include "backends/native/code.hpp"

namespace deforest::backends {

/// One sentence for each fault; empty if there is none.
[[nodiscard]] std::vector<std::string> faultsOf(const NativeCode& code);

}  // namespace deforest::backends
