// Emitted C++, compiled.
#pragma once

#include <string>

namespace deforest::driver {

/// The executable that the C++ compiler (`CXX`, default `c++`) makes of a source file, as bytes.
/// DEFOREST_RUNTIME names the directory of the runtime's headers, if it is not where it was when
/// this program was built. Throws `Failure` if there is no compiler or it fails.
std::string compileNative(const std::string& source, bool serial);

}  // namespace deforest::driver
