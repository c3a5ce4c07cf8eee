// Functions that a host calls: one for every root, in whose terms the program's own functions are
// called, on the stack and under the guard that they need.
#pragma once

#include <string>

#include "backends/cpp.hpp"
#include "backends/cpp/function.hpp"
#include "backends/cpp/text.hpp"
#include "ir/program.hpp"

namespace deforest::backends {

class CppRoots {
 public:
  CppRoots(const CppContext& context, const CppOptions& options)
      : context_(context), options_(options) {}

  void declare(CppText& out) const;
  /// `prefix` stands before each, `inner` before the names of the program's functions.
  void define(const std::string& prefix, const std::string& inner, CppText& out) const;

 private:
  // What of a root's text is the same however it is called.
  struct Entry {
    ir::FunId id;
    std::size_t index = 0;
    std::string inner;
    std::vector<std::string> arguments{};
  };

  [[nodiscard]] bool returnsOwned(std::size_t root) const;
  [[nodiscard]] bool isParallel(ir::FunId root) const;
  [[nodiscard]] bool isGuarded(ir::FunId root) const;
  [[nodiscard]] std::string head(Entry& entry, const std::string& prefix) const;
  [[nodiscard]] std::string call(const Entry& entry, CppVariant variant,
                                 const std::string& worker) const;
  void document(const Entry& entry, CppText& out) const;
  void defineDirect(const Entry& entry, CppText& out) const;
  void defineGuarded(const Entry& entry, CppText& out) const;
  void runLambda(const Entry& entry, const std::string& name, CppText& out) const;

  const CppContext& context_;
  const CppOptions& options_;
};

/// A lambda of a worker, and one of a worker and levels, as text: heads and bodies.
struct CppRunRoot {
  std::string serialHead;
  std::string serialBody;
  std::string parallelHead;
  std::string parallelBody;
};

/// `start` and a call of `deforest::runRoot` with the region and two lambdas.
void writeRunRoot(const std::string& start, const CppRunRoot& lambdas, CppText& out);

}  // namespace deforest::backends
