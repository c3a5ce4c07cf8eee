// The `deforest` program: its words, on a stack that bears deep programs.
#include "driver/big_stack.hpp"
#include "driver/commands.hpp"

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  return deforest::driver::runOnBigStack(
      [&] { return deforest::driver::runCommandLine(arguments); });
}
