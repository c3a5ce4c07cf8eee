// Runs the property of the fuzzer on files, with any compiler: the seeds, and what was once found.
#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "driver/big_stack.hpp"
#include "parse_property.hpp"

namespace {

// 1 if the file shows a mistake of ours.
int replay(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  try {
    deforest::fuzz::checkFrontEnd(text);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << path.string() << ": " << error.what() << '\n';
    return 1;
  }
}

}  // namespace

int main(int count, char** arguments) {
  return deforest::driver::runOnBigStack([&] {
    std::vector<std::filesystem::path> paths;
    for (int i = 1; i < count; ++i) {
      for (const auto& entry : std::filesystem::directory_iterator(arguments[i])) {
        paths.push_back(entry.path());
      }
    }
    std::sort(paths.begin(), paths.end());
    int failures = paths.empty() ? 1 : 0;
    for (const auto& path : paths) failures += replay(path);
    std::cout << paths.size() << " files, " << failures << " failures\n";
    return failures == 0 ? 0 : 1;
  });
}
