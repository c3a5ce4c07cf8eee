#include "redundancy/unused.hpp"

#include <algorithm>
#include <set>

#include "ir/library_calls.hpp"
#include "ir/measure.hpp"
#include "ir/traverse.hpp"
#include "simplify/dead_bindings.hpp"
#include "simplify/reachable.hpp"

namespace deforest::redundancy {
namespace {

using Flags = std::vector<bool>;

struct Liveness {
  std::vector<Flags> results;
  std::vector<Flags> parameters;
};

// The body with only the live results, swept.
ir::Block liveBody(const ir::Function& function, const Flags& live, ir::Semantics semantics) {
  ir::Block body = function.body;
  std::vector<ir::Atom> results;
  for (std::size_t j = 0; j < live.size(); ++j) {
    if (live[j]) results.push_back(body.results[j]);
  }
  body.results = std::move(results);
  simplify::removeDeadBindings(body, semantics);
  return body;
}

// Everything the block reads, except arguments that the callee does not need.
void collectReads(const ir::Block& block, const Liveness& liveness, std::set<ir::VarId>& reads) {
  const auto read = [&](const ir::Atom& atom) {
    if (const auto* variable = ir::variableOf(atom)) reads.insert(*variable);
  };
  for (const ir::Atom& atom : block.results) read(atom);
  for (const ir::Binding& binding : block.bindings) {
    if (const auto* call = std::get_if<ir::Call>(&binding.operation)) {
      for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        if (liveness.parameters[call->callee.value][i]) read(call->arguments[i]);
      }
    } else {
      ir::forEachAtom(binding.operation, read);
    }
    ir::forEachBlock(binding.operation,
                     [&](const ir::Block& inner) { collectReads(inner, liveness, reads); });
  }
}

bool anyLive(const Flags& flags) {
  return std::find(flags.begin(), flags.end(), true) != flags.end();
}

// The least fixed point: starts from the roots, and looks at a function again when a result of it
// has become live, or a parameter of a function that it calls. The
// last found goes first: callees before their callers, which wait for their parameters.
class Propagation {
 public:
  Propagation(const ir::Program& program, ir::Semantics semantics)
      : program_(program),
        semantics_(semantics),
        fixed_(ir::fixedInterfaces(program)),
        given_(ir::givenFunctions(program)),
        callers_(program.functions.size()),
        queued_(program.functions.size()) {
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
      const ir::Function& function = program.functions[i];
      liveness_.results.emplace_back(function.resultTypes.size());
      liveness_.parameters.emplace_back(function.parameters.size());
      for (const ir::FunId callee : ir::callees(function.body)) {
        callers_[callee.value].push_back(i);
      }
    }
  }

  Liveness run() {
    for (const ir::FunId root : program_.roots) keepAll(root.value);
    while (!waiting_.empty()) {
      const std::size_t next = waiting_.back();
      waiting_.pop_back();
      queued_[next] = false;
      propagate(next);
    }
    return std::move(liveness_);
  }

 private:
  // All that it takes and gives.
  void keepAll(std::size_t function) {
    auto& results = liveness_.results[function];
    auto& parameters = liveness_.parameters[function];
    std::fill(results.begin(), results.end(), true);
    std::fill(parameters.begin(), parameters.end(), true);
    for (const std::size_t caller : callers_[function]) {
      if (anyLive(liveness_.results[caller])) look(caller);
    }
    look(function);
  }

  [[nodiscard]] bool isKept(std::size_t function) const {
    const auto all = [](const Flags& flags) {
      return std::find(flags.begin(), flags.end(), false) == flags.end();
    };
    return all(liveness_.results[function]) && all(liveness_.parameters[function]);
  }

  void look(std::size_t function) {
    if (queued_[function]) return;
    queued_[function] = true;
    waiting_.push_back(function);
  }

  // What the live part of function `i` makes live.
  void propagate(std::size_t i) {
    const ir::Function& function = program_.functions[i];
    if (fixed_[i] && !isKept(i)) keepAll(i);
    for (const ir::FunId given : given_[i]) {
      if (!isKept(given.value)) keepAll(given.value);
    }
    const ir::Block body = liveBody(function, liveness_.results[i], semantics_);
    std::set<ir::VarId> reads;
    collectReads(body, liveness_, reads);
    bool news = false;
    for (std::size_t m = 0; m < function.parameters.size(); ++m) {
      if (liveness_.parameters[i][m] || !reads.contains(function.parameters[m])) continue;
      liveness_.parameters[i][m] = true;
      news = true;
    }
    if (news) {
      for (const std::size_t caller : callers_[i]) {
        if (anyLive(liveness_.results[caller])) look(caller);
      }
    }
    ir::forEachBinding(body, [&](const ir::Binding& binding) {
      const auto* call = std::get_if<ir::Call>(&binding.operation);
      if (call == nullptr) return;
      Flags& live = liveness_.results[call->callee.value];
      for (std::size_t j = 0; j < binding.results.size(); ++j) {
        if (live[j] || !reads.contains(binding.results[j])) continue;
        live[j] = true;
        look(call->callee.value);
      }
    });
  }

  const ir::Program& program_;
  const ir::Semantics semantics_;
  const std::vector<bool> fixed_;
  const std::vector<std::vector<ir::FunId>> given_;
  Liveness liveness_;
  std::vector<std::vector<std::size_t>> callers_;
  std::vector<std::size_t> waiting_;
  std::vector<bool> queued_;
};

template <class T>
void select(std::vector<T>& list, const Flags& flags) {
  std::vector<T> kept;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (flags[i]) kept.push_back(std::move(list[i]));
  }
  list = std::move(kept);
}

// A sentence per result and parameter that goes.
void explain(const ir::Function& function, const Flags& results, const Flags& parameters,
             pipeline::Context& context) {
  const auto drop = [&](const std::string& what, const std::string& why) {
    context.add({pipeline::Decision::Kind::Fact,
                 true,
                 function.name,
                 "drop " + what,
                 why,
                 function.position,
                 {}});
  };
  for (std::size_t j = 0; j < results.size(); ++j) {
    if (!results[j]) drop("result " + std::to_string(j), "no call reads it");
  }
  for (std::size_t m = 0; m < parameters.size(); ++m) {
    if (!parameters[m]) {
      drop("parameter " + function.variables[function.parameters[m].value].name,
           "nothing reads it but calls that pass it on");
    }
  }
}

void trimCalls(ir::Block& block, const Liveness& liveness) {
  ir::forEachBinding(block, [&](ir::Binding& binding) {
    if (auto* call = std::get_if<ir::Call>(&binding.operation)) {
      select(binding.results, liveness.results[call->callee.value]);
      select(call->arguments, liveness.parameters[call->callee.value]);
    }
  });
}

}  // namespace

pipeline::Pass unused(ir::Semantics semantics) {
  return {.name = "unused",
          .description = "drop results that no caller reads and parameters that no body uses",
          .run = [semantics](ir::Program program, pipeline::Context& context) {
            const Liveness liveness = Propagation(program, semantics).run();
            std::vector<bool> keep;
            for (std::size_t i = 0; i < program.functions.size(); ++i) {
              ir::Function& function = program.functions[i];
              keep.push_back(anyLive(liveness.results[i]));
              if (!keep.back()) continue;
              explain(function, liveness.results[i], liveness.parameters[i], context);
              function.body = liveBody(function, liveness.results[i], semantics);
              select(function.resultTypes, liveness.results[i]);
              select(function.parameters, liveness.parameters[i]);
              trimCalls(function.body, liveness);
              // Calls whose results only fed what is gone.
              simplify::removeDeadBindings(function.body, semantics);
            }
            return simplify::keepFunctions(std::move(program), keep);
          }};
}

}  // namespace deforest::redundancy
