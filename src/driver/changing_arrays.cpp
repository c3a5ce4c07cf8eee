#include "driver/changing_arrays.hpp"

#include <iostream>
#include <vector>

#include "backends/native/write_arrays.hpp"
#include "driver/session.hpp"
#include "ir/measure.hpp"

namespace deforest::driver {

void warnOfChangingArrays(const ir::Program& program, const std::string& path) {
  const std::vector<bool> reached = ir::reachable(program);
  bool some = false;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    some =
        some || (reached[i] && backends::isInstanceOf(program, program.functions[i], "putElement"));
  }
  if (!some) return;
  std::cerr << displayName(path)
            << ": warning: arrays that change are trees in C++ if their elements are no numbers: "
               "to read or to write one takes as many steps as their size has binary digits\n"
               "  help: write Haskell (-o OUT.hs), in which they stay arrays\n";
}

}  // namespace deforest::driver
