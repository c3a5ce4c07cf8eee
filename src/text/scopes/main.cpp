// `main`: what it prints, in order, becomes its results.
#include <algorithm>

#include "support/match.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

std::string nameOf(const ast::Expr& source) {
  const auto* name = std::get_if<ast::Variable>(&source.node);
  return name == nullptr ? std::string() : splitQualified(name->name).second;
}

ir::Output outputNamed(std::string_view name) {
  if (name == "print") return ir::Output::Print;
  return name == "putStrLn" ? ir::Output::PutStrLn : ir::Output::PutStr;
}

}  // namespace

bool Resolver::isPreludeName(const ast::Expr& source, std::string_view name) {
  if (nameOf(source) != name) return false;
  const Meaning meaning = lookup(std::get<ast::Variable>(source.node).name, source.span);
  return std::holds_alternative<const PreludeName*>(meaning);
}

void Resolver::wrongMain(Span span, const std::string& what) {
  reporter_.error(span, what,
                  "`main` is `print e`, `putStrLn s`, `putStr s`, or a `do` of such lines and "
                  "`let`s");
}

void Resolver::mainLine(const ast::Expr& line, std::vector<Term>& printed) {
  const Spine spine = spineOf(line, {});
  const std::string name = nameOf(*spine.head);
  if ((name == "return" || name == "pure") && spine.operands.size() == 1) return;
  const bool prints = name == "print" || name == "putStrLn" || name == "putStr";
  if (!prints || spine.operands.size() != 1 || !isPreludeName(*spine.head, name)) {
    const PreludeName* known = findPreludeName(name);
    const auto* absent = known == nullptr ? nullptr : std::get_if<NotInLanguage>(&known->meaning);
    wrongMain(line.span, absent != nullptr ? quoted(name) + " " + std::string(absent->why)
                                           : "this line of `main` does not print");
    return;
  }
  Operand value = spine.operands[0];
  ir::Output output = outputNamed(name);
  if (output == ir::Output::PutStrLn) {  // `putStrLn (show e)` prints e
    const Spine shown = spineOf(*value.expr, value.arguments);
    if (shown.operands.size() == 1 && isPreludeName(*shown.head, "show")) {
      output = ir::Output::Print;
      value = shown.operands[0];
    }
  }
  module_.outputs.push_back(output);
  printed.push_back(operand(value));
}

// What precedes a `let` is evaluated inside of it, which makes no difference: names are resolved
// already.
Term Resolver::mainTerm(const ast::Expr& body) {
  struct Layer {
    Span span;
    Box<resolved::LetGroup> group;
  };
  Term result = open(body.span);
  std::vector<Term> printed;
  std::vector<Layer> layers;
  if (const auto* block = std::get_if<ast::Do>(&body.node)) {
    for (const ast::Statement& statement : block->statements) {
      support::match(
          statement.node,
          [&](const ast::ExprStatement& node) { mainLine(node.expression, printed); },
          [&](const ast::BindStatement&) {
            wrongMain(statement.span, "`main` reads nothing: `<-` is not in the language");
          },
          [&](const ast::LetStatement& node) {
            layers.push_back({statement.span, group(node.declarations)});
          });
    }
  } else {
    mainLine(body, printed);
  }
  if (printed.empty() && !reporter_.any()) wrongMain(body.span, "`main` prints nothing");
  result.node = resolved::UnboxedTerm{std::move(printed)};
  result = close(std::move(result));
  for (; !layers.empty(); layers.pop_back()) {
    Term outer;
    outer.span = layers.back().span;
    outer.begin = result.begin;
    outer.node = resolved::LetTerm{std::move(layers.back().group),
                                   std::make_unique<Term>(std::move(result))};
    result = close(std::move(outer));
  }
  return result;
}

resolved::Rhs Resolver::mainBody(const ast::Rhs& source) {
  resolved::Rhs result;
  if (source.alternatives.size() != 1 || !source.alternatives[0].guards.empty()) {
    wrongMain(source.alternatives.empty() ? Span{} : source.alternatives[0].span,
              "`main` has guards");
    return result;
  }
  const std::size_t mark = scopeMark();
  if (!source.where.empty()) result.where = group(source.where);
  resolved::GuardedTerm alternative;
  alternative.span = source.alternatives[0].span;
  alternative.body = mainTerm(source.alternatives[0].body);
  result.alternatives.push_back(std::move(alternative));
  leaveScope(mark);
  return result;
}

}  // namespace deforest::text
