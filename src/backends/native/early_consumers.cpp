#include "backends/native/early_consumers.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "backends/native/facts.hpp"
#include "backends/native/siblings.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::TypeId;
using ir::VarId;

// One function that is not recursive.
class Mover {
 public:
  Mover(const ir::Program& program, const CppFacts& facts, ir::Function& function)
      : program_(program), facts_(facts), function_(function), uses_(ir::countUses(function)) {}

  void run() { visit(function_.body); }

 private:
  void visit(Block& block) {
    for (auto& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](Block& inner) { visit(inner); });
    }
    for (std::size_t i = 1; i < block.bindings.size(); ++i) {
      if (isConsumer(block.bindings[i])) moveUp(block.bindings, i);
    }
  }

  [[nodiscard]] bool isHeavy(const Binding& binding) const {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    return call != nullptr && facts_.heavy[call->callee.value];
  }

  // Whether values of the type never hold a cell.
  [[nodiscard]] bool isNumber(TypeId id) const {
    const ir::Type& type = program_.type(id);
    if (type.kind == ir::TypeKind::Integer) return false;
    return std::all_of(type.constructors.begin(), type.constructors.end(),
                       [&](ir::CtorId ctor) { return program_.constructor(ctor).fields.empty(); });
  }

  [[nodiscard]] bool isConsumer(const Binding& binding) const {
    return isHeavy(binding) &&
           std::all_of(binding.results.begin(), binding.results.end(), [&](VarId result) {
             return isNumber(function_.variables[result.value].type);
           });
  }

  // What is at `at` goes up, after what is computed for it alone.
  void moveUp(std::vector<Binding>& bindings, std::size_t at) const {
    std::vector<bool> moves(at + 1);
    moves[at] = true;
    for (std::size_t i = at; i-- > 0;) moves[i] = isForOnly(bindings, i, at, moves);
    std::size_t to = 0;
    for (std::size_t i = 0; i < at; ++i) {
      if (!moves[i] && isNeeded(bindings, i, at, moves)) to = i + 1;
    }
    to = behindSiblings(bindings, to, at);
    std::vector<Binding> inOrder;
    for (const bool moving : {true, false}) {
      for (std::size_t i = to; i <= at; ++i) {
        if (moves[i] == moving) inOrder.push_back(std::move(bindings[i]));
      }
    }
    std::move(inOrder.begin(), inOrder.end(), bindings.begin() + static_cast<long>(to));
  }

  static bool reads(const Binding& binding, const Binding& other) {
    return readsAny(binding, {other.results.begin(), other.results.end()});
  }

  // Whether one of those that move reads what is at `i`.
  static bool isNeeded(const std::vector<Binding>& bindings, std::size_t i, std::size_t at,
                       const std::vector<bool>& moves) {
    for (std::size_t j = i + 1; j <= at; ++j) {
      if (moves[j] && reads(bindings[j], bindings[i])) return true;
    }
    return false;
  }

  // Whether what is at `i` is read by those that move, and by nothing else.
  [[nodiscard]] bool isForOnly(const std::vector<Binding>& bindings, std::size_t i, std::size_t at,
                               const std::vector<bool>& moves) const {
    if (std::holds_alternative<ir::Fail>(bindings[i].operation)) return false;
    unsigned read = 0;
    for (std::size_t j = i + 1; j <= at; ++j) {
      if (moves[j]) read += readsOf(bindings[i], bindings[j]);
    }
    unsigned all = 0;
    for (const VarId result : bindings[i].results) all += uses_[result.value];
    return read != 0 && read == all;
  }

  static unsigned readsOf(const Binding& made, const Binding& reader) {
    unsigned count = 0;
    for (const VarId read : variablesRead(reader.operation)) {
      count += static_cast<unsigned>(std::count(made.results.begin(), made.results.end(), read));
    }
    return count;
  }

  // Calls one behind the other that do not read each other may run side by side.
  [[nodiscard]] std::size_t behindSiblings(const std::vector<Binding>& bindings, std::size_t to,
                                           std::size_t at) const {
    if (to == 0 || !isHeavy(bindings[to - 1])) return to;
    const std::size_t first = to - 1;
    for (; to < at && isHeavy(bindings[to]); ++to) {
      for (std::size_t i = first; i < to; ++i) {
        if (reads(bindings[to], bindings[i])) return to;
      }
    }
    return to;
  }

  const ir::Program& program_;
  const CppFacts& facts_;
  ir::Function& function_;
  const std::vector<unsigned> uses_;
};

}  // namespace

pipeline::Pass earlyConsumers() {
  return {.name = "early-consumers",
          .description = "make numbers of trees as soon as these are there",
          .needs = pipeline::Form::Native,
          .run = [](ir::Program program, pipeline::Context& context) {
            const CppFacts facts = cppFacts(program);
            for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
              if (facts.recursive[i]) continue;
              ir::Function& function = program.functions[i];
              const Block before = function.body;
              Mover(program, facts, function).run();
              if (function.body == before) continue;
              context.add({pipeline::Decision::Kind::Native, true, function.name, "early consumers",
                           "what it makes numbers of is read as soon as it is there",
                           function.position});
            }
            return program;
          }};
}

}  // namespace deforest::backends
