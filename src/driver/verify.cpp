#include "driver/verify.hpp"

#include "driver/usage.hpp"
#include "eval/compare.hpp"

namespace deforest::driver {

VerificationReport verify(const ir::Program& before, const ir::Program& after,
                          const Verification& verification, ir::Semantics semantics,
                          const std::vector<eval::GivenInput>& given) {
  eval::CompareOptions options;
  options.inputs = verification.inputs;
  options.seed = verification.seed;
  options.given = given;
  options.lazy = semantics == ir::Semantics::Haskell;
  const eval::Comparison comparison = eval::comparePrograms(before, after, options);
  if (!comparison.equal()) {
    std::string message = comparison.describe();
    if (!message.ends_with('\n')) message += '\n';
    throw Failure("deforest: error: the programs differ\n" + message);
  }
  VerificationReport report;
  for (const eval::RootReport& root : comparison.roots) {
    ++report.roots;
    report.inputs += root.inputs;
    report.undefined += root.undefined;
  }
  return report;
}

}  // namespace deforest::driver
