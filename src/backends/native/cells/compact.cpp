#include "backends/native/cells/compact.hpp"

#include <algorithm>

#include "ir/measure.hpp"
#include "ir/reading.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "support/match.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

// Where the cells of the variables of one function go, with what is assumed of kept parameters.
class CellFlow {
 public:
  CellFlow(const ir::Function& function, const CppLayout& layout, const std::vector<bool>& hasCells,
           const std::vector<std::vector<bool>>& kept)
      : function_(function),
        layout_(layout),
        hasCells_(hasCells),
        kept_(kept),
        uses_(ir::countUses(function)),
        read_(function.variables.size()),
        into_(function.variables.size()),
        settled_(function.variables.size()),
        reaches_(function.variables.size()),
        stays_(function.variables.size()) {
    visit(function.body, {});
    for (std::uint32_t i = 0; i < settled_.size(); ++i) settle(VarId{i});
  }

  // Whether it becomes a part of the results; it may be read besides.
  [[nodiscard]] bool reachesResults(VarId variable) const { return reaches_[variable.value]; }

  // Whether that is all that happens to it.
  [[nodiscard]] bool isKept(VarId variable) const { return stays_[variable.value]; }

 private:
  // Once for each variable: what shares its parts has more paths to the results than parts.
  void settle(VarId variable) {
    if (settled_[variable.value]) return;
    settled_[variable.value] = true;
    const auto& into = into_[variable.value];
    bool reaches = false;
    bool stays = !into.empty() && !read_[variable.value];
    for (const VarId next : into) {
      if (next != result) settle(next);
      reaches = reaches || next == result || reaches_[next.value];
      stays = stays && (next == result || stays_[next.value]);
    }
    reaches_[variable.value] = reaches;
    stays_[variable.value] = stays;
  }

  static constexpr VarId result{static_cast<std::uint32_t>(-1)};

  void read(const Atom& atom) {
    if (const VarId* variable = ir::variableOf(atom)) read_[variable->value] = true;
  }

  void go(const Atom& atom, VarId target) {
    if (const VarId* variable = ir::variableOf(atom)) into_[variable->value].push_back(target);
  }

  // `targets` is empty for the body of the function.
  void visit(const Block& block, const std::vector<VarId>& targets) {
    for (const auto& binding : block.bindings) visit(binding);
    for (std::size_t i = 0; i < block.results.size(); ++i) {
      go(block.results[i], targets.empty() ? result : targets[i]);
    }
  }

  void visit(const Binding& binding) {
    const auto& results = binding.results;
    support::match(
        binding.operation, [](const ir::Primitive&) {},
        [&](const ir::Foreign& foreign) {
          if (ir::isInputCall(foreign)) go(ir::inputOf(foreign), results[0]);
        },
        [&](const ir::Fail& failure) {
          for (const auto& message : failure.arguments) read(message);
        },
        [&](const ir::Copy& copy) {
          for (std::size_t i = 0; i < results.size(); ++i) go(copy.atoms[i], results[i]);
        },
        [&](const ir::Construct& construct) {
          for (const auto& field : construct.fields) go(field, results[0]);
        },
        [&](const ir::Call& call) {
          for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            if (!kept_[call.callee.value][i]) {
              read(call.arguments[i]);
            } else {
              for (const VarId made : results) go(call.arguments[i], made);
            }
          }
        },
        [&](const ir::Unpack& unpack) {
          if (layout_.allocates(unpack.ctor)) {
            read(unpack.scrutinee);
          } else {
            for (const VarId field : results) go(unpack.scrutinee, field);
          }
        },
        [&](const ir::Conditional& conditional) {
          visit(conditional.whenTrue, results);
          visit(conditional.whenFalse, results);
        },
        [&](const ir::Case& match) {
          for (const auto& alternative : match.alternatives) {
            visit(alternative.body, results);
            follow(match.scrutinee, alternative);
          }
        });
  }

  // A root that is looked at for its numbers stays what it is, and one of which numbers alone are
  // exchanged becomes the new one.
  void follow(const Atom& root, const ir::Alternative& alternative) {
    const auto unused = [&](VarId field) {
      return uses_[field.value] == 0 || !hasCells_[function_.variables[field.value].type.value];
    };
    const auto& fields = alternative.fields;
    for (const auto& binding : alternative.body.bindings) {
      const auto* made = std::get_if<ir::Construct>(&binding.operation);
      if (made == nullptr || made->ctor != alternative.ctor) continue;
      bool same = true;
      for (std::size_t i = 0; i < fields.size(); ++i) {
        same = same && (unused(fields[i]) ||
                        (uses_[fields[i].value] == 1 && made->fields[i] == Atom(fields[i])));
      }
      if (same) {
        go(root, binding.results[0]);
        return;
      }
    }
    if (!std::all_of(fields.begin(), fields.end(), unused)) read(root);
  }

  const ir::Function& function_;
  const CppLayout& layout_;
  const std::vector<bool>& hasCells_;
  const std::vector<std::vector<bool>>& kept_;
  const std::vector<unsigned> uses_;
  std::vector<bool> read_;
  std::vector<std::vector<VarId>> into_;
  std::vector<bool> settled_;
  std::vector<bool> reaches_;
  std::vector<bool> stays_;
};

class Finder {
 public:
  using Aside = std::function<bool(FunId, const Binding&)>;

  Finder(const ir::Program& program, const CppLayout& layout, const CppFacts& facts,
         const Aside& aside)
      : program_(program),
        layout_(layout),
        facts_(facts),
        aside_(aside),
        hasCells_(typesWithCells(program, layout)) {}

  CompactFacts run() {
    const std::size_t count = program_.functions.size();
    found_.compact.assign(count, true);
    found_.wasteful.resize(count);
    found_.leavesGaps.resize(count);
    for (const auto& function : program_.functions) {
      found_.kept.emplace_back(function.parameters.size(), true);
    }
    for (const auto& component : facts_.components) visit(component);
    return std::move(found_);
  }

 private:
  void visit(const std::vector<FunId>& component) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (const FunId id : component) changed = keepLess(id) || changed;
    }
    const auto any = [&](auto&& holds) {
      return std::any_of(component.begin(), component.end(), holds);
    };
    const bool wastes = any([&](FunId id) { return makesOthers(id); });
    const bool gaps = any([&](FunId id) {
      return (paths(program_.function(id).body, facts_.component[id.value]) & gap) != 0;
    });
    for (const FunId id : component) {
      found_.wasteful[id.value] = wastes;
      found_.compact[id.value] = !wastes || !facts_.recursive[id.value];
      found_.leavesGaps[id.value] = gaps;
    }
  }

  bool keepLess(FunId id) {
    const ir::Function& function = program_.function(id);
    const CellFlow flow(function, layout_, hasCells_, found_.kept);
    bool changed = false;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      if (!found_.kept[id.value][i] || flow.isKept(function.parameters[i])) continue;
      found_.kept[id.value][i] = false;
      changed = true;
    }
    return changed;
  }

  // Whether cells are made that do not become a part of the results.
  [[nodiscard]] bool makesOthers(FunId id) const {
    const ir::Function& function = program_.function(id);
    const CellFlow flow(function, layout_, hasCells_, found_.kept);
    bool found = false;
    ir::forEachReturning(function.body, [&](const Binding& binding) {
      if (aside_ && aside_(id, binding)) return;
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr && found_.wasteful[call->callee.value]) found = true;
      if (!makesCells(binding)) return;
      for (const VarId made : binding.results) {
        const bool has = hasCells_[function.variables[made.value].type.value];
        found = found || (has && !flow.reachesResults(made));
      }
    });
    return found;
  }

  [[nodiscard]] bool makesCells(const Binding& binding) const {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    const auto* construct = std::get_if<ir::Construct>(&binding.operation);
    return (call != nullptr && facts_.allocates[call->callee.value]) ||
           (construct != nullptr && layout_.allocates(construct->ctor));
  }

  // What a path through a block does is a set of these; what its paths do, a set of such sets.
  static constexpr unsigned opens = 1;  // takes a cell apart
  static constexpr unsigned goesOn = 2;
  static constexpr unsigned makes = 4;
  static constexpr unsigned gap = 1U << (opens | goesOn);

  static unsigned then(unsigned first, unsigned second) {
    unsigned both = 0;
    for (unsigned i = 0; i < 8; ++i) {
      for (unsigned j = 0; j < 8; ++j) {
        if ((first >> i & second >> j & 1) != 0) both |= 1U << (i | j);
      }
    }
    return both;
  }

  [[nodiscard]] unsigned paths(const Block& block, std::uint32_t component) const {
    unsigned all = 1;
    for (const auto& binding : block.bindings) {
      unsigned here = 1;
      support::match(
          binding.operation, [](const ir::Primitive&) {}, [](const ir::Copy&) {},
          [](const ir::Foreign&) {},
          [&](const ir::Construct& construct) {
            if (layout_.allocates(construct.ctor)) here = 1U << makes;
          },
          [&](const ir::Call& call) {
            if (facts_.component[call.callee.value] == component) here = 1U << goesOn;
          },
          [&](const ir::Unpack& unpack) {
            if (layout_.allocates(unpack.ctor)) here = 1U << opens;
          },
          [&](const ir::Fail&) { here = 0; },
          [&](const ir::Conditional& conditional) {
            here = paths(conditional.whenTrue, component) | paths(conditional.whenFalse, component);
          },
          [&](const ir::Case& match) {
            here = 0;
            for (const auto& alternative : match.alternatives) {
              const bool cell = layout_.allocates(alternative.ctor) && !alternative.fields.empty();
              here |= then(cell ? 1U << opens : 1U, paths(alternative.body, component));
            }
          });
      all = then(all, here);
    }
    return all;
  }

  const ir::Program& program_;
  const CppLayout& layout_;
  const CppFacts& facts_;
  const Aside& aside_;
  std::vector<bool> hasCells_;
  CompactFacts found_;
};

}  // namespace

CompactFacts findCompact(const ir::Program& program, const CppLayout& layout, const CppFacts& facts,
                         const std::function<bool(FunId, const Binding&)>& aside) {
  return Finder(program, layout, facts, aside).run();
}

}  // namespace deforest::backends
