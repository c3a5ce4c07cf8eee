#include "reduce_program.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "ir/alpha.hpp"
#include "ir/checker.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "reduce_signatures.hpp"

namespace deforest::property {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Function;
using ir::Operation;
using ir::Program;
using ir::TypeId;
using ir::VarId;

// What is read nowhere is dropped and copies are seen through, so that every step shows.
void tidyBlock(Block& block, ir::Substitution& values) {
  std::vector<Binding> kept;
  for (Binding& binding : block.bindings) {
    ir::forEachAtom(binding.operation, [&](Atom& atom) { atom = values(atom); });
    ir::forEachBlock(binding.operation, [&](Block& inner) { tidyBlock(inner, values); });
    if (const auto* copy = std::get_if<ir::Copy>(&binding.operation)) {
      for (std::size_t i = 0; i < binding.results.size(); ++i) {
        values.set(binding.results[i], copy->atoms[i]);
      }
      continue;
    }
    kept.push_back(std::move(binding));
  }
  block.bindings = std::move(kept);
  for (Atom& atom : block.results) atom = values(atom);
}

void seeThroughCopies(Function& function) {
  ir::Substitution values(function);
  tidyBlock(function.body, values);
}

// Keeps what roots reach. Types and constructors stay.
void dropUnreached(Program& program) {
  const std::vector<bool> reached = ir::reachable(program);
  std::vector<ir::FunId> renamed(program.functions.size());
  std::vector<Function> kept;
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    if (!reached[i]) continue;
    renamed[i] = ir::FunId{static_cast<std::uint32_t>(kept.size())};
    kept.push_back(std::move(program.functions[i]));
  }
  program.functions = std::move(kept);
  for (Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](Binding& binding) {
      if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
        call->callee = renamed[call->callee.value];
      }
    });
  }
  for (ir::FunId& root : program.roots) root = renamed[root.value];
}

// Every block of a function, outermost first, by a path that stays valid in a copy.
void collectBlocks(Block& block, std::vector<Block*>& out) {
  out.push_back(&block);
  for (Binding& binding : block.bindings) {
    ir::forEachBlock(binding.operation, [&](Block& inner) { collectBlocks(inner, out); });
  }
}

std::vector<Block*> blocksOf(Function& function) {
  std::vector<Block*> blocks;
  collectBlocks(function.body, blocks);
  return blocks;
}

// Simple values of a type: literals, constructors without fields.
std::vector<Operation> constantsOf(const Program& program, TypeId type) {
  const ir::Type& known = program.type(type);
  if (known.kind != ir::TypeKind::Data) return {ir::Copy{{ir::Literal{known.kind, 0}}}};
  for (const ir::CtorId ctor : known.constructors) {
    if (program.constructor(ctor).fields.empty()) return {ir::Construct{ctor, {}}};
  }
  return {};
}

class Reducer {
 public:
  Reducer(Program program, const std::function<bool(const Program&)>& stillFails,
          std::size_t attempts)
      : program_(std::move(program)), stillFails_(stillFails), attempts_(attempts) {}

  Program run() {
    bool progress = true;
    while (progress && attempts_ > 0) {
      progress = dropRoots();
      progress = failFunctions() || progress;
      progress = dropBindings() || progress;
      progress = reduceSignatures(
                     program_, [&](Program candidate) { return accept(std::move(candidate)); }) ||
                 progress;
    }
    return std::move(program_);
  }

 private:
  // Takes `candidate` in place of the program if it is smaller, well formed and still fails.
  bool accept(Program candidate) {
    if (attempts_ == 0) return false;
    for (Function& function : candidate.functions) seeThroughCopies(function);
    dropUnreached(candidate);
    if (candidate == program_ || !ir::check(candidate).empty()) return false;
    --attempts_;
    if (!stillFails_(candidate)) return false;
    program_ = std::move(candidate);
    return true;
  }

  bool dropRoots() {
    bool progress = false;
    for (std::size_t i = program_.roots.size(); i-- > 0 && program_.roots.size() > 1;) {
      Program candidate = program_;
      candidate.roots.erase(candidate.roots.begin() + static_cast<std::ptrdiff_t>(i));
      progress = accept(std::move(candidate)) || progress;
    }
    return progress;
  }

  // Replaces whole blocks by failures, or by a parameter.
  bool failFunctions() {
    bool progress = false;
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      for (std::size_t b = 0;; ++b) {
        Program candidate = program_;
        if (f >= candidate.functions.size()) break;
        Function& function = candidate.functions[f];
        const std::vector<Block*> blocks = blocksOf(function);
        if (b >= blocks.size()) break;
        Block& block = *blocks[b];
        if (!block.bindings.empty() &&
            !std::holds_alternative<ir::Fail>(block.bindings[0].operation)) {
          std::vector<VarId> results;
          for (const Atom& atom : block.results)
            results.push_back(freshLike(candidate, function, atom));
          block.bindings = {{results, ir::Fail{"cut"}, {}}};
          block.results.assign(results.begin(), results.end());
          progress = accept(std::move(candidate)) || progress;
        }
      }
    }
    return progress;
  }

  static VarId freshLike(const Program& program, Function& function, const Atom& atom) {
    if (const VarId* variable = ir::variableOf(atom)) {
      return function.fresh(function.variables[variable->value].type, "v");
    }
    const ir::TypeKind kind = std::get<ir::Literal>(atom).kind;
    for (std::uint32_t i = 0; i < program.types.size(); ++i) {
      if (program.types[i].kind == kind) return function.fresh(TypeId{i}, "v");
    }
    return {};
  }

  bool dropBindings() {
    bool progress = false;
    for (std::size_t f = 0; f < program_.functions.size(); ++f) {
      for (std::size_t b = 0; f < program_.functions.size(); ++b) {
        if (b >= blocksOf(program_.functions[f]).size()) break;
        // Last first: what only a dropped binding read can be dropped next.
        for (std::size_t i = blocksOf(program_.functions[f])[b]->bindings.size(); i-- > 0;) {
          progress = simplifyBinding(f, b, i) || progress;
          if (f >= program_.functions.size()) break;
          const std::vector<Block*> blocks = blocksOf(program_.functions[f]);
          if (b >= blocks.size()) break;
          i = std::min(i, blocks[b]->bindings.size());
        }
      }
    }
    return progress;
  }

  bool simplifyBinding(std::size_t f, std::size_t b, std::size_t i) {
    const auto attempt = [&](const auto& change) {
      Program candidate = program_;
      Function& function = candidate.functions[f];
      Block& block = *blocksOf(function)[b];
      change(candidate, function, block);
      return accept(std::move(candidate));
    };
    const auto at = static_cast<std::ptrdiff_t>(i);
    if (attempt([&](Program&, Function&, Block& block) {
          block.bindings.erase(block.bindings.begin() + at);
        })) {
      return true;
    }
    // A branch instead of the branching. A match binds fields: what reads them is ill formed then.
    for (std::size_t branch = 0; branch < 2; ++branch) {
      if (attempt([&](Program&, Function&, Block& block) {
            Binding binding = block.bindings[i];
            std::vector<Block> branches;
            ir::forEachBlock(binding.operation, [&](Block& inner) { branches.push_back(inner); });
            if (branch >= branches.size()) return;
            Block& chosen = branches[branch];
            chosen.bindings.push_back({binding.results, ir::Copy{chosen.results}, {}});
            block.bindings.erase(block.bindings.begin() + at);
            block.bindings.insert(block.bindings.begin() + at, chosen.bindings.begin(),
                                  chosen.bindings.end());
          })) {
        return true;
      }
    }
    return replaceByValue(f, b, i);
  }

  // A value at hand instead of an operation with one result, or an operand of another one.
  bool replaceByValue(std::size_t f, std::size_t b, std::size_t i) {
    Function& original = program_.functions[f];
    const Binding binding = blocksOf(original)[b]->bindings[i];
    if (std::holds_alternative<ir::Fail>(binding.operation)) return false;
    std::vector<Operation> values;
    for (std::size_t result = 0; result < binding.results.size(); ++result) {
      if (binding.results.size() > 1) break;
      const TypeId type = original.variables[binding.results[result].value].type;
      const bool constant = std::holds_alternative<ir::Construct>(binding.operation) &&
                            std::get<ir::Construct>(binding.operation).fields.empty();
      if (!constant) values = constantsOf(program_, type);
      std::vector<VarId> candidates = original.parameters;
      ir::forEachAtom(binding.operation, [&](const Atom& atom) {
        if (const VarId* variable = ir::variableOf(atom)) candidates.push_back(*variable);
      });
      for (const VarId candidate : candidates) {
        if (original.variables[candidate.value].type == type) {
          values.push_back(ir::Copy{{candidate}});
        }
      }
    }
    for (const Operation& value : values) {
      Program candidate = program_;
      blocksOf(candidate.functions[f])[b]->bindings[i].operation = value;
      if (accept(std::move(candidate))) return true;
    }
    return false;
  }

  Program program_;
  const std::function<bool(const Program&)>& stillFails_;
  std::size_t attempts_;
};

}  // namespace

Program reduce(Program program, const std::function<bool(const Program&)>& stillFails,
               std::size_t attempts) {
  return Reducer(std::move(program), stillFails, attempts).run();
}

}  // namespace deforest::property
