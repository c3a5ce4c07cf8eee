#include "backends/native/late_failures.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "backends/native/facts.hpp"
#include "graph/failures.hpp"
#include "ir/printing.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::Function;
using ir::FunId;
using ir::VarId;

class Moving {
 public:
  Moving(const ir::Program& program, Function& function, const std::vector<bool>& failing)
      : program_(program), function_(function), failing_(failing) {}

  // Whether something has moved.
  bool run() {
    visit(function_.body);
    return moved_;
  }

 private:
  void visit(Block& block) {
    for (Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](Block& inner) { visit(inner); });
    }
    if (std::ranges::none_of(block.bindings, [&](const Binding& each) { return prints(each); }))
      return;
    std::vector<Binding> done;
    std::vector<Binding> waiting;  // may fail, and nobody has read it
    const auto flush = [&] {
      std::ranges::move(waiting, std::back_inserter(done));
      waiting.clear();
      results_.clear();
    };
    for (Binding& binding : block.bindings) {
      if (readsWaiting(binding.operation)) flush();
      if (isLate(binding)) {
        results_.insert(binding.results.begin(), binding.results.end());
        waiting.push_back(std::move(binding));
        continue;
      }
      // It may fail, too: what is waiting comes first.
      const bool isPrinted = prints(binding);
      if (!isPrinted && fails(binding)) flush();
      moved_ = moved_ || (isPrinted && !waiting.empty());
      done.push_back(std::move(binding));
    }
    flush();
    block.bindings = std::move(done);
  }

  [[nodiscard]] bool fails(const Binding& binding) const {
    return graph::mayFail(binding.operation, [&](FunId id) { return failing_[id.value]; });
  }

  // Whether it can wait. A failure has its place, behind what is printed by then.
  [[nodiscard]] bool isLate(const Binding& binding) const {
    return !std::holds_alternative<ir::Fail>(binding.operation) &&
           !std::holds_alternative<ir::Foreign>(binding.operation) && !prints(binding) &&
           fails(binding);
  }

  [[nodiscard]] bool prints(const Binding& binding) const {
    return ir::prints(program_, function_, binding.results);
  }

  [[nodiscard]] bool readsWaiting(const ir::Operation& operation) const {
    if (results_.empty()) return false;
    return std::ranges::any_of(variablesRead(operation),
                               [&](VarId read) { return results_.contains(read); });
  }

  const ir::Program& program_;
  Function& function_;
  const std::vector<bool>& failing_;
  std::set<VarId> results_;  // of what is waiting
  bool moved_ = false;
};

}  // namespace

pipeline::Pass lateFailures() {
  return {.name = "late-failures",
          .description = "compute what may fail behind what is printed before it is read",
          .needs = pipeline::Form::Native,
          .run = [](ir::Program program, pipeline::Context& context) {
            const std::vector<bool> failing = graph::failingIn(program, graph::callGraph(program));
            for (Function& function : program.functions) {
              if (!Moving(program, function, failing).run()) continue;
              context.add({pipeline::Decision::Kind::Native, true, function.name, "late failures",
                           "what may fail is computed behind what is printed before",
                           function.position});
            }
            return program;
          }};
}

}  // namespace deforest::backends
