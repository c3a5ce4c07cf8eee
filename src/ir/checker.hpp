// What every program must satisfy, whichever pass made it.
//
//   Types         Names are unique; a scalar is called what its kind is called and has no
//                 constructors; the constructors of a data type point back at it, in order, with
//                 different names; lists, tuples and newtypes have the constructors they must have.
//   Functions     Names are unique; roots exist and are listed once; every function has
//                 at least one result. A function `main` has no parameters and one output per
//                 result, those that are put are strings; without it there are no outputs.
//   Variables     Every variable is bound at most once in its function and used only in the scope
//                 of its binding; its type exists.
//   Operations    Arities and types of operands, fields, arguments and results agree. A `Case`
//                 has an alternative for each of at least two constructors, in order; an `Unpack`
//                 is on a type of one constructor. A copy, failure or branching has a result.
//   Literals      Char and Bool literals are in range.
//
// Native form (optional): no copy, no `seq`, and nothing after an error in its block, which results
// in what the error binds.
//
// Normal form (optional): a `Case` is the sole binding of the outermost block of its function, on a
// parameter, and the block results in exactly the results of the `Case`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/program.hpp"

namespace deforest::ir {

struct CheckOptions {
  bool normalForm = false;  ///< Also require the normal form.
  bool nativeForm = false;  ///< Also require the native form.
  std::size_t limit = 50;   ///< At most so many violations are described.
};

/// The invariants that `program` breaks, one sentence each, naming the function and the binding;
/// empty if it is well formed. Accepts any value whatsoever, ids out of range included.
[[nodiscard]] std::vector<std::string> check(const Program& program, CheckOptions options = {});

/// Throws `InternalError`, saying what is broken and `after` which step, unless `program` is well
/// formed.
void require(const Program& program, std::string_view after, CheckOptions options = {});

}  // namespace deforest::ir
