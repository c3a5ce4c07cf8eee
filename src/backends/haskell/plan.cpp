#include "backends/haskell/plan.hpp"

#include <algorithm>

#include "backends/haskell/list_fusion.hpp"
#include "ir/main_action.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "support/match.hpp"
#include "text/printing/module.hpp"
#include "text/printing/names.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::PrimOp;
using ir::Semantics;
using ir::VarId;

// The largest expression that becomes part of another, in operations.
constexpr unsigned largest = 12;

// How the place where a variable is used treats it.
enum class Place {
  Evaluated,  // evaluates it, whenever it is itself evaluated
  Stored,     // may keep it unevaluated, in a lazy field
  Passed,     // may keep it unevaluated, as an argument
  Returned,   // may keep it unevaluated, as one of several results
  Scrutinee,  // takes it apart
  Captured,   // keeps it for a function that may be called any number of times
};

struct Use {
  const Block* block = nullptr;
  Place place = Place::Returned;
  bool fused = false;  // With what takes it there, by GHC.
};

// Whether the constructor application is a value as soon as its fields are atoms or values.
bool isValue(const ir::Constructor& ctor) {
  return std::none_of(ctor.fields.begin(), ctor.fields.end(),
                      [](const ir::Field& field) { return field.strict; });
}

class Planner {
 public:
  Planner(const ir::Program& program, ir::FunId id, const std::optional<Laziness>& laziness,
          const Callees& callees)
      : program_(program),
        function_(program.function(id)),
        callees_(callees),
        lazy_(laziness),
        counts_(ir::countUses(function_)),
        uses_(function_.variables.size()),
        sizes_(function_.variables.size(), 0),
        effects_(function_.variables.size(), false),
        texts_(function_.variables.size(), false) {
    plan_.inlined.resize(function_.variables.size(), nullptr);
    if (!laziness) return;
    const auto evaluated = graph::evaluatedWith(program, function_, laziness->demands);
    graph::Early early = laziness->several.early(function_, id, evaluated);
    plan_.early = std::move(early.bindings);
    certain_ = std::move(early.certain);
  }

  Plan run() {
    const bool action = ir::isMainAction(program_, function_);
    const ir::Case* sole = action ? nullptr : ir::soleCase(function_);
    if (sole == nullptr) absorb(function_.body, function_.parameters);
    ir::forEachBinding(function_.body, [&](const Binding& binding) {
      const auto* match = std::get_if<ir::Case>(&binding.operation);
      if (match == nullptr) return;
      for (const auto& alternative : match->alternatives) {
        std::vector<VarId> given = alternative.fields;
        if (match == sole) {
          const auto others = otherParameters(*match);
          given.insert(given.end(), others.begin(), others.end());
        }
        absorb(alternative.body, std::move(given));
      }
    });
    findUses(function_.body);
    plan(function_.body);
    return std::move(plan_);
  }

 private:
  // The parameters that the equations of the function may take apart besides its scrutinee. They
  // are matched from left to right: under lazy semantics what stands before the scrutinee must not
  // be forced before it.
  [[nodiscard]] std::vector<VarId> otherParameters(const ir::Case& match) const {
    const auto& parameters = function_.parameters;
    const auto scrutinee =
        std::find(parameters.begin(), parameters.end(), std::get<VarId>(match.scrutinee));
    std::vector<VarId> others(scrutinee + 1, parameters.end());
    if (!lazy_) others.insert(others.end(), parameters.begin(), scrutinee);
    return others;
  }

  // Matches in a straight line on what its head binds become patterns in the head.
  void absorb(const Block& block, std::vector<VarId> given) {
    for (const auto& binding : block.bindings) {
      const auto* unpack = std::get_if<ir::Unpack>(&binding.operation);
      if (unpack == nullptr) continue;
      const auto* scrutinee = ir::variableOf(unpack->scrutinee);
      if (scrutinee == nullptr) continue;
      const auto found = std::find(given.begin(), given.end(), *scrutinee);
      if (found == given.end() || (lazy_ && !certain_.at(&block).contains(*scrutinee))) continue;
      given.erase(found);
      given.insert(given.end(), binding.results.begin(), binding.results.end());
      plan_.absorbed.insert(&binding);
    }
  }

  // --------------------------------------------------------------------------------------- uses

  void use(const Block& block, const Atom& atom, Place place) {
    if (const auto* variable = ir::variableOf(atom)) uses_[variable->value] = {&block, place};
  }

  void use(const Block& block, const std::vector<Atom>& atoms, Place place) {
    for (const auto& atom : atoms) use(block, atom, place);
  }

  // What a library is given is a lambda, where it captures something behind its own arguments.
  void useCaptured(const Block& block, const ir::Call& call) {
    const auto& library = program_.function(call.callee).library;
    if (!library) return;
    for (const ir::LibraryName::Argument& argument : library->arguments) {
      const std::optional<ir::FunId> given = program_.find(argument.function);
      const bool lambda = !argument.after.empty() || (given && program_.function(*given).library);
      if (!given || !lambda) continue;
      for (const auto* parameters : {&argument.before, &argument.after}) {
        for (const std::uint32_t i : *parameters) {
          use(block, call.arguments[i], Place::Captured);
        }
      }
    }
  }

  [[nodiscard]] bool isFused(const ir::Call& call) const {
    return isFusedByGhc(program_.function(call.callee), callees_.find(call.callee));
  }

  void useFused(const ir::Call& call) {
    if (!isFused(call)) return;
    for (const Atom& atom : call.arguments) {
      if (const auto* variable = ir::variableOf(atom)) uses_[variable->value].fused = true;
    }
  }

  void findUses(const Block& block) {
    for (const auto& binding : block.bindings) {
      support::match(
          binding.operation, [&](const ir::Copy& copy) { use(block, copy.atoms, Place::Returned); },
          [&](const ir::Primitive& primitive) {
            use(block, primitive.arguments, Place::Evaluated);
          },
          [&](const ir::Construct& construct) {
            const auto& fields = program_.constructor(construct.ctor).fields;
            for (std::size_t i = 0; i < construct.fields.size(); ++i) {
              use(block, construct.fields[i], fields[i].strict ? Place::Evaluated : Place::Stored);
            }
          },
          [&](const ir::Call& call) {
            use(block, call.arguments, lazy_ ? Place::Passed : Place::Evaluated);
            useFused(call);
            useCaptured(block, call);
          },
          [&](const ir::Unpack& unpack) { use(block, unpack.scrutinee, Place::Scrutinee); },
          [&](const ir::Fail& failure) { use(block, failure.arguments, Place::Evaluated); },
          [&](const ir::Foreign& foreign) {
            use(block, foreign.arguments, lazy_ ? Place::Passed : Place::Evaluated);
          },
          [&](const ir::Conditional& conditional) {
            use(block, conditional.condition, Place::Evaluated);
          },
          [&](const ir::Case& match) { use(block, match.scrutinee, Place::Scrutinee); });
      ir::forEachBlock(binding.operation, [&](const Block& inner) { findUses(inner); });
    }
    const bool printed = &block == &function_.body && ir::isMainAction(program_, function_);
    use(block, block.results,
        printed || block.results.size() == 1 ? Place::Evaluated : Place::Returned);
  }

  // ------------------------------------------------------------------------------------ decisions

  [[nodiscard]] bool isInlined(const Atom& atom) const {
    const auto* variable = ir::variableOf(atom);
    return variable != nullptr && plan_.inlined[variable->value] != nullptr;
  }

  // Whether evaluation may call, fail, or take long: the order of such things is kept.
  [[nodiscard]] static bool hasEffect(const ir::Operation& operation) {
    if (const auto* primitive = std::get_if<ir::Primitive>(&operation)) {
      return !ir::isTotal(primitive->op, primitive->arguments);
    }
    return !std::holds_alternative<ir::Construct>(operation) &&
           !std::holds_alternative<ir::Unpack>(operation) &&
           !std::holds_alternative<ir::Copy>(operation);
  }

  [[nodiscard]] static bool isNullary(const Binding& binding) {
    const auto* construct = std::get_if<ir::Construct>(&binding.operation);
    return construct != nullptr && construct->fields.empty();
  }

  // A string of literals: written wherever it is used, for compilers have it as one constant. A
  // suffix that two share would take both apart.
  [[nodiscard]] bool isText(const Binding& binding) const {
    const auto* construct = std::get_if<ir::Construct>(&binding.operation);
    if (construct == nullptr || construct->fields.size() != 2) return false;
    const auto* first = std::get_if<ir::Literal>(&construct->fields[0]);
    const auto* rest = ir::variableOf(construct->fields[1]);
    if (first == nullptr || first->kind != ir::TypeKind::Char || rest == nullptr) return false;
    return texts_[rest->value];
  }

  // Whether the value may be computed when somebody asks for it.
  [[nodiscard]] bool mayWait(const Binding& binding) const {
    if (lazy_ || binding.results.size() != 1 ||
        !std::holds_alternative<ir::Call>(binding.operation)) {
      return false;
    }
    const VarId result = binding.results[0];
    const ir::Type& type = program_.type(function_.variables[result.value].type);
    return type.kind == ir::TypeKind::Data && counts_[result.value] == 1 &&
           uses_[result.value].place == Place::Stored;
  }

  // Whether the binding may become part of what uses it, but for size and order.
  [[nodiscard]] bool mayMove(const Block& block, const Binding& binding, bool effect) const {
    if (binding.results.size() != 1) return false;
    const VarId variable = binding.results[0];
    if (counts_[variable.value] != 1) return false;
    if (uses_[variable.value].place == Place::Captured) return false;
    const auto& operation = binding.operation;
    const bool construct = std::holds_alternative<ir::Construct>(operation);
    const auto* primitive = std::get_if<ir::Primitive>(&operation);
    const bool failure = std::holds_alternative<ir::Fail>(operation);
    const bool call = std::holds_alternative<ir::Call>(operation);
    if (lazy_) {
      const Place place = uses_[variable.value].place;
      const bool thunk =
          place == Place::Stored || place == Place::Passed || place == Place::Returned;
      const auto* called = std::get_if<ir::Call>(&operation);
      const bool fused = called != nullptr && uses_[variable.value].fused && isFused(*called);
      if (thunk && !construct && !fused && plan_.early.contains(&binding)) return false;
      return construct || primitive != nullptr || call || failure;
    }
    if (!construct && !call && (primitive == nullptr || primitive->op == PrimOp::Seq)) return false;
    const Use& use = uses_[variable.value];
    if (mayWait(binding)) return true;
    if (effect && use.block != &block) return false;
    if (use.place == Place::Evaluated) return true;
    if (use.place == Place::Scrutinee) return call;
    if (!construct) return false;
    const ir::Constructor& ctor = program_.constructor(std::get<ir::Construct>(operation).ctor);
    // With Strict, the fields of the module's own types are strict.
    const bool own = program_.type(ctor.type).shape == ir::DataShape::Declared;
    return isValue(ctor) && (use.place == Place::Stored || !own);
  }

  // The operations in the expression that the binding would be. A list of literals counts as one.
  [[nodiscard]] unsigned sizeOf(const Binding& binding) const {
    unsigned size = 1;
    bool literals = isNullary(binding);
    const auto* construct = std::get_if<ir::Construct>(&binding.operation);
    ir::forEachAtom(binding.operation, [&](const Atom& atom) {
      if (isInlined(atom)) size += sizes_[std::get<VarId>(atom).value];
    });
    if (construct != nullptr && construct->fields.size() == 2 &&
        program_.type(program_.constructor(construct->ctor).type).shape == ir::DataShape::List) {
      literals = std::holds_alternative<ir::Literal>(construct->fields[0]) &&
                 isInlined(construct->fields[1]) &&
                 sizes_[std::get<VarId>(construct->fields[1]).value] == 1;
    }
    return literals ? 1 : size;
  }

  void plan(const Block& block) {
    std::vector<VarId> pending;  // inlined, with an effect, not used yet
    const bool last = endsInOperation(block);
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      const Binding& binding = block.bindings[i];
      bool effect = hasEffect(binding.operation);
      ir::forEachAtom(binding.operation, [&](const Atom& atom) {
        if (!isInlined(atom)) return;
        const VarId used = std::get<VarId>(atom);
        effect = effect || effects_[used.value];
        std::erase(pending, used);
      });
      if (isNullary(binding) || isText(binding)) {
        sizes_[binding.results[0].value] = 1;
        plan_.inlined[binding.results[0].value] = &binding;
        texts_[binding.results[0].value] = true;
        continue;
      }
      const bool isLast = last && i + 1 == block.bindings.size();
      const unsigned size = sizeOf(binding);
      if (!isLast && size <= largest && mayMove(block, binding, effect)) {
        const VarId variable = binding.results[0];
        plan_.inlined[variable.value] = &binding;
        sizes_[variable.value] = size;
        const bool ordered = effect && !lazy_ && !mayWait(binding);
        effects_[variable.value] = ordered || (lazy_ && effect);
        if (ordered) pending.push_back(variable);
      } else if (effect && !isLast) {
        for (const auto variable : pending) plan_.inlined[variable.value] = nullptr;
        pending.clear();
      }
      ir::forEachBlock(binding.operation, [&](const Block& inner) { plan(inner); });
    }
  }

  const ir::Program& program_;
  const ir::Function& function_;
  const Callees& callees_;
  bool lazy_;
  std::vector<unsigned> counts_;
  std::vector<Use> uses_;
  std::vector<unsigned> sizes_;
  std::vector<bool> effects_;
  std::vector<bool> texts_;  // Constants without fields, and strings of literals.
  Plan plan_;
  // Of every block, where evaluation is Haskell's.
  std::unordered_map<const Block*, graph::VariableSet> certain_;
};

}  // namespace

Laziness lazinessOf(const ir::Program& program) {
  Laziness laziness;
  laziness.demands = graph::demandsOf(program);
  laziness.several = graph::SeveralResults(program, laziness.demands);
  return laziness;
}

Plan makePlan(const ir::Program& program, ir::FunId id, const std::optional<Laziness>& laziness,
              const Callees& callees) {
  return Planner(program, id, laziness, callees).run();
}

Patterns patternsOf(const Block& block, const Plan& plan) {
  Patterns found;
  for (const auto& binding : block.bindings) {
    if (!plan.absorbed.contains(&binding)) continue;
    found.emplace(std::get<VarId>(std::get<ir::Unpack>(binding.operation).scrutinee), &binding);
  }
  return found;
}

bool endsInOperation(const Block& block) {
  return ir::endsInLast(block) &&
         !std::holds_alternative<ir::Unpack>(block.bindings.back().operation);
}

}  // namespace deforest::backends
