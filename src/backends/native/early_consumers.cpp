#include "backends/native/early_consumers.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "backends/native/facts.hpp"
#include "backends/native/siblings.hpp"
#include "ir/measure.hpp"
#include "ir/printing.hpp"
#include "ir/traverse.hpp"
#include "simplify/dead_bindings.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::TypeId;
using ir::VarId;

// One function that is not recursive.
class Mover {
 public:
  Mover(const ir::Program& program, const CppFacts& facts, bool serial, ir::Function& function)
      : program_(program),
        facts_(facts),
        serial_(serial),
        function_(function),
        uses_(ir::countUses(function)),
        settled_(uses_.size()) {}

  void run() { visit(function_.body); }

 private:
  void visit(Block& block) {
    for (auto& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](Block& inner) { visit(inner); });
    }
    std::map<VarId, std::size_t> makers;
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      remember(block.bindings[i], i, makers);
      if (isConsumer(block.bindings[i])) moveUp(block.bindings, i, makers);
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

  // What is at `at` goes up, after what is computed for it alone. `makers`: by variable, what binds
  // it.
  void moveUp(std::vector<Binding>& bindings, std::size_t at,
              std::map<VarId, std::size_t>& makers) {
    std::set<std::size_t> moves;
    std::set<std::size_t> needed;
    std::map<VarId, unsigned> read;  // By those that move.
    const auto move = [&](std::size_t i) {
      moves.insert(i);
      for (const VarId variable : variablesRead(bindings[i].operation)) {
        ++read[variable];
        const auto maker = makers.find(variable);
        if (maker != makers.end()) needed.insert(maker->second);
      }
    };
    move(at);
    // Whoever reads one of them stands behind it and has been looked at.
    std::size_t to = 0;
    while (to == 0 && !needed.empty()) {
      const std::size_t last = *needed.rbegin();
      needed.erase(last);
      if (isForOnly(bindings[last], read)) {
        move(last);
      } else {
        to = last + 1;
      }
    }
    if (!serial_) to = behindSiblings(bindings, to, at);
    for (std::size_t i = to; i < at; ++i) {
      const bool stays = ir::prints(program_, function_, bindings[i].results) ||
                         simplify::forcedAlone(bindings[i]) != nullptr;
      if (!moves.contains(i) && stays) to = i + 1;
    }
    while (to < at && isSettled(bindings[to])) ++to;
    for (const std::size_t i : moves) {
      for (const VarId result : bindings[i].results) settled_[result.value] = true;
    }
    std::vector<Binding> inOrder;
    for (const bool moving : {true, false}) {
      for (std::size_t i = to; i <= at; ++i) {
        if (moves.contains(i) == moving) inOrder.push_back(std::move(bindings[i]));
      }
    }
    std::move(inOrder.begin(), inOrder.end(), bindings.begin() + static_cast<long>(to));
    for (std::size_t i = to; i <= at; ++i) remember(bindings[i], i, makers);
  }

  // Whether it went up with another consumer: to pass it would gain nothing.
  [[nodiscard]] bool isSettled(const Binding& binding) const {
    return std::ranges::any_of(binding.results,
                               [&](VarId result) { return settled_[result.value]; });
  }

  static void remember(const Binding& binding, std::size_t at,
                       std::map<VarId, std::size_t>& makers) {
    for (const VarId result : binding.results) makers[result] = at;
  }

  static bool reads(const Binding& binding, const Binding& other) {
    return readsAny(binding, {other.results.begin(), other.results.end()});
  }

  // Whether what the binding makes is read, and as often as all read it.
  [[nodiscard]] bool isForOnly(const Binding& binding,
                               const std::map<VarId, unsigned>& read) const {
    if (std::holds_alternative<ir::Fail>(binding.operation)) return false;
    return std::all_of(binding.results.begin(), binding.results.end(), [&](VarId result) {
      const auto known = read.find(result);
      return uses_[result.value] == (known == read.end() ? 0 : known->second);
    });
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
  bool serial_;
  ir::Function& function_;
  const std::vector<unsigned> uses_;
  std::vector<bool> settled_;  // by variable: its maker is a consumer, or went up with one
};

}  // namespace

pipeline::Pass earlyConsumers(const NativeOptions& options) {
  return {.name = "early-consumers",
          .description = "make numbers of trees as soon as these are there",
          .needs = pipeline::Form::Native,
          .run = [serial = options.serial](ir::Program program, pipeline::Context& context) {
            const CppFacts facts = cppFacts(program);
            for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
              if (facts.recursive[i]) continue;
              ir::Function& function = program.functions[i];
              const Block before = function.body;
              Mover(program, facts, serial, function).run();
              if (function.body == before) continue;
              context.add({pipeline::Decision::Kind::Native, true, function.name, "early consumers",
                           "what it makes numbers of is read as soon as it is there",
                           function.position});
            }
            return program;
          }};
}

}  // namespace deforest::backends
