// Where the values of a function go, and where those that it returns come from.
//
//     f t u = let b  = g t                   b: taken apart, and handed on as c
//                 B x y = b                  c: handed on as the result 0 of f
//                 c  = if x > y then b       d: kept, for it is stored
//                      else B y x            result 0 of f: built or returned by g on every path
//                 d  = h u
//             in (# c, N d #)
//
// Flow-insensitive: what some path does counts.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "ir/program.hpp"

namespace deforest::simplify {

/// One result of one function.
struct Slot {
  ir::FunId function;
  std::uint32_t result = 0;
  auto operator<=>(const Slot&) const = default;
};

/// What is done with a variable.
struct Uses {
  bool kept = false;                   ///< Read as a value: stored, passed on, computed with.
  bool unpacked = false;               ///< Taken apart, which its fields do as well for.
  std::set<ir::VarId> handedTo;        ///< The results of the conditionals it is a result of.
  std::set<std::uint32_t> returnedAs;  ///< The results of the function that it is.
  [[nodiscard]] bool none() const {
    return !kept && !unpacked && handedTo.empty() && returnedAs.empty();
  }
};

/// Where one result of a function comes from.
struct ReturnPath {
  bool built = true;              ///< Every branch builds it, fails, or returns that of a call.
  std::set<ir::VarId> variables;  ///< That hold it on its way out.
  std::set<Slot> calls;           ///< The results of calls it may be.
};

struct ValueFlow {
  std::map<ir::VarId, Uses> uses;  ///< Of the variables that are used.
  std::vector<ReturnPath> paths;   ///< By result.

  [[nodiscard]] const Uses& usesOf(ir::VarId variable) const;
};

ValueFlow valueFlow(const ir::Function& function);

/// The binding of the block itself that binds the variable; null: none.
[[nodiscard]] const ir::Binding* definitionIn(const ir::Block& block, ir::VarId variable);

/// The place of the variable among `results`.
[[nodiscard]] std::uint32_t placeIn(const std::vector<ir::VarId>& results, ir::VarId variable);

}  // namespace deforest::simplify
