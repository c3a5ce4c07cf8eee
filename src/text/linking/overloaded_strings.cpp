#include "text/linking/overloaded_strings.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "support/match.hpp"
#include "text/parsing/expression_parts.hpp"
#include "text/parsing/extensions.hpp"
#include "text/prelude/written_modules.hpp"
#include "text/scopes/names.hpp"

namespace deforest::text {
namespace {

bool isOfTexts(const ast::Import& import) {
  return import.module == "Data.String" || import.module == "Data.Text" ||
         import.module.starts_with("Data.Text.");
}

bool isString(const ast::LiteralNode& literal) {
  return std::holds_alternative<ast::StringLiteral>(literal);
}

// Functions whose arguments are Strings, if they are literals.
std::set<std::string_view> takersOfStrings(const ast::Module& module) {
  std::set<std::string_view> takers = {
      "putStr", "putStrLn", "hPutStr",    "hPutStrLn", "error", "errorWithoutStackTrace",
      "fail",   "die",      "showString", "read",      "lines", "words",
      "printf", "hPrintf",  "userError",  "++"};
  for (const ast::Import& import : module.imports) {
    if (!isOfTexts(import) || import.qualified) continue;
    std::erase_if(takers, [&](std::string_view name) {
      return name != "++" && (!import.names || (std::ranges::find(*import.names, name) !=
                                                import.names->end()) != import.hiding);
    });
  }
  return takers;
}

class Overloading {
 public:
  explicit Overloading(const ast::Module& module) : takers_(takersOfStrings(module)) {}

  void declarations(std::vector<ast::Declaration>& sources) {
    for (ast::Declaration& source : sources) {
      if (auto* clause = std::get_if<ast::Clause>(&source.node)) {
        compared(clause->patterns, clause->rhs);
        rhs(clause->rhs);
      } else if (auto* binding = std::get_if<ast::PatternBinding>(&source.node)) {
        rhs(binding->rhs);
      } else if (auto* methods = std::get_if<ast::ClassDeclaration>(&source.node)) {
        declarations(methods->declarations);
      } else if (auto* instance = std::get_if<ast::InstanceDeclaration>(&source.node)) {
        declarations(instance->declarations);
      }
    }
  }

 private:
  void rhs(ast::Rhs& source) {
    alternatives(source.alternatives);
    declarations(source.where);
  }

  void alternatives(std::vector<ast::GuardedExpr>& sources) {
    for (ast::GuardedExpr& source : sources) {
      for (ast::Guard& guard : source.guards) {
        support::match(
            guard.node, [&](ast::BooleanGuard& node) { expression(node.condition); },
            [&](ast::PatternGuard& node) { expression(node.expression); },
            [&](ast::LetGuard& node) { declarations(node.declarations); });
      }
      expression(source.body);
    }
  }

  void expression(ast::Expr& source) {
    const auto* literal = std::get_if<ast::LiteralExpr>(&source.node);
    if (literal != nullptr && isString(literal->literal)) {
      source = overloaded(std::move(source));
      return;
    }
    support::match(
        source.node, [&](ast::Apply& node) { apply(node); },
        [&](ast::MultiIf& node) { alternatives(node.alternatives); },
        [&](ast::Case& node) {
          expression(*node.scrutinee);
          for (ast::CaseAlternative& alternative : node.alternatives) {
            compared(alternative.pattern, alternative.rhs);
            rhs(alternative.rhs);
          }
        },
        [&](ast::Let& node) {
          declarations(node.declarations);
          expression(*node.body);
        },
        [&](ast::LeftSection& node) { operand(node.op, *node.operand); },
        [&](ast::RightSection& node) { operand(node.op, *node.operand); },
        [&](ast::Lambda& node) { expression(*node.body); },
        [&](ast::Do& node) {
          for (ast::Statement& each : node.statements) {
            support::match(
                each.node, [&](ast::ExprStatement& inner) { expression(inner.expression); },
                [&](ast::BindStatement& inner) { expression(inner.expression); },
                [&](ast::LetStatement& inner) { declarations(inner.declarations); });
          }
        },
        [&](auto&) { forEachSubexpression(source, [&](ast::Expr& each) { expression(each); }); });
  }

  [[nodiscard]] bool takes(const std::string& function) const {
    const auto [qualifier, name] = splitQualified(function);
    return name == "pack" || (qualifier.empty() && takers_.contains(name));
  }

  void apply(ast::Apply& node) {
    const auto* function = std::get_if<ast::Variable>(&node.function->node);
    if (function == nullptr) expression(*node.function);
    for (ast::Expr& argument : node.arguments) {
      operand(function == nullptr ? std::string() : function->name, argument);
    }
  }

  void operand(const std::string& function, ast::Expr& source) {
    const auto* literal = std::get_if<ast::LiteralExpr>(&source.node);
    if (literal == nullptr || !takes(function)) expression(source);
  }

  // ---------------------------------------------------------------------------------- patterns

  void compared(std::vector<ast::Pattern>& patterns, ast::Rhs& rhs) {
    for (ast::Pattern& each : patterns) compared(each, rhs);
  }

  // A variable that is compared with a literal.
  struct Comparison {
    support::Span span;
    std::string variable;
    ast::LiteralNode literal;
  };

  void compared(ast::Pattern& pattern, ast::Rhs& rhs) {
    std::vector<Comparison> comparisons;
    replaceLiterals(pattern, comparisons);
    for (ast::GuardedExpr& alternative : rhs.alternatives) {
      std::vector<ast::Guard> guards;
      for (const Comparison& each : comparisons) guards.push_back(guardOf(each));
      std::ranges::move(alternative.guards, std::back_inserter(guards));
      alternative.guards = std::move(guards);
    }
  }

  // The literal is still one, which is overloaded with the others.
  static ast::Guard guardOf(const Comparison& comparison) {
    ast::Apply same;
    same.function = variable(std::string(ast::preludeQualifier) + ".==", comparison.span);
    same.arguments.push_back({comparison.span, ast::Variable{comparison.variable}});
    same.arguments.push_back({comparison.span, ast::LiteralExpr{comparison.literal}});
    return {ast::BooleanGuard{{comparison.span, std::move(same)}}};
  }

  void replaceAll(std::vector<ast::Pattern>& patterns, std::vector<Comparison>& found) {
    for (ast::Pattern& each : patterns) replaceLiterals(each, found);
  }

  void replaceLiterals(ast::Pattern& source, std::vector<Comparison>& found) {
    if (const auto* node = std::get_if<ast::LiteralPattern>(&source.node)) {
      if (!isString(node->literal)) return;
      found.push_back({source.span, "overloaded'" + std::to_string(++variables_), node->literal});
      source.node = ast::VariablePattern{found.back().variable};
      return;
    }
    support::match(
        source.node, [](ast::WildcardPattern&) {}, [](ast::VariablePattern&) {},
        [](ast::LiteralPattern&) {},
        [&](ast::ConstructorPattern& node) { replaceAll(node.arguments, found); },
        [&](ast::RecordPattern& node) {
          for (ast::FieldPattern& field : node.fields) replaceLiterals(field.pattern, found);
        },
        [&](ast::TuplePattern& node) { replaceAll(node.elements, found); },
        [&](ast::ListPattern& node) { replaceAll(node.elements, found); },
        [&](ast::AsPattern& node) { replaceLiterals(*node.pattern, found); },
        [&](ast::BangPattern& node) { replaceLiterals(*node.pattern, found); },
        [](ast::LazyPattern&) {},
        [&](ast::TypedPattern& node) { replaceLiterals(*node.pattern, found); },
        [&](ast::InfixPattern& node) { replaceAll(node.operands, found); });
  }

  // ------------------------------------------------------------------------------------- parts

  static ast::Box<ast::Expr> variable(const std::string& name, support::Span span) {
    return std::make_unique<ast::Expr>(ast::Expr{span, ast::Variable{name}});
  }

  static ast::Expr overloaded(ast::Expr literal) {
    const support::Span span = literal.span;
    ast::Apply made;
    made.function = variable(std::string(overloadedStrings) + ".fromString", span);
    made.arguments.push_back(std::move(literal));
    return {span, std::move(made)};
  }

  std::set<std::string_view> takers_;
  std::size_t variables_ = 0;
};

}  // namespace

bool overloadsStrings(const ast::Module& module) {
  return hasExtension(module, "OverloadedStrings") &&
         std::ranges::any_of(module.imports, isOfTexts);
}

void overloadStrings(ast::Module& module) {
  Overloading(module).declarations(module.declarations);
}

}  // namespace deforest::text
