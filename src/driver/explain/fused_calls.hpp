// The calls of the source that one function of the result makes at once.
//
// A function that fusion made is composed of functions of the program that fusion was given, and
// these may have been composed in an earlier round. Followed back to the beginning, it is a graph
// of functions of the source: who consumes what whom makes. In words, the last consumer first:
//
//     y0 = square x0; y1 = total y0        `total` after `square`
//     size x0; depth x0                    `size` and `depth`
//     y0 = sum x0; head y0; shift y0       `head` and `shift` after `sum`
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "driver/explain/source_names.hpp"
#include "pipeline/pass.hpp"

namespace deforest::driver {

/// One call of the source.
struct FusedCall {
  std::string function;                ///< In the program before fusion.
  std::vector<std::size_t> producers;  ///< Calls whose results it takes.
  bool wanted = true;                  ///< Its result is made, for others as well.
  std::string type;                    ///< Of its result, as Haskell writes it.
};

using FusedCalls = std::vector<FusedCall>;

class Compositions {
 public:
  explicit Compositions(const std::vector<pipeline::Composition>& compositions);

  /// Of a function of the program that the given run of `fuse` left; one call, of itself, if fusion
  /// did not make it.
  [[nodiscard]] FusedCalls of(const std::string& function, std::size_t run) const;

  /// Of a function that this run was given.
  [[nodiscard]] FusedCalls givenTo(const std::string& function, std::size_t run) const;

  /// It is several calls that are made one after the other.
  [[nodiscard]] bool isLine(const std::string& function, std::size_t run) const;

  /// Has fusion made or left a function of this name?
  [[nodiscard]] bool knows(const std::string& function, std::size_t run) const;

  /// The run that left a function of this name last.
  [[nodiscard]] std::size_t lastRun() const { return lastRun_; }

 private:
  using Key = std::pair<std::size_t, std::string>;
  [[nodiscard]] FusedCalls expanded(const pipeline::Composition& composition) const;

  std::map<Key, pipeline::Composition> left_;   // By run and name.
  std::map<Key, pipeline::Composition> given_;  // That were added to what the run was given.
  std::size_t lastRun_ = 0;
};

/// The different functions of the source in them, parts of one not told apart.
[[nodiscard]] std::vector<SourceName> passesOf(const FusedCalls& calls, const SourceNames& names);

/// In words, as above.
[[nodiscard]] std::string describe(const FusedCalls& calls, const SourceNames& names);

/// Whether a description is of calls of two functions, or of one twice; the parts of one function
/// are one.
[[nodiscard]] bool isJoin(const std::string& description);

/// Whether one of these lists has all that the other has.
[[nodiscard]] bool includes(const std::vector<SourceName>& more,
                            const std::vector<SourceName>& fewer);

/// What they are called.
[[nodiscard]] std::set<std::string> textsOf(const std::vector<SourceName>& passes);

/// The types of the trees that are not made any more, each once.
[[nodiscard]] std::vector<std::string> goneTypes(const FusedCalls& calls);

/// `a`, `a and b`, `a, b and c`.
[[nodiscard]] std::string listed(const std::vector<std::string>& words, const std::string& last);

}  // namespace deforest::driver
