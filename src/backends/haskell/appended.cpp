#include "backends/haskell/appended.hpp"

#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "backends/haskell/list_fusion.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

class LiteralAppender {
 public:
  LiteralAppender(const std::vector<bool>& appends, ir::Function& function)
      : appends_(appends), function_(function) {}

  void block(ir::Block& block) {
    std::vector<ir::Binding> bindings;
    for (ir::Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](ir::Block& inner) { this->block(inner); });
      if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
        if (const auto cells = appended(*call)) {
          put(*cells, call->arguments[1], binding, bindings);
          continue;
        }
      }
      remember(binding);
      bindings.push_back(std::move(binding));
    }
    block.bindings = std::move(bindings);
  }

 private:
  void remember(const ir::Binding& binding) {
    if (const auto* cell = std::get_if<ir::Construct>(&binding.operation)) {
      made_.emplace(binding.results[0], *cell);
    }
  }

  // The cells of what stands on the left, the first one first.
  [[nodiscard]] std::optional<std::vector<ir::Construct>> appended(const ir::Call& call) const {
    if (!appends_[call.callee.value]) return std::nullopt;
    std::vector<ir::Construct> cells;
    for (const ir::Atom* rest = call.arguments.data();;) {
      const auto* variable = ir::variableOf(*rest);
      const auto known = variable == nullptr ? made_.end() : made_.find(*variable);
      if (known == made_.end()) return std::nullopt;
      const ir::Construct& cell = known->second;
      if (cell.fields.empty()) return cells;
      cells.push_back(cell);
      rest = &cell.fields[1];
    }
  }

  // The last one comes first: it is in the fields of the one before.
  void put(const std::vector<ir::Construct>& cells, ir::Atom rest, const ir::Binding& call,
           std::vector<ir::Binding>& bindings) {
    const ir::VarId result = call.results[0];
    if (cells.empty()) {
      bindings.push_back({{result}, ir::Copy{{rest}}, call.position});
      return;
    }
    const ir::TypeId type = function_.variables[result.value].type;
    for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell) {
      const bool first = std::next(cell) == cells.rend();
      const ir::VarId variable = first ? result : function_.fresh(type, "xs");
      bindings.push_back(
          {{variable}, ir::Construct{cell->ctor, {cell->fields[0], rest}}, call.position});
      remember(bindings.back());
      rest = variable;
    }
  }

  const std::vector<bool>& appends_;
  ir::Function& function_;
  std::map<ir::VarId, ir::Construct> made_;
};

}  // namespace

ir::Program withAppendedLiterals(ir::Program program, const text::Original& original) {
  std::vector<bool> appends;
  for (const ir::Function& function : program.functions) {
    appends.push_back(isAppend(function, original));
  }
  for (ir::Function& function : program.functions) {
    LiteralAppender(appends, function).block(function.body);
  }
  return program;
}

}  // namespace deforest::backends
