// Names applied to operands. `$`, `.` and sections are taken apart as far as there are operands;
// what then lacks operands, or has more than it takes, is for functions.cpp.
#include <algorithm>

#include "support/check.hpp"
#include "support/match.hpp"
#include "support/utf8.hpp"
#include "text/lexing/lexer.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

// Literal parts of the message as they are, computed ones as dots.
std::string failMessage(const ast::Expr& source) {
  if (const auto* literal = std::get_if<ast::LiteralExpr>(&source.node)) {
    if (const auto* string = std::get_if<ast::StringLiteral>(&literal->literal)) {
      std::string text;
      for (const char32_t c : string->value) support::appendUtf8(text, c);
      return text;
    }
  }
  if (const auto* apply = std::get_if<ast::Apply>(&source.node)) {
    const auto* op = std::get_if<ast::Variable>(&apply->function->node);
    if (op != nullptr && op->name == "++" && apply->arguments.size() == 2) {
      const std::string text = failMessage(apply->arguments[0]) + failMessage(apply->arguments[1]);
      return text == "......" ? "..." : text;
    }
  }
  return "...";
}

}  // namespace

std::size_t builtinArity(const Builtin& builtin) {
  // The operands stand between the contexts and the arrow, separated by blanks; tuples count once.
  std::string_view scheme = builtin.scheme;
  if (const auto colon = scheme.find(": "); colon != std::string_view::npos) {
    scheme.remove_prefix(colon + 2);
  }
  scheme = scheme.substr(0, scheme.find("->"));
  std::size_t arity = 0;
  bool inside = false;
  int depth = 0;
  for (const char c : scheme) {
    if (c == '(' || c == '[') ++depth;
    const bool separates = c == ' ' && depth == 0;
    if (c == ')' || c == ']') --depth;
    if (!separates && !inside) ++arity;
    inside = !separates;
  }
  return arity;
}

Term Resolver::operand(const Operand& source) {
  if (source.asStream) return streamTerm(source);
  if (source.asKept) return keptOperand(source);
  if (source.local.valid()) {
    if (!streams_.locals.contains(source.local.value)) return variable(source);
    const resolved::Local& local = module_.local(source.local);
    reportEndless("an argument of " + quoted(module_.function(local.owner).name), local.span);
    Term wrong = open(local.span);
    resolveOperands(source.arguments);
    return close(std::move(wrong));
  }
  if (source.arguments.empty()) return term(*source.expr);
  return application(*source.expr, source.arguments, source.expr->span);
}

// A variable that is not named, applied.
Term Resolver::variable(const Operand& source) {
  const Span span = module_.local(source.local).span;
  Term shell = open(span);
  applyRest(
      source.arguments, 0, span,
      [&](Term& use) {
        noteLocal(source.local, use.begin);
        use.node = resolved::LocalUse{source.local};
      },
      shell);
  return close(std::move(shell));
}

void Resolver::reportEndless(const std::string& what, Span span) {
  reporter_.error(span,
                  what + " is a list without an end, and stands where all of it would be needed",
                  "let `take`, `takeWhile` or `zip` say how much of it is needed");
}

std::vector<Term> Resolver::resolveOperands(const Operands& operands) {
  std::vector<Term> terms;
  terms.reserve(operands.size());
  for (const Operand& source : operands) terms.push_back(operand(source));
  return terms;
}

Term Resolver::application(const ast::Expr& source, const Operands& operands, Span span) {
  Spine spine = spineOf(source, operands);
  if (std::ranges::any_of(spine.operands, [&](const Operand& each) { return isForced(each); })) {
    return applyForced(std::move(spine), span);
  }
  const auto* lambda = std::get_if<ast::Lambda>(&spine.head->node);
  if (lambda != nullptr && lambda->parameters.size() == spine.operands.size()) {
    return applyLambda(*lambda, spine.operands, span);
  }
  Term shell = open(span);
  applySpine(spine, shell);
  return close(std::move(shell));
}

// Takes applications, `$`, `.` and sections apart, until something else is applied.
Resolver::Spine Resolver::spineOf(const ast::Expr& source, Operands operands) {
  Spine spine{&source, std::move(operands), {}};
  const auto prepend = [&](const Operands& before) {
    spine.operands.insert(spine.operands.begin(), before.begin(), before.end());
  };
  while (true) {
    if (const auto* apply = std::get_if<ast::Apply>(&spine.head->node)) {
      Operands arguments;
      for (const ast::Expr& argument : apply->arguments) arguments.push_back({&argument});
      prepend(arguments);
      spine.head = apply->function.get();
    } else if (isApplicationOperator(*spine.head, spine.operands.size())) {
      const Operand function = std::move(spine.operands[0]);
      spine.operands.erase(spine.operands.begin());
      const auto& name = std::get<ast::Variable>(spine.head->node).name;
      const std::string plain = splitQualified(name).second;
      if (plain == "$!") spine.operands[0].forced = true;
      if (plain == ".") {
        spine.operands[0].arguments.push_back(std::move(spine.operands[1]));
        spine.operands.erase(spine.operands.begin() + 1);
      }
      prepend(function.arguments);
      if (function.expr == nullptr) return spine;
      spine.head = function.expr;
    } else if (const auto* left = std::get_if<ast::LeftSection>(&spine.head->node);
               left != nullptr) {
      prepend({{left->operand.get()}});
      spine.section = left->op;
      return spine;
    } else if (const auto* right = std::get_if<ast::RightSection>(&spine.head->node);
               right && !spine.operands.empty()) {
      spine.operands.insert(spine.operands.begin() + 1, Operand{right->operand.get()});
      spine.section = right->op;
      return spine;
    } else {
      return spine;
    }
  }
}

// Whether the head is the Prelude's `$`, `$!` or `.`, with enough operands to do without it.
bool Resolver::isApplicationOperator(const ast::Expr& head, std::size_t operands) {
  const auto* variable = std::get_if<ast::Variable>(&head.node);
  if (variable == nullptr) return false;
  const std::string plain = splitQualified(variable->name).second;
  const bool applies = plain == "$" || plain == "$!";
  if (!(applies && operands >= 2) && !(plain == "." && operands >= 3)) return false;
  const Meaning meaning = lookup(variable->name, head.span);
  const auto* prelude = std::get_if<const PreludeName*>(&meaning);
  return prelude != nullptr && std::holds_alternative<SpecialName>((*prelude)->meaning);
}

void Resolver::applySpine(const Spine& spine, Term& shell) {
  const Span span = spine.head->span;
  if (!spine.section.empty()) return applyNamed(spine.section, span, spine.operands, shell);
  if (const auto* variable = std::get_if<ast::Variable>(&spine.head->node)) {
    if (spine.head == tables_.read) {
      tables_.read = nullptr;
      tables_.asTable = true;
    }
    return withTypesGiven(variable->types, variable->name, span,
                          [&] { applyNamed(variable->name, span, spine.operands, shell); });
  }
  if (const auto* constructor = std::get_if<ast::ConstructorName>(&spine.head->node)) {
    return withTypesGiven(constructor->types, constructor->name, span, [&] {
      applyConstructor(constructor->name, span, spine.operands, shell);
    });
  }
  if (const auto* section = std::get_if<ast::RightSection>(&spine.head->node)) {
    return rightSection(*section, shell);
  }
  const auto* source = std::get_if<ast::Lambda>(&spine.head->node);
  if (source != nullptr && source->parameters.size() > spine.operands.size()) {
    return callLambda(lambda(*source, span), spine.operands, shell);
  }
  if (source != nullptr) {
    const Operands own(
        spine.operands.begin(),
        spine.operands.begin() + static_cast<std::ptrdiff_t>(source->parameters.size()));
    return applyRest(
        spine.operands, own.size(), span,
        [&](Term& inner) { inner = applyLambda(*source, own, span); }, shell);
  }
  const bool branches = isBranching(*spine.head);
  applyRest(
      spine.operands, 0, span,
      [&](Term& inner) { inner = branches ? branching(*spine.head) : term(*spine.head); }, shell);
}

void Resolver::applyNamed(const std::string& name, Span nameSpan, const Operands& operands,
                          Term& shell) {
  if (isConstructorName(name)) {
    return applyConstructor(name, nameSpan, operands, shell);
  }
  return applyMeaning(lookup(name, nameSpan), name, nameSpan, operands, shell);
}

void Resolver::applyMeaning(const Meaning& meaning, const std::string& name, Span nameSpan,
                            const Operands& operands, Term& shell) {
  if (!tableType(meaning).empty() && !std::exchange(tables_.asTable, false)) {
    return wholeTable(meaning, name, nameSpan, operands, shell);
  }
  return support::match(
      meaning, [&](Unbound) { resolveOperands(operands); },
      [&](LocalId local) {
        if (streams_.locals.contains(local.value)) {
          reportEndless(quoted(name), nameSpan);
          resolveOperands(operands);
          return;
        }
        applyRest(
            operands, 0, nameSpan,
            [&](Term& inner) {
              noteLocal(local, inner.begin);
              inner.node = resolved::LocalUse{local};
            },
            shell);
      },
      [&](FunctionId function) {
        if (keptLists_.functions.contains(function.value)) {
          reportEndless(quoted(name), nameSpan);
          resolveOperands(operands);
          return;
        }
        if (callsVersion(function, nameSpan, operands, shell)) return;
        return callFunction(function, nameSpan, operands, shell);
      },
      [&](LabelName label) {
        applyExactly(
            1, nameSpan, operands,
            [&](const Operands& record, Term& inner) {
              inner.node = resolved::SelectTerm{splitQualified(name).second, label.label->type,
                                                std::make_unique<Term>(operand(record[0]))};
            },
            shell);
      },
      [&](const PreludeName* prelude) {
        return applyPrelude(*prelude, name, nameSpan, operands, shell);
      });
}

void Resolver::wrongCount(const std::string& name, Span nameSpan, std::size_t arity,
                          const Operands& operands) {
  reporter_.error(nameSpan,
                  quoted(name) + " is used with " + counted(operands.size(), "argument") +
                      ", it takes " + std::to_string(arity),
                  "give it " + counted(arity, "argument"));
  resolveOperands(operands);
}

void Resolver::callFunction(FunctionId callee, Span nameSpan, const Operands& operands,
                            Term& shell) {
  const resolved::Function& function = module_.function(callee);
  if (function.isMain) {
    reporter_.error(nameSpan, "`main` is used inside the program",
                    "`main` is run, not called: give what it prints a name of its own");
    resolveOperands(operands);
    return;
  }
  if (function.isAction && !std::exchange(runsAction_, false)) {
    reporter_.error(nameSpan, quoted(function.name) + " is an action, and stands where none is run",
                    "run it in a line of `main`, or of another function that results in `IO ()`");
    resolveOperands(operands);
    return;
  }
  const std::size_t given = std::min(operands.size(), function.arity);
  const Operands own(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(given));
  std::vector<TypeRef> types = takeTypesGiven();
  applyRest(
      operands, given, nameSpan,
      [&](Term& inner) {
        noteFunction(callee, inner.begin);
        inner.node = resolved::FunctionCall{callee, resolveOperands(own), {}, std::move(types)};
      },
      shell);
}

Term Resolver::preludeCall(std::string_view name, Span span,
                           const std::function<void(std::vector<Term>&)>& addArguments) {
  Term made = open(span);
  resolved::FunctionCall call{preludeFunction(name), {}, {}};
  noteFunction(call.callee, made.begin);
  addArguments(call.arguments);
  made.node = std::move(call);
  return close(std::move(made));
}

void Resolver::applyConstructor(const std::string& name, Span nameSpan, const Operands& operands,
                                Term& shell) {
  if (const LibraryPattern* synonym = inPrelude_ ? nullptr : types_.libraryPattern(name)) {
    const Library& library = *findLibrary(synonym->module);
    return callFunction(libraryFunction(library, synonym->function), nameSpan, operands, shell);
  }
  const ConId con = lookupConstructor(name, nameSpan);
  if (!con.valid()) {
    resolveOperands(operands);
    return;
  }
  const std::size_t arity = module_.types.constructor(con).fields.size();
  if (operands.size() > arity) {
    reportFieldCount(name, nameSpan, arity, operands.size());
    resolveOperands(operands);
    return;
  }
  std::vector<TypeRef> types = takeTypesGiven();
  applyExactly(
      arity, nameSpan, operands,
      [&](const Operands& fields, Term& inner) {
        inner.node = resolved::ConstructTerm{con, resolveOperands(fields), {}, std::move(types)};
      },
      shell);
}

void Resolver::reportFieldCount(const std::string& name, Span nameSpan, std::size_t declared,
                                std::size_t given) {
  reporter_.error(nameSpan,
                  "constructor " + quoted(name) + " is used with " + counted(given, "field") +
                      ", it has " + std::to_string(declared),
                  "drop what is too much, or correct the declaration");
}

void Resolver::applyPrelude(const PreludeName& prelude, const std::string& name, Span nameSpan,
                            const Operands& operands, Term& shell) {
  if (module_.hasWorlds && !inPrelude_ && applyAction(prelude, nameSpan, operands, shell)) return;
  if (thenOperator(prelude, nameSpan, operands, shell)) return;
  if (delaysOperand(prelude, nameSpan, operands, shell)) return;
  if (readsTable(prelude, nameSpan, operands, shell)) return;
  if (concatenates(prelude, operands, shell)) return;
  return support::match(
      prelude.meaning,
      [&](const Builtin& builtin) {
        const std::size_t arity = builtinArity(builtin);
        if (builtin.kind == Builtin::Kind::Show || builtin.kind == Builtin::Kind::Shows ||
            builtin.kind == Builtin::Kind::ShowsPrec || builtin.kind == Builtin::Kind::ShowList) {
          needShow();
        }
        const bool opens = builtin.kind == Builtin::Kind::EnumFrom;
        const bool opensStepped = builtin.kind == Builtin::Kind::EnumFromThen;
        if (builtin.op == ir::PrimOp::Seq && builtin.kind == Builtin::Kind::Primitive)
          noteForcing();
        if (opens) module_.range = preludeFunction("enumFromLast");
        if (opensStepped) module_.steppedRange = preludeFunction("enumFromThenLast");
        std::vector<TypeRef> types = takeTypesGiven();
        applyExactly(
            arity, nameSpan, operands,
            [&](const Operands& own, Term& inner) {
              if (opens) noteFunction(*module_.range, inner.begin);
              if (opensStepped) noteFunction(*module_.steppedRange, inner.begin);
              inner.node = resolved::BuiltinCall{&builtin, resolveOperands(own), std::move(types)};
            },
            shell);
      },
      [&](SpecialName special) { return applySpecial(special, name, nameSpan, operands, shell); },
      [&](const PreludeFunction& function) {
        if (consumesStream(std::string(prelude.name), nameSpan, operands, shell)) return;
        if (runsActionsOfList(std::string(prelude.name), nameSpan, operands, shell)) return;
        const bool endless = function.function.ends_with("Forever");
        if (endless && !inPrelude_ && !module_.lazy && !module_.mayHaveTables) {
          reporter_.error(nameSpan,
                          quoted(name) + " makes an infinite list, and the language is strict",
                          "give the list an end: `replicate n x`, `[a .. b]`, or let `take`, "
                          "`takeWhile` or `zip` say right there how much of it is needed");
          resolveOperands(operands);
          return;
        }
        return callFunction(preludeFunction(function.function), nameSpan, operands, shell);
      },
      [&](const PreludeMethod& method) {
        const std::string className(method.className);
        const std::string wanted(prelude.name);
        if (consumesStream(wanted, nameSpan, operands, shell)) return;
        if (runsActionsOfList(wanted, nameSpan, operands, shell)) return;
        const FunctionId id = preludeMethod(className, wanted);
        const bool monadic = className == "Applicative" || className == "Monad";
        if (monadic && operands.size() == module_.function(id).arity) {
          return monadicCall(className, wanted, shell, [&] { return resolveOperands(operands); });
        }
        return callFunction(id, nameSpan, operands, shell);
      },
      [&](const LibraryFunction&) {
        const Library* found = findLibrary(prelude.module);
        if (found == nullptr && fixesFunction(operands)) {
          return callFunction(preludeFunction("fixFunction"), nameSpan, operands, shell);
        }
        if (found == nullptr && !module_.tiesValues()) {
          reporter_.error(nameSpan,
                          quoted(name) + " makes a value of itself, and the language is strict",
                          "write a function that calls itself by its name");
          resolveOperands(operands);
          return;
        }
        if (found == nullptr) module_.fixOfFunctions = preludeFunction("fixFunction");
        const Library& library = found == nullptr ? tyingLibrary() : *found;
        const std::string wanted = std::string(library.type) + "." + std::string(prelude.name);
        if (consumesStream(wanted, nameSpan, operands, shell)) return;
        return callFunction(libraryFunction(library, prelude.name), nameSpan, operands, shell);
      },
      [&](const NotInLanguage& reason) {
        reporter_.error(nameSpan, quoted(name) + " " + std::string(reason.why),
                        std::string(reason.instead));
        resolveOperands(operands);
        return;
      });
}

// `sequence (map f xs)` is `traverse f xs`, and so on: so there is no list of actions, which
// functions may be. Base says the same the other way round.
bool Resolver::runsActionsOfList(const std::string& name, Span span, const Operands& operands,
                                 Term& shell) {
  struct Law {
    std::string_view list;
    std::size_t operands;
    std::string_view kept;     // by `sequence` and `sequenceA`
    std::string_view dropped;  // by `sequence_` and `sequenceA_`
  };
  static constexpr Law laws[] = {{"map", 2, "traverse", "traverse_"},
                                 {"fmap", 2, "traverse", "traverse_"},
                                 {"<$>", 2, "traverse", "traverse_"},
                                 {"replicate", 2, "replicateM", "replicateM_"},
                                 {"zipWith", 3, "zipWithM", "zipWithM_"}};
  const bool keeps = name == "sequence" || name == "sequenceA";
  if (!keeps && name != "sequence_" && name != "sequenceA_") return false;
  if (inPrelude_ || operands.size() != 1 || operands[0].expr == nullptr) return false;
  const Spine spine = spineOf(*operands[0].expr, operands[0].arguments);
  const auto* head =
      spine.head == nullptr ? nullptr : std::get_if<ast::Variable>(&spine.head->node);
  if (head == nullptr || !spine.section.empty()) return false;
  for (const Law& law : laws) {
    if (splitQualified(head->name).second != law.list || spine.operands.size() != law.operands) {
      continue;
    }
    const Meaning meaning = lookup(head->name, spine.head->span);
    const auto* prelude = std::get_if<const PreludeName*>(&meaning);
    if (prelude == nullptr || (*prelude)->module.starts_with("Gibbon.")) return false;
    const std::string_view made = keeps ? law.kept : law.dropped;
    applyPrelude(*findPreludeName(made), std::string(made), span, spine.operands, shell);
    return true;
  }
  return false;
}

void Resolver::needShow() {
  if (!module_.showFunctions.empty()) return;
  for (const ShowFunction& shown : showFunctions()) {
    module_.showFunctions.emplace(shown.function, FunctionId{});
  }
  for (auto& [name, function] : module_.showFunctions) function = preludeFunction(name);
}

void Resolver::applySpecial(SpecialName special, const std::string& name, Span nameSpan,
                            const Operands& operands, Term& shell) {
  switch (special) {
    case SpecialName::Error:
    case SpecialName::BareError: {
      // base fails without a call stack, other libraries with one.
      const bool bare = inPrelude_ ? library_ == nullptr : special == SpecialName::BareError;
      if (operands.empty()) {
        return applyExactly(
            1, nameSpan, operands,
            [&](const Operands& own, Term& inner) {
              inner.node = resolved::FailTerm{"...", std::make_unique<Term>(operand(own[0])), bare};
            },
            shell);
      }
      // It may stand for a function: what it is applied to does not matter.
      std::vector<Term> terms = resolveOperands(operands);
      const bool plain = operands[0].arguments.empty() && operands[0].expr != nullptr;
      shell.node = resolved::FailTerm{plain ? failMessage(*operands[0].expr) : "...",
                                      std::make_unique<Term>(std::move(terms[0])), bare};
      return;
    }
    case SpecialName::Undefined:
      resolveOperands(operands);
      shell.node = resolved::FailTerm{"Prelude.undefined", nullptr};
      return;
    case SpecialName::Otherwise:
      if (!operands.empty()) return wrongCount(name, nameSpan, 0, operands);
      shell.node = resolved::ConstructTerm{module_.types.trueCon, {}};
      return;
    case SpecialName::ApplyOperator:
    case SpecialName::ComposeOperator:
      if (special == SpecialName::ComposeOperator && composesStream(operands, nameSpan, shell)) {
        return;
      }
      return callFunction(preludeFunction(special == SpecialName::ComposeOperator ? "compose"
                                          : splitQualified(name).second == "$!"   ? "applyForced"
                                                                                  : "applyTo"),
                          nameSpan, operands, shell);
    case SpecialName::Bind:
    case SpecialName::Map:
    case SpecialName::Apply: {
      if (operands.size() < 2) {
        const FunctionId method = special == SpecialName::Bind ? preludeMethod("Monad", ">>=")
                                  : special == SpecialName::Map
                                      ? preludeMethod("Functor", "fmap")
                                      : preludeMethod("Applicative", "<*>");
        return callFunction(method, nameSpan, operands, shell);
      }
      return applyExactly(
          2, nameSpan, operands,
          [&](const Operands& own, Term& inner) { applyMonadic(special, own, nameSpan, inner); },
          shell);
    }
    case SpecialName::When:
    case SpecialName::Unless:
      return applyExactly(
          2, nameSpan, operands,
          [&](const Operands& own, Term& inner) { applyWhen(special, own, nameSpan, inner); },
          shell);
    case SpecialName::Format:
      return applyFormat(nameSpan, operands, shell);
    case SpecialName::Output:
      reporter_.error(nameSpan, quoted(name) + " stands outside of `main`",
                      "`main` prints and reads, and a function prints whose signature ends in "
                      "`IO ()`");
      resolveOperands(operands);
      return;
  }
  support::fail("a special name out of range");
}

}  // namespace deforest::text
