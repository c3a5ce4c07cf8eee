#include "pipeline/parallel.hpp"

#include <tbb/parallel_for.h>

#include <exception>
#include <vector>

namespace deforest::pipeline {

void forEachIndex(std::size_t count, const std::function<void(std::size_t)>& task) {
  std::vector<std::exception_ptr> failures(count);
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
    try {
      task(i);
    } catch (...) {
      failures[i] = std::current_exception();
    }
  });
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

void forEachFunction(ir::Program& program, const std::function<void(ir::Function&)>& rewrite) {
  forEachIndex(program.functions.size(), [&](std::size_t i) { rewrite(program.functions[i]); });
}

}  // namespace deforest::pipeline
