// What the user says is typical of a program.
//
//     -- deforest: sample program (input 10)           in the module
//     deforest m.hs -o m.cpp --sample 'program (input 10)'
//
// A sample is a call of a function that the roots reach, with any expressions as arguments. They
// are evaluated once, before anything is transformed; the call itself is an input to count on, and
// its function a root like the others.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "eval/generate.hpp"
#include "ir/program.hpp"
#include "text/parse.hpp"

namespace deforest::driver {

/// Is told what is wrong with a sample, as a warning.
using WrongSample = std::function<void(const std::string& message)>;

/// The inputs that a module, from which `program` was read, and a command line give, in this order.
/// `module` is text, read with `options`, or an archive, which gives none. Throws `Failure` that
/// says where a sample is wrong: no call, unknown names, wrong types, arguments that have no value;
/// or tells `wrong`, if there is one, and goes on without the sample.
std::vector<eval::GivenInput> givenInputs(const ir::Program& program, const std::string& module,
                                          const std::string& file,
                                          const std::vector<std::string>& expressions,
                                          const text::ParseOptions& options = {},
                                          const WrongSample& wrong = {});

}  // namespace deforest::driver
