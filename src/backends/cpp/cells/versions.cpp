#include "backends/cpp/cells/versions.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "backends/cpp/cells/compact.hpp"
#include "backends/cpp/cells/copy.hpp"
#include "backends/cpp/plan/loops.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::backends {
namespace {

using ir::FunId;

class Maker {
 public:
  Maker(ir::Program program, const NativeOptions& options, std::size_t consuming)
      : program_(std::move(program)),
        facts_(cppFacts(program_)),
        layout_(program_, facts_.emitted) {
    const std::size_t count = program_.functions.size();
    std::vector<LoopPlan> loops(count);
    std::vector<std::optional<SpinePlan>> spines(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!facts_.emitted[i]) continue;
      loops[i] = planLoops(program_, FunId{i}, layout_);
      if (!options.serial) spines[i] = findSpine(program_, FunId{i}, loops[i], facts_);
    }
    const auto makesCell = [&](FunId id, const ir::Binding& binding) {
      if (makesInteger(program_, program_.function(id), binding)) return true;
      const auto* construct = std::get_if<ir::Construct>(&binding.operation);
      return construct != nullptr && layout_.allocates(construct->ctor);
    };
    findAllocations(program_, makesCell, facts_);
    const CompactFacts compact = findCompact(program_, layout_, facts_);
    ownership_ = findOwnership(program_, layout_, facts_, compact, spines, consuming);
    std::set<std::size_t> moving;  // groups in which parts change places
    for (std::size_t k = 0; k < ownership_.versions.size(); ++k) {
      const auto& version = ownership_.versions[k];
      const std::size_t i = version.function.value;
      auto& left = left_.emplace_back();
      reuse_.push_back(
          planReuse(program_, ownership_.versions, k, layout_, loops[i], spines[i], left));
      const bool moves =
          std::any_of(left.begin(), left.end(), [](const CellLeft& cell) { return cell.moves; });
      if (moves) moving.insert(version.group);
    }
    for (std::size_t k = 0; k < reuse_.size(); ++k) {
      const auto& version = ownership_.versions[k];
      const std::size_t i = version.function.value;
      if (!moving.contains(version.group)) continue;
      reuse_[k] =
          planReuse(program_, ownership_.versions, k, layout_, loops[i], spines[i], left_[k], true);
    }
  }

  OwningProgram run() && {
    classify();
    find();
    OwningProgram result;
    result.program = std::move(program_);
    auto& functions = result.program.functions;
    std::set<std::string> names;
    for (const auto& function : functions) names.insert(function.name);
    functions.resize(functions.size() + added_);
    for (std::uint32_t i = 0; i < functions.size(); ++i) result.versionOf.push_back(FunId{i});
    result.reuse.resize(functions.size());
    result.left.resize(functions.size());
    const std::vector<ir::Function> originals = functions;
    for (std::size_t i = 0; i < ownership_.versions.size(); ++i) {
      if (!reached_[i] || class_[i] != i) continue;
      const OwningVersion& version = ownership_.versions[i];
      const FunId id = id_[i];
      ir::Function& function = functions[id.value];
      function = originals[version.function.value];
      result.versionOf[id.value] = version.function;
      if (id != version.function) {
        const bool owns =
            std::find(version.owned.begin(), version.owned.end(), true) != version.owned.end();
        function.name += owns ? "InPlace" : "Anew";
        while (!names.insert(function.name).second) function.name += "'";
      }
      std::size_t at = 0;
      ir::forEachBinding(function.body, [&](ir::Binding& binding) {
        auto* call = std::get_if<ir::Call>(&binding.operation);
        if (call != nullptr) call->callee = id_[class_[version.callees[at++]]];
      });
      result.reuse[id.value] = std::move(reuse_[i]);
      result.left[id.value] = std::move(left_[i]);
    }
    for (std::size_t i = 0; i < ownership_.roots.size(); ++i) {
      const std::size_t root = class_[ownership_.roots[i]];
      support::check(id_[root] == result.program.roots[i], "a root has changed its place");
      // What makes no difference to the text is only read.
      const bool writes = root != class_[ownership_.plain[i]];
      const OwningVersion& version =
          ownership_.versions[(writes ? ownership_.roots : ownership_.plain)[i]];
      result.consumed.push_back(version.owned);
      result.fresh.push_back(version.fresh);
    }
    markWriters(result);
    return result;
  }

 private:
  // Versions of one function are equal until something tells them apart.
  void classify() {
    const std::size_t count = ownership_.versions.size();
    class_.resize(count);
    std::map<FunId, std::size_t> first;
    for (std::size_t i = 0; i < count; ++i) {
      class_[i] = first.emplace(ownership_.versions[i].function, i).first->second;
    }
    bool changed = true;
    while (changed) {
      changed = false;
      std::vector<std::size_t> next(count);
      for (std::size_t i = 0; i < count; ++i) {
        next[i] = i;
        for (std::size_t j = 0; j < i && next[i] == i; ++j) {
          if (next[j] == j && class_[j] == class_[i] && sameText(i, j)) next[i] = j;
        }
        changed = changed || next[i] != class_[i];
      }
      class_ = std::move(next);
    }
  }

  [[nodiscard]] bool sameText(std::size_t i, std::size_t j) const {
    const auto& mine = ownership_.versions[i].callees;
    const auto& other = ownership_.versions[j].callees;
    for (std::size_t k = 0; k < mine.size(); ++k) {
      if (class_[mine[k]] != class_[other[k]]) return false;
    }
    return reuse_[i] == reuse_[j];
  }

  // What the roots lead to, and where it goes: the version of a root, else one that owns nothing,
  // else the first, takes the place of its function.
  void find() {
    reached_.resize(class_.size());
    id_.resize(class_.size());
    std::vector<std::size_t> order;
    const auto reach = [&](std::size_t version) {
      if (!reached_[class_[version]]) order.push_back(class_[version]);
      reached_[class_[version]] = true;
    };
    for (const std::size_t root : ownership_.roots) reach(root);
    const std::size_t roots = order.size();
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const std::size_t callee : ownership_.versions[order[i]].callees) reach(callee);
    }
    std::stable_partition(order.begin() + static_cast<std::ptrdiff_t>(roots), order.end(),
                          [&](std::size_t i) {
                            const auto& owned = ownership_.versions[i].owned;
                            return std::find(owned.begin(), owned.end(), true) == owned.end();
                          });
    std::set<FunId> used;
    for (const std::size_t i : order) {
      id_[i] = ownership_.versions[i].function;
      if (used.insert(id_[i]).second) continue;
      id_[i] = FunId{static_cast<std::uint32_t>(program_.functions.size() + added_)};
      ++added_;
    }
  }

  static void markWriters(OwningProgram& result) {
    const std::size_t count = result.program.functions.size();
    result.writesInPlace.resize(count);
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t i = 0; i < count; ++i) {
        bool writes = !result.reuse[i].taken.empty();
        ir::forEachBinding(result.program.functions[i].body, [&](const ir::Binding& binding) {
          const auto* call = std::get_if<ir::Call>(&binding.operation);
          writes = writes || (call != nullptr && result.writesInPlace[call->callee.value]);
        });
        changed = changed || (writes && !result.writesInPlace[i]);
        result.writesInPlace[i] = writes;
      }
    }
  }

  ir::Program program_;
  CppFacts facts_;
  CppLayout layout_;
  Ownership ownership_;
  std::vector<CellReuse> reuse_;  // by version, as everything below
  std::vector<std::vector<CellLeft>> left_;
  std::vector<std::size_t> class_;  // the first version that is the same text
  std::vector<bool> reached_;
  std::vector<FunId> id_;
  std::size_t added_ = 0;
};

}  // namespace

OwningProgram reuseCells(ir::Program program, const NativeOptions& options) {
  const std::size_t consuming = options.consumeInput ? program.roots.size() : 0;
  OwningProgram result = Maker(program, options, consuming).run();
  std::vector<ir::TypeId> types;
  for (std::size_t i = 0; i < result.consumed.size(); ++i) {
    const ir::Function& root = program.function(program.roots[i]);
    for (std::size_t j = 0; j < root.parameters.size(); ++j) {
      const ir::TypeId type = root.variables[root.parameters[j].value].type;
      const bool known = std::find(types.begin(), types.end(), type) != types.end();
      if (result.consumed[i][j] && !known) types.push_back(type);
    }
  }
  if (types.empty()) return result;
  const CppLayout layout(program, cppFacts(program).emitted);
  addCopies(program, types, typesWithCells(program, layout));
  return Maker(std::move(program), options, consuming).run();
}

}  // namespace deforest::backends
