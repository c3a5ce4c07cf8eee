// Programs as portable binary files: the `.dfir` form.
//
// A file is the eight bytes `deforest`, a version, the length of what follows, and the program.
// What is read is not trusted: lengths are bounded by the file, nesting is bounded, and the program
// must pass the checker.
#pragma once

#include <iosfwd>
#include <string_view>

#include "ir/program.hpp"
#include "support/diagnostic.hpp"

namespace deforest::ir {

/// The first bytes of an archive.
inline constexpr std::string_view archiveMagic = "deforest";

/// Writes `program`. The state of `out` says whether that succeeded. Throws LimitError for blocks
/// nested more than 1000 deep.
void save(std::ostream& out, const Program& program);

/// Reads what `save` wrote; otherwise says why it cannot be used: it is no archive, of another
/// version, cut short, damaged, or not a well-formed program.
[[nodiscard]] support::Result<Program> load(std::istream& in);

}  // namespace deforest::ir
