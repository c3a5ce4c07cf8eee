#include "eval/classify.hpp"

#include <algorithm>

#include "ir/measure.hpp"
#include "ir/traverse.hpp"

namespace deforest::eval {
namespace {

bool matchesOnParameter(const ir::Program& program, const ir::Function& function) {
  // Variables that are a parameter, or a copy of one, or unwrapped from one.
  std::vector<bool> parameter(function.variables.size(), false);
  for (const ir::VarId each : function.parameters) parameter[each.value] = true;
  const auto isParameter = [&](const ir::Atom& atom) {
    const ir::VarId* variable = ir::variableOf(atom);
    return variable != nullptr && parameter[variable->value];
  };
  bool found = false;
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
      for (std::size_t i = 0; i < copy->atoms.size(); ++i) {
        if (isParameter(copy->atoms[i])) parameter[binding.results[i].value] = true;
      }
    } else if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
      if (!isParameter(unpack->scrutinee)) return;
      if (program.type(program.constructor(unpack->ctor).type).isNewtype) {
        parameter[binding.results[0].value] = true;
      } else {
        found = true;
      }
    } else if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      found = found || isParameter(match->scrutinee);
    }
  });
  return found;
}

// Tarjan's algorithm with an explicit stack; finds which functions lie on a cycle.
class Cycles {
 public:
  explicit Cycles(const ir::Program& program)
      : callees_(program.functions.size()),
        index_(program.functions.size(), 0),
        low_(program.functions.size(), 0),
        open_(program.functions.size(), false),
        cyclic_(program.functions.size(), false) {
    for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
      callees_[i] = ir::callees(program.functions[i].body);
    }
    for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
      if (index_[i] == 0) search(i);
    }
  }

  [[nodiscard]] bool operator[](std::uint32_t function) const { return cyclic_[function]; }

 private:
  struct Frame {
    std::uint32_t function;
    std::size_t next;  // the callee to look at
  };

  void search(std::uint32_t root) {
    std::vector<Frame> frames;
    const auto enter = [&](std::uint32_t function) {
      index_[function] = low_[function] = ++counter_;
      component_.push_back(function);
      open_[function] = true;
      frames.push_back({function, 0});
    };
    enter(root);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const std::uint32_t function = frame.function;
      if (frame.next < callees_[function].size()) {
        const std::uint32_t callee = callees_[function][frame.next++].value;
        if (callee == function) cyclic_[function] = true;
        if (index_[callee] == 0) {
          enter(callee);
        } else if (open_[callee]) {
          low_[function] = std::min(low_[function], index_[callee]);
        }
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) {
        std::uint32_t& low = low_[frames.back().function];
        low = std::min(low, low_[function]);
      }
      if (low_[function] == index_[function]) close(function);
    }
  }

  // Takes the component of `root` off the stack.
  void close(std::uint32_t root) {
    const bool several = component_.back() != root;
    for (bool more = true; more;) {
      const std::uint32_t member = component_.back();
      component_.pop_back();
      open_[member] = false;
      if (several) cyclic_[member] = true;
      more = member != root;
    }
  }

  std::vector<std::vector<ir::FunId>> callees_;
  std::vector<std::uint32_t> index_;  // 0: not yet reached
  std::vector<std::uint32_t> low_;
  std::vector<bool> open_;
  std::vector<bool> cyclic_;
  std::vector<std::uint32_t> component_;
  std::uint32_t counter_ = 0;
};

}  // namespace

std::vector<CallClass> classify(const ir::Program& program) {
  const Cycles cycles(program);
  std::vector<CallClass> classes(program.functions.size());
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    classes[i] = {matchesOnParameter(program, program.functions[i]), cycles[i]};
  }
  return classes;
}

}  // namespace deforest::eval
