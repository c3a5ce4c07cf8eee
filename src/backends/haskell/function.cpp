#include "backends/haskell/function.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "backends/haskell/expression.hpp"
#include "backends/haskell/list_loop.hpp"
#include "backends/haskell/mentions.hpp"
#include "backends/haskell/merge.hpp"
#include "backends/haskell/plan.hpp"
#include "backends/haskell/prune.hpp"
#include "backends/haskell/strict.hpp"
#include "ir/main_action.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "text/printing/layout.hpp"
#include "text/printing/lexicon.hpp"
#include "text/printing/literal.hpp"
#include "text/printing/module.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Function;
using ir::Semantics;
using ir::VarId;
using text::Code;
using text::ResultForm;

class FunctionEmitter {
 public:
  FunctionEmitter(const ir::Program& program, ir::FunId id, const Uses& uses,
                  text::ModuleScope& scope, Semantics semantics, const Callees& callees)
      : program_(program),
        function_(program.function(id)),
        used_(uses.used),
        line_(uses.lines[id.value]),
        scope_(scope),
        semantics_(semantics),
        lazy_(semantics == Semantics::Haskell),
        action_(ir::isMainAction(program, function_)),
        form_(formOf(function_, semantics)),
        counts_(ir::countUses(function_)),
        plan_(makePlan(program, id, uses.laziness, callees)),
        loop_(lazy_ ? listLoopOf(program, id, plan_) : std::nullopt),
        types_(program, scope),
        names_(program, function_, scope, named()),
        ascriptions_(text::findAscriptions(program, function_, !action_, callees.open())),
        expressions_(program, function_, scope, types_, names_, plan_, ascriptions_, callees) {}

  FunctionText run() {
    out_.usesTuples = form_ == ResultForm::Unboxed && function_.resultTypes.size() > 1;
    if (action_) {
      emitAction();
      return std::move(out_);
    }
    out_.text = text::renderSignature(function_, types_.signature(function_, form_));
    if (loop_ && renderLoop()) return std::move(out_);
    if (const auto* match = ir::soleCase(function_)) {
      std::vector<Choice> equations;
      for (const auto& alternative : match->alternatives) {
        equations.push_back(equation(alternative.body, &match->scrutinee, &alternative));
      }
      for (const auto& choice : mergeAlike(std::move(equations))) render(choice);
    } else {
      render(equation(function_.body, nullptr, nullptr));
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
      if (plan_.isDefined(binding)) definitions.push_back(define(binding));
    }
    std::vector<std::string> reads;
    for (const auto parameter : function_.parameters) {
      reads.push_back(text::inputStatement(program_, function_.variables[parameter.value].type,
                                           names_[parameter], scope_));
    }
    if (reads.empty() && definitions.empty() && statements.size() == 1) {
      text::renderDeclaration(out_.text, 0, text::prefixName(function_.name), "=",
                              text::textCode(statements[0]));
    } else {
      text::renderDo(out_.text, text::prefixName(function_.name), reads, definitions, statements);
    }
  }

  // ------------------------------------------------------------------------------ comprehensions

  [[nodiscard]] std::vector<bool> named() const {
    std::vector<bool> found = namedVariables(program_, function_, plan_, semantics_);
    if (loop_) found[loop_->list.value] = true;
    return found;
  }

  // As a comprehension, unless one of its definitions takes more than a line.
  bool renderLoop() {
    const auto nameOf = [&](VarId variable) {
      return names_[variable].empty() ? "_" : names_[variable];
    };
    std::string head = text::prefixName(function_.name);
    for (const VarId parameter : function_.parameters) head += " " + nameOf(parameter);
    const std::string generator = nameOf(loop_->element) + " <- " + nameOf(loop_->list);
    std::vector<std::string> definitions;
    for (const Binding* binding : loop_->definitions) {
      const text::Definition definition = define(*binding);
      const auto* code = std::get_if<text::CodeText>(&definition.body.node);
      if (code == nullptr) return false;
      definitions.push_back(definition.pattern + " = " + code->words);
    }
    std::string condition;
    if (loop_->condition) {
      const Piece holds = expressions_.piece(*loop_->condition);
      condition = ", " + (loop_->negated ? expressions_.negation(holds) : holds).text;
    }
    const auto words = [&](const std::string& open, const std::string& close) {
      std::string qualifiers = generator;
      for (std::size_t i = 0; i <= definitions.size(); ++i) {
        if (i == loop_->before) qualifiers += condition;
        if (i < definitions.size()) qualifiers += ", " + open + definitions[i] + close;
      }
      return "[" + expressions_.piece(loop_->made).text + " | " + qualifiers + "]";
    };
    // A line that is broken would end the block that a `let` begins.
    std::string text = words("let ", "");
    if (head.size() + text.size() + 3 >= text::lineWidth) text = words("let {", "}");
    text::renderDeclaration(out_.text, 0, head, "=", text::textCode(std::move(text)));
    return true;
  }

  // ----------------------------------------------------------------------------------- equations

  void render(const Choice& equation) {
    text::renderDeclaration(out_.text, 0, equation.head, "=", equation.body);
  }

  Choice equation(const Block& body, const Atom* scrutinee, const ir::Alternative* alternative) {
    const auto named = mentionedIn(program_, function_, body, plan_, semantics_);
    std::vector<bool> evaluated;
    if (!lazy_) {
      Evaluation evaluation = evaluationOf(program_, function_, body, plan_, used_, line_);
      evaluated = std::move(evaluation.evaluated);
      waiting_.merge(evaluation.waiting);
    }
    const Patterns patterns = patternsOf(body, plan_);
    Choice choice;
    choice.head = text::prefixName(function_.name);
    choice.defaultHead = choice.head;
    for (const auto parameter : function_.parameters) {
      const std::string name = named[parameter.value] ? names_[parameter] : "_";
      if (scrutinee != nullptr && *scrutinee == Atom(parameter)) {
        choice.head += " " + (name == "_" ? "" : name + "@") +
                       pattern(alternative->ctor, alternative->fields, patterns, Nesting::Argument);
        choice.defaultHead += " " + name;
        continue;
      }
      const bool apart = patterns.contains(parameter);
      const bool bang =
          !lazy_ && !apart && counts_[parameter.value] > 0 && !evaluated[parameter.value];
      out_.usesBangs = out_.usesBangs || bang;
      const std::string text =
          bang ? "!" + name : variablePattern(parameter, name, patterns, Nesting::Argument);
      choice.head += " " + text;
      choice.defaultHead += " " + text;
    }
    choice.usesFields = alternative != nullptr && usesFields(*alternative, named);
    choice.body = block(body, form_);
    return choice;
  }

  // Whether the body of the alternative needs what its pattern binds.
  [[nodiscard]] bool usesFields(const ir::Alternative& alternative,
                                const std::vector<bool>& named) const {
    const Patterns patterns = patternsOf(alternative.body, plan_);
    return std::any_of(alternative.fields.begin(), alternative.fields.end(),
                       [&](VarId field) { return named[field.value] || patterns.contains(field); });
  }

  // Where a pattern stands: which of them then need parentheses.
  enum class Nesting { Alone, Cell, Argument };

  std::string variablePattern(VarId variable, const std::string& name, const Patterns& patterns,
                              Nesting nesting) {
    const auto found = patterns.find(variable);
    if (found == patterns.end()) return name;
    const Binding& match = *found->second;
    const auto ctor = std::get<ir::Unpack>(match.operation).ctor;
    if (name == "_") return pattern(ctor, match.results, patterns, nesting);
    return name + "@" + pattern(ctor, match.results, patterns, Nesting::Argument);
  }

  std::string pattern(ir::CtorId ctor, const std::vector<VarId>& fields, const Patterns& patterns,
                      Nesting nesting) {
    const auto& constructor = program_.constructor(ctor);
    const auto shape = program_.type(constructor.type).shape;
    const Nesting inner = shape == ir::DataShape::Tuple  ? Nesting::Alone
                          : shape == ir::DataShape::List ? Nesting::Cell
                                                         : Nesting::Argument;
    std::vector<std::string> texts;
    for (const auto field : fields) {
      texts.push_back(variablePattern(field, names_[field], patterns, inner));
    }
    const bool application = !text::isSymbolic(constructor.name);
    const bool bare = nesting == Nesting::Alone || (nesting == Nesting::Cell && application);
    return bare ? types_.construct(ctor, texts) : types_.atomicConstruct(ctor, texts);
  }

  // -------------------------------------------------------------------------------------- blocks

  std::vector<std::string> namesOf(const std::vector<VarId>& variables) const {
    std::vector<std::string> names;
    for (const auto variable : variables) names.push_back(names_[variable]);
    return names;
  }

  text::Definition define(const Binding& binding) {
    const bool forced = lazy_ ? plan_.early.contains(&binding) : !waiting_.contains(&binding);
    const std::string bang = forced ? "!" : "";
    out_.usesBangs = out_.usesBangs || forced;
    ResultForm form = lazy_ ? ResultForm::Boxed : ResultForm::Unboxed;
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      form = formOf(program_.function(call->callee), semantics_);
    }
    if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
      const auto fields = namesOf(binding.results);
      const std::string left = !lazy_ || forced ? types_.atomicConstruct(unpack->ctor, fields)
                                                : types_.construct(unpack->ctor, fields);
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
      if (const auto piece = logicOf(*conditional)) return text::textCode(piece->text);
      if (auto choices = literalChoices(*conditional, form)) return std::move(*choices);
      return text::ifCode(expressions_.piece(conditional->condition).text,
                          block(conditional->whenTrue, form), block(conditional->whenFalse, form));
    }
    if (const auto* match = std::get_if<ir::Case>(&binding.operation)) {
      std::vector<Choice> choices;
      for (const auto& alternative : match->alternatives) {
        const auto& body = alternative.body;
        const auto named = mentionedIn(program_, function_, body, plan_, semantics_);
        choices.push_back(
            {pattern(alternative.ctor, alternative.fields, patternsOf(body, plan_), Nesting::Alone),
             "_", block(body, form), usesFields(alternative, named)});
      }
      std::vector<text::Arm> arms;
      for (auto& choice : mergeAlike(std::move(choices))) {
        arms.push_back({std::move(choice.head), std::move(choice.body)});
      }
      return text::caseCode(expressions_.piece(match->scrutinee).text, std::move(arms));
    }
    return text::textCode(expressions_.operation(binding, form).text);
  }

  // ------------------------------------------------------------------------------- conditionals

  // The truth value that the block results in, if it is that and nothing else.
  static std::optional<bool> truthOf(const Block& block) {
    if (!block.bindings.empty() || block.results.size() != 1) return std::nullopt;
    const auto* literal = std::get_if<ir::Literal>(&block.results[0]);
    if (literal == nullptr || literal->kind != ir::TypeKind::Bool) return std::nullopt;
    return literal->bits != 0;
  }

  // The block as an expression, if it is one.
  std::optional<Piece> pieceOf(const Block& block) {
    if (block.results.size() != 1) return std::nullopt;
    const bool last = isLast(program_, block, ResultForm::Boxed, semantics_);
    const std::size_t defined = block.bindings.size() - (last ? 1 : 0);
    for (std::size_t i = 0; i < defined; ++i) {
      if (plan_.isDefined(block.bindings[i])) return std::nullopt;
    }
    if (!last) return expressions_.piece(block.results[0]);
    const Binding& binding = block.bindings.back();
    if (const auto* conditional = std::get_if<ir::Conditional>(&binding.operation)) {
      return logicOf(*conditional);
    }
    if (std::holds_alternative<ir::Case>(binding.operation)) return std::nullopt;
    return expressions_.operation(binding, ResultForm::Boxed);
  }

  // if a then True else b    =>    a || b            if a then b else False    =>    a && b
  // if a then False else b   =>    not a && b        if a then b else True     =>    not a || b
  std::optional<Piece> logicOf(const ir::Conditional& conditional) {
    const std::optional<bool> yes = truthOf(conditional.whenTrue);
    const std::optional<bool> no = truthOf(conditional.whenFalse);
    if (!yes && !no) return std::nullopt;
    const Piece condition = expressions_.piece(conditional.condition);
    if (yes && no && *yes != *no) return *yes ? condition : expressions_.negation(condition);
    if (yes && no) return std::nullopt;
    const auto other = pieceOf(yes ? conditional.whenFalse : conditional.whenTrue);
    if (!other || other->precedence == Piece::ascription) return std::nullopt;
    const bool plain = yes.value_or(false) || (no && !*no);
    const ir::PrimOp op = (yes ? *yes : *no) ? ir::PrimOp::Or : ir::PrimOp::And;
    return expressions_.logic(op, plain ? condition : expressions_.negation(condition), *other);
  }

  // The literal that the condition compares a variable with.
  struct Test {
    VarId variable;
    const Atom* literal;
  };
  [[nodiscard]] std::optional<Test> testOf(const ir::Conditional& conditional) const {
    const auto* condition = ir::variableOf(conditional.condition);
    const Binding* binding = condition == nullptr ? nullptr : plan_.inlined[condition->value];
    if (binding == nullptr) return std::nullopt;
    const auto* test = std::get_if<ir::Primitive>(&binding->operation);
    if (test == nullptr || test->op != ir::PrimOp::Eq) return std::nullopt;
    const bool swapped = std::holds_alternative<ir::Literal>(test->arguments[0]);
    const auto* variable = ir::variableOf(test->arguments[swapped ? 1 : 0]);
    const auto* literal = std::get_if<ir::Literal>(&test->arguments[swapped ? 0 : 1]);
    const bool plain = variable != nullptr && literal != nullptr &&
                       (ir::isIntegral(literal->kind) || literal->kind == ir::TypeKind::Char) &&
                       plan_.inlined[variable->value] == nullptr;
    const Atom* atom = &test->arguments[swapped ? 0 : 1];
    // A pattern cannot say of what type it is.
    if (!plain || ascriptions_.literals.contains(atom)) return std::nullopt;
    return Test{*variable, atom};
  }

  // if c == 'a' then e else if c == 'b' then f else g    =>    case c of 'a' -> e; 'b' -> f; _ -> g
  std::optional<Code> literalChoices(const ir::Conditional& first, ResultForm form) {
    const std::optional<Test> test = testOf(first);
    if (!test) return std::nullopt;
    std::vector<std::pair<const Atom*, const Block*>> choices;
    std::set<ir::Literal> seen;
    const ir::Conditional* at = &first;
    const Block* rest = nullptr;
    while (at != nullptr) {
      const std::optional<Test> next = testOf(*at);
      if (!next || next->variable != test->variable) break;
      if (seen.insert(std::get<ir::Literal>(*next->literal)).second) {
        choices.emplace_back(next->literal, &at->whenTrue);
      }
      rest = &at->whenFalse;
      at = soleConditional(*rest, form);
    }
    if (choices.size() < 2) return std::nullopt;
    std::vector<text::Arm> arms;
    for (const auto& [literal, body] : choices) {
      arms.push_back({text::literalText(std::get<ir::Literal>(*literal)), block(*body, form)});
    }
    arms.push_back({"_", block(*rest, form)});
    return text::caseCode(names_[test->variable], std::move(arms));
  }

  // The conditional that the block consists of, with what became part of it.
  const ir::Conditional* soleConditional(const Block& block, ResultForm form) const {
    if (!isLast(program_, block, form, semantics_)) return nullptr;
    for (std::size_t i = 0; i + 1 < block.bindings.size(); ++i) {
      if (plan_.isDefined(block.bindings[i])) return nullptr;
    }
    return std::get_if<ir::Conditional>(&block.bindings.back().operation);
  }

  Code block(const Block& block, ResultForm form) {
    const bool last = isLast(program_, block, form, semantics_);
    const std::size_t defined = block.bindings.size() - (last ? 1 : 0);
    std::vector<text::Definition> definitions;
    for (std::size_t i = 0; i < defined; ++i) {
      const Binding& binding = block.bindings[i];
      if (!plan_.isDefined(binding)) continue;
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
  bool line_;
  text::ModuleScope& scope_;
  Semantics semantics_;
  bool lazy_;
  bool action_;
  ResultForm form_;
  std::vector<unsigned> counts_;
  Plan plan_;
  std::optional<ListLoop> loop_;
  std::unordered_set<const Binding*> waiting_;  // left unevaluated
  text::TypePrinter types_;
  text::VariableNames names_;
  text::Ascriptions ascriptions_;
  ExpressionPrinter expressions_;
  FunctionText out_;
};

}  // namespace

namespace {

bool hasEqualCalls(const Block& block) {
  std::vector<const ir::Call*> calls;
  for (const Binding& binding : block.bindings) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call == nullptr) continue;
    if (std::ranges::any_of(calls, [&](const ir::Call* other) { return *other == *call; })) {
      return true;
    }
    calls.push_back(call);
  }
  return false;
}

}  // namespace

std::vector<bool> linesOfCalls(const ir::Program& program) {
  std::vector<bool> result(program.functions.size());
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    result[i] = hasEqualCalls(program.functions[i].body);
  }
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    ir::forEachBinding(program.functions[i].body, [&](const Binding& binding) {
      const bool unpack = std::holds_alternative<ir::Unpack>(binding.operation);
      if (binding.results.size() > 1 && !unpack) result[i] = false;
      if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
        result[call->callee.value] = false;
      }
    });
  }
  return result;
}

FunctionText emitFunction(const ir::Program& program, ir::FunId id, const Uses& uses,
                          text::ModuleScope& scope, Semantics semantics, const Callees& callees) {
  return FunctionEmitter(program, id, uses, scope, semantics, callees).run();
}

}  // namespace deforest::backends
