#include "simplify/accumulate.hpp"

#include <algorithm>
#include <optional>

#include "ir/library_calls.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "simplify/names.hpp"
#include "simplify/reachable.hpp"
#include "support/check.hpp"

namespace deforest::simplify {
namespace {

unsigned callsOf(ir::FunId function, const ir::Operation& operation) {
  const auto* call = std::get_if<ir::Call>(&operation);
  unsigned calls = call != nullptr && call->callee == function ? 1 : 0;
  ir::forEachBlock(operation, [&](const ir::Block& block) {
    for (const ir::Binding& binding : block.bindings) {
      calls += callsOf(function, binding.operation);
    }
  });
  return calls;
}

std::optional<std::size_t> definitionOf(const ir::Block& block, const ir::Atom& atom) {
  const auto* variable = ir::variableOf(atom);
  if (variable == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < block.bindings.size(); ++i) {
    const auto& results = block.bindings[i].results;
    if (std::ranges::find(results, *variable) != results.end()) return i;
  }
  return std::nullopt;
}

// How a block comes to its result: by operations on what comes back, from the outermost on, and
// what they are applied to.
struct Path {
  std::vector<std::size_t> operations;  // Bindings.
  std::vector<ir::Atom> operands;       // The other operand of each.
  std::optional<std::size_t> tail;      // The binding with the calls; none: `value` is the result.
  ir::Atom value;
};

class Analysis {
 public:
  Analysis(ir::FunId self, ir::PrimOp op, const std::vector<unsigned>& uses)
      : self_(self), op_(op), uses_(uses) {}

  // None: something else is done with what comes back.
  [[nodiscard]] std::optional<Path> pathOf(const ir::Block& block) const {
    Path path{{}, {}, std::nullopt, block.results.front()};
    unsigned calls = 0;
    for (const ir::Binding& binding : block.bindings) calls += callsOf(self_, binding.operation);
    if (calls == 0) return path;
    for (;;) {
      const auto definition = definitionOf(block, path.value);
      if (!definition) return std::nullopt;
      const ir::Binding& binding = block.bindings[*definition];
      if (binding.results.size() != 1 || uses_[binding.results.front().value] != 1) {
        return std::nullopt;
      }
      if (const unsigned inside = callsOf(self_, binding.operation); inside > 0) {
        path.tail = definition;
        return inside == calls ? std::optional(path) : std::nullopt;
      }
      const auto* primitive = std::get_if<ir::Primitive>(&binding.operation);
      if (primitive == nullptr || primitive->op != op_) return std::nullopt;
      const bool first = comesBack(block, primitive->arguments[0]);
      if (first == comesBack(block, primitive->arguments[1])) return std::nullopt;
      path.operations.push_back(*definition);
      path.operands.push_back(primitive->arguments[first ? 1 : 0]);
      path.value = primitive->arguments[first ? 0 : 1];
    }
  }

  // Whether all paths are such; `applies` tells whether the operation is on some of them.
  [[nodiscard]] bool holds(const ir::Block& block, bool& applies) const {
    const std::optional<Path> path = pathOf(block);
    if (!path) return false;
    applies = applies || !path->operations.empty();
    bool all = true;
    if (path->tail) {
      ir::forEachBlock(block.bindings[*path->tail].operation,
                       [&](const ir::Block& branch) { all = all && holds(branch, applies); });
    }
    return all;
  }

 private:
  // Whether a value depends on a recursive call by way of operations that can be moved.
  [[nodiscard]] bool comesBack(const ir::Block& block, const ir::Atom& atom) const {
    const auto definition = definitionOf(block, atom);
    if (!definition) return false;
    const ir::Operation& operation = block.bindings[*definition].operation;
    if (callsOf(self_, operation) > 0) return true;
    const auto* primitive = std::get_if<ir::Primitive>(&operation);
    return primitive != nullptr && primitive->op == op_ &&
           std::ranges::any_of(primitive->arguments,
                               [&](const ir::Atom& operand) { return comesBack(block, operand); });
  }

  ir::FunId self_;
  ir::PrimOp op_;
  const std::vector<unsigned>& uses_;
};

// The body of the function with one more parameter, which takes what has been added so far.
class Rewriter {
 public:
  Rewriter(const Analysis& analysis, ir::PrimOp op, ir::Literal unit, ir::FunId worker,
           ir::Function& function)
      : analysis_(analysis), op_(op), unit_(unit), worker_(worker), function_(function) {}

  void rewrite(ir::Block& block, ir::Atom sum) {
    const std::optional<Path> path = analysis_.pathOf(block);
    support::check(path.has_value(), "a fold that is none after all");
    std::vector<ir::Binding> kept;
    std::optional<ir::Binding> tail;
    for (std::size_t i = 0; i < block.bindings.size(); ++i) {
      if (path->tail == i) {
        tail = std::move(block.bindings[i]);
      } else if (std::ranges::find(path->operations, i) == path->operations.end()) {
        kept.push_back(std::move(block.bindings[i]));
      }
    }
    block.bindings = std::move(kept);
    for (const ir::Atom& operand : path->operands) sum = add(block, sum, operand);
    if (!tail) {
      block.results = {add(block, sum, path->value)};
      return;
    }
    if (auto* call = std::get_if<ir::Call>(&tail->operation)) {
      call->callee = worker_;
      call->arguments.push_back(sum);
    } else {
      ir::forEachBlock(tail->operation, [&](ir::Block& branch) { rewrite(branch, sum); });
    }
    block.results = {ir::Atom(tail->results.front())};
    block.bindings.push_back(std::move(*tail));
  }

 private:
  ir::Atom add(ir::Block& block, const ir::Atom& sum, const ir::Atom& operand) {
    if (operand == ir::Atom(unit_)) return sum;
    const ir::VarId result = function_.fresh(function_.resultTypes.front(), "n");
    block.bindings.push_back({{result}, ir::Primitive{op_, {sum, operand}}, {}});
    return result;
  }

  const Analysis& analysis_;
  ir::PrimOp op_;
  ir::Literal unit_;
  ir::FunId worker_;
  ir::Function& function_;
};

// Roots apart: they keep what they take by calling the worker.
std::vector<bool> fixedByLibraries(const ir::Program& program) {
  std::vector<bool> fixed(program.functions.size());
  for (const std::vector<ir::FunId>& given : ir::givenFunctions(program)) {
    for (const ir::FunId function : given) fixed[function.value] = true;
  }
  return fixed;
}

class Accumulator {
 public:
  Accumulator(ir::Program& program, pipeline::Context& context)
      : program_(program), context_(context), names_(program), fixed_(fixedByLibraries(program)) {}

  bool run() {
    bool any = false;
    const auto functions = static_cast<std::uint32_t>(program_.functions.size());
    for (std::uint32_t i = 0; i < functions; ++i) {
      for (const ir::PrimOp op : {ir::PrimOp::Add, ir::PrimOp::Mul}) {
        if (!tryWith(ir::FunId{i}, op)) continue;
        any = true;
        break;
      }
    }
    return any;
  }

 private:
  bool tryWith(ir::FunId id, ir::PrimOp op) {
    const ir::Function& function = program_.function(id);
    if (function.library || fixed_[id.value] || function.resultTypes.size() != 1 ||
        context_.asWritten.contains(function.name)) {
      return false;
    }
    const ir::TypeKind kind = program_.type(function.resultTypes.front()).kind;
    if (!ir::isIntegral(kind)) return false;
    const std::vector<unsigned> uses = ir::countUses(function);
    const Analysis analysis(id, op, uses);
    bool applies = false;
    if (!analysis.holds(function.body, applies) || !applies) return false;
    const ir::Literal unit{kind, op == ir::PrimOp::Add ? 0U : 1U};
    const ir::FunId worker = addWorker(id, analysis, op, unit);
    wrap(id, worker, unit);
    return true;
  }

  ir::FunId addWorker(ir::FunId id, const Analysis& analysis, ir::PrimOp op, ir::Literal unit) {
    const ir::FunId worker{static_cast<std::uint32_t>(program_.functions.size())};
    ir::Function made = program_.function(id);
    made.name = names_.unique(joinNames(made.name, "acc"));
    made.documentation.clear();
    const ir::VarId sum = made.fresh(made.resultTypes.front(), "acc");
    made.parameters.push_back(sum);
    Rewriter(analysis, op, unit, worker, made).rewrite(made.body, sum);
    context_.add({pipeline::Decision::Kind::Simplify,
                  true,
                  program_.function(id).name,
                  "accumulate its result",
                  std::string("every path does nothing but ") +
                      (op == ir::PrimOp::Add ? "add to" : "multiply") + " what comes back",
                  made.position,
                  {}});
    program_.functions.push_back(std::move(made));
    return worker;
  }

  // Calls from elsewhere begin with the unit; a root becomes such a call.
  void wrap(ir::FunId id, ir::FunId worker, ir::Literal unit) {
    ir::Function& function = program_.functions[id.value];
    ir::Call call{worker, {}};
    call.arguments.assign(function.parameters.begin(), function.parameters.end());
    call.arguments.emplace_back(unit);
    const ir::VarId result = function.fresh(function.resultTypes.front(), "r");
    function.body = {{{{result}, std::move(call), function.position}}, {ir::Atom(result)}};
    for (std::uint32_t i = 0; i < program_.functions.size(); ++i) {
      if (i == id.value) continue;
      ir::forEachBinding(program_.functions[i].body, [&](ir::Binding& binding) {
        auto* other = std::get_if<ir::Call>(&binding.operation);
        if (other == nullptr || other->callee != id) return;
        other->callee = worker;
        other->arguments.emplace_back(unit);
      });
    }
  }

  ir::Program& program_;
  pipeline::Context& context_;
  Names names_;
  std::vector<bool> fixed_;
};

}  // namespace

pipeline::Pass accumulate(ir::Semantics semantics) {
  return {.name = "accumulate",
          .description = "folds that add or multiply on the way back do so on the way down",
          .run = [semantics](ir::Program program, pipeline::Context& context) {
            if (semantics == ir::Semantics::Haskell) return program;
            const bool changed = Accumulator(program, context).run();
            // A function whose calls all begin with its worker is gone.
            return changed ? orderByMention(std::move(program)) : std::move(program);
          }};
}

}  // namespace deforest::simplify
