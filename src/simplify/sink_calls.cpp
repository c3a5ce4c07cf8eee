#include "simplify/sink_calls.hpp"

#include <algorithm>

#include "graph/call_graph.hpp"
#include "ir/alpha.hpp"
#include "ir/measure.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"

namespace deforest::simplify {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::VarId;

// How many branches may get a copy of one call.
constexpr std::size_t mostCopies = 4;

bool contains(const std::vector<Atom>& atoms, const std::vector<VarId>& variables) {
  return std::ranges::any_of(atoms, [&](const Atom& atom) {
    const VarId* variable = ir::variableOf(atom);
    return variable != nullptr && std::ranges::find(variables, *variable) != variables.end();
  });
}

// Whether the operation, or a block within it, reads one of the variables.
bool reads(const ir::Operation& operation, const std::vector<VarId>& variables);

bool reads(const Block& block, const std::vector<VarId>& variables) {
  return contains(block.results, variables) ||
         std::ranges::any_of(block.bindings, [&](const Binding& binding) {
           return reads(binding.operation, variables);
         });
}

bool readsItself(const ir::Operation& operation, const std::vector<VarId>& variables) {
  std::vector<Atom> atoms;
  ir::forEachAtom(operation, [&](const Atom& atom) { atoms.push_back(atom); });
  return contains(atoms, variables);
}

bool reads(const ir::Operation& operation, const std::vector<VarId>& variables) {
  bool found = readsItself(operation, variables);
  ir::forEachBlock(operation,
                   [&](const Block& block) { found = found || reads(block, variables); });
  return found;
}

bool resultsIn(const Block& block, const std::vector<VarId>& results) {
  return std::ranges::equal(block.results, results,
                            [](const Atom& atom, VarId result) { return atom == Atom(result); });
}

class Sinker {
 public:
  Sinker(const ir::Program& program, const graph::CallGraph& calls, ir::FunId id,
         ir::Function& function)
      : program_(program), calls_(calls), id_(id), function_(function) {}

  bool run() {
    visit(function_.body);
    return changed_;
  }

 private:
  void visit(Block& block) {
    if (block.bindings.empty()) return;
    if (ir::branches(block.bindings.back().operation) &&
        resultsIn(block, block.bindings.back().results) && ownCallsOnPath(block) == 1) {
      for (std::size_t i = block.bindings.size() - 1; i-- > 0;) {
        if (maySink(block, i)) sink(block, i);
      }
    }
    ir::forEachBlock(block.bindings.back().operation, [&](Block& inner) { visit(inner); });
  }

  [[nodiscard]] bool isOwnCall(const Binding& binding) const {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    return call != nullptr &&
           calls_.componentOf[call->callee.value] == calls_.componentOf[id_.value];
  }

  // The most calls within the function's cycle on a path through the block.
  [[nodiscard]] std::size_t ownCallsOnPath(const Block& block) const {
    std::size_t count = 0;
    for (const Binding& binding : block.bindings) {
      std::size_t inside = isOwnCall(binding) ? 1 : 0;
      ir::forEachBlock(binding.operation, [&](const Block& inner) {
        inside = std::max(inside, ownCallsOnPath(inner));
      });
      count += inside;
    }
    return count;
  }

  // Whether the block, or one within it where it ends, gives the results of the call, or a cell
  // that holds one.
  [[nodiscard]] bool gives(const Block& block, const std::vector<VarId>& results) const {
    if (resultsIn(block, results)) return true;
    for (const Binding& binding : block.bindings) {
      if (!contains(block.results, binding.results)) continue;
      if (const auto* cell = std::get_if<ir::Construct>(&binding.operation)) {
        const std::vector<ir::Field>& fields = program_.constructor(cell->ctor).fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
          if (!fields[i].strict && contains({cell->fields[i]}, results)) return true;
        }
      }
    }
    bool found = false;
    if (!block.bindings.empty() && resultsIn(block, block.bindings.back().results)) {
      ir::forEachBlock(block.bindings.back().operation,
                       [&](const Block& inner) { found = found || gives(inner, results); });
    }
    return found;
  }

  [[nodiscard]] bool maySink(const Block& block, std::size_t index) const {
    const Binding& call = block.bindings[index];
    const Binding& last = block.bindings.back();
    if (!isOwnCall(call) || readsItself(last.operation, call.results)) return false;
    for (std::size_t i = index + 1; i + 1 < block.bindings.size(); ++i) {
      if (reads(block.bindings[i].operation, call.results)) return false;
    }
    std::size_t readers = 0;
    bool useful = false;
    ir::forEachBlock(last.operation, [&](const Block& inner) {
      readers += reads(inner, call.results) ? 1 : 0;
      useful = useful || gives(inner, call.results);
    });
    return useful && readers <= mostCopies;
  }

  // The call goes where it is first read.
  void sink(Block& block, std::size_t index) {
    const Binding call = block.bindings[index];
    block.bindings.erase(block.bindings.begin() + static_cast<std::ptrdiff_t>(index));
    const std::vector<Atom> results(call.results.begin(), call.results.end());
    ir::forEachBlock(block.bindings.back().operation, [&](Block& inner) {
      if (!reads(inner, call.results)) return;
      const auto place = std::ranges::find_if(inner.bindings, [&](const Binding& binding) {
        return reads(binding.operation, call.results);
      });
      const auto before = place - inner.bindings.begin();
      ir::Substitution by(function_);
      Block copy = ir::freshCopy({{call}, results}, by, function_, function_);
      ir::substitute(inner, by);
      inner.bindings.insert(inner.bindings.begin() + before, std::move(copy.bindings.front()));
    });
    changed_ = true;
  }

  const ir::Program& program_;
  const graph::CallGraph& calls_;
  ir::FunId id_;
  ir::Function& function_;
  bool changed_ = false;
};

}  // namespace

pipeline::Pass sinkCalls(ir::Semantics semantics) {
  return {.name = "sink-calls",
          .description = "recursive calls before a branch that gives their results go into it",
          .makes = pipeline::Form::Free,
          .run = [semantics](ir::Program program, pipeline::Context& context) {
            if (semantics == ir::Semantics::Haskell) return program;
            const graph::CallGraph calls = graph::callGraph(program);
            for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
              if (!calls.recursive[i] || context.asWritten.contains(program.functions[i].name)) {
                continue;
              }
              ir::Function function = program.functions[i];
              if (Sinker(program, calls, ir::FunId{i}, function).run()) {
                program.functions[i] = std::move(function);
              }
            }
            return program;
          }};
}

}  // namespace deforest::simplify
