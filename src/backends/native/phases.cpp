#include "backends/native/phases.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "ir/alpha.hpp"
#include "ir/traverse.hpp"

namespace deforest::backends {
namespace {

using ir::Alternative;
using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::TypeId;
using ir::VarId;

bool isDeferred(const DeferredBranch& branch, const Atom& atom) {
  const VarId* variable = ir::variableOf(atom);
  return variable != nullptr && branch.deferred.contains(*variable);
}

bool isDeferred(const DeferredBranch& branch, const Binding& binding) {
  return branch.deferred.contains(binding.results[0]);
}

const ir::Case& branchesOf(const ir::Function& function) {
  return std::get<ir::Case>(function.body.bindings[0].operation);
}

// What stands in the place of deferred fields and results: what `model` has there.
class Filler {
 public:
  Filler(const ir::Program& program, const ir::Function& function, const ir::Function* model)
      : program_(program), function_(function), model_(model) {
    if (model == nullptr || model->body.bindings.size() != 1) return;
    there_ = std::get_if<ir::Case>(&model->body.bindings[0].operation);
    const auto count = branchesOf(function).alternatives.size();
    if (there_ != nullptr && there_->alternatives.size() != count) there_ = nullptr;
  }

  // Begins a branch of which the deferred operations are gone.
  void enter(const ir::Function& made, const Alternative& here, std::size_t number) {
    theirs_.clear();
    ours_.clear();
    alternative_ = there_ == nullptr ? nullptr : &there_->alternatives[number];
    if (alternative_ == nullptr) return;
    pair(model_->parameters, made.parameters);
    pair(alternative_->fields, here.fields);
    const auto& bindings = alternative_->body.bindings;
    for (std::size_t i = 0; i < std::min(bindings.size(), here.body.bindings.size()); ++i) {
      pair(bindings[i].results, here.body.bindings[i].results);
    }
  }

  [[nodiscard]] Atom field(const Atom& deferred, std::size_t root, std::size_t number) const {
    if (alternative_ == nullptr || root >= alternative_->body.bindings.size()) return any(deferred);
    const auto& operation = alternative_->body.bindings[root].operation;
    const auto* made = std::get_if<ir::Construct>(&operation);
    return made == nullptr ? any(deferred) : among(deferred, made->fields, number);
  }

  [[nodiscard]] Atom result(const Atom& deferred, std::size_t number) const {
    return alternative_ == nullptr ? any(deferred)
                                   : among(deferred, alternative_->body.results, number);
  }

 private:
  void pair(const std::vector<VarId>& theirs, const std::vector<VarId>& ours) {
    const auto count = static_cast<long>(std::min(theirs.size(), ours.size()));
    theirs_.insert(theirs_.end(), theirs.begin(), theirs.begin() + count);
    ours_.insert(ours_.end(), ours.begin(), ours.begin() + count);
  }

  [[nodiscard]] Atom among(const Atom& deferred, const std::vector<Atom>& atoms,
                           std::size_t number) const {
    if (number >= atoms.size()) return any(deferred);
    const VarId* variable = ir::variableOf(atoms[number]);
    if (variable == nullptr) return atoms[number];
    const auto found = std::find(theirs_.begin(), theirs_.end(), *variable);
    if (found == theirs_.end()) return any(deferred);
    const Atom ours = ours_[static_cast<std::size_t>(found - theirs_.begin())];
    return typeOf(ours) == typeOf(deferred) ? ours : any(deferred);
  }

  [[nodiscard]] TypeId typeOf(const Atom& atom) const {
    return ir::typeOf(program_, function_, atom);
  }

  [[nodiscard]] Atom any(const Atom& deferred) const {
    return ir::Literal{program_.type(typeOf(deferred)).kind, 0};
  }

  const ir::Program& program_;
  const ir::Function& function_;
  const ir::Function* const model_;
  const ir::Case* there_ = nullptr;
  const Alternative* alternative_ = nullptr;  // of the model
  std::vector<VarId> theirs_;
  std::vector<VarId> ours_;  // the same variables in the function made
};

// One branch of what is done at the end.
class Finisher {
 public:
  Finisher(const ir::Program& program, const ir::Function& function,
           const DeferredFunction& deferred, ir::Function& made, const std::vector<VarId>& passed,
           VarId number)
      : program_(program),
        function_(function),
        deferred_(deferred),
        made_(made),
        passed_(passed),
        number_(number) {}

  Alternative branch(const Block& block, const DeferredBranch& branch) {
    Alternative alternative{branch.ctor, {}, {}};
    here_ = ir::Substitution(function_);
    here_.set(function_.parameters[deferred_.parameter], number_);
    findResults(block, branch);
    for (const auto& field : program_.constructor(branch.ctor).fields) {
      alternative.fields.push_back(made_.fresh(field.type, "field"));
    }
    if (branch.root) findFields(rootOf(block, branch), branch, alternative.fields);
    Block& body = alternative.body;
    for (const auto& each : block.bindings) {
      if (!isDeferred(branch, each)) continue;
      const ir::Variable& variable = function_.variables[each.results[0].value];
      Binding copy = each;
      copy.results = {made_.fresh(variable.type, variable.name)};
      ir::forEachAtom(copy.operation, [&](Atom& atom) { atom = here_(atom); });
      here_.set(each.results[0], copy.results[0]);
      body.bindings.push_back(std::move(copy));
    }
    for (std::size_t i = 0; i < block.results.size(); ++i) {
      const Atom& result = block.results[i];
      body.results.push_back(isDeferred(branch, result) ? here_(result) : Atom(passed_[i]));
    }
    if (branch.root) rebuild(block, branch, alternative);
    return alternative;
  }

 private:
  // Which values of the branch the results of the first function have.
  void findResults(const Block& block, const DeferredBranch& branch) {
    for (std::size_t i = 0; i < block.results.size(); ++i) {
      const VarId* result = ir::variableOf(block.results[i]);
      const auto carried = branch.carried.find(i);
      if (carried != branch.carried.end()) {
        here_.set(carried->second, passed_[i]);
      } else if (result != nullptr && !branch.deferred.contains(*result)) {
        here_.set(*result, passed_[i]);
      }
    }
  }

  void findFields(const ir::Construct& root, const DeferredBranch& branch,
                  const std::vector<VarId>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const VarId* value = ir::variableOf(root.fields[i]);
      if (value == nullptr) continue;
      made_.variables[fields[i].value].name = function_.variables[value->value].name;
      if (!branch.deferred.contains(*value)) here_.set(*value, fields[i]);
    }
  }

  // The root once more, if fields of it are deferred.
  void rebuild(const Block& block, const DeferredBranch& branch, Alternative& alternative) {
    ir::Construct whole = rootOf(block, branch);
    bool changed = false;
    for (std::size_t i = 0; i < whole.fields.size(); ++i) {
      const bool deferred = isDeferred(branch, whole.fields[i]);
      changed = changed || deferred;
      whole.fields[i] = deferred ? here_(whole.fields[i]) : Atom(alternative.fields[i]);
    }
    if (!changed) return;
    const VarId made = made_.fresh(function_.resultTypes[deferred_.root], "whole");
    Block& body = alternative.body;
    body.bindings.push_back({{made}, std::move(whole), block.bindings[*branch.root].position});
    body.results[deferred_.root] = made;
  }

  static const ir::Construct& rootOf(const Block& block, const DeferredBranch& branch) {
    return std::get<ir::Construct>(block.bindings[*branch.root].operation);
  }

  const ir::Program& program_;
  const ir::Function& function_;
  const DeferredFunction& deferred_;
  ir::Function& made_;
  const std::vector<VarId>& passed_;
  const VarId number_;
  ir::Substitution here_;  // what the values of the branch are in the function made
};

}  // namespace

ir::Function beginOf(const ir::Program& program, const ir::Function& function,
                     const DeferredFunction& deferred, const ir::Function* model) {
  ir::Function made = function;
  made.name += "_begin";
  made.documentation.clear();
  made.parameters.erase(made.parameters.begin() + static_cast<long>(deferred.parameter));
  auto& match = std::get<ir::Case>(made.body.bindings[0].operation);
  Filler filler(program, function, model);
  for (std::size_t i = 0; i < deferred.branches.size(); ++i) {
    const DeferredBranch& branch = deferred.branches[i];
    Block& block = match.alternatives[i].body;
    std::size_t root = branch.root.value_or(0);
    root -= static_cast<std::size_t>(
        std::count_if(block.bindings.begin(), block.bindings.begin() + static_cast<long>(root),
                      [&](const Binding& each) { return isDeferred(branch, each); }));
    std::erase_if(block.bindings, [&](const Binding& each) { return isDeferred(branch, each); });
    filler.enter(made, match.alternatives[i], i);
    if (branch.root) {
      auto& fields = std::get<ir::Construct>(block.bindings[root].operation).fields;
      for (std::size_t j = 0; j < fields.size(); ++j) {
        if (isDeferred(branch, fields[j])) fields[j] = filler.field(fields[j], root, j);
      }
    }
    for (std::size_t j = 0; j < block.results.size(); ++j) {
      if (!isDeferred(branch, block.results[j])) continue;
      const auto carried = branch.carried.find(j);
      block.results[j] = carried == branch.carried.end() ? filler.result(block.results[j], j)
                                                         : Atom(carried->second);
    }
  }
  return made;
}

ir::Function finishOf(const ir::Program& program, const ir::Function& function,
                      const DeferredFunction& deferred) {
  ir::Function made;
  made.name = function.name + "_finish";
  made.resultTypes = function.resultTypes;
  made.position = function.position;
  made.origin = function.origin;
  const auto named = [&](VarId variable) {
    const ir::Variable& known = function.variables[variable.value];
    made.parameters.push_back(made.fresh(known.type, known.name));
    return made.parameters.back();
  };
  std::vector<VarId> passed(function.resultTypes.size());  // of those that are
  for (std::size_t i = 0; i < passed.size(); ++i) {
    if (deferred.passed[i]) passed[i] = named(*ir::variableOf(function.body.results[i]));
  }
  const VarId number = named(function.parameters[deferred.parameter]);
  Finisher finisher(program, function, deferred, made, passed, number);
  ir::Case match{passed[deferred.root], {}};
  match.alternatives.resize(deferred.branches.size());
  for (std::size_t i = 0; i < deferred.branches.size(); ++i) {
    const Block& block = branchesOf(function).alternatives[i].body;
    Alternative alternative = finisher.branch(block, deferred.branches[i]);
    match.alternatives[program.constructor(alternative.ctor).tag] = std::move(alternative);
  }
  Binding only{{}, std::move(match), function.body.bindings[0].position};
  for (const TypeId type : made.resultTypes) {
    only.results.push_back(made.fresh(type, "finished"));
    made.body.results.emplace_back(only.results.back());
  }
  made.body.bindings.push_back(std::move(only));
  return made;
}

}  // namespace deforest::backends
