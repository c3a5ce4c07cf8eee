// What a type expression means.
#include <algorithm>
#include <utility>

#include "support/check.hpp"
#include "support/match.hpp"
#include "text/parsing/type_parts.hpp"
#include "text/scopes/names.hpp"
#include "text/scopes/types.hpp"

namespace deforest::text {
namespace {

struct KnownType {
  std::string_view name;
  std::string_view instead;
};

// Types of Haskell's libraries that people are likely to write.
constexpr KnownType absentTypes[] = {
    {"Natural", "use `Integer`, or `Word`, which has 64 bits and wraps"},
    {"Int8", "write `import Data.Int`"},
    {"Int16", "write `import Data.Int`"},
    {"Int32", "write `import Data.Int`"},
    {"Int64", "write `import Data.Int`"},
    {"Word8", "write `import Data.Word`"},
    {"Word16", "write `import Data.Word`"},
    {"Word32", "write `import Data.Word`"},
    {"Word64", "write `import Data.Word`"},
    {"IO", "`IO ()` is what `main` and functions that it calls may result in"},
    {"Map", "write `import Data.Map.Strict (Map)`"},
    {"IntMap", "write `import Data.IntMap.Strict (IntMap)`"},
    {"Set", "write `import Data.Set (Set)`"},
    {"IntSet", "write `import Data.IntSet (IntSet)`"},
    {"Array", "write `import Data.Array`"},
    {"Text", "write `import Data.Text (Text)`"},
};

}  // namespace

TypeRef TypeScope::resolve(const ast::TypeExpr& expr, const Variables& variables) {
  return support::match(
      expr.node,
      [&](const ast::TypeVariable& variable) -> TypeRef {
        return variables(variable.name, expr.span);
      },
      [&](const ast::TypeName& name) -> TypeRef { return resolveNamed(name.name, expr.span, {}); },
      [&](const ast::TypeApply& apply) -> TypeRef {
        return resolveApply(apply, expr.span, variables);
      },
      [&](const ast::TypeList& list) -> TypeRef {
        const TypeRef element = resolve(*list.element, variables);
        return element == nullptr ? nullptr : types_.list(element);
      },
      [&](const ast::TypeTuple& tuple) -> TypeRef {
        std::vector<TypeRef> elements;
        if (!resolveAll(tuple.elements, nullptr, variables, elements)) return nullptr;
        const std::size_t arity = elements.size();
        if (tuple.unboxed && arity == 0) {
          reporter_.error(expr.span, "an unboxed tuple without elements is not in the language",
                          "write `()`");
          return nullptr;
        }
        return types_.apply(tuple.unboxed ? types_.unboxedCon(arity) : types_.tupleCon(arity),
                            std::move(elements));
      },
      [&](const ast::TypeArrow& arrow) -> TypeRef {
        const TypeRef from = resolve(*arrow.from, variables);
        const TypeRef to = resolve(*arrow.to, variables);
        return from == nullptr || to == nullptr ? nullptr : types_.arrow(from, to);
      },
      [&](const ast::TypeForall& forall) -> TypeRef {
        if (module_ != nullptr && !builtinOnly_) {
          reporter_.error(expr.span, "a `forall` inside a type is not in the language",
                          "write it at the beginning of the signature, or leave it out");
          return nullptr;
        }
        std::map<std::string, TypeRef> bound;
        return resolve(*forall.type, [&](const std::string& name, Span span) -> TypeRef {
          if (std::ranges::find(forall.variables, name) == forall.variables.end()) {
            return variables(name, span);
          }
          TypeRef& variable = bound[name];
          if (variable == nullptr) variable = forallVariable({&forall, name});
          return variable;
        });
      });
}

bool TypeScope::resolveAll(const std::vector<ast::TypeExpr>& exprs, const ast::TypeExpr* head,
                           const Variables& variables, std::vector<TypeRef>& found) {
  const auto* name = head == nullptr ? nullptr : std::get_if<ast::TypeName>(&head->node);
  const bool own = name != nullptr && owner_ == nullptr && !builtinOnly_;
  bool complete = true;
  for (std::size_t i = 0; i < exprs.size(); ++i) {
    const std::size_t missing = own ? kinds_.of(splitQualified(name->name).second, i) : 0;
    found.push_back(missing == 0 ? resolve(exprs[i], variables)
                                 : resolveConstructor(exprs[i], missing, variables));
    complete = complete && found.back() != nullptr;
  }
  return complete;
}

TypeRef TypeScope::resolveConstructor(const ast::TypeExpr& expr, std::size_t missing,
                                      const Variables& variables) {
  const auto* apply = std::get_if<ast::TypeApply>(&expr.node);
  const ast::TypeExpr& head = apply == nullptr ? expr : *apply->head;
  if (std::holds_alternative<ast::TypeVariable>(head.node)) return resolve(expr, variables);
  const auto* name = std::get_if<ast::TypeName>(&head.node);
  std::vector<TypeRef> arguments;
  if (apply != nullptr && !resolveAll(apply->arguments, &head, variables, arguments)) {
    return nullptr;
  }
  if (name == nullptr) {
    reporter_.error(expr.span, "here a type constructor is meant, not a type",
                    "leave the last parameter out: `Functor Tree`, `Functor (Either e)`, "
                    "`Functor []`");
    return nullptr;
  }
  unapplied_ = missing;
  return resolveNamed(name->name, expr.span, std::move(arguments));
}

TypeRef TypeScope::resolveApply(const ast::TypeApply& apply, Span span,
                                const Variables& variables) {
  std::vector<TypeRef> arguments;
  if (!resolveAll(apply.arguments, apply.head.get(), variables, arguments)) return nullptr;
  if (const auto* name = std::get_if<ast::TypeName>(&apply.head->node)) {
    // An action is what it prints.
    if (actions_ && splitQualified(name->name).second == "IO") {
      return types_.list(types_.apply(types_.charCon));
    }
    return resolveNamed(name->name, span, std::move(arguments));
  }
  if (const auto* variable = std::get_if<ast::TypeVariable>(&apply.head->node)) {
    const TypeRef constructor = variables(variable->name, apply.head->span);
    return constructor == nullptr ? nullptr : types_.applied(constructor, arguments);
  }
  reporter_.error(apply.head->span, "only a named type can be applied to types",
                  "leave the parentheses out");
  return nullptr;
}

TypeRef TypeScope::resolveNamed(const std::string& name, Span span,
                                std::vector<TypeRef> arguments) {
  const std::size_t unapplied = std::exchange(unapplied_, 0);
  if (owner_ != nullptr) return typeOfOther(name, std::move(arguments));
  const auto [qualifier, plain] = splitQualified(name);
  TypeConId id = seenLibraryType(qualifier, plain);
  if (!id.valid() && isForeign(name)) {
    if (isScalarName(name)) return unknownType(plain, span);  // it would be taken for the other
    return abstractType(name, std::move(arguments));
  }
  if (!id.valid() && !builtinOnly_) {
    if (const auto synonym = synonyms_.find(plain); synonym != synonyms_.end()) {
      return expandSynonym(synonym->second, plain, span, arguments, unapplied);
    }
    if (const auto data = data_.find(plain); data != data_.end()) id = data->second;
  }
  if (!id.valid()) {
    if ((plain == "String" || plain == "FilePath") && arguments.empty()) {
      return types_.list(types_.apply(types_.charCon));
    }
    if (plain == "Rational" && arguments.empty()) {
      return types_.apply(ratioCon(), {types_.apply(types_.integerCon)});
    }
    if (plain == "ReadS" && arguments.size() == 1) {
      const TypeRef text = types_.list(types_.apply(types_.charCon));
      const TypeRef pair = types_.apply(types_.tupleCon(2), {arguments[0], text});
      return types_.arrow(text, types_.list(pair));
    }
    if (plain == "ShowS" && arguments.empty()) {
      const TypeRef text = types_.list(types_.apply(types_.charCon));
      return types_.arrow(text, text);
    }
    for (const TypeConId builtin :
         {types_.intCon, types_.wordCon, types_.doubleCon, types_.floatCon, types_.charCon,
          types_.boolCon, types_.integerCon, types_.orderingCon, types_.maybeCon,
          types_.eitherCon}) {
      if (types_.con(builtin).name == plain) id = builtin;
    }
    if (const ast::DataDeclaration* declared = id.valid() ? nullptr : seenPreludeType(plain)) {
      id = preludeType(*declared);
    }
    if (plain == "[]") id = types_.listCon;
    if (plain == "()") id = types_.tupleCon(0);
    if (plain.starts_with("(,")) id = types_.tupleCon(plain.size() - 1);
    if (plain == "(->)") id = types_.arrowCon;
  }
  if (!id.valid() && module_ != nullptr && !builtinOnly_) {
    return abstractType(name, std::move(arguments));
  }
  if (!id.valid()) id = promotedType(plain);
  if (!id.valid()) return unknownType(plain, span);
  const std::size_t parameters = types_.con(id).parameters.size();
  if (parameters < unapplied + types_.con(id).hidden) {
    reporter_.error(
        span,
        "type " + quoted(plain) + " has no " + (unapplied == 1 ? "parameter" : "such parameters"),
        "a type constructor is meant here, as in `Functor Maybe`");
    return nullptr;
  }
  const std::size_t arity = parameters - unapplied - types_.con(id).hidden;
  if (unapplied > 0 && arguments.size() == arity + 1) {
    reporter_.error(span, "here a type constructor is meant, not a type",
                    "leave the last parameter of " + quoted(plain) + " out");
    return nullptr;
  }
  if (arguments.size() != arity) {
    reporter_.error(
        span,
        "type " + quoted(plain) + " has " + counted(arity, "parameter") + ", not " +
            std::to_string(arguments.size()),
        arity == 0 ? "write " + quoted(plain) + " alone" : "give it " + counted(arity, "type"));
    return nullptr;
  }
  if (types_.con(id).hidden > 0) {
    std::vector<TypeRef> hidden;
    for (const ForallVariable& each : foralls_.at(types_.con(id).name)) {
      hidden.push_back(forallVariable(each));
    }
    arguments.insert(arguments.begin(), hidden.begin(), hidden.end());
  }
  return types_.apply(id, std::move(arguments));
}

// Whether the name is none of the module's own and none of the language's.
bool TypeScope::isForeign(const std::string& name) const {
  if (module_ == nullptr || builtinOnly_) return false;
  const auto [qualifier, plain] = splitQualified(name);
  if (!qualifier.empty() && qualifier != module_->name) {
    return imports_.isForeign(qualifier) || !imports_.knowsQualifier(qualifier);
  }
  if (synonyms_.contains(plain) || data_.contains(plain)) return false;
  return module_->opaqueType(plain) != nullptr || imports_.hides(plain);
}

// The libraries see the types of one another; a module those that it imports, unless it has one of
// the same name itself.
TypeConId TypeScope::seenLibraryType(const std::string& qualifier, const std::string& name) {
  if (builtinOnly_) {
    for (const Library& library : libraries()) {
      if (library.type == name) return libraryType(library);
    }
    return {};
  }
  if (qualifier.empty() && (data_.contains(name) || synonyms_.contains(name))) return {};
  const Library* library = imports_.findTypeOfLibrary(qualifier, name);
  return library == nullptr ? TypeConId{} : libraryType(*library);
}

bool TypeScope::isAboutRefined(const ast::TypeExpr& type) const {
  if (const auto* apply = std::get_if<ast::TypeApply>(&type.node)) {
    const auto* head = std::get_if<ast::TypeName>(&apply->head->node);
    const auto found =
        head == nullptr ? data_.end() : data_.find(splitQualified(head->name).second);
    const auto isVariable = [](const ast::TypeExpr& each) {
      return std::holds_alternative<ast::TypeVariable>(each.node);
    };
    const auto refines = [&](ConId con) { return !types_.constructor(con).equalities.empty(); };
    if (found != data_.end() && std::ranges::any_of(apply->arguments, isVariable) &&
        std::ranges::any_of(types_.con(found->second).constructors, refines)) {
      return true;
    }
  }
  bool inside = false;
  forEachPart(type, [&](const ast::TypeExpr& part) { inside = inside || isAboutRefined(part); });
  return inside;
}

void TypeScope::findPromoted(const ast::Module& module) {
  if (module.keepsOpaque) return;
  for (const ast::Declaration& declaration : module.declarations) {
    const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node);
    if (data == nullptr) continue;
    for (const ast::ConstructorDeclaration& constructor : data->constructors) {
      promoted_.emplace(constructor.name, std::pair(constructor.fields.size(), TypeConId{}));
    }
  }
}

TypeConId TypeScope::promotedType(const std::string& name) {
  const auto found = builtinOnly_ ? promoted_.end() : promoted_.find(name);
  if (found == promoted_.end()) return {};
  auto& [fields, id] = found->second;
  if (id.valid()) return id;
  TypeCon con;
  con.name = name;
  con.shape = TypeShape::Data;
  for (std::size_t i = 0; i < fields; ++i) con.parameters.push_back(types_.rigid("", true));
  con.instances = ~noClasses;  // there are no values that anything is asked of
  id = types_.addCon(std::move(con));
  return id;
}

TypeRef TypeScope::unknownType(const std::string& name, Span span) {
  for (const KnownType& known : absentTypes) {
    if (known.name == name) {
      reporter_.error(span, "type " + quoted(name) + " is not in the language",
                      std::string(known.instead));
      return nullptr;
    }
  }
  std::string nearest;
  if (!reporter_.crowded()) {
    std::vector<std::string> candidates = {"Int",  "Word",     "Double", "Float",  "Char",
                                           "Bool", "Ordering", "Maybe",  "Either", "String"};
    for (const auto& [candidate, id] : data_) candidates.push_back(candidate);
    for (const auto& [candidate, synonym] : synonyms_) candidates.push_back(candidate);
    nearest = nearestName(name, candidates);
  }
  reporter_.error(span, "type " + quoted(name) + " is not declared",
                  nearest.empty() ? "declare it: `data " + shortened(name) + " = ...`"
                                  : "did you mean " + quoted(nearest) + "?");
  return nullptr;
}

TypeRef TypeScope::expandSynonym(Synonym& synonym, const std::string& name, Span span,
                                 const std::vector<TypeRef>& arguments, std::size_t missing) {
  const std::vector<std::string>& parameters = synonym.declaration->parameters;
  const bool further = arguments.size() > parameters.size() ||
                       (missing > 0 && arguments.size() == parameters.size());
  if (arguments.size() != parameters.size() && !further) {
    reporter_.error(span,
                    "type synonym " + quoted(name) + " has " +
                        counted(parameters.size(), "parameter") + ", not " +
                        std::to_string(arguments.size()),
                    "a synonym is always written with all of them");
    return nullptr;
  }
  if (synonym.open) {
    reporter_.error(synonym.span, "type synonym " + quoted(name) + " stands for itself",
                    "a recursive type is a `data` or `newtype`");
    return nullptr;
  }
  if (synonym.known != nullptr && !further) return synonym.known;
  constexpr std::size_t maxExpansions = 1U << 17U;
  if (++expansions_ > maxExpansions) {
    throw support::LimitError("type synonyms expand to too large types");
  }
  synonym.open = true;
  const Variables meaning = [&](const std::string& variable, Span where) -> TypeRef {
    const auto found = std::ranges::find(parameters, variable);
    if (found != parameters.end()) {
      return arguments[static_cast<std::size_t>(found - parameters.begin())];
    }
    reporter_.error(where,
                    "type variable " + quoted(variable) + " is not a parameter of " + quoted(name),
                    "write `type " + name + " " + variable + " = ...`");
    return nullptr;
  };
  const auto end = arguments.begin() + static_cast<std::ptrdiff_t>(parameters.size());
  const TypeRef type =
      further ? applySynonym(synonym.declaration->type, meaning, {end, arguments.end()}, missing)
              : resolve(synonym.declaration->type, meaning);
  synonym.open = false;
  if (parameters.empty() && !further && !foralls_.contains(name)) synonym.known = type;
  return type;
}

// A synonym for a type constructor, with what that is applied to: `type Parser = State String` at
// `Parser Int`.
TypeRef TypeScope::applySynonym(const ast::TypeExpr& type, const Variables& variables,
                                const std::vector<TypeRef>& further, std::size_t missing) {
  const auto* apply = std::get_if<ast::TypeApply>(&type.node);
  const auto* name = std::get_if<ast::TypeName>(apply == nullptr ? &type.node : &apply->head->node);
  std::vector<TypeRef> arguments;
  if (apply != nullptr && !resolveAll(apply->arguments, apply->head.get(), variables, arguments)) {
    return nullptr;
  }
  arguments.insert(arguments.end(), further.begin(), further.end());
  unapplied_ = name == nullptr ? 0 : missing;
  if (name != nullptr) return resolveNamed(name->name, type.span, std::move(arguments));
  reporter_.error(type.span, "only a named type can be applied to types",
                  "give the synonym the parameters that its type has");
  return nullptr;
}

bool TypeScope::endsInShowS(const ast::TypeExpr& expr) const {
  if (const auto* arrow = std::get_if<ast::TypeArrow>(&expr.node)) return endsInShowS(*arrow->to);
  const auto* name = std::get_if<ast::TypeName>(&expr.node);
  return name != nullptr && splitQualified(name->name).second == "ShowS" &&
         !synonyms_.contains("ShowS") && !data_.contains("ShowS");
}

// `A -> B -> IO ()`, without an action among the arguments.
bool TypeScope::endsInAction(const ast::TypeExpr& expr) const {
  if (seesActions_) return false;
  const auto isUnit = [](const ast::TypeExpr& type) {
    const auto* name = std::get_if<ast::TypeName>(&type.node);
    const auto* tuple = std::get_if<ast::TypeTuple>(&type.node);
    return (name != nullptr && name->name == "()") || (tuple != nullptr && tuple->elements.empty());
  };
  const auto* arrow = std::get_if<ast::TypeArrow>(&expr.node);
  if (arrow != nullptr) return !endsInAction(*arrow->from) && endsInAction(*arrow->to);
  const auto* apply = std::get_if<ast::TypeApply>(&expr.node);
  const auto* head = apply == nullptr ? nullptr : std::get_if<ast::TypeName>(&apply->head->node);
  return head != nullptr && splitQualified(head->name).second == "IO" &&
         !synonyms_.contains("IO") && !data_.contains("IO") && apply->arguments.size() == 1 &&
         isUnit(apply->arguments[0]);
}

std::size_t TypeScope::arity(const ast::TypeExpr& expr) const {
  std::size_t count = 0;
  const ast::TypeExpr* rest = &expr;
  while (const auto* arrow = std::get_if<ast::TypeArrow>(&rest->node)) {
    ++count;
    rest = arrow->to.get();
  }
  return count + (endsInShowS(*rest) ? 1 : 0);
}

std::vector<TypeRef> TypeScope::resolveSignature(const ast::TypeExpr& expr, const std::string& name,
                                                 std::size_t arity, const Variables& variables) {
  std::vector<TypeRef> parts;
  actions_ = endsInAction(expr);
  TypeRef rest = resolve(expr, variables);
  actions_ = false;
  if (rest == nullptr) return {};
  while (parts.size() < arity && types_.isArrow(rest)) {
    const TypeRef arrow = types_.prune(rest);
    parts.push_back(arrow->arguments[0]);
    rest = arrow->arguments[1];
  }
  if (parts.size() != arity) {
    reporter_.error(expr.span,
                    "the signature of " + quoted(name) + " has " +
                        counted(parts.size(), "parameter") + ", its equations have " +
                        std::to_string(arity),
                    "signature and equations must agree");
    return {};
  }
  parts.push_back(rest);
  return parts;
}

}  // namespace deforest::text
