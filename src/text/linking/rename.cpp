#include "text/linking/rename.hpp"

#include <algorithm>
#include <unordered_map>

#include "support/match.hpp"
#include "text/lexing/lexer.hpp"
#include "text/parsing/expression_parts.hpp"
#include "text/scopes/names.hpp"

namespace deforest::text {
namespace {

using support::Span;

class Renamer {
 public:
  explicit Renamer(NewNames& names) : names_(names) {}

  void topLevel(ast::Declaration& declaration) {
    const Span span = declaration.span;
    support::match(
        declaration.node,
        [&](ast::Signature& node) {
          for (std::string& name : node.names) name = names_.ownValue(name);
          types(node.context);
          type(node.type);
        },
        [&](ast::Clause& node) {
          node.name = names_.ownValue(node.name);
          clause(node);
        },
        [&](ast::PatternBinding& node) {
          const Scope scope(*this);
          bind(node.pattern);
          pattern(node.pattern);
          rhs(node.rhs);
        },
        [&](ast::Fixity& node) { fixity(node); }, [&](ast::DataDeclaration& node) { data(node); },
        [&](ast::TypeSynonym& node) {
          node.name = names_.ownType(node.name);
          type(node.type);
        },
        [&](ast::ClassDeclaration& node) { classDeclaration(node); },
        [&](ast::InstanceDeclaration& node) { instance(node, span); },
        [&](ast::DerivingDeclaration& node) {
          node.className = names_.type(node.className, span);
          types(node.context);
          type(node.type);
        });
  }

  void expression(ast::Expr& source) {
    const Span span = source.span;
    support::match(
        source.node,
        [&](ast::Variable& node) {
          node.name = variable(node.name, span);
          types(node.types);
        },
        [&](ast::ConstructorName& node) {
          node.name = names_.constructor(node.name, span);
          types(node.types);
        },
        [&](ast::MultiIf& node) { alternatives(node.alternatives); },
        [&](ast::Case& node) {
          expression(*node.scrutinee);
          for (ast::CaseAlternative& alternative : node.alternatives) {
            const Scope scope(*this);
            bind(alternative.pattern);
            pattern(alternative.pattern);
            rhs(alternative.rhs);
          }
        },
        [&](ast::Let& node) {
          const Scope scope(*this);
          group(node.declarations);
          expression(*node.body);
        },
        [&](ast::LeftSection& node) {
          expression(*node.operand);
          node.op = anyName(node.op, span);
        },
        [&](ast::RightSection& node) {
          node.op = anyName(node.op, span);
          expression(*node.operand);
        },
        [&](ast::RecordConstruction& node) {
          node.constructor = names_.constructor(node.constructor, span);
          fields(node.fields);
        },
        [&](ast::RecordUpdate& node) {
          expression(*node.record);
          fields(node.fields);
        },
        [&](ast::Typed& node) {
          expression(*node.expression);
          type(node.type);
        },
        [&](ast::Lambda& node) {
          const Scope scope(*this);
          parameters(node.parameters);
          expression(*node.body);
        },
        [&](ast::Do& node) {
          const Scope scope(*this);
          for (ast::Statement& each : node.statements) statement(each);
        },
        [&](auto&) { forEachSubexpression(source, [&](ast::Expr& each) { expression(each); }); });
  }

 private:
  // Forgets at its end what was bound since its begin.
  class Scope {
   public:
    explicit Scope(Renamer& renamer) : renamer_(renamer), begin_(renamer.bound_.size()) {}
    ~Scope() {
      for (; renamer_.bound_.size() > begin_; renamer_.bound_.pop_back()) {
        renamer_.locals_[renamer_.bound_.back()].pop_back();
      }
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Renamer& renamer_;
    std::size_t begin_;
  };

  // ------------------------------------------------------------------------------------- names

  void bind(const std::string& name, const std::string& called) {
    locals_[name].push_back(called);
    bound_.push_back(name);
  }

  [[nodiscard]] const std::string* local(const std::string& name) const {
    const auto found = locals_.find(name);
    return found == locals_.end() || found->second.empty() ? nullptr : &found->second.back();
  }

  std::string variable(const std::string& written, Span span) {
    if (const std::string* called = local(written)) return *called;
    std::string name = names_.value(written, span);
    return local(name) == nullptr ? name : names_.qualifier() + "." + name;
  }

  std::string anyName(const std::string& written, Span span) {
    return isConstructorName(splitQualified(written).second) ? names_.constructor(written, span)
                                                             : variable(written, span);
  }

  void bind(const ast::Pattern& source) {
    support::match(
        source.node, [](const ast::WildcardPattern&) {},
        [&](const ast::VariablePattern& node) { bind(node.name, node.name); },
        [](const ast::LiteralPattern&) {},
        [&](const ast::ConstructorPattern& node) { bindAll(node.arguments); },
        [&](const ast::RecordPattern& node) {
          if (node.rest) {
            for (const auto& [name, called] : names_.labelsOf(node.constructor)) {
              const auto isGiven = [&, &label = name](const ast::FieldPattern& field) {
                return splitQualified(field.label).second == label;
              };
              if (std::ranges::none_of(node.fields, isGiven)) bind(name, called);
            }
          }
          for (const ast::FieldPattern& field : node.fields) bind(field.pattern);
        },
        [&](const ast::TuplePattern& node) { bindAll(node.elements); },
        [&](const ast::ListPattern& node) { bindAll(node.elements); },
        [&](const ast::AsPattern& node) {
          bind(node.name, node.name);
          bind(*node.pattern);
        },
        [&](const ast::BangPattern& node) { bind(*node.pattern); },
        [&](const ast::LazyPattern& node) { bind(*node.pattern); },
        [&](const ast::TypedPattern& node) { bind(*node.pattern); },
        [&](const ast::InfixPattern& node) { bindAll(node.operands); });
  }

  void bindAll(const std::vector<ast::Pattern>& patterns) {
    for (const ast::Pattern& each : patterns) bind(each);
  }

  // ------------------------------------------------------------------------------ declarations

  void fixity(ast::Fixity& node) {
    for (std::string& name : node.operators) {
      name = isConstructorName(name) ? names_.ownConstructor(name) : names_.ownValue(name);
    }
  }

  void data(ast::DataDeclaration& node) {
    node.name = names_.ownType(node.name);
    types(node.derivingApplied);
    for (ast::ConstructorDeclaration& constructor : node.constructors) {
      constructor.name = names_.ownConstructor(constructor.name);
      for (ast::ConstructorField& field : constructor.fields) {
        if (!field.label.empty()) field.label = names_.ownValue(field.label);
        type(field.type);
      }
      for (auto& [parameter, equal] : constructor.equalities) type(equal);
    }
  }

  void classDeclaration(ast::ClassDeclaration& node) {
    node.name = names_.ownType(node.name);
    types(node.context);
    for (ast::Declaration& declaration : node.declarations) topLevel(declaration);
  }

  void instance(ast::InstanceDeclaration& node, Span span) {
    const std::string className = node.className;
    node.className = names_.type(className, span);
    types(node.context);
    type(node.type);
    types(node.more);
    for (ast::Declaration& declaration : node.declarations) {
      if (auto* signature = std::get_if<ast::Signature>(&declaration.node)) {
        for (std::string& name : signature->names) name = names_.method(className, name);
        types(signature->context);
        type(signature->type);
      } else if (auto* equation = std::get_if<ast::Clause>(&declaration.node)) {
        equation->name = names_.method(className, equation->name);
        clause(*equation);
      }
    }
  }

  void clause(ast::Clause& node) {
    const Scope scope(*this);
    parameters(node.patterns);
    rhs(node.rhs);
  }

  void parameters(std::vector<ast::Pattern>& patterns) {
    bindAll(patterns);
    for (ast::Pattern& each : patterns) pattern(each);
  }

  // A group of local declarations, which see each other.
  void group(std::vector<ast::Declaration>& declarations) {
    for (const ast::Declaration& declaration : declarations) {
      if (const auto* node = std::get_if<ast::Clause>(&declaration.node)) {
        bind(node->name, node->name);
      } else if (const auto* binding = std::get_if<ast::PatternBinding>(&declaration.node)) {
        bind(binding->pattern);
      }
    }
    for (ast::Declaration& declaration : declarations) {
      if (auto* node = std::get_if<ast::Clause>(&declaration.node)) {
        clause(*node);
      } else if (auto* binding = std::get_if<ast::PatternBinding>(&declaration.node)) {
        pattern(binding->pattern);
        rhs(binding->rhs);
      } else if (auto* signature = std::get_if<ast::Signature>(&declaration.node)) {
        types(signature->context);
        type(signature->type);
      }
    }
  }

  void rhs(ast::Rhs& node) {
    const Scope scope(*this);
    group(node.where);
    alternatives(node.alternatives);
  }

  void alternatives(std::vector<ast::GuardedExpr>& nodes) {
    for (ast::GuardedExpr& alternative : nodes) {
      const Scope scope(*this);
      for (ast::Guard& guard : alternative.guards) {
        support::match(
            guard.node, [&](ast::BooleanGuard& node) { expression(node.condition); },
            [&](ast::PatternGuard& node) {
              expression(node.expression);
              bind(node.pattern);
              pattern(node.pattern);
            },
            [&](ast::LetGuard& node) { group(node.declarations); });
      }
      expression(alternative.body);
    }
  }

  void statement(ast::Statement& source) {
    support::match(
        source.node, [&](ast::ExprStatement& node) { expression(node.expression); },
        [&](ast::BindStatement& node) {
          expression(node.expression);
          bind(node.pattern);
          pattern(node.pattern);
        },
        [&](ast::LetStatement& node) { group(node.declarations); });
  }

  // ------------------------------------------------------------------------------------- parts

  void fields(std::vector<ast::FieldExpr>& sources) {
    for (ast::FieldExpr& field : sources) {
      field.label = names_.label(field.label, field.expression.span);
      expression(field.expression);
    }
  }

  void patterns(std::vector<ast::Pattern>& sources) {
    for (ast::Pattern& each : sources) pattern(each);
  }

  void pattern(ast::Pattern& source) {
    support::match(
        source.node, [](ast::WildcardPattern&) {}, [](ast::VariablePattern&) {},
        [](ast::LiteralPattern&) {},
        [&](ast::ConstructorPattern& node) {
          node.name = names_.constructor(node.name, node.nameSpan);
          patterns(node.arguments);
        },
        [&](ast::RecordPattern& node) {
          node.constructor = names_.constructor(node.constructor, node.constructorSpan);
          for (ast::FieldPattern& field : node.fields) {
            field.label = names_.label(field.label, field.pattern.span);
            pattern(field.pattern);
          }
        },
        [&](ast::TuplePattern& node) { patterns(node.elements); },
        [&](ast::ListPattern& node) { patterns(node.elements); },
        [&](ast::AsPattern& node) { pattern(*node.pattern); },
        [&](ast::BangPattern& node) { pattern(*node.pattern); },
        [&](ast::LazyPattern& node) { pattern(*node.pattern); },
        [&](ast::TypedPattern& node) {
          pattern(*node.pattern);
          type(node.type);
        },
        [&](ast::InfixPattern& node) { patterns(node.operands); });
  }

  void types(std::vector<ast::TypeExpr>& sources) {
    for (ast::TypeExpr& each : sources) type(each);
  }

  void type(ast::TypeExpr& source) {
    const Span span = source.span;
    support::match(
        source.node, [](ast::TypeVariable&) {},
        [&](ast::TypeName& node) { node.name = names_.type(node.name, span); },
        [&](ast::TypeApply& node) {
          type(*node.head);
          types(node.arguments);
        },
        [&](ast::TypeList& node) { type(*node.element); },
        [&](ast::TypeTuple& node) { types(node.elements); },
        [&](ast::TypeArrow& node) {
          type(*node.from);
          type(*node.to);
        },
        [&](ast::TypeForall& node) { type(*node.type); });
  }

  NewNames& names_;
  // For each local name what it is called in the scopes around, the innermost one last.
  std::unordered_map<std::string, std::vector<std::string>> locals_;
  std::vector<std::string> bound_;
};

}  // namespace

void rename(std::vector<ast::Declaration>& topLevel, NewNames& names) {
  Renamer renamer(names);
  for (ast::Declaration& declaration : topLevel) renamer.topLevel(declaration);
}

void rename(ast::Expr& expression, NewNames& names) {
  Renamer(names).expression(expression);
}

}  // namespace deforest::text
