#include "driver/child.hpp"

#include <sys/resource.h>
#include <sys/time.h>

namespace deforest::driver {
namespace {

double secondsOf(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

std::vector<char*> argumentsOf(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  return arguments;
}

double secondsOf(const rusage& usage) {
  return secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
}

double megabytesOf(const rusage& usage) {
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace deforest::driver
