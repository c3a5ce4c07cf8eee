#include "simplify/simplify.hpp"

#include "ir/alpha.hpp"
#include "ir/measure.hpp"
#include "ir/primitives.hpp"
#include "ir/traverse.hpp"
#include "pipeline/parallel.hpp"
#include "simplify/binding.hpp"
#include "simplify/dead_bindings.hpp"

namespace deforest::simplify {
namespace {

class Simplifier {
 public:
  Simplifier(const ir::Program& program, ir::Function& function, bool lazy)
      : program_(program), function_(function), lazy_(lazy) {}

  void block(ir::Block& block, Knowledge knowledge) {
    std::vector<ir::Binding> kept;
    std::vector<ir::Binding> waiting(std::make_move_iterator(block.bindings.rbegin()),
                                     std::make_move_iterator(block.bindings.rend()));
    while (!waiting.empty()) {
      ir::Binding binding = std::move(waiting.back());
      waiting.pop_back();
      if (auto* conditional = std::get_if<ir::Conditional>(&binding.operation)) {
        decide(*conditional, knowledge);
        if (const auto* known = std::get_if<ir::Literal>(&conditional->condition)) {
          ir::Block taken = known->bits != 0 ? std::move(conditional->whenTrue)
                                             : std::move(conditional->whenFalse);
          replace(binding, std::move(taken), waiting);
          continue;
        }
        branch(*conditional, knowledge);
        kept.push_back(std::move(binding));
      } else if (auto* match = std::get_if<ir::Case>(&binding.operation)) {
        match->scrutinee = knowledge.resolve(match->scrutinee);
        if (const Shape* shape = knowledge.shape(match->scrutinee)) {
          const bool evaluated = shape->state == Shape::State::Evaluated;
          const ir::Atom forced = match->scrutinee;
          replace(binding, instantiate(*match, *shape), waiting, evaluated ? nullptr : &forced);
          continue;
        }
        branch(*match, knowledge);
        kept.push_back(std::move(binding));
      } else {
        for (ir::Binding& simpler :
             simplifyBinding(program_, function_, std::move(binding), knowledge, lazy_)) {
          kept.push_back(std::move(simpler));
        }
      }
    }
    block.bindings = std::move(kept);
    block.results = knowledge.resolve(block.results);
  }

 private:
  // The chosen block takes the place of the binding. `forced`, if there is something, is evaluated
  // with its results.
  static void replace(const ir::Binding& binding, ir::Block taken,
                      std::vector<ir::Binding>& waiting, const ir::Atom* forced = nullptr) {
    if (forced == nullptr) {
      waiting.push_back({binding.results, ir::Copy{std::move(taken.results)}, binding.position});
    } else {
      for (ir::Binding& seq :
           evaluatedWith(*forced, binding.results, taken.results, binding.position)) {
        waiting.push_back(std::move(seq));
      }
    }
    for (auto inner = taken.bindings.rbegin(); inner != taken.bindings.rend(); ++inner) {
      waiting.push_back(std::move(*inner));
    }
  }

  ir::Block instantiate(ir::Case& match, const Shape& shape) const {
    ir::Alternative& alternative = match.alternatives[program_.constructor(shape.ctor).tag];
    ir::Substitution fields;
    for (std::size_t i = 0; i < shape.fields.size(); ++i) {
      fields.set(alternative.fields[i], shape.fields[i]);
    }
    ir::Block taken = std::move(alternative.body);
    ir::substitute(taken, fields);
    return taken;
  }

  // if not c then a else b  =>  if c then b else a
  static void decide(ir::Conditional& conditional, const Knowledge& knowledge) {
    conditional.condition = knowledge.resolve(conditional.condition);
    while (const ir::Atom* other = knowledge.negated(conditional.condition)) {
      conditional.condition = knowledge.resolve(*other);
      std::swap(conditional.whenTrue, conditional.whenFalse);
    }
  }

  void branch(ir::Conditional& conditional, const Knowledge& knowledge) {
    for (const bool side : {true, false}) {
      Knowledge inside = knowledge;
      inside.assume(conditional.condition, side);
      block(side ? conditional.whenTrue : conditional.whenFalse, std::move(inside));
    }
  }

  void branch(ir::Case& match, const Knowledge& knowledge) {
    const auto* scrutinee = ir::variableOf(match.scrutinee);
    for (ir::Alternative& alternative : match.alternatives) {
      Knowledge inside = knowledge;
      if (scrutinee != nullptr) {
        Shape shape{alternative.ctor, {}};
        shape.fields.assign(alternative.fields.begin(), alternative.fields.end());
        inside.learn(*scrutinee, std::move(shape));
      }
      block(alternative.body, std::move(inside));
    }
  }

  const ir::Program& program_;
  ir::Function& function_;
  bool lazy_;
};

}  // namespace

void simplifyFunction(const ir::Program& program, ir::Function& function, ir::Semantics semantics) {
  // A conditional whose branches have become equal leaves copies behind, and these may make more
  // equal. Every further turn has removed a binding in the one before.
  const bool lazy = semantics == ir::Semantics::Haskell;
  for (std::size_t before = ir::size(function) + 1; ir::size(function) < before;) {
    before = ir::size(function);
    Simplifier(program, function, lazy).block(function.body, {});
    removeDeadBindings(function.body, semantics);
  }
}

pipeline::Pass simplify(ir::Semantics semantics) {
  return {.name = "simplify",
          .description = "common subexpressions, known constructors, folding, dead bindings",
          .run = [semantics](ir::Program program, pipeline::Context&) {
            pipeline::forEachFunction(program, [&](ir::Function& function) {
              simplifyFunction(program, function, semantics);
            });
            return program;
          }};
}

}  // namespace deforest::simplify
