// Wrong usage of the command line, and the help that a message about it can give.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace deforest::driver {

/// The command line is wrong, or names a file that cannot be opened: exit status 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The command did what it could and the answer is no (the program is wrong, a check failed, the
/// disk is full): exit status 1. The message is complete lines for standard error.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Of `candidates`, the one nearest to `word` by edit distance, or empty if none is near.
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

/// `; did you mean 'x'?`, or empty if nothing is near.
std::string didYouMean(std::string_view word, const std::vector<std::string_view>& candidates);

/// `a, b or c`.
std::string alternatives(const std::vector<std::string_view>& words);

}  // namespace deforest::driver
