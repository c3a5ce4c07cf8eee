#include "redundancy/shared_inputs.hpp"

#include <algorithm>
#include <optional>

#include "ir/alpha.hpp"
#include "ir/library_calls.hpp"
#include "ir/traverse.hpp"

namespace deforest::redundancy {
namespace {

// What is assumed of the parameters of one function. A parameter that is equal to an earlier one
// has the index of the first such in `same`, otherwise its own.
struct Inputs {
  bool called = false;
  std::vector<std::uint32_t> same;
  std::vector<std::optional<ir::Literal>> constant;
  bool operator==(const Inputs&) const = default;
};

std::optional<std::uint32_t> parameterIndex(const ir::Function& function, ir::VarId variable) {
  const auto& parameters = function.parameters;
  const auto found = std::find(parameters.begin(), parameters.end(), variable);
  if (found == parameters.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - parameters.begin());
}

class Analysis {
 public:
  explicit Analysis(const ir::Program& program) : program_(program) {
    inputs_.resize(program.functions.size());
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      inputs_[i].same.resize(program.functions[i].parameters.size());
      inputs_[i].constant.resize(inputs_[i].same.size());
    }
    for (const ir::FunId root : program.roots) {
      Inputs& inputs = inputs_[root.value];
      inputs.called = true;
      for (std::uint32_t m = 0; m < inputs.same.size(); ++m) inputs.same[m] = m;
    }
  }

  // Functions that are not yet called assume everything: the first call decides, later ones drop.
  std::vector<Inputs> run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < inputs_.size(); ++i) {
        if (!inputs_[i].called) continue;
        ir::forEachBinding(program_.functions[i].body, [&](const ir::Binding& binding) {
          if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
            changed = meet(program_.functions[i], inputs_[i], *call) || changed;
          }
        });
      }
    }
    return std::move(inputs_);
  }

 private:
  // The atom that stands for all atoms assumed equal to this one in the caller.
  static ir::Atom representative(const ir::Function& caller, const Inputs& inputs,
                                 const ir::Atom& atom) {
    const auto* variable = ir::variableOf(atom);
    const auto index = variable == nullptr ? std::nullopt : parameterIndex(caller, *variable);
    if (!index) return atom;
    if (inputs.constant[*index]) return *inputs.constant[*index];
    return caller.parameters[inputs.same[*index]];
  }

  bool meet(const ir::Function& caller, const Inputs& inputs, const ir::Call& call) {
    std::vector<ir::Atom> arguments;
    for (const ir::Atom& argument : call.arguments) {
      arguments.push_back(representative(caller, inputs, argument));
    }
    Inputs& callee = inputs_[call.callee.value];
    const Inputs before = callee;
    for (std::uint32_t m = 0; m < arguments.size(); ++m) {
      const auto* literal = std::get_if<ir::Literal>(&arguments[m]);
      if (!callee.called) {
        if (literal != nullptr) callee.constant[m] = *literal;
      } else if (callee.constant[m] && (literal == nullptr || *literal != *callee.constant[m])) {
        callee.constant[m].reset();
      }
    }
    // The first parameter that was equal so far and is equal in this call.
    std::vector<std::uint32_t> same(arguments.size());
    for (std::uint32_t m = 0; m < arguments.size(); ++m) {
      same[m] = m;
      for (std::uint32_t k = 0; k < m; ++k) {
        const bool wasEqual = !callee.called || callee.same[k] == callee.same[m];
        if (wasEqual && arguments[k] == arguments[m] && typeOf(call, k) == typeOf(call, m)) {
          same[m] = same[k];
          break;
        }
      }
    }
    callee.same = std::move(same);
    callee.called = true;
    return !(callee == before);
  }

  ir::TypeId typeOf(const ir::Call& call, std::uint32_t parameter) const {
    const ir::Function& callee = program_.function(call.callee);
    return callee.variables[callee.parameters[parameter].value].type;
  }

  const ir::Program& program_;
  std::vector<Inputs> inputs_;
};

// The body reads the one parameter, or the constant, for each parameter that is equal to it. The
// parameter itself is then unconsumed, and `unused` drops it everywhere.
void rewrite(ir::Function& function, const Inputs& inputs, pipeline::Context& context) {
  ir::Substitution substitution;
  bool any = false;
  for (std::uint32_t m = 0; m < inputs.same.size(); ++m) {
    const ir::VarId parameter = function.parameters[m];
    const std::string name = function.variables[parameter.value].name;
    if (inputs.constant[m]) {
      substitution.set(parameter, *inputs.constant[m]);
      context.add({pipeline::Decision::Kind::Fact, true, function.name,
                   "parameter " + name + " is a constant", "every call passes the same literal",
                   function.position});
    } else if (inputs.same[m] != m) {
      const ir::VarId other = function.parameters[inputs.same[m]];
      substitution.set(parameter, other);
      context.add({pipeline::Decision::Kind::Fact, true, function.name,
                   "parameter " + name + " = parameter " + function.variables[other.value].name,
                   "every call passes the same value for both", function.position});
    } else {
      continue;
    }
    any = true;
  }
  if (any) ir::substitute(function.body, substitution);
}

}  // namespace

pipeline::Pass sharedInputs() {
  return {.name = "shared-inputs",
          .description = "make parameters that always receive the same value one",
          .run = [](ir::Program program, pipeline::Context& context) {
            const std::vector<Inputs> inputs = Analysis(program).run();
            const std::vector<bool> fixed = ir::fixedInterfaces(program);
            for (std::size_t i = 0; i < program.functions.size(); ++i) {
              if (inputs[i].called && !fixed[i]) {
                rewrite(program.functions[i], inputs[i], context);
              }
            }
            return program;
          }};
}

}  // namespace deforest::redundancy
