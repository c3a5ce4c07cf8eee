#include "backends/native/late_ends.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backends/native/calls.hpp"
#include "backends/native/facts.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/tail.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"

namespace deforest::backends {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Block;
using ir::Call;
using ir::Function;
using ir::FunId;
using ir::VarId;

// How a recursion ends in a call that puts its result behind something.
struct End {
  Block* block = nullptr;
  std::size_t own = 0;        // the call of itself, by its place in the block
  FunId putting;              // what the last call of the block calls
  std::size_t parameter = 0;  // where that gets the result
};

const Call* callIn(const Binding& binding, FunId callee) {
  const auto* call = std::get_if<Call>(&binding.operation);
  return call != nullptr && call->callee == callee ? call : nullptr;
}

// Whether a function needs a parameter as the rest of what it results in, and for nothing else.
class Putting {
 public:
  Putting(const Function& function, FunId id, std::size_t parameter)
      : function_(function),
        id_(id),
        parameter_(parameter),
        rest_(function.parameters[parameter]) {}

  [[nodiscard]] bool holds() const {
    const ir::Case* match = ir::soleCase(function_);
    if (match == nullptr || function_.resultTypes.size() != 1) return false;
    const auto along = std::ranges::find_if(
        function_.parameters, [&](VarId parameter) { return match->scrutinee == Atom(parameter); });
    if (*along == rest_) return false;
    const auto number = static_cast<std::size_t>(along - function_.parameters.begin());
    bool total = true;
    ir::forEachBinding(function_.body,
                       [&](const Binding& each) { total = total && isTotal(each); });
    const auto isPart = [&](const ir::Alternative& alternative) {
      bool part = true;
      ir::forEachBinding(alternative.body, [&](const Binding& each) {
        const Call* call = callIn(each, id_);
        if (call == nullptr) return;
        const VarId* given = ir::variableOf(call->arguments[number]);
        part = part && given != nullptr &&
               std::ranges::find(alternative.fields, *given) != alternative.fields.end();
      });
      return part;
    };
    std::size_t found = 0;
    return total && std::ranges::all_of(match->alternatives, isPart) &&
           needsOnce(function_.body, found) && callsOf(function_.body, id_) != 0 &&
           ir::countUses(function_)[rest_.value] == found;
  }

 private:
  [[nodiscard]] bool isTotal(const Binding& binding) const {
    if (std::holds_alternative<Call>(binding.operation)) return callIn(binding, id_) != nullptr;
    const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
    if (primitive != nullptr) return ir::isTotal(primitive->op, primitive->arguments);
    return !std::holds_alternative<ir::Fail>(binding.operation) &&
           !std::holds_alternative<ir::Foreign>(binding.operation);
  }

  // Of a block whose result is the function's; counts where the parameter is needed.
  [[nodiscard]] bool needsOnce(const Block& block, std::size_t& found) const {
    if (ir::endsInBranches(block)) {
      bool all = true;
      std::size_t inside = 0;
      ir::forEachBlock(block.bindings.back().operation, [&](const Block& inner) {
        inside += callsOf(inner, id_);
        all = all && needsOnce(inner, found);
      });
      return all && callsOf(block, id_) == inside;
    }
    const std::size_t calls = callsOf(block, id_);
    if (block.results[0] == Atom(rest_)) {
      ++found;
      return calls == 0;
    }
    for (const Binding& binding : block.bindings) {
      const Call* call = callIn(binding, id_);
      if (call == nullptr) continue;
      ++found;
      return calls == 1 && call->arguments[parameter_] == Atom(rest_) &&
             isEnd(block, binding.results[0]);
    }
    return false;
  }

  // Whether the block results in this, or in a cell that holds it.
  [[nodiscard]] static bool isEnd(const Block& block, VarId rest) {
    if (block.results[0] == Atom(rest)) return true;
    return std::ranges::any_of(block.bindings, [&](const Binding& binding) {
      const auto* cell = std::get_if<ir::Construct>(&binding.operation);
      return cell != nullptr && block.results[0] == Atom(binding.results[0]) &&
             std::ranges::find(cell->fields, Atom(rest)) != cell->fields.end();
    });
  }

  const Function& function_;
  FunId id_;
  std::size_t parameter_;
  VarId rest_;
};

class Ends {
 public:
  Ends(ir::Program& program, const CppFacts& facts)
      : program_(program), facts_(facts), names_(program) {}

  // Whether the function was one of those.
  bool change(FunId id, pipeline::Context& context) {
    Function& function = program_.functions[id.value];
    const auto& component = facts_.components[facts_.component[id.value]];
    if (function.library || component.size() != 1 || function.resultTypes.size() != 1 ||
        callsOf(function.body, id) != 1) {
      return false;
    }
    const auto end = find(function, id, function.body);
    if (!end || hasOtherWork(function, id, end->putting)) return false;
    const Function& putting = program_.function(end->putting);
    if (putting.library || !Putting(putting, end->putting, end->parameter).holds()) return false;
    context.add({pipeline::Decision::Kind::Native, true, function.name, "late end",
                 "what it puts behind " + putting.name + " is made there", function.position});
    replace(id, *end);
    return true;
  }

 private:
  [[nodiscard]] static std::optional<End> find(const Function& function, FunId id, Block& block) {
    if (block.bindings.empty()) return std::nullopt;
    if (ir::endsInBranches(block)) {
      std::optional<End> found;
      ir::forEachBlock(block.bindings.back().operation, [&](Block& inner) {
        if (!found) found = find(function, id, inner);
      });
      return found;
    }
    const auto* last = std::get_if<Call>(&block.bindings.back().operation);
    if (last == nullptr || !ir::endsInLast(block) || last->callee == id) return std::nullopt;
    for (std::size_t i = 0; i + 1 < block.bindings.size(); ++i) {
      if (callIn(block.bindings[i], id) == nullptr) continue;
      const VarId given = block.bindings[i].results[0];
      const auto at = std::ranges::find(last->arguments, Atom(given));
      if (at == last->arguments.end() || ir::countUses(function)[given.value] != 1) break;
      return End{&block, i, last->callee, static_cast<std::size_t>(at - last->arguments.begin())};
    }
    return std::nullopt;
  }

  [[nodiscard]] bool hasOtherWork(const Function& function, FunId id, FunId putting) const {
    std::size_t calls = 0;
    ir::forEachBinding(function.body, [&](const Binding& binding) {
      const auto* call = std::get_if<Call>(&binding.operation);
      if (call != nullptr && call->callee != id && facts_.heavy[call->callee.value]) ++calls;
    });
    return calls != callsOf(function.body, putting) || calls != 1;
  }

  void replace(FunId id, const End& end) {
    const FunId copy{static_cast<std::uint32_t>(program_.functions.size())};
    Function made = program_.function(end.putting);
    Function& function = program_.functions[id.value];
    made.name = names_.unique(function.name + "_" + made.name);
    made.documentation.clear();
    made.origin =
        function.origin.empty() ? std::vector<std::string>{function.name} : function.origin;
    const VarId rest = made.parameters[end.parameter];
    made.parameters.erase(made.parameters.begin() + static_cast<long>(end.parameter));
    // What the recursion is given is taken along.
    Call own = std::get<Call>(end.block->bindings[end.own].operation);
    Call last = std::get<Call>(end.block->bindings.back().operation);
    last.callee = copy;
    last.arguments.erase(last.arguments.begin() + static_cast<long>(end.parameter));
    std::vector<Atom> along;
    for (Atom& argument : own.arguments) {
      const VarId* given = ir::variableOf(argument);
      if (given == nullptr) continue;
      const ir::Variable& variable = function.variables[given->value];
      last.arguments.push_back(argument);
      made.parameters.push_back(made.fresh(variable.type, variable.name));
      argument = made.parameters.back();
      along.push_back(argument);
    }
    goOn(made, made.body, {end.putting, copy, end.parameter, rest, own, along});
    end.block->bindings.back().operation = std::move(last);
    end.block->bindings.erase(end.block->bindings.begin() + static_cast<long>(end.own));
    program_.functions.push_back(std::move(made));
  }

  struct Change {
    FunId from;
    FunId to;
    std::size_t parameter;
    VarId rest;
    Call own;
    std::vector<Atom> along;
  };

  static void goOn(Function& made, Block& block, const Change& change) {
    if (ir::endsInBranches(block)) {
      ir::forEachBlock(block.bindings.back().operation,
                       [&](Block& inner) { goOn(made, inner, change); });
      return;
    }
    if (block.results[0] == Atom(change.rest)) {
      const VarId result = made.fresh(made.resultTypes[0], "rest");
      block.bindings.push_back({{result}, change.own, made.position});
      block.results[0] = result;
      return;
    }
    for (Binding& binding : block.bindings) {
      if (callIn(binding, change.from) == nullptr) continue;
      auto& call = std::get<Call>(binding.operation);
      call.callee = change.to;
      call.arguments.erase(call.arguments.begin() + static_cast<long>(change.parameter));
      call.arguments.insert(call.arguments.end(), change.along.begin(), change.along.end());
    }
  }

  ir::Program& program_;
  const CppFacts& facts_;
  simplify::Names names_;
};

}  // namespace

pipeline::Pass lateEnds() {
  return {.name = "late-ends",
          .description = "make what is only put behind a list when that has been gone through",
          .makes = pipeline::Form::Free,
          .run = [](ir::Program program, pipeline::Context& context) {
            const CppFacts facts = cppFacts(program);
            const auto count = static_cast<std::uint32_t>(program.functions.size());
            Ends ends(program, facts);
            for (std::uint32_t i = 0; i < count; ++i) {
              if (facts.emitted[i] && facts.recursive[i]) ends.change(FunId{i}, context);
            }
            return program;
          }};
}

}  // namespace deforest::backends
