// Names applied to operands. Whatever is applied must be a name that takes exactly as many
// operands; `$`, `.` and sections are taken apart until it is.
#include <algorithm>

#include "support/check.hpp"
#include "support/match.hpp"
#include "text/scope_resolver.hpp"

namespace deforest::text {

namespace {

constexpr const char* noPartial = "partial application is not in the language";

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
    if (c == '(') ++depth;
    const bool separates = c == ' ' && depth == 0;
    if (c == ')') --depth;
    if (!separates && !inside) ++arity;
    inside = !separates;
  }
  return arity;
}

Term Resolver::operand(const Operand& source) {
  if (source.arguments.empty()) return term(*source.expr);
  return application(*source.expr, source.arguments, source.expr->span);
}

std::vector<Term> Resolver::resolveOperands(const Operands& operands) {
  std::vector<Term> terms;
  terms.reserve(operands.size());
  for (const Operand& source : operands) terms.push_back(operand(source));
  return terms;
}

Term Resolver::application(const ast::Expr& source, Operands operands, Span span) {
  Term shell = open(span);
  const ast::Expr* head = &source;
  const auto prepend = [&](std::vector<Operand> before) {
    operands.insert(operands.begin(), std::make_move_iterator(before.begin()),
                    std::make_move_iterator(before.end()));
  };
  while (true) {
    if (const auto* apply = std::get_if<ast::Apply>(&head->node)) {
      Operands arguments;
      for (const ast::Expr& argument : apply->arguments) arguments.push_back({&argument, {}});
      prepend(std::move(arguments));
      head = apply->function.get();
      continue;
    }
    if (const auto* variable = std::get_if<ast::Variable>(&head->node)) {
      const auto plain = splitQualified(variable->name).second;
      const bool applies = plain == "$" || plain == "$!";
      if ((applies && operands.size() >= 2) || (plain == "." && operands.size() >= 3)) {
        const Meaning meaning = lookup(variable->name, head->span);
        const auto* prelude = std::get_if<const PreludeName*>(&meaning);
        if (prelude != nullptr && std::holds_alternative<SpecialName>((*prelude)->meaning)) {
          Operand function = std::move(operands[0]);
          operands.erase(operands.begin());
          if (!applies) {
            operands[0].arguments.push_back(std::move(operands[1]));
            operands.erase(operands.begin() + 1);
          }
          prepend(std::move(function.arguments));
          head = function.expr;
          continue;
        }
        return applyMeaning(meaning, variable->name, head->span, operands, std::move(shell));
      }
      return applyNamed(variable->name, head->span, std::move(operands), std::move(shell));
    }
    if (const auto* constructor = std::get_if<ast::ConstructorName>(&head->node)) {
      return applyConstructor(constructor->name, head->span, operands, std::move(shell));
    }
    if (const auto* left = std::get_if<ast::LeftSection>(&head->node); left && !operands.empty()) {
      prepend({{left->operand.get(), {}}});
      return applyNamed(left->op, head->span, std::move(operands), std::move(shell));
    }
    if (const auto* right = std::get_if<ast::RightSection>(&head->node);
        right && !operands.empty()) {
      operands.insert(operands.begin() + 1, Operand{right->operand.get(), {}});
      return applyNamed(right->op, head->span, std::move(operands), std::move(shell));
    }
    break;
  }
  if (std::holds_alternative<ast::Lambda>(head->node)) {
    reporter_.error(head->span, "a lambda is applied",
                    "functions without a name are not in the language: use `let` or `case`");
  } else {
    reporter_.error(head->span, "only a named function can be applied",
                    "functions are not values in the language: apply them inside the branches");
  }
  resolveOperands(operands);
  return close(std::move(shell));
}

Term Resolver::applyNamed(const std::string& name, Span nameSpan, Operands operands, Term shell) {
  const std::string plain = splitQualified(name).second;
  if (!plain.empty() && (plain[0] == ':' || (plain[0] >= 'A' && plain[0] <= 'Z'))) {
    return applyConstructor(name, nameSpan, operands, std::move(shell));
  }
  return applyMeaning(lookup(name, nameSpan), name, nameSpan, operands, std::move(shell));
}

Term Resolver::applyMeaning(const Meaning& meaning, const std::string& name, Span nameSpan,
                            const Operands& operands, Term shell) {
  return support::match(
      meaning,
      [&](Unbound) {
        resolveOperands(operands);
        return close(std::move(shell));
      },
      [&](LocalId local) {
        if (!operands.empty()) {
          reporter_.error(nameSpan, quoted(name) + " is applied, but it is a value",
                          "higher-order functions are not in the language: call a named function");
          resolveOperands(operands);
          return close(std::move(shell));
        }
        noteLocal(local, shell.begin);
        shell.node = resolved::LocalUse{local};
        return close(std::move(shell));
      },
      [&](FunctionId function) {
        return callFunction(function, name, nameSpan, operands, std::move(shell));
      },
      [&](LabelName label) {
        if (operands.size() != 1) {
          return wrongCount(name, nameSpan, 1, operands, std::move(shell));
        }
        shell.node = resolved::SelectTerm{splitQualified(name).second, label.label->type,
                                          std::make_unique<Term>(operand(operands[0]))};
        return close(std::move(shell));
      },
      [&](const PreludeName* prelude) {
        return applyPrelude(*prelude, name, nameSpan, operands, std::move(shell));
      });
}

Term Resolver::wrongCount(const std::string& name, Span nameSpan, std::size_t arity,
                          const Operands& operands, Term shell) {
  const std::size_t given = operands.size();
  if (given < arity) {
    reporter_.error(nameSpan,
                    quoted(name) + " is used with " + std::to_string(given) + " of its " +
                        counted(arity, "argument"),
                    std::string(noPartial) + ": call it with all " + std::to_string(arity));
  } else if (arity == 0) {
    reporter_.error(nameSpan, quoted(name) + " is applied, but it is a value",
                    "functions are not values in the language: call a named function");
  } else {
    reporter_.error(nameSpan,
                    quoted(name) + " is used with " + counted(given, "argument") + ", it takes " +
                        std::to_string(arity),
                    "functions do not return functions in the language: drop what is too much");
  }
  resolveOperands(operands);
  return close(std::move(shell));
}

Term Resolver::callFunction(FunctionId callee, const std::string& name, Span nameSpan,
                            const Operands& operands, Term shell) {
  const resolved::Function& function = module_.function(callee);
  if (function.isMain) {
    reporter_.error(nameSpan, "`main` is used inside the program",
                    "`main` is run, not called: give what it prints a name of its own");
    resolveOperands(operands);
    return close(std::move(shell));
  }
  if (operands.size() != function.arity) {
    return wrongCount(name, nameSpan, function.arity, operands, std::move(shell));
  }
  noteFunction(callee, shell.begin);
  shell.node = resolved::FunctionCall{callee, resolveOperands(operands), {}};
  return close(std::move(shell));
}

Term Resolver::applyConstructor(const std::string& name, Span nameSpan, const Operands& operands,
                                Term shell) {
  const ConId con = lookupConstructor(name, nameSpan);
  if (!con.valid()) {
    resolveOperands(operands);
    return close(std::move(shell));
  }
  const std::size_t arity = module_.types.constructor(con).fields.size();
  if (operands.size() < arity) {
    reporter_.error(nameSpan,
                    "constructor " + quoted(name) + " is used with " +
                        std::to_string(operands.size()) + " of its " + counted(arity, "field"),
                    std::string(noPartial) + ": give it all " + std::to_string(arity));
  } else if (operands.size() > arity) {
    reporter_.error(nameSpan,
                    "constructor " + quoted(name) + " is used with " +
                        counted(operands.size(), "field") + ", it has " + std::to_string(arity),
                    "drop what is too much, or correct the declaration");
  } else {
    shell.node = resolved::ConstructTerm{con, resolveOperands(operands)};
    return close(std::move(shell));
  }
  resolveOperands(operands);
  return close(std::move(shell));
}

Term Resolver::applyPrelude(const PreludeName& prelude, const std::string& name, Span nameSpan,
                            const Operands& operands, Term shell) {
  return support::match(
      prelude.meaning,
      [&](const Builtin& builtin) {
        const std::size_t arity = builtinArity(builtin);
        if (operands.size() != arity) {
          return wrongCount(name, nameSpan, arity, operands, std::move(shell));
        }
        if (builtin.kind == Builtin::Kind::Show) {
          module_.showFunctions = {{ir::TypeKind::Int, preludeFunction("showInt")},
                                   {ir::TypeKind::Word, preludeFunction("showWord")},
                                   {ir::TypeKind::Bool, preludeFunction("showBool")}};
        }
        shell.node = resolved::BuiltinCall{&builtin, resolveOperands(operands)};
        return close(std::move(shell));
      },
      [&](SpecialName special) {
        return applySpecial(special, name, nameSpan, operands, std::move(shell));
      },
      [&](const PreludeFunction& function) {
        return callFunction(preludeFunction(function.function), name, nameSpan, operands,
                            std::move(shell));
      },
      [&](const NotInLanguage& reason) {
        reporter_.error(nameSpan, quoted(name) + " " + std::string(reason.why),
                        std::string(reason.instead));
        resolveOperands(operands);
        return close(std::move(shell));
      });
}

Term Resolver::applySpecial(SpecialName special, const std::string& name, Span nameSpan,
                            const Operands& operands, Term shell) {
  switch (special) {
    case SpecialName::Error:
      if (operands.size() != 1) {
        return wrongCount(name, nameSpan, 1, operands, std::move(shell));
      }
      shell.node =
          resolved::FailTerm{operands[0].arguments.empty() ? failMessage(*operands[0].expr) : "...",
                             std::make_unique<Term>(operand(operands[0]))};
      return close(std::move(shell));
    case SpecialName::Undefined:
      if (!operands.empty()) return wrongCount(name, nameSpan, 0, operands, std::move(shell));
      shell.node = resolved::FailTerm{"Prelude.undefined", nullptr};
      return close(std::move(shell));
    case SpecialName::Otherwise:
      if (!operands.empty()) return wrongCount(name, nameSpan, 0, operands, std::move(shell));
      shell.node = resolved::ConstructTerm{module_.types.trueCon, {}};
      return close(std::move(shell));
    case SpecialName::ApplyOperator:
    case SpecialName::ComposeOperator:
      return wrongCount(name, nameSpan, special == SpecialName::ApplyOperator ? 2 : 3, operands,
                        std::move(shell));
    case SpecialName::Output:
    case SpecialName::Return:
      reporter_.error(nameSpan, quoted(name) + " stands outside of `main`",
                      "only `main` prints: `main = print e`, or a `do` of such lines");
      resolveOperands(operands);
      return close(std::move(shell));
  }
  support::fail("a special name out of range");
}

namespace {

void appendUtf8(std::string& text, char32_t c) {
  const auto byte = [&](char32_t value) { text += static_cast<char>(value); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xC0 | (c >> 6));
    byte(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    byte(0xE0 | (c >> 12));
    byte(0x80 | ((c >> 6) & 0x3F));
    byte(0x80 | (c & 0x3F));
  } else {
    byte(0xF0 | (c >> 18));
    byte(0x80 | ((c >> 12) & 0x3F));
    byte(0x80 | ((c >> 6) & 0x3F));
    byte(0x80 | (c & 0x3F));
  }
}

}  // namespace

// Literal parts of the message as they are, computed ones as dots.
std::string Resolver::failMessage(const ast::Expr& source) {
  if (const auto* literal = std::get_if<ast::LiteralExpr>(&source.node)) {
    if (const auto* string = std::get_if<ast::StringLiteral>(&literal->literal)) {
      std::string text;
      for (const char32_t c : string->value) appendUtf8(text, c);
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

}  // namespace deforest::text
