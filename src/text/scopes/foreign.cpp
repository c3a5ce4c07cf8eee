// Functions that have a type, but no equations here: what imports bring, and what the module
// defines in ways that are not understood.
//
//     render :: Page -> String      its equations are opaque, or stand in another module
//     render p = [| .. |] p
//
//     title p = map toUpper (render p)      is understood: it calls what it does not know
//
// Only the type is asked for. What classes it wants of its type variables GHC sees to; but a
// variable that no argument decides may be decided by its classes, which nobody asks here.
#include <algorithm>

#include "support/match.hpp"
#include "text/parsing/type_parts.hpp"
#include "text/printing/literal.hpp"
#include "text/scopes/resolver.hpp"
#include "text/scopes/signature_variables.hpp"

namespace deforest::text {
namespace {

void collectVariables(const ast::TypeExpr& type, std::set<std::string>& names) {
  const auto* variable = std::get_if<ast::TypeVariable>(&type.node);
  if (variable != nullptr) names.insert(variable->name);
  forEachPart(type, [&](const ast::TypeExpr& part) { collectVariables(part, names); });
}

bool mentionsName(const ast::TypeExpr& type, std::string_view name) {
  return support::match(
      type.node, [](const ast::TypeVariable&) { return false; },
      [&](const ast::TypeName& found) { return splitQualified(found.name).second == name; },
      [&](const ast::TypeApply& apply) { return mentionsName(*apply.head, name); },
      [](const auto&) { return false; });
}

std::set<std::string> constrained(const ast::Signature& signature) {
  std::set<std::string> names;
  for (const ast::TypeExpr& constraint : signature.context) collectVariables(constraint, names);
  return names;
}

// Whether the arguments alone say what GHC makes of the function's classes. A call stack says
// where the call stands.
bool isDecidedByArguments(const ast::Signature& signature) {
  std::set<std::string> given;
  const ast::TypeExpr* rest = &signature.type;
  while (const auto* arrow = std::get_if<ast::TypeArrow>(&rest->node)) {
    collectVariables(*arrow->from, given);
    rest = arrow->to.get();
  }
  const bool stack = std::ranges::any_of(signature.context, [](const ast::TypeExpr& constraint) {
    return mentionsName(constraint, "HasCallStack");
  });
  return !stack && std::ranges::includes(given, constrained(signature));
}

}  // namespace

const ast::Signature* Resolver::signatureHere(const std::string& name) const {
  for (const ast::Declaration& declaration : source_.declarations) {
    const auto* signature = std::get_if<ast::Signature>(&declaration.node);
    if (signature == nullptr) continue;
    if (std::ranges::find(signature->names, name) != signature->names.end()) return signature;
  }
  return nullptr;
}

// Of an opaque declaration with a signature.
std::optional<FunctionId> Resolver::opaqueFunction(const std::string& name) {
  if (source_.opaqueName(name) == nullptr) return std::nullopt;
  const ast::Signature* signature = signatureHere(name);
  if (signature == nullptr) return std::nullopt;
  return foreignFunction(name, {&source_, signature, false});
}

// Of what an import brings that the language does not have.
std::optional<FunctionId> Resolver::importedFunction(const std::string& written) {
  if (!source_.keepsOpaque || inPrelude_ || interfaces_ == nullptr) return std::nullopt;
  const std::optional<Interfaces::Value> found = interfaces_->imported(source_, written);
  if (!found) return std::nullopt;
  return foreignFunction(written, *found);
}

// What a literal is where it is no String: `"abc" :: a`.
FunctionId Resolver::textConstant(const std::u32string& text) {
  const std::string written = stringText(text);
  std::optional<FunctionId>& known = foreign_[written];
  if (known) return *known;
  const FunctionId id = module_.addFunction();
  resolved::Function& function = module_.function(id);
  function.name = "text";
  function.fromPrelude = true;
  function.foreign = {written, true};
  function.hasSignature = true;
  function.quantified = {module_.types.rigid("a", true)};
  function.resultType = function.quantified.front();
  known = id;
  return id;
}

std::optional<FunctionId> Resolver::foreignFunction(const std::string& written,
                                                    const Interfaces::Value& value) {
  if (const auto known = foreign_.find(written); known != foreign_.end()) return known->second;
  std::optional<FunctionId>& result = foreign_[written];
  if (!isDecidedByArguments(*value.signature)) return result;
  const std::size_t errors = reporter_.count();
  const std::set<std::string> ofClasses = constrained(*value.signature);
  SignatureVariables variables;
  const TypeScope::Variables meaning = [&](const std::string& name, Span) {
    return variables.of(name, [&] { return module_.types.rigid(name, ofClasses.contains(name)); });
  };
  const TypeRef type = types_.resolveIn(*value.owner, value.signature->type, meaning);
  const bool wrong = type == nullptr || reporter_.count() != errors;
  reporter_.drop(errors);
  if (wrong) return result;
  const FunctionId id = module_.addFunction();
  resolved::Function& function = module_.function(id);
  function.name = splitQualified(written).second;
  function.fromPrelude = true;
  function.foreign = {written, value.waits};
  function.hasSignature = true;
  function.quantified = std::move(variables.order);
  function.resultType = type;
  for (TypeRef rest = module_.types.prune(type); module_.types.isArrow(rest);
       rest = module_.types.prune(rest)) {
    function.parameterTypes.push_back(rest->arguments[0]);
    function.resultType = rest = rest->arguments[1];
  }
  function.arity = function.parameterTypes.size();
  result = id;
  return result;
}

}  // namespace deforest::text
