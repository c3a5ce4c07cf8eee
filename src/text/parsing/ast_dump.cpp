#include "text/parsing/ast_dump.hpp"

#include <string_view>

#include "support/match.hpp"

namespace deforest::text {
namespace {

std::string quoted(std::u32string_view text, char quote) {
  std::string out(1, quote);
  for (const char32_t c : text) {
    if (c == static_cast<char32_t>(quote) || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c >= ' ' && c < 0x7F) {
      out += static_cast<char>(c);
    } else {
      out += '\\' + std::to_string(static_cast<unsigned>(c)) + ';';
    }
  }
  return out + quote;
}

// `(head part part)`.
class Form {
 public:
  explicit Form(std::string head) : text_("(" + std::move(head)) {}
  Form& operator<<(const std::string& part) {
    if (part.empty()) return *this;
    if (text_.size() > 1) text_ += ' ';
    text_ += part;
    return *this;
  }
  template <class Node>
  Form& operator<<(const std::vector<Node>& parts) {
    for (const Node& part : parts) *this << dumpPart(part);
    return *this;
  }
  operator std::string() const { return text_ + ")"; }  // NOLINT(google-explicit-constructor)

 private:
  template <class Node>
  static std::string dumpPart(const Node& node);
  std::string text_;
};

std::string literal(const ast::LiteralNode& node) {
  return support::match(
      node, [](const ast::IntegerLiteral& l) { return l.digits; },
      [](const ast::FractionalLiteral& l) { return l.digits; },
      [](const ast::CharLiteral& l) {
        return quoted({&l.value, 1}, '\'');
      },
      [](const ast::StringLiteral& l) { return quoted(l.value, '"'); });
}

template <class Fields>
std::string fieldList(const Fields& fields) {
  Form form("");
  for (const auto& [name, value] : fields) form << name + "=" + dump(value);
  return form;
}

std::string guard(const ast::Guard& node) {
  return support::match(
      node.node, [](const ast::BooleanGuard& g) { return dump(g.condition); },
      [](const ast::PatternGuard& g) -> std::string {
        return Form("<-") << dump(g.pattern) << dump(g.expression);
      },
      [](const ast::LetGuard& g) -> std::string { return Form("let") << g.declarations; });
}

std::string alternative(const ast::GuardedExpr& node) {
  if (node.guards.empty()) return dump(node.body);
  std::string guards;
  for (const ast::Guard& g : node.guards) guards += (guards.empty() ? "" : ", ") + guard(g);
  return "[" + guards + "] " + dump(node.body);
}

std::string rhs(const ast::Rhs& node) {
  std::string out;
  for (const ast::GuardedExpr& a : node.alternatives) {
    out += (out.empty() ? "" : " ") + alternative(a);
  }
  if (!node.where.empty()) out += " " + std::string(Form("where") << node.where);
  return out;
}

std::string statement(const ast::Statement& node) {
  return support::match(
      node.node, [](const ast::ExprStatement& s) { return dump(s.expression); },
      [](const ast::BindStatement& s) -> std::string {
        return Form("<-") << dump(s.pattern) << dump(s.expression);
      },
      [](const ast::LetStatement& s) -> std::string { return Form("let") << s.declarations; });
}

template <class Node>
std::string Form::dumpPart(const Node& node) {
  if constexpr (std::is_same_v<Node, std::string>) {
    return node;
  } else if constexpr (std::is_same_v<Node, ast::GuardedExpr>) {
    return alternative(node);
  } else if constexpr (std::is_same_v<Node, ast::Statement>) {
    return statement(node);
  } else if constexpr (std::is_same_v<Node, ast::CaseAlternative>) {
    return Form("") << dump(node.pattern) << rhs(node.rhs);
  } else {
    return dump(node);
  }
}

std::string field(const ast::ConstructorField& node) {
  const std::string type = (node.strict ? "!" : "") + dump(node.type);
  return node.label.empty() ? type : node.label + "::" + type;
}

std::string data(const ast::DataDeclaration& node) {
  Form form(node.isNewtype ? "newtype" : "data");
  if (node.parameters.empty()) {
    form << node.name;
  } else {
    form << (Form(node.name) << node.parameters);
  }
  for (const ast::ConstructorDeclaration& constructor : node.constructors) {
    Form part(constructor.name);
    if (constructor.record) part << std::string("record");
    if (!constructor.variables.empty()) part << (Form("forall") << constructor.variables);
    for (const auto& [parameter, equal] : constructor.equalities) {
      part << (Form("~") << node.parameters[parameter] << dump(equal));
    }
    for (const ast::ConstructorField& f : constructor.fields) part << field(f);
    form << part;
  }
  if (!node.deriving.empty()) form << (Form("deriving") << node.deriving);
  return form;
}

std::string fixity(const ast::Fixity& node) {
  const char* word = node.associativity == ast::Associativity::Left    ? "infixl"
                     : node.associativity == ast::Associativity::Right ? "infixr"
                                                                       : "infix";
  return Form(word) << std::to_string(node.precedence) << node.operators;
}

std::string_view tupleWord(bool unboxed) {
  return unboxed ? "utuple" : "tuple";
}

}  // namespace

std::string dump(const ast::TypeExpr& type) {
  return support::match(
      type.node, [](const ast::TypeVariable& t) { return t.name; },
      [](const ast::TypeName& t) { return t.name; },
      [](const ast::TypeApply& t) -> std::string { return Form(dump(*t.head)) << t.arguments; },
      [](const ast::TypeList& t) -> std::string { return Form("list") << dump(*t.element); },
      [](const ast::TypeTuple& t) -> std::string {
        return Form(std::string(tupleWord(t.unboxed))) << t.elements;
      },
      [](const ast::TypeArrow& t) -> std::string {
        return Form("->") << dump(*t.from) << dump(*t.to);
      },
      [](const ast::TypeForall& t) -> std::string {
        return Form("forall") << t.variables << dump(*t.type);
      });
}

std::string dump(const ast::Pattern& pattern) {
  return support::match(
      pattern.node, [](const ast::WildcardPattern&) -> std::string { return "_"; },
      [](const ast::VariablePattern& p) { return p.name; },
      [](const ast::LiteralPattern& p) { return (p.negative ? "-" : "") + literal(p.literal); },
      [](const ast::ConstructorPattern& p) -> std::string {
        return p.arguments.empty() ? p.name : std::string(Form(p.name) << p.arguments);
      },
      [](const ast::RecordPattern& p) -> std::string {
        return Form(p.constructor)
               << std::string("record") << fieldList(p.fields) << std::string(p.rest ? ".." : "");
      },
      [](const ast::TuplePattern& p) -> std::string {
        return Form(std::string(tupleWord(p.unboxed))) << p.elements;
      },
      [](const ast::ListPattern& p) -> std::string { return Form("list") << p.elements; },
      [](const ast::AsPattern& p) -> std::string {
        return Form("@") << p.name << dump(*p.pattern);
      },
      [](const ast::BangPattern& p) -> std::string { return Form("!") << dump(*p.pattern); },
      [](const ast::LazyPattern& p) -> std::string { return Form("~") << dump(*p.pattern); },
      [](const ast::TypedPattern& p) -> std::string {
        return Form("::") << dump(*p.pattern) << dump(p.type);
      },
      [](const ast::InfixPattern& p) -> std::string { return Form("unresolved") << p.operands; });
}

std::string dump(const ast::Expr& expression) {
  return support::match(
      expression.node, [](const ast::Variable& e) { return e.name; },
      [](const ast::ConstructorName& e) { return e.name; },
      [](const ast::LiteralExpr& e) { return literal(e.literal); },
      [](const ast::Apply& e) -> std::string { return Form(dump(*e.function)) << e.arguments; },
      [](const ast::Negate& e) -> std::string { return Form("neg") << dump(*e.operand); },
      [](const ast::Infix& e) -> std::string { return Form("unresolved") << e.operands; },
      [](const ast::If& e) -> std::string {
        return Form("if") << dump(*e.condition) << dump(*e.whenTrue) << dump(*e.whenFalse);
      },
      [](const ast::MultiIf& e) -> std::string { return Form("if|") << e.alternatives; },
      [](const ast::Case& e) -> std::string {
        return Form("case") << dump(*e.scrutinee) << e.alternatives;
      },
      [](const ast::Let& e) -> std::string {
        return Form("let") << (Form("") << e.declarations) << dump(*e.body);
      },
      [](const ast::Tuple& e) -> std::string {
        return Form(std::string(tupleWord(e.unboxed))) << e.elements;
      },
      [](const ast::List& e) -> std::string { return Form("list") << e.elements; },
      [](const ast::Range& e) -> std::string {
        return Form("range") << dump(*e.from) << (e.next ? dump(*e.next) : "_")
                             << (e.to ? dump(*e.to) : "_");
      },
      [](const ast::LeftSection& e) -> std::string {
        return Form("left") << dump(*e.operand) << e.op;
      },
      [](const ast::RightSection& e) -> std::string {
        return Form("right") << e.op << dump(*e.operand);
      },
      [](const ast::RecordConstruction& e) -> std::string {
        return Form("record") << e.constructor << fieldList(e.fields)
                              << std::string(e.rest ? ".." : "");
      },
      [](const ast::RecordUpdate& e) -> std::string {
        return Form("update") << dump(*e.record) << fieldList(e.fields);
      },
      [](const ast::Typed& e) -> std::string {
        return Form("::") << dump(*e.expression) << dump(e.type);
      },
      [](const ast::Lambda& e) -> std::string {
        return Form("\\") << e.parameters << std::string("->") << dump(*e.body);
      },
      [](const ast::Do& e) -> std::string { return Form("do") << e.statements; });
}

std::string dump(const ast::Declaration& declaration) {
  return support::match(
      declaration.node,
      [](const ast::Signature& d) -> std::string {
        return Form(d.constrained ? "::=>" : "::") << d.names << dump(d.type);
      },
      [](const ast::Clause& d) -> std::string { return Form(d.name) << d.patterns << rhs(d.rhs); },
      [](const ast::PatternBinding& d) -> std::string {
        return Form("=") << dump(d.pattern) << rhs(d.rhs);
      },
      [](const ast::Fixity& d) { return fixity(d); },
      [](const ast::DataDeclaration& d) { return data(d); },
      [](const ast::TypeSynonym& d) -> std::string {
        return Form("type") << d.name << d.parameters << dump(d.type);
      },
      [](const ast::ClassDeclaration& d) -> std::string {
        return Form("class") << d.context << d.name << d.variable << d.declarations;
      },
      [](const ast::InstanceDeclaration& d) -> std::string {
        return Form("instance") << d.context << d.className << dump(d.type) << d.declarations;
      },
      [](const ast::DerivingDeclaration& d) -> std::string {
        return Form("deriving-instance") << d.context << d.className << dump(d.type);
      });
}

std::string dump(const ast::Module& module) {
  std::string out;
  if (!module.name.empty()) out += "module " + module.name + "\n";
  for (const ast::Export& entity : module.exports) out += "export " + entity.name + "\n";
  for (const std::string& pragma : module.pragmas) out += pragma + "\n";
  for (const ast::Import& import : module.imports) out += import.text + "\n";
  for (const ast::Declaration& declaration : module.declarations) {
    if (!declaration.documentation.empty()) out += declaration.documentation + "\n";
    out += dump(declaration) + "\n";
  }
  return out;
}

}  // namespace deforest::text
