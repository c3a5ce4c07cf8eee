#include "evaluate_expression.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "eval/evaluate.hpp"
#include "eval/show.hpp"
#include "support/match.hpp"
#include "text/parsing/parser.hpp"

namespace deforest::corpus {
namespace {

namespace ast = text::ast;
using eval::Value;
using ir::TypeId;

class Evaluator {
 public:
  explicit Evaluator(const ir::Program& program) : program_(program), machine_(program) {}

  std::string shown(const ast::Expr& expression) {
    const auto [function, arguments] = callIn(expression);
    const std::vector<Value> results = call(function, arguments);
    if (program_.function(function).name == "main") return eval::printed(program_, results);
    if (results.size() != 1) throw std::runtime_error("a root with several results");
    return eval::show(program_, program_.function(function).resultTypes.front(), results.front());
  }

 private:
  /// The function that an expression calls, and its arguments.
  std::pair<ir::FunId, std::span<const ast::Expr>> callIn(const ast::Expr& expression) const {
    std::span<const ast::Expr> arguments;
    const ast::Expr* head = &expression;
    if (const auto* apply = std::get_if<ast::Apply>(&expression.node)) {
      head = apply->function.get();
      arguments = apply->arguments;
    }
    const auto* variable = std::get_if<ast::Variable>(&head->node);
    if (variable == nullptr) throw std::runtime_error("not a call of a function");
    const auto root = std::find_if(program_.roots.begin(), program_.roots.end(), [&](ir::FunId id) {
      return program_.function(id).name == variable->name;
    });
    if (root == program_.roots.end()) throw NotARoot(variable->name + " is not a root");
    return {*root, arguments};
  }

  std::vector<Value> call(ir::FunId id, std::span<const ast::Expr> arguments) {
    const ir::Function& function = program_.function(id);
    if (arguments.size() != function.parameters.size()) {
      throw std::runtime_error(function.name + " has another number of parameters");
    }
    std::vector<Value> values;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      values.push_back(value(arguments[i], function.variables[function.parameters[i].value].type));
    }
    eval::Outcome outcome = machine_.call(id, values);
    if (!outcome.ok()) throw std::runtime_error(function.name + ": " + outcome.message);
    return outcome.values;
  }

  Value value(const ast::Expr& expression, TypeId wanted) {
    return support::match(
        expression.node,
        [&](const ast::LiteralExpr& e) { return literal(e.literal, wanted, false); },
        [&](const ast::Negate& e) {
          const auto* operand = std::get_if<ast::LiteralExpr>(&e.operand->node);
          if (operand == nullptr) throw std::runtime_error("only numbers can be negated");
          return literal(operand->literal, wanted, true);
        },
        [&](const ast::List& e) {
          const TypeId element = program_.type(wanted).arguments.at(0);
          std::vector<Value> elements;
          for (const ast::Expr& each : e.elements) elements.push_back(value(each, element));
          return list(elements, wanted);
        },
        [&](const ast::Tuple& e) {
          const ir::CtorId tuple = program_.type(wanted).constructors.at(0);
          std::vector<Value> fields;
          for (const ir::Field& field : program_.constructor(tuple).fields) {
            fields.push_back(value(e.elements.at(fields.size()), field.type));
          }
          return machine_.construct(tuple, fields);
        },
        [&](const auto&) {
          const auto [function, arguments] = callIn(expression);
          return call(function, arguments).at(0);
        });
  }

  Value literal(const ast::LiteralNode& node, TypeId wanted, bool negative) {
    const ir::TypeKind kind = program_.type(wanted).kind;
    const bool real = kind == ir::TypeKind::Double || kind == ir::TypeKind::Float;
    const auto number = [&](const std::string& digits) {
      if (real)
        return Value{std::bit_cast<std::uint64_t>(std::stod((negative ? "-" : "") + digits))};
      const std::uint64_t magnitude = std::stoull(digits);
      return Value{negative ? 0 - magnitude : magnitude};
    };
    return support::match(
        node, [&](const ast::IntegerLiteral& e) { return number(e.digits); },
        [&](const ast::FractionalLiteral& e) { return number(e.digits); },
        [&](const ast::CharLiteral& e) { return Value{e.value}; },
        [&](const ast::StringLiteral& e) {
          std::vector<Value> characters;
          for (const char32_t c : e.value) characters.push_back(Value{c});
          return list(characters, wanted);
        });
  }

  Value list(const std::vector<Value>& elements, TypeId type) {
    ir::CtorId empty;
    ir::CtorId cell;
    for (const ir::CtorId ctor : program_.type(type).constructors) {
      (program_.constructor(ctor).fields.empty() ? empty : cell) = ctor;
    }
    Value result = machine_.construct(empty, {});
    for (std::size_t i = elements.size(); i-- > 0;) {
      const Value fields[] = {elements[i], result};
      result = machine_.construct(cell, fields);
    }
    return result;
  }

  const ir::Program& program_;
  eval::Machine machine_;
};

}  // namespace

std::string shownValue(const ir::Program& program, const std::string& expression) {
  const support::Result<ast::Expr> parsed = text::parseExpression(expression);
  if (!parsed) {
    throw std::runtime_error(support::render(parsed.diagnostics(), "expected.tsv", expression));
  }
  return Evaluator(program).shown(*parsed);
}

}  // namespace deforest::corpus
