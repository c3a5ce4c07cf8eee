// What becomes of a program in Haskell's semantics before the engine comes to it, where it becomes
// native code: what C++ does at once, computes once, or puts off as Haskell does.
//
// Each of these is tried on what `main` may be given (search/eagerness), and done where it is worth
// it: a cell that waits is slower than one that is there.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/program.hpp"
#include "pipeline/pass.hpp"
#include "pipeline/run.hpp"
#include "text/original.hpp"
#include "text/parse.hpp"

namespace deforest::driver {

/// How far a `main` is tried before and after something is put off.
inline constexpr std::uint64_t callsOfTrials = 1'000'000;

/// Native code keeps lists without an end that are read again and again only if that saves enough:
/// else the program is read once more, without.
void keepListsIfWorth(ir::Program& program, text::Original& original, const std::string& path,
                      const std::string& content, text::ParseOptions reading);

/// Refers to what it was made with. What was decided is added to the decisions.
class NativePreparation {
 public:
  NativePreparation(const std::set<std::string, std::less<>>& without,
                    const pipeline::RunOptions& options, std::vector<pipeline::Decision>& decisions,
                    pipeline::RunReport& report)
      : without_(without), options_(options), decisions_(decisions), report_(report) {}

  /// What actions print is printed at once, what Haskell computes once is computed once, and what
  /// may fail and Haskell may not need fails where it is read.
  [[nodiscard]] ir::Program prepared(ir::Program program);

  /// Whether a list of what was prepared is defined by itself, and may need cells that are not made
  /// yet when it is made natively.
  [[nodiscard]] bool mayNeedOwnCells() const { return mayNeedOwnCells_; }

  /// What is put off of a program that was prepared.
  [[nodiscard]] ir::Program putOff(ir::Program program);

  /// The program with all lists put off that are perhaps not read to their end, where that saves
  /// half of the calls; none, if it does not. What was decided is added to `late`.
  [[nodiscard]] std::optional<ir::Program> withListsPutOff(const ir::Program& program,
                                                           std::vector<pipeline::Decision>& late);

  /// The program, read once more with lists without an end made as they are read; none, if it is
  /// the same or cannot be compiled. What was decided is added to `late`.
  [[nodiscard]] std::optional<ir::Program> withEndlessAsRead(const std::string& path,
                                                             const std::string& content,
                                                             text::ParseOptions reading,
                                                             std::vector<pipeline::Decision>& late);

 private:
  [[nodiscard]] ir::Program run(const std::vector<pipeline::Pass>& passes, ir::Program program);
  [[nodiscard]] ir::Program endlessAsRead(ir::Program program);
  [[nodiscard]] ir::Program failingLate(ir::Program program);

  const std::set<std::string, std::less<>>& without_;
  const pipeline::RunOptions& options_;
  std::vector<pipeline::Decision>& decisions_;
  pipeline::RunReport& report_;
  bool mayNeedOwnCells_ = false;
};

}  // namespace deforest::driver
