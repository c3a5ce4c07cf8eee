// Programs as C++20 over the runtime (runtime/deforest/runtime.hpp).
//
// A program with a `main` becomes one source file that prints what the Haskell program prints.
// Any other becomes a library: types, builders, and one function per root, each taking the region
// its result is to live in:
//
//     const Tree* flip(deforest::Region& region, const Tree* t);
//
// Data are structs in memory that a region owns, one per constructor; see docs/cpp-library.md for
// what a type of the source becomes. A cell is allocated before the calls that fill its fields, and
// those come in the order of the children they visit, so that whoever reads the result reads memory
// from front to back. Recursion whose result only goes into a cell, a sum or the like is a loop;
// what remains runs on a large stack. Independent calls on parts of a tree run in parallel.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "backends/native/code.hpp"
#include "support/diagnostic.hpp"

namespace deforest::backends {

/// What becomes of a root that fails: see deforest/fail.hpp for what that means.
enum class CppErrors : std::uint8_t {
  Exit,     ///< A message, and the process ends with status 1.
  Throw,    ///< `deforest::Error`.
  Expected  ///< Roots give a `deforest::Result`.
};

struct CppOptions {
  enum class Files : std::uint8_t {
    Source,  ///< One source file with everything.
    Header,  ///< One header with everything, its functions inline.
    Both,    ///< A header with types and roots, a source file with the functions.
  };
  Files files = Files::Source;
  /// Of the namespace; empty: after the module (`Data.RoseTree` gives `data::rose_tree`).
  std::string nameSpace;
  /// How the source includes the header (`Both`).
  std::string headerName;
  /// None: `Exit` with a `main`, otherwise `Throw`.
  std::optional<CppErrors> errors;
  /// Functions that print values of every type of a root, as for `main`, in a library too.
  bool show = false;
  /// Trees of its types can be saved and loaded (deforest/cereal.hpp).
  bool saving = false;
  /// By function of the program: what a profile calls it, the same name for parts of one function.
  /// Empty: the program keeps none. Only with a `main`.
  std::vector<std::string> profiled{};
};

struct CppOutput {
  std::string header;  ///< Empty unless asked for.
  std::string source;  ///< Empty for `Header`.
};

/// The code as text. Diagnostics say what the options ask for in vain: a header
/// of a program with a `main`, or somebody who lives on when it fails, a name space that is none.
[[nodiscard]] support::Result<CppOutput> emitCpp(const NativeCode& code,
                                                 const CppOptions& options = {});

}  // namespace deforest::backends
