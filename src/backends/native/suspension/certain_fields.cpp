#include "backends/native/suspension/certain_fields.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "graph/early.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "simplify/dead_bindings.hpp"

namespace deforest::backends {
namespace {

using ir::Binding;
using ir::Block;
using ir::VarId;

// Before which variables of the function a bang stands: each is read by a `seq` that nobody reads.
std::set<VarId> forcedIn(const ir::Function& function) {
  const std::vector<unsigned> uses = ir::countUses(function);
  std::set<VarId> forced;
  ir::forEachBinding(function.body, [&](const Binding& binding) {
    const ir::Primitive* seq = simplify::seqOf(binding.operation);
    if (seq == nullptr || uses[binding.results[0].value] > 0) return;
    if (const VarId* variable = ir::variableOf(seq->arguments[0])) forced.insert(*variable);
  });
  return forced;
}

// What a walk through the functions finds; `assumed` has constructors that are as strict as is
// assumed.
class Contexts {
 public:
  Contexts(const ir::Program& program, const ir::Program& assumed, const graph::Demands& demands,
           const std::vector<std::set<VarId>>& forced)
      : assumed_(assumed) {
    for (const ir::Function& function : program.functions) {
      facts_.push_back({std::vector<bool>(function.resultTypes.size(), true),
                        std::vector<bool>(function.resultTypes.size(), false)});
    }
    for (std::size_t i = 0; i < forced.size(); ++i) {
      walk(program.functions[i], demands, forced[i]);
    }
  }

  std::set<FieldPlace> dropped;                  // Fields that some match may not read.
  std::unordered_set<const Binding*> evaluated;  // Bindings that are certainly carried out.

 private:
  void walk(const ir::Function& function, const graph::Demands& demands,
            const std::set<VarId>& forced) {
    const std::vector<unsigned> uses = ir::countUses(function);
    graph::ContextVisitor visit;
    visit.block = [&](const Block& block, const graph::VariableSet& known) {
      noteUnpacked(block, known, uses);
      noteResults(forced, block);
      if (const auto alternative = alternatives_.find(&block); alternative != alternatives_.end()) {
        const ir::Alternative& match = *alternative->second;
        for (std::size_t i = 0; i < match.fields.size(); ++i) {
          if (!known.contains(match.fields[i])) dropped.insert({match.ctor, i});
        }
      }
    };
    visit.binding = [&](const Binding& binding, const graph::VariableSet& known) {
      const bool wanted = std::ranges::any_of(binding.results,
                                              [&](VarId result) { return known.contains(result); });
      if (wanted) evaluated.insert(&binding);
      if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
        for (const ir::Alternative& each : match->alternatives) {
          alternatives_.emplace(&each.body, &each);
        }
      }
    };
    (void)graph::walkContexts(
        function, graph::evaluatedWith(assumed_, function, demands),
        std::vector<bool>(function.resultTypes.size(), true),
        [&](ir::FunId id) -> const graph::ResultFacts& { return facts_[id.value]; }, visit);
  }
  // What a block results in is wanted, also if it fails, and so is what a bang stands before.
  void noteResults(const std::set<VarId>& forced, const Block& block) {
    for (const Binding& binding : block.bindings) {
      const bool isWanted = std::ranges::any_of(binding.results, [&](VarId result) {
        return forced.contains(result) || std::ranges::count(block.results, ir::Atom(result)) > 0;
      });
      if (isWanted) evaluated.insert(&binding);
    }
  }
  // What is taken apart for one field alone is so when that is wanted.
  void noteUnpacked(const Block& block, const graph::VariableSet& known,
                    const std::vector<unsigned>& uses) {
    for (const Binding& binding : block.bindings) {
      const auto* unpack = std::get_if<ir::Unpack>(&binding.operation);
      if (unpack == nullptr) continue;
      const auto isUsed = [&](VarId field) { return uses[field.value] > 0; };
      const bool forOne = std::ranges::count_if(binding.results, isUsed) == 1;
      for (std::size_t i = 0; i < binding.results.size(); ++i) {
        const VarId field = binding.results[i];
        const bool read = known.contains(field) || (forOne && isUsed(field));
        if (!read) dropped.insert({unpack->ctor, i});
      }
    }
  }

  const ir::Program& assumed_;
  std::vector<graph::ResultFacts> facts_;
  std::unordered_map<const Block*, const ir::Alternative*> alternatives_;
};

}  // namespace

CertainFields::CertainFields(const ir::Program& program, std::set<FieldPlace> open)
    : program_(program), open_(std::move(open)) {
  for (const ir::Function& function : program.functions) forced_.push_back(forcedIn(function));
  look();
}

void CertainFields::look() {
  // Constructors with strict fields for those that are evaluated with the value.
  ir::Program assumed = program_;
  for (ir::Constructor& ctor : assumed.constructors) {
    for (ir::Field& field : ctor.fields) field.strict = true;
  }
  std::set<FieldPlace> shown;
  while (true) {
    demands_ = graph::demandsOf(assumed);
    Contexts contexts(program_, assumed, demands_, forced_);
    std::set<FieldPlace> more;
    for (const FieldPlace& place : contexts.dropped) {
      if (open_.contains(place) && !shown.contains(place)) more.insert(place);
    }
    if (more.empty()) {
      evaluated_ = std::move(contexts.evaluated);
      break;
    }
    for (const FieldPlace& place : more) {
      assumed.constructors[place.ctor.value].fields[place.index].strict = false;
    }
    shown.insert(more.begin(), more.end());
  }
  open_ = std::move(shown);
}

}  // namespace deforest::backends
