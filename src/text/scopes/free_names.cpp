#include "text/scopes/free_names.hpp"

#include <map>
#include <vector>

#include "support/match.hpp"
#include "text/parsing/expression_parts.hpp"

namespace deforest::text {
namespace {

template <class Use>
void forEachBound(const ast::Pattern& source, const Use& use) {
  const auto all = [&](const std::vector<ast::Pattern>& patterns) {
    for (const ast::Pattern& each : patterns) forEachBound(each, use);
  };
  support::match(
      source.node, [](const ast::WildcardPattern&) {},
      [&](const ast::VariablePattern& node) { use(node.name); }, [](const ast::LiteralPattern&) {},
      [&](const ast::ConstructorPattern& node) { all(node.arguments); },
      [&](const ast::RecordPattern& node) {
        for (const ast::FieldPattern& field : node.fields) forEachBound(field.pattern, use);
      },
      [&](const ast::TuplePattern& node) { all(node.elements); },
      [&](const ast::ListPattern& node) { all(node.elements); },
      [&](const ast::AsPattern& node) {
        use(node.name);
        forEachBound(*node.pattern, use);
      },
      [&](const ast::BangPattern& node) { forEachBound(*node.pattern, use); },
      [&](const ast::LazyPattern& node) { forEachBound(*node.pattern, use); },
      [&](const ast::TypedPattern& node) { forEachBound(*node.pattern, use); },
      [&](const ast::InfixPattern& node) { all(node.operands); });
}

class Uses {
 public:
  explicit Uses(const std::set<std::string>& names) : names_(names) {}

  void declaration(const ast::Declaration& source) {
    const Scope scope(*this);
    if (const auto* clause = std::get_if<ast::Clause>(&source.node)) {
      for (const ast::Pattern& each : clause->patterns) bind(each);
      rhs(clause->rhs);
    } else if (const auto* binding = std::get_if<ast::PatternBinding>(&source.node)) {
      rhs(binding->rhs);
    }
  }

  void whole(const ast::Expr& source) { expression(source); }

  std::set<std::string> found;

 private:
  // Forgets at its end what was bound since its begin.
  class Scope {
   public:
    explicit Scope(Uses& uses) : uses_(uses), begin_(uses.bound_.size()) {}
    ~Scope() {
      for (; uses_.bound_.size() > begin_; uses_.bound_.pop_back()) {
        --uses_.hidden_[uses_.bound_.back()];
      }
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Uses& uses_;
    std::size_t begin_;
  };

  void bind(const std::string& name) {
    if (!names_.contains(name)) return;
    ++hidden_[name];
    bound_.push_back(name);
  }
  void bind(const ast::Pattern& source) {
    forEachBound(source, [&](const std::string& name) { bind(name); });
  }

  void use(const std::string& name) {
    if (!names_.contains(name)) return;
    const auto hidden = hidden_.find(name);
    if (hidden == hidden_.end() || hidden->second == 0) found.insert(name);
  }

  void group(const std::vector<ast::Declaration>& declarations) {
    for (const ast::Declaration& each : declarations) {
      if (const auto* clause = std::get_if<ast::Clause>(&each.node)) {
        bind(clause->name);
      } else if (const auto* binding = std::get_if<ast::PatternBinding>(&each.node)) {
        bind(binding->pattern);
      }
    }
    for (const ast::Declaration& each : declarations) declaration(each);
  }

  void rhs(const ast::Rhs& source) {
    const Scope scope(*this);
    group(source.where);
    alternatives(source.alternatives);
  }

  void alternatives(const std::vector<ast::GuardedExpr>& sources) {
    for (const ast::GuardedExpr& alternative : sources) {
      const Scope scope(*this);
      for (const ast::Guard& guard : alternative.guards) {
        support::match(
            guard.node, [&](const ast::BooleanGuard& node) { expression(node.condition); },
            [&](const ast::PatternGuard& node) {
              expression(node.expression);
              bind(node.pattern);
            },
            [&](const ast::LetGuard& node) { group(node.declarations); });
      }
      expression(alternative.body);
    }
  }

  void statement(const ast::Statement& source) {
    support::match(
        source.node, [&](const ast::ExprStatement& node) { expression(node.expression); },
        [&](const ast::BindStatement& node) {
          expression(node.expression);
          bind(node.pattern);
        },
        [&](const ast::LetStatement& node) { group(node.declarations); });
  }

  void operands(const ast::Expr& source) {
    forEachSubexpression(source, [&](const ast::Expr& each) { expression(each); });
  }

  void expression(const ast::Expr& source) {
    support::match(
        source.node, [&](const ast::Variable& node) { use(node.name); },
        [&](const ast::Infix& node) {
          for (const auto& [name, span] : node.operators) use(name);
          operands(source);
        },
        [&](const ast::MultiIf& node) { alternatives(node.alternatives); },
        [&](const ast::Case& node) {
          expression(*node.scrutinee);
          for (const ast::CaseAlternative& alternative : node.alternatives) {
            const Scope scope(*this);
            bind(alternative.pattern);
            rhs(alternative.rhs);
          }
        },
        [&](const ast::Let& node) {
          const Scope scope(*this);
          group(node.declarations);
          expression(*node.body);
        },
        [&](const ast::LeftSection& node) {
          operands(source);
          use(node.op);
        },
        [&](const ast::RightSection& node) {
          use(node.op);
          operands(source);
        },
        [&](const ast::RecordConstruction& node) {
          operands(source);
          // Which fields there are is not known here.
          if (node.rest) {
            for (const std::string& name : names_) use(name);
          }
        },
        [&](const ast::Lambda& node) {
          const Scope scope(*this);
          for (const ast::Pattern& each : node.parameters) bind(each);
          expression(*node.body);
        },
        [&](const ast::Do& node) {
          const Scope scope(*this);
          for (const ast::Statement& each : node.statements) statement(each);
        },
        [&](const auto&) { operands(source); });
  }

  const std::set<std::string>& names_;
  std::map<std::string, int> hidden_;  // how often each is bound within
  std::vector<std::string> bound_;
};

}  // namespace

std::set<std::string> freeNames(const ast::Declaration& declaration,
                                const std::set<std::string>& names) {
  Uses uses(names);
  uses.declaration(declaration);
  return std::move(uses.found);
}

std::set<std::string> freeNames(const ast::Expr& expression, const std::set<std::string>& names) {
  Uses uses(names);
  uses.whole(expression);
  return std::move(uses.found);
}

std::set<std::string> boundNames(const ast::Pattern& pattern) {
  std::set<std::string> names;
  forEachBound(pattern, [&](const std::string& name) { names.insert(name); });
  return names;
}

std::set<std::string> boundNames(const ast::Declaration& declaration) {
  if (const auto* clause = std::get_if<ast::Clause>(&declaration.node)) return {clause->name};
  const auto* binding = std::get_if<ast::PatternBinding>(&declaration.node);
  return binding == nullptr ? std::set<std::string>() : boundNames(binding->pattern);
}

}  // namespace deforest::text
