#include "redundancy/apply_facts.hpp"

#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "redundancy/induction.hpp"
#include "simplify/dead_bindings.hpp"
#include "support/match.hpp"

namespace deforest::redundancy {
namespace {

class Rewriter {
 public:
  Rewriter(ir::Program& program, const FactTable& table) : program_(program), table_(table) {}

  /// Per function, how many calls now read less of it.
  std::vector<unsigned> run() {
    rewritten_.resize(program_.functions.size());
    for (const ir::FunId root : program_.roots) collapse(root);
    for (ir::Function& function : program_.functions) {
      function_ = &function;
      rewrite(function.body);
      simplify::removeDeadBindings(function.body, ir::Semantics::Strict);
    }
    return std::move(rewritten_);
  }

 private:
  void rewrite(ir::Block& block) {
    std::vector<ir::Binding> bindings;
    for (ir::Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation, [&](ir::Block& inner) { rewrite(inner); });
      std::vector<ir::Binding> known;
      if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
        known = knownResults(*call, binding);
        rewritten_[call->callee.value] += known.empty() ? 0 : 1;
      }
      bindings.push_back(std::move(binding));
      for (ir::Binding& copy : known) bindings.push_back(std::move(copy));
    }
    block.bindings = std::move(bindings);
  }

  // Bindings of the results of a call of which something is known; the call gets fresh ones.
  std::vector<ir::Binding> knownResults(const ir::Call& call, ir::Binding& binding) {
    const auto& facts = table_[call.callee.value];
    const std::vector<ir::VarId> original = binding.results;
    std::vector<ir::Binding> known;
    for (std::size_t j = 0; j < original.size(); ++j) {
      if (!facts[j]) continue;
      const ir::Variable variable = function_->variables[original[j].value];
      binding.results[j] = function_->fresh(variable.type, variable.name);
      known.push_back(
          {{original[j]}, operationFor(*facts[j], call.arguments, original), binding.position});
    }
    return known;
  }

  static ir::Operation operationFor(const Fact& fact, const std::vector<ir::Atom>& arguments,
                                    const std::vector<ir::VarId>& results) {
    return support::match(
        fact,
        [&](const SameAsParameter& same) -> ir::Operation {
          return ir::Copy{{arguments[same.index]}};
        },
        [&](const SameAsResult& same) -> ir::Operation {
          return ir::Copy{{ir::Atom(results[same.index])}};
        },
        [&](const Constant& constant) -> ir::Operation {
          if (const auto* literal = std::get_if<ir::Literal>(&constant.value)) {
            return ir::Copy{{ir::Atom(*literal)}};
          }
          return ir::Construct{std::get<ir::CtorId>(constant.value), {}};
        });
  }

  // A root of which everything is known needs no body.
  void collapse(ir::FunId root) {
    ir::Function& function = program_.functions[root.value];
    const auto& facts = table_[root.value];
    std::vector<ir::Atom> parameters(function.parameters.begin(), function.parameters.end());
    ir::Block body;
    std::vector<ir::VarId> results;
    for (std::size_t j = 0; j < facts.size(); ++j) {
      if (!facts[j]) return;
      results.push_back(function.fresh(function.resultTypes[j], "r"));
      body.bindings.push_back(
          {{results.back()}, operationFor(*facts[j], parameters, results), function.position});
      body.results.emplace_back(results.back());
    }
    function.body = std::move(body);
  }

  ir::Program& program_;
  const FactTable& table_;
  ir::Function* function_ = nullptr;
  std::vector<unsigned> rewritten_;
};

std::string parameterName(const ir::Function& function, std::uint32_t index) {
  return function.variables[function.parameters[index].value].name;
}

std::string show(const ir::Program& program, const ir::Function& function, const Fact& fact) {
  return support::match(
      fact,
      [&](const SameAsParameter& same) {
        return "parameter " + parameterName(function, same.index);
      },
      [](const SameAsResult& same) { return "result " + std::to_string(same.index); },
      [&](const Constant& constant) {
        if (const auto* ctor = std::get_if<ir::CtorId>(&constant.value)) {
          return program.constructor(*ctor).name;
        }
        return std::string("a constant");
      });
}

std::string claim(const ir::Program& program, const ir::Function& function, std::size_t result,
                  const Fact& fact) {
  return "result " + std::to_string(result) + " = " + show(program, function, fact);
}

// The facts about callees that the proof of a fact about `function` may rest on.
std::string obligations(const ir::Program& program, const FactTable& table,
                        const ir::Function& function) {
  std::string given;
  for (const ir::FunId callee : ir::callees(function.body)) {
    for (std::size_t j = 0; j < table[callee.value].size(); ++j) {
      if (!table[callee.value][j]) continue;
      const ir::Function& other = program.function(callee);
      given += (given.empty() ? "" : " and ") + claim(program, other, j, *table[callee.value][j]) +
               " in " + other.name;
    }
  }
  return given.empty() ? "" : ", given " + given + " one call deeper";
}

std::string consequence(unsigned calls) {
  if (calls == 0) return "no call reads it";
  return std::to_string(calls) + (calls == 1 ? " call reads" : " calls read") +
         " the other value instead";
}

void explain(const ir::Program& program, const Induction& induction,
             const std::vector<unsigned>& rewritten, pipeline::Context& context) {
  const FactTable& table = induction.facts;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ir::Function& function = program.functions[i];
    for (std::size_t j = 0; j < table[i].size(); ++j) {
      if (!table[i][j]) continue;
      context.add({pipeline::Decision::Kind::Fact,
                   true,
                   function.name,
                   claim(program, function, j, *table[i][j]),
                   "every branch confirms it" + obligations(program, table, function) + "; " +
                       consequence(rewritten[i]),
                   function.position,
                   {}});
    }
  }
  for (const Refutation& refutation : induction.refutations) {
    const ir::Function& function = program.function(refutation.function);
    context.add({pipeline::Decision::Kind::Fact,
                 false,
                 function.name,
                 claim(program, function, refutation.result, refutation.fact),
                 refutation.alternative
                     ? "for " + program.constructor(*refutation.alternative).name + " it differs"
                     : "it differs",
                 function.position,
                 {}});
  }
}

// What is known of a library's functions, and of how it builds its trees, is its own affair.
void forgetLibraries(const ir::Program& program, Induction& induction) {
  const auto isOfLibrary = [&](ir::FunId function) {
    return program.function(function).library.has_value();
  };
  for (std::uint32_t i = 0; i < induction.facts.size(); ++i) {
    for (std::size_t j = 0; j < induction.facts[i].size(); ++j) {
      const ir::TypeId type = program.functions[i].resultTypes[j];
      std::optional<Fact>& fact = induction.facts[i][j];
      const bool built = fact && std::holds_alternative<Constant>(*fact) &&
                         program.type(type).shape == ir::DataShape::Library;
      if (built || isOfLibrary({i})) fact.reset();
    }
  }
  std::erase_if(induction.refutations,
                [&](const Refutation& refutation) { return isOfLibrary(refutation.function); });
}

}  // namespace

pipeline::Pass facts(ir::Semantics semantics) {
  return {
      .name = "facts",
      .description = "prove results equal to parameters, constants or each other; rewrite callers",
      .run = [semantics](ir::Program program, pipeline::Context& context) {
        if (semantics == ir::Semantics::Haskell) return program;
        Induction induction = infer(program);
        forgetLibraries(program, induction);
        const ir::Program before = program;
        const std::vector<unsigned> rewritten = Rewriter(program, induction.facts).run();
        explain(before, induction, rewritten, context);
        return program;
      }};
}

}  // namespace deforest::redundancy
