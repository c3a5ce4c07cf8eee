// Groups of functions, generalisation, and what is said when types do not fit.
#include "text/types/infer.hpp"

#include <algorithm>
#include <unordered_map>

#include "support/check.hpp"
#include "text/scopes/components.hpp"
#include "text/types/instances.hpp"
#include "text/types/machine.hpp"

namespace deforest::text {

using resolved::Function;
using resolved::FunctionId;
using resolved::Term;

void Inference::run() {
  noteGiven();
  // One node per top-level function; what its local functions call, it calls.
  const std::size_t count = module_.functions.size();
  std::vector<std::size_t> nodeOf(count);
  std::vector<FunctionId> functions;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (module_.functions[i].parent.valid()) continue;
    nodeOf[i] = functions.size();
    functions.push_back(FunctionId{i});
  }
  const auto outermost = [&](FunctionId id) {
    while (module_.function(id).parent.valid()) id = module_.function(id).parent;
    return id;
  };
  std::vector<std::vector<std::size_t>> edges(functions.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t from = nodeOf[outermost(FunctionId{i}).value];
    for (const FunctionId callee : module_.functions[i].callees) {
      const Function& target = module_.function(callee);
      if (!target.parent.valid() && !target.hasSignature) {
        edges[from].push_back(nodeOf[callee.value]);
      }
    }
  }
  for (const std::vector<std::size_t>& component : components(edges)) {
    std::vector<FunctionId> group;
    for (const std::size_t node : component) group.push_back(functions[node]);
    try {
      inferGroup(group);
    } catch (const support::LimitError& limit) {
      const Function& function = module_.function(group[0]);
      throw support::LocatedLimit(
          {function.span, limit.what(),
           "this is met in " + quoted(function.name) + ": give it simpler types"});
    }
  }
  try {
    decide();
  } catch (const Abort&) {  // reported
  }
  settleDeferred();
  settleTexts();
  settleRequirements();
  settleDefaults();
  checkNumberPatterns();
  if (!reporter_.any() || module_.keepsOpaque) settleMonads();
  checkConstants();
  if (module_.keepsOpaque) checkOpenConstants();
}

void Inference::inferGroup(const std::vector<FunctionId>& group) {
  ++level_;
  for (const FunctionId id : group) {
    Function& function = module_.function(id);
    if (function.hasSignature) continue;
    while (function.parameterTypes.size() < function.arity) {
      function.parameterTypes.push_back(fresh());
    }
    if (function.resultType == nullptr) function.resultType = fresh();
    open_.insert(id);
  }
  const unsigned level = level_;
  for (const FunctionId id : group) {
    if (!module_.function(id).parent.valid()) definition_ = id;
    try {
      inferFunction(module_.function(id));
      decide();
    } catch (const Abort&) {
      level_ = level;
      module_.function(id).broken = true;
      failed_.insert(id);
    }
  }
  for (const FunctionId id : group) open_.erase(id);
  --level_;
  generalise(group);
}

void Inference::inferFunction(Function& function) {
  Reason reason{Reason::Kind::Result, function.name, 0, function.span};
  if (function.hasSignature) {
    reason = {Reason::Kind::Signature, function.name, 0, function.signatureSpan};
  }
  const FunctionScope around(*this, function);
  for (resolved::Clause& clause : function.clauses) {
    ClauseScope scope(*this);
    for (std::size_t i = 0; i < clause.patterns.size(); ++i) {
      checkPattern(clause.patterns[i], function.parameterTypes[i]);
    }
    checkRhs(clause.rhs, function.resultType, reason);
    scope.end(typesOf(function), spanOf(clause.rhs));
  }
  if (function.isMain) inferMain(function);
}

void Inference::inferMain(Function& function) {
  if (function.clauses.empty() || function.clauses[0].rhs.alternatives.empty()) return;
  const Term* body = &function.clauses[0].rhs.alternatives[0].body;
  while (const Term* end = resolved::endOf(*body)) body = end;
  const auto* printed = std::get_if<resolved::UnboxedTerm>(&body->node);
  if (printed == nullptr) return;
  for (std::size_t i = 0; i < printed->elements.size(); ++i) {
    const Term& element = printed->elements[i];
    if (module_.outputs[i] == ir::Output::Print) {
      requireClasses(element.type, classSet(Class::Show), element.span);
    } else {
      const TypeRef text = types_.list(scalar(types_.charCon));
      unify(module_.outputs[i] == ir::Output::PutEach ? types_.list(text) : text, element.type,
            element.span, {Reason::Kind::Output});
    }
  }
}

// Quantifies what nothing outside of the group knows.
void Inference::generalise(const std::vector<FunctionId>& group) {
  retryDeferred();
  std::vector<TypeRef> variables;
  bool restricted = false;
  for (const FunctionId id : group) {
    const Function& function = module_.function(id);
    if (function.hasSignature) continue;
    restricted = restricted || (function.arity == 0 && !function.hasOpenSignature);
    for (const TypeRef type : function.parameterTypes) {
      types_.freeVariables(type, level_, variables);
    }
    types_.freeVariables(function.resultType, level_, variables);
  }
  if (restricted) {
    std::erase_if(variables, [&](TypeRef variable) {
      if (variable->classes == noClasses) return false;
      variable->level = level_;
      return true;
    });
  }
  keepApplied(variables);
  keepUndecided(variables, group);
  for (const TypeRef variable : variables) {
    variable->rigid = true;
    variable->anyClass = true;
  }
  for (const FunctionId id : group) {
    Function& function = module_.function(id);
    if (!function.hasSignature) function.quantified = variables;
  }
  std::erase_if(recursiveCalls_, [&](const auto& entry) {
    if (std::ranges::find(group, entry.second) == group.end()) return false;
    entry.first->instance = variables;
    return true;
  });
}

// A class of `f a`, where f is not known, is no property of a variable: that is one for all uses.
void Inference::keepApplied(std::vector<TypeRef>& variables) {
  for (const Deferred& each : deferred_) {
    const TypeRef type = types_.prune(each.type);
    if (type->con != types_.applyCon) continue;
    std::vector<TypeRef> heads;
    types_.freeVariables(type->arguments[0], level_, heads);
    for (const TypeRef head : heads) {
      head->level = level_;
      std::erase(variables, head);
    }
  }
}

// The classes that a function needs of its type variables may be known only after functions that
// call it were inferred.
void Inference::settleRequirements() {
  std::size_t before = 0;
  do {
    before = types_.classChanges();
    for (Requirement& requirement : requirements_) {
      if (requirement.reported || requirement.variable->classes == noClasses) continue;
      const auto why = types_.require(requirement.instance, requirement.variable->classes);
      if (!why || why->type == nullptr) continue;
      reportMissing(why->type, why->missing, requirement.span);
      requirement.reported = true;
    }
  } while (types_.classChanges() != before);
}

// ------------------------------------------------------------------------------------- messages

void Inference::unify(TypeRef expected, TypeRef found, Span span, const Reason& reason) {
  if (const auto why = types_.unify(expected, found)) {
    mismatch(*why, expected, found, span, reason);
  }
  noteDeferred(span);
}

void Inference::requireClasses(TypeRef type, Classes classes, Span span) {
  const auto why = types_.require(type, classes);
  noteDeferred(span);
  if (!why) return;
  if (why->type == nullptr) throw support::LimitError("a type has more than a million parts");
  reportMissing(why->type, why->missing, span);
  throw Abort{};
}

void Inference::mismatch(const Mismatch& why, TypeRef expected, TypeRef found, Span span,
                         const Reason& reason) {
  const auto isVariable = [&](TypeRef type) { return !types_.prune(type)->con.valid(); };
  const auto isUnknown = [&](TypeRef type) {
    return !isVariable(type) && types_.con(types_.prune(type)->con).isUnknown;
  };
  switch (why.kind) {
    case Mismatch::Kind::TooLarge:
      throw support::LimitError("a type has more than a million parts");
    case Mismatch::Kind::Infinite:
      reporter_.error(
          span,
          "type mismatch: expected " + types_.render(expected) + ", found " + types_.render(found),
          "a type cannot contain itself");
      throw Abort{};
    case Mismatch::Kind::Class:
      // A number where something else is wanted reads best as a plain mismatch.
      if ((why.missing & classSet(Class::Num)) == 0 || isVariable(why.type) ||
          isUnknown(why.type) || !(isVariable(expected) || isVariable(found))) {
        reportMissing(why.type,
                      why.missing & numberClasses ? why.missing & numberClasses : why.missing,
                      span);
        throw Abort{};
      }
      break;
    case Mismatch::Kind::Different:
      break;
  }
  std::string hint = hintOf(reason);
  if (types_.isArrow(found) && !types_.isArrow(expected)) {
    hint = "this is a function: is an argument missing?" + (hint.empty() ? "" : " " + hint);
  }
  reporter_.error(
      span,
      "type mismatch: expected " + types_.render(expected) + ", found " + types_.render(found),
      hint);
  throw Abort{};
}

void Inference::reportMissing(TypeRef type, Classes missing, Span span) {
  type = types_.prune(type);
  const std::string rendered = quoted(types_.render(type));
  const std::string name = types_.className(types_.withoutSuperclasses(missing));
  const auto has = [&](Class c) { return (missing & classSet(c)) != 0; };
  const bool hasFractions =
      type->con.valid() && (types_.con(type->con).instances & classSet(Class::Fractional)) != 0;
  if (!type->con.valid()) {
    reporter_.error(
        span, "nothing says that type variable " + rendered + " is in class " + quoted(name),
        "write `" + name + " " + types_.render(type) + " =>` in the signature, or give a type");
    return;
  }
  if (reportChoice(type, missing, span)) return;
  if (types_.con(type->con).isUnknown) {
    reporter_.error(span,
                    "type " + rendered +
                        " is of a module that is not read here, so it is not known "
                        "to be in class " +
                        quoted(name),
                    "`run` and native code, `-o PROGRAM`, read a program as a whole");
  } else if (types_.isArrow(type)) {
    reporter_.error(
        span, "a function, of type " + rendered + ", is not in class " + quoted(name),
        "is an argument missing? functions are neither compared, shown nor computed with");
  } else if (has(Class::Num)) {
    reporter_.error(span, "type " + rendered + " is not a type of numbers",
                    "those are `Int`, `Word`, `Integer`, `Double` and `Float`");
  } else if ((missing & fractionClasses) != 0 && !hasFractions) {
    reporter_.error(span, "type " + rendered + " has no fractions",
                    "`Double` and `Float` have; `fromIntegral` converts, `div` divides whole "
                    "numbers");
  } else if (has(Class::Integral) || has(Class::Bits)) {
    reporter_.error(span, "type " + rendered + " is not a type of whole numbers",
                    "those are `Int`, `Word` and `Integer`; `truncate` and `round` convert");
  } else {
    if (name == "MonadFail") {
      reporter_.error(span,
                      "this pattern can fail, and " + rendered + " does not say what happens then",
                      "match on the value by `case`, and say what the rest results in");
      return;
    }
    const bool own = types_.con(type->con).shape == TypeShape::Data;
    const auto known = classNamed(name);
    const bool derivable = known && (classSet(*known) & numberClasses) == 0;
    const bool narrow = types_.con(type->con).narrow.contains(missing);
    const std::string instance =
        "write `instance " + name + " " +
        (narrow ? types_.renderArgument(type) : types_.con(type->con).name) + " where ...`";
    reporter_.error(span, "type " + rendered + " is not in class " + quoted(name),
                    own && derivable ? "add `deriving " + name + "` to its declaration"
                    : known && !own  ? "use another type"
                                     : instance);
  }
}

// Where there are instances of some of a constructor's types, and it is not clear which is meant.
bool Inference::reportChoice(TypeRef type, Classes missing, Span span) {
  using Kind = InstanceChoice::Kind;
  for (const auto& [ofClass, narrow] : types_.con(type->con).narrow) {
    if ((missing & ofClass) == 0) continue;
    const Kind kind = chooseInstance(types_, type, ofClass).kind;
    const std::string name = quoted(types_.className(ofClass));
    const std::string rendered = quoted(types_.render(type));
    if (kind == Kind::Open) {
      reporter_.error(span,
                      "nothing says which instance of " + name + " is meant at type " + rendered,
                      "write a signature, or a type, that leaves nothing of it open");
      return true;
    }
    if (kind == Kind::Several) {
      reporter_.error(span, "several instances of " + name + " fit type " + rendered,
                      "let the more specific one begin `instance {-# OVERLAPPING #-}`");
      return true;
    }
  }
  return false;
}

std::string Inference::hintOf(const Reason& reason) const {
  const auto line = [](Span span) { return "line " + std::to_string(span.begin.line); };
  const std::string name = quoted(reason.name);
  switch (reason.kind) {
    case Reason::Kind::None:
      return "";
    case Reason::Kind::Argument:
      if (reason.name.empty()) return "";
      return "asked for by argument " + std::to_string(reason.index) + " of " + name;
    case Reason::Kind::Field:
      return "asked for by field " + std::to_string(reason.index) + " of constructor " + name;
    case Reason::Kind::Condition:
      return "the condition of an `if` is a Bool";
    case Reason::Kind::Branch:
      return "all branches have the same type";
    case Reason::Kind::Element:
      return "all elements of a list have the same type";
    case Reason::Kind::Guard:
      return "a guard is a Bool";
    case Reason::Kind::Scrutinee:
      return "asked for by what is matched";
    case Reason::Kind::Annotation:
      return "asked for by the type annotation";
    case Reason::Kind::Signature:
      return "asked for by the signature of " + name +
             (reason.where.begin.known() ? ", " + line(reason.where) : " in its class");
    case Reason::Kind::Result:
      return "asked for by the other results of " + name + ", " + line(reason.where);
    case Reason::Kind::Binding:
      return "asked for by the pattern on the left";
    case Reason::Kind::Output:
      return "`putStr` and `putStrLn` take a String";
    case Reason::Kind::Monad:
      return "all that a `do` binds is in the monad of its result";
  }
  support::fail("a reason out of range");
}

void inferModule(resolved::Module& module, Reporter& reporter) {
  Inference(module, reporter).run();
}

}  // namespace deforest::text
