#include "driver/changing_arrays.hpp"

#include <algorithm>
#include <iostream>

#include "driver/session.hpp"

namespace deforest::driver {

void warnOfChangingArrays(const ir::Program& program, const std::string& path) {
  const bool some = std::ranges::any_of(program.functions, [&](const ir::Function& function) {
    // The library's, not one that the user calls so.
    return function.name.starts_with("putElement") &&
           program.placeOf(function.position).file.starts_with('<');
  });
  if (!some) return;
  std::cerr << displayName(path)
            << ": warning: arrays that change are trees in C++: to read or to write an element "
               "takes as many steps as their size has binary digits\n"
               "  help: write Haskell (-o OUT.hs), in which they stay arrays\n";
}

}  // namespace deforest::driver
