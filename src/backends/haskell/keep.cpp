#include "backends/haskell/keep.hpp"

#include <algorithm>
#include <optional>

#include "backends/haskell/reach.hpp"
#include "backends/haskell/refold.hpp"
#include "graph/call_graph.hpp"
#include "ir/alpha.hpp"
#include "ir/library_calls.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Function;
using ir::FunId;
using ir::Program;
using ir::TypeId;
using ir::VarId;
using text::Original;
using text::Piece;
using text::Provenance;

std::vector<TypeId> parameterTypes(const Function& function) {
  std::vector<TypeId> types;
  for (const VarId parameter : function.parameters) {
    types.push_back(function.variables[parameter.value].type);
  }
  return types;
}

// ------------------------------------------------------------------------------ types of functions

// A value as passes return it: whole, or its fields.
struct Shape {
  TypeId type;
  bool whole = true;
  std::vector<Shape> fields;
};

constexpr int deepestShape = 8;

// The shape of a value of `type` of which `parts`, from `next` on, are the parts.
std::optional<Shape> shapeOf(const Program& program, TypeId type, const std::vector<TypeId>& parts,
                             std::size_t& next, int depth) {
  if (next < parts.size() && parts[next] == type) {
    ++next;
    return Shape{type, true, {}};
  }
  const ir::Type& data = program.type(type);
  if (data.constructors.size() != 1 || depth == 0) return std::nullopt;
  Shape shape{type, false, {}};
  for (const ir::Field& field : program.constructor(data.constructors.front()).fields) {
    std::optional<Shape> part = shapeOf(program, field.type, parts, next, depth - 1);
    if (!part) return std::nullopt;
    shape.fields.push_back(std::move(*part));
  }
  return shape;
}

using Shapes = std::vector<Shape>;

// How a function is the one of the source: by what it results in, and by the parameters of that
// one that it still has.
struct Fit {
  Shapes shapes;
  std::vector<std::size_t> parameters;

  [[nodiscard]] bool isWhole(const Function& before) const {
    return parameters.size() == before.parameters.size() &&
           std::ranges::all_of(shapes, &Shape::whole);
  }
};

// Which parameters of `before` are those of `after`, in this order. Those that are not came to
// nothing: all callers pass the same.
std::optional<std::vector<std::size_t>> parametersKept(const Function& before,
                                                       const Function& after) {
  std::vector<std::size_t> kept;
  const bool all = parameterTypes(before) == parameterTypes(after);
  std::size_t next = 0;
  for (const VarId parameter : after.parameters) {
    const ir::Variable& wanted = after.variables[parameter.value];
    const auto is = [&](const VarId other) {
      const ir::Variable& variable = before.variables[other.value];
      return all || (variable.type == wanted.type && variable.name == wanted.name);
    };
    while (next < before.parameters.size() && !is(before.parameters[next])) ++next;
    if (next == before.parameters.size()) return std::nullopt;
    kept.push_back(next++);
  }
  return kept;
}

// How a function is that of the source; nothing if it is another one.
std::optional<Fit> fitOf(const Program& program, const Function& before, const Function& after) {
  std::optional<std::vector<std::size_t>> parameters = parametersKept(before, after);
  if (!parameters) return std::nullopt;
  Fit fit{{}, std::move(*parameters)};
  std::size_t next = 0;
  for (const TypeId type : before.resultTypes) {
    std::optional<Shape> shape = shapeOf(program, type, after.resultTypes, next, deepestShape);
    if (!shape) return std::nullopt;
    fit.shapes.push_back(std::move(*shape));
  }
  if (next != after.resultTypes.size()) return std::nullopt;
  return fit;
}

ir::CtorId constructorOf(const Program& program, TypeId type) {
  return program.type(type).constructors.front();
}

// Takes `value` apart as the shape says; the parts are bound to the results from `next` on.
void takeApart(const Program& program, Function& function, const Shape& shape, VarId value,
               const std::vector<VarId>& results, std::size_t& next,
               std::vector<Binding>& bindings) {
  Binding unpack{{}, ir::Unpack{constructorOf(program, shape.type), value}, {}};
  std::vector<std::pair<const Shape*, VarId>> inner;
  // Parts are numbered depth first; a field that is taken apart takes its own parts first.
  std::size_t number = next;
  const auto count = [](auto&& self, const Shape& part) -> std::size_t {
    if (part.whole) return 1;
    std::size_t sum = 0;
    for (const Shape& field : part.fields) sum += self(self, field);
    return sum;
  };
  for (const Shape& field : shape.fields) {
    if (field.whole) {
      unpack.results.push_back(results[number]);
    } else {
      const VarId whole = function.fresh(field.type, "p");
      unpack.results.push_back(whole);
      inner.emplace_back(&field, whole);
    }
    number += count(count, field);
  }
  bindings.push_back(std::move(unpack));
  std::size_t at = next;
  std::size_t which = 0;
  for (const Shape& field : shape.fields) {
    if (!field.whole) {
      std::size_t begin = at;
      takeApart(program, function, field, inner[which++].second, results, begin, bindings);
    }
    at += count(count, field);
  }
  next = at;
}

// Builds the value of the shape from the parts from `next` on.
VarId build(const Program& program, Function& function, const Shape& shape,
            const std::vector<VarId>& parts, std::size_t& next) {
  if (shape.whole) return parts[next++];
  ir::Construct construct{constructorOf(program, shape.type), {}};
  for (const Shape& field : shape.fields) {
    construct.fields.emplace_back(build(program, function, field, parts, next));
  }
  const VarId value = function.fresh(shape.type, "r");
  function.body.bindings.push_back({{value}, std::move(construct), {}});
  return value;
}

// ----------------------------------------------------------------------------------- the decision

class Chooser {
 public:
  Chooser(const Original& original, const Program& source, const Program& unfused, Program& result,
          Unfolded unfolded)
      : original_(original),
        source_(source),
        unfused_(unfused),
        result_(result),
        unfolded_(unfolded),
        sourceIndex_(indexOf(source)),
        unfusedIndex_(indexOf(unfused)),
        calls_(graph::callGraph(result)),
        unfusedCalls_(graph::callGraph(unfused)) {}

  Kept run() {
    findChanged();
    callByName();
    chooseOutside();
    const Reached reached = reach(original_, kept_, result_);
    kept_.any = std::ranges::find(reached.printed, true) != reached.printed.end() ||
                !std::ranges::includes(reached.texts, original_.defined);
    std::erase_if(kept_.bound,
                  [&](const auto& bound) { return !reached.required.contains(bound.first); });
    addFunctionsBetween();
    const std::map<std::string, FunId> index = indexOf(result_);
    const auto addRoot = [&](const std::string& name) {
      const FunId id = index.at(name);
      if (std::ranges::find(result_.roots, id) == result_.roots.end()) result_.roots.push_back(id);
    };
    for (const auto& [name, provenance] : kept_.outside) addRoot(name);
    for (const auto& [name, function] : kept_.bound) addRoot(function);
    return std::move(kept_);
  }

 private:
  // What is made of calls of a function may have been given its name.
  const Provenance* provenance(const Function& function) const {
    return function.composed ? nullptr : provenanceOf(original_, function.name);
  }

  [[nodiscard]] bool sameInterface(const Function& a, const Function& b) const {
    return a.name == b.name && !a.composed && a.resultTypes == b.resultTypes &&
           parameterTypes(a) == parameterTypes(b);
  }

  [[nodiscard]] bool isAsUnfused(const Function& function) const {
    const std::optional<FunId> other = find(unfusedIndex_, function.name);
    if (!other || function.composed) return false;
    return ir::alphaEquivalent(function, unfused_.function(*other), [&](FunId a, FunId b) {
      return sameInterface(result_.function(a), unfused_.function(b));
    });
  }

  // The recursive functions that a function calls, itself or by way of others that are not.
  struct Recursions {
    std::set<std::string> names;
    bool fragments = false;
  };
  static Recursions recursionsOf(const Program& program, const graph::CallGraph& calls,
                                 FunId function) {
    Recursions found;
    std::set<FunId> seen{function};
    std::vector<FunId> waiting{function};
    while (!waiting.empty()) {
      const FunId at = waiting.back();
      waiting.pop_back();
      for (const FunId callee : calls.callees[at.value]) {
        found.fragments = found.fragments || program.function(callee).composed;
        if (calls.recursive[callee.value]) {
          found.names.insert(program.function(callee).name);
        } else if (seen.insert(callee).second) {
          waiting.push_back(callee);
        }
      }
    }
    return found;
  }

  // Whether the parameters are the same, which have names and types of their own.
  [[nodiscard]] bool sameParameters(const Function& a, const Function& b) const {
    if (parameterTypes(a) != parameterTypes(b)) return false;
    std::set<std::pair<TypeId, std::string>> seen;
    for (std::size_t i = 0; i < a.parameters.size(); ++i) {
      const ir::Variable& variable = a.variables[a.parameters[i].value];
      if (variable.name != b.variables[b.parameters[i].value].name) return false;
      if (!seen.emplace(variable.type, variable.name).second) return false;
    }
    return true;
  }

  [[nodiscard]] bool isMerelyUnfolded(FunId id) const {
    const Function& function = result_.function(id);
    const std::optional<FunId> other = find(unfusedIndex_, function.name);
    if (unfolded_ == Unfolded::Replace || !other || function.composed) return false;
    const Function& before = unfused_.function(*other);
    if (before.resultTypes != function.resultTypes || !sameParameters(before, function)) {
      return false;
    }
    const Recursions now = recursionsOf(result_, calls_, id);
    return !now.fragments && now.names == recursionsOf(unfused_, unfusedCalls_, *other).names;
  }

  void findChanged() {
    const std::size_t count = result_.functions.size();
    changed_.resize(count);
    std::vector<bool> own(count);  // neither of a library nor derived
    for (std::size_t i = 0; i < count; ++i) {
      const Provenance* known = provenance(result_.functions[i]);
      own[i] = known == nullptr || known->kind == Provenance::Kind::Entry ||
               known->kind == Provenance::Kind::Method;
      const FunId id{static_cast<std::uint32_t>(i)};
      changed_[i] = own[i] && !isAsUnfused(result_.functions[i]) && !isMerelyUnfolded(id);
    }
    // Of a declaration that is replaced, the callers stay if its name and type do.
    const auto spreads = [&](FunId callee) {
      if (!changed_[callee.value]) return false;
      const Provenance* known = provenance(result_.function(callee));
      return known == nullptr || known->polymorphic;
    };
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < count; ++i) {
        if (changed_[i] || !own[i]) continue;
        const std::vector<FunId> callees = ir::callees(result_.functions[i].body);
        if (!std::ranges::any_of(callees, spreads)) continue;
        changed_[i] = more = true;
      }
    }
  }

  // Of the Prelude's functions of functions those that came out as they went in are called as base
  // has them.
  void callByName() {
    const std::map<std::string, FunId> index = indexOf(result_);
    // Another function than that of the source, or one that is called otherwise.
    const auto isAnother = [&](FunId id) {
      const Function& function = result_.function(id);
      const std::optional<FunId> before = find(sourceIndex_, function.name);
      return !before || !sameInterface(function, source_.function(*before));
    };
    std::vector<std::pair<FunId, const ir::LibraryName*>> named;
    for (const auto& [name, library] : original_.callable) {
      const std::optional<FunId> id = find(index, name);
      if (!id || result_.function(*id).library || isAnother(*id)) continue;
      std::vector<FunId> given;
      bool there = true;
      for (const ir::LibraryName::Argument& argument : library.arguments) {
        if (argument.function.empty()) continue;
        const std::optional<FunId> found = find(index, argument.function);
        there = there && found && !isAnother(*found) && !isOpen(*found);
        if (found) given.push_back(*found);
      }
      if (there && isUntouched(*id, given)) named.emplace_back(*id, &library);
    }
    for (const auto& [id, library] : named) result_.functions[id.value].library = *library;
  }

  // Whether what a function results in is open where it is called as Haskell has it.
  [[nodiscard]] bool isOpen(FunId id) const {
    const Provenance* known = provenance(result_.function(id));
    if (known == nullptr || !known->open.result) return false;
    const std::vector<bool>& parameters = known->open.parameters;
    return !known->open.oneVariable || std::ranges::find(parameters, true) == parameters.end();
  }

  // Whether nothing was improved in the function and its parts; `given` are none of them.
  [[nodiscard]] bool isUntouched(FunId id, const std::vector<FunId>& given) const {
    std::set<FunId> seen(given.begin(), given.end());
    std::vector<FunId> waiting{id};
    while (!waiting.empty()) {
      const FunId next = waiting.back();
      waiting.pop_back();
      if (!seen.insert(next).second) continue;
      if (provenance(result_.function(next)) != nullptr) continue;
      if (!isAsUnfused(result_.function(next))) return false;
      for (const FunId callee : calls_.callees[next.value]) {
        if (!seen.contains(callee)) waiting.push_back(callee);
      }
    }
    return true;
  }

  // Whether the parameters that a function has no longer are gone without fusion, too: then all
  // callers in the source pass the same for them. In the result perhaps only those do into which it
  // was not unfolded.
  [[nodiscard]] bool lacksOnlyWhatAllPass(const Function& before, const Fit& fit) const {
    if (fit.parameters.size() == before.parameters.size()) return true;
    const std::optional<FunId> unfused = find(unfusedIndex_, before.name);
    if (!unfused) return false;
    const auto kept = parametersKept(before, unfused_.function(*unfused));
    return kept && std::ranges::includes(fit.parameters, *kept);
  }

  void chooseOutside() {
    for (std::size_t i = 0; i < result_.functions.size(); ++i) {
      const Function& function = result_.functions[i];
      const Provenance* known = provenance(function);
      const std::optional<FunId> before = find(sourceIndex_, function.name);
      if (known == nullptr || !before) continue;
      std::optional<Fit> fit = fitOf(result_, source_.function(*before), function);
      if (!fit || !lacksOnlyWhatAllPass(source_.function(*before), *fit)) continue;
      if (!changed_[i]) {
        // Those who call it would not know what to pass besides.
        if (fit->parameters.size() < source_.function(*before).parameters.size()) continue;
        kept_.outside.emplace(function.name, *known);
      } else if (!known->polymorphic) {
        kept_.bound.emplace(known->name, function.name);
      }
      fits_.emplace(function.name, std::move(*fit));
    }
  }

  // ------------------------------------------------------------------------ functions in between

  void addFunctionsBetween() {
    const std::map<std::string, FunId> index = indexOf(result_);
    std::set<std::string> bound;
    for (const auto& [declaration, function] : kept_.bound) bound.insert(function);
    for (const auto& [name, fit] : fits_) {
      const bool outside = kept_.outside.contains(name);
      if (!outside && !bound.contains(name)) continue;
      const FunId id = index.at(name);
      if (!fit.isWhole(source_.function(*find(sourceIndex_, name)))) {
        const FunId between = addBetween(id, fit);
        if (outside) callThrough(id, between, fit.shapes);
      } else if (outside) {
        callRoot(id);
      }
    }
  }

  std::string freshName(const std::string& wanted) const {
    const std::map<std::string, FunId> index = indexOf(result_);
    std::string name = wanted;
    for (int i = 2; index.contains(name) || original_.defines(name); ++i) {
      name = wanted + "_" + std::to_string(i);
    }
    return name;
  }

  // A function of the worker's name and the source's type, which calls the worker.
  FunId addBetween(FunId worker, const Fit& fit) {
    const Function& before = source_.function(*find(sourceIndex_, result_.function(worker).name));
    Function between;
    between.name = before.name;
    between.documentation = before.documentation;
    between.position = before.position;
    between.resultTypes = before.resultTypes;
    ir::Call call{worker, {}};
    for (const VarId parameter : before.parameters) {
      const ir::Variable& variable = before.variables[parameter.value];
      between.parameters.push_back(between.fresh(variable.type, variable.name));
    }
    for (const std::size_t kept : fit.parameters) {
      call.arguments.emplace_back(between.parameters[kept]);
    }
    std::vector<VarId> parts;
    for (const TypeId type : result_.function(worker).resultTypes) {
      parts.push_back(between.fresh(type, "r"));
    }
    between.body.bindings.push_back({parts, std::move(call), {}});
    std::size_t next = 0;
    for (const Shape& shape : fit.shapes) {
      between.body.results.emplace_back(build(result_, between, shape, parts, next));
    }
    if (onlyTextCalls(worker)) unfoldInto(between, worker);
    const bool identifier = before.name.front() == '_' || before.name.front() >= 'A';
    result_.functions[worker.value].name =
        freshName((identifier ? before.name : std::string("op")) + "_parts");
    result_.functions[worker.value].documentation.clear();
    result_.functions.push_back(std::move(between));
    return FunId{static_cast<std::uint32_t>(result_.functions.size() - 1)};
  }

  // Nothing that is printed calls the function.
  [[nodiscard]] bool onlyTextCalls(FunId function) const {
    return std::ranges::none_of(result_.functions, [&](const Function& caller) {
      const std::vector<FunId> callees = ir::callees(caller.body);
      return !kept_.outside.contains(caller.name) &&
             std::ranges::find(callees, function) != callees.end();
    });
  }

  // In place of the call that `between` begins with.
  void unfoldInto(Function& between, FunId worker) const {
    const Function& unfolded = result_.function(worker);
    const bool matches = std::ranges::any_of(unfolded.body.bindings, [](const Binding& binding) {
      return std::holds_alternative<ir::Case>(binding.operation);
    });
    // The body of a function that matches is printed as its equations.
    if (matches) return;
    Binding call = std::move(between.body.bindings.front());
    between.body.bindings.erase(between.body.bindings.begin());
    Block body = ir::instantiate(unfolded, std::get<ir::Call>(call.operation).arguments, between);
    ir::Substitution results;
    for (std::size_t i = 0; i < call.results.size(); ++i) {
      results.set(call.results[i], body.results[i]);
    }
    ir::substitute(between.body, results);
    between.body.bindings.insert(between.body.bindings.begin(),
                                 std::make_move_iterator(body.bindings.begin()),
                                 std::make_move_iterator(body.bindings.end()));
  }

  // Calls of the worker, but for its own, become calls of the function in between.
  void callThrough(FunId worker, FunId between, const Shapes& shapes) {
    for (std::uint32_t i = 0; i < result_.functions.size(); ++i) {
      if (i == worker.value || i == between.value) continue;
      Function function = std::move(result_.functions[i]);
      adapt(function, function.body, worker, between, shapes);
      result_.functions[i] = std::move(function);
    }
  }

  void adapt(Function& function, Block& block, FunId worker, FunId between, const Shapes& shapes) {
    std::vector<Binding> bindings;
    for (Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation,
                       [&](Block& inner) { adapt(function, inner, worker, between, shapes); });
      auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || call->callee != worker) {
        bindings.push_back(std::move(binding));
        continue;
      }
      call->callee = between;
      const std::vector<VarId> parts = std::move(binding.results);
      binding.results.clear();
      std::vector<Binding> apart;
      std::size_t next = 0;
      for (const Shape& shape : shapes) {
        if (shape.whole) {
          binding.results.push_back(parts[next++]);
          continue;
        }
        const VarId whole = function.fresh(shape.type, "p");
        binding.results.push_back(whole);
        takeApart(result_, function, shape, whole, parts, next, apart);
      }
      bindings.push_back(std::move(binding));
      for (Binding& unpack : apart) bindings.push_back(std::move(unpack));
    }
    block.bindings = std::move(bindings);
  }

  // A root whose results were taken apart calls a function that all others call, too.
  void callRoot(FunId root) {
    const Function& function = result_.function(root);
    if (function.body.bindings.empty()) return;
    const auto* call = std::get_if<ir::Call>(&function.body.bindings.front().operation);
    const bool is = std::ranges::find(result_.roots, root) != result_.roots.end();
    if (!is || call == nullptr || call->callee == root) return;
    const std::vector<Atom> parameters(function.parameters.begin(), function.parameters.end());
    const FunId worker = call->callee;
    if (worker.value >= changed_.size()) return;
    if (call->arguments != parameters || provenance(result_.function(worker)) != nullptr ||
        changed_[worker.value]) {
      return;
    }
    const std::optional<Fit> fit = fitOf(result_, function, result_.function(worker));
    if (!fit || fit->isWhole(function) || !buildsOnly(function)) return;
    callThrough(worker, root, fit->shapes);
  }

  // Whether the function does nothing with what its first binding gives but build values of it.
  static bool buildsOnly(const Function& function) {
    const auto& bindings = function.body.bindings;
    return std::all_of(bindings.begin() + 1, bindings.end(), [](const Binding& binding) {
      return std::holds_alternative<ir::Construct>(binding.operation);
    });
  }

  const Original& original_;
  const Program& source_;
  const Program& unfused_;
  Program& result_;
  Unfolded unfolded_;
  std::map<std::string, FunId> sourceIndex_;
  std::map<std::string, FunId> unfusedIndex_;
  graph::CallGraph calls_;
  graph::CallGraph unfusedCalls_;
  std::vector<bool> changed_;
  std::map<std::string, Fit> fits_;
  Kept kept_;
};

}  // namespace

Kept chooseKept(const Original& original, const ir::Program& source, const ir::Program& unfused,
                ir::Program& result, Unfolded unfolded) {
  callUnfoldedLibraries(original, source, unfused, result);
  return Chooser(original, source, unfused, result, unfolded).run();
}

}  // namespace deforest::backends
