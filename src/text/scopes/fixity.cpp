// An operator application is put in order by precedence with one stack, in linear time (the
// algorithm of Haskell 2010, section 10.6, without its recursion); the tree is built from that
// order. All heights are counted on the way, so that no tree comes out higher than the limit.
#include "text/scopes/fixity.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "support/match.hpp"
#include "text/lexing/lexer.hpp"
#include "text/parsing/parser.hpp"
#include "text/scopes/fixity_order.hpp"
#include "text/scopes/free_names.hpp"

namespace deforest::text {
namespace {

using ast::Expr;
using ast::Pattern;
using support::Diagnostics;
using support::Span;

class FixityResolver {
 public:
  FixityResolver(const ast::Module* scope, const ImportedFixity& fixityOf)
      : scope_(scope), imported_(fixityOf) {
    for (const StandardFixity& standard : standardFixities()) {
      fixities_[std::string(standard.name)].push_back(standard.fixity);
    }
    if (scope == nullptr) return;
    module_ = scope->name;
    declare(scope->declarations);
    // What the module defines stays in scope throughout.
    bound_.clear();
  }

  void resolve(ast::Module& module, Diagnostics& diagnostics) {
    for (ast::Declaration& declaration : module.declarations) {
      guarded(diagnostics, [&] { resolve(declaration); });
    }
  }

  void resolve(std::vector<Expr>& expressions, Diagnostics& diagnostics) {
    for (Expr& expression : expressions) guarded(diagnostics, [&] { resolve(expression); });
  }

 private:
  // Restores at its end what the names bound since its begin meant before.
  class Scope {
   public:
    explicit Scope(FixityResolver& resolver)
        : resolver_(resolver), begin_(resolver.bound_.size()) {}
    ~Scope() {
      for (; resolver_.bound_.size() > begin_; resolver_.bound_.pop_back()) {
        resolver_.bound_.back()->pop_back();
      }
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    FixityResolver& resolver_;
    std::size_t begin_;
  };

  // Bounds the recursion itself: an expression may be a few times as high as its source nests.
  class Nesting {
   public:
    Nesting(FixityResolver& resolver, const Span& span) : resolver_(resolver) {
      (void)above(resolver_.depth_, span);
      ++resolver_.depth_;
    }
    ~Nesting() { --resolver_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    FixityResolver& resolver_;
  };

  template <class Body>
  void guarded(Diagnostics& diagnostics, Body body) {
    const Scope scope(*this);
    try {
      body();
    } catch (const FixityError& error) {
      diagnostics.push_back(error.diagnostic);
    }
  }

  // ------------------------------------------------------------------------------- fixities

  // A new thing of this name hides the operator of that name, and with it its fixity.
  void bind(const std::string& name) {
    const auto found = fixities_.find(name);
    if (found == fixities_.end() || found->second.empty()) return;
    if (found->second.back() == OperatorFixity{}) return;
    found->second.push_back({});
    bound_.push_back(&found->second);
  }

  void bind(const Pattern& pattern) {
    support::match(
        pattern.node, [](const ast::WildcardPattern&) {}, [](const ast::LiteralPattern&) {},
        [&](const ast::VariablePattern& p) { bind(p.name); },
        [&](const ast::ConstructorPattern& p) { bindAll(p.arguments); },
        [&](const ast::RecordPattern& p) {
          for (const auto& field : p.fields) bind(field.pattern);
        },
        [&](const ast::TuplePattern& p) { bindAll(p.elements); },
        [&](const ast::ListPattern& p) { bindAll(p.elements); },
        [&](const ast::AsPattern& p) {
          bind(p.name);
          bind(*p.pattern);
        },
        [&](const ast::BangPattern& p) { bind(*p.pattern); },
        [&](const ast::LazyPattern& p) { bind(*p.pattern); },
        [&](const ast::TypedPattern& p) { bind(*p.pattern); },
        [&](const ast::InfixPattern& p) { bindAll(p.operands); });
  }

  void bindAll(const std::vector<Pattern>& patterns) {
    for (const Pattern& pattern : patterns) bind(pattern);
  }

  // The names and fixities of a group of declarations, in the current scope.
  void declare(const std::vector<ast::Declaration>& declarations) {
    for (const ast::Declaration& declaration : declarations) {
      if (const auto* clause = std::get_if<ast::Clause>(&declaration.node)) {
        bind(clause->name);
      } else if (const auto* binding = std::get_if<ast::PatternBinding>(&declaration.node)) {
        bind(binding->pattern);
      } else if (const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node)) {
        for (const auto& constructor : data->constructors) bind(constructor.name);
      } else if (const auto* methods = std::get_if<ast::ClassDeclaration>(&declaration.node)) {
        bindMethods(*methods);
      }
    }
    for (const ast::Declaration& declaration : declarations) {
      if (const auto* methods = std::get_if<ast::ClassDeclaration>(&declaration.node)) {
        declareFixities(methods->declarations);
      }
    }
    declareFixities(declarations);
  }

  void bindMethods(const ast::ClassDeclaration& methods) {
    for (const ast::Declaration& declaration : methods.declarations) {
      const auto* signature = std::get_if<ast::Signature>(&declaration.node);
      if (signature == nullptr) continue;
      for (const std::string& name : signature->names) bind(name);
    }
  }

  void declareFixities(const std::vector<ast::Declaration>& declarations) {
    for (const ast::Declaration& declaration : declarations) {
      const auto* fixity = std::get_if<ast::Fixity>(&declaration.node);
      if (fixity == nullptr) continue;
      for (const std::string& name : fixity->operators) {
        auto& stack = fixities_[name];
        stack.push_back({fixity->precedence, fixity->associativity});
        bound_.push_back(&stack);
      }
    }
  }

  [[nodiscard]] OperatorFixity fixityOf(const std::string& name) const {
    std::string_view base = name;
    while (!base.empty() && base[0] >= 'A' && base[0] <= 'Z' && base.find('.') != base.npos) {
      base.remove_prefix(base.find('.') + 1);
    }
    const bool foreign =
        base.size() < name.size() && name.substr(0, name.size() - base.size() - 1) != module_;
    const auto found = fixities_.find(std::string(base));
    const bool none = found == fixities_.end() || found->second.empty();
    // One that the module does not define may be another than the standard one of its name.
    const bool standard = std::ranges::any_of(standardFixities(),
                                              [&](const auto& each) { return each.name == base; });
    const bool own = !none && found->second.size() > (standard ? 1U : 0U);
    if (imported_ && (!own || foreign)) {
      if (const ast::Fixity* fixity = imported_(*scope_, name)) {
        return {fixity->precedence, fixity->associativity};
      }
    }
    if (none) return {};
    // A name of another module means the standard operator whatever is in scope here.
    if (foreign) return standardFixity(base);
    return found->second.back();
  }

  [[nodiscard]] std::vector<OrderedOperator> ordered(
      const std::vector<std::pair<std::string, Span>>& operators) const {
    std::vector<OrderedOperator> result;
    result.reserve(operators.size());
    for (const auto& [name, span] : operators) result.push_back({name, span, fixityOf(name)});
    return result;
  }

  // ------------------------------------------------------------------------------- heights

  static int above(int height, const Span& span,
                   const char* hint = "name the inner parts by definitions of their own") {
    if (height < nestingLimit) return height + 1;
    throw FixityError{
        {span, "nested too deeply (limit " + std::to_string(nestingLimit) + ")", hint}};
  }

  static int aboveOperands(int left, int right, const Span& span) {
    return above(std::max(left, right), span,
                 "a long chain of operators nests as deep as it is long: name parts of it, or "
                 "write a list as `[a, b, c]`");
  }

  template <class Node>
  int resolveAll(std::vector<Node>& nodes) {
    int height = 0;
    for (Node& node : nodes) height = std::max(height, resolve(node));
    return height;
  }

  // ------------------------------------------------------------------------------- patterns

  // Each of these resolves what is inside, and returns the height of the result.
  int resolve(Pattern& pattern) {
    if (std::holds_alternative<ast::InfixPattern>(pattern.node)) return resolveInfix(pattern);
    const int height = support::match(
        pattern.node, [](ast::WildcardPattern&) { return 0; },
        [](ast::LiteralPattern&) { return 0; }, [](ast::VariablePattern&) { return 0; },
        [&](ast::ConstructorPattern& p) { return resolveAll(p.arguments); },
        [&](ast::RecordPattern& p) {
          int fields = 0;
          for (auto& field : p.fields) fields = std::max(fields, resolve(field.pattern));
          return fields;
        },
        [&](ast::TuplePattern& p) { return resolveAll(p.elements); },
        [&](ast::ListPattern& p) { return resolveAll(p.elements); },
        [&](ast::AsPattern& p) { return resolve(*p.pattern); },
        [&](ast::BangPattern& p) { return resolve(*p.pattern); },
        [&](ast::LazyPattern& p) { return resolve(*p.pattern); },
        [&](ast::TypedPattern& p) { return resolve(*p.pattern); },
        [](ast::InfixPattern&) { return 0; });
    return above(height, pattern.span);
  }

  int resolveInfix(Pattern& pattern) {
    ast::InfixPattern infix = std::move(std::get<ast::InfixPattern>(pattern.node));
    std::vector<int> heights;
    for (Pattern& operand : infix.operands) heights.push_back(resolve(operand));
    std::vector<std::pair<Pattern, int>> stack;
    for (const OrderStep& step : orderOperators(ordered(infix.operators), {})) {
      if (step.kind == OrderStep::Operand) {
        stack.emplace_back(std::move(infix.operands[step.index]), heights[step.index]);
        continue;
      }
      auto [right, rightHeight] = std::move(stack.back());
      stack.pop_back();
      auto& [left, leftHeight] = stack.back();
      const Span span{left.span.begin, right.span.end};
      const auto& [name, nameSpan] = infix.operators[step.index];
      leftHeight = aboveOperands(leftHeight, rightHeight, nameSpan);
      ast::ConstructorPattern node{name, nameSpan, {}};
      node.arguments.push_back(std::move(left));
      node.arguments.push_back(std::move(right));
      left = {span, std::move(node)};
    }
    const Span whole = pattern.span;  // With its parentheses.
    pattern = std::move(stack.back().first);
    pattern.span = whole;
    return stack.back().second;
  }

  // ------------------------------------------------------------------------------- expressions

  int resolve(Expr& expression) {
    const Nesting nesting(*this, expression.span);
    if (std::holds_alternative<ast::Infix>(expression.node)) {
      return resolveInfix(expression, Section::None);
    }
    const int height = support::match(
        expression.node, [](ast::Variable&) { return 0; }, [](ast::ConstructorName&) { return 0; },
        [](ast::LiteralExpr&) { return 0; },
        [&](ast::Apply& e) { return std::max(resolve(*e.function), resolveAll(e.arguments)); },
        [&](ast::Negate& e) { return resolve(*e.operand); }, [](ast::Infix&) { return 0; },
        [&](ast::If& e) {
          return std::max({resolve(*e.condition), resolve(*e.whenTrue), resolve(*e.whenFalse)});
        },
        [&](ast::MultiIf& e) { return resolveAll(e.alternatives); },
        [&](ast::Case& e) { return std::max(resolve(*e.scrutinee), resolveAll(e.alternatives)); },
        [&](ast::Let& e) {
          const Scope scope(*this);
          declare(e.declarations);
          return std::max(resolveAll(e.declarations), resolve(*e.body));
        },
        [&](ast::Tuple& e) { return resolveAll(e.elements); },
        [&](ast::List& e) { return resolveAll(e.elements); },
        [&](ast::Range& e) {
          int bounds = resolve(*e.from);
          if (e.next) bounds = std::max(bounds, resolve(*e.next));
          if (e.to) bounds = std::max(bounds, resolve(*e.to));
          return bounds;
        },
        [&](ast::LeftSection& e) { return resolveSection(*e.operand, Section::Left); },
        [&](ast::RightSection& e) { return resolveSection(*e.operand, Section::Right); },
        [&](ast::RecordConstruction& e) { return resolveFields(e.fields); },
        [&](ast::RecordUpdate& e) { return std::max(resolve(*e.record), resolveFields(e.fields)); },
        [&](ast::Typed& e) { return resolve(*e.expression); },
        [&](ast::Lambda& e) {
          const Scope scope(*this);
          bindAll(e.parameters);
          return std::max(resolveAll(e.parameters), resolve(*e.body));
        },
        [&](ast::Do& e) {
          const Scope scope(*this);
          return resolveAll(e.statements);
        });
    return above(height, expression.span);
  }

  int resolveFields(std::vector<ast::FieldExpr>& fields) {
    int height = 0;
    for (auto& field : fields) height = std::max(height, resolve(field.expression));
    return height;
  }

  int resolveSection(Expr& operand, Section section) {
    const auto* infix = std::get_if<ast::Infix>(&operand.node);
    const bool bare = infix != nullptr && infix->operators.size() == infix->operands.size();
    return bare ? resolveInfix(operand, section) : resolve(operand);
  }

  int resolveInfix(Expr& expression, Section section) {
    ast::Infix infix = std::move(std::get<ast::Infix>(expression.node));
    std::vector<int> heights;
    for (Expr& operand : infix.operands) heights.push_back(resolve(operand));
    const std::vector<OrderStep> steps =
        orderOperators(ordered(infix.operators), infix.negated, section);
    if (section == Section::Right) infix.operators.erase(infix.operators.begin());
    std::vector<std::pair<Expr, int>> stack;
    for (const OrderStep& step : steps) {
      switch (step.kind) {
        case OrderStep::Operand:
          stack.emplace_back(std::move(infix.operands[step.index]), heights[step.index]);
          break;
        case OrderStep::Negation: {
          auto& [operand, height] = stack.back();
          height = above(height, operand.span);
          ast::Negate node{std::make_unique<Expr>(std::move(operand))};
          const support::Position begin =
              step.index == 0 ? expression.span.begin : infix.operators[step.index - 1].second.end;
          operand = {{begin, node.operand->span.end}, std::move(node)};
          break;
        }
        case OrderStep::Operator: {
          auto [right, rightHeight] = std::move(stack.back());
          stack.pop_back();
          auto& [left, leftHeight] = stack.back();
          leftHeight = aboveOperands(leftHeight, rightHeight, infix.operators[step.index].second);
          left = apply(infix.operators[step.index], std::move(left), std::move(right));
        }
      }
    }
    expression = std::move(stack.back().first);
    return stack.back().second;
  }

  static Expr apply(std::pair<std::string, Span>& op, Expr left, Expr right) {
    const Span span{left.span.begin, right.span.end};
    // `x : let ds in xs` is `let ds in x : xs`, of which the scopes know what it goes on with.
    if (auto* let = std::get_if<ast::Let>(&right.node);
        let != nullptr && op.first == ":" && mayStandBefore(*let, left)) {
      Expr rest = std::move(*let->body);
      *let->body = apply(op, std::move(left), std::move(rest));
      right.span = span;
      return right;
    }
    ast::Apply node;
    node.function = std::make_unique<Expr>();
    node.function->span = op.second;
    if (isConstructorName(op.first)) {
      node.function->node = ast::ConstructorName{std::move(op.first)};
    } else {
      node.function->node = ast::Variable{std::move(op.first)};
    }
    node.arguments.push_back(std::move(left));
    node.arguments.push_back(std::move(right));
    return {span, std::move(node)};
  }

  // Whether these are values, as no comprehension has, and the expression means the same among them
  // and is evaluated no later.
  static bool mayStandBefore(const ast::Let& let, const Expr& expression) {
    std::set<std::string> bound;
    for (const ast::Declaration& declaration : let.declarations) {
      const auto* binding = std::get_if<ast::PatternBinding>(&declaration.node);
      const auto* clause = std::get_if<ast::Clause>(&declaration.node);
      const bool forces =
          binding != nullptr && std::holds_alternative<ast::BangPattern>(binding->pattern.node);
      if (forces || (clause != nullptr && !clause->patterns.empty())) return false;
      bound.merge(boundNames(declaration));
    }
    return freeNames(expression, bound).empty();
  }

  // ------------------------------------------------------------------------------- the rest

  int resolve(ast::CaseAlternative& alternative) {
    const Scope scope(*this);
    bind(alternative.pattern);
    return std::max(resolve(alternative.pattern), resolve(alternative.rhs, alternative.span));
  }

  int resolve(ast::Rhs& rhs, const Span& span) {
    const Scope scope(*this);
    declare(rhs.where);
    return above(std::max(resolveAll(rhs.where), resolveAll(rhs.alternatives)), span);
  }

  int resolve(ast::GuardedExpr& guarded) {
    const Scope scope(*this);
    int height = 0;
    for (ast::Guard& guard : guarded.guards) {
      height = std::max(height,
                        support::match(
                            guard.node, [&](ast::BooleanGuard& g) { return resolve(g.condition); },
                            [&](ast::PatternGuard& g) {
                              const int source = resolve(g.expression);
                              bind(g.pattern);
                              return std::max(source, resolve(g.pattern));
                            },
                            [&](ast::LetGuard& g) {
                              declare(g.declarations);
                              return resolveAll(g.declarations);
                            }));
    }
    return std::max(height, resolve(guarded.body));
  }

  // A statement's names hold in the statements after it: the scope is that of the `do`.
  int resolve(ast::Statement& statement) {
    return support::match(
        statement.node, [&](ast::ExprStatement& s) { return resolve(s.expression); },
        [&](ast::BindStatement& s) {
          const int source = resolve(s.expression);
          bind(s.pattern);
          return std::max(source, resolve(s.pattern));
        },
        [&](ast::LetStatement& s) {
          declare(s.declarations);
          return resolveAll(s.declarations);
        });
  }

  int resolve(ast::Declaration& declaration) {
    return support::match(
        declaration.node,
        [&](ast::Clause& d) {
          const Scope scope(*this);
          bindAll(d.patterns);
          return std::max(resolveAll(d.patterns), resolve(d.rhs, declaration.span));
        },
        [&](ast::PatternBinding& d) {
          return std::max(resolve(d.pattern), resolve(d.rhs, declaration.span));
        },
        [](ast::Signature&) { return 0; }, [](ast::Fixity&) { return 0; },
        [](ast::DataDeclaration&) { return 0; }, [](ast::TypeSynonym&) { return 0; },
        [&](ast::ClassDeclaration& d) { return resolveAll(d.declarations); },
        [&](ast::InstanceDeclaration& d) { return resolveAll(d.declarations); },
        [](ast::DerivingDeclaration&) { return 0; });
  }

  const ast::Module* scope_;
  const ImportedFixity& imported_;
  std::string module_;
  int depth_ = 0;
  // For each name the fixities it has in the scopes around, the innermost one last.
  std::unordered_map<std::string, std::vector<OperatorFixity>> fixities_;
  // What the scopes around have bound, in order. (References into the map are stable.)
  std::vector<std::vector<OperatorFixity>*> bound_;
};

}  // namespace

void resolveFixities(ast::Module& module, Diagnostics& diagnostics,
                     const ImportedFixity& fixityOf) {
  FixityResolver(&module, fixityOf).resolve(module, diagnostics);
}

void resolveFixities(std::vector<Expr>& expressions, const ast::Module* scope,
                     Diagnostics& diagnostics) {
  const ImportedFixity none;
  FixityResolver(scope, none).resolve(expressions, diagnostics);
}

}  // namespace deforest::text
