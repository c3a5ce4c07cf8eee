// The file of `--adapt`: how the types of a host hold values of a program's types.
//
//     {
//       "headers": ["shop.hpp"],
//       "types": {
//         "Tree": {
//           "cpp": "std::unique_ptr<shop::Node>",
//           "constructors": {"Leaf": null, "Node": {"fields": ["value", "left", "right"]}}
//         }
//       }
//     }
//
// What there can be is described in docs/cpp-library.md.
#pragma once

#include <string>

#include "backends/native/hosts.hpp"
#include "ir/program.hpp"
#include "support/diagnostic.hpp"

namespace deforest::driver {

/// What the text says of the program's types, or all that is wrong with it.
support::Result<backends::CppHosts> hostTypes(const std::string& text, const ir::Program& program);

/// The same of a file. Throws `UsageError` if it cannot be read, `Failure` with what is wrong.
backends::CppHosts readHostTypes(const std::string& path, const ir::Program& program);

}  // namespace deforest::driver
