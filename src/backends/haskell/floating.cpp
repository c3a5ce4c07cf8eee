#include "backends/haskell/floating.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "graph/call_graph.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

// What a variable is in terms of the function that the call is made for; nothing: it is not fixed.
using Fixed = std::map<ir::VarId, ir::Atom>;

// A call that is to be made outside, and the parameters that it gives.
struct Floated {
  ir::Call call;
  std::vector<ir::VarId> results;
};

std::optional<ir::Atom> fixedAs(const ir::Atom& atom, const Fixed& fixed) {
  const auto* variable = std::get_if<ir::VarId>(&atom);
  if (variable == nullptr) return atom;
  const auto found = fixed.find(*variable);
  return found == fixed.end() ? std::nullopt : std::optional(found->second);
}

// The call with what is fixed in place of its arguments, if all of them are and one is a variable.
std::optional<ir::Call> fixedCall(const ir::Call& call, const Fixed& fixed) {
  ir::Call result{call.callee, {}};
  bool any = false;
  for (const ir::Atom& argument : call.arguments) {
    const std::optional<ir::Atom> as = fixedAs(argument, fixed);
    if (!as) return std::nullopt;
    any = any || std::holds_alternative<ir::VarId>(*as);
    result.arguments.push_back(*as);
  }
  return any ? std::optional(result) : std::nullopt;
}

// Turns calls in a function into parameters that it is given.
class Receiver {
 public:
  Receiver(ir::Function& function, std::vector<Floated>& floated)
      : function_(function), floated_(floated) {}

  // The parameters that hold what the call gives.
  std::vector<ir::Atom> receive(const ir::Call& call, const std::vector<ir::Variable>& results) {
    const auto same = std::ranges::find(floated_, call, &Floated::call);
    const Floated& made = same != floated_.end() ? *same : add(call, results);
    return {made.results.begin(), made.results.end()};
  }

  std::vector<ir::Atom> receive(const ir::Call& call, const std::vector<ir::VarId>& results) {
    std::vector<ir::Variable> variables;
    for (const ir::VarId result : results) {
      variables.push_back(function_.variables[result.value]);
    }
    return receive(call, variables);
  }

 private:
  const Floated& add(const ir::Call& call, const std::vector<ir::Variable>& results) {
    Floated made{call, {}};
    for (const ir::Variable& variable : results) {
      made.results.push_back(function_.fresh(variable.type, variable.name));
      function_.parameters.push_back(made.results.back());
    }
    floated_.push_back(std::move(made));
    return floated_.back();
  }

  ir::Function& function_;
  std::vector<Floated>& floated_;
};

class Floating {
 public:
  Floating(ir::Program program, const text::Original& original)
      : program_(std::move(program)), original_(original), calls_(graph::callGraph(program_)) {}

  ir::Program run() && {
    const auto count = static_cast<std::uint32_t>(program_.functions.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      if (isLoop(ir::FunId{i})) floatOutOf(ir::FunId{i});
    }
    return std::move(program_);
  }

 private:
  // Whether it is a loop that nobody can see but those who call it.
  [[nodiscard]] bool isLoop(ir::FunId id) const {
    const ir::Function& function = program_.function(id);
    return calls_.recursive[id.value] &&
           calls_.components[calls_.componentOf[id.value]].size() == 1 && !function.library &&
           !original_.functions.contains(function.name) &&
           !original_.callable.contains(function.name) &&
           std::ranges::find(program_.roots, id) == program_.roots.end();
  }

  // The parameters that every call of itself passes on as they are.
  [[nodiscard]] Fixed passedOn(ir::FunId loop) const {
    const ir::Function& function = program_.function(loop);
    Fixed fixed;
    for (const ir::VarId parameter : function.parameters) fixed.emplace(parameter, parameter);
    ir::forEachBinding(function.body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || call->callee != loop) return;
      for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        const ir::VarId parameter = function.parameters[i];
        if (call->arguments[i] != ir::Atom(parameter)) fixed.erase(parameter);
      }
    });
    return fixed;
  }

  void floatOutOf(ir::FunId loop) {
    Fixed fixed = passedOn(loop);
    if (fixed.empty()) return;
    ir::Function function = program_.function(loop);
    const std::size_t parameters = function.parameters.size();
    std::vector<Floated> floated;
    Receiver receiver(function, floated);
    ir::Block body = std::move(function.body);
    ir::forEachBinding(body, [&](ir::Binding& binding) {
      auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr || call->callee == loop) return;
      if (const std::optional<ir::Call> outside = fixedCall(*call, fixed)) {
        takeFrom(receiver, binding, *outside, fixed);
      } else {
        floatOutOfCallee(receiver, *call, fixed);
      }
    });
    if (floated.empty()) return;
    function.body = std::move(body);
    program_.functions[loop.value] = std::move(function);
    passToLoop(loop, parameters, floated);
  }

  // The binding becomes one of what is received, which is fixed, too.
  static void takeFrom(Receiver& receiver, ir::Binding& binding, const ir::Call& outside,
                       Fixed& fixed) {
    const std::vector<ir::Atom> received = receiver.receive(outside, binding.results);
    for (std::size_t i = 0; i < received.size(); ++i) {
      fixed.insert_or_assign(binding.results[i], received[i]);
    }
    binding.operation = ir::Copy{received};
  }

  // The calls in a function that is not recursive, if some of its arguments are fixed: it is copied
  // for callers that give it their results.
  void floatOutOfCallee(Receiver& receiver, ir::Call& call, const Fixed& fixed) {
    const ir::FunId callee = call.callee;
    if (callee.value >= calls_.recursive.size() || calls_.recursive[callee.value]) return;
    ir::Function copy = program_.function(callee);
    if (copy.library) return;
    // In terms of the callee, and of its caller.
    Fixed inside;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (fixedAs(call.arguments[i], fixed)) {
        inside.emplace(copy.parameters[i], copy.parameters[i]);
      }
    }
    if (inside.empty() || inside.size() == copy.parameters.size()) return;
    std::vector<Floated> floated;
    Receiver own(copy, floated);
    ir::Block body = std::move(copy.body);
    const std::vector<ir::VarId> parameters = copy.parameters;
    ir::forEachBinding(body, [&](ir::Binding& binding) {
      const auto* inner = std::get_if<ir::Call>(&binding.operation);
      if (inner == nullptr) return;
      if (const auto outside = fixedCall(*inner, inside)) takeFrom(own, binding, *outside, inside);
    });
    if (floated.empty()) return;
    Fixed asCaller;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
      if (const auto as = fixedAs(call.arguments[i], fixed)) asCaller.emplace(parameters[i], *as);
    }
    std::vector<ir::Atom> given;
    for (const Floated& each : floated) {
      const std::optional<ir::Call> outside = fixedCall(each.call, asCaller);
      if (!outside) return;  // All of it is known there.
      std::vector<ir::Variable> results;
      for (const ir::VarId result : each.results) results.push_back(copy.variables[result.value]);
      const std::vector<ir::Atom> received = receiver.receive(*outside, results);
      for (std::size_t i = 0; i < received.size(); ++i) {
        asCaller.emplace(each.results[i], received[i]);
        given.push_back(received[i]);
      }
    }
    call.arguments.insert(call.arguments.end(), given.begin(), given.end());
    copy.body = std::move(body);
    call.callee = shared(std::move(copy), callee);
  }

  // The copy of a function; equal ones are one.
  ir::FunId shared(ir::Function copy, ir::FunId of) {
    const std::string base = copy.name + "_shared";
    copy.name = base;
    for (const ir::FunId known : copies_[of]) {
      copy.name = program_.function(known).name;
      if (program_.function(known) == copy) return known;
    }
    copy.name = base;
    for (unsigned i = 2; program_.find(copy.name) || original_.defines(copy.name); ++i) {
      copy.name = base + std::to_string(i);
    }
    const ir::FunId id{static_cast<std::uint32_t>(program_.functions.size())};
    program_.functions.push_back(std::move(copy));
    copies_[of].push_back(id);
    return id;
  }

  // Who calls the loop makes the calls.
  void passToLoop(ir::FunId loop, std::size_t parameters, const std::vector<Floated>& floated) {
    for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
      ir::Function& caller = program_.functions[i];
      if (i == loop.value) {
        ir::forEachBinding(caller.body, [&](ir::Binding& binding) {
          auto* call = std::get_if<ir::Call>(&binding.operation);
          if (call == nullptr || call->callee != loop) return;
          for (std::size_t j = parameters; j < caller.parameters.size(); ++j) {
            call->arguments.emplace_back(caller.parameters[j]);
          }
        });
      } else {
        make(caller, caller.body, loop, parameters, floated);
      }
    }
  }

  void make(ir::Function& caller, ir::Block& block, ir::FunId loop, std::size_t parameters,
            const std::vector<Floated>& floated) {
    std::vector<ir::Binding> bindings;
    for (ir::Binding& binding : block.bindings) {
      ir::forEachBlock(binding.operation,
                       [&](ir::Block& inner) { make(caller, inner, loop, parameters, floated); });
      auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call != nullptr && call->callee == loop) {
        const ir::Function& called = program_.function(loop);
        Fixed given;
        for (std::size_t i = 0; i < parameters; ++i) {
          given.emplace(called.parameters[i], call->arguments[i]);
        }
        for (const Floated& each : floated) {
          ir::Binding made{{}, ir::Call{each.call.callee, {}}, binding.position};
          for (const ir::Atom& argument : each.call.arguments) {
            std::get<ir::Call>(made.operation).arguments.push_back(*fixedAs(argument, given));
          }
          for (const ir::VarId result : each.results) {
            const ir::Variable variable = called.variables[result.value];
            made.results.push_back(caller.fresh(variable.type, variable.name));
            given.emplace(result, made.results.back());
            call->arguments.emplace_back(made.results.back());
          }
          bindings.push_back(std::move(made));
        }
      }
      bindings.push_back(std::move(binding));
    }
    block.bindings = std::move(bindings);
  }

  ir::Program program_;
  const text::Original& original_;
  const graph::CallGraph calls_;  // Of the program as it was read.
  std::map<ir::FunId, std::vector<ir::FunId>> copies_;
};

}  // namespace

ir::Program withFloatedCalls(ir::Program program, const text::Original& original) {
  return Floating(std::move(program), original).run();
}

}  // namespace deforest::backends
