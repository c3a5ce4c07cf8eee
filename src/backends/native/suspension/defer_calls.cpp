#include "backends/native/suspension/defer_calls.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "backends/native/suspension/lists.hpp"
#include "backends/native/suspension/rests.hpp"
#include "graph/call_graph.hpp"
#include "ir/alpha.hpp"
#include "ir/measure.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::FunId;
using ir::VarId;

// A parameter of a function, and the function that makes what it is given.
using DeferredParameter = std::tuple<FunId, std::size_t, FunId>;

class Deferrer {
 public:
  Deferrer(ir::Program program, pipeline::Context& context)
      : program_(std::move(program)),
        calls_(graph::callGraph(program_)),
        names_(program_),
        context_(context) {}

  ir::Program run() {
    const std::size_t given = program_.functions.size();
    for (std::uint32_t i = 0; i < given; ++i) {
      if (program_.functions[i].library || !calls_.recursive[i]) continue;
      ir::Function function = program_.functions[i];
      resolveCopies(function);
      const ir::Function before = function;
      const auto within = [&](FunId callee) { return isWithin(FunId{i}, callee); };
      sinkIntoBranches(function, within);
      const bool sunk = function != before;
      uses_ = ir::countUses(function);
      deferred_.clear();
      visit(function.body, FunId{i}, function);
      if (sunk && deferred_.empty()) deferred_ = "a call of its own recursion";
      if (deferred_.empty()) continue;
      context_.add({pipeline::Decision::Kind::Native, true, function.name, "defer " + deferred_,
                    "its result may not be needed", function.position});
      program_.functions[i] = std::move(function);
    }
    return std::move(program_);
  }

 private:
  [[nodiscard]] bool isWithin(FunId caller, FunId callee) const {
    // Forms are made of what leads back.
    return callee.value >= calls_.componentOf.size() ||
           calls_.componentOf[callee.value] == calls_.componentOf[caller.value];
  }

  // Whether the function does not read the parameter on some way that does not fail.
  [[nodiscard]] bool mayIgnore(FunId function, std::size_t parameter) {
    const ir::Function& f = program_.function(function);
    if (f.library) return false;
    const auto [known, isNew] = ignores_.emplace(std::pair{function, parameter}, false);
    if (!isNew) return known->second;
    // What it takes apart it reads on every way.
    const ir::Case* match = ir::soleCase(f);
    if (match != nullptr && match->scrutinee == Atom(f.parameters[parameter])) return false;
    if (leastReads(f.body, {f.parameters[parameter]}) == 0) return known->second = true;
    // Or hands it on to somebody who may not.
    const ListUses uses(program_, f);
    for (const ListUse& use : uses.of(f.parameters[parameter])) {
      if (use.kind == ListUse::Kind::Argument && mayIgnore(use.callee, use.parameter)) {
        return ignores_[{function, parameter}] = true;
      }
    }
    return false;
  }

  void visit(Block& block, FunId id, ir::Function& function) {
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      ir::forEachBlock(block.bindings[i].operation,
                       [&](Block& inner) { visit(inner, id, function); });
      if (const auto made = deferrable(block, i, id)) {
        const auto& [producer, parameter] = *made;
        auto& call = std::get<ir::Call>(block.bindings[i].operation);
        const ir::Call moved = std::get<ir::Call>(block.bindings[producer].operation);
        deferred_ = "`" + program_.function(moved.callee).name + "` in `" +
                    program_.function(call.callee).name + "`";
        call = deferredCall(call, parameter, moved.callee, moved.arguments);
        block.bindings.erase(block.bindings.begin() + static_cast<std::ptrdiff_t>(producer));
        i -= 2;  // The same call may be given another one.
      }
    }
  }

  // The binding that makes an argument of the call at `index` which can be made there, and which
  // argument that is.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> deferrable(const Block& block,
                                                                              std::size_t index,
                                                                              FunId id) {
    const auto* call = std::get_if<ir::Call>(&block.bindings[index].operation);
    if (call == nullptr) return std::nullopt;
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      const VarId* argument = ir::variableOf(call->arguments[i]);
      if (argument == nullptr || argument->value >= uses_.size() || uses_[argument->value] != 1 ||
          !mayIgnore(call->callee, i)) {
        continue;
      }
      for (std::size_t producer = 0; producer < index; ++producer) {
        const Binding& binding = block.bindings[producer];
        const auto* made = std::get_if<ir::Call>(&binding.operation);
        if (binding.results == std::vector{*argument} && made != nullptr &&
            isWithin(id, made->callee)) {
          return std::pair{producer, i};
        }
      }
    }
    return std::nullopt;
  }

  // The call with the arguments of `made` in place of one of its own.
  ir::Call deferredCall(const ir::Call& call, std::size_t parameter, FunId made,
                        const std::vector<Atom>& arguments) {
    ir::Call deferred{form(call.callee, parameter, made), call.arguments};
    deferred.arguments.erase(deferred.arguments.begin() + static_cast<std::ptrdiff_t>(parameter));
    deferred.arguments.insert(deferred.arguments.end(), arguments.begin(), arguments.end());
    return deferred;
  }

  FunId form(FunId function, std::size_t parameter, FunId made) {
    const FunId id{static_cast<std::uint32_t>(program_.functions.size())};
    const auto [known, isNew] = forms_.emplace(DeferredParameter{function, parameter, made}, id);
    if (!isNew) return known->second;
    ir::Function form = program_.function(function);
    form.origin = form.origin.empty() ? std::vector{form.name} : form.origin;
    form.name = names_.unique(simplify::joinNames(form.name, program_.function(made).name));
    const VarId variable = form.parameters[parameter];
    form.parameters.erase(form.parameters.begin() + static_cast<std::ptrdiff_t>(parameter));
    ir::Call call{made, {}};
    const ir::Function& source = program_.function(made);
    for (const VarId each : source.parameters) {
      const ir::Variable& known = source.variables[each.value];
      form.parameters.push_back(form.fresh(known.type, known.name));
      call.arguments.emplace_back(form.parameters.back());
    }
    // The number is taken before others are made on the way.
    program_.functions.push_back(form);
    place(form.body, form, variable, call);
    program_.functions[id.value] = std::move(form);
    return id;
  }

  // Makes the call where the variable is read.
  void place(Block& block, ir::Function& function, VarId variable, const ir::Call& call) {
    callWhereRead(block, function, variable, call, [&](ir::Operation& reader) {
      auto* next = std::get_if<ir::Call>(&reader);
      if (next == nullptr || std::ranges::count(next->arguments, Atom(variable)) != 1) return false;
      const auto at = static_cast<std::size_t>(std::ranges::find(next->arguments, Atom(variable)) -
                                               next->arguments.begin());
      if (!mayIgnore(next->callee, at)) return false;
      *next = deferredCall(*next, at, call.callee, call.arguments);
      return true;
    });
  }

  ir::Program program_;
  graph::CallGraph calls_;
  simplify::Names names_;
  pipeline::Context& context_;
  std::vector<unsigned> uses_;
  std::string deferred_;
  std::map<std::pair<FunId, std::size_t>, bool> ignores_;
  std::map<DeferredParameter, FunId> forms_;
};

}  // namespace

pipeline::Pass deferCalls() {
  return {.name = "defer-calls",
          .description = "recursive calls whose results may not be needed are made where they are",
          .needs = pipeline::Form::Normal,
          .run = [](ir::Program program, pipeline::Context& context) {
            return Deferrer(std::move(program), context).run();
          }};
}

}  // namespace deforest::backends
