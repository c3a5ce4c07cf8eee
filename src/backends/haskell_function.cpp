#include "backends/haskell_function.hpp"

#include <algorithm>

#include "backends/haskell_expression.hpp"
#include "backends/haskell_plan.hpp"
#include "backends/haskell_prune.hpp"
#include "backends/haskell_strict.hpp"
#include "ir/traverse.hpp"
#include "text/print_layout.hpp"
#include "text/print_module.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Function;
using ir::VarId;
using pipeline::Semantics;
using text::Code;
using text::ResultForm;

// How a function writes several results. A constant cannot be an unboxed tuple.
ResultForm formOf(const Function& function, Semantics semantics) {
  const bool boxed = semantics == Semantics::Lazy || function.parameters.empty();
  return boxed ? ResultForm::Boxed : ResultForm::Unboxed;
}

// Marks what a block reads, except to take it apart in the head of an equation.
void markUses(const Block& block, const Plan& plan, std::vector<bool>& used) {
  const auto mark = [&](const Atom& atom) {
    if (const auto* variable = ir::variableOf(atom)) used[variable->value] = true;
  };
  for (const auto& binding : block.bindings) {
    if (!plan.absorbed.contains(&binding)) ir::forEachAtom(binding.operation, mark);
    ir::forEachBlock(binding.operation, [&](const Block& inner) { markUses(inner, plan, used); });
  }
  for (const auto& atom : block.results) mark(atom);
}

// What is read by name. Of a function in equations, what the equations match on is not.
std::vector<bool> namedVariables(const Function& function, const Plan& plan) {
  std::vector<bool> named(function.variables.size(), false);
  if (const auto* match = soleCase(function)) {
    for (const auto& alternative : match->alternatives) markUses(alternative.body, plan, named);
  } else {
    markUses(function.body, plan, named);
  }
  for (std::size_t i = 0; i < named.size(); ++i) named[i] = named[i] && plan.inlined[i] == nullptr;
  // A failure that nothing uses is a definition all the same.
  ir::forEachBinding(function.body, [&](const Binding& binding) {
    const bool failure = std::holds_alternative<ir::Fail>(binding.operation);
    if (failure && plan.inlined[binding.results[0].value] == nullptr) {
      named[binding.results[0].value] = true;
    }
  });
  return named;
}

class Emitter {
 public:
  Emitter(const ir::Program& program, const Function& function,
          const std::vector<std::vector<bool>>& used, text::ModuleScope& scope, Semantics semantics)
      : program_(program),
        function_(function),
        used_(used),
        scope_(scope),
        semantics_(semantics),
        lazy_(semantics == Semantics::Lazy),
        action_(text::isMainAction(program, function)),
        form_(formOf(function, semantics)),
        given_(givenVariables(function)),
        counts_(text::countUses(function)),
        plan_(makePlan(program, function, semantics)),
        types_(program, scope),
        names_(program, function, scope, namedVariables(function, plan_)),
        ascriptions_(text::findAscriptions(program, function, !action_)),
        expressions_(program, function, scope, types_, names_, plan_, ascriptions_) {}

  FunctionText run() {
    out_.usesTuples = form_ == ResultForm::Unboxed && function_.resultTypes.size() > 1;
    if (action_) {
      emitAction();
      return std::move(out_);
    }
    out_.text = text::renderSignature(function_, types_.signature(function_, form_));
    if (const auto* match = soleCase(function_)) {
      for (const auto& alternative : match->alternatives) {
        emitEquation(alternative.body, &match->scrutinee, &alternative);
      }
    } else {
      emitEquation(function_.body, nullptr, nullptr);
    }
    return std::move(out_);
  }

 private:
  void emitAction() {
    out_.text = text::renderSignature(function_, scope_.prelude("IO") + " ()");
    const auto& results = function_.body.results;
    std::vector<std::string> statements;
    for (std::size_t i = 0; i < results.size(); ++i) {
      statements.push_back(
          text::outputStatement(program_.outputs[i], expressions_.argument(results[i]), scope_));
    }
    std::vector<text::Definition> definitions;
    for (const auto& binding : function_.body.bindings) {
      if (isDefined(binding)) definitions.push_back(define(binding));
    }
    if (definitions.empty() && statements.size() == 1) {
      text::renderDeclaration(out_.text, 0, text::prefixName(function_.name), "=",
                              text::textCode(statements[0]));
    } else {
      text::renderDo(out_.text, text::prefixName(function_.name), definitions, statements);
    }
  }

  // ----------------------------------------------------------------------------------- equations

  void emitEquation(const Block& body, const Atom* scrutinee, const ir::Alternative* alternative) {
    std::vector<bool> named(function_.variables.size(), false);
    markUses(body, plan_, named);
    std::vector<bool> evaluated;
    if (!lazy_) evaluated = evaluatedBy(program_, function_, body, plan_, used_);
    const auto apart = patterns(function_, body, plan_);
    std::string head = text::prefixName(function_.name);
    for (const auto parameter : function_.parameters) {
      head += " ";
      if (scrutinee != nullptr && *scrutinee == Atom(parameter)) {
        if (named[parameter.value]) head += names_[parameter] + "@";
        head += pattern(alternative->ctor, alternative->fields, named, apart);
      } else if (apart[parameter.value] != nullptr) {
        head += variablePattern(parameter, named, apart);
      } else {
        const bool bang = !lazy_ && counts_[parameter.value] > 0 && !evaluated[parameter.value];
        if (bang) head += "!";
        out_.usesBangs = out_.usesBangs || bang;
        head += named[parameter.value] ? names_[parameter] : "_";
      }
    }
    text::renderDeclaration(out_.text, 0, head, "=", block(body, form_));
  }

  std::string variablePattern(VarId variable, const std::vector<bool>& named,
                              const std::vector<const Binding*>& apart) {
    const std::string name = named[variable.value] ? names_[variable] : "_";
    const Binding* match = apart[variable.value];
    if (match == nullptr) return name;
    return (name == "_" ? "" : name + "@") +
           pattern(std::get<ir::Unpack>(match->operation).ctor, match->results, named, apart);
  }

  std::string pattern(ir::CtorId ctor, const std::vector<VarId>& fields,
                      const std::vector<bool>& named, const std::vector<const Binding*>& apart) {
    std::vector<std::string> texts;
    for (const auto field : fields) texts.push_back(variablePattern(field, named, apart));
    return types_.atomicConstruct(ctor, texts);
  }

  // -------------------------------------------------------------------------------------- blocks

  // Whether the binding keeps a definition of its own.
  [[nodiscard]] bool isDefined(const Binding& binding) const {
    if (plan_.absorbed.contains(&binding)) return false;
    return binding.results.size() != 1 || plan_.inlined[binding.results[0].value] != &binding;
  }

  // Whether lazy semantics evaluates the scrutinee of the binding when the block is evaluated.
  [[nodiscard]] bool isForced(const Binding& binding) const {
    const auto* unpack = std::get_if<ir::Unpack>(&binding.operation);
    if (!lazy_ || unpack == nullptr) return false;
    const auto* scrutinee = ir::variableOf(unpack->scrutinee);
    return scrutinee != nullptr && given_[scrutinee->value];
  }

  std::vector<std::string> namesOf(const std::vector<VarId>& variables) const {
    std::vector<std::string> names;
    for (const auto variable : variables) names.push_back(names_[variable]);
    return names;
  }

  text::Definition define(const Binding& binding) {
    const std::string bang = lazy_ ? "" : "!";
    out_.usesBangs = out_.usesBangs || !lazy_;
    ResultForm form = lazy_ ? ResultForm::Boxed : ResultForm::Unboxed;
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      form = formOf(program_.function(call->callee), semantics_);
    }
    if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
      const auto fields = namesOf(binding.results);
      const std::string left = lazy_ ? types_.construct(unpack->ctor, fields)
                                     : types_.atomicConstruct(unpack->ctor, fields);
      return {bang + left, code(binding, form)};
    }
    if (binding.results.size() == 1) {
      const VarId result = binding.results[0];
      const std::string unused = counts_[result.value] == 0 ? "_" : "";
      return {bang + unused + names_[result], code(binding, form)};
    }
    out_.usesTuples = out_.usesTuples || form == ResultForm::Unboxed;
    return {bang + text::tupleText(namesOf(binding.results), form), code(binding, form)};
  }

  Code code(const Binding& binding, ResultForm form) {
    if (const auto* conditional = std::get_if<ir::Conditional>(&binding.operation)) {
      return text::ifCode(expressions_.piece(conditional->condition).text,
                          block(conditional->whenTrue, form), block(conditional->whenFalse, form));
    }
    if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      std::vector<text::Arm> arms;
      for (const auto& alternative : match->alternatives) {
        arms.push_back({types_.construct(alternative.ctor, namesOf(alternative.fields)),
                        block(alternative.body, form)});
      }
      return text::caseCode(expressions_.piece(match->scrutinee).text, std::move(arms));
    }
    return text::textCode(expressions_.operation(binding, form).text);
  }

  // Whether the block's last binding, which it results in, can stand for the results.
  [[nodiscard]] bool isLast(const Block& block, ResultForm form) const {
    if (!endsInOperation(block)) return false;
    const auto* call = std::get_if<ir::Call>(&block.bindings.back().operation);
    return call == nullptr || block.results.size() == 1 ||
           formOf(program_.function(call->callee), semantics_) == form;
  }

  Code block(const Block& block, ResultForm form) { return blockFrom(block, 0, form); }

  // The block without its first bindings.
  Code blockFrom(const Block& block, std::size_t first, ResultForm form) {
    const bool last = isLast(block, form);
    const std::size_t defined = block.bindings.size() - (last ? 1 : 0);
    std::vector<text::Definition> definitions;
    for (std::size_t i = first; i < defined; ++i) {
      const Binding& binding = block.bindings[i];
      if (!isDefined(binding)) continue;
      if (isForced(binding)) {
        const auto& unpack = std::get<ir::Unpack>(binding.operation);
        std::vector<text::Arm> arms;
        arms.push_back({types_.construct(unpack.ctor, namesOf(binding.results)),
                        blockFrom(block, i + 1, form)});
        return text::letCode(
            std::move(definitions),
            text::caseCode(expressions_.piece(unpack.scrutinee).text, std::move(arms)));
      }
      definitions.push_back(define(binding));
    }
    if (last) return text::letCode(std::move(definitions), code(block.bindings.back(), form));
    out_.usesTuples = out_.usesTuples || (block.results.size() > 1 && form == ResultForm::Unboxed);
    return text::letCode(std::move(definitions),
                         text::textCode(expressions_.results(block.results, form)));
  }

  const ir::Program& program_;
  const Function& function_;
  const std::vector<std::vector<bool>>& used_;
  text::ModuleScope& scope_;
  Semantics semantics_;
  bool lazy_;
  bool action_;
  ResultForm form_;
  std::vector<bool> given_;
  std::vector<unsigned> counts_;
  Plan plan_;
  text::TypePrinter types_;
  text::VariableNames names_;
  text::Ascriptions ascriptions_;
  ExpressionPrinter expressions_;
  FunctionText out_;
};

}  // namespace

FunctionText emitFunction(const ir::Program& program, const Function& function,
                          const std::vector<std::vector<bool>>& used, text::ModuleScope& scope,
                          Semantics semantics) {
  return Emitter(program, function, used, scope, semantics).run();
}

}  // namespace deforest::backends
