// Roots, and what is kept of the source module as text.
#include "text/lowering/elaborate.hpp"

#include <algorithm>
#include <set>

#include "text/lexing/lexer.hpp"
#include "text/lowering/program.hpp"
#include "text/lowering/source.hpp"
#include "text/scopes/names.hpp"

namespace deforest::text {
namespace {

using resolved::FunctionId;

class RootFinder {
 public:
  RootFinder(const resolved::Module& module, const ast::Module& source, Reporter& reporter)
      : module_(module), source_(source), reporter_(reporter) {}

  /// In order of definition.
  std::vector<FunctionId> find(const std::vector<std::string>& names) {
    if (names.empty()) {
      collectDefault();
    } else {
      for (const std::string& name : names) addNamed(name);
    }
    for (const std::string& name : source_.untouchedIdentifiers) {
      if (const FunctionId id = functionNamed(name); id.valid()) addExplicit(id);
    }
    return {roots_.begin(), roots_.end()};
  }

 private:
  [[nodiscard]] FunctionId functionNamed(std::string_view name) const {
    for (const FunctionId id : module_.topLevel) {
      if (module_.function(id).name == name) return id;
    }
    return {};
  }

  void addExplicit(FunctionId id) {
    const resolved::Function& function = module_.function(id);
    if (!roots_.insert(id).second || function.quantified.empty()) return;
    if (source_.keepsOpaque) return;  // its text stays
    reporter_.error(function.span,
                    quoted(function.name) + " is exported, but its type has variables",
                    "give it a type without variables, or do not export it");
  }

  void addNamed(const std::string& name) {
    const FunctionId id = functionNamed(name);
    if (id.valid()) {
      addExplicit(id);
      return;
    }
    std::vector<std::string> known;
    for (const FunctionId function : module_.topLevel) {
      known.push_back(module_.function(function).name);
    }
    const std::string nearest = nearestName(name, known);
    reporter_.error({}, "there is no function " + quoted(name) + " to keep",
                    nearest.empty() ? "name a function of the module"
                                    : "did you mean " + quoted(nearest) + "?");
  }

  // Whether it is none of another module that this one imports.
  [[nodiscard]] bool isOwn(Span span) const {
    const std::size_t own = source_.ownDeclarations.value_or(source_.declarations.size());
    return own == source_.declarations.size() || span.begin < source_.declarations[own].span.begin;
  }

  void addAll() {
    for (const FunctionId id : module_.topLevel) {
      const resolved::Function& function = module_.function(id);
      if (isOwn(function.span) && function.quantified.empty()) roots_.insert(id);
    }
  }

  void collectDefault() {
    for (const char* name : {"main", "gibbon_main"}) {
      if (const FunctionId id = functionNamed(name); id.valid()) addExplicit(id);
    }
    const bool program =
        source_.name.empty() || source_.name == "Main" || functionNamed("gibbon_main").valid();
    if (source_.exportsListed) {
      collectExports();
    } else if (roots_.empty() || !program) {
      addAll();
      if (roots_.empty()) reportNoRoots();
    }
  }

  // Types without functions are a module too.
  void reportNoRoots() {
    if (module_.call.valid() || module_.topLevel.empty() || source_.keepsOpaque) return;
    const resolved::Function& first = module_.function(module_.topLevel[0]);
    reporter_.error(first.span, "every function of the module has type variables in its type",
                    "functions are compiled for the types they are used at: write a `main`, or a "
                    "signature without variables for what is to be kept");
  }

  void collectExports() {
    for (const ast::Export& exported : source_.exports) {
      if (exported.text.starts_with("module ")) {
        if (exported.name == source_.name) addAll();
        continue;
      }
      const std::string name = splitQualified(exported.name).second;
      if (isConstructorName(name) || isLabel(name) || isMethod(name)) continue;
      const FunctionId id = functionNamed(name);
      const auto& kept = source_.untouchedIdentifiers;
      if (id.valid()) {
        addExplicit(id);
      } else if (!source_.keepsOpaque && std::ranges::find(kept, name) == kept.end()) {
        reporter_.error(exported.span, quoted(name) + " is exported, but not defined",
                        "define it, or drop it from the list");
      }
    }
  }

  [[nodiscard]] bool isMethod(std::string_view name) const {
    return std::ranges::any_of(module_.classes, [&](const auto& declared) {
      const auto found = declared.second.find(name);
      return found != declared.second.end() &&
             !module_.function(found->second.function).fromPrelude;
    });
  }

  [[nodiscard]] bool isLabel(std::string_view name) const {
    const std::vector<std::string> labels = labelsOf(module_);
    return std::ranges::find(labels, name) != labels.end();
  }

  const resolved::Module& module_;
  const ast::Module& source_;
  Reporter& reporter_;
  std::set<FunctionId> roots_;
};

// The instance that a root is: of as many arguments as its type says. Nothing if it takes functions
// or results in data with functions inside, so that there is no function of first order.
std::optional<Instance> rootOf(ProgramBuilder& builder, FunctionId id) {
  const resolved::Function& function = builder.module.function(id);
  Instance root{id, {}, {}};
  if (function.isMain) return root;  // what it prints is looked at there
  if (!builder.module.types.hasFunctions(function.resultType) &&
      std::ranges::none_of(function.parameterTypes,
                           [&](TypeRef type) { return builder.module.types.hasFunctions(type); })) {
    return root;
  }
  std::vector<ir::TypeId> parameters;
  for (const TypeRef type : function.parameterTypes) {
    parameters.push_back(builder.types.ground(type, {}));
  }
  ir::TypeId result = builder.types.ground(function.resultType, {});
  while (builder.types.declaration(result) == builder.module.types.arrowCon) {
    const std::vector<ir::TypeId> arrow = builder.program.type(result).arguments;
    parameters.push_back(arrow[0]);
    result = arrow[1];
  }
  parameters.push_back(result);
  for (const ir::TypeId type : parameters) {
    if (builder.types.isHigher(type)) return std::nullopt;
    root.parts.push_back(builder.shapes.plain(type));
  }
  root.parts.pop_back();
  return root;
}

void reportHigher(const resolved::Function& function, Reporter& reporter) {
  reporter.error(function.span,
                 quoted(function.name) + " takes a function, or results in data with one inside",
                 "such functions are compiled for what they are given where they are used: write a "
                 "`main`, or name a function that uses it");
}

// `lacks`: whether constructors are missing that the next program has (generalised.cpp).
ir::Program elaborateOnce(resolved::Module& module, const ast::Module& source,
                          std::string_view text, const std::string& file,
                          const ElaborateOptions& options, Reporter& reporter, Original* original,
                          bool& lacks) {
  ir::Program program;
  program.file = file;
  program.module = keptModule(source, module, text);
  ProgramBuilder builder(module, program, reporter);
  builder.lazy = options.lazy;
  std::vector<ir::FunId> kept;
  bool prints = false;
  FunctionId higher;  // a root that has no function of its own
  for (const FunctionId id : RootFinder(module, source, reporter).find(options.roots)) {
    if (!module.function(id).quantified.empty()) continue;
    const bool isMain = module.function(id).isMain;
    if (isMain && module.call.valid()) continue;  // nothing calls it
    prints = prints || isMain;
    if (const auto root = rootOf(builder, id)) {
      kept.push_back(*builder.instance(*root));
    } else if (!options.roots.empty()) {
      reportHigher(module.function(id), reporter);
    } else {
      higher = higher.valid() ? higher : id;
    }
  }
  if (kept.empty() && higher.valid() && !module.call.valid() && !source.keepsOpaque) {
    reportHigher(module.function(higher), reporter);
  }
  if (module.call.valid() && module.types.hasFunctions(module.function(module.call).resultType)) {
    reporter.error(module.function(module.call).span, "this is a function, or has one inside",
                   "give it all its arguments: functions are not shown");
  } else if (module.call.valid()) {
    std::vector<ir::TypeId> arguments;
    for (const TypeRef variable : builder.typeVariables(module.call)) {
      arguments.push_back(builder.types.ground(variable, {}));
    }
    kept.push_back(*builder.instance({module.call, std::move(arguments), {}}));
  }
  builder.run();
  if (prints) program.outputs = module.outputs;
  lacks = builder.types.lacksConstructors();
  if (reporter.any() || lacks) return program;
  // Generated names stay clear of everything that the module names.
  std::vector<std::string> reserved = labelsOf(module);
  for (const std::string& name : source.untouchedIdentifiers) {
    const auto same = [&](FunctionId id) { return module.function(id).name == name; };
    if (std::ranges::none_of(module.topLevel, same)) reserved.push_back(name);
  }
  builder.declareChoices();
  builder.declareFunctions();
  builder.declareGeneralised();
  if (module.hasWorlds) {
    program.module.types.emplace_back("data World = World [String] String Printed !CellHeap");
    program.module.types.emplace_back(
        "data Printed = NothingPrinted | Printed Printed String | PrintedError Printed String");
  }
  if (module.hasWorlds || builder.hasCells()) builder.declareCells();
  builder.finish(kept, reserved);
  if (original != nullptr) {
    original->functions = builder.provenance();
    original->specialised = builder.specialised();
    original->callable = builder.callable();
    original->comprehensions = builder.comprehensions();
    original->editable = original->editable && !builder.hasChoices() && !module.hasWorlds &&
                         !module.hasRunTimeFunctions && !builder.types.hasGeneralised();
  }
  builder.types.finish(module.declaredTypes);
  return program;
}

}  // namespace

ir::Program elaborate(resolved::Module& module, const ast::Module& source, std::string_view text,
                      const std::string& file, const ElaborateOptions& options, Reporter& reporter,
                      Original* original) {
  const std::size_t errors = reporter.count();
  while (true) {
    bool lacks = false;
    ir::Program program =
        elaborateOnce(module, source, text, file, options, reporter, original, lacks);
    if (!lacks) return program;
    reporter.drop(errors);  // what was wrong may be so for want of them
  }
}

}  // namespace deforest::text
