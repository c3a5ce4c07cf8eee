#include "backends/native/cells/versions.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "backends/native/cells/compact.hpp"
#include "ir/traverse.hpp"
#include "support/check.hpp"

namespace deforest::backends {
namespace {

using ir::FunId;

class Maker {
 public:
  Maker(NativeCode& code, std::size_t consuming) : code_(code) {
    const ir::Program& program = code.program;
    const CompactFacts compact = findCompact(program, *code.layout, code.facts);
    ownership_ = findOwnership(program, *code.layout, code.facts, compact, code.loops, code.spines,
                               consuming);
    std::set<std::size_t> moving;  // groups in which parts change places
    for (std::size_t k = 0; k < ownership_.versions.size(); ++k) {
      left_.emplace_back();
      reuse_.push_back(plan(k));
      const bool moves = std::any_of(left_[k].begin(), left_[k].end(),
                                     [](const CellLeft& cell) { return cell.moves; });
      if (moves) moving.insert(ownership_.versions[k].group);
    }
    for (std::size_t k = 0; k < reuse_.size(); ++k) {
      if (moving.contains(ownership_.versions[k].group)) reuse_[k] = plan(k, true);
    }
  }

  // Makes the versions functions of the program. Each is the copy of one, variables and all.
  void run() && {
    classify();
    find();
    auto& functions = code_.program.functions;
    std::set<std::string> names;
    for (const auto& function : functions) names.insert(function.name);
    const std::vector<ir::Function> originals = functions;
    const std::vector<FunId> versionOf = code_.versionOf;
    const std::vector<LoopPlan> loops = code_.loops;
    const std::vector<std::optional<SpinePlan>> spines = code_.spines;
    const std::size_t count = functions.size() + added_;
    functions.resize(count);
    code_.versionOf.resize(count);
    code_.loops.resize(count);
    code_.spines.resize(count);
    code_.reuse.resize(count);
    code_.left.resize(count);
    code_.writesInPlace.resize(count);
    for (std::size_t i = 0; i < ownership_.versions.size(); ++i) {
      if (!reached_[i] || class_[i] != i) continue;
      const OwningVersion& version = ownership_.versions[i];
      const FunId id = id_[i];
      ir::Function& function = functions[id.value];
      function = originals[version.function.value];
      code_.versionOf[id.value] = versionOf[version.function.value];
      code_.loops[id.value] = loops[version.function.value];
      code_.spines[id.value] = spines[version.function.value];
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
      code_.reuse[id.value] = std::move(reuse_[i]);
      code_.left[id.value] = std::move(left_[i]);
    }
    for (std::size_t i = 0; i < ownership_.roots.size(); ++i) {
      const std::size_t root = class_[ownership_.roots[i]];
      support::check(id_[root] == code_.program.roots[i], "a root has changed its place");
      // What makes no difference to the text is only read.
      const bool writes = root != class_[ownership_.plain[i]];
      const OwningVersion& version =
          ownership_.versions[(writes ? ownership_.roots : ownership_.plain)[i]];
      code_.consumed[i] = version.owned;
      code_.fresh[i] = version.fresh;
    }
    markWriters();
  }

 private:
  [[nodiscard]] CellReuse plan(std::size_t at, bool nothing = false) {
    const std::size_t function = ownership_.versions[at].function.value;
    return planReuse(code_.program, ownership_.versions, at, *code_.layout, code_.loops[function],
                     code_.spines[function], left_[at], nothing);
  }

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
      id_[i] = FunId{static_cast<std::uint32_t>(code_.program.functions.size() + added_)};
      ++added_;
    }
  }

  void markWriters() {
    const auto& functions = code_.program.functions;
    bool changed = true;
    while (changed) {
      changed = false;
      for (std::size_t i = 0; i < functions.size(); ++i) {
        bool writes = !code_.reuse[i].taken.empty();
        ir::forEachBinding(functions[i].body, [&](const ir::Binding& binding) {
          const auto* call = std::get_if<ir::Call>(&binding.operation);
          writes = writes || (call != nullptr && code_.writesInPlace[call->callee.value]);
        });
        changed = changed || (writes && !code_.writesInPlace[i]);
        code_.writesInPlace[i] = writes;
      }
    }
  }

  NativeCode& code_;
  Ownership ownership_;
  std::vector<CellReuse> reuse_;  // by version, as everything below
  std::vector<std::vector<CellLeft>> left_;
  std::vector<std::size_t> class_;  // the first version that is the same text
  std::vector<bool> reached_;
  std::vector<FunId> id_;
  std::size_t added_ = 0;
};

// The types of what a root consumes.
std::set<ir::TypeId> consumedTypes(const NativeCode& code) {
  std::set<ir::TypeId> types;
  for (std::size_t i = 0; i < code.program.roots.size(); ++i) {
    const ir::Function& root = code.program.function(code.program.roots[i]);
    for (std::size_t j = 0; j < root.parameters.size(); ++j) {
      if (code.consumed[i][j]) types.insert(root.variables[root.parameters[j].value].type);
    }
  }
  return types;
}

// Nobody needs a copy of what nobody consumes.
void dropCopies(NativeCode& code) {
  const std::set<ir::TypeId> types = consumedTypes(code);
  auto& roots = code.program.roots;
  for (std::size_t i = roots.size(); i-- > roots.size() - code.copies;) {
    const ir::Function& copy = code.program.function(roots[i]);
    if (types.contains(copy.resultTypes[0])) continue;
    const auto at = static_cast<std::ptrdiff_t>(i);
    roots.erase(roots.begin() + at);
    code.consumed.erase(code.consumed.begin() + at);
    code.fresh.erase(code.fresh.begin() + at);
    --code.copies;
  }
}

}  // namespace

void reuseCells(NativeCode& code) {
  const std::size_t consuming =
      code.options.consumeInput ? code.program.roots.size() - code.copies : 0;
  Maker(code, consuming).run();
  dropCopies(code);
  code.refresh();
}

}  // namespace deforest::backends
