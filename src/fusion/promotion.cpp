#include "fusion/promotion.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "fusion/fold.hpp"
#include "graph/dependence.hpp"
#include "graph/facts.hpp"
#include "ir/alpha.hpp"
#include "ir/traverse.hpp"
#include "simplify/dead_bindings.hpp"
#include "simplify/names.hpp"
#include "support/check.hpp"

namespace deforest::fusion {
namespace {

// Thrown inside a derivation when a side condition does not hold.
struct NotPromotable {};

void demand(bool condition) {
  if (!condition) throw NotPromotable{};
}

using Pair = std::pair<ir::FunId, ir::FunId>;

// The one parameter of a function's result type that it returns and does not look at, while it
// recurs on another one: where the tree goes on that the function builds. None: it has no such.
std::optional<std::uint32_t> holeOf(const ir::Program& program, const graph::Facts& allFacts,
                                    ir::FunId id) {
  const ir::Function& function = program.function(id);
  const graph::FunctionFacts& facts = allFacts[id.value];
  if (function.resultTypes.size() != 1 || !facts.traversed || !facts.recursive || facts.single) {
    return std::nullopt;
  }
  std::optional<std::uint32_t> hole;
  for (std::uint32_t i = 0; i < function.parameters.size(); ++i) {
    const ir::TypeId type = function.variables[function.parameters[i].value].type;
    if (type != function.resultTypes.front() || i == *facts.traversed) continue;
    if (!facts.returned[i] || facts.matched[i]) continue;
    if (hole) return std::nullopt;
    hole = i;
  }
  return hole;
}

// One attempt: the compositions of one fold with a function and all those it needs in turn.
class Promoting {
 public:
  Promoting(const ir::Program& program, const graph::Facts& facts, ir::FunId fold,
            std::uint32_t tree)
      : program_(program), facts_(facts), fold_(fold), tree_(tree) {}

  struct Composition {
    ir::FunId inner;
    std::uint32_t hole = 0;
    ir::Function function;  // Calls of compositions name them by `firstNew + index`.
  };

  std::vector<Composition> run(ir::FunId inner) {
    compose(inner);
    for (std::size_t i = 0; i < compositions_.size(); ++i) build(i);
    return std::move(compositions_);
  }

 private:
  const ir::Function& fold() const { return program_.function(fold_); }

  ir::TypeId treeType() const { return fold().variables[fold().parameters[tree_].value].type; }

  // The composition with `inner`, new or not yet built.
  std::uint32_t compose(ir::FunId inner) {
    for (std::uint32_t i = 0; i < compositions_.size(); ++i) {
      if (compositions_[i].inner == inner) return i;
    }
    const auto hole = holeOf(program_, facts_, inner);
    demand(hole && program_.function(inner).resultTypes.front() == treeType());
    Composition composition;
    composition.inner = inner;
    composition.hole = *hole;
    compositions_.push_back(std::move(composition));
    return static_cast<std::uint32_t>(compositions_.size() - 1);
  }

  // ---------------------------------------------------------------------------------- building

  void build(std::size_t index) {
    const ir::FunId innerId = compositions_[index].inner;
    const std::uint32_t hole = compositions_[index].hole;
    const ir::Function& inner = program_.function(innerId);
    ir::Function made;
    made.name = simplify::joinNames(fold().name, inner.name);
    made.position = inner.position;
    made.resultTypes = fold().resultTypes;
    ir::Substitution fromInner;
    for (std::uint32_t i = 0; i < inner.parameters.size(); ++i) {
      if (i == hole) continue;
      const ir::Variable& old = inner.variables[inner.parameters[i].value];
      made.parameters.push_back(made.fresh(old.type, old.name));
      fromInner.set(inner.parameters[i], made.parameters.back());
    }
    outer_.clear();
    for (std::uint32_t i = 0; i < fold().parameters.size(); ++i) {
      if (i == tree_) {
        outer_.emplace_back(ir::Literal{});
        continue;
      }
      const ir::Variable& old = fold().variables[fold().parameters[i].value];
      made.parameters.push_back(made.fresh(old.type, old.name));
      outer_.emplace_back(made.parameters.back());
    }
    // The hole is a variable of its own while the body is transformed; its fold is a parameter.
    const ir::Variable& old = inner.variables[inner.parameters[hole].value];
    hole_ = made.fresh(old.type, old.name);
    fromInner.set(inner.parameters[hole], hole_);
    folded_ = made.fresh(fold().resultTypes.front(), "s");
    made.parameters.push_back(folded_);
    target_ = &made;
    made.body = ir::freshCopy(inner.body, fromInner, inner, made);
    transformBody(made.body);
    simplify::removeDeadBindings(made.body, ir::Semantics::Strict);
    demand(!graph::freeVariables(made.body).contains(hole_));
    compositions_[index].function = std::move(made);
  }

  // The body of a function in normal form that is a match.
  void transformBody(ir::Block& body) {
    demand(body.bindings.size() == 1);
    auto* match = std::get_if<ir::Case>(&body.bindings.front().operation);
    demand(match != nullptr && match->scrutinee != ir::Atom(hole_));
    for (ir::Alternative& alternative : match->alternatives) transform(alternative.body);
    retype(body.bindings.front().results.front());
  }

  void retype(ir::VarId variable) {
    target_->variables[variable.value].type = fold().resultTypes.front();
  }

  static const ir::Binding* definition(const ir::Block& block, const ir::Atom& atom) {
    for (const ir::Binding& binding : block.bindings) {
      for (const ir::VarId result : binding.results) {
        if (ir::Atom(result) == atom) return &binding;
      }
    }
    return nullptr;
  }

  // The bindings of the block through which the hole passes on its way to the result.
  bool holds(const ir::Block& block, const ir::Atom& atom) const {
    if (atom == ir::Atom(hole_)) return true;
    const ir::Binding* binding = definition(block, atom);
    return binding != nullptr && mentionsHole(block, *binding);
  }

  bool mentionsHole(const ir::Block& block, const ir::Binding& binding) const {
    const auto reads = graph::freeVariables(binding.operation);
    return std::any_of(reads.begin(), reads.end(),
                       [&](ir::VarId variable) { return holds(block, variable); });
  }

  // Makes the block result in the fold of what it resulted in.
  void transform(ir::Block& block) {
    const ir::Atom result = block.results.front();
    if (const ir::Binding* failing = definition(block, result);
        failing != nullptr && std::holds_alternative<ir::Fail>(failing->operation)) {
      retype(std::get<ir::VarId>(result));
      return;
    }
    demand(holds(block, result));
    const ir::Block old = block;
    block.bindings.clear();
    for (const ir::Binding& binding : old.bindings) {
      if (!mentionsHole(old, binding)) block.bindings.push_back(binding);
    }
    used_ = 0;
    block.results = {foldOf(old, result, block)};
    // What mentions the hole lies on the way to the result, or the hole is used twice.
    unsigned passing = 0;
    for (const ir::Binding& binding : old.bindings) passing += mentionsHole(old, binding) ? 1 : 0;
    demand(passing == used_);
  }

  // Appends to `out` what computes the fold of `atom`, which holds the hole.
  ir::Atom foldOf(const ir::Block& old, const ir::Atom& atom, ir::Block& out) {
    if (atom == ir::Atom(hole_)) return folded_;
    const ir::Binding* binding = definition(old, atom);
    demand(binding != nullptr);
    ++used_;
    if (const auto* construct = std::get_if<ir::Construct>(&binding->operation)) {
      return foldOfConstruct(old, *construct, out);
    }
    if (const auto* call = std::get_if<ir::Call>(&binding->operation)) {
      return foldOfCall(old, *call, *binding, out);
    }
    if (const auto* conditional = std::get_if<ir::Conditional>(&binding->operation)) {
      demand(binding->results.size() == 1);
      const unsigned used = used_;
      ir::Conditional both = *conditional;
      transform(both.whenTrue);
      transform(both.whenFalse);
      used_ = used;
      const ir::VarId result = target_->fresh(fold().resultTypes.front(), "s");
      out.bindings.push_back({{result}, std::move(both), binding->position});
      return result;
    }
    throw NotPromotable{};
  }

  ir::Atom foldOfCall(const ir::Block& old, const ir::Call& call, const ir::Binding& binding,
                      ir::Block& out) {
    const std::uint32_t index = compose(call.callee);
    const std::uint32_t hole = compositions_[index].hole;
    ir::Call composed{{static_cast<std::uint32_t>(program_.functions.size()) + index}, {}};
    for (std::uint32_t i = 0; i < call.arguments.size(); ++i) {
      if (i == hole) continue;
      demand(!holds(old, call.arguments[i]));
      composed.arguments.push_back(call.arguments[i]);
    }
    demand(holds(old, call.arguments[hole]));
    for (std::uint32_t i = 0; i < outer_.size(); ++i) {
      if (i != tree_) composed.arguments.push_back(outer_[i]);
    }
    composed.arguments.push_back(foldOf(old, call.arguments[hole], out));
    const ir::VarId result = target_->fresh(fold().resultTypes.front(), "s");
    out.bindings.push_back({{result}, std::move(composed), binding.position});
    return result;
  }

  // The fold's alternative for the constructor, in which the fold of the hole's field is at hand.
  ir::Atom foldOfConstruct(const ir::Block& old, const ir::Construct& construct, ir::Block& out) {
    const ir::Alternative& alternative =
        matchOf(fold()).alternatives[program_.constructor(construct.ctor).tag];
    std::optional<std::uint32_t> holding;
    ir::Substitution fields;
    for (std::uint32_t i = 0; i < construct.fields.size(); ++i) {
      if (holds(old, construct.fields[i])) {
        demand(!holding.has_value());
        holding = i;
      }
      fields.set(alternative.fields[i], construct.fields[i]);
    }
    demand(holding.has_value());
    const ir::Atom inside = construct.fields[*holding];
    const ir::Atom value = foldOf(old, inside, out);
    for (std::uint32_t i = 0; i < outer_.size(); ++i) {
      if (i != tree_) fields.set(fold().parameters[i], outer_[i]);
    }
    ir::Block body = ir::freshCopy(alternative.body, fields, fold(), *target_);
    bool found = false;
    for (ir::Binding& binding : body.bindings) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr && call->callee == fold_ && call->arguments[tree_] == inside) {
        binding.operation = ir::Copy{{value}};
        found = true;
      }
    }
    // An alternative that drops the field would compute its fold in vain.
    demand(found);
    const ir::Atom result = body.results.front();
    for (ir::Binding& binding : body.bindings) out.bindings.push_back(std::move(binding));
    return result;
  }

  const ir::Program& program_;
  const graph::Facts& facts_;
  ir::FunId fold_;
  std::uint32_t tree_;
  std::vector<Composition> compositions_;
  ir::Function* target_ = nullptr;
  std::vector<ir::Atom> outer_;  // Per parameter of the fold; a placeholder for the tree.
  ir::VarId hole_;
  ir::VarId folded_;
  unsigned used_ = 0;  // Bindings that mention the hole and have been folded.
};

using Composition = Promoting::Composition;
using Source = Promotion::Source;

// Which parameters the compositions really use: not those that are only handed on to the same
// place.
std::vector<std::vector<bool>> usedParameters(const std::vector<Composition>& compositions,
                                              std::uint32_t firstNew) {
  std::vector<std::vector<bool>> used;
  for (const Composition& each : compositions) used.emplace_back(each.function.parameters.size());
  for (bool news = true; news;) {
    news = false;
    for (std::size_t i = 0; i < compositions.size(); ++i) {
      const ir::Function& function = compositions[i].function;
      std::set<ir::VarId> reads;
      const auto read = [&](const ir::Atom& atom) {
        if (const auto* variable = ir::variableOf(atom)) reads.insert(*variable);
      };
      const auto readResults = [&](const ir::Block& block) {
        for (const ir::Atom& atom : block.results) read(atom);
      };
      readResults(function.body);
      ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
        const auto* call = std::get_if<ir::Call>(&binding.operation);
        const bool sibling = call != nullptr && call->callee.value >= firstNew;
        for (std::size_t m = 0; sibling && m < call->arguments.size(); ++m) {
          if (used[call->callee.value - firstNew][m]) read(call->arguments[m]);
        }
        if (!sibling) ir::forEachAtom(binding.operation, read);
        ir::forEachBlock(binding.operation, readResults);
      });
      for (std::size_t m = 0; m < function.parameters.size(); ++m) {
        if (used[i][m] || !reads.contains(function.parameters[m])) continue;
        used[i][m] = true;
        news = true;
      }
    }
  }
  return used;
}

template <class T>
void keepFlagged(std::vector<T>& list, const std::vector<bool>& flags) {
  std::vector<T> kept;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (flags[i]) kept.push_back(list[i]);
  }
  list = std::move(kept);
}

// Where the arguments of a composition come from: the inner call's without the hole, the fold's
// without the tree, the folded hole.
std::vector<Source> sourcesOf(const ir::Program& program, ir::FunId fold, std::uint32_t tree,
                              const Composition& composition) {
  std::vector<Source> sources;
  const auto add = [&](Source::Kind kind, ir::FunId function, std::uint32_t except) {
    const auto count = program.function(function).parameters.size();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i != except) sources.push_back({kind, i});
    }
  };
  add(Source::Kind::Inner, composition.inner, composition.hole);
  add(Source::Kind::Outer, fold, tree);
  sources.push_back({Source::Kind::Hole, 0});
  return sources;
}

// A function of the program that the one new function, which calls itself `id`, is equal to.
std::optional<ir::FunId> equalFunction(const ir::Program& program, const ir::Function& made,
                                       ir::FunId id) {
  for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
    const ir::FunId other{i};
    const bool equal = ir::alphaEquivalent(
        made, program.functions[i],
        [&](ir::FunId a, ir::FunId b) { return a == b || (a == id && b == other); });
    if (equal) return other;
  }
  return std::nullopt;
}

class Finder {
 public:
  explicit Finder(ir::Program& program)
      : program_(program), facts_(graph::factsOf(program, false)), names_(program) {}

  Promotions run() {
    const auto count = static_cast<std::uint32_t>(program_.functions.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      if (holeOf(program_, facts_, {i})) {
        inners_[program_.functions[i].resultTypes.front()].push_back({i});
      }
    }
    if (inners_.empty()) return {};
    compose(0, count);
    // Compositions are folds too; as a rule, what they compose to is one of them again
    // (sum_append with append is sum_append), so one generation of them is enough.
    compose(count, static_cast<std::uint32_t>(program_.functions.size()));
    return std::move(promotions_);
  }

 private:
  // Every fold of a range of functions with every function of the source that builds such trees.
  void compose(std::uint32_t firstFold, std::uint32_t endFold) {
    for (std::uint32_t i = firstFold; i < endFold; ++i) {
      const ir::FunId fold{i};
      const auto tree = foldedParameter(program_, fold);
      if (!tree) continue;
      const ir::Function& function = program_.function(fold);
      const auto found = inners_.find(function.variables[function.parameters[*tree].value].type);
      if (found == inners_.end()) continue;
      for (const ir::FunId inner : found->second) {
        if (!promotions_.contains({fold, inner})) attempt(fold, *tree, inner);
      }
    }
  }

  void attempt(ir::FunId fold, std::uint32_t tree, ir::FunId inner) {
    std::vector<Composition> compositions;
    try {
      compositions = Promoting(program_, facts_, fold, tree).run(inner);
    } catch (const NotPromotable&) {
      return;
    }
    const auto firstNew = static_cast<std::uint32_t>(program_.functions.size());
    const auto used = usedParameters(compositions, firstNew);
    std::vector<std::vector<Source>> sources;
    for (std::size_t i = 0; i < compositions.size(); ++i) {
      sources.push_back(sourcesOf(program_, fold, tree, compositions[i]));
      keepFlagged(sources.back(), used[i]);
      ir::Function& function = compositions[i].function;
      keepFlagged(function.parameters, used[i]);
      ir::forEachBinding(function.body, [&](ir::Binding& binding) {
        auto* call = std::get_if<ir::Call>(&binding.operation);
        if (call != nullptr && call->callee.value >= firstNew) {
          keepFlagged(call->arguments, used[call->callee.value - firstNew]);
        }
      });
    }
    std::optional<ir::FunId> known;
    if (compositions.size() == 1) {
      known = equalFunction(program_, compositions.front().function, {firstNew});
    }
    for (std::uint32_t i = 0; i < compositions.size(); ++i) {
      Composition& each = compositions[i];
      const ir::FunId function = known ? *known : ir::FunId{firstNew + i};
      promotions_[{fold, each.inner}] = {function, each.hole, std::move(sources[i])};
      if (known) continue;
      each.function.name = names_.unique(each.function.name);
      each.function.origin = originOf(fold, each.inner);
      program_.functions.push_back(std::move(each.function));
    }
  }

  std::vector<std::string> originOf(ir::FunId fold, ir::FunId inner) const {
    std::vector<std::string> origin;
    for (const ir::FunId part : {fold, inner}) {
      const ir::Function& function = program_.function(part);
      if (function.origin.empty()) {
        origin.push_back(function.name);
      } else {
        origin.insert(origin.end(), function.origin.begin(), function.origin.end());
      }
    }
    std::sort(origin.begin(), origin.end());
    return origin;
  }

  ir::Program& program_;
  const graph::Facts facts_;
  simplify::Names names_;
  std::map<ir::TypeId, std::vector<ir::FunId>> inners_;  // By the type that they build.
  Promotions promotions_;
};

}  // namespace

Promotions derivePromotions(ir::Program& program) {
  return Finder(program).run();
}

}  // namespace deforest::fusion
