#include "reduce_signatures.hpp"

#include "ir/traverse.hpp"

namespace deforest::property {
namespace {

using ir::Atom;
using ir::Binding;
using ir::Function;
using ir::Program;

template <class T>
void eraseAt(std::vector<T>& elements, std::size_t index) {
  elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(index));
}

template <class Visit>
void forEveryBinding(Program& program, Visit visit) {
  for (Function& function : program.functions) {
    ir::forEachBinding(function.body, [&](Binding& binding) { visit(function, binding); });
  }
}

void dropParameter(Program& program, ir::FunId id, std::size_t index) {
  eraseAt(program.functions[id.value].parameters, index);
  forEveryBinding(program, [&](Function& /*function*/, Binding& binding) {
    auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call != nullptr && call->callee == id) eraseAt(call->arguments, index);
  });
}

void dropFromBlocks(ir::Operation& operation, std::size_t index) {
  ir::forEachBlock(operation, [&](ir::Block& block) { eraseAt(block.results, index); });
  if (auto* copy = std::get_if<ir::Copy>(&operation)) eraseAt(copy->atoms, index);
}

void dropResult(Program& program, ir::FunId id, std::size_t index) {
  Function& dropped = program.functions[id.value];
  eraseAt(dropped.resultTypes, index);
  eraseAt(dropped.body.results, index);
  forEveryBinding(program, [&](Function& /*function*/, Binding& binding) {
    const auto* call = std::get_if<ir::Call>(&binding.operation);
    if (call != nullptr && call->callee == id) eraseAt(binding.results, index);
  });
}

void dropField(Program& program, ir::CtorId ctor, std::size_t index) {
  eraseAt(program.constructors[ctor.value].fields, index);
  forEveryBinding(program, [&](Function& /*function*/, Binding& binding) {
    if (auto* made = std::get_if<ir::Construct>(&binding.operation); made && made->ctor == ctor) {
      eraseAt(made->fields, index);
    }
    if (auto* taken = std::get_if<ir::Unpack>(&binding.operation); taken && taken->ctor == ctor) {
      eraseAt(binding.results, index);
    }
    if (auto* match = std::get_if<ir::Case>(&binding.operation)) {
      for (ir::Alternative& alternative : match->alternatives) {
        if (alternative.ctor == ctor) eraseAt(alternative.fields, index);
      }
    }
  });
}

// The last constructor of a type with more than two. One that is still made leaves an ill-formed
// program behind, which is not accepted.
void dropLastConstructor(Program& program, ir::TypeId type) {
  ir::Type& changed = program.types[type.value];
  const ir::CtorId dropped = changed.constructors.back();
  changed.constructors.pop_back();
  forEveryBinding(program, [&](Function& /*function*/, Binding& binding) {
    if (auto* match = std::get_if<ir::Case>(&binding.operation)) {
      std::erase_if(match->alternatives, [&](const ir::Alternative& alternative) {
        return alternative.ctor == dropped;
      });
    }
    if (auto* made = std::get_if<ir::Construct>(&binding.operation)) {
      if (made->ctor == dropped) made->ctor = ir::CtorId{};
      if (made->ctor.valid() && made->ctor > dropped) --made->ctor.value;
    }
    if (auto* taken = std::get_if<ir::Unpack>(&binding.operation)) {
      if (taken->ctor > dropped) --taken->ctor.value;
    }
    if (auto* match = std::get_if<ir::Case>(&binding.operation)) {
      for (ir::Alternative& alternative : match->alternatives) {
        if (alternative.ctor > dropped) --alternative.ctor.value;
      }
    }
  });
  program.constructors.erase(program.constructors.begin() +
                             static_cast<std::ptrdiff_t>(dropped.value));
  for (ir::Type& other : program.types) {
    for (ir::CtorId& ctor : other.constructors) {
      if (ctor > dropped) --ctor.value;
    }
  }
}

}  // namespace

bool reduceSignatures(const Program& program, const std::function<bool(Program)>& accept) {
  bool progress = false;
  // A step that was taken may have removed what the next one is about: `applies` is asked each
  // time.
  const auto offer = [&](const auto& applies, const auto& change) {
    if (!applies()) return;
    Program candidate = program;
    change(candidate);
    progress = accept(std::move(candidate)) || progress;
  };
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) {
    for (std::size_t i = program.functions[f].parameters.size(); i-- > 0;) {
      offer(
          [&] {
            return f < program.functions.size() && i < program.functions[f].parameters.size();
          },
          [&](Program& candidate) { dropParameter(candidate, ir::FunId{f}, i); });
    }
    if (f >= program.functions.size()) break;
    const auto hasResult = [&](std::size_t i) {
      return f < program.functions.size() && i < program.functions[f].resultTypes.size() &&
             program.functions[f].resultTypes.size() > 1;
    };
    for (std::size_t i = program.functions[f].resultTypes.size(); i-- > 0;) {
      offer([&] { return hasResult(i); },
            [&](Program& candidate) { dropResult(candidate, ir::FunId{f}, i); });
      // The results of the one branching that the body is go with it.
      offer([&] { return hasResult(i) && program.functions[f].body.bindings.size() == 1; },
            [&](Program& candidate) {
              Binding& only = candidate.functions[f].body.bindings[0];
              if (i >= only.results.size()) return;
              eraseAt(only.results, i);
              dropFromBlocks(only.operation, i);
              dropResult(candidate, ir::FunId{f}, i);
            });
    }
  }
  const auto isDeclared = [&](ir::TypeId type) {
    return program.type(type).shape == ir::DataShape::Declared && !program.type(type).isNewtype;
  };
  for (std::uint32_t c = 0; c < program.constructors.size(); ++c) {
    for (std::size_t i = program.constructors[c].fields.size(); i-- > 0;) {
      offer([&] { return isDeclared(program.constructors[c].type); },
            [&](Program& candidate) { dropField(candidate, ir::CtorId{c}, i); });
    }
  }
  for (std::uint32_t t = 0; t < program.types.size(); ++t) {
    offer([&] { return isDeclared(ir::TypeId{t}) && program.types[t].constructors.size() > 2; },
          [&](Program& candidate) { dropLastConstructor(candidate, ir::TypeId{t}); });
  }
  return progress;
}

}  // namespace deforest::property
