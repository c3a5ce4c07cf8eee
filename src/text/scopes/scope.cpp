// Top-level declarations, and the language's own Prelude as far as it is used.
#include "text/scopes/scope.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "support/check.hpp"
#include "text/parsing/extensions.hpp"
#include "text/printing/lexicon.hpp"
#include "text/scopes/inside.hpp"
#include "text/scopes/resolver.hpp"
#include "text/scopes/signature_variables.hpp"

namespace deforest::text {

Resolver::Resolver(const ast::Module& source, resolved::Module& module, Reporter& reporter,
                   Interfaces* interfaces)
    : source_(source),
      module_(module),
      reporter_(reporter),
      imports_(source),
      interfaces_(interfaces),
      types_(
          module.types, imports_, reporter,
          [this](const Library& library) { openLibrary(library); },
          [this](const ast::DataDeclaration& data) { openPreludeType(data); }) {}

void Resolver::run(const ast::Expr* call) {
  module_.gibbon = imports_.isGibbon();
  module_.keepsOpaque = source_.keepsOpaque;
  if (source_.keepsOpaque) types_.admitAbstract(source_, interfaces_);
  overloadedTexts_ = source_.keepsOpaque && mayHaveExtension(source_, "OverloadedStrings");
  if (module_.hasWorlds) types_.seeActions();
  types_.declare(source_);
  module_.declaredTypes = types_.declared();
  for (const ast::Declaration& declaration : source_.declarations) {
    const auto* fixity = std::get_if<ast::Fixity>(&declaration.node);
    if (fixity == nullptr) continue;
    for (const std::string& name : fixity->operators) {
      module_.precedences.emplace(shownName(name), fixity->precedence);
    }
  }
  checkImportedNames();
  collectClasses();
  collectInstances();
  types_.checkDeriving(source_);
  collectTopLevel();
  for (const ast::Declaration& declaration : source_.declarations) {
    const auto* declared = std::get_if<ast::ClassDeclaration>(&declaration.node);
    if (declared == nullptr) continue;
    const auto known = classes_.find(declared->name);
    if (known != classes_.end() && !module_.classes.contains(known->second)) {
      declareMethods(known->second, *declared);
    }
  }
  defineInstances();
  if (call != nullptr) addCall(*call);
  for (std::size_t i = 0; i < topLevel_.size(); ++i) {
    if (waitsForUse(topLevel_[i].second)) continue;
    resolveFunction(topLevel_[i].first, topLevel_[i].second);
  }
  resolveStreamFunctions();
  resolvePrelude();
  for (resolved::Function& function : module_.functions) {
    std::ranges::sort(function.callees);
    function.callees.erase(std::unique(function.callees.begin(), function.callees.end()),
                           function.callees.end());
  }
  noteImportedPrecedences();
  closeCaptures();
}

// How strongly constructors of other modules bind that are written between their fields.
void Resolver::noteImportedPrecedences() {
  if (interfaces_ == nullptr) return;
  for (std::uint32_t i = 0; i < module_.types.conCount(); ++i) {
    const TypeCon& con = module_.types.con(TypeConId{i});
    if (con.shape != TypeShape::Data) continue;
    for (const ConId id : con.constructors) {
      const SourceConstructor& constructor = module_.types.constructor(id);
      const bool symbolic = isSymbolic(splitQualified(constructor.name).second);
      if (!symbolic && !constructor.infix) continue;
      const ast::Fixity* fixity = interfaces_->fixity(source_, constructor.name);
      if (fixity != nullptr) module_.precedences.emplace(constructor.name, fixity->precedence);
    }
  }
}

std::vector<Resolver::Equations> Resolver::collectEquations(
    const std::vector<const ast::Declaration*>& declarations) {
  std::vector<Equations> found;
  std::set<std::string> seen;
  for (const ast::Declaration* declaration : declarations) {
    const auto* clause = std::get_if<ast::Clause>(&declaration->node);
    if (clause == nullptr) continue;
    if (!found.empty() && found.back().name == clause->name) {
      found.back().declarations.push_back(declaration);
      continue;
    }
    if (!seen.insert(clause->name).second) {
      reporter_.error(declaration->span, quoted(clause->name) + " is defined twice",
                      "the equations of a function stand together");
      continue;
    }
    found.push_back({clause->name, {declaration}});
  }
  return found;
}

Resolver::Signatures Resolver::collectSignatures(
    const std::vector<const ast::Declaration*>& declarations) {
  Signatures signatures;
  for (const ast::Declaration* declaration : declarations) {
    const auto* signature = std::get_if<ast::Signature>(&declaration->node);
    if (signature == nullptr) continue;
    for (const std::string& name : signature->names) {
      if (!signatures.try_emplace(name, signature, declaration).second) {
        reporter_.error(declaration->span, quoted(name) + " has two signatures",
                        "drop one of them");
      }
    }
  }
  return signatures;
}

void Resolver::checkUnusedSignatures(const Signatures& signatures,
                                     const std::vector<Equations>& all) {
  std::set<std::string> defined;
  for (const Equations& equations : all) defined.insert(equations.name);
  for (const auto& [name, entry] : signatures) {
    if (defined.contains(name)) continue;
    const auto& kept = source_.untouchedIdentifiers;
    if (std::ranges::find(kept, name) != kept.end()) continue;
    reporter_.error(entry.second->span, quoted(name) + " has a signature, but no definition",
                    "define it after the signature");
  }
}

void Resolver::collectTopLevel() {
  std::vector<const ast::Declaration*> declarations;
  for (const ast::Declaration& declaration : source_.declarations) {
    declarations.push_back(&declaration);
    // Elsewhere they have become constants (text/scopes/top_patterns).
    if (std::holds_alternative<ast::PatternBinding>(declaration.node)) {
      reporter_.error(declaration.span, "patterns that are bound here stay as they are written");
    }
  }
  const Signatures signatures = collectSignatures(declarations);
  const std::vector<Equations> all = collectEquations(declarations);
  for (const Equations& equations : all) {
    if (const auto label = types_.labels().find(equations.name); label != types_.labels().end()) {
      reporter_.error(equations.declarations[0]->span,
                      quoted(equations.name) + " is a record label too", "rename one of them");
    }
    const FunctionId id = declareFunction(equations, signatures, {});
    globals_.emplace(equations.name, id);
    topLevel_.emplace_back(id, equations);
    module_.topLevel.push_back(id);
    noteHome(id, {equations, signatureIn(signatures, equations.name)});
  }
  checkUnusedSignatures(signatures, all);
  noteTables(declarations);
  for (const auto& [id, equations] : topLevel_) {
    const auto table = tables_.at.find(equations.declarations[0]);
    if (table == tables_.at.end()) continue;
    tables_.functions.emplace(id.value, table->second->type);
    tieType(module_.function(id).resultType);
  }
  collectStreamFunctions(all, signatures);
  for (const ast::Export& exported : source_.exports) {
    if (globals_.contains(exported.name)) checkUnambiguous(exported.name, exported.span);
  }
}

FunctionId Resolver::declareFunction(const Equations& equations, const Signatures& signatures,
                                     FunctionId parent) {
  const FunctionId id = module_.addFunction();
  resolved::Function& function = module_.function(id);
  const ast::Declaration& first = *equations.declarations[0];
  function.name = equations.name;
  function.span = first.span;
  function.parent = parent;
  function.fromPrelude = inPrelude_;
  function.library = library_;
  function.documentation = first.documentation;
  const std::size_t written = std::get<ast::Clause>(first.node).patterns.size();
  function.arity = written + equations.missing;
  function.isMain = !inPrelude_ && !parent.valid() && equations.name == "main";
  if (function.arity == 0 && equations.declarations.size() > 1) {
    reporter_.error(equations.declarations[1]->span, quoted(equations.name) + " is defined twice",
                    "a constant has one equation");
  }
  for (const ast::Declaration* declaration : equations.declarations) {
    const std::size_t arity = std::get<ast::Clause>(declaration->node).patterns.size();
    if (arity == written) continue;
    reporter_.error(declaration->span,
                    "this equation of " + quoted(equations.name) + " has " +
                        counted(arity, "parameter") + ", the first has " + std::to_string(written),
                    "all equations of a function have the same number of parameters");
    function.broken = true;
  }
  if (const auto found = signatures.find(equations.name); found != signatures.end()) {
    const ast::Declaration& signature = *found->second.second;
    if (!signature.documentation.empty()) function.documentation = signature.documentation;
    setSignature(id, *found->second.first, signature.span);
  } else if (!inPrelude_ && !function.isMain && function.arity > 0 && !module_.hasWorlds) {
    const bool prints = std::ranges::any_of(equations.declarations, [&](const auto* declaration) {
      return looksLikeAction(std::get<ast::Clause>(declaration->node).rhs);
    });
    if (prints) declareAction(module_.function(id), first.span);
  }
  return id;
}

// It results in the text that it prints.
void Resolver::declareAction(resolved::Function& function, Span span) {
  function.isAction = true;
  if (source_.keepsOpaque) reporter_.error(span, "actions of `IO` stay as they are written");
}

void Resolver::setSignature(FunctionId id, const ast::Signature& signature, Span span) {
  resolved::Function& function = module_.function(id);
  if (function.isMain) {
    const auto* apply = std::get_if<ast::TypeApply>(&signature.type.node);
    const auto* head = apply == nullptr ? nullptr : std::get_if<ast::TypeName>(&apply->head->node);
    if (head == nullptr || splitQualified(head->name).second != "IO") {
      reporter_.error(span, "`main` has another type than `IO ()`", "write `main :: IO ()`");
    }
    return;
  }
  const bool local = (function.parent.valid() && !types_.isAboutRefined(signature.type)) ||
                     types_.hasForall(signature.type);
  function.hasOpenSignature = local;
  if (types_.endsInAction(signature.type)) declareAction(function, span);
  SignatureVariables variables;
  const TypeScope::Variables meaning = [&](const std::string& name, Span) {
    const bool own = std::ranges::find(signature.variables, name) != signature.variables.end();
    if (const TypeRef scoped = own ? nullptr : scopedType(name)) return scoped;
    return variables.of(name, [&] {
      return local ? module_.types.fresh(TypeTable::deepest)
                   : module_.types.rigid(name, signature.constrained && inPrelude_);
    });
  };
  for (const std::string& name : signature.variables) (void)meaning(name, span);
  if (!local) mentionVariables(signature.context, meaning);
  const bool typed = setTypes(
      function, types_.resolveSignature(signature.type, function.name, function.arity, meaning));
  if (!typed) return;
  for (const auto& [name, classes] : constraintsOf(signature.context)) {
    const auto found = variables.byName.find(name);
    if (local || found == variables.byName.end()) continue;
    // Those of the language's own source name what decides instances, and not all that they need.
    found->second->classes |= inPrelude_ ? module_.types.declaredOnly(classes) : classes;
  }
  for (const std::string& name : signature.variables) {
    scopedTypes_.ofFunctions[id.value].emplace(name, meaning(name, span));
  }
  if (!local) function.dependences = dependencesOf(signature.context, meaning);
  function.signatureSpan = span;
  function.isShowS = types_.endsInShowS(signature.type);
  // A local signature may mention type variables of the enclosing one, or not; it only narrows
  // what is inferred.
  function.hasSignature = !local;
  if (!local) function.quantified = std::move(variables.order);
}

void Resolver::resolveFunction(FunctionId id, const Equations& equations) {
  const FunctionId enclosing = current_;
  const resolved::ValueBinding* enclosingBinding = binding_;
  current_ = id;
  binding_ = nullptr;
  const FunctionId enclosingStep = streams_.step;
  if (equations.asStep) streams_.step = id;
  const std::size_t errors = reporter_.count();
  module_.function(id).begin = tick();
  std::map<std::string, TypeRef> typesAround = enterScopedTypes(id);
  for (const ast::Declaration* declaration : equations.declarations) {
    const auto& source = std::get<ast::Clause>(declaration->node);
    if (source.patterns.size() !=
        std::get<ast::Clause>(equations.declarations[0]->node).patterns.size()) {
      continue;
    }
    resolved::Clause clause;
    clause.span = declaration->span;
    clause.begin = tick();
    Bound bound;
    std::vector<const ast::Declaration*> pieces;
    for (std::size_t i = 0; i < source.patterns.size(); ++i) {
      const bool stream = std::ranges::find(equations.streams, i) != equations.streams.end();
      const bool kept = std::ranges::find(equations.kept, i) != equations.kept.end();
      clause.patterns.push_back(stream ? streamParameter(source.patterns[i], bound, pieces, kept)
                                       : pattern(source.patterns[i], bound));
    }
    if (equations.asStep) packParameters(clause);
    const std::size_t mark = scopeMark();
    bringIntoScope(bound.locals);
    const bool isMain = module_.function(id).isMain;
    const MainInput outer = std::exchange(input_, {});
    asAction_ = module_.function(id).isAction;
    if (equations.missing > 0) {
      addMissing(clause, source.rhs, equations);
    } else {
      std::optional<resolved::Rhs> made = selfDefinedRhs(*declaration);
      clause.rhs = isMain ? mainBody(source.rhs)
                   : made ? std::move(*made)
                          : rhs(source.rhs, pieces);
    }
    asAction_ = false;
    if (isMain) {
      clause.patterns = closeMainInput(clause.span);
      module_.function(id).arity = clause.patterns.size();
    }
    input_ = outer;
    leaveScope(mark);
    clause.end = next_;
    module_.function(id).clauses.push_back(std::move(clause));
  }
  resolved::Function& function = module_.function(id);
  function.end = next_;
  function.broken = function.broken || reporter_.count() != errors;
  scopedTypes_.inScope = std::move(typesAround);
  current_ = enclosing;
  binding_ = enclosingBinding;
  streams_.step = enclosingStep;
}

// The clause of `f = e` as that of `f x y = e x y`.
void Resolver::addMissing(resolved::Clause& clause, const ast::Rhs& source,
                          const Equations& equations) {
  const std::size_t written = clause.patterns.size();
  const Operands operands = unnamedParameters(equations.missing, clause);
  for (const std::size_t place : equations.streams) {
    if (place >= written) streams_.locals.emplace(operands[place - written].local.value, 0);
  }
  if (!source.where.empty()) clause.rhs.where = group(source.where);
  const ast::Expr& body = source.alternatives[0].body;
  resolved::GuardedTerm made;
  made.span = body.span;
  made.body = application(body, operands, body.span);
  clause.rhs.alternatives.push_back(std::move(made));
}

void Resolver::readPrelude() {
  if (preludeDefinitions_.equations.empty()) preludeDefinitions_ = definitionsIn(preludeModule());
}

Resolver::Definitions Resolver::definitionsIn(const ast::Module& module) {
  std::vector<const ast::Declaration*> declarations;
  for (const ast::Declaration& declaration : module.declarations) {
    declarations.push_back(&declaration);
  }
  Definitions found;
  found.signatures = collectSignatures(declarations);
  for (Equations& equations : collectEquations(declarations)) {
    const std::string key = equations.name;
    found.equations.emplace(key, std::move(equations));
  }
  return found;
}

const Resolver::Definitions& Resolver::definitionsOf(const Library& library) {
  const auto [entry, isNew] = libraryDefinitions_.try_emplace(library.module);
  if (isNew) entry->second = definitionsIn(library.source());
  return entry->second;
}

FunctionId Resolver::libraryFunction(const Library& library, std::string_view name) {
  const auto key = std::pair(library.module, std::string(name));
  if (const auto known = libraryFunctions_.find(key); known != libraryFunctions_.end()) {
    return known->second;
  }
  const Inside inside(*this, &library);
  const Definitions& definitions = definitionsOf(library);
  const auto found = definitions.equations.find(name);
  support::check(found != definitions.equations.end(),
                 std::string(library.module) + " does not define " + quoted(name));
  const FunctionId id = declareFunction(found->second, definitions.signatures, {});
  libraryFunctions_.emplace(key, id);
  preludeWork_.emplace_back(id, found->second);
  return id;
}

// The instances of the library's type.
void Resolver::openLibrary(const Library& library) {
  const Inside inside(*this, &library);
  const FunctionId current = std::exchange(current_, FunctionId{});
  std::vector<OpenInstance> outer = std::move(openInstances_);
  openInstances_.clear();
  for (const ast::Declaration& declaration : library.source().declarations) {
    const auto* instance = std::get_if<ast::InstanceDeclaration>(&declaration.node);
    if (instance != nullptr) declareInstance(*instance, declaration.span);
  }
  defineInstances();
  openInstances_ = std::move(outer);
  current_ = current;
}

FunctionId Resolver::preludeFunction(std::string_view name) {
  if (const auto known = prelude_.find(name); known != prelude_.end()) return known->second;
  const Inside inside(*this, nullptr);
  readPrelude();
  const auto found = preludeDefinitions_.equations.find(name);
  support::check(found != preludeDefinitions_.equations.end(),
                 "the Prelude does not define " + quoted(name));
  const FunctionId id = declareFunction(found->second, preludeDefinitions_.signatures, {});
  prelude_.emplace(std::string(name), id);
  preludeWork_.emplace_back(id, found->second);
  for (const ScalarVersion& version : scalarVersions()) {
    if (version.function == name && !(version.ofWhole && source_.keepsOpaque)) {
      module_.versions.emplace(std::pair(id, version.type), preludeFunction(version.ofType));
    }
  }
  for (const PrimitiveVersion& version : primitiveVersions()) {
    if (version.function == name)
      module_.primitives.emplace(std::pair(id, version.type), version.op);
  }
  for (const MethodVersion& version : methodVersions()) {
    if (version.function != name) continue;
    module_.methodVersions.emplace(
        id, std::pair(classSet(*classNamed(version.className)), version.method));
  }
  return id;
}

void Resolver::resolvePrelude() {
  for (std::size_t i = 0; i < preludeWork_.size(); ++i) {
    const auto [id, equations] = preludeWork_[i];
    const Inside inside(*this, module_.function(id).library);
    resolveFunction(id, equations);
  }
}

void Resolver::addCall(const ast::Expr& call) {
  const FunctionId id = module_.addFunction();
  std::string name = "call";
  while (globals_.contains(name)) name += "'";
  module_.functions.back().name = name;
  module_.functions.back().span = call.span;
  module_.call = id;
  current_ = id;
  resolved::Clause clause;
  clause.span = call.span;
  module_.function(id).begin = clause.begin = tick();
  resolved::GuardedTerm body;
  body.span = call.span;
  inCall_ = true;
  body.body = term(call);
  inCall_ = false;
  clause.rhs.alternatives.push_back(std::move(body));
  module_.function(id).end = clause.end = next_;
  module_.function(id).clauses.push_back(std::move(clause));
  current_ = {};
}

void resolveModule(const ast::Module& source, resolved::Module& module, Reporter& reporter,
                   const ast::Expr* call, Interfaces* interfaces) {
  Resolver(source, module, reporter, interfaces).run(call);
}

}  // namespace deforest::text
