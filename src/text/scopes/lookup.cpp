// Finding what a name means, and noting that it is used.
#include <algorithm>
#include <iterator>

#include "text/prelude/libraries.hpp"
#include "text/prelude/unsupported_modules.hpp"
#include "text/prelude/written_modules.hpp"
#include "text/printing/lexicon.hpp"
#include "text/scopes/import_lists.hpp"
#include "text/scopes/resolver.hpp"

namespace deforest::text {
namespace {

std::string capitalsOf(std::string_view name) {
  std::string capitals;
  std::ranges::copy_if(name, std::back_inserter(capitals),
                       [](char c) { return c >= 'A' && c <= 'Z'; });
  return capitals;
}

// The module that is likely to be meant by the qualifier of the name: `IntMap.insert`, `IM.insert`.
std::string moduleOf(std::string_view name, std::string_view qualifier) {
  for (const bool whole : {true, false}) {
    for (const Library& library : libraries()) {
      const std::string_view last = library.module.substr(library.module.rfind('.') + 1);
      const bool fits = last == qualifier || (!whole && capitalsOf(last) == qualifier);
      if (fits && library.find(name) != nullptr) return std::string(library.module);
    }
  }
  return "Prelude";
}

// Reports a name that a module may have of which nothing is known, or one of Control.Monad's, which
// those of the transformers export, too. `known`: what else is called so; may be null.
bool mayBeForeign(const ast::Module& source, const PreludeName* known, const std::string& name,
                  Span span, Reporter& reporter) {
  const auto found = std::ranges::find_if(source.imports, [&](const ast::Import& import) {
    if (import.qualified || isLibraryModule(import.module) || !provides(import, name)) return false;
    const bool ofMonads = known != nullptr && known->module == "Control.Monad" &&
                          import.module.starts_with("Control.Monad.");
    return ofMonads || !writtenModule(import.module, true);
  });
  if (found == source.imports.end()) return false;
  reporter.error(
      span, quoted(name) + " may be from " + quoted(found->module) + ", which is not read here",
      "import it from the module that defines it");
  return true;
}

}  // namespace

void Resolver::declareName(const std::string& name, Entity entity) {
  names_[name].push_back(entity);
  scopeTrail_.push_back(name);
}

void Resolver::leaveScope(std::size_t mark) {
  while (scopeTrail_.size() > mark) {
    const auto found = names_.find(scopeTrail_.back());
    found->second.pop_back();
    if (found->second.empty()) names_.erase(found);
    scopeTrail_.pop_back();
  }
}

Resolver::Meaning Resolver::lookup(const std::string& name, Span span) {
  auto [qualifier, plain] = splitQualified(name);
  if (inPrelude_ && !qualifier.empty()) return lookupInPrelude(qualifier, plain);
  if (qualifier == ast::preludeQualifier) return findPreludeName(plain);
  if (!qualifier.empty()) return lookupQualified(qualifier, plain, span);
  if (const auto found = names_.find(name); found != names_.end()) {
    return std::visit([](auto id) { return Meaning(id); }, found->second.back());
  }
  if (inPrelude_) return lookupInPrelude({}, name);
  if (const auto found = globals_.find(name); found != globals_.end()) {
    checkUnambiguous(name, span);
    return found->second;
  }
  if (const auto found = types_.labels().find(name); found != types_.labels().end()) {
    checkUnambiguous(name, span);
    return LabelName{&found->second};
  }
  if (const std::optional<FunctionId> opaque = opaqueFunction(name)) return *opaque;
  if (reportOpaque(source_.opaqueName(name), name, span)) return Unbound{};
  return lookupPrelude(name, span);
}

// What an opaque declaration defines is not known, whatever a library calls so.
bool Resolver::reportOpaque(const ast::OpaqueDeclaration* declaration, const std::string& name,
                            Span span) {
  if (declaration == nullptr) return false;
  reporter_.error(span, "it uses " + quoted(name) + ", which is opaque");
  return true;
}

// The Prelude's own names come before those of Haskell's. A library has its own names instead, and
// writes `List.map` and `Set.member` for those of the Prelude and of other libraries.
Resolver::Meaning Resolver::lookupInPrelude(const std::string& qualifier, const std::string& name) {
  if (qualifier.empty() && library_ != nullptr) {
    if (definitionsOf(*library_).equations.contains(name)) return libraryFunction(*library_, name);
  } else if (qualifier.empty() || qualifier == "List") {
    readPrelude();
    if (preludeDefinitions_.equations.contains(name)) return preludeFunction(name);
  }
  for (const Library& library : libraries()) {
    if (library.type == qualifier) return libraryFunction(library, name);
  }
  if (const PreludeName* prelude = findPreludeName(name)) return prelude;
  if (const Label* label = types_.preludeLabel(name)) return LabelName{label};
  return Unbound{};
}

// What the module defines at top level does not shadow what it imports. Gibbon's names are no names
// of GHC's, and a call that is evaluated means the module's own.
void Resolver::checkUnambiguous(const std::string& name, Span span) {
  const PreludeName* library = imports_.findOfLibrary({}, name);
  const PreludeName* prelude = library != nullptr ? library : imports_.find(name);
  // Where there are declarations that are not looked into, imports may say more, too.
  if (source_.keepsOpaque) return;
  const bool seen = library != nullptr || (prelude != nullptr && imports_.sees(*prelude));
  if (!seen || inCall_ || prelude->module.starts_with("Gibbon.")) return;
  const std::string module(prelude->module);
  reporter_.error(
      span, quoted(name) + " is ambiguous: this module defines it, and so does " + quoted(module),
      "write `import " + module + " hiding (" + (isSymbolic(name) ? "(" + name + ")" : name) +
          ")`");
}

Resolver::Meaning Resolver::lookupPrelude(const std::string& name, Span span) {
  const PreludeName* prelude = imports_.find(name);
  const PreludeName* library = imports_.findOfLibrary({}, name);
  const bool seen = prelude != nullptr && imports_.sees(*prelude);
  if (library != nullptr && seen && !inCall_) {
    const std::string module(library->module);
    reporter_.error(span,
                    quoted(name) + " is ambiguous: it is imported from " + quoted(prelude->module) +
                        " and from " + quoted(module),
                    "write `import qualified " + module + "`, and `" + module + "." + name + "`");
    return Unbound{};
  }
  if (library != nullptr) return library;
  const bool known = seen && !std::holds_alternative<NotInLanguage>(prelude->meaning);
  if (!known) {
    if (const Label* label = types_.importedLabel(name)) return LabelName{label};
    if (const std::optional<FunctionId> found = importedFunction(name)) return *found;
  }
  if (prelude == nullptr) {
    if (const Label* label = types_.preludeLabel(name)) return LabelName{label};
    reportUnbound(name, span);
    return Unbound{};
  }
  if (seen) return prelude;
  if (source_.keepsOpaque && mayBeForeign(source_, prelude, name, span, reporter_)) {
    return Unbound{};
  }
  if (imports_.hides(name) || prelude->module == "Prelude") {
    reporter_.error(span, quoted(name) + " is not in scope: the imports hide it",
                    "define it, or import it");
  } else {
    reporter_.error(span, quoted(name) + " is not in scope",
                    "write `import " + std::string(prelude->module) + "`");
  }
  return Unbound{};
}

Resolver::Meaning Resolver::lookupQualified(const std::string& qualifier, const std::string& name,
                                            Span span) {
  if (qualifier == source_.name) {
    if (const auto found = globals_.find(name); found != globals_.end()) return found->second;
    if (const auto found = types_.labels().find(name); found != types_.labels().end()) {
      return LabelName{&found->second};
    }
  }
  if (const PreludeName* library = imports_.findOfLibrary(qualifier, name)) return library;
  const PreludeName* prelude = imports_.find(name);
  const std::string whole = qualifier + "." + name;
  const bool seen = prelude != nullptr && imports_.seesQualified(qualifier, *prelude);
  if (seen && !std::holds_alternative<NotInLanguage>(prelude->meaning)) return prelude;
  if (const Label* label = types_.importedLabel(whole)) return LabelName{label};
  if (const std::optional<FunctionId> found = importedFunction(whole)) return *found;
  if (seen) return prelude;
  if (reportOfWhole(qualifier, name, whole, span)) return Unbound{};
  if (reportOfPackage(qualifier, name, whole, span)) return Unbound{};
  if (imports_.isForeign(qualifier)) {
    reporter_.error(span, quoted(whole) + " is from a module that is not part of the language",
                    "it is not found: copy what is needed of it");
  } else if (!imports_.knowsQualifier(qualifier) && qualifier != source_.name) {
    reporter_.error(
        span, quoted(whole) + " is not in scope: no import is called " + quoted(qualifier),
        "write `import qualified " + moduleOf(name, qualifier) + " as " + qualifier + "`");
  } else {
    reporter_.error(span, quoted(whole) + " is not in scope",
                    "the language has no " + quoted(name) + " in that module");
  }
  return Unbound{};
}

std::string Resolver::nearestKnown(const std::string& name) const {
  if (reporter_.crowded()) return {};
  std::vector<std::string> candidates;
  for (const auto& [known, entities] : names_) candidates.push_back(known);
  for (const auto& [known, function] : globals_) candidates.push_back(known);
  for (const auto& [known, label] : types_.labels()) candidates.push_back(known);
  for (const PreludeName& known : preludeNames()) {
    const bool absent = std::holds_alternative<NotInLanguage>(known.meaning);
    if (!absent && imports_.sees(known)) candidates.emplace_back(known.name);
  }
  return nearestName(name, candidates);
}

// What is there only where a program is read as a whole.
bool Resolver::reportOfWhole(const std::string& qualifier, const std::string& name,
                             const std::string& written, Span span) {
  const std::string module = imports_.moduleOfWhole(qualifier, name);
  if (module.empty()) return false;
  reporter_.error(span,
                  quoted(written) + " is from " + quoted(module) +
                      ", which is understood only where a program is read as a whole",
                  "`run` and native code, `-o PROGRAM`, read it so");
  return true;
}

// What another module of the package may have, where that can be read; of which the type is not
// known.
bool Resolver::reportOfPackage(const std::string& qualifier, const std::string& name,
                               const std::string& written, Span span) {
  if (!source_.keepsOpaque || interfaces_ == nullptr) return false;
  const bool may = std::ranges::any_of(source_.imports, [&](const ast::Import& import) {
    return isSeenAs(import, qualifier) && provides(import, name) &&
           interfaces_->reads(import.module);
  });
  if (!may) return false;
  reporter_.error(span, "the type of " + quoted(written) + " is not known",
                  "give it a signature where it is defined");
  return true;
}

void Resolver::reportUnbound(const std::string& name, Span span) {
  if (reportOfWhole({}, name, name, span)) return;
  if (reportOfPackage({}, name, name, span)) return;
  if (source_.keepsOpaque && mayBeForeign(source_, nullptr, name, span, reporter_)) return;
  const std::string nearest = nearestKnown(name);
  std::string hint;
  if (!nearest.empty()) {
    hint = "did you mean " + quoted(nearest) + "?";
  } else if (std::ranges::find(source_.untouchedIdentifiers, name) !=
             source_.untouchedIdentifiers.end()) {
    hint =
        "what is defined between `-- deforest: off` and `-- deforest: on` cannot be used outside";
  } else if (!imports_.foreignModule().empty()) {
    const std::string& foreign = imports_.foreignModule();
    const std::string_view instead = insteadOfModule(foreign);
    hint = "if it is from " + quoted(foreign) +
           (instead.empty() ? ", which is not found, copy it"
                            : ", which is not in the language: " + std::string(instead));
  } else {
    hint = "define it, or correct the spelling";
  }
  reporter_.error(span, quoted(name) + " is not in scope", hint);
}

// That of the language or its Prelude; else none, and those that a misspelt name may have meant.
ConId Resolver::standardConstructor(const std::string& plain,
                                    std::vector<std::string>& candidates) {
  TypeTable& table = module_.types;
  if (plain == "()") return table.onlyConstructor(table.tupleCon(0));
  if (plain.starts_with("(,")) return table.onlyConstructor(table.tupleCon(plain.size() - 1));
  for (const ConId id :
       {table.nilCon, table.consCon, table.falseCon, table.trueCon, table.ltCon, table.eqCon,
        table.gtCon, table.nothingCon, table.justCon, table.leftCon, table.rightCon}) {
    if (table.constructor(id).name == plain) return id;
    candidates.push_back(table.constructor(id).name);
  }
  return types_.preludeConstructor(plain);
}

ConId Resolver::lookupConstructor(const std::string& name, Span span) {
  const auto [qualifier, plain] = splitQualified(name);
  if (library_ != nullptr) {
    const ConId own = types_.libraryConstructor(*library_, plain);
    if (own.valid()) return own;
  }
  // A constructor of another module is not the Prelude's, whatever it is called.
  const bool foreign = !inPrelude_ && qualifier != source_.name &&
                       (imports_.isForeign(qualifier) ||
                        (source_.keepsOpaque && qualifier.empty() && imports_.hides(plain)));
  if (!inPrelude_ && !imports_.isForeign(qualifier)) {
    const auto found = types_.constructors().find(plain);
    if (found != types_.constructors().end()) return found->second;
    if (reportOpaque(source_.opaqueConstructor(plain), plain, span)) return {};
  }
  std::vector<std::string> candidates;
  if (!foreign) {
    const ConId standard = standardConstructor(plain, candidates);
    if (standard.valid()) return standard;
  }
  if (const ConId id = types_.importedConstructor(name); id.valid()) return id;
  if (reportOfWhole(qualifier, plain, name, span)) return {};
  std::string nearest;
  if (!reporter_.crowded()) {
    for (const auto& [known, id] : types_.constructors()) candidates.push_back(known);
    nearest = nearestName(plain, candidates);
  }
  reporter_.error(
      span, "constructor " + quoted(name) + " is not declared",
      nearest.empty() ? "add it to a `data` declaration" : "did you mean " + quoted(nearest) + "?");
  return {};
}

void Resolver::noteLocal(LocalId local, std::uint32_t number) {
  resolved::Local& variable = module_.local(local);
  if (variable.owner == current_) {
    variable.uses.push_back({number, binding_});
    module_.useAt[number] = local;
  } else {
    module_.captureAt.insert_or_assign(number, std::pair(local, binding_));
    for (FunctionId f = current_; f != variable.owner; f = module_.function(f).parent) {
      module_.function(f).captures.push_back(local);
    }
    noteReadAgain(local);
  }
  if (const auto found = localMembers_.find(local.value); found != localMembers_.end()) {
    OpenGroup& group = *found->second.group;
    if (group.open) group.edges[group.current].push_back(found->second.index);
  }
}

void Resolver::noteFunction(FunctionId callee, std::uint32_t number) {
  module_.callAt[number] = true;
  module_.function(current_).callees.push_back(callee);
  if (module_.function(callee).parent.valid()) {
    module_.localCallAt.emplace(number, callee);
    callSites_.push_back({number, current_, callee, binding_});
  }
  if (const auto found = functionMembers_.find(callee.value); found != functionMembers_.end()) {
    OpenGroup& group = *found->second.group;
    const bool resolving = group.open || group.depth > 0;
    if (resolving) group.edges[group.current].push_back(found->second.index);
  }
}

}  // namespace deforest::text
