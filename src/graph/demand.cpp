#include "graph/demand.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "ir/measure.hpp"
#include "ir/printing.hpp"
#include "ir/traverse.hpp"
#include "support/match.hpp"

namespace deforest::graph {
namespace {

using ir::Atom;
using ir::Block;

constexpr std::uint32_t perWord = 64;

class Analysis {
 public:
  Analysis(const ir::Program& program, const Demands& demands, std::vector<VariableSet>& known,
           const Fails& fails)
      : program_(program), demands_(demands), known_(known), fails_(fails) {}

  std::vector<VariableSet> block(const Block& block) {
    for (const ir::Binding& binding : block.bindings) this->binding(binding);
    std::vector<VariableSet> results;
    for (const Atom& atom : block.results) results.push_back(of(atom));
    return results;
  }

 private:
  [[nodiscard]] VariableSet of(const Atom& atom) const {
    const auto* variable = ir::variableOf(atom);
    return variable == nullptr ? VariableSet() : known_[variable->value];
  }

  void define(ir::VarId variable, VariableSet evaluated) {
    evaluated.insert(variable);
    known_[variable.value] = std::move(evaluated);
  }

  void binding(const ir::Binding& binding) {
    support::match(
        binding.operation,
        [&](const ir::Copy& copy) {
          for (std::size_t i = 0; i < copy.atoms.size(); ++i) {
            define(binding.results[i], of(copy.atoms[i]));
          }
        },
        [&](const ir::Primitive& primitive) { define(binding.results[0], ofPrimitive(primitive)); },
        [&](const ir::Construct& construct) {
          const ir::Constructor& ctor = program_.constructor(construct.ctor);
          const bool isNewtype = program_.type(ctor.type).isNewtype;
          VariableSet evaluated;
          for (std::size_t i = 0; i < construct.fields.size(); ++i) {
            if (ctor.fields[i].strict || isNewtype) evaluated.add(of(construct.fields[i]));
          }
          define(binding.results[0], std::move(evaluated));
        },
        [&](const ir::Call& call) {
          for (std::size_t i = 0; i < binding.results.size(); ++i) {
            define(binding.results[i], ofCall(call, i));
          }
        },
        [&](const ir::Unpack& unpack) {
          for (const ir::VarId result : binding.results) define(result, of(unpack.scrutinee));
        },
        [&](const ir::Foreign& foreign) { define(binding.results[0], ofForeign(foreign)); },
        [&](const ir::Fail&) {
          for (const ir::VarId result : binding.results) define(result, VariableSet::everything());
        },
        [&](const ir::Conditional& conditional) {
          branches(binding, conditional.condition, {&conditional.whenTrue, &conditional.whenFalse});
        },
        [&](const ir::Case& match) {
          std::vector<const Block*> blocks;
          for (const ir::Alternative& alternative : match.alternatives) {
            for (const ir::VarId field : alternative.fields) {
              define(field, VariableSet());
            }
            blocks.push_back(&alternative.body);
          }
          branches(binding, match.scrutinee, blocks);
        });
  }

  // What prints needs all that it is given; nothing is known of others.
  [[nodiscard]] VariableSet ofForeign(const ir::Foreign& foreign) const {
    VariableSet evaluated;
    if (!ir::hasKnownMeaning(foreign)) return evaluated;
    for (const ir::Atom& argument : foreign.arguments) evaluated.add(of(argument));
    return evaluated;
  }

  [[nodiscard]] VariableSet ofPrimitive(const ir::Primitive& primitive) const {
    VariableSet evaluated = of(primitive.arguments[0]);
    const bool decides = primitive.op == ir::PrimOp::And || primitive.op == ir::PrimOp::Or;
    if (primitive.arguments.size() == 2 && !decides) evaluated.add(of(primitive.arguments[1]));
    return evaluated;
  }

  [[nodiscard]] VariableSet ofCall(const ir::Call& call, std::size_t result) const {
    if (fails_ && fails_(call.callee, result)) return VariableSet::everything();
    const std::vector<bool>& demanded = demands_[call.callee.value][result];
    VariableSet evaluated;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (demanded[i]) evaluated.add(of(call.arguments[i]));
    }
    return evaluated;
  }

  // Certain is the scrutinee, and what all branches evaluate.
  void branches(const ir::Binding& binding, const Atom& scrutinee,
                const std::vector<const Block*>& blocks) {
    std::vector<VariableSet> common(binding.results.size(), VariableSet::everything());
    for (const Block* inner : blocks) {
      const std::vector<VariableSet> results = block(*inner);
      for (std::size_t i = 0; i < common.size(); ++i) common[i].keepOnly(results[i]);
    }
    for (std::size_t i = 0; i < common.size(); ++i) {
      common[i].add(of(scrutinee));
      define(binding.results[i], std::move(common[i]));
    }
  }

  const ir::Program& program_;
  const Demands& demands_;
  std::vector<VariableSet>& known_;
  const Fails& fails_;
};

const Fails noneFails;

std::vector<VariableSet> parametersOf(const ir::Function& function) {
  std::vector<VariableSet> known(function.variables.size());
  for (const ir::VarId parameter : function.parameters) known[parameter.value].insert(parameter);
  return known;
}

}  // namespace

bool VariableSet::contains(ir::VarId variable) const {
  if (all_) return true;
  const auto word =
      std::ranges::lower_bound(words_, variable.value / perWord, std::less(), &Word::index);
  return word != words_.end() && word->index == variable.value / perWord &&
         ((word->bits >> (variable.value % perWord)) & 1U) != 0;
}

void VariableSet::insert(ir::VarId variable) {
  if (all_) return;
  const std::uint32_t index = variable.value / perWord;
  auto word = std::ranges::lower_bound(words_, index, std::less(), &Word::index);
  if (word == words_.end() || word->index != index) word = words_.insert(word, {index, 0});
  word->bits |= std::uint64_t{1} << (variable.value % perWord);
}

void VariableSet::add(const VariableSet& other) {
  if (all_) return;
  if (other.all_) {
    *this = other;
    return;
  }
  if (other.words_.empty()) return;
  std::vector<Word> both;
  both.reserve(words_.size() + other.words_.size());
  std::ranges::merge(words_, other.words_, std::back_inserter(both), std::less(), &Word::index,
                     &Word::index);
  words_.clear();
  for (const Word& word : both) {
    if (!words_.empty() && words_.back().index == word.index) {
      words_.back().bits |= word.bits;
    } else {
      words_.push_back(word);
    }
  }
}

void VariableSet::keepOnly(const VariableSet& other) {
  if (other.all_) return;
  if (all_) {
    *this = other;
    return;
  }
  std::vector<Word> shared;
  auto theirs = other.words_.begin();
  for (const Word& word : words_) {
    while (theirs != other.words_.end() && theirs->index < word.index) ++theirs;
    if (theirs == other.words_.end()) break;
    const std::uint64_t bits = theirs->index == word.index ? word.bits & theirs->bits : 0;
    if (bits != 0) shared.push_back({word.index, bits});
  }
  words_ = std::move(shared);
}

bool demandedByAll(const Demands& demands, ir::FunId function, std::size_t parameter) {
  return std::ranges::all_of(demands[function.value],
                             [&](const auto& result) { return result[parameter]; });
}

std::vector<VariableSet> evaluatedWithResults(const ir::Program& program, const ir::Block& block,
                                              const Demands& demands,
                                              std::vector<VariableSet>& known) {
  return Analysis(program, demands, known, noneFails).block(block);
}

std::vector<VariableSet> evaluatedWith(const ir::Program& program, const ir::Function& function,
                                       const Demands& demands, const Fails& fails) {
  std::vector<VariableSet> known = parametersOf(function);
  (void)Analysis(program, demands, known, fails).block(function.body);
  return known;
}

namespace {

// Looks at the function again; whether it demands less than was said.
bool takesBack(Demands& demands, const ir::Program& program, ir::FunId id) {
  const ir::Function& function = program.function(id);
  std::vector<VariableSet> known = parametersOf(function);
  const auto results = evaluatedWithResults(program, function.body, demands, known);
  bool less = false;
  for (std::size_t r = 0; r < results.size(); ++r) {
    std::vector<bool>& demanded = demands[id.value][r];
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
      if (!demanded[p] || results[r].contains(function.parameters[p])) continue;
      demanded[p] = false;
      less = true;
    }
  }
  return less;
}

}  // namespace

void update(Demands& demands, const ir::Program& program, const std::vector<ir::FunId>& changed) {
  demands.resize(program.functions.size());
  for (const ir::FunId id : changed) {
    const ir::Function& function = program.function(id);
    demands[id.value].assign(function.resultTypes.size(),
                             std::vector<bool>(function.parameters.size(), true));
  }
  // What a function demands is looked at again when what one of its callees demands has become
  // less.
  std::vector<std::vector<ir::FunId>> callers(program.functions.size());
  for (const ir::FunId id : changed) {
    for (const ir::FunId callee : ir::callees(program.function(id).body)) {
      callers[callee.value].push_back(id);
    }
  }
  std::vector<bool> open(program.functions.size());
  for (const ir::FunId id : changed) open[id.value] = true;
  for (bool more = true; more;) {
    more = false;
    for (const ir::FunId id : changed) {
      if (!open[id.value]) continue;
      open[id.value] = false;
      if (!takesBack(demands, program, id)) continue;
      more = true;
      for (const ir::FunId caller : callers[id.value]) open[caller.value] = true;
    }
  }
}

Demands demandsOf(const ir::Program& program) {
  Demands demands;
  std::vector<ir::FunId> all;
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) all.push_back(ir::FunId{f});
  update(demands, program, all);
  return demands;
}

}  // namespace deforest::graph
