#include "backends/native/tail_recursion.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "backends/native/calls.hpp"
#include "backends/native/facts.hpp"
#include "ir/alpha.hpp"
#include "ir/primitives.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

// How many operations after a branch go into each branch, and how many copies that may make.
constexpr std::size_t mostFollowing = 4;
constexpr std::size_t mostCopies = 16;

bool hasAnyOf(const std::vector<VarId>& read, const std::vector<VarId>& variables) {
  return std::any_of(variables.begin(), variables.end(), [&](VarId variable) {
    return std::find(read.begin(), read.end(), variable) != read.end();
  });
}

// The variable that decides which branch is taken.
std::vector<VarId> decisive(const ir::Operation& operation) {
  std::vector<VarId> read;
  ir::forEachAtom(operation, [&](const Atom& atom) {
    if (const VarId* variable = ir::variableOf(atom)) read.push_back(*variable);
  });
  return read;
}

class TailMover {
 public:
  TailMover(ir::Function& function, FunId id, const CppFacts& facts)
      : function_(function), id_(id), facts_(facts) {}

  void visit(Block& block) {
    pushIn(block);
    sinkCall(block);
    if (!ir::endsInBranches(block)) return;
    ir::forEachBlock(block.bindings.back().operation, [&](Block& inner) { visit(inner); });
  }

 private:
  [[nodiscard]] bool isOwnCall(const Binding& binding) const {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    return call != nullptr && call->callee == id_;
  }

  // Whether the function visits what has one child of its own kind.
  [[nodiscard]] bool alongList() const { return callsOnPath(function_.body, {id_}) == 1; }

  [[nodiscard]] bool heavyBeside(const Block& block, const Binding& own) const {
    bool found = false;
    ir::forEachBinding(block, [&](const Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      found = found || (call != nullptr && &binding != &own && facts_.heavy[call->callee.value]);
    });
    return found;
  }

  // How many bindings of the block, not of blocks within, are or contain calls worth a thread.
  [[nodiscard]] std::size_t heavyAt(const Block& block) const {
    std::size_t found = 0;
    for (const auto& binding : block.bindings) {
      const Block alone{{binding}, {}};
      bool heavy = false;
      ir::forEachBinding(alone, [&](const Binding& inner) {
        const auto* call = std::get_if<ir::Call>(&inner.operation);
        heavy = heavy || (call != nullptr && facts_.heavy[call->callee.value]);
      });
      found += heavy ? 1 : 0;
    }
    return found;
  }

  // What follows a branch that recurses becomes the end of each of its blocks.
  void pushIn(Block& block) {
    if (heavyAt(block) != 1) return;
    for (std::size_t i = 0; i + 1 < block.bindings.size(); ++i) {
      Binding& binding = block.bindings[i];
      if (!ir::branches(binding.operation)) continue;
      std::size_t blocks = 0;
      bool recurses = false;
      ir::forEachBlock(binding.operation, [&](const Block& inner) {
        ++blocks;
        recurses = recurses || callsOf(inner, id_) != 0;
      });
      const std::size_t following = block.bindings.size() - i - 1;
      if (!recurses || following > mostFollowing || following * blocks > mostCopies) continue;
      const bool simple = std::all_of(
          block.bindings.begin() + static_cast<long>(i) + 1, block.bindings.end(),
          [&](const Binding& after) {
            const auto* primitive = std::get_if<ir::Primitive>(&after.operation);
            return std::holds_alternative<ir::Construct>(after.operation) ||
                   (primitive != nullptr && ir::isTotal(primitive->op, primitive->arguments));
          });
      if (!simple) continue;
      const Block rest{{block.bindings.begin() + static_cast<long>(i) + 1, block.bindings.end()},
                       block.results};
      block.bindings.erase(block.bindings.begin() + static_cast<long>(i) + 1, block.bindings.end());
      Binding& last = block.bindings.back();
      const std::vector<VarId> given = last.results;
      ir::forEachBlock(last.operation, [&](Block& inner) {
        if (fails(inner)) {
          failWithAll(inner);
          return;
        }
        ir::Substitution by(function_);
        for (std::size_t j = 0; j < given.size(); ++j) by.set(given[j], inner.results[j]);
        Block end = ir::freshCopy(rest, by, function_, function_);
        std::move(end.bindings.begin(), end.bindings.end(), std::back_inserter(inner.bindings));
        inner.results = std::move(end.results);
      });
      last.results.clear();
      block.results.clear();
      for (const ir::TypeId type : function_.resultTypes) {
        last.results.push_back(function_.fresh(type, "result"));
        block.results.emplace_back(last.results.back());
      }
      return;
    }
  }

  static bool fails(const Block& block) {
    return !block.bindings.empty() &&
           std::holds_alternative<ir::Fail>(block.bindings.back().operation);
  }

  // An error in place of all that the function gives: nothing follows it.
  void failWithAll(Block& block) {
    auto& results = block.bindings.back().results;
    results.clear();
    block.results.clear();
    for (const ir::TypeId type : function_.resultTypes) {
      results.push_back(function_.fresh(type, "unreached"));
      block.results.emplace_back(results.back());
    }
  }

  // A call of the function itself before a branch moves into the blocks of the branch.
  void sinkCall(Block& block) {
    if (block.bindings.size() < 2 || !ir::endsInBranches(block)) return;
    const Binding& last = block.bindings.back();
    const auto found = std::find_if(block.bindings.begin(), block.bindings.end(),
                                    [&](const Binding& binding) { return isOwnCall(binding); });
    if (found == block.bindings.end()) return;
    if (!alongList() && heavyBeside(block, *found)) return;
    if (hasAnyOf(decisive(last.operation), found->results)) return;
    for (auto between = found + 1; between + 1 != block.bindings.end(); ++between) {
      if (hasAnyOf(variablesRead(between->operation), found->results)) return;
    }
    const Binding call = *found;
    block.bindings.erase(found);
    Binding& branch = block.bindings.back();
    ir::forEachBlock(branch.operation, [&](Block& inner) {
      ir::Substitution by(function_);
      const std::vector<Atom> results(call.results.begin(), call.results.end());
      const Block copy = ir::freshCopy({{call}, results}, by, function_, function_);
      ir::substitute(inner, by);
      inner.bindings.insert(inner.bindings.begin(), copy.bindings.begin(), copy.bindings.end());
    });
  }

  ir::Function& function_;
  FunId id_;
  const CppFacts& facts_;
};

}  // namespace

pipeline::Pass tailRecursion() {
  return {
      .name = "tail-recursion",
      .description = "move calls of a function to itself to the ends of its branches",
      .needs = pipeline::Form::Native,
      .run = [](ir::Program program, pipeline::Context& context) {
        const CppFacts facts = cppFacts(program);
        for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
          if (!facts.recursive[i]) continue;
          ir::Function& function = program.functions[i];
          const Block before = function.body;
          TailMover(function, FunId{i}, facts).visit(function.body);
          if (function.body == before) continue;
          context.add({pipeline::Decision::Kind::Native, true, function.name, "tail recursion",
                       "its calls of itself are the last thing in branches", function.position});
        }
        return program;
      }};
}

}  // namespace deforest::backends
