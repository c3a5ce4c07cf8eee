#include "text/print.hpp"

#include <vector>

#include "ir/library_calls.hpp"
#include "ir/main_action.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "support/match.hpp"
#include "text/printing/ascription.hpp"
#include "text/printing/imports.hpp"
#include "text/printing/layout.hpp"
#include "text/printing/library_calls.hpp"
#include "text/printing/literal.hpp"
#include "text/printing/module.hpp"
#include "text/printing/names.hpp"
#include "text/printing/types.hpp"

namespace deforest::text {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Function;
using ir::TypeId;
using ir::VarId;

// Marks what a block reads, nested blocks included.
void markUses(const Block& block, std::vector<bool>& used) {
  const auto mark = [&](const Atom& atom) {
    if (const auto* variable = ir::variableOf(atom)) used[variable->value] = true;
  };
  ir::forEachBinding(block, [&](const Binding& binding) {
    ir::forEachAtom(binding.operation, mark);
    ir::forEachBlock(binding.operation, [&](const Block& inner) {
      for (const auto& atom : inner.results) mark(atom);
    });
  });
  for (const auto& atom : block.results) mark(atom);
}

// A constant of several results is a tuple: GHC has no bindings of unboxed ones at top level.
bool isTupleConstant(const Function& function) {
  return function.parameters.empty() && function.resultTypes.size() > 1;
}

// Whether the last binding is what the block results in, so that it needs no name.
bool endsInOperation(const ir::Program& program, const Block& block) {
  if (!ir::endsInLast(block)) return false;
  const Binding& last = block.bindings.back();
  if (std::holds_alternative<ir::Unpack>(last.operation)) return false;
  const auto* call = std::get_if<ir::Call>(&last.operation);
  return call == nullptr || !isTupleConstant(program.function(call->callee));
}

// What a block results in directly needs no name, unless it is told again: `main` prints it, and a
// constant makes a tuple of it.
void unwantResults(const ir::Program& program, const Block& block, bool told,
                   std::vector<bool>& wanted) {
  if (!told && endsInOperation(program, block)) {
    for (const auto result : block.bindings.back().results) wanted[result.value] = false;
  }
  for (const auto& binding : block.bindings) {
    ir::forEachBlock(binding.operation,
                     [&](const Block& inner) { unwantResults(program, inner, false, wanted); });
  }
}

// Variables that are named: those that are read, except a parameter that only the equations match
// on, and those that alone stand left of an equals sign.
std::vector<bool> wantedNames(const ir::Program& program, const Function& function, bool action) {
  auto uses = ir::countUses(function);
  const auto* match = action ? nullptr : ir::soleCase(function);
  if (match != nullptr) --uses[std::get<VarId>(match->scrutinee).value];
  std::vector<bool> wanted(uses.size());
  for (std::size_t i = 0; i < uses.size(); ++i) wanted[i] = uses[i] > 0;
  ir::forEachBinding(function.body, [&](const Binding& binding) {
    if (binding.results.size() == 1 && !std::holds_alternative<ir::Unpack>(binding.operation)) {
      wanted[binding.results[0].value] = true;
    }
  });
  unwantResults(program, function.body, action || isTupleConstant(function), wanted);
  return wanted;
}

class FunctionPrinter {
 public:
  FunctionPrinter(const ir::Program& program, const Function& function, ModuleScope& scope)
      : program_(program),
        function_(function),
        scope_(scope),
        types_(program, scope),
        action_(ir::isMainAction(program, function)),
        constant_(isTupleConstant(function)),
        names_(program, function, scope, wantedNames(program, function, action_)),
        ascriptions_(findAscriptions(program, function, !action_)),
        used_(function.variables.size(), false) {
    markUses(function.body, used_);
  }

  std::string print() {
    if (action_) return printAction();
    const ResultForm form = constant_ ? ResultForm::Boxed : ResultForm::Unboxed;
    std::string out = renderSignature(function_, types_.signature(function_, form));
    if (const auto* match = ir::soleCase(function_)) {
      for (const auto& alternative : match->alternatives) {
        renderDeclaration(out, 0, equationHead(*match, alternative), "=", block(alternative.body));
      }
    } else {
      std::string head = prefixName(function_.name);
      for (const auto parameter : function_.parameters) head += " " + names_[parameter];
      renderDeclaration(out, 0, head, "=", constant_ ? constant() : block(function_.body));
    }
    return out;
  }

  /// Whether what has been printed needs the extension of that name.
  [[nodiscard]] bool usesBangs() const { return usesBangs_; }
  [[nodiscard]] bool usesTuples() const {
    return usesTuples_ || (!action_ && !constant_ && function_.resultTypes.size() > 1);
  }

 private:
  std::string printAction() {
    std::string out = renderSignature(function_, scope_.prelude("IO") + " ()");
    std::vector<std::string> statements;
    for (std::size_t i = 0; i < function_.body.results.size(); ++i) {
      statements.push_back(
          outputStatement(program_.outputs[i], atom(function_.body.results[i]), scope_));
    }
    std::vector<Definition> definitions;
    for (const auto& binding : function_.body.bindings) definitions.push_back(define(binding));
    std::vector<std::string> reads;
    for (const auto parameter : function_.parameters) {
      reads.push_back(inputStatement(program_, function_.variables[parameter.value].type,
                                     used_[parameter.value] ? names_[parameter] : "_", scope_));
    }
    renderDo(out, prefixName(function_.name), reads, definitions, statements);
    return out;
  }

  // Everything is named, and the tuple made of the names.
  Code constant() {
    std::vector<Definition> definitions;
    for (const auto& binding : function_.body.bindings) definitions.push_back(define(binding));
    return letCode(std::move(definitions),
                   textCode(tupleText(atoms(function_.body.results), ResultForm::Boxed)));
  }

  std::string equationHead(const ir::Case& match, const ir::Alternative& alternative) {
    std::vector<bool> used(function_.variables.size(), false);
    markUses(alternative.body, used);
    std::string head = prefixName(function_.name);
    for (const auto parameter : function_.parameters) {
      const bool named = used[parameter.value];
      head += " ";
      if (match.scrutinee == Atom(parameter)) {
        head +=
            (named ? names_[parameter] + "@" : "") + pattern(alternative.ctor, alternative.fields);
      } else {
        head += named ? names_[parameter] : "_";
      }
    }
    return head;
  }

  std::string pattern(ir::CtorId ctor, const std::vector<VarId>& fields) {
    std::vector<std::string> texts;
    for (const auto field : fields) texts.push_back(names_[field]);
    return types_.atomicConstruct(ctor, texts);
  }

  std::string atom(const Atom& atom) {
    if (const auto* variable = ir::variableOf(atom)) return names_[*variable];
    const auto& literal = std::get<ir::Literal>(atom);
    std::string text = literalText(literal);
    if (literal.kind == ir::TypeKind::Bool) return scope_.prelude(text);
    if (!ascriptions_.literals.contains(&atom)) return text;
    return "(" + text + " :: " + scope_.prelude(ir::kindName(literal.kind)) + ")";
  }

  std::vector<std::string> atoms(const std::vector<Atom>& list) {
    std::vector<std::string> texts;
    for (const auto& element : list) texts.push_back(atom(element));
    return texts;
  }

  std::string primitive(const ir::Primitive& primitive) {
    const auto& info = ir::info(primitive.op);
    const std::string name = scope_.primitive(primitive.op);
    const auto operands = atoms(primitive.arguments);
    if (info.fixity && primitive.op != ir::PrimOp::Seq) {
      return operands[0] + " " + (info.symbolic ? name : "`" + name + "`") + " " + operands[1];
    }
    std::string text = name;
    for (const auto& operand : operands) text += " " + operand;
    return text;
  }

  std::string call(const ir::Call& call) {
    if (const auto& library = program_.function(call.callee).library) {
      const auto nameOf = [&](ir::FunId function) {
        return prefixName(program_.function(function).name);
      };
      return LibraryCalls(program_, scope_, nameOf).call(*library, atoms(call.arguments));
    }
    std::string text = prefixName(program_.function(call.callee).name);
    for (const auto& argument : call.arguments) text += " " + atom(argument);
    return text;
  }

  std::string ascription(const Binding& binding) {
    if (!ascriptions_.bindings.contains(&binding)) return "";
    std::vector<TypeId> types;
    for (const auto result : binding.results) {
      types.push_back(function_.variables[result.value].type);
    }
    return " :: " + types_.results(types, ResultForm::Unboxed);
  }

  // What stands right of the equals sign.
  Code operation(const Binding& binding) {
    const auto text = [&](const std::string& words) {
      return textCode(words + ascription(binding));
    };
    return support::match(
        binding.operation, [&](const ir::Copy& copy) { return text(tuple(atoms(copy.atoms))); },
        [&](const ir::Primitive& primitive) { return text(this->primitive(primitive)); },
        [&](const ir::Construct& construct) {
          return text(types_.construct(construct.ctor, atoms(construct.fields)));
        },
        [&](const ir::Call& call) { return text(this->call(call)); },
        [&](const ir::Unpack& unpack) { return text(atom(unpack.scrutinee)); },
        [&](const ir::Fail& failure) {
          const std::string message =
              failure.arguments.empty() ? stringText(failure.message) : atom(failure.arguments[0]);
          return text(scope_.prelude(errorName(failure)) + " " + message);
        },
        [&](const ir::Foreign& foreign) {
          std::string words = foreign.name;
          for (const auto& argument : foreign.arguments) words += " " + atom(argument);
          return text(words);
        },
        [&](const ir::Conditional& conditional) {
          return ifCode(atom(conditional.condition), block(conditional.whenTrue),
                        block(conditional.whenFalse));
        },
        [&](const ir::Case& match) {
          std::vector<Arm> arms;
          for (const auto& alternative : match.alternatives) {
            arms.push_back({armPattern(alternative), block(alternative.body)});
          }
          return caseCode(atom(match.scrutinee), std::move(arms));
        });
  }

  std::string armPattern(const ir::Alternative& alternative) {
    std::vector<std::string> texts;
    for (const auto field : alternative.fields) texts.push_back(names_[field]);
    return types_.construct(alternative.ctor, texts);
  }

  std::string tuple(const std::vector<std::string>& elements) {
    usesTuples_ = usesTuples_ || elements.size() > 1;
    return tupleText(elements, ResultForm::Unboxed);
  }

  Definition define(const Binding& binding) {
    const auto& results = binding.results;
    usesBangs_ = true;
    std::string left = "!";
    if (const auto* unpack = std::get_if<ir::Unpack>(&binding.operation)) {
      left += pattern(unpack->ctor, results);
    } else if (results.size() == 1) {
      left += (used_[results[0].value] ? "" : "_") + names_[results[0]];
    } else {
      std::vector<std::string> texts;
      for (const auto result : results) texts.push_back(names_[result]);
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      const bool boxed = call != nullptr && isTupleConstant(program_.function(call->callee));
      left += boxed ? tupleText(texts, ResultForm::Boxed) : tuple(texts);
    }
    return {left, operation(binding)};
  }

  Code block(const Block& block) {
    const bool last = endsInOperation(program_, block);
    std::vector<Definition> definitions;
    const std::size_t named = block.bindings.size() - (last ? 1 : 0);
    for (std::size_t i = 0; i < named; ++i) definitions.push_back(define(block.bindings[i]));
    return letCode(std::move(definitions),
                   last ? operation(block.bindings.back()) : textCode(tuple(atoms(block.results))));
  }

  const ir::Program& program_;
  const Function& function_;
  ModuleScope& scope_;
  TypePrinter types_;
  bool action_;
  bool constant_;
  VariableNames names_;
  Ascriptions ascriptions_;
  std::vector<bool> used_;
  bool usesBangs_ = false;
  bool usesTuples_ = false;
};

}  // namespace

std::string printFunction(const ir::Program& program, ir::FunId id) {
  ModuleScope scope(program);
  return FunctionPrinter(program, program.function(id), scope).print();
}

std::vector<std::string> printFunctions(const ir::Program& program) {
  ModuleScope scope(program);
  const std::vector<bool> defined = ir::definedFunctions(program);
  std::vector<std::string> texts(program.functions.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (defined[i]) texts[i] = FunctionPrinter(program, program.functions[i], scope).print();
  }
  return texts;
}

std::string print(const ir::Program& program, PrintOptions options) {
  ModuleScope scope(program);
  ModuleParts parts;
  parts.types = TypePrinter(program, scope).declarations();
  bool bangs = false;
  bool unboxed = false;
  const std::vector<bool> defined = ir::definedFunctions(program);
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    if (!defined[i]) continue;
    FunctionPrinter printer(program, program.functions[i], scope);
    parts.functions.push_back(printer.print());
    bangs = bangs || printer.usesBangs();
    unboxed = unboxed || printer.usesTuples();
  }
  if (bangs) parts.extensions.emplace_back("BangPatterns");
  if (unboxed) parts.extensions.emplace_back("UnboxedTuples");
  if (options.wholeModule) return renderModule(program.module, parts, scope);
  std::string out;
  for (const auto& function : parts.functions) out += (out.empty() ? "" : "\n") + function;
  return out;
}

}  // namespace deforest::text
