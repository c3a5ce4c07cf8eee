#include "simplify/unbox_results.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "ir/traverse.hpp"
#include "simplify/names.hpp"
#include "simplify/simplify.hpp"
#include "support/check.hpp"

namespace deforest::simplify {
namespace {

using Flags = std::vector<bool>;

const ir::Binding* definitionOf(const ir::Block& block, ir::VarId variable) {
  for (const ir::Binding& binding : block.bindings) {
    const auto& results = binding.results;
    if (std::find(results.begin(), results.end(), variable) != results.end()) return &binding;
  }
  return nullptr;
}

std::size_t indexIn(const std::vector<ir::VarId>& results, ir::VarId variable) {
  return static_cast<std::size_t>(std::find(results.begin(), results.end(), variable) -
                                  results.begin());
}

bool returnsOneTuple(const ir::Program& program, const ir::Function& function) {
  if (function.resultTypes.size() != 1) return false;
  const ir::Type& type = program.type(function.resultTypes.front());
  return type.shape == ir::DataShape::Tuple && type.kind == ir::TypeKind::Data &&
         type.constructors.size() == 1 && !type.arguments.empty();
}

// Whether result `index` of the block is built in it, on every path, if the flagged functions
// return components. `builds` tells whether some path really builds it.
bool isBuilt(const ir::Block& block, std::size_t index, const Flags& unboxed, bool& builds) {
  const auto* variable = ir::variableOf(block.results[index]);
  const ir::Binding* definition = variable == nullptr ? nullptr : definitionOf(block, *variable);
  if (definition == nullptr) return false;
  const ir::Operation& operation = definition->operation;
  if (std::holds_alternative<ir::Construct>(operation)) {
    builds = true;
    return true;
  }
  if (std::holds_alternative<ir::Fail>(operation)) return true;
  if (const auto* call = std::get_if<ir::Call>(&operation)) return unboxed[call->callee.value];
  bool all = false;
  bool any = false;
  const std::size_t inner = indexIn(definition->results, *variable);
  ir::forEachBlock(operation, [&](const ir::Block& branch) {
    all = (!any || all) && isBuilt(branch, inner, unboxed, builds);
    any = true;
  });
  return any && all;
}

// The functions to unbox: a greatest fixed point, so that recursion counts.
Flags chooseUnboxed(const ir::Program& program) {
  Flags unboxed;
  for (const ir::Function& function : program.functions) {
    unboxed.push_back(returnsOneTuple(program, function));
  }
  for (bool fell = true; fell;) {
    fell = false;
    for (std::size_t i = 0; i < unboxed.size(); ++i) {
      bool builds = false;
      if (unboxed[i] && !isBuilt(program.functions[i].body, 0, unboxed, builds)) {
        unboxed[i] = false;
        fell = true;
      }
    }
  }
  return unboxed;
}

class Unboxer {
 public:
  Unboxer(ir::Program& program, pipeline::Context& context)
      : program_(program), context_(context), names_(program) {}

  void run() {
    Flags unboxed = chooseUnboxed(program_);
    keepPlainRoots(unboxed);
    if (std::find(unboxed.begin(), unboxed.end(), true) == unboxed.end()) return;
    for (std::size_t i = 0; i < unboxed.size(); ++i) {
      if (unboxed[i]) context_.add(decisionFor(program_.functions[i]));
    }
    splitRoots(unboxed);
    for (std::size_t i = 0; i < program_.functions.size(); ++i) {
      ir::Function function = std::move(program_.functions[i]);
      adaptCalls(function, function.body, unboxed);
      program_.functions[i] = std::move(function);
    }
    for (std::size_t i = 0; i < unboxed.size(); ++i) {
      if (unboxed[i]) unbox(program_.functions[i]);
    }
    for (ir::Function& function : program_.functions) {
      simplifyFunction(program_, function, context_.options.semantics);
    }
  }

 private:
  pipeline::Decision decisionFor(const ir::Function& function) const {
    return {pipeline::Decision::Kind::Simplify,
            true,
            function.name,
            "returns the components of its tuple",
            "every branch builds it",
            function.position};
  }

  // A root that nobody calls has no use for a second function.
  void keepPlainRoots(Flags& unboxed) const {
    Flags called(program_.functions.size());
    for (const ir::Function& function : program_.functions) {
      ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
        if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
          called[call->callee.value] = true;
        }
      });
    }
    for (const ir::FunId root : program_.roots) {
      if (!called[root.value]) unboxed[root.value] = false;
    }
    // What relied on such a root returning components falls with it.
    for (bool fell = true; fell;) {
      fell = false;
      for (std::size_t i = 0; i < unboxed.size(); ++i) {
        bool builds = false;
        if (unboxed[i] && !isBuilt(program_.functions[i].body, 0, unboxed, builds)) {
          unboxed[i] = false;
          fell = true;
        }
      }
    }
  }

  // The root keeps its name and type and calls a new function, which everybody else calls.
  void splitRoots(Flags& unboxed) {
    std::map<std::uint32_t, std::uint32_t> moved;
    for (const ir::FunId root : program_.roots) {
      if (!unboxed[root.value]) continue;
      ir::Function worker = program_.functions[root.value];
      worker.name = names_.unique(joinNames(worker.name, "parts"));
      moved[root.value] = static_cast<std::uint32_t>(program_.functions.size());
      program_.functions.push_back(std::move(worker));
      unboxed[root.value] = false;
      unboxed.push_back(true);
    }
    for (ir::Function& function : program_.functions) {
      ir::forEachBinding(function.body, [&](ir::Binding& binding) {
        auto* call = std::get_if<ir::Call>(&binding.operation);
        if (call == nullptr) return;
        const auto found = moved.find(call->callee.value);
        if (found != moved.end()) call->callee = {found->second};
      });
    }
    for (const auto& [root, worker] : moved) {
      ir::Function& wrapper = program_.functions[root];
      const ir::VarId result = wrapper.fresh(wrapper.resultTypes.front(), "r");
      ir::Call call{ir::FunId{worker}, {}};
      call.arguments.assign(wrapper.parameters.begin(), wrapper.parameters.end());
      wrapper.body = {{{{result}, std::move(call), wrapper.position}}, {ir::Atom(result)}};
    }
  }

  // Calls of unboxed functions give components; the tuple is rebuilt for whoever wants it.
  void adaptCalls(ir::Function& function, ir::Block& block, const Flags& unboxed) {
    std::vector<ir::Binding> bindings;
    for (ir::Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation,
                       [&](ir::Block& inner) { adaptCalls(function, inner, unboxed); });
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || !unboxed[call->callee.value]) {
        bindings.push_back(std::move(binding));
        continue;
      }
      const ir::VarId tuple = binding.results.front();
      binding.results = components(function, tuple);
      ir::Construct rebuild{constructorOf(function, tuple), {}};
      rebuild.fields.assign(binding.results.begin(), binding.results.end());
      const ir::Position position = binding.position;
      bindings.push_back(std::move(binding));
      bindings.push_back({{tuple}, std::move(rebuild), position});
    }
    block.bindings = std::move(bindings);
  }

  ir::CtorId constructorOf(const ir::Function& function, ir::VarId tuple) const {
    return program_.type(function.variables[tuple.value].type).constructors.front();
  }

  // Fresh variables for the components of a tuple.
  std::vector<ir::VarId> components(ir::Function& function, ir::VarId tuple) const {
    std::vector<ir::VarId> result;
    const std::string name = function.variables[tuple.value].name;
    for (const ir::Field& field : program_.constructor(constructorOf(function, tuple)).fields) {
      result.push_back(function.fresh(field.type, name));
    }
    return result;
  }

  void unbox(ir::Function& function) const {
    const ir::CtorId ctor = program_.type(function.resultTypes.front()).constructors.front();
    function.resultTypes.clear();
    for (const ir::Field& field : program_.constructor(ctor).fields) {
      function.resultTypes.push_back(field.type);
    }
    expand(function, function.body, 0, ctor);
  }

  // Replaces result `index` of the block, a tuple that the block builds, by its components.
  void expand(ir::Function& function, ir::Block& block, std::size_t index, ir::CtorId ctor) const {
    const ir::VarId tuple = std::get<ir::VarId>(block.results[index]);
    std::vector<ir::Atom> parts;
    for (ir::Binding& binding : block.bindings) {
      if (std::find(binding.results.begin(), binding.results.end(), tuple) ==
          binding.results.end()) {
        continue;
      }
      if (const auto* construct = std::get_if<ir::Construct>(&binding.operation)) {
        parts = construct->fields;
        break;
      }
      const std::size_t inner = indexIn(binding.results, tuple);
      const std::vector<ir::VarId> results = components(function, tuple);
      ir::forEachBlock(binding.operation,
                       [&](ir::Block& branch) { expand(function, branch, inner, ctor); });
      // The components take the place of the tuple; who wants the tuple itself builds it.
      binding.results.erase(binding.results.begin() + static_cast<std::ptrdiff_t>(inner));
      binding.results.insert(binding.results.begin() + static_cast<std::ptrdiff_t>(inner),
                             results.begin(), results.end());
      parts.assign(results.begin(), results.end());
      break;
    }
    support::check(!parts.empty(), "a tuple that is not built where it is returned");
    block.results.erase(block.results.begin() + static_cast<std::ptrdiff_t>(index));
    block.results.insert(block.results.begin() + static_cast<std::ptrdiff_t>(index), parts.begin(),
                         parts.end());
    rebuildIfRead(block, tuple, ctor, parts);
  }

  // If the tuple, no longer bound, is read in the block, builds it behind its components.
  static void rebuildIfRead(ir::Block& block, ir::VarId tuple, ir::CtorId ctor,
                            const std::vector<ir::Atom>& parts) {
    if (definitionOf(block, tuple) != nullptr) return;
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      const auto* first = ir::variableOf(parts.front());
      const auto& results = block.bindings[i].results;
      if (first == nullptr || std::find(results.begin(), results.end(), *first) == results.end()) {
        continue;
      }
      const ir::Position position = block.bindings[i].position;
      block.bindings.insert(block.bindings.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                            ir::Binding{{tuple}, ir::Construct{ctor, parts}, position});
      return;
    }
  }

  ir::Program& program_;
  pipeline::Context& context_;
  Names names_;
};

}  // namespace

pipeline::Pass unboxResults() {
  return {"unbox-results", "functions that build a tuple return its components",
          [](ir::Program program, pipeline::Context& context) {
            if (context.options.semantics == pipeline::Semantics::Lazy) return program;
            Unboxer(program, context).run();
            return program;
          }};
}

}  // namespace deforest::simplify
