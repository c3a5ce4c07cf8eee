#include "backends/native/share_constants.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/constant_users.hpp"
#include "backends/native/float_constants.hpp"
#include "backends/native/slot_users.hpp"
#include "graph/call_graph.hpp"
#include "graph/demand.hpp"
#include "graph/failures.hpp"
#include "ir/alpha.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::Program;
using ir::VarId;

const ir::Call* callIn(const Binding& binding) {
  return std::get_if<ir::Call>(&binding.operation);
}

// By function: whether a call of it leads to a recursion.
std::vector<bool> recursionsBehind(const graph::CallGraph& graph) {
  std::vector<bool> behind = graph.recursive;
  for (const std::vector<FunId>& component : graph.components) {
    const FunId first = component.front();  // Of several all are recursive.
    for (const FunId callee : graph.callees[first.value]) {
      behind[first.value] = behind[first.value] || behind[callee.value];
    }
  }
  return behind;
}

// One constant of a program.
class Sharing {
 public:
  Sharing(Program& program, FunId constant, const HasValue& hasValue)
      : program_(program),
        constant_(constant),
        hasValue_(hasValue),
        graph_(graph::callGraph(program)) {}

  // The function in which it is computed now; none: it is not shared, and the program as it was.
  std::optional<FunId> run() {
    findNeedy();
    separateRoots();
    const std::optional<FunId> owner = share();
    if (!owner && before_) program_ = std::move(*before_);
    return owner;
  }

 private:
  // Where it is computed.
  struct Place {
    FunId function;
    VarId variable;
  };

  std::optional<FunId> share() {
    findSites();
    std::vector<FunId> owners;
    for (const FunId root : program_.roots) {
      if (const auto owner = ownerFrom(root)) owners.push_back(*owner);
    }
    if (owners.empty()) return std::nullopt;
    const bool certain = !fails() || (hasValue_ && hasValue_(program_, constant_));
    if (!certain) remember();
    for (const FunId owner : owners) {
      ir::Function& function = program_.functions[owner.value];
      ir::Substitution made(function);
      computeIn(owner, function.body, made);
      ir::substitute(function.body, made);
    }
    if (places_.empty()) return std::nullopt;
    handOn();
    if (!certain && !isAskedFor()) return std::nullopt;
    return owners.front();
  }

  // The program as it is, before something is done that may be undone.
  void remember() {
    if (!before_) before_ = program_;
  }

  [[nodiscard]] bool needs(const Binding& binding) const {
    const ir::Call* call = callIn(binding);
    return call != nullptr && (call->callee == constant_ || needy_[call->callee.value]);
  }

  // Whether the binding, or one in its branches, needs it.
  [[nodiscard]] bool needsWithin(const Binding& binding) const {
    bool within = needs(binding);
    ir::forEachBlock(binding.operation,
                     [&](const Block& inner) { within = within || needsWithin(inner); });
    return within;
  }
  [[nodiscard]] bool needsWithin(const Block& block) const {
    return std::ranges::any_of(block.bindings,
                               [&](const Binding& each) { return needsWithin(each); });
  }

  // A root that is called, too, keeps its type; whoever calls it calls what it was.
  void separateRoots() {
    for (const FunId root : program_.roots) {
      if (!needy_[root.value]) continue;
      const auto calls = [&](const std::vector<FunId>& callees) {
        return std::ranges::binary_search(callees, root);
      };
      if (std::ranges::none_of(graph_.callees, calls)) continue;
      const FunId inner{static_cast<std::uint32_t>(program_.functions.size())};
      remember();
      ir::Function moved = program_.function(root);
      moved.name = simplify::Names(program_).unique(moved.name);
      program_.functions.push_back(std::move(moved));
      for (ir::Function& function : program_.functions) {
        ir::forEachBinding(function.body, [&](Binding& binding) {
          auto* call = std::get_if<ir::Call>(&binding.operation);
          if (call != nullptr && call->callee == root) call->callee = inner;
        });
      }
      ir::Function& outer = program_.functions[root.value];
      Binding binding{{}, ir::Call{inner, {}}, outer.position};
      auto& arguments = std::get<ir::Call>(binding.operation).arguments;
      arguments.assign(outer.parameters.begin(), outer.parameters.end());
      outer.body = {};
      for (const ir::TypeId type : outer.resultTypes) {
        binding.results.push_back(outer.fresh(type, "result"));
        outer.body.results.emplace_back(binding.results.back());
      }
      outer.body.bindings.push_back(std::move(binding));
    }
    if (!before_) return;
    graph_ = graph::callGraph(program_);
    findNeedy();
  }

  void findSites() {
    sites_.assign(program_.functions.size(), 0);
    const std::vector<bool> reached = graph::reachable(graph_, program_.roots);
    for (std::size_t i = 0; i < program_.functions.size(); ++i) {
      if (!reached[i]) continue;
      for (const auto& [callee, count] : graph::callSites(program_.functions[i])) {
        sites_[callee.value] += count;
      }
    }
  }

  void findNeedy() {
    needy_ = usersOf(graph_, constant_);
    handsOn_ = needy_;
  }

  // From a root down to the function that is to compute it, which runs once, as all on the way do.
  std::optional<FunId> ownerFrom(FunId function) {
    while (needy_[function.value]) {
      handsOn_[function.value] = false;
      std::vector<FunId> needed;
      ir::forEachBinding(program_.function(function).body, [&](const Binding& binding) {
        if (needs(binding)) needed.push_back(callIn(binding)->callee);
      });
      if (needed.size() > 1) return function;
      const FunId callee = needed.front();
      if (callee == constant_) return std::nullopt;
      if (sites_[callee.value] > 1 || graph_.recursive[callee.value]) return function;
      function = callee;
    }
    return std::nullopt;
  }

  // Before the first that needs it, where there are several; where that is one branching, in those
  // of its branches that do.
  void computeIn(FunId owner, Block& block, ir::Substitution& substitution) {
    const auto needing = [&](const Binding& binding) { return needsWithin(binding); };
    const auto first = std::ranges::find_if(block.bindings, needing);
    if (std::find_if(first + 1, block.bindings.end(), needing) == block.bindings.end()) {
      const ir::Call* call = callIn(*first);
      if (call != nullptr && call->callee == constant_) return;
      if (call == nullptr) {
        return ir::forEachBlock(first->operation, [&](Block& inner) {
          if (needsWithin(inner)) computeIn(owner, inner, substitution);
        });
      }
    }
    ir::Function& function = program_.functions[owner.value];
    const ir::Function& constant = program_.function(constant_);
    const VarId made = function.fresh(constant.resultTypes.front(), constant.name);
    Binding binding{{made}, ir::Call{constant_, {}}, first->position};
    const auto at = first - block.bindings.begin();
    useConstant(block, constant_, made, handsOn_, substitution);
    block.bindings.insert(block.bindings.begin() + at, std::move(binding));
    places_.push_back({owner, made});
  }

  void handOn() {
    for (std::size_t i = 0; i < program_.functions.size(); ++i) {
      if (handsOn_[i]) giveConstant(program_, program_.functions[i], constant_, handsOn_);
    }
  }

  // Whether it may have no value, as far as it ends.
  [[nodiscard]] bool fails() const {
    const std::vector<bool> reached = graph::reachable(graph_, {constant_});
    bool found = false;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (!reached[i]) continue;
      ir::forEachBinding(program_.functions[i].body, [&](const Binding& binding) {
        found = found || graph::mayFail(binding.operation) ||
                std::holds_alternative<ir::Foreign>(binding.operation);
      });
    }
    return found;
  }

  // Whether the results of every block in which it is computed certainly evaluate it.
  [[nodiscard]] bool isAskedFor() const {
    const graph::Demands demands = graph::demandsOf(program_);
    return std::ranges::all_of(places_, [&](const Place& place) {
      const ir::Function& function = program_.function(place.function);
      const auto evaluated = graph::evaluatedWith(program_, function, demands);
      const Block* block = blockOf(function.body, place.variable);
      return std::ranges::any_of(block->results, [&](const ir::Atom& atom) {
        const VarId* result = ir::variableOf(atom);
        return result != nullptr && evaluated[result->value].contains(place.variable);
      });
    });
  }

  // The one that binds the variable; null: it is not in this one.
  static const Block* blockOf(const Block& block, VarId variable) {
    const Block* found = nullptr;
    for (const Binding& binding : block.bindings) {
      if (std::ranges::find(binding.results, variable) != binding.results.end()) return &block;
      ir::forEachBlock(binding.operation, [&](const Block& inner) {
        if (found == nullptr) found = blockOf(inner, variable);
      });
    }
    return found;
  }

  Program& program_;
  FunId constant_;
  const HasValue& hasValue_;
  graph::CallGraph graph_;
  std::optional<Program> before_;  // If something may be undone.
  std::vector<std::size_t> sites_;
  std::vector<bool> needy_;    // By function: it leads to a call of the constant.
  std::vector<bool> handsOn_;  // And gets it as a parameter.
  std::vector<Place> places_;
};

// Tables of libraries that a recursion makes become constants of their own.
void floatTables(Program& program) {
  const std::vector<bool> dear = recursionsBehind(graph::callGraph(program));
  floatConstants(program, [&](const ir::Function& function, const Binding& binding) {
    const ir::Call* call = callIn(binding);
    if (call == nullptr || call->arguments.empty() || binding.results.size() != 1) return false;
    const ir::TypeId type = function.variables[binding.results.front().value].type;
    return dear[call->callee.value] && program.type(type).shape == ir::DataShape::Library;
  });
}

// Constants that take a recursion to compute, or that are where something is kept; those that others
// need come after these.
std::vector<std::string> dearConstants(const Program& program) {
  const graph::CallGraph graph = graph::callGraph(program);
  const std::vector<bool> dear = recursionsBehind(graph);
  const std::vector<bool> keeping = typesWithSlots(program);
  std::vector<std::string> names;
  for (const std::vector<FunId>& component : graph.components) {
    const FunId id = component.front();
    const ir::Function& function = program.function(id);
    const bool root = std::ranges::find(program.roots, id) != program.roots.end();
    if (!function.parameters.empty() || function.resultTypes.size() != 1) continue;
    const bool keeps = keeping[function.resultTypes[0].value];
    if ((dear[id.value] || keeps) && !graph.recursive[id.value] && !root) {
      names.push_back(function.name);
    }
  }
  std::ranges::reverse(names);
  return names;
}

Program shared(Program program, const HasValue& hasValue, pipeline::Context& context) {
  floatTables(program);
  for (const std::string& name : dearConstants(program)) {
    const auto constant = program.find(name);
    const auto owner = Sharing(program, *constant, hasValue).run();
    if (!owner) continue;
    const ir::Function& function = program.function(*constant);
    context.add({pipeline::Decision::Kind::Native, true, function.name, "constant computed once",
                 "it is handed on from `" + program.function(*owner).name + "`",
                 function.position});
  }
  ir::renumber(program);
  return program;
}

}  // namespace

pipeline::Pass shareConstants(const HasValue& hasValue) {
  return {.name = "share-constants",
          .description = "compute a constant that takes long once, and hand it on",
          .run = [hasValue](ir::Program program, pipeline::Context& context) {
            return shared(std::move(program), hasValue, context);
          }};
}

}  // namespace deforest::backends
