// The `deforest` program: its words, on a stack that bears deep programs.
#include "driver/big_stack.hpp"
#include "driver/commands.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

// Memory that is freed is used again and not given back, up to a bound: the system takes longer to
// give a page than most evaluations do to fill it, and counting makes thousands of them. Very large
// blocks go back at once. Unless it is told both, the library changes its bounds by what it sees,
// and the stack of one deep evaluation stays to the end.
void keepFreedMemory() {
#ifdef __GLIBC__
  constexpr int mebibyte = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, 16 * mebibyte);
  mallopt(M_TRIM_THRESHOLD, 64 * mebibyte);
#endif
}

}  // namespace

int main(int count, char** words) {
  keepFreedMemory();
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  return deforest::driver::runOnBigStack(
      [&] { return deforest::driver::runCommandLine(arguments); });
}
