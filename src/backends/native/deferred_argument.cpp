#include "backends/native/deferred_argument.hpp"

#include <algorithm>
#include <utility>

#include "backends/native/facts.hpp"
#include "backends/native/siblings.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::TypeId;
using ir::VarId;

class LateFinder {
 public:
  LateFinder(const ir::Program& program, const ir::Function& function)
      : program_(program), function_(function) {}

  // How the function can do without the parameter until its end.
  [[nodiscard]] std::optional<DeferredFunction> find(std::size_t parameter) const {
    const VarId deferred = function_.parameters[parameter];
    if (isData(function_.variables[deferred.value].type)) return std::nullopt;
    const ir::Case* match = body();
    if (match == nullptr || match->scrutinee == Atom(deferred)) return std::nullopt;
    DeferredFunction found{parameter, 0, {}, std::vector<bool>(function_.resultTypes.size())};
    const auto& types = function_.resultTypes;
    const auto tree = std::find_if(types.begin(), types.end(), [&](TypeId t) { return isData(t); });
    if (tree == types.end()) return std::nullopt;
    found.root = static_cast<std::size_t>(tree - types.begin());
    std::set<ir::CtorId> made;
    for (const auto& alternative : match->alternatives) {
      auto branch = visit(alternative, match->scrutinee, deferred, found.root);
      if (!branch || !made.insert(branch->ctor).second) return std::nullopt;
      for (std::size_t i = 0; i < found.passed.size(); ++i) {
        const bool waits = isIn(branch->deferred, alternative.body.results[i]);
        if (!waits || branch->carried.contains(i)) found.passed[i] = true;
      }
      found.branches.push_back(std::move(*branch));
    }
    // What finishes branches on the constructor.
    const std::size_t all = program_.type(*tree).constructors.size();
    if (all < 2 || made.size() != all) return std::nullopt;
    return found;
  }

 private:
  [[nodiscard]] bool isData(TypeId type) const {
    return program_.type(type).kind == ir::TypeKind::Data;
  }

  // The function's only binding, if it branches.
  [[nodiscard]] const ir::Case* body() const {
    const Block& block = function_.body;
    if (block.bindings.size() != 1) return nullptr;
    const Binding& only = block.bindings[0];
    for (std::size_t i = 0; i < block.results.size(); ++i) {
      if (block.results[i] != Atom(only.results[i])) return nullptr;
    }
    return std::get_if<ir::Case>(&only.operation);
  }

  [[nodiscard]] std::optional<DeferredBranch> visit(const ir::Alternative& alternative,
                                                    const Atom& scrutinee, VarId parameter,
                                                    std::size_t root) const {
    const Block& block = alternative.body;
    const Atom& tree = block.results[root];
    DeferredBranch branch;
    branch.deferred = {parameter};
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      const Binding& binding = block.bindings[i];
      const auto* made = std::get_if<ir::Construct>(&binding.operation);
      if (made != nullptr && tree == Atom(binding.results[0])) {
        branch.root = i;
        branch.ctor = made->ctor;
      } else if (readsAny(binding, branch.deferred)) {
        const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
        if (primitive == nullptr || !ir::isTotal(primitive->op, primitive->arguments)) {
          return std::nullopt;
        }
        branch.deferred.insert(binding.results[0]);
      } else if (branch.root && readsAny(binding, {block.bindings[*branch.root].results[0]})) {
        return std::nullopt;
      }
    }
    if (!branch.root) {
      if (tree != scrutinee ||
          program_.constructor(alternative.ctor).type != function_.resultTypes[root]) {
        return std::nullopt;
      }
      branch.ctor = alternative.ctor;
    }
    if (std::count(block.results.begin(), block.results.end(), tree) > 1) return std::nullopt;
    return carry(block, std::move(branch));
  }

  // Finds room for what the deferred operations need.
  [[nodiscard]] std::optional<DeferredBranch> carry(const Block& block,
                                                    DeferredBranch branch) const {
    std::vector<Atom> known = block.results;
    if (branch.root) {
      const auto& fields = std::get<ir::Construct>(block.bindings[*branch.root].operation).fields;
      known.insert(known.end(), fields.begin(), fields.end());
    }
    for (const auto& binding : block.bindings) {
      if (!branch.deferred.contains(binding.results[0])) continue;
      for (const VarId needed : variablesRead(binding.operation)) {
        const bool carried = std::any_of(branch.carried.begin(), branch.carried.end(),
                                         [&](const auto& pair) { return pair.second == needed; });
        if (carried || branch.deferred.contains(needed) ||
            std::find(known.begin(), known.end(), Atom(needed)) != known.end()) {
          continue;
        }
        std::size_t room = 0;
        while (room < block.results.size() && !hasRoom(block, branch, room, needed)) ++room;
        if (room == block.results.size()) return std::nullopt;
        branch.carried[room] = needed;
      }
    }
    return branch;
  }

  [[nodiscard]] bool hasRoom(const Block& block, const DeferredBranch& branch, std::size_t result,
                             VarId needed) const {
    return isIn(branch.deferred, block.results[result]) && !branch.carried.contains(result) &&
           function_.resultTypes[result] == function_.variables[needed.value].type;
  }

  const ir::Program& program_;
  const ir::Function& function_;
};

}  // namespace

std::optional<DeferredFunction> findDeferred(const ir::Program& program,
                                             const ir::Function& function, std::size_t parameter) {
  return LateFinder(program, function).find(parameter);
}

}  // namespace deforest::backends
