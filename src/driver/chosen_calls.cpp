#include "driver/chosen_calls.hpp"

#include <algorithm>
#include <functional>

#include "eval/sample_inputs.hpp"

namespace deforest::driver {
namespace {

// Characters of the arguments.
constexpr std::size_t longest = 4000;
constexpr std::size_t perRoot = 3;

}  // namespace

std::string callText(const std::string& function, const std::string& arguments) {
  return function + (arguments.empty() ? "" : " " + arguments);
}

std::vector<std::string> chosenCalls(const ir::Program& program, bool lazy) {
  eval::SampleOptions sampling;
  sampling.lazy = lazy;
  struct Call {
    std::string text;
    std::uint64_t calls;
  };
  std::vector<std::string> chosen;
  for (const eval::RootSamples& root : eval::sampleInputs(program, sampling).roots) {
    std::vector<Call> order;
    for (const eval::SampledInput& input : root.inputs) {
      const std::string arguments = eval::showTerms(program, input.arguments, longest);
      if (arguments.size() >= longest) continue;
      order.push_back(
          {callText(program.function(root.function).name, arguments), input.counts.calls});
    }
    std::ranges::stable_sort(order, std::greater<>{}, &Call::calls);
    const std::size_t count = std::min(perRoot, order.size());
    for (std::size_t i = 0; i < count; ++i) {
      chosen.push_back(order[count == 1 ? 0 : i * (order.size() - 1) / (count - 1)].text);
    }
  }
  return chosen;
}

}  // namespace deforest::driver
