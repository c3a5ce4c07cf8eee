// Expressions made of calls of a program's functions on literals, evaluated by the interpreter.
#pragma once

#include <stdexcept>
#include <string>

#include "ir/program.hpp"

namespace deforest::corpus {

/// An expression calls a function that is not a root of the program.
class NotARoot : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The value of an expression such as `digest (program (input 5))`, as `Show` prints it; what the
/// program prints, if the expression is `main`. Functions are roots of `program`, or `NotARoot` is
/// thrown; arguments are calls, numbers, characters, strings, lists and tuples. Throws
/// `std::runtime_error` for anything else, and for an evaluation that fails.
std::string shownValue(const ir::Program& program, const std::string& expression);

}  // namespace deforest::corpus
