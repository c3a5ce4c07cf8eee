// `deriving (Functor, Foldable, Traversable)`: instances, written as text and read as such;
// `deriving Ix` for enumerations and for types of one constructor. `deriving Read`:
// read_deriving.hpp.
//
//     data Tree a = Leaf | Node (Tree a) a [Tree a] deriving Functor
//
//     instance Functor Tree where
//       fmap f (Leaf) = Leaf
//       fmap f (Node x0 x1 x2) = Node (fmap f x0) (f x1) (fmap (\y0 -> fmap f y0) x2)
//
// What a field becomes its type says: nothing, if the last parameter does not stand in it; the
// function's result, if it is that parameter; else the last argument of the type is changed within.
// The function is handed on as it is wherever it can be, so that a recursion is at the same one.
// (Haskell has it so in GHC's user guide, "Deriving instances of extra classes".)
#include <algorithm>

#include "support/check.hpp"
#include "text/parsing/parser.hpp"
#include "text/scopes/newtype_deriving.hpp"
#include "text/scopes/read_deriving.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

bool isEnumeration(const TypeTable& types, const TypeCon& con) {
  return con.parameters.empty() && !con.constructors.empty() &&
         std::ranges::all_of(con.constructors,
                             [&](ConId id) { return types.constructor(id).fields.empty(); });
}

bool isIndex(const TypeTable& types, const TypeCon& con) {
  return con.constructors.size() == 1 || isEnumeration(types, con);
}

// Of constructors without fields: by their places among all of them.
std::string enumeratedIndex(const TypeTable& types, const TypeCon& con) {
  const std::string prelude = std::string(ast::preludeQualifier) + ".";
  std::string all;
  std::string places;
  for (std::size_t i = 0; i < con.constructors.size(); ++i) {
    const std::string& name = types.constructor(con.constructors[i]).name;
    all += (i == 0 ? "" : ", ") + name;
    places += (i == 0 ? "" : "; ") + name + " -> " + std::to_string(i);
  }
  const auto place = [&](const std::string& x) { return " (case " + x + " of {" + places + "})"; };
  return "instance Ix " + con.name + " where\n  range (l, h) = " + prelude + "sectionOf" +
         place("l") + place("h") + " [" + all + "]\n  index (l, h) i = " + prelude + "placeAmong" +
         place("l") + place("h") + place("i") + "\n  inRange (l, h) i = " + prelude + "isAmong" +
         place("l") + place("h") + place("i") + "\n";
}

// Of fields: as of pairs of the first one and the others; of a newtype, as of its field.
std::string productIndex(const TypeTable& types, const TypeCon& con) {
  const std::string prelude = std::string(ast::preludeQualifier) + ".";
  const SourceConstructor& constructor = types.constructor(con.constructors[0]);
  const std::string name =
      constructor.name.starts_with(":") ? "(" + constructor.name + ")" : constructor.name;
  const auto value = [&](const std::string& x) {
    std::string text = "(" + name;
    for (std::size_t i = 0; i < constructor.fields.size(); ++i) text += " " + x + std::to_string(i);
    return text + ")";
  };
  const auto pairs = [&](const std::string& x) {
    if (con.isNewtype) return x + "0";
    std::string text;
    for (std::size_t i = 0; i < constructor.fields.size(); ++i) {
      text += "(" + x + std::to_string(i) + ", ";
    }
    return text + "()" + std::string(constructor.fields.size(), ')');
  };
  std::string context;
  std::string type = con.name;
  for (std::size_t i = con.hidden; i < con.parameters.size(); ++i) {
    context += (context.empty() ? "(Ix " : ", Ix ") + con.parameters[i]->name;
    type += " " + con.parameters[i]->name;
  }
  const std::string bounds = "(" + value("l") + ", " + value("h") + ")";
  const std::string inPairs = "(" + pairs("l") + ", " + pairs("h") + ")";
  return "instance " + (context.empty() ? "" : context + ") => ") + "Ix (" + type +
         ") where\n  range " + bounds + " = [" + value("i") + " | " + pairs("i") + " <- " +
         prelude + "range " + inPairs + "]\n  index " + bounds + " " + value("i") + " = " +
         prelude + "index " + inPairs + " " + pairs("i") + "\n  inRange " + bounds + " " +
         value("i") + " = " + prelude + "inRange " + inPairs + " " + pairs("i") + "\n";
}

std::string indexInstance(const TypeTable& types, const TypeCon& con) {
  return isEnumeration(types, con) ? enumeratedIndex(types, con) : productIndex(types, con);
}

/// A type of which nobody can say what becomes of it.
struct Underivable {
  TypeRef type;
};

class Deriver {
 public:
  Deriver(const TypeTable& types, TypeConId con)
      : types_(types), con_(types.con(con)), last_(types.prune(con_.parameters.back())) {}

  /// `applied`: parameters that stand for type constructors.
  std::string instanceOf(const std::string& className, const std::vector<std::string>& applied) {
    std::string text = "instance ";
    for (const std::string& parameter : applied) {
      text += (&parameter == &applied.front() ? "(" : ", ") + className + " " + parameter;
    }
    text += (applied.empty() ? "" : ") => ") + className + " (" + con_.name;
    for (std::size_t i = con_.hidden; i + 1 < con_.parameters.size(); ++i) {
      text += " " + con_.parameters[i]->name;
    }
    text += ") where\n";
    for (const ConId id : con_.constructors) {
      const SourceConstructor& constructor = types_.constructor(id);
      std::string pattern = "(" + name(constructor);
      for (std::size_t i = 0; i < constructor.fields.size(); ++i) pattern += " " + field(i);
      pattern += ")";
      if (className == "Functor")
        text += "  fmap f " + pattern + " = " + mapped(constructor) + "\n";
      if (className == "Traversable") {
        text += "  traverse f " + pattern + " = " + traversed(constructor) + "\n";
      }
      if (className == "Foldable") {
        text += "  foldMap f " + pattern + " = " + joined(constructor) + "\n";
        folds_ += "  foldr f z " + pattern + " = " + folded(constructor) + "\n";
      }
    }
    return text + folds_;
  }

 private:
  static std::string field(std::size_t i) { return "x" + std::to_string(i); }
  std::string fresh() { return "y" + std::to_string(next_++); }
  static std::string method(std::string_view name) {
    return std::string(ast::preludeQualifier) + "." + std::string(name);
  }
  static std::string name(const SourceConstructor& constructor) {
    return constructor.name.starts_with(":") ? "(" + constructor.name + ")" : constructor.name;
  }

  [[nodiscard]] bool mentions(TypeRef type) const {
    type = types_.prune(type);
    return type == last_ || std::ranges::any_of(type->arguments, [&](TypeRef argument) {
             return mentions(argument);
           });
  }
  [[nodiscard]] bool isLast(TypeRef type) const { return types_.prune(type) == last_; }

  // The argument within which things change: the only one.
  TypeRef within(TypeRef type) const {
    type = types_.prune(type);
    for (std::size_t i = 0; i + 1 < type->arguments.size(); ++i) {
      if (mentions(type->arguments[i])) throw Underivable{type};
    }
    return type->arguments.back();
  }
  [[nodiscard]] bool isTuple(TypeRef type) const {
    const TypeRef pruned = types_.prune(type);
    return pruned->con.valid() && types_.con(pruned->con).shape == TypeShape::Tuple;
  }

  // (case x of (y0, y1) -> body y0 y1)
  template <class Body>
  std::string onTuple(const std::string& x, TypeRef type, Body body) {
    std::vector<std::string> names;
    std::string pattern = "(";
    for (std::size_t i = 0; i < types_.prune(type)->arguments.size(); ++i) {
      names.push_back(fresh());
      pattern += (i == 0 ? "" : ", ") + names.back();
    }
    return "(case " + x + " of " + pattern + ") -> " + body(names, types_.prune(type)->arguments) +
           ")";
  }

  // ------------------------------------------------------------------------------------- Functor

  std::string map(const std::string& x, TypeRef type) {
    if (!mentions(type)) return x;
    if (isLast(type)) return "(f " + x + ")";
    if (isTuple(type)) {
      return onTuple(x, type, [&](const auto& names, const auto& parts) {
        std::string text = "(";
        for (std::size_t i = 0; i < names.size(); ++i) {
          text += (i == 0 ? "" : ", ") + map(names[i], parts[i]);
        }
        return text + ")";
      });
    }
    const TypeRef inner = within(type);
    if (types_.isArrow(type)) {
      const std::string y = fresh();
      return "(\\" + y + " -> " + map("(" + x + " " + y + ")", inner) + ")";
    }
    if (isLast(inner)) return "(" + method("fmap") + " f " + x + ")";
    const std::string y = fresh();
    return "(" + method("fmap") + " (\\" + y + " -> " + map(y, inner) + ") " + x + ")";
  }

  std::string mapped(const SourceConstructor& constructor) {
    std::string text = name(constructor);
    for (std::size_t i = 0; i < constructor.fields.size(); ++i) {
      text += " " + map(field(i), constructor.fields[i].type);
    }
    return text;
  }

  // ------------------------------------------------------------------------------------ Foldable

  std::string fold(const std::string& x, TypeRef type, const std::string& rest) {
    if (!mentions(type)) return rest;
    if (isLast(type)) return "(f " + x + " " + rest + ")";
    if (isTuple(type)) {
      return onTuple(x, type, [&](const auto& names, const auto& parts) {
        std::string text = rest;
        for (std::size_t i = names.size(); i-- > 0;) text = fold(names[i], parts[i], text);
        return text;
      });
    }
    const TypeRef inner = within(type);
    if (types_.isArrow(type)) throw Underivable{type};
    if (isLast(inner)) return "(" + method("foldr") + " f " + rest + " " + x + ")";
    const std::string y = fresh();
    const std::string r = fresh();
    return "(" + method("foldr") + " (\\" + y + " " + r + " -> " + fold(y, inner, r) + ") " + rest +
           " " + x + ")";
  }

  std::string folded(const SourceConstructor& constructor) {
    std::string text = "z";
    for (std::size_t i = constructor.fields.size(); i-- > 0;) {
      text = fold(field(i), constructor.fields[i].type, text);
    }
    return text;
  }

  // Nothing where there is nothing to join.
  std::string join(const std::string& x, TypeRef type) {
    if (!mentions(type)) return "";
    if (isLast(type)) return "f " + x;
    if (isTuple(type)) {
      return onTuple(x, type, [&](const auto& names, const auto& parts) {
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < names.size(); ++i) texts.push_back(join(names[i], parts[i]));
        return joinAll(texts);
      });
    }
    const TypeRef inner = within(type);
    if (types_.isArrow(type)) throw Underivable{type};
    if (isLast(inner)) return method("foldMap") + " f " + x;
    const std::string y = fresh();
    return method("foldMap") + " (\\" + y + " -> " + join(y, inner) + ") " + x;
  }

  static std::string joinAll(const std::vector<std::string>& texts) {
    std::string all;
    std::size_t open = 0;
    for (const std::string& text : texts) {
      if (text.empty()) continue;
      if (!all.empty()) {
        all += " ";
        ++open;
      }
      all += "(" + text + ")";
    }
    if (all.empty()) return method("mempty");
    // Right to left: `mappend a (mappend b c)`.
    std::string nested;
    for (std::size_t i = texts.size(); i-- > 0;) {
      if (texts[i].empty()) continue;
      nested =
          nested.empty() ? texts[i] : method("mappend") + " (" + texts[i] + ") (" + nested + ")";
    }
    return nested;
  }

  std::string joined(const SourceConstructor& constructor) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < constructor.fields.size(); ++i) {
      texts.push_back(join(field(i), constructor.fields[i].type));
    }
    return joinAll(texts);
  }

  // --------------------------------------------------------------------------------- Traversable

  std::string traverse(const std::string& x, TypeRef type) {
    if (isLast(type)) return "(f " + x + ")";
    if (isTuple(type)) {
      return onTuple(x, type, [&](const auto& names, const auto& parts) {
        return lifted("(" + std::string(names.size() - 1, ',') + ")", names, parts);
      });
    }
    const TypeRef inner = within(type);
    if (types_.isArrow(type)) throw Underivable{type};
    if (isLast(inner)) return "(" + method("traverse") + " f " + x + ")";
    const std::string y = fresh();
    return "(" + method("traverse") + " (\\" + y + " -> " + traverse(y, inner) + ") " + x + ")";
  }

  // \v.. -> con fields, applied to what the effects result in
  std::string lifted(const std::string& con, const std::vector<std::string>& fields,
                     const std::vector<TypeRef>& fieldTypes) {
    std::vector<std::string> parameters;
    std::vector<std::string> effects;
    std::string made = con;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (!mentions(fieldTypes[i])) {
        made += " " + fields[i];
        continue;
      }
      effects.push_back(traverse(fields[i], fieldTypes[i]));
      parameters.push_back(fresh());
      made += " " + parameters.back();
    }
    if (effects.empty()) return method("pure") + " (" + made + ")";
    constexpr std::size_t most = 5;
    const std::size_t taken = std::min(effects.size(), most);
    std::string function = "(\\";
    for (const std::string& parameter : parameters) function += parameter + " ";
    function += "-> " + made + ")";
    std::string text =
        method(taken == 1 ? "fmap" : "liftA" + std::to_string(taken)) + " " + function;
    for (std::size_t i = 0; i < taken; ++i) text += " " + effects[i];
    for (std::size_t i = taken; i < effects.size(); ++i) {
      text = "(" + text + ") " + std::string(ast::preludeQualifier) + ".<*> " + effects[i];
    }
    return text;
  }

  std::string traversed(const SourceConstructor& constructor) {
    std::vector<std::string> fields;
    std::vector<TypeRef> fieldTypes;
    for (std::size_t i = 0; i < constructor.fields.size(); ++i) {
      fields.push_back(field(i));
      fieldTypes.push_back(constructor.fields[i].type);
    }
    return lifted(name(constructor), fields, fieldTypes);
  }

  const TypeTable& types_;
  const TypeCon& con_;
  TypeRef last_;
  std::string folds_;
  std::size_t next_ = 0;
};

}  // namespace

void Resolver::deriveInstances() {
  const bool anyReads = std::ranges::any_of(types_.declared(), [&](TypeConId id) {
    const std::vector<std::string>& names = module_.types.con(id).deriving;
    return std::ranges::find(names, "Read") != names.end();
  });
  std::set<TypeConId> readable;
  if (anyReads && !classes_.contains("Read")) {
    readable = readableTypes(module_.types, types_.declared(), preludeClass("Read"));
  }
  for (const TypeConId id : types_.declared()) {
    const TypeCon& con = module_.types.con(id);
    for (const std::string& className : std::vector<std::string>(con.deriving)) {
      const bool reads = className == "Read" && readable.contains(id);
      const bool indexes = className == "Ix" && isIndex(module_.types, con);
      const std::optional<std::string> ofField = instanceOfField(module_.types, con, className);
      if (!reads && !indexes && !ofField && className != "Functor" && className != "Foldable" &&
          className != "Traversable") {
        continue;
      }
      if (classes_.contains(className)) continue;
      const Span span{con.position, con.position};
      if (!reads && !indexes && !ofField && con.parameters.empty()) {
        reporter_.error(span,
                        "cannot derive " + quoted(className) + " for " + quoted(con.name) +
                            ": it has no type parameter",
                        "leave the class out");
        continue;
      }
      std::vector<std::string> applied;
      for (std::size_t i = con.hidden; i < con.parameters.size(); ++i) {
        const std::size_t written = i - con.hidden;
        if (types_.argumentsOf(con.name, written) > 0) applied.push_back(con.parameters[i]->name);
      }
      try {
        support::Result<ast::Module> parsed = parseModuleAt(
            span, reads     ? readInstance(module_.types, con, module_.precedences)
                  : indexes ? indexInstance(module_.types, con)
                  : ofField ? *ofField
                            : Deriver(module_.types, id).instanceOf(className, applied));
        support::check(parsed.ok(), "a derived instance does not parse");
        derived_.push_back(std::move(*parsed));
      } catch (const Underivable& wrong) {
        reporter_.error(span,
                        "cannot derive " + quoted(className) + " for " + quoted(con.name) +
                            ": of a field of type " + quoted(module_.types.render(wrong.type)) +
                            " it is not clear what would change",
                        "write the instance");
        continue;
      }
      declareDerived(span);
    }
  }
  if (!source_.keepsOpaque) deriveByField();
}

// The instance that was made last.
void Resolver::declareDerived(Span span) {
  ast::Declaration& declaration = derived_.back().declarations.front();
  auto& instance = std::get<ast::InstanceDeclaration>(declaration.node);
  instance.classSpan = span;
  for (ast::Declaration& method : instance.declarations) method.span = span;
  declareInstance(instance, span, true);
}

// What newtypes derive besides.
void Resolver::deriveByField() {
  for (const ast::Declaration& declaration : source_.declarations) {
    const auto* data = std::get_if<ast::DataDeclaration>(&declaration.node);
    if (data == nullptr || !data->isNewtype) continue;
    const auto id = std::ranges::find_if(types_.declared(), [&](TypeConId each) {
      return module_.types.con(each).name == data->name;
    });
    if (id == types_.declared().end()) continue;
    for (const std::string& name : std::vector<std::string>(module_.types.con(*id).deriving)) {
      deriveByField(*id, name, {}, declaration.span);
    }
    for (const ast::TypeExpr& applied : data->derivingApplied) {
      const auto& apply = std::get<ast::TypeApply>(applied.node);
      deriveByField(*id, std::get<ast::TypeName>(apply.head->node).name, apply.arguments,
                    applied.span);
    }
  }
}

void Resolver::deriveByField(TypeConId id, const std::string& name,
                             const std::vector<ast::TypeExpr>& others, Span span) {
  const std::string plain = splitQualified(name).second;
  const bool own = classes_.contains(plain);
  const ast::Declaration* found = findClass(own ? source_ : preludeModule(), plain);
  if (found == nullptr || (!own && (classNamed(plain) || plain == "Read" || plain == "Ix"))) return;
  const auto& declared = std::get<ast::ClassDeclaration>(found->node);
  const std::optional<Classes> classes = classNamedBy(plain, span);
  const TypeCon& con = module_.types.con(id);
  if (!classes || con.contexts.contains(*classes)) return;  // derived in another way
  if (others.size() != declared.others.size()) {
    reporter_.error(
        span, "class " + quoted(plain) + " is of " + counted(declared.others.size() + 1, "type"),
        "name those that the type itself does not stand for: `deriving (" + plain + " T)`");
    return;
  }
  std::string context;
  for (std::size_t i = con.hidden; i < con.parameters.size(); ++i) {
    if (types_.argumentsOf(con.name, i - con.hidden) == 0) continue;
    const bool ofMonads = !own || !others.empty();
    context += (context.empty() ? "(" : ", ") +
               (ofMonads ? std::string("Monad ") : declared.name + " ") + con.parameters[i]->name;
  }
  if (!context.empty()) context += ") => ";
  const auto constructors = constructorClasses_.find(*classes);
  const std::size_t missing = constructors == constructorClasses_.end() ? 0 : constructors->second;
  const std::optional<std::string> text =
      instanceByField(module_.types, con, declared, others, missing,
                      own ? std::string() : std::string(ast::preludeQualifier) + ".", context);
  if (!text) {
    reporter_.error(span, "cannot derive " + quoted(plain) + " for " + quoted(con.name),
                    "write the instance");
    return;
  }
  const Span place{con.position, con.position};
  support::Result<ast::Module> parsed = parseModuleAt(place, *text);
  support::check(parsed.ok(), "a derived instance does not parse");
  derived_.push_back(std::move(*parsed));
  declareDerived(place);
}

}  // namespace deforest::text
