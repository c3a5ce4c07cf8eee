#include "text/scopes/fixity_order.hpp"

#include <algorithm>
#include <iterator>

namespace deforest::text {
namespace {

using ast::Associativity;

constexpr Associativity left = Associativity::Left;
constexpr Associativity right = Associativity::Right;
constexpr Associativity none = Associativity::None;

constexpr StandardFixity standard[] = {
    {".", {9, right}},
    {"^", {8, right}},
    {"^^", {8, right}},
    {"**", {8, right}},
    {"*", {7, left}},
    {"/", {7, left}},
    {"%", {7, left}},
    {"div", {7, left}},
    {"mod", {7, left}},
    {"quot", {7, left}},
    {"rem", {7, left}},
    {"+", {6, left}},
    {"-", {6, left}},
    {":", {5, right}},
    {"++", {5, right}},
    {"\\\\", {5, none}},
    {"<>", {6, right}},
    {"==", {4, none}},
    {"/=", {4, none}},
    {"<", {4, none}},
    {"<=", {4, none}},
    {">", {4, none}},
    {">=", {4, none}},
    {"elem", {4, none}},
    {"notElem", {4, none}},
    {"&&", {3, right}},
    {"||", {2, right}},
    {">>", {1, left}},
    {">>=", {1, left}},
    {"=<<", {1, right}},
    {"&", {1, left}},
    {"$", {0, right}},
    {"$!", {0, right}},
    {"seq", {0, right}},
    {"on", {0, left}},
    {"<$>", {4, left}},
    {"<$", {4, left}},
    {"$>", {4, left}},
    {"<*>", {4, left}},
    {"*>", {4, left}},
    {"<*", {4, left}},
    {"<&>", {1, left}},
    {"shift", {8, left}},
    {"rotate", {8, left}},
    {"shiftL", {8, left}},
    {"shiftR", {8, left}},
    {"rotateL", {8, left}},
    {"rotateR", {8, left}},
    {"unsafeShiftL", {8, left}},
    {"unsafeShiftR", {8, left}},
    {".<<.", {8, left}},
    {".>>.", {8, left}},
    {"%", {7, left}},
    {":%", {7, left}},
    {":+", {6, none}},
    {">=>", {1, right}},
    {"<=<", {1, right}},
    {"<|>", {3, left}},
    {".&.", {7, left}},
    {"xor", {6, left}},
    {".^.", {6, left}},
    {".|.", {5, left}},
    {":|", {5, right}},
    {"<|", {5, right}},
    {"|>", {5, left}},
    {"><", {5, right}},
    {":<", {5, right}},
    {":>", {5, left}},
    {":<|", {5, right}},
    {":|>", {5, left}},
};

std::string describe(const OrderedOperator& op) {
  const std::string word = op.fixity.associativity == left    ? "infixl "
                           : op.fixity.associativity == right ? "infixr "
                                                              : "infix ";
  return "`" + std::string(op.name) + "` is " + word + std::to_string(op.fixity.precedence);
}

class Order {
 public:
  Order(const std::vector<OrderedOperator>& operators, const std::vector<bool>& negated,
        Section section)
      : operators_(operators), negated_(negated), section_(section) {}

  std::vector<OrderStep> run() {
    // Index of the operator before operand 0, if there were one.
    std::size_t next = 0;
    const std::size_t operands = operators_.size() + (section_ == Section::None ? 1 : 0);
    if (section_ == Section::Right) waiting_.push_back({&operators_[next++], 0, true});
    for (std::size_t i = 0; i < operands; ++i) {
      if (i > 0) {
        shift(operators_[next++], i - 1);
      }
      if (!negated_.empty() && negated_[i]) negate(i);
      steps_.push_back({OrderStep::Operand, i});
    }
    if (section_ == Section::Left) endLeftSection();
    while (!waiting_.empty()) apply();
    return std::move(steps_);
  }

 private:
  // What waits for its right operand: an operator, or a minus (`op` is null).
  struct Waiting {
    const OrderedOperator* op;
    std::size_t index;
    bool section = false;
  };

  static OperatorFixity fixityOf(const Waiting& waiting) {
    return waiting.op == nullptr ? OperatorFixity{6, left} : waiting.op->fixity;
  }

  void apply() {
    const Waiting top = waiting_.back();
    waiting_.pop_back();
    if (top.section) return;
    steps_.push_back({top.op == nullptr ? OrderStep::Negation : OrderStep::Operator, top.index});
  }

  // Applies what binds tighter than the operator that comes.
  void applyBefore(const OrderedOperator& op) {
    while (!waiting_.empty()) {
      const Waiting& top = waiting_.back();
      const OperatorFixity fixity = fixityOf(top);
      if (fixity.precedence < op.fixity.precedence) return;
      if (fixity.precedence == op.fixity.precedence) {
        if (fixity.associativity == right && op.fixity.associativity == right) return;
        if (fixity.associativity != left || op.fixity.associativity != left) mixed(top, op);
      }
      if (top.section) failSection(*top.op, op);
      apply();
    }
  }

  void shift(const OrderedOperator& op, std::size_t index) {
    applyBefore(op);
    waiting_.push_back({&op, index});
  }

  void negate(std::size_t operand) {
    if (!waiting_.empty() && fixityOf(waiting_.back()).precedence >= 6) {
      const OrderedOperator& op = *waiting_.back().op;
      throw FixityError{{op.span,
                         "a negative operand of `" + std::string(op.name) + "` needs parentheses",
                         "the minus sign binds as `+` does, and " + describe(op)}};
    }
    waiting_.push_back({nullptr, operand});
  }

  void endLeftSection() {
    const OrderedOperator& op = operators_.back();
    applyBefore(op);
    if (!waiting_.empty()) {
      const Waiting& top = waiting_.back();
      failSection(op, top.op == nullptr ? OrderedOperator{"-", op.span, {6, left}} : *top.op);
    }
  }

  [[noreturn]] static void mixed(const Waiting& first, const OrderedOperator& second) {
    const OrderedOperator& op =
        first.op == nullptr ? OrderedOperator{"-", second.span, {6, left}} : *first.op;
    const std::string hint =
        op.name == second.name ? describe(op) : describe(op) + ", " + describe(second);
    throw FixityError{{second.span,
                       "`" + std::string(op.name) + "` and `" + std::string(second.name) +
                           "` need parentheses to say which is applied first",
                       hint}};
  }

  [[noreturn]] static void failSection(const OrderedOperator& section,
                                       const OrderedOperator& inner) {
    throw FixityError{
        {section.span,
         "the operand of the section of `" + std::string(section.name) + "` needs parentheses",
         describe(section) + ", " + describe(inner)}};
  }

  const std::vector<OrderedOperator>& operators_;
  const std::vector<bool>& negated_;
  Section section_;
  std::vector<Waiting> waiting_;
  std::vector<OrderStep> steps_;
};

}  // namespace

std::span<const StandardFixity> standardFixities() {
  return standard;
}

OperatorFixity standardFixity(std::string_view name) {
  const auto* found = std::find_if(std::begin(standard), std::end(standard),
                                   [&](const StandardFixity& s) { return s.name == name; });
  return found == std::end(standard) ? OperatorFixity{} : found->fixity;
}

std::vector<OrderStep> orderOperators(const std::vector<OrderedOperator>& operators,
                                      const std::vector<bool>& negated, Section section) {
  return Order(operators, negated, section).run();
}

}  // namespace deforest::text
