#include "simplify/forced_anyway.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "graph/demand.hpp"
#include "graph/failures.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "pipeline/parallel.hpp"
#include "simplify/dead_bindings.hpp"

namespace deforest::simplify {
namespace {

using graph::VariableSet;

bool hasSeq(const ir::Function& function) {
  bool found = false;
  ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
    found = found || seqOf(binding.operation) != nullptr;
  });
  return found;
}

// What the binding branches on; null: on nothing.
const ir::Atom* branchesOn(const ir::Binding& binding) {
  if (const auto* match = std::get_if<ir::Case>(&binding.operation)) return &match->scrutinee;
  const auto* conditional = std::get_if<ir::Conditional>(&binding.operation);
  return conditional == nullptr ? nullptr : &conditional->condition;
}

class Dropping {
 public:
  // `failing`: the functions that may fail, where evaluation is strict, and what has been evaluated
  // without failing needs no `seq`; empty: it is lazy.
  Dropping(const ir::Program& program, const graph::Demands& demands,
           const std::vector<bool>& failing, ir::Function& function)
      : program_(program),
        failing_(failing),
        function_(function),
        evaluated_(graph::evaluatedWith(program, function, demands)),
        parts_(function.variables.size()),
        counts_(ir::countUses(function)) {
    discountForced();
    if (isStrict()) noteGiven();
    note(function.body, {});
  }

  void run() { block(function_.body, {}); }

 private:
  // What is evaluated before the binding branches, and what was before, in `context`.
  [[nodiscard]] VariableSet inBranches(const ir::Binding& binding,
                                       const VariableSet& context) const {
    VariableSet inner = context;
    const ir::Atom* condition = branchesOn(binding);
    const auto* variable = condition == nullptr ? nullptr : ir::variableOf(*condition);
    if (variable != nullptr) inner.add(evaluated_[variable->value]);
    return inner;
  }

  // No uses of a variable: that it is forced, and what goes with what nobody reads otherwise.
  void discountForced() {
    const auto discount = [&](const ir::Atom& atom) {
      if (const auto* variable = ir::variableOf(atom)) --counts_[variable->value];
    };
    std::vector<const ir::Binding*> bindings;
    ir::forEachBinding(function_.body,
                       [&](const ir::Binding& binding) { bindings.push_back(&binding); });
    for (auto item = bindings.rbegin(); item != bindings.rend(); ++item) {
      const ir::Binding& binding = **item;
      const bool isRead = std::ranges::any_of(
          binding.results, [&](ir::VarId result) { return counts_[result.value] > 0; });
      if (!isRead && branchesOn(binding) == nullptr) {
        ir::forEachAtom(binding.operation, discount);
      } else if (const ir::Primitive* seq = seqOf(binding.operation)) {
        discount(seq->arguments[0]);
      }
    }
  }

  // Where evaluation is strict, parameters and fields are evaluated; but a caller does without what
  // is not read otherwise, or is only put where nobody may look for it: `seq n (n, m)`.
  void noteGiven() {
    std::vector<bool> reads(function_.variables.size());
    ir::forEachBinding(function_.body, [&](const ir::Binding& binding) {
      const auto read = [&](const ir::Atom& atom) {
        if (const auto* variable = ir::variableOf(atom)) reads[variable->value] = true;
      };
      if (std::holds_alternative<ir::Construct>(binding.operation) ||
          seqOf(binding.operation) != nullptr) {
        return;
      }
      ir::forEachAtom(binding.operation, read);
    });
    const auto note = [&](const std::vector<ir::VarId>& given) {
      for (const ir::VarId variable : given) {
        if (counts_[variable.value] > 0 && reads[variable.value]) parts_[variable.value].emplace();
      }
    };
    note(function_.parameters);
    ir::forEachBinding(function_.body, [&](const ir::Binding& binding) {
      const auto* match = std::get_if<ir::Case>(&binding.operation);
      if (match == nullptr) return;
      for (const ir::Alternative& alternative : match->alternatives) note(alternative.fields);
    });
  }

  void note(const ir::Block& block, const VariableSet& context) {
    for (const ir::Binding& binding : block.bindings) {
      if (binding.results.size() == 1) {
        parts_[binding.results[0].value] = partsOf(binding.operation);
      }
      if (isStrict()) noteEvaluated(binding);
      const VariableSet inner = inBranches(binding, context);
      ir::forEachBlock(binding.operation, [&](const ir::Block& b) { note(b, inner); });
      if (branchesOn(binding) != nullptr) notePairs(binding, inner);
    }
  }

  [[nodiscard]] bool isStrict() const { return !failing_.empty(); }
  [[nodiscard]] bool fails(const ir::Operation& operation) const {
    return graph::mayFail(operation, [&](ir::FunId id) { return failing_[id.value]; });
  }

  // Where evaluation is strict, what an operation that cannot fail results in is evaluated if all
  // that it reads is.
  void noteEvaluated(const ir::Binding& binding) {
    if (fails(binding.operation)) return;
    std::vector<ir::Atom> parts;
    addAtoms(binding.operation, parts);
    for (const ir::VarId result : binding.results) parts_[result.value] = parts;
  }

  static void addAtoms(const ir::Operation& operation, std::vector<ir::Atom>& atoms) {
    ir::forEachAtom(operation, [&](const ir::Atom& atom) { atoms.push_back(atom); });
    ir::forEachBlock(operation, [&](const ir::Block& block) {
      for (const ir::Binding& inner : block.bindings) addAtoms(inner.operation, atoms);
    });
  }

  // Of the results of a binding that branches, which is a value whenever another is.
  void notePairs(const ir::Binding& binding, const VariableSet& context) {
    for (std::size_t i = 0; i < binding.results.size(); ++i) {
      for (std::size_t k = 0; k < binding.results.size(); ++k) {
        bool all = i != k;
        ir::forEachBlock(binding.operation, [&](const ir::Block& block) {
          if (!all) return;
          std::vector<ir::Atom> open;
          addMissing(block.results[i], with(block.results[k], context), open);
          all = open.empty();
        });
        if (all) pairs_.emplace(binding.results[i], binding.results[k]);
      }
    }
  }

  void block(ir::Block& block, const VariableSet& context) {
    std::vector<ir::Binding> kept;
    for (ir::Binding& binding : block.bindings) {
      const VariableSet inner = inBranches(binding, context);
      ir::forEachBlock(binding.operation, [&](ir::Block& b) { this->block(b, inner); });
      const ir::Primitive* seq = seqOf(binding.operation);
      if (seq == nullptr) {
        kept.push_back(std::move(binding));
      } else {
        replace(binding, *seq, context, kept);
      }
    }
    block.bindings = std::move(kept);
  }

  // What is evaluated in order to evaluate the result of an operation that does not fail itself;
  // nothing: that is not all that there is to it.
  [[nodiscard]] std::optional<std::vector<ir::Atom>> partsOf(const ir::Operation& operation) const {
    if (const auto* copy = std::get_if<ir::Copy>(&operation)) return copy->atoms;
    if (const auto* construct = std::get_if<ir::Construct>(&operation)) {
      const ir::Constructor& ctor = program_.constructor(construct->ctor);
      if (program_.type(ctor.type).isNewtype) return construct->fields;
      std::vector<ir::Atom> strict;
      for (std::size_t i = 0; i < ctor.fields.size(); ++i) {
        if (ctor.fields[i].strict) strict.push_back(construct->fields[i]);
      }
      return strict;
    }
    const auto* primitive = std::get_if<ir::Primitive>(&operation);
    if (primitive == nullptr || !ir::isTotal(primitive->op, primitive->arguments)) return {};
    return primitive->arguments;
  }

  // What is evaluated if the atom is, besides what is already.
  [[nodiscard]] VariableSet with(const ir::Atom& atom, const VariableSet& context) const {
    VariableSet given = context;
    const auto* variable = ir::variableOf(atom);
    if (variable != nullptr) given.add(evaluated_[variable->value]);
    return given;
  }

  // Adds to `open` what has to be evaluated, besides what is in `given`, for `atom` to have a
  // value.
  void addMissing(const ir::Atom& atom, const VariableSet& given, std::vector<ir::Atom>& open) {
    const auto* variable = ir::variableOf(atom);
    if (variable == nullptr || given.contains(*variable)) return;
    if (std::ranges::find(open, atom) != open.end()) return;
    const auto& parts = parts_[variable->value];
    if (!parts) {
      open.push_back(atom);
      return;
    }
    for (const ir::Atom& part : *parts) addMissing(part, given, open);
  }

  // seq (K a b) n  =>  seq a (seq b n)        where nobody else has the cell
  void replace(ir::Binding& binding, const ir::Primitive& seq, const VariableSet& context,
               std::vector<ir::Binding>& kept) {
    const ir::Atom first = seq.arguments[0];
    const ir::Atom second = seq.arguments[1];
    const auto* forced = ir::variableOf(first);
    const auto* value = ir::variableOf(second);
    const VariableSet given = with(second, context);
    std::vector<ir::Atom> open;
    const bool anyway = forced != nullptr && value != nullptr && pairs_.contains({*forced, *value});
    if (!anyway) addMissing(first, given, open);
    // What others have, too, is to be there when they ask for it.
    const bool others = !isStrict() && forced != nullptr && counts_[forced->value] > 0 && !anyway &&
                        !given.contains(*forced);
    if (others || open.size() > most) {
      kept.push_back(std::move(binding));
      return;
    }
    const ir::VarId result = binding.results[0];
    const ir::TypeId type = function_.variables[result.value].type;
    ir::Atom rest = second;
    for (std::size_t i = open.size(); i-- > 1;) {
      const ir::VarId made = function_.fresh(type, "");
      kept.push_back({{made}, ir::Primitive{ir::PrimOp::Seq, {open[i], rest}}, binding.position});
      rest = made;
    }
    ir::Operation last = ir::Copy{{rest}};
    if (!open.empty()) last = ir::Primitive{ir::PrimOp::Seq, {open[0], rest}};
    kept.push_back({{result}, std::move(last), binding.position});
  }

  // A cell of more fields than that is shorter to write.
  static constexpr std::size_t most = 3;

  const ir::Program& program_;
  const std::vector<bool>& failing_;
  ir::Function& function_;
  std::vector<VariableSet> evaluated_;
  std::vector<std::optional<std::vector<ir::Atom>>> parts_;  // By variable.
  std::set<std::pair<ir::VarId, ir::VarId>> pairs_;  // The first is a value if the second is.
  std::vector<unsigned> counts_;                     // Uses, but as what a `seq` evaluates.
};

}  // namespace

pipeline::Pass forcedAnyway(ir::Semantics semantics) {
  return {.name = "forced-anyway",
          .description = "remove `seq` of what is evaluated anyway",
          .run = [semantics](ir::Program program, pipeline::Context&) {
            if (std::ranges::none_of(program.functions, hasSeq)) return program;
            const graph::Demands demands = graph::demandsOf(program);
            std::vector<bool> failing;
            if (semantics == ir::Semantics::Strict) {
              failing = graph::failingIn(program, graph::callGraph(program));
            }
            const ir::Program source = program;
            pipeline::forEachFunction(program, [&](ir::Function& function) {
              if (!hasSeq(function)) return;
              Dropping(source, demands, failing, function).run();
              removeDeadBindings(function.body, semantics);
            });
            return program;
          }};
}

}  // namespace deforest::simplify
