// The `deforest` program: its words, on a stack that bears deep programs.
#include "driver/big_stack.hpp"
#include "driver/commands.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

// Large blocks go back to the system when they are freed. Unless it is told, the library stops that
// after the first one, and the stack of one deep evaluation stays to the end.
void returnLargeBlocks() {
#ifdef __GLIBC__
  constexpr int large = 1 << 18;
  mallopt(M_MMAP_THRESHOLD, large);
#endif
}

}  // namespace

int main(int count, char** words) {
  returnLargeBlocks();
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  return deforest::driver::runOnBigStack(
      [&] { return deforest::driver::runCommandLine(arguments); });
}
