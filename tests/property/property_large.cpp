// What holds on the small inputs on which the settings were chosen holds on large ones: of a
// thousand, ten thousand and a hundred thousand nodes, in every shape, the program that the
// compiler chooses makes no more matches or calls than the program as it was read, and allocates no
// more. A function that needs more than linear time is counted where it ends soon enough.
#include "eval/inputs.hpp"
#include "eval/vocabulary.hpp"
#include "properties.hpp"
#include "rise.hpp"

namespace deforest::property {
namespace {

constexpr std::size_t magnitudes[] = {1'000, 10'000, 100'000};

// One input of every shape.
std::vector<eval::Arguments> largeInputs(const ir::Program& program,
                                         const eval::Vocabulary& vocabulary, ir::FunId root,
                                         std::size_t magnitude, std::uint64_t seed) {
  const eval::Inputs inputs(program, vocabulary, root, seed);
  std::vector<eval::Arguments> result;
  if (!inputs.any()) return result;
  for (std::size_t shape = 0; shape < eval::shapes; ++shape) {
    const std::size_t numbers = (shape + seed) % eval::numberings;
    result.push_back(inputs.at(seed + shape, magnitude, static_cast<eval::Shape>(shape),
                               static_cast<eval::Numbers>(numbers)));
  }
  return result;
}

std::optional<Violation> violationLarge(Subject& subject) {
  const ir::Program& read = subject.program();
  const ir::Program& chosen = subject.chosen().program;
  const eval::Vocabulary vocabulary = eval::vocabularyOf(read);
  eval::CompareOptions options;
  options.limits.calls = 1'000'000;
  options.limits.bytes = std::size_t{1} << 30U;
  for (const std::size_t magnitude : magnitudes) {
    std::vector<eval::FunctionInputs> inputs;
    for (const ir::FunId root : read.roots) {
      inputs.push_back({root, largeInputs(read, vocabulary, root, magnitude, subject.seed())});
    }
    const eval::Comparison comparison = eval::comparePrograms(read, chosen, inputs, options);
    if (!comparison.equal()) {
      return Violation{differenceOf(comparison) + " on a large input", comparison.describe()};
    }
    if (auto found = rise("fusion", comparison, read, chosen)) return found;
  }
  return std::nullopt;
}

}  // namespace

Property large() {
  return {"large", "the chosen settings never cost a match or an allocation on large inputs",
          violationLarge};
}

}  // namespace deforest::property
