#include "redundancy/induction.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "graph/facts.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "redundancy/terms.hpp"
#include "support/match.hpp"

namespace deforest::redundancy {
namespace {

// The assumptions about one result. Sets shrink; `constants` starts as the constants that the
// result is somewhere in the function's own code.
struct Assumptions {
  std::vector<bool> parameters;
  std::vector<bool> results;  // Earlier ones.
  std::vector<Constant> constants;
};

// Evaluates the bodies of one round of the induction.
class Evaluator {
 public:
  Evaluator(const ir::Program& program, const std::vector<std::vector<Assumptions>>& assumed,
            Terms& terms)
      : program_(program), assumed_(assumed), terms_(terms) {}

  std::vector<TermId> results(const ir::Function& function) {
    function_ = &function;
    values_.assign(function.variables.size(), 0);
    for (std::uint32_t i = 0; i < function.parameters.size(); ++i) {
      values_[function.parameters[i].value] = parameter(i);
    }
    Built built;
    return evaluate(function.body, built);
  }

  TermId parameter(std::uint32_t index) {
    return terms_.intern({TermKind::Parameter, index, 0, 0, {}});
  }

  TermId constant(const Constant& constant) {
    if (const auto* literal = std::get_if<ir::Literal>(&constant.value)) return term(*literal);
    return terms_.intern(
        {TermKind::Construct, std::get<ir::CtorId>(constant.value).value, 0, 0, {}});
  }

 private:
  // Constructor terms that are known to be some other value.
  using Built = std::map<TermId, TermId>;

  TermId term(const ir::Literal& literal) {
    return terms_.intern(
        {TermKind::Literal, static_cast<std::uint32_t>(literal.kind), 0, literal.bits, {}});
  }

  TermId term(const ir::Atom& atom) {
    if (const auto* variable = ir::variableOf(atom)) return values_[variable->value];
    return term(std::get<ir::Literal>(atom));
  }

  std::vector<TermId> termsOf(const std::vector<ir::Atom>& atoms) {
    std::vector<TermId> result;
    for (const ir::Atom& atom : atoms) result.push_back(term(atom));
    return result;
  }

  void bind(const std::vector<ir::VarId>& variables, const std::vector<TermId>& values) {
    for (std::size_t i = 0; i < variables.size(); ++i) values_[variables[i].value] = values[i];
  }

  std::vector<TermId> evaluate(const ir::Block& block, Built& built) {
    for (const ir::Binding& binding : block.bindings) {
      bind(binding.results, evaluate(binding, built));
    }
    return termsOf(block.results);
  }

  std::vector<TermId> evaluate(const ir::Binding& binding, Built& built) {
    return support::match(
        binding.operation, [&](const ir::Copy& copy) { return termsOf(copy.atoms); },
        [&](const ir::Primitive& primitive) {
          const ir::VarId result = binding.results.front();
          return std::vector{terms_.intern(
              {TermKind::Primitive, static_cast<std::uint32_t>(primitive.op),
               function_->variables[result.value].type.value, 0, operands(primitive)})};
        },
        [&](const ir::Construct& construct) {
          const TermId made = terms_.intern(
              {TermKind::Construct, construct.ctor.value, 0, 0, termsOf(construct.fields)});
          const auto found = built.find(made);
          return std::vector{found == built.end() ? made : found->second};
        },
        [&](const ir::Call& call) { return outputs(call, binding.results.size()); },
        [&](const ir::Unpack& unpack) {
          const TermId scrutinee = term(unpack.scrutinee);
          return fields(scrutinee, unpack.ctor, binding.results.size(), built);
        },
        [&](const ir::Foreign&) {
          return std::vector{terms_.intern({TermKind::Failure, ++failures_, 0, 0, {}})};
        },
        [&](const ir::Fail&) {
          std::vector<TermId> failures;
          for (std::size_t i = 0; i < binding.results.size(); ++i) {
            failures.push_back(terms_.intern({TermKind::Failure, ++failures_, 0, 0, {}}));
          }
          return failures;
        },
        [&](const ir::Conditional& conditional) {
          const TermId condition = term(conditional.condition);
          Built whenTrue = built;
          Built whenFalse = built;
          return choose(condition, {evaluate(conditional.whenTrue, whenTrue),
                                    evaluate(conditional.whenFalse, whenFalse)});
        },
        [&](const ir::Case& match) {
          const TermId scrutinee = term(match.scrutinee);
          std::vector<std::vector<TermId>> branches;
          for (const ir::Alternative& alternative : match.alternatives) {
            Built inside = built;
            bind(alternative.fields,
                 fields(scrutinee, alternative.ctor, alternative.fields.size(), inside));
            branches.push_back(evaluate(alternative.body, inside));
          }
          return choose(scrutinee, branches);
        });
  }

  // Operands in one order where the order makes no difference.
  std::vector<TermId> operands(const ir::Primitive& primitive) {
    std::vector<TermId> result = termsOf(primitive.arguments);
    if (result.size() == 2 && result[0] > result[1]) {
      const auto* variable = ir::variableOf(primitive.arguments[0]);
      const ir::TypeKind kind = variable != nullptr
                                    ? program_.type(function_->variables[variable->value].type).kind
                                    : std::get<ir::Literal>(primitive.arguments[0]).kind;
      if (ir::isCommutative(primitive.op, kind)) std::swap(result[0], result[1]);
    }
    return result;
  }

  // The fields of a value known to be made by `ctor`; rebuilding it from them gives the value.
  std::vector<TermId> fields(TermId scrutinee, ir::CtorId ctor, std::size_t count, Built& built) {
    if (terms_[scrutinee].kind == TermKind::Construct && terms_[scrutinee].a == ctor.value) {
      return terms_[scrutinee].arguments;
    }
    std::vector<TermId> result;
    for (std::uint32_t i = 0; i < count; ++i) {
      result.push_back(terms_.intern({TermKind::Field, ctor.value, i, 0, {scrutinee}}));
    }
    const TermId rebuilt = terms_.intern({TermKind::Construct, ctor.value, 0, 0, result});
    built[rebuilt] = scrutinee;
    return result;
  }

  std::vector<TermId> outputs(const ir::Call& call, std::size_t count) {
    const std::vector<TermId> arguments = termsOf(call.arguments);
    std::vector<TermId> result;
    for (std::uint32_t j = 0; j < count; ++j) {
      const Assumptions& assumed = assumed_[call.callee.value][j];
      const auto parameter = std::find(assumed.parameters.begin(), assumed.parameters.end(), true);
      const auto earlier = std::find(assumed.results.begin(), assumed.results.end(), true);
      if (parameter != assumed.parameters.end()) {
        result.push_back(
            arguments[static_cast<std::size_t>(parameter - assumed.parameters.begin())]);
      } else if (!assumed.constants.empty()) {
        result.push_back(constant(assumed.constants.front()));
      } else if (earlier != assumed.results.end()) {
        result.push_back(result[static_cast<std::size_t>(earlier - assumed.results.begin())]);
      } else {
        result.push_back(terms_.intern({TermKind::Output, call.callee.value, j, 0, arguments}));
      }
    }
    return result;
  }

  std::vector<TermId> choose(TermId on, const std::vector<std::vector<TermId>>& branches) {
    std::vector<TermId> result;
    for (std::size_t j = 0; j < branches.front().size(); ++j) {
      Term choice{TermKind::Choice, 0, 0, 0, {on}};
      bool agree = true;
      for (const auto& branch : branches) {
        agree = agree && branch[j] == branches.front()[j];
        choice.arguments.push_back(branch[j]);
      }
      result.push_back(agree ? branches.front()[j] : terms_.intern(std::move(choice)));
    }
    return result;
  }

  const ir::Program& program_;
  const std::vector<std::vector<Assumptions>>& assumed_;
  Terms& terms_;
  const ir::Function* function_ = nullptr;
  std::vector<TermId> values_;
  std::uint32_t failures_ = 0;
};

// Every constant that some result of a block may be: the only ones worth assuming.
void collectConstants(const ir::Block& block, std::size_t result, std::set<ir::Literal>& literals,
                      std::set<ir::CtorId>& constructors) {
  const ir::Atom& atom = block.results[result];
  if (const auto* literal = std::get_if<ir::Literal>(&atom)) {
    literals.insert(*literal);
    return;
  }
  const ir::VarId variable = std::get<ir::VarId>(atom);
  for (const ir::Binding& binding : block.bindings) {
    const auto found = std::find(binding.results.begin(), binding.results.end(), variable);
    if (found == binding.results.end()) continue;
    if (const auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
      if (construct->fields.empty()) constructors.insert(construct->ctor);
    }
    const auto index = static_cast<std::size_t>(found - binding.results.begin());
    ir::forEachBlock(binding.operation, [&](const ir::Block& inner) {
      collectConstants(inner, index, literals, constructors);
    });
  }
}

std::vector<Assumptions> everything(const ir::Function& function) {
  std::vector<Assumptions> result(function.resultTypes.size());
  for (std::size_t j = 0; j < result.size(); ++j) {
    for (const ir::VarId parameter : function.parameters) {
      result[j].parameters.push_back(function.variables[parameter.value].type ==
                                     function.resultTypes[j]);
    }
    for (std::size_t k = 0; k < j; ++k) {
      result[j].results.push_back(function.resultTypes[k] == function.resultTypes[j]);
    }
    std::set<ir::Literal> literals;
    std::set<ir::CtorId> constructors;
    collectConstants(function.body, j, literals, constructors);
    for (const ir::Literal& literal : literals) result[j].constants.push_back({literal});
    for (const ir::CtorId ctor : constructors) result[j].constants.push_back({ctor});
  }
  return result;
}

bool anyLeft(const Assumptions& assumptions) {
  const auto some = [](const std::vector<bool>& list) {
    return std::find(list.begin(), list.end(), true) != list.end();
  };
  return some(assumptions.parameters) || some(assumptions.results) ||
         !assumptions.constants.empty();
}

// The first alternative of the match at the top of the function in which two results differ.
std::optional<ir::CtorId> difference(const ir::Function& function, const Terms& terms, TermId a,
                                     TermId b) {
  if (function.body.bindings.empty()) return std::nullopt;
  const auto* match = std::get_if<ir::Case>(&function.body.bindings.front().operation);
  if (match == nullptr) return std::nullopt;
  // What a result is in an alternative: the scrutinee comes before the branches.
  const auto in = [&](TermId term, std::size_t alternative) {
    const bool chosen = terms[term].kind == TermKind::Choice &&
                        terms[term].arguments.size() == match->alternatives.size() + 1;
    return chosen ? terms[term].arguments[alternative + 1] : term;
  };
  for (std::size_t i = 0; i < match->alternatives.size(); ++i) {
    if (in(a, i) != in(b, i)) return match->alternatives[i].ctor;
  }
  return std::nullopt;
}

// Drops what the evaluated results do not confirm; `refute` is told of parameters and results that
// fell. Whether anything fell.
template <class Refute>
bool drop(std::vector<Assumptions>& assumptions, const std::vector<TermId>& results,
          Evaluator& evaluator, const Refute& refute) {
  bool fell = false;
  for (std::size_t j = 0; j < assumptions.size(); ++j) {
    Assumptions& mine = assumptions[j];
    for (std::uint32_t m = 0; m < mine.parameters.size(); ++m) {
      if (mine.parameters[m] && results[j] != evaluator.parameter(m)) {
        mine.parameters[m] = false;
        fell = true;
        refute(static_cast<std::uint32_t>(j), SameAsParameter{m}, results[j],
               evaluator.parameter(m));
      }
    }
    for (std::uint32_t k = 0; k < mine.results.size(); ++k) {
      if (mine.results[k] && results[j] != results[k]) {
        mine.results[k] = false;
        fell = true;
        refute(static_cast<std::uint32_t>(j), SameAsResult{k}, results[j], results[k]);
      }
    }
    const std::size_t before = mine.constants.size();
    std::erase_if(mine.constants, [&](const Constant& constant) {
      return results[j] != evaluator.constant(constant);
    });
    fell = fell || mine.constants.size() != before;
  }
  return fell;
}

std::optional<Fact> factOf(const Assumptions& assumptions) {
  const auto parameter =
      std::find(assumptions.parameters.begin(), assumptions.parameters.end(), true);
  if (parameter != assumptions.parameters.end()) {
    return SameAsParameter{static_cast<std::uint32_t>(parameter - assumptions.parameters.begin())};
  }
  if (!assumptions.constants.empty()) return assumptions.constants.front();
  const auto earlier = std::find(assumptions.results.begin(), assumptions.results.end(), true);
  if (earlier != assumptions.results.end()) {
    return SameAsResult{static_cast<std::uint32_t>(earlier - assumptions.results.begin())};
  }
  return std::nullopt;
}

}  // namespace

Induction infer(const ir::Program& program) {
  Induction induction;
  std::vector<std::vector<Assumptions>> assumed;
  for (const ir::Function& function : program.functions) assumed.push_back(everything(function));
  for (bool fell = true; fell;) {
    fell = false;
    Terms terms;
    for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
      if (std::none_of(assumed[i].begin(), assumed[i].end(), anyLeft)) continue;
      const ir::Function& function = program.functions[i];
      Evaluator evaluator(program, assumed, terms);
      const std::vector<TermId> results = evaluator.results(function);
      const auto refute = [&](std::uint32_t result, const Fact& fact, TermId is, TermId wanted) {
        induction.refutations.push_back(
            {ir::FunId{i}, result, fact, difference(function, terms, is, wanted)});
      };
      fell = drop(assumed[i], results, evaluator, refute) || fell;
    }
  }
  for (const auto& function : assumed) {
    induction.facts.emplace_back();
    for (const Assumptions& assumptions : function) {
      induction.facts.back().push_back(factOf(assumptions));
    }
  }
  std::erase_if(induction.refutations, [&](const Refutation& refutation) {
    const ir::Function& function = program.function(refutation.function);
    const ir::TypeId type = function.resultTypes[refutation.result];
    return induction.facts[refutation.function.value][refutation.result] ||
           (std::holds_alternative<SameAsParameter>(refutation.fact) &&
            !graph::isTree(program, type));
  });
  return induction;
}

}  // namespace deforest::redundancy
