// Patterns: names bound, constructors with all their fields, sugar taken apart.
#include <algorithm>

#include "support/check.hpp"
#include "support/match.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {

using resolved::Pattern;

namespace {

// Lists and strings in patterns become nests of `:`, one level per element.
constexpr std::size_t longestListPattern = 500;

// That of what the function results in.
ConId constructorOfResult(const resolved::Module& module, FunctionId function,
                          std::string_view name) {
  const TypeConId type = module.types.prune(module.function(function).resultType)->con;
  for (const ConId con : module.types.con(type).constructors) {
    if (module.types.constructor(con).name == name) return con;
  }
  support::fail("a function of a library that does not result in what it is said to");
}

}  // namespace

LocalId Resolver::bindLocal(const std::string& name, Span span, Bound& bound) {
  if (!bound.names.insert(name).second) {
    reporter_.error(span, quoted(name) + " is bound twice in one pattern",
                    "compare explicitly: name one of them differently and add a guard");
  }
  const LocalId id{static_cast<std::uint32_t>(module_.locals.size())};
  resolved::Local local;
  local.name = name;
  local.span = span;
  local.owner = current_;
  module_.locals.push_back(std::move(local));
  bound.locals.push_back(id);
  return id;
}

void Resolver::bringIntoScope(const std::vector<LocalId>& locals) {
  for (const LocalId local : locals) declareName(module_.local(local).name, local);
}

TypeRef Resolver::flexibleType(const ast::TypeExpr& type) {
  std::map<std::string, TypeRef> variables;
  return types_.resolve(type, [&](const std::string& name, Span) {
    if (const TypeRef scoped = scopedType(name)) return scoped;
    TypeRef& variable = variables[name];
    if (variable == nullptr) variable = module_.types.fresh(TypeTable::deepest);
    return variable;
  });
}

Pattern Resolver::pattern(const ast::Pattern& source, Bound& bound) {
  Pattern result = patternNode(source, bound);
  result.span = source.span;
  return result;
}

Pattern Resolver::patternNode(const ast::Pattern& source, Bound& bound) {
  const auto elements = [&](const std::vector<ast::Pattern>& sources) {
    std::vector<Pattern> patterns;
    patterns.reserve(sources.size());
    for (const ast::Pattern& element : sources) patterns.push_back(pattern(element, bound));
    return patterns;
  };
  return support::match(
      source.node, [&](const ast::WildcardPattern&) { return Pattern{}; },
      [&](const ast::VariablePattern& variable) {
        Pattern result;
        result.node = resolved::VariablePattern{bindLocal(variable.name, source.span, bound)};
        return result;
      },
      [&](const ast::LiteralPattern& literal) { return literalPattern(literal, source.span); },
      [&](const ast::ConstructorPattern& constructor) {
        return constructorPattern(constructor, bound);
      },
      [&](const ast::RecordPattern& record) { return recordPattern(record, source.span, bound); },
      [&](const ast::TuplePattern& tuple) {
        Pattern result;
        if (tuple.unboxed) {
          result.node = resolved::UnboxedPattern{elements(tuple.elements)};
          return result;
        }
        TypeTable& types = module_.types;
        const TypeConId con = types.tupleCon(tuple.elements.size());
        result.node =
            resolved::ConstructorPattern{types.onlyConstructor(con), elements(tuple.elements)};
        return result;
      },
      [&](const ast::ListPattern& list) {
        return listPattern(elements(list.elements), source.span);
      },
      [&](const ast::AsPattern& as) {
        Pattern result;
        const LocalId local = bindLocal(as.name, source.span, bound);
        result.node =
            resolved::AsPattern{local, std::make_unique<Pattern>(pattern(*as.pattern, bound))};
        return result;
      },
      [&](const ast::BangPattern& bang) {
        Pattern result = pattern(*bang.pattern, bound);
        result.bang = true;
        noteForcing();
        return result;
      },
      [&](const ast::LazyPattern& lazy) {
        Pattern result = pattern(*lazy.pattern, bound);
        result.irrefutable = true;
        return result;
      },
      [&](const ast::TypedPattern& typed) {
        Pattern result = pattern(*typed.pattern, bound);
        result.annotation = flexibleType(typed.type);
        return result;
      },
      [&](const ast::InfixPattern&) -> Pattern {
        support::fail("an infix pattern that the parser has not resolved");
      });
}

Pattern Resolver::constructorPattern(const ast::ConstructorPattern& source, Bound& bound) {
  Pattern result;
  std::vector<Pattern> arguments;
  for (const ast::Pattern& argument : source.arguments) {
    arguments.push_back(pattern(argument, bound));
  }
  const LibraryPattern* synonym = inPrelude_ ? nullptr : types_.libraryPattern(source.name);
  FunctionId view;
  ConId con;
  if (synonym == nullptr) {
    con = lookupConstructor(source.name, source.nameSpan);
  } else {
    view = libraryFunction(*findLibrary(synonym->module), synonym->view);
    noteFunction(view, tick());
    con = constructorOfResult(module_, view, synonym->constructor);
  }
  if (!con.valid()) return result;
  const std::size_t arity = module_.types.constructor(con).fields.size();
  if (arguments.size() != arity) {
    reporter_.error(source.nameSpan,
                    "constructor " + quoted(source.name) + " has " + counted(arity, "field") +
                        ", the pattern " + std::to_string(arguments.size()),
                    "write `_` for fields that do not matter");
    return result;
  }
  result.node = resolved::ConstructorPattern{con, std::move(arguments)};
  if (synonym == nullptr) return result;
  result.span = source.nameSpan;
  Pattern viewed;
  viewed.node = resolved::ViewPattern{view, std::make_unique<Pattern>(std::move(result))};
  return viewed;
}

// Whether `..` in a pattern stands for that label: it does where the label is seen by its name.
bool Resolver::seesLabel(const std::string& label, TypeConId type) {
  const auto own = types_.labels().find(label);
  if (own != types_.labels().end()) return own->second.type == type;
  const Label* imported = types_.importedLabel(label);
  return imported != nullptr ? imported->type == type : types_.preludeLabel(label) != nullptr;
}

Pattern Resolver::recordPattern(const ast::RecordPattern& source, Span span, Bound& bound) {
  Pattern result;
  const ConId con = lookupConstructor(source.constructor, source.constructorSpan);
  std::vector<std::pair<std::string, Pattern>> given;
  for (const auto& [label, inner] : source.fields) {
    given.emplace_back(splitQualified(label).second, pattern(inner, bound));
  }
  if (!con.valid()) return result;
  const SourceConstructor& constructor = module_.types.constructor(con);
  std::vector<Pattern> arguments;
  for (const SourceField& field : constructor.fields) {
    const auto found = std::ranges::find_if(given, [&](const auto& entry) {
      return entry.first == field.label && !field.label.empty();
    });
    Pattern argument;
    argument.span = span;
    if (found != given.end()) {
      argument = std::move(found->second);
      given.erase(found);
    } else if (source.rest && !field.label.empty() && seesLabel(field.label, constructor.type)) {
      argument.node = resolved::VariablePattern{bindLocal(field.label, span, bound)};
    }
    arguments.push_back(std::move(argument));
  }
  for (const auto& [label, inner] : given) {
    reporter_.error(inner.span,
                    "constructor " + quoted(source.constructor) + " has no field " + quoted(label) +
                        ", or it stands twice",
                    "write each of its labels at most once");
  }
  result.node = resolved::ConstructorPattern{con, std::move(arguments)};
  return result;
}

Pattern Resolver::listPattern(std::vector<Pattern> elements, Span span) {
  if (elements.size() > longestListPattern) {
    reporter_.error(span,
                    "a list pattern of " + std::to_string(elements.size()) + " elements (limit " +
                        std::to_string(longestListPattern) + ")",
                    "compare with `==` instead");
    elements.clear();
  }
  Pattern result;
  result.span = span;
  result.node = resolved::ConstructorPattern{module_.types.nilCon, {}};
  while (!elements.empty()) {
    std::vector<Pattern> cell;
    cell.push_back(std::move(elements.back()));
    elements.pop_back();
    cell.push_back(std::move(result));
    result = Pattern{};
    result.span = span;
    result.node = resolved::ConstructorPattern{module_.types.consCon, std::move(cell)};
  }
  return result;
}

Pattern Resolver::literalPattern(const ast::LiteralPattern& source, Span span) {
  Pattern result;
  support::match(
      source.literal,
      [&](const ast::IntegerLiteral& literal) {
        result.node = resolved::LiteralPattern{
            resolved::NumberLiteral{literal.digits, false, source.negative}};
      },
      [&](const ast::FractionalLiteral& literal) {
        result.node = resolved::LiteralPattern{
            resolved::NumberLiteral{literal.digits, true, source.negative}};
      },
      [&](const ast::CharLiteral& literal) {
        result.node = resolved::LiteralPattern{resolved::CharLiteral{literal.value}};
      },
      [&](const ast::StringLiteral& literal) {
        std::vector<Pattern> elements;
        for (const char32_t c : literal.value) {
          Pattern element;
          element.span = span;
          element.node = resolved::LiteralPattern{resolved::CharLiteral{c}};
          elements.push_back(std::move(element));
        }
        result = listPattern(std::move(elements), span);
      });
  return result;
}

}  // namespace deforest::text
